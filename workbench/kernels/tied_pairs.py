"""Accuracy with the best threshold of ties under swaps of two metrics' scores, and without each system.

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
    cases: Integers, shares: Array, folds: Integers, held_out: bool, right: Array, chosen: Integers,
) -> None:  # fmt: skip
    """Raise the accuracies without ties to those with the best threshold, and write the largest tie.

    Accuracies, [2, n_folds], are those of both metrics in each fold of segments. If folds are `held_out` the
    threshold of each is the best of the others, else its own.
    """
    n_folds = right.shape[1]
    best, found, size = np.full((2, n_folds), -np.inf), np.zeros((2, n_folds)), np.int64(0)
    total = right.sum(axis=1)
    for step in range(pairs.size + 1):
        # a threshold of 0 ties what is equal, which may be nothing
        if step == pairs.size or sizes[step] != size:
            for side in range(2):
                for fold in range(n_folds):
                    judged = total[side] - right[side, fold] if held_out else total[side]
                    if judged > best[side, fold] + _NOISE:
                        best[side, fold], chosen[side, fold] = judged, size
                        found[side, fold] = right[side, fold]
            if step == pairs.size:
                break
            size = sizes[step]
        apart, segment = scored_by[step] ^ cases[pairs[step]], segments[step]
        if apart == 0 or apart == 3:
            side = apart // 3
            change = changes[step] * shares[side, segment]
            total[side] += change
            right[side, folds[segment]] += change
    right[:] = found


@kernel
def tied_pairs(
    order: Integers, sizes: Integers, signs: Integers, folds: Integers, n_folds: int, swaps: Masks,
    without: Array,
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
    without
        float64[n_masks, 2, n_systems], or of no system: becomes the accuracy without each system, thresholds
        staying where they are; NaN where nothing is left, and of a system that has no pair.
    """
    n_masks, n_systems, n_segments = swaps.shape
    first, second = np.triu_indices(n_systems, 1)
    scored_by, pairs = order // sizes.shape[1], order % sizes.shape[1]
    segments, by_size, of_pairs = pairs % n_segments, sizes.ravel()[order], signs.ravel()[order]
    changes = 1.0 * (of_pairs == 0) - (of_pairs == 1)
    found, chosen = np.full((n_masks, 2), np.nan), np.zeros((2, max(n_folds, 1)), np.int64)
    cases = np.empty(first.size * n_segments, np.int64)
    number, concordant = np.empty((2, n_segments), np.int64), np.empty((2, n_segments))
    without[:] = np.nan
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
        _choose(
            pairs, segments, scored_by, by_size, changes, cases, shares, folds, n_folds > 0, right, chosen
        )
        for side in range(2):
            n_groups = (number[side] > 0).sum()
            if n_groups < (2 if n_folds else 1):
                continue
            found[draw, side] = right[side].sum() / n_groups
            if without.shape[2]:
                _leave_out(
                    sizes, signs, cases ^ (3 * side), chosen[side][folds], number[side], without[draw, side]
                )
    return found


@kernel
def _leave_out(
    sizes: Integers, signs: Integers, cases: Integers, ties: Integers, number: Integers, without: Array
) -> None:
    """Write the mean accuracy of segments without each system; `ties` is the largest size called a tie."""
    n_segments, n_systems = number.size, without.size
    right, own_right = np.zeros(n_segments), np.zeros((n_systems, n_segments))
    own_number = np.zeros((n_systems, n_segments))
    pair = 0
    for i in range(n_systems):
        for j in range(i + 1, n_systems):
            for segment in range(n_segments):
                size, sign = sizes[cases[pair], pair], signs[cases[pair], pair]
                is_there = size >= 0
                is_right = is_there & (sign == (0 if size <= ties[segment] else 1))
                right[segment] += is_right
                own_right[i, segment] += is_right
                own_right[j, segment] += is_right
                own_number[i, segment] += is_there
                own_number[j, segment] += is_there
                pair += 1
    for system in range(n_systems):
        left = number - own_number[system]
        if left.any() and own_number[system].any():
            without[system] = ((right - own_right[system])[left > 0] / left[left > 0]).mean()
