"""Coefficients of segments after swaps of two metrics' scores, and without each of their systems or inputs.

What `coefficient_without` gives, to the last bit, for many swaps at once: Pearson's coefficient is computed
for all of them in one loop after another, of which a processor does several steps at a time, and the pairs of
systems of Kendall's are counted as bits.
"""

import numpy as np

from workbench.kernels.bits import BITS, count_blocks, count_ones
from workbench.kernels.compile import kernel
from workbench.kernels.left_out import REST, coefficient_without, jackknife_error
from workbench.types import Array, Integers, Masks


@kernel
def _pack(masks: Masks) -> Integers:
    """Return which rows of each column are True as bits, int64[n_words, n_columns]."""
    words = np.zeros((count_blocks(masks.shape[0]), masks.shape[1]), np.int64)
    for row in range(masks.shape[0]):
        for column in range(masks.shape[1]):
            words[row // BITS, column] |= np.int64(masks[row, column]) << (row % BITS)
    return words


@kernel
def mask_words(swaps: Masks) -> Integers:
    """Return the systems that swap in each segment as bits, int64[n_segments, n_words, n_masks]."""
    n_segments, n_systems, n_masks = swaps.shape
    words = np.empty((n_segments, count_blocks(n_systems), n_masks), np.int64)
    for j in range(n_segments):
        words[j] = _pack(swaps[j])
    return words


@kernel
def _compare(own: Array, others: Array, slack: float) -> tuple[Integers, Integers]:
    """Return which systems have scores below and above that of each one, as bits, int64[n_words, n] each."""
    apart = own - others[:, np.newaxis]
    return _pack(apart > slack), _pack(-apart > slack)


@kernel
def _kendall(x: Array, z: Array, swaps: Integers, slack: float, enough: int, found: Array) -> None:
    """Write tau-b under each swap to `found`, [2, 1 + n_units, n_masks], then what it is without each system.

    It is NaN where it is undefined.
    """
    n, n_masks = z.size, swaps.shape[1]
    has_score, has_judgment = _pack(~np.isnan(x.T)), _pack(~np.isnan(z[:, np.newaxis]))[:, 0]
    n_words = has_judgment.size
    # by the metric of a system, that of the others, and below or above
    scores, judged = np.empty((2, 2, 2, n_words, n), np.int64), _compare(z, z, 0.0)
    for own in range(2):
        for other in range(2):
            scores[own, other, 0], scores[own, other, 1] = _compare(x[own], x[other], slack)
    there = np.empty((n_words, n_masks), np.int64)
    # of the whole, which takes nothing away, and then of each system
    parts, left = np.empty((3, 1 + n, n_masks)), np.empty((1 + n, n_masks))
    both, x_untied, z_untied = np.empty(n_masks), np.empty(n_masks), np.empty(n_masks)
    for side in range(2):
        left[0], parts[:], both[:], x_untied[:], z_untied[:] = 0, 0, 0, 0, 0
        for word in range(n_words):
            kept, given = has_score[word, side], has_score[word, 1 - side]
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
                z_below, z_above = judged[0][word, i], judged[1][word, i]
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
def _pearson(x: Array, z: Array, swaps: Masks, slack: float, enough: int, found: Array) -> None:
    """Do the same for Pearson's coefficient of scores none of which is missing; `swaps` is [n, n_masks]."""
    n, n_masks = z.size, swaps.shape[1]
    z_scale = z.max() - z.min()
    found[:] = np.nan
    if n < enough or not z_scale > 0:
        return
    # of the whole, which takes nothing away, and then of each system
    dz, dx = np.zeros(1 + n), np.zeros((1 + n, n_masks))
    dz[1:] = (z - z.mean()) / z_scale
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
def _one_by_one(
    kind: int, x: Array, z: Array, swaps: Masks, unit: Integers, slack: float, enough: int, found: Array
) -> None:
    """Do the same for any coefficient, and scores some of which are missing."""
    scores, without = np.empty(z.size), np.empty(found.shape[1])
    for draw in range(swaps.shape[1]):
        for side in range(2):
            for i in range(z.size):
                scores[i] = x[1 - side, i] if swaps[i, draw] else x[side, i]
            coefficient_without(kind, scores, z, unit, slack, enough, without)
            found[side, :, draw] = without


@kernel
def swapped_segments(
    kind: int, x: Array, z: Array, swaps: Masks, words: Integers, units: int, slack: float, enough: int,
    seen: Masks,
) -> tuple[Array, Array]:  # fmt: skip
    """Return differences of the means of segments' coefficients, and their jackknife errors, [n_masks] each.

    `x` is [2, n_segments, n_systems], the scores of two metrics, `z` [n_segments, n_systems], `swaps`
    [n_segments, n_systems, n_masks], True where they swap, and `words` what `mask_words` gives of it. What is
    left out in turn is a system (`units` 1) or an input (2), of those that are `seen`, bool[n_units].
    """
    n_segments, n_systems, n_masks = swaps.shape
    n_units, unit = seen.size, np.arange(n_systems)
    # of all segments, of the whole coefficient and then of it without each unit: sums, and of how many
    total, number = np.zeros((2, 1 + n_units, n_masks)), np.zeros((2, 1 + n_units, n_masks))
    found = np.empty((2, 1 + n_systems if units == 1 else 1, n_masks))
    values = np.empty((n_segments if units == 2 else 0, 2, n_masks))
    for j in range(n_segments):
        mine = x[:, j]
        if kind == 2:
            _kendall(mine, z[j], words[j], slack, enough, found)
        elif kind == 0 and np.isfinite(mine).all() and np.isfinite(z[j]).all():
            _pearson(mine, z[j], swaps[j], slack, enough, found)
        else:
            _one_by_one(kind, mine, z[j], swaps[j], unit, slack, enough, found)
        for side in range(2):
            for c in range(found.shape[1]):
                for draw in range(n_masks):
                    value = found[side, c, draw]
                    total[side, c, draw] += 0.0 if np.isnan(value) else value
                    number[side, c, draw] += 0.0 if np.isnan(value) else 1.0
        if units == 2:
            values[j] = found[:, 0]
    for j in range(len(values)):
        is_defined = ~np.isnan(values[j])
        total[:, 1 + j] = total[:, 0] - np.where(is_defined, values[j], 0.0)
        number[:, 1 + j] = number[:, 0] - is_defined
    means = np.where(number > 0, total / np.maximum(number, 1), np.nan)
    apart, errors = means[0] - means[1], np.empty(n_masks)
    for draw in range(n_masks):
        errors[draw] = jackknife_error(apart[1:, draw][seen])
    return apart[0], errors
