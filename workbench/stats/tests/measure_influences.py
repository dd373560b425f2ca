"""What measures of the WMT metrics tasks owe to each system, segment and output (`jackknifed`)."""

from collections.abc import Sequence

import numpy as np

from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.soft_pairwise import gaps_by_system
from workbench.stats.resampling.leave_out import without_each
from workbench.stats.tests.jackknifed import Influences, of_segments, of_systems
from workbench.types import Array, Integers, Masks


def pooled_accuracy_influences(right: Sequence[Array]) -> list[Influences]:
    """Return those of pairwise accuracy pooled over tasks, for each task.

    Parameters
    ----------
    right
        Of each task float64[n_metrics, n_systems, n_systems]: 1 for two systems that the metric orders as
        people do, 0 for others and on the diagonal.

    Examples
    --------
    One of three pairs is right; without the third system it is the only one.

    >>> right = np.zeros((1, 3, 3))
    >>> right[0, 0, 1] = right[0, 1, 0] = 1
    >>> [found] = pooled_accuracy_influences([right])
    >>> found.systems.round(3)
    array([[ 0.272,  0.272, -0.544]])
    """
    hits = np.sum([each.sum(axis=(1, 2)) for each in right], axis=0)[:, np.newaxis] / 2
    n_pairs = sum(each.shape[1] * (each.shape[1] - 1) / 2 for each in right)
    found = []
    for each in right:
        left = n_pairs - (each.shape[1] - 1)
        found.append(
            of_systems((hits - each.sum(axis=2)) / left if left else np.full(each.shape[:2], np.nan))
        )
    return found


def system_pearson_influences(x: Array, z: Array) -> Influences:
    """Return those of Pearson's coefficient of systems, float64[n_metrics, n_systems] with [n_systems]."""
    return of_systems(without_each(x, np.broadcast_to(z, x.shape).copy(), "pearson"))


def soft_pairwise_influences(gaps: Array) -> Influences:
    """Return those of soft pairwise accuracy, from `pair_gaps`, float64[n_metrics, n_systems, n_systems]."""
    known = (~np.isnan(gaps)).sum(axis=2).astype(np.float64)
    return of_systems(1 - gaps_by_system(np.nansum(gaps, axis=2), known)[1])


def segment_pearson_influences(x: Array, z: Array, there: Masks) -> Influences:
    """Return those of Pearson's coefficient of all outputs together.

    Parameters
    ----------
    x, z, there
        float64[n_metrics, n_systems, n_segments], float64[n_systems, n_segments] and bool of its shape: the
        outputs that count.
    """
    n_systems = len(z)
    without = np.empty((len(x), n_systems))
    for system in range(n_systems):
        kept = there & (np.arange(n_systems) != system)[:, np.newaxis]
        mine, theirs = _standard(x[:, kept]), _standard(z[kept])
        without[:, system] = (mine * theirs).mean(axis=1) if kept.any() else np.nan
    a, b = _standard(x[:, there]), _standard(z[there])
    r = (a * b).mean(axis=1, keepdims=True)
    outputs = np.zeros(x.shape)
    # the influence function of a correlation (Devlin, Gnanadesikan and Kettenring 1975)
    outputs[:, there] = (a * b - r / 2 * (a**2 + b**2)) / max(1, there.sum())
    return of_segments(without, outputs.sum(axis=1), outputs, there)


def _standard(scores: Array) -> Array:
    """Return scores less their mean, over their deviation; NaN of constant ones."""
    if not scores.size:
        return np.full(scores.shape, np.nan)
    centred = scores - scores.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True))
    rounded = round_noise(scores)  # the mean of constant scores may be another number
    varies = (rounded != rounded[..., :1]).any(axis=-1, keepdims=True)
    return np.asarray(centred / np.where(varies, spread, np.nan))


def segment_accuracy_influences(right: Masks, there: Masks, n_systems: int) -> Influences:
    """Return those of the mean over segments of the accuracy of pairs; thresholds of ties stay.

    At the best threshold the accuracy does not move with it, to first order.

    Parameters
    ----------
    right
        bool[n_metrics, n]: whether a metric is right about each pair that counts, in the order of `there`.
    there
        bool[n_pairs, n_segments]: which pairs of systems count, in the order (0, 1), (0, 2) ... (1, 2) ...
    n_systems
        One alone is in no pair.
    """
    (i, j), n_segments = np.triu_indices(n_systems, 1), there.shape[1]
    pairs, pairs_of = _by_segment(there.astype(np.float64), i, j, n_systems)
    n_used = max(1, int((pairs > 0).sum()))
    without, segments = np.empty((len(right), n_systems)), np.zeros((len(right), n_segments))
    outputs = np.zeros((len(right), n_systems, n_segments))
    for metric, mine in enumerate(right):
        said = np.zeros(there.shape)
        said[there] = mine
        hits, hits_of = _by_segment(said, i, j, n_systems)
        accuracy = _over(hits, pairs)
        without[metric] = _mean_of_known(_over(hits - hits_of, pairs - pairs_of))
        value = _mean_of_known(accuracy)
        segments[metric] = np.nan_to_num(accuracy - value) / n_used
        # of a pair as much is owed to each of its two outputs
        outputs[metric] = np.nan_to_num(_over(hits_of - pairs_of * accuracy, pairs)) / n_used
    return of_segments(without, segments, outputs, pairs_of > 0)


def _by_segment(pairs: Array, i: Integers, j: Integers, n_systems: int) -> tuple[Array, Array]:
    """Return sums over the pairs of each segment, and those of the pairs of each system."""
    of_each = np.zeros((n_systems, pairs.shape[1]))
    np.add.at(of_each, i, pairs)
    np.add.at(of_each, j, pairs)
    return pairs.sum(axis=0), of_each


def _over(hits: Array, pairs: Array) -> Array:
    found: Array = np.divide(hits, pairs, out=np.full(hits.shape, np.nan), where=pairs > 0)
    return found


def _mean_of_known(values: Array) -> Array:
    """Return the mean along the last axis without what is NaN; NaN where all is."""
    return _over(np.nansum(values, axis=-1), (~np.isnan(values)).sum(axis=-1))
