"""The measures of a protocol: a value for each metric, and differences of two metrics under swaps."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from workbench.experiment.judgments import Judged
from workbench.experiment.row_coefficients import Coefficient, soft_pairwise_gaps
from workbench.experiment.rows import Row
from workbench.metrics.external import MEANS, OWN, External
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.tie_calibration import tie_curve
from workbench.stats.tests.jackknifed import Influences
from workbench.stats.tests.measure_influences import (
    pooled_accuracy_influences,
    segment_accuracy_influences,
    segment_pearson_influences,
    soft_pairwise_influences,
    system_pearson_influences,
)
from workbench.stats.tests.perm_both import (
    swapped_pairwise,
    swapped_pearson,
    swapped_right,
    swapped_soft_pairwise,
)
from workbench.stats.tests.soft_pairwise_swaps import pseudo_scores
from workbench.types import Array, Integers, Masks

Null = Callable[[Integers, int, np.random.Generator], tuple[Array, Array]]
"""From pairs of metrics, draws and a generator to differences under swaps, and those without."""
Influenced = Callable[[], dict[str, Influences]]
"""What values owe to systems and outputs, by task."""


@dataclass(frozen=True, eq=False)
class TaskScores:
    """What the metrics and people say of one task; higher is better.

    Attributes
    ----------
    rows : list of Row
        Of each metric.
    judged : Judged
    exact : bool
        Whether judgments that differ by a rounding error only are different.
    """

    rows: Sequence[Row]
    judged: Judged
    exact: bool = False

    def names(self) -> list[str]:
        """Return the names of the systems that were judged."""
        named = zip(self.rows[0].task.data.systems, self.judged.systems, strict=True)
        return [name for name, human in named if not np.isnan(human)]

    def systems(self) -> tuple[Array, Array]:
        """Return the scores of systems that were judged, float64[metrics, systems], and their judgments.

        A table of scores may say what a whole system has; else it is what the row makes of its outputs.
        """
        human = self.judged.systems
        kept = ~np.isnan(human)
        return np.stack([round_noise(_of_systems(row, self.judged)[kept]) for row in self.rows]), human[kept]

    def with_segments(self) -> Masks:
        """Return which metrics have scores of outputs, bool[metrics], and not of whole systems only."""
        return np.array([row.scored.wholes is None for row in self.rows], np.bool_)

    def segments(self) -> tuple[Array, Array]:
        """Return the scores of outputs, float64[metrics, systems, segments], NaN where one was not judged."""
        human = self.judged.segments
        kept = ~np.isnan(human).all(axis=1)
        scores = np.stack([row.facing(self.judged).segments for row in self.rows])[:, kept]
        return scores, human[kept]

    def soft_pairwise(self) -> tuple[Array, Array, Array]:
        """Return soft pairwise accuracies, float64[metrics], and of what they are made, as `segments`.

        Of a metric that pools counts that is what each segment contributes to a system's score.
        """
        from workbench.experiment.levels.base import get_level

        level, coefficient = get_level("system"), Coefficient("soft-pairwise-accuracy")
        values = [row.find(self.judged, level, coefficient).estimate.value for row in self.rows]
        kept = ~np.isnan(self.judged.segments).all(axis=1)
        of_rows = [row.facing(self.judged) for row in self.rows]
        x = [
            row.segments if row.pooled is None else pseudo_scores(*row.pooled, ~np.isnan(row.segments))
            for row in of_rows
        ]
        return np.array(values), np.stack(x)[:, kept], self.judged.segments[kept]

    def gaps(self) -> Array:
        """Return how far p-values of metrics and people are apart, float64[metrics, systems, systems]."""
        kept = ~np.isnan(self.judged.segments).all(axis=1)
        every = [soft_pairwise_gaps(row.facing(self.judged), self.judged) for row in self.rows]
        return np.stack(every)[:, kept][:, :, kept]


def system_scores(row: Row, judged: Judged) -> str:
    """Say which scores of systems measures take where a table has two; "" where it has one."""
    if not row.has_other_systems:
        return ""
    return OWN if judged.is_held_against_all else MEANS


def _of_systems(row: Row, judged: Judged) -> Array:
    metric = row.scored.condition.metric
    if isinstance(metric, External) and (judged.is_held_against_all or row.scored.wholes is not None):
        found = metric.of_systems(row.task.data.name, row.task.data.systems)
        if found is not None:
            return found if metric.higher_is_better else -found
    return row.facing(judged).systems


@dataclass(frozen=True, eq=False)
class TaskMeasure:
    """A measure of one task, or of several together.

    Attributes
    ----------
    task : str
        Empty for several.
    values : float64[metrics]
        NaN for a metric without one.
    lowest : float
        The lowest value that the measure can have; the highest is 1.
    n_systems, n_segments, n_pairs : int
    null : callable
    influences : callable
    """

    task: str
    values: Array
    lowest: float
    n_systems: int
    n_segments: int
    n_pairs: int
    null: Null
    influences: Influenced


def measure(name: str, tasks: dict[str, TaskScores]) -> list[TaskMeasure]:
    """Return a measure of each task; one that is pooled, of all of them together.

    Undefined
    ---------
    NaN for a metric that has scores of whole systems only, in a measure of segments.
    """
    if name == "pooled-pairwise-accuracy":
        return [_pooled(tasks)]
    of_task = _OF_SYSTEMS.get(name) or partial(_without_wholes, _OF_SEGMENTS[name])
    return [of_task(task, scores) for task, scores in tasks.items()]


def _without_wholes(of_segments: "OfTask", task: str, scores: TaskScores) -> TaskMeasure:
    """Return a measure of segments on the metrics that have scores of these."""
    kept = scores.with_segments()
    if kept.all():
        return of_segments(task, scores)
    if not kept.any():
        return _of_nothing(task, len(kept))
    values, places = np.full(len(kept), np.nan), np.cumsum(kept) - 1
    rows = [row for row, is_kept in zip(scores.rows, kept, strict=True) if is_kept]
    found = of_segments(task, replace(scores, rows=rows))
    values[kept] = found.values

    def influences() -> dict[str, Influences]:
        # those of a metric without a value are read by nobody
        return {
            name: Influences(*(mine[places] for mine in each)) for name, each in found.influences().items()
        }

    return replace(
        found, values=values, null=lambda pairs, *how: found.null(places[pairs], *how), influences=influences
    )


def _of_nothing(task: str, n_metrics: int) -> TaskMeasure:
    """Return a measure that no metric has, so that no pair of metrics is tested."""

    def null(_: Integers, draws: int, __: np.random.Generator) -> tuple[Array, Array]:
        return np.empty((draws, 0)), np.empty(0)

    return TaskMeasure(task, np.full(n_metrics, np.nan), 0.0, 0, 0, 0, null, dict)


def _pooled(tasks: dict[str, TaskScores]) -> TaskMeasure:
    both = [each.systems() for each in tasks.values()]
    x, z = [each[0] for each in both], [each[1] for each in both]
    right = [_same_order(scores, round_noise(human)) for scores, human in both]
    n_pairs = sum(len(each) * (len(each) - 1) // 2 for each in z)
    hits = np.sum([each.sum(axis=(1, 2)) for each in right], axis=0) / 2
    missing = np.any([np.isnan(each).any(axis=1) for each in x], axis=0)
    values = np.where(missing, np.nan, hits / n_pairs if n_pairs else np.nan)

    def null(pairs: Integers, draws: int, rng: np.random.Generator) -> tuple[Array, Array]:
        return swapped_pairwise(x, z, pairs, draws, rng), _apart(values, pairs)

    n_systems = sum(len(each) for each in z)
    return TaskMeasure(
        "", values, 0.0, n_systems, 0, n_pairs, null,
        lambda: dict(zip(tasks, pooled_accuracy_influences(right), strict=True)),
    )  # fmt: skip


def _same_order(scores: Array, human: Array) -> Array:
    """Return which two systems a metric orders as people do, float64[metrics, systems, systems]."""
    mine = np.sign(scores[:, :, np.newaxis] - scores[:, np.newaxis])
    same = mine == np.sign(human[:, np.newaxis] - human)
    return np.where(np.eye(len(human), dtype=bool), False, same).astype(np.float64)


def _apart(values: Array, pairs: Integers) -> Array:
    return np.asarray(values[pairs[:, 0]] - values[pairs[:, 1]])


def _system_pearson(task: str, scores: TaskScores) -> TaskMeasure:
    x, z = scores.systems()
    if not z.size:
        return _of_nothing(task, len(x))
    return _pearson(task, x, z, (len(z), 0), lambda: {task: system_pearson_influences(x, z)})


def _segment_pearson(task: str, scores: TaskScores) -> TaskMeasure:
    x, z = scores.segments()
    there = ~np.isnan(z) & ~np.isnan(x).any(axis=0)
    if not there.any():
        return _of_nothing(task, len(x))
    shape = int(there.any(axis=1).sum()), int(there.any(axis=0).sum())
    return _pearson(
        task, round_noise(x[:, there]), round_noise(z[there]), shape,
        lambda: {task: segment_pearson_influences(x, z, there)},
    )  # fmt: skip


def _pearson(task: str, x: Array, z: Array, shape: tuple[int, int], influences: Influenced) -> TaskMeasure:
    centred, human = x - x.mean(axis=1, keepdims=True), z - z.mean()
    with np.errstate(invalid="ignore", divide="ignore"):
        values = centred @ human / np.sqrt((centred**2).sum(axis=1) * (human**2).sum())
    # the mean of constant scores may be another number: what is left is noise
    varies = (x != x[:, :1]).any(axis=1) & (z != z[:1]).any()
    values = np.where(np.isfinite(values) & varies, values, np.nan)

    def null(pairs: Integers, draws: int, rng: np.random.Generator) -> tuple[Array, Array]:
        return swapped_pearson(x, z, pairs, draws, rng), _apart(values, pairs)

    return TaskMeasure(task, values, -1.0, *shape, 0, null, influences)


def _segment_accuracy(task: str, scores: TaskScores) -> TaskMeasure:
    """Ties are calibrated for each metric: the best threshold for all segments (Deutsch et al. 2023)."""
    x, z = scores.segments()
    x, z = (x, z) if scores.exact else (round_noise(x), round_noise(z.T).T)
    i, j = np.triu_indices(len(z), 1)
    there = ~np.isnan(z) & ~np.isnan(x).any(axis=0)
    pairs_there = there[i] & there[j]
    per_segment = pairs_there.sum(axis=0)
    n_groups = int((per_segment > 0).sum())
    human = np.sign(z[i] - z[j])[pairs_there]
    weights = np.broadcast_to(1 / np.maximum(per_segment, 1) / max(n_groups, 1), pairs_there.shape)[
        pairs_there
    ]
    values, right = np.full(len(x), np.nan), np.zeros((len(x), human.size), np.bool_)
    for at, mine in enumerate(np.where(there, x, np.nan)):
        curve = tie_curve(mine.T, z.T, scores.exact)
        if curve.thresholds.size:
            values[at] = curve.accuracies[curve.best]
            apart = (mine[i] - mine[j])[pairs_there]
            said = np.where(np.abs(apart) <= curve.thresholds[curve.best], 0.0, np.sign(apart))
            right[at] = said == human

    def null(pairs: Integers, draws: int, rng: np.random.Generator) -> tuple[Array, Array]:
        return swapped_right(right, weights, pairs, draws, rng), _apart(values, pairs)

    return TaskMeasure(
        task, values, 0.0, len(z), n_groups, human.size, null,
        lambda: {task: segment_accuracy_influences(right, pairs_there, len(z))},
    )  # fmt: skip


def _soft_pairwise(task: str, scores: TaskScores) -> TaskMeasure:
    values, x, z = scores.soft_pairwise()

    def null(pairs: Integers, draws: int, rng: np.random.Generator) -> tuple[Array, Array]:
        return swapped_soft_pairwise(x, z, pairs, draws, rng)

    n_segments = int((~np.isnan(z)).any(axis=0).sum())
    there = (~np.isnan(z) & ~np.isnan(x).any(axis=0)).astype(np.int64)
    n_pairs = int((there @ there.T > 0)[np.triu_indices(len(z), 1)].sum())
    return TaskMeasure(
        task, values, 0.0, len(z), n_segments, n_pairs, null,
        lambda: {task: soft_pairwise_influences(scores.gaps())},
    )  # fmt: skip


OfTask = Callable[[str, TaskScores], TaskMeasure]
_OF_SYSTEMS: dict[str, OfTask] = {"system-pearson": _system_pearson}
_OF_SEGMENTS: dict[str, OfTask] = {
    "soft-pairwise-accuracy": _soft_pairwise,
    "segment-pearson": _segment_pearson,
    "segment-accuracy": _segment_accuracy,
}
