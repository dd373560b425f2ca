"""How two orders of the same things agree, pair by pair: the counts that every tau is made of.

A pair is concordant, discordant, tied in the human scores only, in the metric scores only, or in both:
columns 0 to 4 of every result. A metric difference of at most `epsilon` is a tie. Pairs whose human
difference is below `threshold` are not counted at all. Both compare the difference as floating point gives
it.
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


@kernel
def _count_up_to(values: Array, value: float, reach: float, within: bool) -> int:
    """Return how many of rising values lie more than `reach` below one, or `within` `reach` above it."""
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if (not values[middle] - value > reach) if within else value - values[middle] > reach:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def _count_below(tree: Integers, position: int) -> int:
    """Return how many entries of a Fenwick tree lie before a position."""
    total = 0
    while position > 0:
        total += tree[position]
        position -= position & -position
    return total


@kernel
def count_sorted_pairs(x: Array, z: Array, epsilon: float) -> Integers:
    """Count the pairs of one row in n log n steps, with threshold 0; `x` and `z` are [n] without NaN.

    Returns [5], equal to `count_pairs` to the last pair: subtraction is monotonic, so what lies within
    epsilon of a value is a run of the sorted ones. The things are taken by rising human score; those with the
    same one are looked up before any of them enters the tree (Knight 1966 with a Fenwick tree).
    """
    n, near = len(x), 0
    counts = np.zeros(5, np.int64)
    values = np.sort(x)
    order = np.argsort(z, kind="mergesort")
    tree = np.zeros(n + 1, np.int64)
    start = 0
    while start < n:
        stop = start
        while stop < n and z[order[stop]] == z[order[start]]:
            stop += 1
        for at in range(start, stop):
            low = _count_up_to(values, x[order[at]], epsilon, False)
            high = _count_up_to(values, x[order[at]], epsilon, True)
            below = _count_below(tree, low)
            within = _count_below(tree, high) - below
            counts[0] += below
            counts[3] += within
            counts[1] += start - below - within
            near += high - low - 1
        counts[2] += (stop - start) * (stop - start - 1) // 2
        for at in range(start, stop):
            position = np.searchsorted(values, x[order[at]]) + 1
            while position <= n:
                tree[position] += 1
                position += position & -position
        start = stop
    # all pairs within epsilon, each found from both of its things, but those that are tied in x alone
    counts[4] = near // 2 - counts[3]
    counts[2] -= counts[4]
    return counts


@kernel
def count_all_sorted_pairs(x: Array, z: Array, epsilon: float) -> Integers:
    """Do `count_sorted_pairs` for each row of [n_rows, n], leaving out things with a NaN; [n_rows, 5]."""
    counts = np.empty((x.shape[0], 5), np.int64)
    for row in range(x.shape[0]):
        complete = ~np.isnan(x[row]) & ~np.isnan(z[row])
        counts[row] = count_sorted_pairs(x[row][complete], z[row][complete], epsilon)
    return counts
