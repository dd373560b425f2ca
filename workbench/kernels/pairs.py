"""How two orders of the same things agree, pair by pair: the counts that every tau is made of.

A pair is concordant, discordant, tied in the human scores only, in the metric scores only, or in both:
columns 0 to 4 of every result. A metric difference of at most `epsilon` is a tie. Pairs whose human
difference is below `threshold` are not counted at all. Differences are as floating point gives them.
"""

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
