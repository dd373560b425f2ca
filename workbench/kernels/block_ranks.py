"""What cells of a block add to the ranks of other cells: for Spearman's coefficient without each block.

A rank is written as the number of cells below minus that of cells above, which is twice the centred rank.
"""

import numpy as np

from workbench.kernels.compile import kernel
from workbench.kernels.pairs import Blocks
from workbench.types import Array, Integers


@kernel
def sum_rank_products(x: Blocks, y: Blocks, epsilon: float) -> Array:
    """Sum p q, p p and q q of each block over the cells of each block, float64[3, n_blocks, n_blocks].

    p and q are what block a of x, the first axis, adds to the ranks of cells of block b of y.
    """
    n_blocks = x.starts.size - 1
    sums = np.zeros((3, n_blocks, n_blocks))
    scored, judged = np.zeros((2, y.scores.size), np.int32)
    for a in range(n_blocks):
        scored[:], judged[:] = 0, 0
        for i in range(x.starts[a], x.starts[a + 1]):
            # a long loop without a condition: some cells at once
            for j in range(y.scores.size):
                apart = x.scores[i] - y.scores[j]
                scored[j] += np.int32(apart > epsilon) - np.int32(apart < -epsilon)
                judged[j] += np.int32(x.judgments[i] > y.judgments[j]) - np.int32(
                    x.judgments[i] < y.judgments[j]
                )
        for b in range(n_blocks):
            for j in range(y.starts[b], y.starts[b + 1]):
                p, q = float(scored[j]), float(judged[j])
                sums[0, a, b] += p * q
                sums[1, a, b] += p * p
                sums[2, a, b] += q * q
    return sums


@kernel
def larger_minus_smaller(keys: Array, weights: Array, starts: Integers, slack: float) -> Array:
    """Return the weights of larger keys minus those of smaller ones, for each key among those of its block.

    Keys of block b, from the least on, are those from `starts[b]` to `starts[b + 1]`. Keys that differ by no
    more than `slack` are equal.
    """
    sums = np.empty(keys.size)
    for b in range(starts.size - 1):
        end = starts[b + 1]
        total, below, reached = weights[starts[b] : end].sum(), 0.0, 0.0
        low = high = starts[b]
        for at in range(starts[b], end):
            while keys[at] - keys[low] > slack:
                below += weights[low]
                low += 1
            while high < end and not keys[high] - keys[at] > slack:
                reached += weights[high]
                high += 1
            sums[at] = total - reached - below
    return sums
