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
        for at, (one, other) in enumerate(pairs):
            sides = [_differences(scaled[[a, b]], z, folds) for a, b in ((one, other), (other, one))]
            for draw, mask in enumerate(masks):
                mine, theirs = (_calibrated(side, mask.ravel()) for side in sides)
                found[draw, at] = mine - theirs
        return found

    return statistics


class _Differences(NamedTuple):
    """Differences of two systems' scores on a segment, whoever scored them; sorted by their size.

    `cells` are the two cells, int64[2, n], `swapped` whether each is to be swapped for this difference to be
    there. `sizes` numbers them by their size, equal ones alike, differences of 0 with 0.
    """

    cells: Integers
    swapped: Masks
    segments: Integers
    concordant: Array
    human_tied: Array
    sizes: Integers
    folds: Integers | None
    n_segments: int


def _differences(both: Array, z: Array, folds: Integers | None) -> _Differences:
    n_systems, n_segments = z.shape
    i, j = np.triu_indices(n_systems, 1)
    human = z[i] - z[j]
    parts = []
    for mine in (0, 1):
        for theirs in (0, 1):
            apart = both[mine][i] - both[theirs][j]
            pair, segment = np.nonzero(~np.isnan(apart) & ~np.isnan(human))
            first, second = i[pair] * n_segments + segment, j[pair] * n_segments + segment
            marks = np.full((2, len(pair)), [[mine], [theirs]]) == 1
            parts.append((apart[pair, segment], human[pair, segment], first, second, segment, marks))
    apart, human, first, second, segment, marks = (
        np.concatenate(each, axis=-1) for each in zip(*parts, strict=True)
    )
    size = np.abs(apart)
    order = np.argsort(size, kind="stable")
    size = size[order]
    noise = _EQUAL * size.max(initial=0.0)
    sizes = np.cumsum(np.diff(size, prepend=0.0) > noise)
    concordant = (apart * human > 0).astype(np.float64)[order]
    human_tied = (human == 0).astype(np.float64)[order]
    return _Differences(
        np.stack([first, second])[:, order], marks[:, order], segment[order], concordant, human_tied, sizes,
        folds, n_segments,
    )  # fmt: skip


def _calibrated(of: _Differences, mask: Masks) -> float:
    """Return the mean accuracy over segments under one swap."""
    there = np.flatnonzero((mask[of.cells] == of.swapped).all(axis=0))
    segments, sizes = of.segments[there], of.sizes[there]
    pairs = np.bincount(segments, minlength=of.n_segments)
    n_groups = int((pairs > 0).sum())
    if n_groups < (1 if of.folds is None else 2):
        return np.nan
    ends = np.flatnonzero(np.diff(sizes, append=-1)) + 1
    # a threshold of 0 ties what is equal, which may be nothing
    ends = np.append(0, ends) if sizes[0] else ends
    # what is right without a threshold, and what each tie changes
    concordant, share = of.concordant[there], 1 / pairs[segments]
    right, change = concordant * share, (of.human_tied[there] - concordant) * share
    fold_of = np.zeros_like(segments) if of.folds is None else of.folds[segments]
    mine = fold_of == np.arange(fold_of.max() + 1)[:, np.newaxis]
    tied = np.cumsum(np.where(mine, change, 0.0), axis=1)
    # the accuracy of each fold at each threshold, float64[n_folds, n_thresholds]
    curves = (mine @ right)[:, np.newaxis] + np.pad(tied, ((0, 0), (1, 0)))[:, ends]
    if of.folds is None:
        return float(curves[0].max() / n_groups)
    chosen = np.argmax(round_noise(curves.sum(axis=0) - curves), axis=1)
    return float(curves[np.arange(len(curves)), chosen].sum() / n_groups)
