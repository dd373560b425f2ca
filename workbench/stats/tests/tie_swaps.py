"""Accuracy with calibrated ties under swaps of two metrics' scores: calibrated anew under each swap."""

from typing import NamedTuple

import numpy as np

from workbench.kernels.tied_pairs import Steps, choose_ties
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.resampling.jackknife import errors_without
from workbench.stats.tests.scales import on_one_scale
from workbench.stats.tests.swapped import studentise
from workbench.stats.tests.under_swaps import Statistics, Swapping
from workbench.types import Array, Integers, Masks

_EQUAL = 1e-10
"""Differences of scores that are apart by less, as a share of the largest score, are the same threshold."""


def calibrated_under_swaps(x: Array, z: Array, folds: Integers | None, how: Swapping) -> Statistics:
    """Return the function from swaps to differences of accuracies, each with a threshold chosen under it.

    A pair of systems can have four differences of scores, by which metric's score each of the two has under
    the swap. These are sorted once; under a swap those that it makes are kept, and the accuracy at every
    threshold is a running sum. Where whole systems are swapped a difference is divided by its jackknife error
    over systems, unless `how` says otherwise; thresholds stay where they are, since at the best one the
    accuracy does not move with it.

    Parameters
    ----------
    x
        float64[n_metrics, n_systems, n_segments]: scores, higher is better, NaN for a missing cell.
    z
        float64[n_systems, n_segments].
    folds
        int64[n_segments]: the fold of each segment, whose threshold is that of the other folds; None takes
        one threshold for all segments. -1 is a segment without a pair.
    how

    Undefined
    ---------
    NaN where no segment has a pair of complete cells, with folds where fewer than two have.

    Examples
    --------
    The first metric has people's ties as its smallest differences, the second its largest.

    >>> z = np.array([[1.0], [1.0], [4.0]])
    >>> x = np.array([[[0.0], [2.0], [6.0]], [[6.0], [0.0], [2.0]]])
    >>> found = calibrated_under_swaps(x, z, None, Swapping(statistic="difference"))
    >>> masks = np.array([[[False]] * 3, [[True]] * 3])
    >>> found(masks, np.array([[0, 1]])).round(3)
    array([[ 0.667],
           [-0.667]])
    """
    z = round_noise(z.T).T
    scaled = np.array([on_one_scale(metric, z, "global") for metric in x]).reshape(x.shape)
    slack = np.array([_slack(*each) for each in zip(x, scaled, strict=True)])
    dealt = np.zeros(z.shape[1], np.int64) if folds is None else np.maximum(folds, 0)
    n_folds = 0 if folds is None else int(folds.max(initial=-1)) + 1

    def statistics(masks: Masks, pairs: Integers) -> Array:
        found = np.empty((len(masks), len(pairs)))
        for at, pair in enumerate(pairs):
            differences = _differences(scaled[pair], z, slack[pair].max())
            under = [_accuracies(differences, mask, dealt, n_folds, how.leaves_out_systems) for mask in masks]
            found[:, at] = [mine - theirs for (mine, theirs), _ in under]
            if how.leaves_out_systems:
                errors = errors_without(np.array([mine - theirs for _, (mine, theirs) in under]))
                found[:, at] = studentise(found[:, at], errors)
        return found

    return statistics


def _slack(scores: Array, scaled: Array) -> float:
    """Return how far apart two differences of scaled scores are that are the same of the scores."""
    there = np.isfinite(scores)
    width = np.ptp(scores[there]) if there.any() else 0.0
    return float(_EQUAL * np.abs(scores[there]).max() / width * np.ptp(scaled[there])) if width > 0 else 0.0


class _Differences(NamedTuple):
    """Differences of two systems' scores on a segment, and their order by size.

    There are four of them, by which of the two metrics scored each of the two systems: the first metric both
    (0), the first and the second (1), the second and the first (2), the second both (3). Where the first
    metric has one of them under a swap, the second has what is 3 less its number.

    Attributes
    ----------
    i, j : int64[n_pairs]
        The two systems of each pair, as `numpy.triu_indices` has them.
    steps : Steps
    sizes : int64[4, n_pairs, n_segments]
        Numbers of the differences by their size, equal ones alike, 0 of no difference.
    there, concordant, tied : bool[4, n_pairs, n_segments]
        Whether there are all scores, whether people order the two systems as these do, whether they tie them.
    """

    i: Integers
    j: Integers
    steps: Steps
    sizes: Integers
    there: Masks
    concordant: Masks
    tied: Masks


def _differences(both: Array, z: Array, slack: float) -> _Differences:
    i, j = np.triu_indices(len(z), 1)
    human = z[i] - z[j]
    apart = np.array([mine[i] - theirs[j] for mine in both for theirs in both])
    is_there = ~np.isnan(apart + human)
    there = np.flatnonzero(is_there)
    size = np.abs(apart.ravel()[there])
    by_size = np.argsort(size, kind="stable")
    order, size = there[by_size], size[by_size]
    sizes = np.zeros(apart.shape, np.int64)
    sizes.ravel()[order] = np.cumsum(np.diff(size, prepend=0.0) > slack)
    is_tied = is_there & (human == 0)
    is_concordant = is_there & ~is_tied & (np.sign(apart) == np.sign(human))
    scored_by, pairs = np.divmod(order, human.size)
    changes = (1.0 * is_tied - is_concordant).ravel()[order]
    steps = Steps(pairs, pairs % z.shape[1], scored_by, sizes.ravel()[order], changes)
    return _Differences(i, j, steps, sizes, is_there, is_concordant, is_tied)


def _accuracies(
    found: _Differences, swaps: Masks, folds: Integers, n_folds: int, leaves_out: bool
) -> tuple[Array, Array]:
    """Return the accuracies of both metrics under a swap, and what they are without each system.

    Parameters
    ----------
    found
    swaps
        bool[n_systems, n_segments]: where the metrics swap.
    folds, n_folds
        int64[n_segments]: the fold of each segment, whose threshold is that of the other folds; with
        `n_folds` 0 all segments are in fold 0 and have the same threshold.
    leaves_out
        Whether systems are left out, thresholds staying where they are.

    Returns
    -------
    float64[2], float64[2, n_systems]
        NaN without a pair, and for what was not left out.
    """
    cases = 2 * swaps[found.i] + swaps[found.j]
    cells = np.arange(cases.size).reshape(cases.shape)
    places = [cells + cases.size * case for case in (cases, 3 - cases)]
    is_there, is_concordant = (
        np.array([each.ravel().take(at) for at in places]) for each in (found.there, found.concordant)
    )
    number = is_there.sum(axis=1)
    shares = 1 / np.maximum(number, 1)
    right = np.array(
        [np.bincount(folds, each, max(n_folds, 1)) for each in is_concordant.sum(axis=1) * shares]
    )
    ties = choose_ties(found.steps, cases.ravel(), shares, folds, n_folds > 0, right)[:, np.newaxis, folds]
    n_groups = (number > 0).sum(axis=1)
    is_enough = n_groups >= (2 if n_folds else 1)
    accuracies = np.where(is_enough, right.sum(axis=1) / np.maximum(n_groups, 1), np.nan)
    without = np.full((2, len(swaps)), np.nan)
    for side in np.flatnonzero(is_enough & leaves_out):
        size, is_tied = (each.ravel().take(places[side]) for each in (found.sizes, found.tied))
        is_right = np.where(size > ties[side], is_concordant[side], is_there[side] & is_tied)
        without[side] = _without_each(is_right, is_there[side], found.i, found.j)
    return accuracies, without


def _without_each(is_right: Masks, is_there: Masks, i: Integers, j: Integers) -> Array:
    """Return the mean accuracy of segments without each system, float64[n_systems].

    Of pairs of systems i and j, [n_pairs, n_segments], it is said whether they are there and rightly ordered.
    A system without a pair is not left out.
    """
    n_systems = int(j[-1]) + 1
    left = np.empty((2, n_systems, is_there.shape[1]), np.int64)
    for each, rest in zip((is_right, is_there), left, strict=True):
        of_both = np.zeros((n_systems, *rest.shape), bool)
        of_both[i, j] = of_both[j, i] = each
        rest[:] = each.sum(axis=0) - of_both.sum(axis=1)
    right, number = left
    shares = np.divide(right, number, out=np.zeros(right.shape), where=number > 0)
    n_groups = (number > 0).sum(axis=1)
    is_left_out = (n_groups > 0) & (number < is_there.sum(axis=0)).any(axis=1)
    return np.where(is_left_out, shares.sum(axis=1) / np.maximum(n_groups, 1), np.nan)
