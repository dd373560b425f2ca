"""How well humans agree with each other: what a metric can be measured against."""

from typing import Literal, NamedTuple

import numpy as np

from workbench.errors import Problem, SpecError, suggest
from workbench.stats.coefficients.noise import cancelled
from workbench.stats.levels.estimates import Estimate, segment_level, system_level
from workbench.types import Array

_LEVELS = {"system": system_level, "segment": segment_level}


def rater_mean(ratings: Array) -> Array:
    """Return the mean over the raters of each cell, float64[n_systems, n_segments]; NaN where nobody rated.

    Not rounded, as the judgments of a table are not: what is averaged or ranked next is (`round_noise`), and
    rounding twice would part systems that tie, as .666666666667 / 2 is not .333333333333. Ratings that cancel
    out have a mean of 0 (`cancelled`).

    Examples
    --------
    >>> rater_mean(np.array([[[1.0, 2.0]], [[4.0, np.nan]]]))
    array([[2.5, 2. ]])
    """
    present = ~np.isnan(ratings)
    given, number = np.where(present, ratings, 0.0), present.sum(axis=0)
    sums = cancelled(given.sum(axis=0), np.abs(given).sum(axis=0))
    means: Array = np.divide(sums, number, out=np.full(sums.shape, np.nan), where=number > 0)
    return means


def shared_cells(one: Array, others: Array) -> tuple[Array, Array]:
    """Return two matrices of scores with only the cells that both have; NaN elsewhere.

    Where raters rated different segments, the means of systems would else compare segments, not raters.

    Examples
    --------
    >>> shared_cells(np.array([1.0, np.nan, 3.0]), np.array([np.nan, 2.0, 4.0]))
    (array([nan, nan,  3.]), array([nan, nan,  4.]))
    """
    missing = np.isnan(one) | np.isnan(others)
    return np.where(missing, np.nan, one), np.where(missing, np.nan, others)


class RaterCeiling(NamedTuple):
    """Agreement of raters with each other: the mean over the raters, and each rater's own estimate.

    `value` is NaN when no rater has an estimate; `n_undefined` raters have none.
    """

    value: float
    each: list[Estimate]
    n_undefined: int


def leave_one_rater_out(
    ratings: Array, coefficient: str, level: Literal["system", "segment"] = "system"
) -> RaterCeiling:
    """Correlate each rater with the mean of the others, as if the rater were a metric.

    A metric that is above it agrees with the other raters better than a rater does. It is no bound: the mean
    of many raters has less noise than one.

    Parameters
    ----------
    ratings
        float64[n_raters, n_systems, n_segments]; NaN where a rater did not rate. A rater is compared with the
        others on the outputs that both rated.
    coefficient
        A name in `COEFFICIENTS`.
    level
        system or segment, as in `stats.levels`.

    Raises
    ------
    SpecError
        For another level.

    Undefined
    ---------
    Each estimate as at its level; raters without one are left out of the mean and counted.

    Examples
    --------
    The third rater turns one pair round, and is compared with two who do not.

    >>> ratings = np.array([[[1.0], [2.0], [3.0]], [[1.0], [2.0], [3.0]], [[1.0], [3.0], [2.0]]])
    >>> ceiling = leave_one_rater_out(ratings, "pearson")
    >>> [round(estimate.value, 3) for estimate in ceiling.each], round(ceiling.value, 3)
    ([0.866, 0.866, 0.5], 0.744)
    """
    if level not in _LEVELS:
        raise SpecError(Problem("level", "unknown", level, hint=suggest(level, _LEVELS)))
    each = [
        _LEVELS[level](*shared_cells(one, rater_mean(np.delete(ratings, rater, axis=0))), coefficient)
        for rater, one in enumerate(ratings)
    ]
    values = np.array([estimate.value for estimate in each])
    defined = values[~np.isnan(values)]
    value = float(defined.mean()) if defined.size else np.nan
    return RaterCeiling(value, each, values.size - defined.size)
