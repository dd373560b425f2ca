"""What the cells of two blocks say of each other: pairs that agree, and what they add to each other's ranks.

A difference of scores of at most `epsilon` is a tie. Differences are as floating point gives them.
"""

from typing import NamedTuple

import numpy as np

from workbench.kernels.compile import kernel
from workbench.types import Array, Integers


class Blocks(NamedTuple):
    """Things that lie block by block, without any that is missing.

    Attributes
    ----------
    scores, judgments : float64[n]
    starts : int64[1 + n_blocks]
        Where each block begins, and n.
    """

    scores: Array
    judgments: Array
    starts: Integers


@kernel
def sum_signs(x: Blocks, y: Blocks, epsilon: float) -> Array:
    """Sum over all pairs of a thing of one block and a thing of another one what is said of the two.

    Returns float64[4, n_blocks, n_blocks], whole numbers: concordant minus discordant pairs, both of them
    together, and the pairs of which the scores, and the judgments, prefer one thing. Time grows with n².
    """
    n_blocks = x.starts.size - 1
    sums = np.zeros((4, n_blocks, n_blocks))
    agreeing, both, preferred, judged = np.zeros((4, y.scores.size), np.int32)
    for a in range(n_blocks):
        agreeing[:], both[:], preferred[:], judged[:] = 0, 0, 0, 0
        for i in range(x.starts[a], x.starts[a + 1]):
            # a long loop without a condition: some pairs at once
            for j in range(y.scores.size):
                apart = x.scores[i] - y.scores[j]
                metric = np.int32(apart > epsilon) - np.int32(apart < -epsilon)
                human = np.int32(x.judgments[i] > y.judgments[j]) - np.int32(x.judgments[i] < y.judgments[j])
                agreeing[j] += metric * human
                both[j] += abs(metric * human)
                preferred[j] += abs(metric)
                judged[j] += abs(human)
        for b in range(n_blocks):
            for j in range(y.starts[b], y.starts[b + 1]):
                sums[0, a, b] += agreeing[j]
                sums[1, a, b] += both[j]
                sums[2, a, b] += preferred[j]
                sums[3, a, b] += judged[j]
    return sums


@kernel
def sum_rank_products(x: Blocks, y: Blocks, epsilon: float) -> Array:
    """Sum p q, p p and q q of each block over the cells of each block, float64[3, n_blocks, n_blocks].

    p and q are what block a of x, the first axis, adds to the ranks of cells of block b of y. A rank is the
    number of cells below minus that of cells above, which is twice the centred rank.
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
