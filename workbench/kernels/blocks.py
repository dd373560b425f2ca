"""Sums over blocks of segments, and rank coefficients of many observations."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import kernel
from workbench.types import Array

Whole = NDArray[np.int64]


@kernel
def block_sums(values: Array, orders: NDArray[np.int32], size: int) -> Array:
    """Cut each order of segments into blocks of `size` and sum their rows, in that order.

    `values` is [n_segments, n_columns], `orders` [n, length] with -1 behind the last segment of a shorter
    one. Returns [n, length // size, n_columns], NaN for a block that is not full; a remainder is not used.
    """
    n_blocks = orders.shape[1] // size
    sums = np.zeros((orders.shape[0], n_blocks, values.shape[1]))
    for number in range(orders.shape[0]):
        for block in range(n_blocks):
            out = sums[number, block]
            for at in range(block * size, (block + 1) * size):
                segment = orders[number, at]
                if segment < 0:
                    out[:] = np.nan
                    break
                row = values[segment]
                for column in range(row.size):
                    out[column] += row[column]
    return sums


@kernel
def _doubled_ranks(values: Array, order: Whole, ranks: Whole) -> int:
    """Write twice the centred rank of each ordered value, equal ones sharing it; return the tied pairs."""
    tied = 0
    first = 0
    while first < order.size:
        last = first
        while last + 1 < order.size and values[order[last + 1]] == values[order[first]]:
            last += 1
        for at in range(first, last + 1):
            ranks[order[at]] = first + last - (order.size - 1)
        tied += (last - first + 1) * (last - first) // 2
        first = last + 1
    return tied


@kernel
def _inversions(values: Whole, spare: Whole) -> int:
    """Count the pairs that stand in falling order, by merging; both arrays are overwritten."""
    count = 0
    width = 1
    while width < values.size:
        start = 0
        while start < values.size:
            middle = min(start + width, values.size)
            stop = min(start + 2 * width, values.size)
            left, right = start, middle
            for at in range(start, stop):
                if left < middle and (right >= stop or values[left] <= values[right]):
                    spare[at] = values[left]
                    left += 1
                else:
                    spare[at] = values[right]
                    right += 1
                    count += middle - left
            start = stop
        values, spare = spare, values
        width *= 2
    return count


@kernel
def _pairs_of_ranks(x: Whole, z: Whole, order: Whole) -> tuple[int, int]:
    """Return the discordant pairs and those tied in both, of ranks and the order of x."""
    sequence = np.empty(order.size, np.int64)
    joint = 0
    first = 0
    while first < order.size:
        last = first
        while last + 1 < order.size and x[order[last + 1]] == x[order[first]]:
            last += 1
        for at in range(first, last + 1):
            sequence[at] = z[order[at]]
        if last > first:
            sequence[first : last + 1] = np.sort(sequence[first : last + 1])
            run = 0
            for at in range(first + 1, last + 1):
                run = run + 1 if sequence[at] == sequence[at - 1] else 0
                joint += run
        first = last + 1
    return _inversions(sequence, np.empty(order.size, np.int64)), joint


@kernel
def rank_coefficients(x: Array, z: Array, x_order: Whole, z_order: Whole, kendall: bool) -> Array:
    """Return Spearman's coefficient of each row, or Kendall's tau-b, in n log n steps (Knight 1966).

    `x` and `z` are [n_rows, n], NaN at the same places, which are left out; the orders are those that
    `np.argsort` gives along the rows (faster than what could be compiled here). Returns [n_rows], NaN for
    fewer than 2 pairs and where x or z is constant.
    """
    values = np.full(x.shape[0], np.nan)
    x_ranks, z_ranks = np.zeros(x.shape[1], np.int64), np.zeros(x.shape[1], np.int64)
    for row in range(x.shape[0]):
        n = x.shape[1] - np.isnan(x[row]).sum()
        if n < 2:
            continue
        # NaN come last in an order
        order, other = x_order[row, :n], z_order[row, :n]
        x_tied = _doubled_ranks(x[row], order, x_ranks)
        z_tied = _doubled_ranks(z[row], other, z_ranks)
        product, x_square, z_square = 0.0, 0.0, 0.0
        if kendall:
            n_pairs = n * (n - 1) // 2
            discordant, joint = _pairs_of_ranks(x_ranks, z_ranks, order)
            product = float(n_pairs - x_tied - z_tied + joint - 2 * discordant)
            x_square, z_square = float(n_pairs - x_tied), float(n_pairs - z_tied)
        else:
            for at in order:
                product += float(x_ranks[at]) * z_ranks[at]
                x_square += float(x_ranks[at]) * x_ranks[at]
                z_square += float(z_ranks[at]) * z_ranks[at]
        spread = np.sqrt(x_square * z_square)
        if spread > 0:
            values[row] = max(-1.0, min(1.0, product / spread))
    return values
