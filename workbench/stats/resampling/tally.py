"""How many draws are at least as extreme as what was observed, and the p-values that follow."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.stats.coefficients.noise import EQUAL_COEFFICIENTS
from workbench.types import Array

NO_DRAW = "no draw has a coefficient"


class Tally(NamedTuple):
    """How many draws were defined and how many of them at least as extreme; of shape [...] each."""

    defined: NDArray[np.int64]
    two: NDArray[np.int64]
    greater: NDArray[np.int64]
    less: NDArray[np.int64]

    def plus(self, other: "Tally") -> "Tally":
        """Return the tally of the draws of both."""
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))


def sides(values: Array) -> tuple[Array, Array, Array]:
    """Return what is large where a two-sided test rejects, one for larger and one for smaller values.

    Examples
    --------
    >>> [float(side) for side in sides(np.array(-2.0))]
    [2.0, -2.0, 2.0]
    """
    return np.abs(values), values, -values


def reaches(values: Array, observed: Array) -> NDArray[np.bool_]:
    """Tell which values are at least the observed ones, but for rounding; NaN is not.

    Examples
    --------
    >>> reaches(np.array([1.0, 0.5, np.inf, np.nan]), np.array([1.0 + 1e-12, 1.0, np.inf, 0.0])).tolist()
    [True, False, True, False]
    """
    size = np.where(np.isinf(observed), 0.0, np.abs(observed))
    reached: NDArray[np.bool_] = values >= observed - EQUAL_COEFFICIENTS * np.maximum(size, 1.0)
    return reached


def tally(values: Array, observed: Array | float) -> Tally:
    """Compare drawn differences, float64[n_draws, ...], with the observed ones, float64[...].

    Examples
    --------
    >>> found = tally(np.array([-0.5, 0.5, 0.1, np.nan]), 0.5)
    >>> [int(number) for number in found]
    [3, 2, 1, 3]
    """
    both = zip(sides(values), sides(np.asarray(observed, np.float64)), strict=True)
    two, greater, less = (reaches(*side).sum(axis=0) for side in both)
    return Tally((~np.isnan(values)).sum(axis=0), two, greater, less)


def p_values(counts: Tally, exact: bool) -> tuple[Array, Array, Array]:
    """Return the two-sided p-value, that for a larger and that for a smaller difference.

    All patterns: count / patterns, the observed one among them. Random ones: (1 + count) / (1 + draws), the
    observed one added (Phipson and Smyth 2010). Only draws that are defined enter.

    Examples
    --------
    >>> none = Tally(*np.array([99, 0, 0, 99]))
    >>> p_values(none, exact=False)[0]
    np.float64(0.01)
    """
    more = 0 if exact else 1
    number = np.asarray(counts.defined + more, np.float64)
    two, greater, less = (
        np.divide(hits + more, number, out=np.full(number.shape, np.nan), where=counts.defined > 0)[()]
        for hits in counts[1:]
    )
    return two, greater, less


def monte_carlo_error(p: Array, draws: NDArray[np.int64], exact: bool) -> Array:
    """Return the standard error of p-values that rest on random draws, sqrt(p (1 - p) / draws).

    Examples
    --------
    >>> float(monte_carlo_error(np.array(0.5), np.array(100), exact=False))
    0.05
    """
    if exact:
        return np.where(np.isnan(p), np.nan, 0.0)
    return np.sqrt(p * (1 - p) / np.maximum(draws, 1))
