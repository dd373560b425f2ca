"""Metrics that cannot be told apart, and metrics that are shown to be about as good: two different claims.

That an interval of the difference covers 0 says that a difference was not shown (`tied_with_best`). That it
lies inside a margin says that no difference of that size exists (`equivalence`). With few systems the first
is common and the second is not.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.errors import Problem, SpecError
from workbench.stats.coefficients.noise import tie_coefficients
from workbench.stats.distributions import norm
from workbench.stats.intervals.zou import zou2007, zou_ends
from workbench.stats.tests.overlapping import MIN_P, NO_VALUE, as_arrays
from workbench.types import Array, Mark

_FARTHEST = 38.0
"""Normal quantile beyond which a p-value cannot be told from 0."""
_HALVINGS = 60


class Equivalence(NamedTuple):
    """Outcome of two one-sided tests, arrays of shape [...].

    `low` and `high` end the interval of `difference` with coverage 1 - 2 level; `equivalent` where it lies
    inside ±margin, which is where `p_value` is below `level`. `reason` says why the others are NaN.
    """

    difference: Array
    low: Array
    high: Array
    p_value: Array
    equivalent: NDArray[np.bool_]
    margin: float
    level: float
    reason: NDArray[np.str_]


def _one_sided(x: Array, y: Array, both: Array, n: Array, margin: float) -> Array:
    """Return the p-value against a difference of `margin` or more: where the upper bound meets the margin."""
    low, high = np.full(x.shape, -_FARTHEST), np.full(x.shape, _FARTHEST)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        _, lower, upper = zou_ends(x, y, both, n, np.abs(middle))
        # An upper bound of less than even odds is the lower bound of the odds turned round.
        inside = np.where(middle < 0, lower, upper) < margin
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    tail: Array = norm.sf(low)
    return tail


def equivalence(
    r_xz: ArrayLike, r_yz: ArrayLike, r_xy: ArrayLike, n: ArrayLike, margin: float, level: float = 0.05
) -> Equivalence:
    """Test whether two dependent correlations differ by less than a margin (two one-sided tests, TOST).

    Both one-sided tests at `level` reject exactly when the interval of the difference with coverage
    1 - 2 level, here that of `zou2007`, lies inside ±margin (Schuirmann 1987). The p-value is the smallest
    level at which it would.

    Parameters
    ----------
    r_xz, r_yz, r_xy, n
        As for `zou2007`.
    margin
        Largest difference that does not matter, above 0: the user's choice, made before looking.
    level
        Largest chance of calling two metrics equivalent that are `margin` apart, in (0, .5).

    Raises
    ------
    SpecError
        For a margin or a level outside its range.

    Undefined
    ---------
    NaN, and not equivalent, with the reason of `zou2007`.

    Examples
    --------
    Equal coefficients of 20 systems show nothing about a margin of .05; of 2,000 they do.

    >>> result = equivalence(0.8, 0.8, 0.9, [20, 2000], margin=0.05)
    >>> result.equivalent
    array([False,  True])
    """
    if not margin > 0:
        raise SpecError(Problem("margin", "must be positive", margin, "a difference of two coefficients"))
    if not 0 < level < 0.5:
        raise SpecError(Problem("level", "not a level of a one-sided test", level, "a number in (0, 0.5)"))
    interval = zou2007(r_xz, r_yz, r_xy, n, 1 - 2 * level)
    x, y, both, size = as_arrays(r_xz, r_yz, r_xy, n)
    with np.errstate(all="ignore"):
        sides = [_one_sided(x, y, both, size, margin), _one_sided(y, x, both, size, margin)]
    defined = interval.reason == ""
    p_value = np.where(defined, np.maximum(np.maximum(*sides), MIN_P), np.nan)
    equivalent = defined & (-margin < interval.low) & (interval.high < margin)
    return Equivalence(
        interval.difference, interval.low, interval.high, p_value, equivalent, margin, level, interval.reason
    )


class Ties(NamedTuple):
    """Metrics of one column against its best one.

    `marks` are those of `mark_column`: best, equivalent (tied with the best) or "". `low` and `high`,
    float64[n_metrics], end the interval of best - metric; NaN for the best itself and where `reason` says
    why there is none.
    """

    marks: list[Mark]
    low: Array
    high: Array
    reason: NDArray[np.str_]


def tied_with_best(values: Array, between: Array, n: int, confidence: float = 0.95) -> Ties:
    """Mark the metrics whose difference from the best one of the column is not shown.

    A metric is tied when the interval of `zou2007` of best - metric reaches down to 0. It is an interval of
    the difference, so that two metrics that see the same things in the same systems are told apart more
    easily than by the overlap of their own intervals. It takes no account of how many metrics compete.

    Parameters
    ----------
    values
        float64[n_metrics]: correlation of each metric with the judgments, NaN where undefined.
    between
        float64[n_metrics, n_metrics]: correlations of the metrics with each other.
    n
        Independent observations: systems, at system level.
    confidence
        Nominal coverage, in (0, 1).

    Raises
    ------
    SpecError
        For a confidence outside (0, 1), and where `between` has another shape.

    Undefined
    ---------
    A metric without a value is never marked, one without an interval is not called tied; `reason` says why.
    All equal to the best value, but for noise, are best.

    Examples
    --------
    The second metric follows the first closely and is still behind; the third goes its own way.

    >>> between = np.array([[1.0, 0.98, 0.5], [0.98, 1.0, 0.5], [0.5, 0.5, 1.0]])
    >>> tied_with_best(np.array([0.8, 0.7, 0.6]), between, 30).marks
    ['best', '', 'equivalent']
    """
    if between.shape != (values.size, values.size):
        raise SpecError(Problem("between", "wrong shape", between.shape, f"{values.size} by {values.size}"))
    values = tie_coefficients(values)
    highest = np.max(values, initial=-np.inf, where=~np.isnan(values))
    best = values == highest
    if not best.any():
        return Ties([""] * values.size, values, values, np.full(values.shape, NO_VALUE))
    intervals = zou2007(highest, values, between[best], n, confidence)
    # Of several best ones that with the lowest bound decides, whatever their order.
    loosest = np.where(np.isnan(intervals.low), np.inf, intervals.low).argmin(axis=0)
    low, high, reason = (
        np.where(best, none, ends[loosest, np.arange(values.size)])
        for ends, none in ((intervals.low, np.nan), (intervals.high, np.nan), (intervals.reason, ""))
    )
    marks: list[Mark] = [
        "best" if is_best else "equivalent" if is_tied else ""
        for is_best, is_tied in zip(best, low <= 0, strict=True)
    ]
    return Ties(marks, low, high, reason)
