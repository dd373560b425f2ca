"""Accuracy with calibrated ties under swaps of two metrics' scores: calibrated anew under each swap."""

from typing import NamedTuple

import numpy as np

from workbench.stats.coefficients.noise import round_noise
from workbench.stats.tests.swapped import on_one_scale
from workbench.stats.tests.under_swaps import Statistics
from workbench.types import Array, Integers, Masks

_EQUAL = 1e-12
"""Differences of scores that are apart by less, as a share of the largest one, are the same threshold."""


def calibrated_under_swaps(x: Array, z: Array, folds: Integers | None) -> Statistics:
    """Return the function from swaps to differences of accuracies, each with a threshold chosen under it.

    A pair of systems can have four differences of scores, by which metric's score each of the two has under
    the swap. These are sorted once; under a swap those that it makes are kept, and the accuracy at every
    threshold is a running sum.

    Parameters
    ----------
    x
        float64[n_metrics, n_systems, n_segments]: scores, higher is better, NaN for a missing cell.
    z
        float64[n_systems, n_segments].
    folds
        int64[n_segments]: the fold of each segment, whose threshold is that of the other folds; None takes
        one threshold for all segments. -1 is a segment without a pair.

    Undefined
    ---------
    NaN where no segment has a pair of complete cells, with folds where fewer than two have.

    Examples
    --------
    The first metric has people's ties as its smallest differences, the second its largest.

    >>> z = np.array([[1.0], [1.0], [4.0]])
    >>> x = np.array([[[0.0], [2.0], [6.0]], [[6.0], [0.0], [2.0]]])
    >>> found = calibrated_under_swaps(x, z, None)
    >>> masks = np.array([[[False]] * 3, [[True]] * 3])
    >>> found(masks, np.array([[0, 1]])).round(3)
    array([[ 0.667],
           [-0.667]])
    """
    scaled = np.array([round_noise(on_one_scale(metric, z, "global")) for metric in x]).reshape(x.shape)

    def statistics(masks: Masks, pairs: Integers) -> Array:
        found = np.empty((len(masks), len(pairs)))
        marks = masks.reshape(len(masks), -1)
        for at, (one, other) in enumerate(pairs):
            of = _differences(scaled[[one, other]], z, folds)
            found[:, at] = [_calibrated(of, mask) - _calibrated(of, ~mask) for mask in marks]
        return found

    return statistics


class _Differences(NamedTuple):
    """Differences of two systems' scores on a segment, whoever scored them; sorted by their size.

    `cells` are the two cells of each pair of systems on each segment, int64[2, n], and `places`, int64[4, n],
    where its difference stands, -1 for none: with neither of the two swapped, the second, the first, both.
    `sizes` numbers them by their size, equal ones alike, differences of 0 with 0. `folds` is
    bool[n_folds, n_segments], with the only one for all.
    """

    cells: Integers
    places: Integers
    segments: Integers
    concordant: Array
    human_tied: Array
    sizes: Integers
    folds: Masks
    is_held_out: bool


def _differences(both: Array, z: Array, folds: Integers | None) -> _Differences:
    n_systems, n_segments = z.shape
    i, j = np.triu_indices(n_systems, 1)
    cells = (np.stack([i, j])[..., np.newaxis] * n_segments + np.arange(n_segments)).reshape(2, -1)
    human = (z[i] - z[j]).ravel()
    apart = np.array([(mine[i] - theirs[j]).ravel() for mine in both for theirs in both])
    there = ~np.isnan(apart) & ~np.isnan(human)
    case, pair = np.nonzero(there)
    size = np.abs(apart[there])
    order = np.argsort(size, kind="stable")
    case, pair, size = case[order], pair[order], size[order]
    places = np.full(there.shape, -1)
    places[case, pair] = np.arange(size.size)
    noise = _EQUAL * size.max(initial=0.0)
    sizes = np.cumsum(np.diff(size, prepend=0.0) > noise)
    concordant = (apart[case, pair] * human[pair] > 0).astype(np.float64)
    human_tied = (human[pair] == 0).astype(np.float64)
    dealt = np.zeros(n_segments, np.int64) if folds is None else folds
    in_fold = dealt == np.arange(dealt.max(initial=0) + 1)[:, np.newaxis]
    segments = pair % n_segments
    return _Differences(cells, places, segments, concordant, human_tied, sizes, in_fold, folds is not None)


def _calibrated(of: _Differences, marks: Masks) -> float:
    """Return the mean accuracy over segments under one swap; marks are of cells."""
    first, second = marks[of.cells].astype(np.int64)
    places = of.places[2 * first + second, np.arange(first.size)]
    kept = np.zeros(of.sizes.size, np.bool_)
    kept[places[places >= 0]] = True
    there = np.flatnonzero(kept)
    segments, sizes = of.segments[there], of.sizes[there]
    pairs = np.bincount(segments, minlength=of.folds.shape[1])
    n_groups = int((pairs > 0).sum())
    if n_groups < (2 if of.is_held_out else 1):
        return np.nan
    ends = np.flatnonzero(np.diff(sizes, append=-1)) + 1
    # a threshold of 0 ties what is equal, which may be nothing
    ends = np.append(0, ends) if sizes[0] else ends
    # what is right without a threshold, and what each tie changes
    concordant, share = of.concordant[there], 1 / pairs[segments]
    right, change = concordant * share, (of.human_tied[there] - concordant) * share
    # the accuracy of each fold at each threshold
    mine = of.folds[:, segments]
    tied = np.zeros((len(mine), there.size + 1))
    np.cumsum(np.where(mine, change, 0.0), axis=1, out=tied[:, 1:])
    curves = (mine @ right)[:, np.newaxis] + tied[:, ends]
    if not of.is_held_out:
        return float(curves[0].max() / n_groups)
    chosen = np.argmax(round_noise(curves.sum(axis=0) - curves), axis=1)
    return float(curves[np.arange(len(curves)), chosen].sum() / n_groups)
