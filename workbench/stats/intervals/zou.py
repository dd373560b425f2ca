"""Interval of the difference of two dependent overlapping correlations."""

import numpy as np
from numpy.typing import ArrayLike

from workbench.registry import cite
from workbench.stats.tests.overlapping import DifferenceInterval, difference_interval
from workbench.types import Array

cite("interval", {"zou": "Zou 2007"})


def zou_ends(
    r_xz: Array, r_yz: Array, r_xy: Array, n: Array, quantile: ArrayLike
) -> tuple[Array, Array, Array]:
    """Return r_xz - r_yz and the ends of its interval at a normal quantile, 0 or more (Zou 2007).

    The distance of each end is that of the two Fisher intervals, put together as lengths are in a triangle:
    the more the two estimates go together, the shorter.

    Examples
    --------
    With quantile 0 the interval is the difference itself.

    >>> [float(end.round(3)) for end in zou_ends(*np.array([0.75, 0.5, 0.5, 50]), 0.0)]
    [0.25, 0.25, 0.25]
    """
    difference = r_xz - r_yz
    half = quantile / np.sqrt(n - 3)
    low_x, high_x = np.tanh(np.arctanh(r_xz) - half), np.tanh(np.arctanh(r_xz) + half)
    low_y, high_y = np.tanh(np.arctanh(r_yz) - half), np.tanh(np.arctanh(r_yz) + half)
    rest = 1 - r_xz**2 - r_yz**2 - r_xy**2
    product = (r_xy - r_xz * r_yz / 2) * rest + r_xy**3
    correlation = product / ((1 - r_xz**2) * (1 - r_yz**2))

    def distance(x: Array, y: Array) -> Array:
        side: Array = np.sqrt(x**2 + y**2 - 2 * correlation * x * y)
        return side

    return (
        difference,
        difference - distance(r_xz - low_x, high_y - r_yz),
        difference + distance(high_x - r_xz, r_yz - low_y),
    )


def zou2007(
    r_xz: ArrayLike, r_yz: ArrayLike, r_xy: ArrayLike, n: ArrayLike, confidence: float = 0.95
) -> DifferenceInterval:
    """Return the interval of r_xz - r_yz, both correlations of the same judgments z.

    Zou 2007, Psychological Methods 12, for overlapping correlations. Unlike an interval around the
    difference it respects the bounds of the coefficients, and it says how large a difference may be.

    Parameters
    ----------
    r_xz, r_yz
        Correlations of metrics x and y with the judgments: numbers or arrays, broadcast to one shape [...].
    r_xy
        Correlation of the metrics with each other, on the same observations.
    n
        Independent observations: systems, at system level.
    confidence
        Nominal coverage, in (0, 1).

    Returns
    -------
    DifferenceInterval
        Arrays of shape [...].

    Raises
    ------
    SpecError
        For a confidence outside (0, 1).

    Undefined
    ---------
    NaN ends with a reason for fewer than 4 observations, for a correlation of 1 or -1 or without a value,
    and for three correlations whose determinant is not positive.

    Examples
    --------
    >>> interval = zou2007(0.396, 0.179, 0.088, 66)
    >>> float(interval.low.round(3)), float(interval.high.round(3))
    (-0.093, 0.517)
    """
    return difference_interval(zou_ends, r_xz, r_yz, r_xy, n, confidence)
