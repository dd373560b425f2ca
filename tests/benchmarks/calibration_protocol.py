"""How often the tests of a protocol of the WMT metrics tasks find one of two equally good metrics better."""

from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd
from benchmarks.calibration_errors import LIMIT, holds
from benchmarks.calibration_special import draw_segments, find_world
from benchmarks.calibration_writing import spread, table
from scipy.special import ndtr

from workbench.analyses.protocol.averages import AVERAGE, average_of, measure_each, names_of
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
BEYOND = ("inputs", "names")
"""Other worlds, for the jackknife: metrics see half of the segments each, or systems are the same in each
language pair, and so is what metrics make of them."""
TESTS = ("perm-both", "jackknife")
SIZES = ((8, 40), (12, 60), (16, 100))
LANGUAGE_PAIRS, TABLES, DRAWS, LEVEL = 3, 400, 99, 0.05
COLUMNS = [
    "protocol", "measure", "test", "coins", "sees", "shape", "r", "n_systems", "n_inputs", "n_tasks",
    "tables", "draws", "found", "error",
]  # fmt: skip


@dataclass(frozen=True, eq=False)
class Simulated(TaskScores):
    """Simulated scores in place of an experiment's: of outputs, people's first."""

    scores: Array = field(kw_only=True)
    place: str = field(kw_only=True)

    def names(self):
        """Return names of systems, which tasks of one place share."""
        return [f"{self.place} {number}" for number in range(self.scores.shape[1])]

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

    def gaps(self):
        """Return how far these p-values of metrics and people are apart."""
        lead = self.scores[:, :, np.newaxis] - self.scores[:, np.newaxis]
        p = ndtr(-lead.sum(axis=3) / np.sqrt(np.maximum((lead**2).sum(axis=3), 1e-12)))
        apart = np.abs(p[1:] - p[0])
        return np.where(np.eye(apart.shape[1], dtype=bool), np.nan, apart)


BLIND, SHARED = "half of the inputs", "the same systems"
KINDS = {
    "outputs": ("normal", "heavy-quality", "clustered-quality", "far-quality", "very-convex"),
    "systems": ("normal", "heavy-deviation", "clustered-both", "shrinking-deviation"),
    "inputs": (BLIND,),
    "names": (SHARED,),
}


def draw_beyond(sees, n_systems, n_inputs, rng):
    """Yield scores of people and two metrics in the worlds beyond, float64[3, n_systems, n_inputs]."""
    while True:
        quality, own = rng.normal(size=n_systems), 0.6 * rng.normal(size=(2, n_systems, 1))
        for _ in range(LANGUAGE_PAIRS):
            scores = np.tile(quality[:, np.newaxis], (3, 1, n_inputs))
            if sees == "inputs":
                scores[1:] *= 2.0 * rng.integers(2, size=(2, 1, n_inputs))
            else:
                scores[1:] += own
            scores += rng.normal(size=(3, 1, n_inputs)) + rng.normal(size=scores.shape)
            scores[0] = np.rint(scores[0])
            yield scores
            if sees == "inputs":
                quality = rng.normal(size=n_systems)


def each_table(name, drawn, tables, draws, is_shared):
    """Yield of each table, of three language pairs, what is found of its two metrics.

    From measure, test, coins and task to the column of the measure and the p-values that a metric is better.
    """
    asked = PROTOCOLS.get(name)
    for number in range(tables):
        tasks = {
            f"task {at}": Simulated(NAMES, None, scores=next(drawn), place="all" if is_shared else str(at))
            for at in range(LANGUAGE_PAIRS)
        }
        columns, parts = measure_each(asked, {}, tasks, draws, LEVEL, number, jackknife=True)
        averages = {
            coins: average_of(asked, columns, parts, LEVEL, number, coins == "together", names_of(tasks))
            for coins in COINS
        }
        found = {}
        for coins, each in [*averages.items(), *(("", column) for column in columns)]:
            if draws:
                found[each.measure, "perm-both", coins, each.task] = each, each.p
            if coins != "together":
                found[each.measure, "jackknife", "", each.task] = each, each.jackknife.p
        yield found


def protocol(name, sees, kind, n_systems, n_inputs):
    """Return how often each test, at the level .05 one-sided, finds one of two equally good metrics better.

    Half of the share of tables in which either is found better: each is as likely.
    """
    rng = stream(6, "protocol", name, sees, kind, str(n_systems))
    if sees in BEYOND:
        r, drawn = np.nan, draw_beyond(sees, n_systems, n_inputs, rng)
    else:
        world = find_world(kind)
        world = replace(world, r=world.most) if sees == "outputs" else world
        r, drawn = world.r, draw_segments(world, n_systems, n_inputs, 2, TABLES * LANGUAGE_PAIRS, rng)
    draws = 0 if sees in BEYOND else DRAWS
    better = {}
    for table_found in each_table(name, drawn, TABLES, draws, kind == SHARED):
        for key, (_, p) in table_found.items():
            better.setdefault(key, []).append((p <= LEVEL).any())
    found = []
    for of_test in dict.fromkeys(key[:3] for key in better):
        shown = np.array([hits for key, hits in better.items() if key[:3] == of_test])
        value, error = calibration.share(shown)
        place = [name, *of_test, sees, kind, r, n_systems, n_inputs, LANGUAGE_PAIRS, TABLES]
        found.append([*place, draws if of_test[1] == "perm-both" else 0, value / 2, error / 2])
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

The jackknife over systems, which asks whether the order would hold for other systems (and, of measures of
segments, other inputs), was tried in the same worlds and in two more. *inputs*: metrics do not differ in what
they make of a system, but each sees half of the inputs only; *names*: the systems are the same in each
language pair, and so is what a metric makes of them.

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
    for (name, test), mine in protocol.groupby(["protocol", "test"], sort=False):
        of_columns = list(dict.fromkeys(zip(mine["measure"], mine["coins"].fillna(""), strict=True)))
        rows = []
        by = ["sees", "shape", "n_systems", "n_inputs"]
        for (sees, shape, n_systems, n_inputs), each in mine.groupby(by, sort=False):
            found = {
                (row.measure, row.coins if row.coins == row.coins else ""): row.Index
                for row in each.itertuples()
            }
            cells = [holds(each.loc[[found[column]], "found"]) for column in of_columns]
            rows.append([f"{sees}, {shape}, {n_systems} × {n_inputs}", *cells])
        head = ["world", *(_headed(measure, coins) for measure, coins in of_columns)]
        text += f"### {name}{'' if test == TESTS[0] else ', jackknife'}\n{table(head, rows)}"
    return text


def _headed(measure, coins):
    return ", ".join(filter(None, (SAID.get(measure, measure), coins)))


def found_better(protocol):
    """Return how often each test finds the first of two equally good metrics better, where it does too often.

    From protocol, measure and coins to shares, least to most, where metrics differ in outputs alone, and in
    systems.
    """
    found = {}
    published = protocol[protocol["test"] == TESTS[0]].fillna({"coins": ""})
    for key, mine in published.groupby(["protocol", "measure", "coins"], sort=False):
        if mine["found"].max() > LIMIT:
            found[key] = tuple(spread(mine.loc[mine["sees"] == sees, "found"]) for sees in SEES)
    return found


def summary(protocol):
    """Return what the documentation says of these tests."""

    def said(**where):
        mine = protocol[protocol["test"] == TESTS[0]]
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


def summary_of_jackknife(protocol):
    """Return what the documentation says of the jackknife: shares by measure, over all worlds."""
    mine = protocol[protocol["test"] == TESTS[1]]
    parts = [f"the average of {name} {spread(each['found'])}"
             for name, each in mine[mine["measure"] == AVERAGE].groupby("protocol", sort=False)]  # fmt: skip
    parts += [
        f"{title} {spread(mine.loc[mine['measure'] == measure, 'found'])}" for measure, title in SAID.items()
    ]
    return ", ".join(parts)
