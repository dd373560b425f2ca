"""Accuracy with calibrated ties under swaps of two metrics' scores: calibrated anew under each swap."""

from typing import NamedTuple

import numpy as np

from workbench.kernels.tied_pairs import tied_pairs
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.resampling.jackknife import errors_without
from workbench.stats.tests.swapped import on_one_scale, studentise
from workbench.stats.tests.under_swaps import Statistics, Swapping
from workbench.types import Array, Integers, Masks

_EQUAL = 1e-12
"""Differences of scores that are apart by less, as a share of the largest one, are the same threshold."""


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
    scaled = np.array([round_noise(on_one_scale(metric, z, "global")) for metric in x]).reshape(x.shape)
    dealt = np.zeros(z.shape[1], np.int64) if folds is None else np.maximum(folds, 0)
    n_folds = 0 if folds is None else int(folds.max(initial=-1)) + 1
    n_left_out = len(z) if how.leaves_out_systems else 0

    def statistics(masks: Masks, pairs: Integers) -> Array:
        masks, found = np.ascontiguousarray(masks), np.empty((len(masks), len(pairs)))
        for at, pair in enumerate(pairs):
            without = np.empty((len(masks), 2, n_left_out))
            differences = _differences(scaled[pair], z)
            mine, theirs = tied_pairs(*differences, dealt, n_folds, masks, without).T
            found[:, at] = mine - theirs
            if n_left_out:
                errors = errors_without(without[:, 0] - without[:, 1])
                found[:, at] = studentise(found[:, at], errors)
        return found

    return statistics


class _Differences(NamedTuple):
    """Differences of two systems' scores on a segment, as `tied_pairs` takes them."""

    order: Integers
    sizes: Integers
    signs: Integers


def _differences(both: Array, z: Array) -> _Differences:
    i, j = np.triu_indices(len(z), 1)
    human = (z[i] - z[j]).ravel()
    apart = np.array([(mine[i] - theirs[j]).ravel() for mine in both for theirs in both])
    there = np.flatnonzero(~np.isnan(apart) & ~np.isnan(human))
    size = np.abs(apart.ravel()[there])
    by_size = np.argsort(size, kind="stable")
    order, size = there[by_size], size[by_size]
    sizes, signs = np.full(apart.shape, -1), np.full(apart.shape, -1)
    sizes.ravel()[order] = np.cumsum(np.diff(size, prepend=0.0) > _EQUAL * size.max(initial=0.0))
    signs[np.sign(apart) == np.sign(human)] = 1
    signs[:, human == 0] = 0
    return _Differences(order, sizes, signs)
