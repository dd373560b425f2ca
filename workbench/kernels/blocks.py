"""Sums over blocks of segments, and rank coefficients of many observations."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import kernel

Array = NDArray[np.float64]
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
    """Write twice the centred rank of each value, equal ones sharing their mean; return the tied pairs."""
    tied = 0
    first = 0
    while first < values.size:
        last = first
        while last + 1 < values.size and values[order[last + 1]] == values[order[first]]:
            last += 1
        for at in range(first, last + 1):
            ranks[order[at]] = first + last - (values.size - 1)
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
    sequence = np.empty(x.size, np.int64)
    joint = 0
    first = 0
    while first < x.size:
        last = first
        while last + 1 < x.size and x[order[last + 1]] == x[order[first]]:
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
    return _inversions(sequence, np.empty(x.size, np.int64)), joint


@kernel
def rank_coefficients(x: Array, z: Array, kendall: bool) -> Array:
    """Return Spearman's coefficient of each row, or Kendall's tau-b, in n log n steps (Knight 1966).

    `x` and `z` are [n_rows, n]; a pair with a NaN is left out. Returns [n_rows], NaN for fewer than 2
    complete pairs and where x or z is constant.
    """
    values = np.full(x.shape[0], np.nan)
    for row in range(x.shape[0]):
        complete = ~(np.isnan(x[row]) | np.isnan(z[row]))
        ours, theirs = x[row][complete], z[row][complete]
        n = ours.size
        if n < 2:
            continue
        x_ranks, z_ranks = np.empty(n, np.int64), np.empty(n, np.int64)
        order = np.argsort(ours)
        x_tied = _doubled_ranks(ours, order, x_ranks)
        z_tied = _doubled_ranks(theirs, np.argsort(theirs), z_ranks)
        product, x_square, z_square = 0.0, 0.0, 0.0
        if kendall:
            n_pairs = n * (n - 1) // 2
            discordant, joint = _pairs_of_ranks(x_ranks, z_ranks, order)
            product = float(n_pairs - x_tied - z_tied + joint - 2 * discordant)
            x_square, z_square = float(n_pairs - x_tied), float(n_pairs - z_tied)
        else:
            for at in range(n):
                product += float(x_ranks[at]) * z_ranks[at]
                x_square += float(x_ranks[at]) * x_ranks[at]
                z_square += float(z_ranks[at]) * z_ranks[at]
        spread = np.sqrt(x_square * z_square)
        if spread > 0:
            values[row] = max(-1.0, min(1.0, product / spread))
    return values
