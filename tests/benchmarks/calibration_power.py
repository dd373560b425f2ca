"""How often the tests of a protocol find the better one of two metrics, and where the jackknife fails."""

from dataclasses import replace

import numpy as np
import pandas as pd
from benchmarks.calibration_errors import LIMIT
from benchmarks.calibration_protocol import DRAWS, LANGUAGE_PAIRS, LEVEL, NAMES, SAID, TESTS, each_table
from benchmarks.calibration_special import draw_segments, find_world
from benchmarks.calibration_writing import share, spread, table

from workbench.analyses.protocol.averages import AVERAGE
from workbench.stats.resampling.streams import stream
from workbench.stats.simulation import calibration

SEES, KIND, EFFECTS = ("outputs", "systems"), "normal", (0.5, 1.5)
"""What the second metric errs in, and the deviation of the error that is added to it."""
SIZES = ((8, 40),)
TABLES = 200
POWER = [
    "protocol", "measure", "test", "coins", "sees", "shape", "effect", "n_systems", "n_inputs", "n_tasks",
    "tables", "draws", "difference", "found", "error",
]  # fmt: skip


def worse(drawn, sees, effect, rng):
    """Yield tables in which an error is added to the second metric: of outputs, or of systems."""
    for scores in drawn:
        shape = scores.shape[1:] if sees == "outputs" else (scores.shape[1], 1)
        scores[2] += effect * rng.normal(size=shape)
        yield scores


def power(name, sees, n_systems, n_inputs):
    """Return how often each test, at the level .05 one-sided, finds the better one of two metrics."""
    world, found = find_world(KIND), []
    world = replace(world, r=world.most) if sees == "outputs" else world
    for effect in EFFECTS:
        rng = stream(6, "power", name, sees, str(n_systems), f"{effect:g}")
        drawn = draw_segments(world, n_systems, n_inputs, 2, TABLES * LANGUAGE_PAIRS, rng)
        better, apart = {}, {}
        for of_table in each_table(name, worse(drawn, sees, effect, rng), TABLES, DRAWS, False):
            for (*of_test, _), (column, p) in of_table.items():
                better.setdefault(tuple(of_test), []).append(p[0, 1] <= LEVEL)
                apart.setdefault(tuple(of_test), []).append(column.values[0] - column.values[1])
        for of_test, hits in better.items():
            place = [name, *of_test, sees, KIND, effect, n_systems, n_inputs, LANGUAGE_PAIRS, TABLES]
            draws = DRAWS if of_test[1] == "perm-both" else 0
            found.append([*place, draws, np.mean(apart[of_test]), *calibration.share(np.array(hits))])
    return pd.DataFrame(found, columns=POWER)


UNLIKE_TABLES, TRIED_TABLES, DEVIATIONS = 400, 100, (0.2, 0.5, 0.8, 1.1, 1.5)
OUTPUT_NOISE, RARE = (1.5, 0.2), 1 / 8
UNLIKE = [
    "protocol", "measure", "test", "n_systems", "n_inputs", "n_tasks", "deviation", "tables", "difference",
    "difference_error", "first", "second", "error",
]  # fmt: skip


def draw_unlike(deviation, n_systems, n_inputs, rng):
    """Yield scores of people and two metrics that err unlike each other.

    The first sees each output with much noise and has nothing of its own for systems. The second sees outputs
    nearly as they are, and moves one system of eight far up.
    """
    while True:
        scores = rng.normal(size=(1, n_systems, 1)) + rng.normal(size=n_inputs)
        noise = np.array([1.0, *OUTPUT_NOISE])[:, np.newaxis, np.newaxis]
        scores = scores + noise * rng.normal(size=(3, n_systems, n_inputs))
        scores[0] = np.rint(scores[0])
        scores[2] += deviation / np.sqrt(RARE) * (rng.random((n_systems, 1)) < RARE)
        yield scores


def unlike(name, n_systems, n_inputs):
    """Return how often the jackknife finds each of two metrics better whose averages are the same.

    The deviation of the second that makes them the same is found on other tables, of the same size.
    """

    def found(deviation, tables, seed):
        drawn = draw_unlike(deviation, n_systems, n_inputs, stream(6, "unlike", name, str(n_systems), seed))
        of_each = [each[AVERAGE, "jackknife", "", ""] for each in each_table(name, drawn, tables, 0, False)]
        return np.array([c.values[0] - c.values[1] for c, _ in of_each]), np.array([p for _, p in of_each])

    ahead = [found(deviation, TRIED_TABLES, "tried")[0].mean() for deviation in DEVIATIONS]
    deviation = float(np.interp(0.0, np.maximum.accumulate(ahead), DEVIATIONS))
    apart, p = found(deviation, UNLIKE_TABLES, "counted")
    (first, _), (second, error) = (
        calibration.share(p[:, one, other] <= LEVEL) for one, other in ((0, 1), (1, 0))
    )
    place = [name, AVERAGE, "jackknife", n_systems, n_inputs, LANGUAGE_PAIRS, deviation, UNLIKE_TABLES]
    of_difference = [apart.mean(), apart.std(ddof=1) / np.sqrt(UNLIKE_TABLES)]
    return pd.DataFrame([[*place, *of_difference, first, second, error]], columns=UNLIKE)


HEAD = """\
## Power of the metrics tasks' tests
The worlds *normal* above, *outputs* and *systems*, with one error more in the second metric: normal noise of
each output, or of each system, whose deviation is said (that of qualities is 1, and so is that of the noise
of outputs that both metrics have). Cells are the share of {tables} tables in which the jackknife over systems
finds the first metric better, and after the stroke that of PERM-BOTH with {draws} swaps (of the average with
`coins = "together"`), at the level .05, one-sided. A dash is where PERM-BOTH finds the first of two equal
metrics better in more than .065 of the tables of that world, so that what it finds says nothing. Standard
errors are at most {error}, of a measure of each language pair {error_of_tasks}.

"""
UNLIKE_HEAD = """\
### Where the jackknife does not hold: metrics that err unlike each other
Of two metrics with the same average the first sees each output with noise of deviation {noise}, and has
nothing of its own for systems; the second sees outputs nearly as they are (noise {little}) and moves one
system of eight up, by as much as makes the averages the same. {tables} tables; cells are the share in which
each is found better at the level .05, one-sided. Without a system that stands out the second metric is the
better one, and many samples have fewer of those than there are on average: so it is found better too often,
and the first seldom.

"""


def _holds(protocol, row, coins):
    """Tell whether PERM-BOTH holds its level in the world that a row has an effect in."""
    of = protocol[(protocol["test"] == TESTS[0]) & (protocol["shape"] == KIND)].fillna({"coins": ""})
    for column in ("protocol", "measure", "sees", "n_systems"):
        of = of[of[column] == getattr(row, column)]
    [found] = of.loc[of["coins"] == coins, "found"]
    return found <= LIMIT


def pair_up(power, protocol):
    """Return the power of both tests by world and measure; NaN for PERM-BOTH where it does not hold."""
    by = ["protocol", "sees", "effect", "n_systems", "n_inputs", "measure"]
    power = power.fillna({"coins": ""})
    jackknife = power[power["test"] == TESTS[1]].set_index(by)["found"]
    mine = power[(power["test"] == TESTS[0]) & (power["coins"] != "independent")]
    held = [row.found if _holds(protocol, row, row.coins) else np.nan for row in mine.itertuples()]
    return pd.DataFrame({"jackknife": jackknife, "perm-both": mine.assign(held=held).set_index(by)["held"]})


def write_power(power, protocol, unlike):
    """Return a table for each protocol, and that of the worlds in which the jackknife does not hold."""
    both, first = pair_up(power, protocol), power.iloc[0]
    average = power["measure"].isin([AVERAGE, "pooled-pairwise-accuracy"])
    errors = {
        "error": share(power.loc[average, "error"].max()),
        "error_of_tasks": share(power.loc[~average, "error"].max()),
    }
    text = HEAD.format(tables=first["tables"], draws=power["draws"].max(), **errors)
    for name in NAMES:
        mine = both.loc[name]
        measures = [each for each in (AVERAGE, *SAID) if each in mine.index.get_level_values("measure")]
        rows = []
        for (sees, effect, n, inputs), each in mine.groupby(level=[0, 1, 2, 3], sort=False):
            cells = []
            for measure in measures:
                [(found, published)] = each.xs(measure, level="measure").to_numpy()
                cells.append(f"{share(found)} / {'–' if np.isnan(published) else share(published)}")
            rows.append([f"{sees}, {effect:g} more, {n} × {inputs}", *cells])
        text += f"### {name}, power\n{table(['world', *(SAID.get(each, each) for each in measures)], rows)}"
    text += UNLIKE_HEAD.format(noise=OUTPUT_NOISE[0], little=OUTPUT_NOISE[1], tables=unlike.iloc[0]["tables"])
    rows = [
        [
            f"{row.protocol}, {row.n_systems} × {row.n_inputs}", f"{row.deviation / np.sqrt(RARE):.2f}",
            f"{row.difference:+.4f} ± {row.difference_error:.4f}", share(row.first), share(row.second),
        ]
        for row in unlike.itertuples(index=False)
    ]  # fmt: skip
    head = ["average of", "moved up by", "first less second", "first found better", "second found better"]
    return text + table(head, rows)


def summary_of_power(power, protocol):
    """Return what the documentation says of power: means over worlds in which PERM-BOTH holds its level."""
    both = pair_up(power, protocol).dropna()
    parts = []
    for name in NAMES:
        mine = both.loc[name]
        for measure in (AVERAGE, *SAID):
            if measure in mine.index.get_level_values("measure"):
                own = mine.xs(measure, level="measure")
                title = f"the average of {name}" if measure == AVERAGE else SAID[measure]
                parts.append(f"{title} {share(own['jackknife'].mean())} for {share(own['perm-both'].mean())}")
    return ", ".join(parts)


def summary_of_unlike(unlike):
    """Return what the documentation says of metrics that err unlike each other."""
    return (
        f"the one that sees outputs well and a few systems wrongly was found better in "
        f"{spread(unlike['second'])}, the other one in {spread(unlike['first'])}"
    )
