"""The order of values from the largest on, in which rounding noise decides nothing."""

from typing import Any

import numpy as np

from workbench.types import Integers

_EQUAL = 1e-9
"""Values that are no farther apart are equal, as coefficients are that share a rank."""


def falling(values: Any) -> Integers:
    """Return the places of values from the largest to the least, equal ones as they stand, NaN last.

    Parameters
    ----------
    values : Series or array of float
        For instance coefficients: those of x and x / 3 - 7 are equal, and their last bits are not.

    Examples
    --------
    >>> falling([0.5, 0.7, 0.7 + 1e-16, float("nan"), 0.9]).tolist()
    [4, 1, 2, 0, 3]
    """
    given = np.asarray(values, np.float64)
    order = np.argsort(-given, kind="stable")
    with np.errstate(invalid="ignore"):  # two infinite values are told apart, and stay as they stand
        starts = np.append(False, ~(-np.diff(given[order]) <= _EQUAL))[: given.size]
    runs = np.empty(given.size, np.int64)
    runs[order] = np.cumsum(starts)
    found: Integers = np.argsort(runs, kind="stable")
    return found
