"""How two orders of the same things agree, pair by pair: the counts that every tau is made of.

A pair is concordant, discordant, tied in the human scores only, in the metric scores only, or in both:
columns 0 to 4 of every result. A metric difference of at most `epsilon` is a tie. Pairs whose human
difference is below `threshold` are not counted at all. Differences are as floating point gives them.
"""

from typing import NamedTuple

import numpy as np

from workbench.kernels.compile import kernel
from workbench.types import Array, Integers


@kernel
def count_pairs(x: Array, z: Array, epsilon: float, threshold: float) -> Integers:
    """Count the pairs of each row one after another; `x` is the metric, `z` human, both [n_rows, n].

    Things with a NaN are left out. Returns [n_rows, 5]. Time grows with n².
    """
    counts = np.zeros((x.shape[0], 5), np.int64)
    for row in range(x.shape[0]):
        for i in range(x.shape[1]):
            if np.isnan(x[row, i]) or np.isnan(z[row, i]):
                continue
            for j in range(i):
                if np.isnan(x[row, j]) or np.isnan(z[row, j]):
                    continue
                metric = x[row, i] - x[row, j]
                human = z[row, i] - z[row, j]
                if abs(human) < threshold:
                    continue
                tied = abs(metric) <= epsilon
                if human == 0:
                    counts[row, 4 if tied else 2] += 1
                elif tied:
                    counts[row, 3] += 1
                else:
                    counts[row, 0 if (metric > 0) == (human > 0) else 1] += 1
    return counts


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
