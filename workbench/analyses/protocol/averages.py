"""Values of metrics on the tasks of a protocol, their weighted averages, and which metrics are better."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.analyses.protocol.measures import TaskMeasure, TaskScores, measure
from workbench.report.layouts.protocol_tables import MeasureName, Protocol
from workbench.stats.coefficients.noise import tie_coefficients
from workbench.stats.ranking.system_ranks import assign_ranks
from workbench.stats.resampling.streams import stream
from workbench.stats.tests.jackknifed import Influences, add_up, jackknife_tests
from workbench.stats.tests.perm_both import one_sided
from workbench.types import Array, Integers

AVERAGE = "average"


class JackknifeRanking(NamedTuple):
    """What a test says of metrics: float64[metrics, metrics], NaN where a row is not above a column.

    `p` that it is better, `errors` of their differences, `ranks` as in `MeasureColumn`.
    """

    p: Array
    errors: Array
    ranks: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class MeasureColumn:
    """A measure of one task or of several, or the average, with what tests say.

    Attributes
    ----------
    measure, heading, task : str
    weight : float
        In the average, of which all add up to 1.
    values : float64[metrics]
    p : float64[metrics, metrics]
        That a row is better than a column, where its value is at least as high; NaN elsewhere. PERM-BOTH.
    ranks : int64[metrics]
        The cluster of each metric, from 1; 0 without a value or without tests.
    jackknife : JackknifeRanking
        The same by the jackknife over systems and inputs.
    n_systems, n_segments, n_pairs : int
    lowest : float
        The lowest value that the measure can have; the highest is 1.
    """

    measure: str
    heading: str
    task: str
    weight: float
    values: Array
    p: Array
    ranks: NDArray[np.int64]
    jackknife: JackknifeRanking
    n_systems: int = 0
    n_segments: int = 0
    n_pairs: int = 0
    lowest: float = 0.0


@dataclass(frozen=True, eq=False)
class Part:
    """What a measure adds to the difference of two averages.

    Attributes
    ----------
    task : str
        Empty for a measure that pools tasks.
    null, seen : float64[draws, pairs], float64[pairs]
        Weighted differences under swaps, and without.
    influences : dict of str to Influences
        Of each task, weighted; none without the jackknife.
    """

    task: str
    null: Array
    seen: Array
    influences: Mapping[str, Influences] = field(default_factory=dict)


def columns_of(
    protocol: Protocol,
    weights: Mapping[MeasureName, float],
    tasks: dict[str, TaskScores],
    draws: int,
    level: float,
    seed: int,
    together: bool = False,
    jackknife: bool = False,
) -> list[MeasureColumn]:
    """Return the average, as `average_of` tests it, then each measure of each task, as `measure_each`."""
    columns, parts = measure_each(protocol, weights, tasks, draws, level, seed, jackknife)
    return [average_of(protocol, columns, parts, level, seed, together, names_of(tasks)), *columns]


def names_of(tasks: Mapping[str, TaskScores]) -> dict[str, list[str]]:
    """Return the names of the systems of each task."""
    return {task: scores.names() for task, scores in tasks.items()}


def measure_each(
    protocol: Protocol,
    weights: Mapping[MeasureName, float],
    tasks: dict[str, TaskScores],
    draws: int,
    level: float,
    seed: int,
    jackknife: bool = False,
) -> tuple[list[MeasureColumn], list[Part]]:
    """Return each measure of each task, in the order of the protocol, and what those that count add.

    Correlations are put on [0, 1] before they are averaged, as (value + 1) / 2.
    """
    found = [
        (use, weights.get(use.name, use.weight) * (len(tasks) / len(of_tasks)), each)
        for use in protocol.measures
        for of_tasks in [measure(use.name, tasks)]
        for each in of_tasks
    ]
    total = sum(weight for _, weight, _ in found)
    pairs, names = _pairs(len(found[0][2].values)), names_of(tasks)
    columns, parts = [], []
    for use, weight, each in found:
        share, scale = weight / total, 1 - each.lowest
        apart, own = _swapped(each, pairs, draws, stream(seed, "protocol", use.name, each.task))
        influences = each.influences() if jackknife else {}
        if share:
            part = {task: mine.times(share / scale) for task, mine in influences.items()}
            parts.append(Part(each.task, share / scale * apart, share / scale * own, part))
        p, ranks = _ranked(each.values, pairs, apart, own, level)
        columns.append(
            MeasureColumn(
                use.name, use.heading, each.task, share, each.values, p, ranks,
                _jackknifed(each.values, influences, names, level),
                each.n_systems, each.n_segments, each.n_pairs, each.lowest,
            )
        )  # fmt: skip
    return columns, parts


def average_of(
    protocol: Protocol,
    columns: Sequence[MeasureColumn],
    parts: Sequence[Part],
    level: float,
    seed: int,
    together: bool = False,
    names: Mapping[str, Sequence[str]] | None = None,
) -> MeasureColumn:
    """Return the weighted average of measures.

    The difference of two averages is tested by the weighted sum of the differences under swaps of each task,
    whose coins are independent of each other, as in mt-metrics-eval. Measures of one language pair see the
    same outputs, so that the sum varies more than that: the test of the average rejects too often. With
    `together` the sum has the most variance that its parts allow: within a language pair the largest
    difference of one measure goes with the largest of the others. A measure that pools language pairs binds
    all of them. The jackknife leaves a system, by its name, out of all tasks and measures together.

    Undefined
    ---------
    A metric without a value in a task that counts has no average.
    """
    average = np.zeros(len(columns[0].values))
    for each in columns:
        if each.weight:
            average += each.weight * (each.values - each.lowest) / (1 - each.lowest)
    bound = any(not each.task for each in parts)
    named = [("" if bound else each.task, each.null) for each in parts]
    drawn = bind(named, seed) if together else [each for _, each in named]
    null, seen = np.zeros_like(parts[0].null), np.zeros_like(parts[0].seen)
    for mine, part in zip(drawn, parts, strict=True):
        null += mine
        seen += part.seen
    p, ranks = _ranked(average, _pairs(len(average)), null, seen, level)
    of_task: dict[str, list[Influences]] = {}
    for part in parts:
        for task, influences in part.influences.items():
            of_task.setdefault(task, []).append(influences)
    moved = {task: add_up(each) for task, each in of_task.items()}
    tested = _jackknifed(average, moved, names or {}, level)
    return MeasureColumn(AVERAGE, protocol.average, "", 1.0, average, p, ranks, tested)


def _pairs(n_metrics: int) -> Integers:
    return np.array(list(combinations(range(n_metrics), 2)), np.int64).reshape(-1, 2)


def bind(parts: Sequence[tuple[str, Array]], seed: int) -> list[Array]:
    """Return differences under swaps so that those of one name rise and fall together.

    Each column of a part is put in order, and the same order is drawn for all parts of a name: no dependence
    gives a sum of them more variance.

    Parameters
    ----------
    parts
        Name and float64[draws, pairs].

    Examples
    --------
    >>> one, other = bind([("x", np.array([[2.0], [1.0]])), ("x", np.array([[5.0], [7.0]]))], 0)
    >>> sorted((one + other).ravel().tolist())
    [6.0, 9.0]
    """
    orders = {name: stream(seed, "protocol bound", name).permutation(len(part)) for name, part in parts}
    return [np.sort(part, axis=0)[orders[name]] for name, part in parts]


def _swapped(each: TaskMeasure, pairs: Integers, draws: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return the differences under swaps, of pairs of metrics that both have a value; else NaN."""
    null, seen = np.full((draws, len(pairs)), np.nan), np.full(len(pairs), np.nan)
    defined = ~np.isnan(each.values[pairs]).any(axis=1)
    if draws and defined.any():
        null[:, defined], seen[defined] = each.null(pairs[defined], draws, rng)
    return null, seen


def _ranked(
    values: Array, pairs: Integers, null: Array, seen: Array, level: float
) -> tuple[Array, NDArray[np.int64]]:
    """Return p-values of the better one of two metrics, and the clusters that follow."""
    p = np.full((len(values), len(values)), np.nan)
    if not len(null):
        return p, np.zeros(len(values), np.int64)
    for (one, other), mine, theirs in zip(pairs, one_sided(null, seen), one_sided(-null, -seen), strict=True):
        p[one, other], p[other, one] = mine, theirs
    return _clustered(values, p, level)


def _clustered(values: Array, p: Array, level: float) -> tuple[Array, NDArray[np.int64]]:
    """Return p-values where a row is not below a column, and the clusters that follow."""
    ranks = np.zeros(len(values), np.int64)
    values = tie_coefficients(values)
    p = np.where((values[:, np.newaxis] >= values) & ~np.isnan(p), p, np.nan)
    order = _best_first(values)
    ranks[order] = assign_ranks(p[np.ix_(order, order)], level)
    return p, ranks


def _jackknifed(
    values: Array, influences: Mapping[str, Influences], names: Mapping[str, Sequence[str]], level: float
) -> JackknifeRanking:
    """Return what the jackknife says of each two metrics; nothing without influences."""
    p, errors = np.full((2, len(values), len(values)), np.nan)
    if not influences:
        return JackknifeRanking(p, errors, np.zeros(len(values), np.int64))
    one, other = (pairs := _pairs(len(values))).T
    (p[one, other], p[other, one]), errors[one, other] = jackknife_tests(values, influences, names, pairs)
    errors[other, one] = errors[one, other]
    p, ranks = _clustered(values, p, level)
    return JackknifeRanking(p, errors, np.where(np.isnan(p).all(), 0, ranks))


def _best_first(values: Array) -> NDArray[np.int64]:
    defined = np.flatnonzero(~np.isnan(values))
    return np.asarray(defined[np.argsort(-values[defined], kind="stable")])
