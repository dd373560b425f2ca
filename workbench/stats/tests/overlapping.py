"""What tests of two dependent overlapping correlations share: their form, their table, undefined cases.

Two metrics x and y are correlated with the same judgments z on the same observations. The tests themselves
are in `workbench.stats.tests.dependent`.
"""

from collections.abc import Callable
from functools import wraps
from typing import Literal, NamedTuple, Protocol, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.errors import Problem, SpecError, suggest
from workbench.registry import Registry
from workbench.stats.coefficients.noise import NEARLY_ONE, NOISE
from workbench.stats.distributions import norm, t
from workbench.types import Array

Alternative = Literal["two", "greater", "less"]
Distribution = Literal["t", "normal"]
PairStatistic = Callable[[Array, Array, Array, Array], Array]

MIN_OBSERVATIONS = 4
"""With fewer there are no degrees of freedom: every test divides by n - 3 or takes it as such."""
NO_VALUE = "a correlation is undefined"
NO_VARIANCE = "the variance of the difference is not positive"
MIN_P = float(np.finfo(np.float64).tiny)


class DependentResult(NamedTuple):
    """Outcome of one test, or of one for each entry of the arrays that were given.

    `statistic` and `p_value` are float64[...], NaN where `reason` (str[...]) is not empty. `df` are the
    degrees of freedom of Student's t, None when the law is normal.
    """

    statistic: Array
    p_value: Array
    df: Array | None
    law: Distribution
    alternative: Alternative
    reason: NDArray[np.str_]


class DependentTest(Protocol):
    """A test of r_xz against r_yz, given r_xy and the number of observations."""

    def __call__(
        self,
        r_xz: ArrayLike,
        r_yz: ArrayLike,
        r_xy: ArrayLike,
        n: ArrayLike,
        alternative: Alternative = "two",
    ) -> DependentResult:
        """Return the outcome, of the shape that the arguments have together."""
        ...


DEPENDENT_TESTS: Registry[DependentTest] = Registry("test")


def determinant(r_xz: Array, r_yz: Array, r_xy: Array) -> Array:
    """Return the determinant of the three correlations, 0 where one variable is a sum of the others.

    Examples
    --------
    >>> float(determinant(np.array(0.5), np.array(0.5), np.array(0.5)))
    0.5
    """
    return 1 - r_xz**2 - r_yz**2 - r_xy**2 + 2 * r_xz * r_yz * r_xy


def why_no_test(r_xz: Array, r_yz: Array, r_xy: Array, n: Array) -> NDArray[np.str_]:
    """Say why three correlations of n observations cannot be compared; "" where they can.

    Parameters
    ----------
    r_xz, r_yz, r_xy, n
        float64[...] of one shape.

    Examples
    --------
    >>> str(why_no_test(*np.array([0.5, 0.2, 0.3, 3.0])))
    'fewer than 4 observations'
    >>> str(why_no_test(*np.array([0.9, -0.9, 0.9, 30.0])))
    'no scores can have these three correlations, or one is a sum of the others'
    """
    correlations = np.stack([r_xz, r_yz, r_xy])
    missing = np.isnan(correlations).any(axis=0) | np.isnan(n)
    return np.select(
        [
            missing,
            n < MIN_OBSERVATIONS,
            (np.abs(correlations) >= NEARLY_ONE).any(axis=0),
            determinant(r_xz, r_yz, r_xy) <= NOISE,
        ],
        [
            NO_VALUE,
            f"fewer than {MIN_OBSERVATIONS} observations",
            "a correlation is 1 or -1, or beyond",
            "no scores can have these three correlations, or one is a sum of the others",
        ],
        default="",
    )


def as_arrays(*values: ArrayLike) -> list[Array]:
    """Return numbers and arrays as float64 arrays of one shape."""
    return [np.array(value) for value in np.broadcast_arrays(*(np.asarray(v, np.float64) for v in values))]


def _p_value(statistic: Array, df: Array | None, alternative: Alternative) -> Array:
    turned = {"two": -np.abs(statistic), "greater": -statistic, "less": statistic}[alternative]
    tail = norm.cdf(turned) if df is None else t.cdf(turned, np.maximum(df, 1))
    # What underflows is small, not impossible.
    p_value: Array = np.maximum(tail * (2 if alternative == "two" else 1), MIN_P)
    return p_value


def dependent_test(name: str, law: Distribution, cites: str = "") -> Callable[[PairStatistic], DependentTest]:
    """Decorate the statistic of a test of dependent correlations to make it a test, and register it.

    Parameters
    ----------
    name
        For `DEPENDENT_TESTS`.
    law
        Distribution of the statistic when both correlations are equal: t with n - 3 degrees of freedom, or
        standard normal.
    cites
        The key of its paper (`workbench.papers`).

    Examples
    --------
    >>> @dependent_test("difference", law="normal")
    ... def difference(r_xz, r_yz, r_xy, n):
    ...     return (r_xz - r_yz) * np.sqrt(n)
    >>> float(difference(0.5, 0.5, 0.2, 16).p_value)
    1.0
    >>> DEPENDENT_TESTS.remove("difference")
    """

    def make(statistic: PairStatistic) -> DependentTest:
        @wraps(statistic)
        def test(
            r_xz: ArrayLike,
            r_yz: ArrayLike,
            r_xy: ArrayLike,
            n: ArrayLike,
            alternative: Alternative = "two",
        ) -> DependentResult:
            if alternative not in get_args(Alternative):
                known = suggest(str(alternative), get_args(Alternative))
                raise SpecError(Problem("alternative", "unknown", alternative, hint=known))
            given = as_arrays(r_xz, r_yz, r_xy, n)
            reason = why_no_test(*given)
            with np.errstate(all="ignore"):
                value = np.where(reason == "", statistic(*given), np.nan)
            spread = (reason == "") & ~np.isfinite(value)
            reason = np.where(spread, NO_VARIANCE, reason)
            value = np.where(spread, np.nan, value)
            df = np.where(reason == "", given[3] - 3, np.nan) if law == "t" else None
            p_value = np.where(reason == "", _p_value(value, df, alternative), np.nan)
            return DependentResult(value, p_value, df, law, alternative, reason)

        return DEPENDENT_TESTS(name, cites)(test)

    return make


class DifferenceInterval(NamedTuple):
    """Interval of a difference x - y, float64[...]; NaN where `reason` (str[...]) is not empty."""

    difference: Array
    low: Array
    high: Array
    confidence: float
    reason: NDArray[np.str_]


Ends = Callable[[Array, Array, Array, Array, float], tuple[Array, Array, Array]]


def difference_interval(
    ends: Ends, r_xz: ArrayLike, r_yz: ArrayLike, r_xy: ArrayLike, n: ArrayLike, confidence: float
) -> DifferenceInterval:
    """Return an interval of two dependent correlations, undefined where the tests of them are.

    Parameters
    ----------
    ends
        Makes difference, lower and upper end from r_xz, r_yz, r_xy, n and the normal quantile.
    r_xz, r_yz, r_xy, n
        As for a `DependentTest`.
    confidence
        Nominal coverage, in (0, 1).

    Raises
    ------
    SpecError
        For a confidence outside (0, 1).
    """
    if not 0 < confidence < 1:
        raise SpecError(Problem("confidence", "not a coverage", confidence, "a number between 0 and 1"))
    x, y, both, size = as_arrays(r_xz, r_yz, r_xy, n)
    reason = why_no_test(x, y, both, size)
    with np.errstate(all="ignore"):
        found = np.stack(ends(x, y, both, size, float(norm.ppf((1 + confidence) / 2))))
    spread = (reason == "") & ~np.isfinite(found).all(axis=0)
    reason = np.where(spread, NO_VARIANCE, reason)
    difference, low, high = np.where(reason == "", found, np.nan)
    return DifferenceInterval(difference, low, high, confidence, reason)
