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
def mask_words(masks: Masks) -> Integers:
    """Return the systems that swap in each segment as bits, int64[n_segments, n_words, n_masks]."""
    n_masks, n_systems, n_segments = masks.shape
    words = np.zeros((n_segments, count_blocks(n_systems), n_masks), np.int64)
    for draw in range(n_masks):
        for i in range(n_systems):
            for j in range(n_segments):
                if masks[draw, i, j]:
                    words[j, i // BITS, draw] |= np.int64(1) << (i % BITS)
    return words


@kernel
def _compare(x: Array, z: Array, slack: float) -> tuple[Integers, Integers, Integers, Integers]:
    """Return which systems are below and above each one, as bits, and which have scores and judgments.

    `x` is [2, n]: the scores of two metrics. Returns int64[2, 2, 2, n, n_words] of these, by the metric of
    the system, that of the others, and below or above; [2, n, n_words] of the judgments; [2, n_words] of
    which scores are there, and [n_words] of which judgments.
    """
    n = z.size
    n_words = count_blocks(n)
    scores, judged = np.zeros((2, 2, 2, n, n_words), np.int64), np.zeros((2, n, n_words), np.int64)
    has_score, has_judgment = np.zeros((2, n_words), np.int64), np.zeros(n_words, np.int64)
    for k in range(n):
        word, bit = k // BITS, np.int64(1) << (k % BITS)
        if np.isnan(z[k]):
            continue
        has_judgment[word] |= bit
        for other in range(2):
            if not np.isnan(x[other, k]):
                has_score[other, word] |= bit
        for i in range(n):
            if np.isnan(z[i]):
                continue
            if z[i] > z[k]:
                judged[0, i, word] |= bit
            if z[i] < z[k]:
                judged[1, i, word] |= bit
            for own in range(2):
                for other in range(2):
                    if x[own, i] - x[other, k] > slack:
                        scores[own, other, 0, i, word] |= bit
                    if x[other, k] - x[own, i] > slack:
                        scores[own, other, 1, i, word] |= bit
    return scores, judged, has_score, has_judgment


@kernel
def _kendall(x: Array, z: Array, swaps: Integers, slack: float, enough: int, found: Array) -> None:
    """Write tau-b under each swap to `found`, [2, 1 + n_units, n_masks], then what it is without each system.

    It is NaN where it is undefined.
    """
    n, n_masks = z.size, swaps.shape[1]
    scores, judged, has_score, has_judgment = _compare(x, z, slack)
    n_words = has_judgment.size
    there, n_there = np.empty((n_words, n_masks), np.int64), np.empty(n_masks)
    # of the whole, which takes nothing away, and then of each system
    parts, left = np.zeros((3, 1 + n, n_masks)), np.empty((1 + n, n_masks))
    both, x_untied, z_untied = np.empty(n_masks), np.empty(n_masks), np.empty(n_masks)
    for side in range(2):
        n_there[:], parts[:], both[:], x_untied[:], z_untied[:] = 0, 0, 0, 0, 0
        for word in range(n_words):
            kept, given = has_score[side, word], has_score[1 - side, word]
            for draw in range(n_masks):
                swap = swaps[word, draw]
                there[word, draw] = ((kept & ~swap) | (given & swap)) & has_judgment[word]
                n_there[draw] += count_ones(there[word, draw])
        left[0] = n_there
        for i in range(n):
            own_swaps, own_there, bit = swaps[i // BITS], there[i // BITS], i % BITS
            signs, x_own, z_own = parts[0, 1 + i], parts[1, 1 + i], parts[2, 1 + i]
            for word in range(n_words):
                keeps, gives = scores[side, :, :, i, word], scores[1 - side, :, :, i, word]
                kept_below, kept_above, given_below, given_above = (
                    keeps[side, 0], keeps[side, 1], keeps[1 - side, 0], keeps[1 - side, 1],
                )  # fmt: skip
                # what changes where the system itself swaps
                kept_below_too, kept_above_too = kept_below ^ gives[side, 0], kept_above ^ gives[side, 1]
                given_below_too = given_below ^ gives[1 - side, 0]
                given_above_too = given_above ^ gives[1 - side, 1]
                z_below, z_above = judged[0, i, word], judged[1, i, word]
                for draw in range(n_masks):
                    swap = swaps[word, draw]
                    swaps_itself = -((own_swaps[draw] >> bit) & 1)
                    seen = there[word, draw] & -((own_there[draw] >> bit) & 1)
                    below = (kept_below ^ (kept_below_too & swaps_itself)) & ~swap
                    below = (below | ((given_below ^ (given_below_too & swaps_itself)) & swap)) & seen
                    above = (kept_above ^ (kept_above_too & swaps_itself)) & ~swap
                    above = (above | ((given_above ^ (given_above_too & swaps_itself)) & swap)) & seen
                    agree, differ = (
                        (below & z_below) | (above & z_above),
                        (below & z_above) | (above & z_below),
                    )
                    signs[draw] += count_ones(agree) - count_ones(differ)
                    x_own[draw] += count_ones(below | above)
                    z_own[draw] += count_ones((z_below | z_above) & seen)
            for draw in range(n_masks):
                left[1 + i, draw] = n_there[draw] - ((own_there[draw] >> bit) & 1)
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
    n, n_masks, n_units = z.size, swaps.shape[1], found.shape[1] - 1
    z_scale = z.max() - z.min()
    found[:] = np.nan
    if n < enough or not z_scale > 0:
        return
    dz = (z - z.mean()) / z_scale
    zz = 0.0
    for i in range(n):
        zz += dz[i] * dz[i]
    left = n - 1
    middle, low, high = np.empty(n_masks), np.empty(n_masks), np.empty(n_masks)
    xx, xz, dx = np.empty(n_masks), np.empty(n_masks), np.empty((n, n_masks))
    for side in range(2):
        middle[:], xx[:], xz[:] = 0, 0, 0
        low[:], high[:] = np.inf, -np.inf
        for i in range(n):
            keeps, gives, own = x[side, i], x[1 - side, i], dx[i]
            for draw in range(n_masks):
                score = gives if swaps[i, draw] else keeps
                own[draw] = score
                middle[draw] += score
                low[draw] = score if score < low[draw] else low[draw]
                high[draw] = score if score > high[draw] else high[draw]
        for draw in range(n_masks):
            middle[draw] = np.divide(middle[draw], n)
            high[draw] -= low[draw]
        for i in range(n):
            own, judged = dx[i], dz[i]
            for draw in range(n_masks):
                apart = np.divide(own[draw] - middle[draw], high[draw])
                own[draw] = apart
                xx[draw] += apart * apart
                xz[draw] += apart * judged
        out = found[side, 0]
        for draw in range(n_masks):
            value = max(-1.0, min(1.0, np.divide(xz[draw], np.sqrt(xx[draw] * zz))))
            out[draw] = value if high[draw] > slack else np.nan
        for c in range(n_units):
            own, judged, without = dx[c], dz[c], found[side, 1 + c]
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
