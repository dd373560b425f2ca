"""Which cells of a column are as good as its best one."""

import numpy as np
from numpy.typing import NDArray

from workbench.types import Mark


def mark_column(values: NDArray[np.float64], lows: NDArray[np.float64], digits: int) -> list[Mark]:
    """Mark the best cells of a column and those statistically tied with them (the gray cells of Lin 2004).

    Best are the cells that print like the largest value. Another cell is equivalent when its value is at or
    above the lowest lower bound among the best cells: a rule that Lin and Och 2004 (ACL), Table 1, follows
    in all 180 cells. It looks at one interval only and is not a test of the difference.

    Parameters
    ----------
    values
        float64[n]: the coefficients, not rounded.
    lows
        float64[n]: lower ends of their intervals, not rounded.
    digits
        Decimals that are printed.

    Undefined
    ---------
    A NaN value is never marked. Without any bound among the best cells nothing is equivalent.

    Examples
    --------
    >>> mark_column(np.array([0.901, 0.85, 0.79, 0.899]), np.array([0.8, 0.7, 0.6, 0.81]), 2)
    ['best', 'equivalent', '', 'best']
    """
    # As numbers, so that -0.00 and 0.00 are one, and .375 less a last bit prints as .375 does.
    printed = np.array([float(f"{round(float(value), max(12, digits)):.{digits}f}") for value in values])
    best = printed == np.max(printed, initial=-np.inf, where=~np.isnan(printed))
    bound = np.nanmin(np.append(lows[best], np.inf))
    marks: list[Mark] = []
    for is_best, value in zip(best, values, strict=True):
        marks.append("best" if is_best else "equivalent" if value >= bound else "")
    return marks
