"""Sums over blocks of segments."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import kernel
from workbench.types import Array


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
