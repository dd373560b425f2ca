"""Coefficients of segments after swaps of two metrics' scores, and without each of their systems or inputs.

What `coefficient_without` gives, to the last bit, for many swaps at once: Pearson's coefficient is computed
for all of them in one loop after another, of which a processor does several steps at a time, and the pairs of
systems of Kendall's are counted as bits.
"""

import numpy as np

from workbench.kernels.bits import BITS, count_ones
from workbench.kernels.compile import kernel
from workbench.kernels.left_out import REST, coefficient_without
from workbench.types import Array, Integers, Masks


@kernel
def _compare(own: Array, others: Array, slack: float, below: Integers, above: Integers) -> None:
    """Write which systems have scores below and above that of each one, as bits, int64[n_words, n] each."""
    below[:], above[:] = 0, 0
    for i in range(others.size):
        for j in range(own.size):
            apart, bit = own[j] - others[i], np.int64(1) << (i % BITS)
            if apart > slack:
                below[i // BITS, j] |= bit
            if -apart > slack:
                above[i // BITS, j] |= bit


@kernel
def kendall_under_swaps(x: Array, z: Array, swaps: Integers, slack: float, enough: int, found: Array) -> None:
    """Write tau-b under each swap to `found`, [2, 1 + n_units, n_masks], then what it is without each system.

    It is NaN where it is undefined.
    """
    n, (n_words, n_masks) = z.size, swaps.shape
    has_score, has_judgment = np.zeros((2, n_words), np.int64), np.zeros(n_words, np.int64)
    for i in range(n):
        word, bit = i // BITS, i % BITS
        has_judgment[word] |= np.int64(not np.isnan(z[i])) << bit
        for side in range(2):
            has_score[side, word] |= np.int64(not np.isnan(x[side, i])) << bit
    # by the metric of a system, that of the others, and below or above
    scores, judged = np.empty((2, 2, 2, n_words, n), np.int64), np.empty((2, n_words, n), np.int64)
    _compare(z, z, 0.0, judged[0], judged[1])
    for own in range(2):
        for other in range(2):
            _compare(x[own], x[other], slack, scores[own, other, 0], scores[own, other, 1])
    there = np.empty((n_words, n_masks), np.int64)
    # of the whole, which takes nothing away, and then of each system
    parts, left = np.empty((3, 1 + n, n_masks)), np.empty((1 + n, n_masks))
    both, x_untied, z_untied = np.empty(n_masks), np.empty(n_masks), np.empty(n_masks)
    for side in range(2):
        left[0], parts[:], both[:], x_untied[:], z_untied[:] = 0, 0, 0, 0, 0
        for word in range(n_words):
            kept, given = has_score[side, word], has_score[1 - side, word]
            for draw in range(n_masks):
                swap = swaps[word, draw]
                there[word, draw] = ((kept & ~swap) | (given & swap)) & has_judgment[word]
                left[0, draw] += count_ones(there[word, draw])
        for i in range(n):
            own_swaps, own_there, bit = swaps[i // BITS], there[i // BITS], i % BITS
            signs, x_own, z_own = parts[0, 1 + i], parts[1, 1 + i], parts[2, 1 + i]
            for word in range(n_words):
                keeps, gives = scores[side, :, :, word, i], scores[1 - side, :, :, word, i]
                kept_below, kept_above = keeps[side]
                given_below, given_above = keeps[1 - side]
                # what changes where the system itself swaps
                kept_below_too, kept_above_too = kept_below ^ gives[side, 0], kept_above ^ gives[side, 1]
                given_below_too = given_below ^ gives[1 - side, 0]
                given_above_too = given_above ^ gives[1 - side, 1]
                z_below, z_above = judged[0, word, i], judged[1, word, i]
                for draw in range(n_masks):
                    swap = swaps[word, draw]
                    swaps_itself = -((own_swaps[draw] >> bit) & 1)
                    seen = there[word, draw] & -((own_there[draw] >> bit) & 1)
                    below = (kept_below ^ (kept_below_too & swaps_itself)) & ~swap
                    below = (below | ((given_below ^ (given_below_too & swaps_itself)) & swap)) & seen
                    above = (kept_above ^ (kept_above_too & swaps_itself)) & ~swap
                    above = (above | ((given_above ^ (given_above_too & swaps_itself)) & swap)) & seen
                    agree = (below & z_below) | (above & z_above)
                    differ = (below & z_above) | (above & z_below)
                    signs[draw] += count_ones(agree) - count_ones(differ)
                    x_own[draw] += count_ones(below | above)
                    z_own[draw] += count_ones((z_below | z_above) & seen)
            for draw in range(n_masks):
                left[1 + i, draw] = left[0, draw] - ((own_there[draw] >> bit) & 1)
                # each pair is counted from both of its systems
                both[draw] += signs[draw] / 2
                x_untied[draw] += x_own[draw] / 2
                z_untied[draw] += z_own[draw] / 2
        for c in range(found.shape[1]):
            without = found[side, c]
            for draw in range(n_masks):
                x_rest, z_rest = x_untied[draw] - parts[1, c, draw], z_untied[draw] - parts[2, c, draw]
                value = np.divide(both[draw] - parts[0, c, draw], np.sqrt(x_rest * z_rest))
                is_defined = (left[c, draw] >= enough) & (x_rest > 0) & (z_rest > 0)
                without[draw] = value if is_defined else np.nan


@kernel
def pearson_under_swaps(x: Array, z: Array, swaps: Masks, slack: float, enough: int, found: Array) -> None:
    """Do the same for Pearson's coefficient of scores none of which is missing; `swaps` is [n, n_masks]."""
    n, n_masks = z.size, swaps.shape[1]
    z_scale = z.max() - z.min()
    found[:] = np.nan
    if n < enough or not z_scale > 0:
        return
    # of the whole, which takes nothing away, and then of each system
    dz, dx = np.zeros(1 + n), np.zeros((1 + n, n_masks))
    z_mean = z.mean()
    for i in range(n):
        dz[1 + i] = (z[i] - z_mean) / z_scale
    zz = (dz * dz).sum()
    middle, low, high = np.empty(n_masks), np.empty(n_masks), np.empty(n_masks)
    xx, xz = np.empty(n_masks), np.empty(n_masks)
    for side in range(2):
        middle[:], xx[:], xz[:] = 0, 0, 0
        low[:], high[:] = np.inf, -np.inf
        for i in range(n):
            keeps, gives, own = x[side, i], x[1 - side, i], dx[1 + i]
            for draw in range(n_masks):
                score = gives if swaps[i, draw] else keeps
                own[draw] = score
                middle[draw] += score
                low[draw] = score if score < low[draw] else low[draw]
                high[draw] = score if score > high[draw] else high[draw]
        for draw in range(n_masks):
            middle[draw] = np.divide(middle[draw], n)
            high[draw] -= low[draw]
        for i in range(1, 1 + n):
            own, judged = dx[i], dz[i]
            for draw in range(n_masks):
                apart = np.divide(own[draw] - middle[draw], high[draw])
                own[draw] = apart
                xx[draw] += apart * apart
                xz[draw] += apart * judged
        for c in range(found.shape[1]):
            own, judged, without, left = dx[c], dz[c], found[side, c], n - (c > 0)
            z_rest = zz - judged * judged - judged * judged / left if left else 0.0
            if left < enough or not z_rest > REST * zz:
                continue
            for draw in range(n_masks):
                apart = own[draw]
                x_rest = xx[draw] - apart * apart - np.divide(apart * apart, left)
                shared = xz[draw] - apart * judged - np.divide(apart * judged, left)
                value = np.divide(shared, np.sqrt(x_rest * z_rest))
                value = -1.0 if value < -1.0 else value
                value = 1.0 if value > 1.0 else value
                is_defined = (x_rest > REST * xx[draw]) & (high[draw] > slack)
                without[draw] = value if is_defined else np.nan


@kernel
def any_under_swaps(
    kind: int, x: Array, z: Array, swaps: Masks, unit: Integers, slack: float, enough: int, found: Array
) -> None:
    """Do the same for any coefficient, and scores some of which are missing."""
    scores, without = np.empty(z.size), np.empty(found.shape[1])
    for draw in range(swaps.shape[1]):
        for side in range(2):
            for i in range(z.size):
                scores[i] = x[1 - side, i] if swaps[i, draw] else x[side, i]
            coefficient_without(kind, scores, z, unit, slack, enough, without)
            for c in range(without.size):
                found[side, c, draw] = without[c]


@kernel
def add_defined(found: Array, total: Array, number: Array) -> None:
    """Add what is no NaN to sums, and count it; all are [2, 1 + n_units, n_masks]."""
    for side in range(2):
        for c in range(found.shape[1]):
            for draw in range(found.shape[2]):
                value = found[side, c, draw]
                total[side, c, draw] += 0.0 if np.isnan(value) else value
                number[side, c, draw] += 0.0 if np.isnan(value) else 1.0
