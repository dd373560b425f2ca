"""Ranks of things of which some are not significantly better than others, as the WMT tables print them."""

import numpy as np
from numpy.typing import NDArray

from workbench.types import Array


def assign_ranks(p_values: Array, level: float) -> NDArray[np.int64]:
    """Return the rank of each metric: 1 for the first group that nothing in it beats, and so on.

    The metrics are walked down from the best. One opens the next rank when any metric of the current rank,
    counted from the one that opened it, is significantly better (Freitag et al. 2021, Results of the WMT21
    metrics shared task). So two metrics of one rank may differ from each other only through a later one.

    Parameters
    ----------
    p_values
        float64[n, n], metrics sorted by falling coefficient: entry [a, b] with a < b is the p-value of "a
        beats b"; the others are not read. A NaN is not significant.
    level
        A p-value of at most this is significant.

    Returns
    -------
    NDArray
        int64[n]: ranks from 1, without gaps.

    Examples
    --------
    The first beats the third only, which opens rank 2.

    >>> assign_ranks(np.array([[0.0, 0.4, 0.01], [0.0, 0.0, 0.3], [0.0, 0.0, 0.0]]), 0.05)
    array([1, 1, 2])
    """
    ranks = np.ones(len(p_values), np.int64)
    opened = 0
    for at in range(1, len(p_values)):
        if (p_values[opened:at, at] <= level).any():
            opened = at
            ranks[at] = ranks[at - 1] + 1
        else:
            ranks[at] = ranks[at - 1]
    return ranks
