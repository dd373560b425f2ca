"""Tests of two dependent overlapping correlations: which of two metrics agrees better with z.

All are signed: a positive statistic says that x correlates higher with the judgments z than y does. None of
them takes absolute values of the correlations, which is another question with another answer. In the formulas
d = r_xz - r_yz, dz = atanh(r_xz) - atanh(r_yz), and |R| is the determinant of the three correlations.
"""

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.tests.overlapping import (
    DEPENDENT_TESTS,
    DependentResult,
    DifferenceInterval,
    dependent_test,
    determinant,
    difference_interval,
)
from workbench.types import Array

__all__ = ["DEPENDENT_TESTS", "DependentResult"]


@dependent_test("williams1959", law="t", cites="Williams 1959")
def williams1959(r_xz: Array, r_yz: Array, r_xy: Array, n: Array) -> Array:
    """Test with the statistic of Williams: d sqrt((n-1)(1+r_xy) / (2(n-1)/(n-3)|R| + m²(1-r_xy)³)).

    m is the mean of r_xz and r_yz. t with n - 3 degrees of freedom (Williams 1959, JRSS B 21; Steiger 1980,
    eq. 7); some programs take n - 2. It keeps its level in small samples better than the others.

    Parameters
    ----------
    r_xz, r_yz
        Correlations of metrics x and y with the judgments: numbers or arrays, broadcast to one shape [...].
    r_xy
        Correlation of the metrics with each other, on the same observations.
    n
        Independent observations: systems, at system level.
    alternative
        two; greater (r_xz > r_yz); less.

    Returns
    -------
    DependentResult
        Arrays of shape [...].

    Raises
    ------
    SpecError
        For another alternative.

    Undefined
    ---------
    NaN with a reason for fewer than 4 observations, for a correlation of 1 or -1 or without a value, for
    three correlations whose determinant is not positive, and where the formula has no positive variance.

    Examples
    --------
    |R| is .5 and m is .5: 0 times something is 0.

    >>> result = williams1959(0.5, 0.5, 0.5, 20)
    >>> float(result.statistic), float(result.p_value), float(result.df)
    (0.0, 1.0, 17.0)
    >>> str(williams1959(0.5, 0.2, 0.5, 3).reason)
    'fewer than 4 observations'
    """
    mean = (r_xz + r_yz) / 2
    variance = 2 * (n - 1) / (n - 3) * determinant(r_xz, r_yz, r_xy) + mean**2 * (1 - r_xy) ** 3
    return (r_xz - r_yz) * np.sqrt((n - 1) * (1 + r_xy) / variance)


@dependent_test("hotelling1940", law="t", cites="Hotelling 1940")
def hotelling1940(r_xz: Array, r_yz: Array, r_xy: Array, n: Array) -> Array:
    """Test with the statistic of Hotelling: d sqrt((n-3)(1+r_xy) / (2|R|)).

    t with n - 3 degrees of freedom, for metric scores taken as fixed (Hotelling 1940, Annals of Mathematical
    Statistics 11). Call and undefined values are those of `williams1959`.

    Examples
    --------
    |R| is 1 - .25 - .25 - .25 + .25 = .5, and 2 (1 - .5) / 1 = 1 under the root.

    >>> float(hotelling1940(0.5, -0.5, -0.5, 5).statistic)
    1.0
    """
    return (r_xz - r_yz) * np.sqrt((n - 3) * (1 + r_xy) / (2 * determinant(r_xz, r_yz, r_xy)))


@dependent_test("hendrickson1970", law="t", cites="Hendrickson et al. 1970")
def hendrickson1970(r_xz: Array, r_yz: Array, r_xy: Array, n: Array) -> Array:
    """Test with the statistic of Hendrickson, Stanley and Hills: Hotelling's, 2|R| + e in place of 2|R|.

    e = d² (1-r_xy)³ / (4(n-1)). t with n - 3 degrees of freedom (Hendrickson, Stanley and Hills 1970,
    American Educational Research Journal 7). Call and undefined values are those of `williams1959`.

    Examples
    --------
    >>> float(hendrickson1970(0.4, 0.4, 0.2, 50).statistic)
    0.0
    """
    difference = r_xz - r_yz
    variance = 2 * determinant(r_xz, r_yz, r_xy) + difference**2 * (1 - r_xy) ** 3 / (4 * (n - 1))
    return difference * np.sqrt((n - 3) * (1 + r_xy) / variance)


@dependent_test("olkin1967", law="normal", cites="Olkin 1967")
def olkin1967(r_xz: Array, r_yz: Array, r_xy: Array, n: Array) -> Array:
    """Test with the statistic of Olkin: d sqrt(n) over the standard error of large samples.

    Its square is (1-r_xz²)² + (1-r_yz²)² - 2 r_xy³ - (2 r_xy - r_xz r_yz)(1-r_xz²-r_yz²-r_xy²). Standard
    normal (Olkin 1967, Correlations revisited). Call and undefined values are those of `williams1959`.

    Examples
    --------
    Uncorrelated judgments and metrics: the variance is 1 + 1.

    >>> float(olkin1967(0.0, 0.0, 0.0, 50).statistic)
    0.0
    """
    rest = 1 - r_xz**2 - r_yz**2 - r_xy**2
    variance = (1 - r_xz**2) ** 2 + (1 - r_yz**2) ** 2 - 2 * r_xy**3 - (2 * r_xy - r_xz * r_yz) * rest
    return (r_xz - r_yz) * np.sqrt(n / variance)


def _difference_of_z(r_xz: Array, r_yz: Array, n: Array, covariance: Array) -> Array:
    """Return dz sqrt(n-3) / sqrt(2 - 2 covariance), the form that three of the tests share."""
    return (np.arctanh(r_xz) - np.arctanh(r_yz)) * np.sqrt((n - 3) / (2 - 2 * covariance))


def _covariance_of_z(r_xz: Array, r_yz: Array, r_xy: Array) -> Array:
    """Return n - 3 times the covariance of atanh(r_xz) and atanh(r_yz) (Pearson and Filon 1898)."""
    rest = 1 - r_xz**2 - r_yz**2
    product = r_xy * rest - r_xz * r_yz * (rest - r_xy**2) / 2
    return product / ((1 - r_xz**2) * (1 - r_yz**2))


@dependent_test("dunn1969", law="normal", cites="Dunn & Clark 1969")
def dunn1969(r_xz: Array, r_yz: Array, r_xy: Array, n: Array) -> Array:
    """Test with the statistic of Dunn and Clark: dz sqrt(n-3) / sqrt(2-2c), c of the correlations themselves.

    c = (r_xy (1-r_xz²-r_yz²) - r_xz r_yz (1-r_xz²-r_yz²-r_xy²) / 2) / ((1-r_xz²)(1-r_yz²)). Standard normal
    (Dunn and Clark 1969, JASA 64, eq. 15). Call and undefined values are those of `williams1959`.

    Examples
    --------
    The second metric and the rest are uncorrelated: c is 0, and the statistic atanh(.5) sqrt(8 / 2).

    >>> float(dunn1969(0.5, 0.0, 0.0, 11).statistic.round(6)), float((2 * np.arctanh(0.5)).round(6))
    (1.098612, 1.098612)
    """
    return _difference_of_z(r_xz, r_yz, n, _covariance_of_z(r_xz, r_yz, r_xy))


@dependent_test("steiger1980", law="normal", cites="Steiger 1980")
def steiger1980(r_xz: Array, r_yz: Array, r_xy: Array, n: Array) -> Array:
    """Test with the statistic of Steiger: as `dunn1969`, c of the mean (r_xz + r_yz) / 2 in place of both.

    Standard normal (Steiger 1980, Psychological Bulletin 87, eq. 14). Call and undefined values are those of
    `williams1959`.

    Examples
    --------
    The mean is 0, so c is r_xy = -.5 and the statistic 2 atanh(.5) sqrt(3 / 3).

    >>> float(steiger1980(0.5, -0.5, -0.5, 6).statistic.round(6)), float((2 * np.arctanh(0.5)).round(6))
    (1.098612, 1.098612)
    """
    mean = (r_xz + r_yz) / 2
    return _difference_of_z(r_xz, r_yz, n, _covariance_of_z(mean, mean, r_xy))


@dependent_test("hittner2003", law="normal", cites="Hittner et al. 2003")
def hittner2003(r_xz: Array, r_yz: Array, r_xy: Array, n: Array) -> Array:
    """Test with the statistic of Hittner, May and Silver: as `steiger1980`, the mean taken of atanh(r).

    Standard normal (Hittner, May and Silver 2003, Journal of General Psychology 130). Call and undefined
    values are those of `williams1959`.

    Examples
    --------
    >>> float(hittner2003(0.3, 0.3, 0.5, 100).p_value)
    1.0
    """
    mean = np.tanh((np.arctanh(r_xz) + np.arctanh(r_yz)) / 2)
    return _difference_of_z(r_xz, r_yz, n, _covariance_of_z(mean, mean, r_xy))


def _meng_error(r_xz: Array, r_yz: Array, r_xy: Array, n: Array) -> Array:
    """Return the standard error of dz (Meng, Rosenthal and Rubin 1992, eq. 1-3)."""
    mean = (r_xz**2 + r_yz**2) / 2
    f = np.minimum(1, (1 - r_xy) / (2 * (1 - mean)))
    h = (1 - f * mean) / (1 - mean)
    error: Array = np.sqrt(2 * (1 - r_xy) * h / (n - 3))
    return error


@dependent_test("meng1992", law="normal", cites="Meng et al. 1992")
def meng1992(r_xz: Array, r_yz: Array, r_xy: Array, n: Array) -> Array:
    """Test with the statistic of Meng, Rosenthal and Rubin: dz sqrt((n-3) / (2 (1-r_xy) h)).

    m is the mean of r_xz² and r_yz², f = (1-r_xy) / (2(1-m)) but at most 1, h = (1 - fm) / (1 - m). Standard
    normal (Meng, Rosenthal and Rubin 1992, Psychological Bulletin 111, eq. 1-3). Call and undefined values
    are those of `williams1959`.

    Examples
    --------
    >>> float(meng1992(0.3, 0.3, 0.5, 100).p_value)
    1.0
    """
    return (np.arctanh(r_xz) - np.arctanh(r_yz)) / _meng_error(r_xz, r_yz, r_xy, n)


def meng_interval(
    r_xz: ArrayLike, r_yz: ArrayLike, r_xy: ArrayLike, n: ArrayLike, confidence: float = 0.95
) -> DifferenceInterval:
    """Return the interval of atanh(r_xz) - atanh(r_yz), not of r_xz - r_yz (for that see `zou2007`).

    dz ± q sqrt(2 (1-r_xy) h / (n-3)), h as in `meng1992` (Meng, Rosenthal and Rubin 1992).

    Parameters
    ----------
    r_xz, r_yz, r_xy, n
        As for `williams1959`.
    confidence
        Nominal coverage, in (0, 1).

    Raises
    ------
    SpecError
        For a confidence outside (0, 1).

    Undefined
    ---------
    NaN ends with a reason, where the tests are undefined.

    Examples
    --------
    >>> interval = meng_interval(0.63, -0.03, -0.19, 15)
    >>> float(interval.low.round(3)), float(interval.high.round(3))
    (-0.129, 1.672)
    """

    def ends(r_xz: Array, r_yz: Array, r_xy: Array, n: Array, quantile: float) -> tuple[Array, Array, Array]:
        difference = np.arctanh(r_xz) - np.arctanh(r_yz)
        half = quantile * _meng_error(r_xz, r_yz, r_xy, n)
        return difference, difference - half, difference + half

    return difference_interval(ends, r_xz, r_yz, r_xy, n, confidence)
