"""Does a correlation rest on a few systems? Outliers, the influence of each system, the best k alone."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.plain import MIN_SYSTEMS, get_coefficient
from workbench.stats.levels.estimates import Estimate, pooled_levels
from workbench.types import Array

CUT = 2.5
"""Distance from the median, in robust standard deviations, beyond which a system is an outlier."""
_CONSISTENT = 1.4826
"""Makes the median absolute deviation of normal scores their standard deviation."""


class Outliers(NamedTuple):
    """Which systems lie far from the others: `outlier` bool[n], `distance` float64[n] in robust deviations.

    `reason` says why there are no distances, "" when there are.
    """

    outlier: NDArray[np.bool_]
    distance: Array
    reason: str


def mad_outliers(scores: Array, cut: float = CUT) -> Outliers:
    """Find the scores that are far from the median: |x - median| / (1.4826 MAD) > cut.

    MAD is the median of |x - median| (Leys et al. 2013; Mathur, Baldwin and Cohn 2020, section 4.2). For
    correlations it is taken of the human scores, so that no metric decides which systems count.

    Parameters
    ----------
    scores
        float64[n]; NaN is no outlier and is not counted in the medians.
    cut
        In robust standard deviations.

    Undefined
    ---------
    When half of the scores or more are equal, MAD is 0: no score is an outlier, and `reason` says so.

    Examples
    --------
    The median is 3 and MAD 1: 5 is 2 / 1.4826 away, 9 is 6 / 1.4826.

    >>> mad_outliers(np.array([1.0, 2.0, 3.0, 4.0, 3.0, 9.0, 5.0])).outlier.tolist()
    [False, False, False, False, False, True, False]
    """
    present = ~np.isnan(scores)
    nowhere = np.full(scores.shape, np.nan)
    if not present.any():
        return Outliers(np.zeros(scores.shape, bool), nowhere, "no scores")
    distance = round_noise(np.abs(scores - np.median(scores[present])))
    spread = float(np.median(distance[present]))
    if spread == 0:
        return Outliers(np.zeros(scores.shape, bool), nowhere, "half of the scores or more are equal")
    distance = distance / (_CONSISTENT * spread)
    return Outliers(distance > cut, distance, "")


class WithoutOutliers(NamedTuple):
    """A system-level coefficient with all systems and without the outliers among the human scores."""

    every: Estimate
    without: Estimate
    outliers: Outliers


def without_outliers(
    x: Array, z: Array, coefficient: str, n_segments: int, cut: float = CUT
) -> WithoutOutliers:
    """Correlate with and without the systems whose human score is an outlier.

    Parameters
    ----------
    x, z
        float64[n_systems]: scores of the metric and judgments. Outliers are sought among the systems that
        have both.
    coefficient, n_segments
        As for `pooled_level`.
    cut
        As for `mad_outliers`.

    Undefined
    ---------
    Each estimate as in `pooled_level`.

    Examples
    --------
    One very bad system makes the correlation; without it the metric is worthless.

    >>> x, z = np.array([1.0, 2.0, 1.0, 2.0, -9.0]), np.array([1.0, 1.0, 2.0, 2.0, -9.0])
    >>> result = without_outliers(x, z, "pearson", 100)
    >>> round(result.every.value, 2), abs(round(result.without.value, 2)), result.without.n_systems
    (0.99, 0.0, 4)
    """
    [found] = all_without_outliers(x[np.newaxis], z, coefficient, n_segments, cut)
    return found


def all_without_outliers(
    x: Array, z: Array, coefficient: str, n_segments: int, cut: float = CUT
) -> list[WithoutOutliers]:
    """Return `without_outliers` of each of many metrics, whose scores are float64[n_metrics, n_systems]."""
    gaps, like = np.unique(np.isnan(x), axis=0, return_inverse=True)
    found: dict[int, WithoutOutliers] = {}
    for number, gap in enumerate(gaps):
        outliers = mad_outliers(np.where(gap, np.nan, z), cut)
        mine = np.flatnonzero(like.ravel() == number)
        every = pooled_levels(x[mine], z, coefficient, n_segments)
        without = pooled_levels(x[mine], np.where(outliers.outlier, np.nan, z), coefficient, n_segments)
        for row, one, other in zip(mine.tolist(), every, without, strict=True):
            found[row] = WithoutOutliers(one, other, outliers)
    return [found[row] for row in range(len(x))]


class Influence(NamedTuple):
    """What each system does to a coefficient.

    `value` is the coefficient of all systems, `without` float64[n_systems] that without each of them, NaN for
    a system that has no part in it, and `shift` is value - without: positive where a system raises it.
    """

    value: float
    without: Array
    shift: Array


def influence(x: Array, z: Array, coefficient: str) -> Influence:
    """Leave out one system after the other: the largest |shift| belongs to the system that drives the result.

    Parameters
    ----------
    x, z
        float64[n_systems]: scores of the metric and judgments; a system with a NaN has no part.
    coefficient
        A name that `get_coefficient` knows.

    Undefined
    ---------
    NaN where fewer than 3 systems are left, and where what is left is constant.

    Examples
    --------
    >>> found = influence(np.array([1.0, 2.0, 1.0, 2.0, 9.0]), np.array([1.0, 1.0, 2.0, 2.0, 9.0]), "pearson")
    >>> int(np.abs(found.shift).argmax()), round(found.value, 2), abs(round(float(found.without[4]), 2))
    (4, 0.98, 0.0)
    """
    x, z = round_noise(x), round_noise(z)
    present = ~np.isnan(x) & ~np.isnan(z)
    alone = np.eye(x.size, dtype=bool)
    correlate = get_coefficient(coefficient)
    value = float(correlate(x, z)) if present.sum() >= MIN_SYSTEMS else np.nan
    without = correlate(np.where(alone, np.nan, x), z)
    without = np.where(present & (present.sum() > MIN_SYSTEMS), without, np.nan)
    return Influence(value, without, value - without)


class TopCurve(NamedTuple):
    """Coefficient among the best systems alone: `n_systems` int64[...] of them, `value` float64[...]."""

    n_systems: NDArray[np.int64]
    value: Array


def top_curve(x: Array, z: Array, coefficient: str) -> TopCurve:
    """Correlate among the k systems with the highest human scores, for each k.

    A metric may tell bad systems from good ones and still be blind among the good ones, which is where it is
    used (Mathur, Baldwin and Cohn 2020, section 4.1). Systems with equal human scores enter together, so that
    the order of the systems does not matter; the k that would cut through them is left out.

    Parameters
    ----------
    x, z
        float64[n_systems]: scores of the metric and judgments, high is good; a system with a NaN is left out.
    coefficient
        A name that `get_coefficient` knows.

    Returns
    -------
    TopCurve
        From 3 systems, or the fewest that can be cut off, to all; empty for fewer than 3.

    Undefined
    ---------
    NaN where the scores among the best k are constant.

    Examples
    --------
    >>> curve = top_curve(np.array([3.0, 1.0, 2.0, 0.0]), np.array([2.0, 3.0, 4.0, 1.0]), "pearson")
    >>> curve.n_systems.tolist(), curve.value.round(2).tolist()
    ([3, 4], [-0.5, 0.4])
    """
    x, z = round_noise(x), round_noise(z)
    complete = ~np.isnan(x) & ~np.isnan(z)
    x, z = x[complete], z[complete]
    # One row for each number that is reached with whole groups of ties.
    chosen = z >= np.unique(z)[::-1, np.newaxis]
    n_systems = chosen.sum(axis=1)
    chosen, n_systems = chosen[n_systems >= MIN_SYSTEMS], n_systems[n_systems >= MIN_SYSTEMS]
    value = get_coefficient(coefficient)(x, np.where(chosen, z, np.nan))
    return TopCurve(n_systems, value)
