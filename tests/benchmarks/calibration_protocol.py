"""How often the tests of a protocol of the WMT metrics tasks find one of two equally good metrics better."""

from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd
from benchmarks.calibration_errors import LIMIT, holds
from benchmarks.calibration_special import draw_segments, find_world
from benchmarks.calibration_writing import spread, table

from workbench.analyses.protocol.averages import AVERAGE, average_of, measure_each
from workbench.analyses.protocol.measures import TaskScores
from workbench.report.layouts.protocol_tables import PROTOCOLS
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.resampling.streams import stream
from workbench.stats.simulation import calibration
from workbench.stats.tests.perm_both import swapped_soft_pairwise
from workbench.types import Array

NAMES = ("wmt23", "wmt24")
COINS = ("independent", "together")
SEES = ("outputs", "systems")
"""What metrics differ in: their noise of outputs alone, or what they make of a system as well."""
SIZES = ((8, 40), (12, 60), (16, 100))
LANGUAGE_PAIRS, TABLES, DRAWS, LEVEL = 3, 400, 99, 0.05
COLUMNS = [
    "protocol", "measure", "coins", "sees", "shape", "r", "n_systems", "n_inputs", "n_tasks", "tables",
    "draws", "found", "error",
]  # fmt: skip


@dataclass(frozen=True, eq=False)
class Simulated(TaskScores):
    """Simulated scores in place of an experiment's: of outputs, people's first."""

    scores: Array = field(kw_only=True)

    def names(self):
        """Return names of systems, which only the jackknife asks for."""
        return []

    def systems(self):
        """Return means of outputs, those of metrics and of people."""
        x, z = self.segments()
        return round_noise(x.mean(axis=2)), round_noise(z.mean(axis=1))

    def with_segments(self):
        """Return that both metrics have scores of outputs."""
        return np.ones(len(self.scores) - 1, np.bool_)

    def segments(self):
        """Return scores of outputs, those of metrics and of people."""
        return self.scores[1:], self.scores[0]

    def soft_pairwise(self):
        """Return accuracies by p-values of the normal law, which are those of the test."""
        x, z = self.segments()
        _, apart = swapped_soft_pairwise(x, z, np.array([[0, 1]]), 1, np.random.default_rng(0))
        return np.array([apart[0], 0.0]), x, z


KINDS = {
    "outputs": ("normal", "heavy-quality", "clustered-quality", "far-quality", "very-convex"),
    "systems": ("normal", "heavy-deviation", "clustered-both", "shrinking-deviation"),
}


def protocol(name, sees, kind, n_systems, n_inputs):
    """Return how often each test, at the level .05 one-sided, finds one of two equally good metrics better.

    Half of the share of tables in which either is found better: each is as likely.
    """
    world = find_world(kind)
    world = replace(world, r=world.most) if sees == "outputs" else world
    rng = stream(6, "protocol", name, sees, kind, str(n_systems))
    drawn = draw_segments(world, n_systems, n_inputs, 2, TABLES * LANGUAGE_PAIRS, rng)
    better = {}
    for number in range(TABLES):
        tasks = {f"task {at}": Simulated(NAMES, None, scores=next(drawn)) for at in range(LANGUAGE_PAIRS)}
        asked = PROTOCOLS.get(name)
        columns, parts = measure_each(asked, {}, tasks, DRAWS, LEVEL, number)
        averages = {
            coins: average_of(asked, columns, parts, LEVEL, number, coins == "together") for coins in COINS
        }
        for coins, each in [*averages.items(), *(("", column) for column in columns)]:
            better.setdefault((each.measure, coins, each.task), []).append((each.p <= LEVEL).any())
    found = []
    for measure, coins in dict.fromkeys(key[:2] for key in better):
        shown = np.array([hits for key, hits in better.items() if key[:2] == (measure, coins)])
        value, error = calibration.share(shown)
        place = [name, measure, coins, sees, kind, world.r, n_systems, n_inputs, LANGUAGE_PAIRS, TABLES]
        found.append([*place, DRAWS, value / 2, error / 2])
    return pd.DataFrame(found, columns=COLUMNS)


HEAD = """\
## Tests of the metrics tasks' protocol
`[protocol]` on {pairs} language pairs: {tables} tables of two equally good metrics, people and metrics as
under soft pairwise accuracy, {draws} swaps. Cells are the share in which a test at the level .05, one-sided,
finds the first one better (half of that in which it finds either better); **bold** is at most .065. Standard
errors are about .008, of a measure of each language pair .004. *outputs*: metrics differ in their noise of
outputs alone, so that a swap of an output leaves all as it was; *systems*: they also differ in what they make
of a system, and are equally good over all systems and not over those that are there. Swaps of outputs do not
speak of other systems. Every cell that is not bold is an exception: the task's own test of the average
(coins are independent) takes measures of one language pair for independent ones, and what two metrics say of
a pair of outputs, which calibrated ties swap, for independent of what they say of the next pair.

"""
SAID = {
    "soft-pairwise-accuracy": "soft pairwise accuracy",
    "segment-accuracy": "acc-t",
    "pooled-pairwise-accuracy": "pairwise accuracy",
    "system-pearson": "Pearson of systems",
    "segment-pearson": "Pearson of outputs",
}


def write_protocol(protocol):
    """Return a table for each protocol."""
    first = protocol.iloc[0]
    text = HEAD.format(pairs=first["n_tasks"], tables=first["tables"], draws=first["draws"])
    for name, mine in protocol.groupby("protocol", sort=False):
        of_columns = list(dict.fromkeys(zip(mine["measure"], mine["coins"].fillna(""), strict=True)))
        rows = []
        by = ["sees", "shape", "n_systems", "n_inputs"]
        for (sees, shape, n_systems, n_inputs), each in mine.groupby(by, sort=False):
            found = {
                (row.measure, row.coins if row.measure == AVERAGE else ""): row.Index
                for row in each.itertuples()
            }
            cells = [holds(each.loc[[found[column]], "found"]) for column in of_columns]
            rows.append([f"{sees}, {shape}, {n_systems} × {n_inputs}", *cells])
        head = ["world", *(f"average, {coins}" if coins else SAID[measure] for measure, coins in of_columns)]
        text += f"### {name}\n{table(head, rows)}"
    return text


def found_better(protocol):
    """Return how often each test finds the first of two equally good metrics better, where it does too often.

    From protocol, measure and coins to shares, least to most, where metrics differ in outputs alone, and in
    systems.
    """
    found = {}
    for key, mine in protocol.fillna({"coins": ""}).groupby(["protocol", "measure", "coins"], sort=False):
        if mine["found"].max() > LIMIT:
            found[key] = tuple(spread(mine.loc[mine["sees"] == sees, "found"]) for sees in SEES)
    return found


def summary(protocol):
    """Return what the documentation says of these tests."""

    def said(**where):
        mine = protocol
        for column, value in where.items():
            mine = mine[mine[column] == value]
        return " and ".join(spread(mine.loc[mine["sees"] == sees, "found"]) for sees in SEES)

    averages = "; ".join(
        f'the average of {name} {said(protocol=name, coins="independent")}, with `coins = "together"` '
        f"{said(protocol=name, coins='together')}"
        for name in NAMES
    )
    alone = "; ".join(f"{title} {said(measure=measure)}" for measure, title in SAID.items())
    return f"{averages}; alone {alone}"
