"""Soft pairwise accuracy under swaps of two metrics' scores."""

from collections.abc import Callable

import numpy as np

from workbench.kernels.resampling import resampled_sums
from workbench.stats.coefficients.soft_pairwise import gaps_by_system, pair_gaps
from workbench.stats.resampling.jackknife import errors_without
from workbench.stats.tests.scales import EQUAL, on_one_scale
from workbench.stats.tests.swapped import studentise
from workbench.stats.tests.under_swaps import Statistics, Swapping
from workbench.types import Array, Integers, Masks


def pseudo_scores(counts: Array, score: Callable[[Array], Array], present: Masks) -> Array:
    """Return what each segment contributes to a score that is made of summed counts.

    The jackknife's pseudo-values, n s - (n - 1) s without the segment (Tukey 1958): their mean is about the
    score, and of a mean it is the mean exactly.

    Parameters
    ----------
    counts
        float64[n_systems, n_segments, n_columns].
    score
        From summed counts to a score.
    present
        bool[n_systems, n_segments]: the segments that count. The only one of a system contributes the score.

    Examples
    --------
    >>> counts = np.array([[[1.0, 2.0], [2.0, 2.0]]])
    >>> pseudo_scores(counts, lambda sums: sums[..., 0] / sums[..., 1], np.ones((1, 2), np.bool_))
    array([[0.5, 1. ]])
    """
    counts = np.where(present[..., np.newaxis], counts, 0.0)
    number, whole = present.sum(axis=1, keepdims=True), counts.sum(axis=1, keepdims=True)
    # without its only segment a system has no score, and nothing is taken away
    rest = np.where(number > 1, (number - 1) * score(whole - counts), 0.0)
    found: Array = number * score(whole) - rest
    return np.where(present, found, np.nan)


def soft_pairwise_under_swaps(x: Array, z: Array, patterns: Array, how: Swapping) -> Statistics:
    """Return the function from swaps to differences of soft pairwise accuracies.

    Scores are put on the scale of the means of systems, after what all systems have in common on a segment
    is taken away, which no difference of two systems sees. Where whole systems are swapped the p-value of
    two systems depends on which metric's scores each of them has: four p-values for two metrics, made once.
    A difference is then divided by its jackknife error over systems, unless `how` says otherwise.

    Parameters
    ----------
    x
        float64[n_metrics, n_systems, n_segments]: scores, higher is better, NaN for a missing cell.
    z
        float64[n_systems, n_segments].
    patterns
        float64[n_patterns, n_segments], from `flip_patterns`: the same under each swap.
    how

    Undefined
    ---------
    NaN where no two systems have a segment in common.

    Examples
    --------
    >>> from workbench.stats.coefficients.soft_pairwise import flip_patterns
    >>> z = np.array([[0.0, 1.0], [2.0, 4.0], [5.0, 3.0]])
    >>> how = Swapping(statistic="difference")
    >>> found = soft_pairwise_under_swaps(np.array([z, -z]), z, flip_patterns(2, None, 0)[0], how)
    >>> masks = np.array([[[False] * 2] * 3, [[True] * 2] * 3])
    >>> found(masks, np.array([[0, 1]])).round(3)
    array([[ 0.583],
           [-0.583]])
    """
    scaled = np.array([on_one_scale(_without_difficulty(metric), z, "system") for metric in x])
    if how.swap != "systems":
        return lambda masks, pairs: _each(scaled.reshape(x.shape), z, patterns, masks, pairs)
    n_metrics, n_systems = len(x), len(z)
    every = pair_gaps(np.concatenate(list(scaled)), np.tile(z, (n_metrics, 1)), patterns).gaps
    gaps = every.reshape(n_metrics, n_systems, n_metrics, n_systems)
    # a system with itself has no gap, whatever the metrics
    gaps[:, np.arange(n_systems), :, np.arange(n_systems)] = np.nan

    def statistics(masks: Masks, pairs: Integers) -> Array:
        swapped = masks[:, :, 0].astype(np.float64)
        is_studentised = how.statistic == "studentised"
        found = [_of_systems(gaps, swapped, one, other, is_studentised) for one, other in pairs]
        return np.stack(found, axis=1)

    return statistics


def _without_difficulty(scores: Array) -> Array:
    present = ~np.isnan(scores)
    there = np.where(present, scores, 0.0)
    centred: Array = scores - there.sum(axis=0) / np.maximum(present.sum(axis=0), 1)
    # of scores that are equal on a segment nothing is left, and not noise that a scale would blow up
    is_noise = np.abs(centred) <= EQUAL * np.abs(there[np.isfinite(there)]).max(initial=0.0)
    return np.where(is_noise, 0.0, centred)


def _of_systems(gaps: Array, swapped: Array, one: int, other: int, is_studentised: bool) -> Array:
    """Return the statistic of two metrics under swaps of systems, float64[n_masks]."""
    differences, without = np.zeros(len(swapped)), np.zeros(swapped.shape)
    for sign, first, second in ((1, one, other), (-1, other, one)):
        scored_by = ((first, 1.0 - swapped), (second, swapped))
        sums, numbers = np.zeros((2, *swapped.shape))
        for mine, own in scored_by:
            for theirs, others in scored_by:
                block = np.ascontiguousarray(gaps[mine, :, theirs].T)
                sums += own * resampled_sums(np.nan_to_num(block), others)
                numbers += own * resampled_sums((~np.isnan(block)).astype(np.float64), others)
        mean, rest = gaps_by_system(sums, numbers)
        differences -= sign * mean
        # without a system that is in no pair nothing is left out
        without -= sign * np.where(numbers > 0, rest, np.nan)
    return studentise(differences, errors_without(without)) if is_studentised else differences


def _each(x: Array, z: Array, patterns: Array, masks: Masks, pairs: Integers) -> Array:
    """Return the differences under swaps of any cells, one swap after the other."""
    found = np.empty((len(masks), len(pairs)))
    for at, (one, other) in enumerate(pairs):
        for draw, mask in enumerate(masks):
            both = (np.where(mask, x[b], x[a]) for a, b in ((one, other), (other, one)))
            mine, theirs = (_mean(pair_gaps(scores, z, patterns).gaps) for scores in both)
            found[draw, at] = theirs - mine
    return found


def _mean(gaps: Array) -> float:
    return float(gaps_by_system(np.nansum(gaps, axis=1), (~np.isnan(gaps)).sum(axis=1))[0])
