"""Rank coefficients of observations that count several times, in n log n steps (Knight 1966)."""

import numpy as np

from workbench.kernels.compile import kernel
from workbench.types import Array, Integers


@kernel
def _doubled_ranks(values: Array, weights: Array, order: Integers, ranks: Array) -> float:
    """Write what lies below each value minus what lies above, twice its centred rank.

    Returns the sum of squares of the weights of equal values: pairs that are tied, each counted twice, and
    each observation with itself.
    """
    total = 0.0
    for at in order:
        total += weights[at]
    tied, before = 0.0, 0.0
    first = 0
    while first < order.size:
        last, own = first, weights[order[first]]
        while last + 1 < order.size and values[order[last + 1]] == values[order[first]]:
            last += 1
            own += weights[order[last]]
        for at in range(first, last + 1):
            ranks[order[at]] = 2 * before + own - total
        before += own
        tied += own * own
        first = last + 1
    return tied


@kernel
def _inversions(values: Array, weights: Array) -> float:
    """Add up the products of the weights of pairs that stand in falling order, by merging; both change."""
    n = values.size
    other_values, other_weights = np.empty(n), np.empty(n)
    found = 0.0
    width = 1
    while width < n:
        start = 0
        while start < n:
            middle, stop = min(start + width, n), min(start + 2 * width, n)
            left, right = start, middle
            rest = 0.0
            for at in range(start, middle):
                rest += weights[at]
            for at in range(start, stop):
                if left < middle and (right >= stop or values[left] <= values[right]):
                    other_values[at], other_weights[at] = values[left], weights[left]
                    rest -= weights[left]
                    left += 1
                else:
                    other_values[at], other_weights[at] = values[right], weights[right]
                    found += weights[right] * rest
                    right += 1
            start = stop
        values, other_values = other_values, values
        weights, other_weights = other_weights, weights
        width *= 2
    return found


@kernel
def _kendall_sums(
    x: Array, z: Array, weights: Array, order: Integers, x_tied: float, z_tied: float
) -> tuple[float, float, float]:
    """Return concordant minus discordant pairs, and those not tied in x and in z, each counted twice."""
    ranked, counts = np.empty(order.size), np.empty(order.size)
    total, joint = 0.0, 0.0
    first = 0
    while first < order.size:
        last = first
        while last + 1 < order.size and x[order[last + 1]] == x[order[first]]:
            last += 1
        inside = order[first : last + 1]
        if last > first:
            inside = inside[np.argsort(z[inside])]
        own = 0.0
        for step in range(inside.size):
            at = inside[step]
            ranked[first + step], counts[first + step] = z[at], weights[at]
            total += weights[at]
            own = own + weights[at] if step and z[at] == z[inside[step - 1]] else weights[at]
            if step + 1 == inside.size or z[inside[step + 1]] != z[at]:
                joint += own * own
        first = last + 1
    untied = total * total
    discordant = 2 * _inversions(ranked, counts)
    return untied - x_tied - z_tied + joint - 2 * discordant, untied - x_tied, untied - z_tied


@kernel
def rank_coefficients(
    x: Array, z: Array, weights: Array, x_order: Integers, z_order: Integers, kendall: bool
) -> Array:
    """Return Spearman's coefficient of each row, or Kendall's tau-b.

    `weights`, [n_rows, n], are whole numbers; 0 leaves an observation out, NaN have to have it. `x` and `z`
    are [n_rows, n], or [1, n] where all rows share them; the orders are those that `np.argsort` gives along
    the rows (faster than what could be compiled here). Returns [n_rows], NaN for fewer than 2 observations,
    copies counted, and where x or z is constant.
    """
    n_rows, n = weights.shape
    values = np.full(n_rows, np.nan)
    x_ranks, z_ranks = np.zeros(n), np.zeros(n)
    for row in range(n_rows):
        of_x, of_z = min(row, x.shape[0] - 1), min(row, z.shape[0] - 1)
        own = weights[row]
        ordered, other = x_order[of_x], z_order[of_z]
        ordered, other = ordered[own[ordered] > 0], other[own[other] > 0]
        if ordered.size < 2:
            continue
        x_tied = _doubled_ranks(x[of_x], own, ordered, x_ranks)
        z_tied = _doubled_ranks(z[of_z], own, other, z_ranks)
        product, x_square, z_square = 0.0, 0.0, 0.0
        if kendall:
            product, x_square, z_square = _kendall_sums(x_ranks, z_ranks, own, ordered, x_tied, z_tied)
        else:
            for at in ordered:
                product += own[at] * x_ranks[at] * z_ranks[at]
                x_square += own[at] * x_ranks[at] * x_ranks[at]
                z_square += own[at] * z_ranks[at] * z_ranks[at]
        spread = np.sqrt(x_square * z_square)
        if spread > 0:
            values[row] = max(-1.0, min(1.0, product / spread))
    return values
