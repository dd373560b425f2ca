"""Accuracy with the best threshold of ties under swaps of two metrics' scores.

A pair is two systems' outputs for a segment. It has four differences of scores, by which of the two metrics
scored each of the systems: the first metric both (0), the first and the second (1), the second and the first
(2), the second both (3). Where the first metric has one of them under a swap, the second has what is 3 less
its number.
"""

import numpy as np

from workbench.kernels.compile import kernel
from workbench.types import Array, Integers, Masks

_NOISE = 1e-12
"""A threshold is better where its accuracy is larger by more; of equally good ones the smallest is taken."""


@kernel
def _choose(
    pairs: Integers, segments: Integers, scored_by: Integers, sizes: Integers, changes: Array,
    cases: Integers, shares: Array, right: Array,
) -> None:  # fmt: skip
    """Raise the accuracies without ties to those with the best threshold."""
    one, other = right
    best, best_of_other, size = -np.inf, -np.inf, np.int64(0)
    for step in range(pairs.size + 1):
        # a threshold of 0 ties what is equal, which may be nothing
        if step == pairs.size or sizes[step] != size:
            best, best_of_other = max(best, one), max(best_of_other, other)
            if step == pairs.size:
                break
            size = sizes[step]
        apart, segment = scored_by[step] ^ cases[pairs[step]], segments[step]
        one += changes[step] * shares[0, segment] * (apart == 0)
        other += changes[step] * shares[1, segment] * (apart == 3)
    right[0], right[1] = best, best_of_other


@kernel
def _choose_for_others(
    pairs: Integers, segments: Integers, are_there: Masks, sizes: Integers, changes: Array, shares: Array,
    folds: Integers, right: Array,
) -> None:  # fmt: skip
    """Do the same for one metric and each fold of segments, whose threshold is the best of the others."""
    best, found, total, size = np.full(right.size, -np.inf), np.zeros(right.size), right.sum(), np.int64(0)
    for step in range(pairs.size + 1):
        if step == pairs.size or sizes[step] != size:
            for fold in range(right.size):
                if total - right[fold] > best[fold] + _NOISE:
                    best[fold], found[fold] = total - right[fold], right[fold]
            if step == pairs.size:
                break
            size = sizes[step]
        if are_there[step]:
            change = changes[step] * shares[segments[step]]
            total += change
            right[folds[segments[step]]] += change
    right[:] = found


@kernel
def tied_pairs(
    order: Integers, sizes: Integers, signs: Integers, folds: Integers, n_folds: int, swaps: Masks
) -> Array:  # fmt: skip
    """Return the accuracies of both metrics under each swap, float64[n_masks, 2]; NaN without a pair.

    Parameters
    ----------
    order
        int64[n]: the places of the differences in `sizes`, flat, in the order of their size.
    sizes
        int64[4, n_pairs * n_segments]: numbers of the differences by their size, equal ones alike, 0 of no
        difference, -1 of a missing one; pairs of systems are those of `numpy.triu_indices`.
    signs
        int64[4, n_pairs * n_segments]: 1 where people order the two systems as the scores do, 0 where they
        tie them, -1 elsewhere.
    folds, n_folds
        int64[n_segments]: the fold of each segment, whose threshold is that of the other folds; with
        `n_folds` 0 all segments are in fold 0 and have the same threshold.
    swaps
        bool[n_masks, n_systems, n_segments]: where the metrics swap.
    """
    n_masks, n_systems, n_segments = swaps.shape
    first, second = np.triu_indices(n_systems, 1)
    scored_by, pairs = order // sizes.shape[1], order % sizes.shape[1]
    segments, by_size, of_pairs = pairs % n_segments, sizes.ravel()[order], signs.ravel()[order]
    changes = 1.0 * (of_pairs == 0) - (of_pairs == 1)
    found = np.full((n_masks, 2), np.nan)
    cases = np.empty(first.size * n_segments, np.int64)
    number, concordant = np.empty((2, n_segments), np.int64), np.empty((2, n_segments))
    for draw in range(n_masks):
        number[:], concordant[:] = 0, 0.0
        for at in range(first.size):
            mine, theirs = swaps[draw, first[at]], swaps[draw, second[at]]
            for segment in range(n_segments):
                pair = at * n_segments + segment
                case = 2 * mine[segment] + theirs[segment]
                cases[pair] = case
                for side in range(2):
                    number[side, segment] += sizes[case ^ (3 * side), pair] >= 0
                    concordant[side, segment] += signs[case ^ (3 * side), pair] == 1
        shares = 1 / np.maximum(number, 1)
        right = np.zeros((2, max(n_folds, 1)))
        for segment in range(n_segments):
            right[:, folds[segment]] += concordant[:, segment] * shares[:, segment]
        if n_folds:
            for side in range(2):
                are_there = scored_by ^ cases[pairs] == 3 * side
                _choose_for_others(
                    pairs, segments, are_there, by_size, changes, shares[side], folds, right[side]
                )
        else:
            _choose(pairs, segments, scored_by, by_size, changes, cases, shares, right[:, 0])
        for side in range(2):
            n_groups = (number[side] > 0).sum()
            if n_groups >= (2 if n_folds else 1):
                found[draw, side] = right[side].sum() / n_groups
    return found
