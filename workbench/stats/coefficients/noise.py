"""Rounding noise: averages that are equal must compare equal."""

import numpy as np
from numpy.typing import NDArray

DIGITS = 12
NOISE = 10.0**-DIGITS
"""What rounding noise is at most, as a share of the largest score or of the sums that a number is made of."""
NEARLY_ONE = 1 - NOISE
"""A coefficient of this size or more is 1 but for noise: that of x and 3 x + .7 is 1 or a last bit less."""
EQUAL_COEFFICIENTS = 1e-9
"""Coefficients that are no farther apart are equal."""
LEAST, MOST = -307, 308
# Written out rather than computed, so that they are the nearest numbers on every machine.
POWERS_OF_TEN = np.array([float(f"1e{power}") for power in range(LEAST, MOST + 1)])
_EXPONENTS = np.arange(LEAST - 1, MOST + 1)
_SCALES = POWERS_OF_TEN[np.clip(DIGITS - 1 - _EXPONENTS, LEAST, MOST) - LEAST]
"""What numbers are multiplied by, by how many powers of ten the largest one reaches."""


def round_noise(
    values: NDArray[np.float64], largest: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Round to 12 significant digits of the largest magnitude along the last axis.

    The mean of 0.1, 0.2 and 0.3 depends in its last bit on the order of addition, so two systems with the
    same scores in another order would not be tied, and a constant metric would not be constant. What is
    left is 4,000 times coarser than that noise and far finer than any score means anything.

    Parameters
    ----------
    values
        float64[..., n]; NaN stays NaN.
    largest
        float64[...]: the largest magnitude of the scores, where values are differences of them.

    Examples
    --------
    >>> bool((0.1 + 0.2) + 0.3 == 0.1 + (0.2 + 0.3))
    False
    >>> a, b = round_noise(np.array([(0.1 + 0.2) + 0.3, 0.1 + (0.2 + 0.3)]))
    >>> bool(a == b)
    True
    """
    # fmax takes the number where the other one is NaN
    magnitudes = np.fmax.reduce(np.abs(values), axis=-1, initial=0.0) if largest is None else largest
    scales = _SCALES[POWERS_OF_TEN.searchsorted(magnitudes, side="right")][..., np.newaxis]
    rounded: NDArray[np.float64] = np.rint(values * scales) / scales
    return rounded


def cancelled(sums: NDArray[np.float64], sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return sums of which those are 0 that are nothing but noise.

    Of numbers of both signs, as ratings less their rater's mean, that add up to nothing noise is left, which
    orders outputs where all of them have no more than that: `round_noise` takes it for the scores.

    Parameters
    ----------
    sums, sizes
        float64[...]: sums of some numbers and of their magnitudes; NaN stays NaN.

    Examples
    --------
    >>> cancelled(np.array([0.1 + 0.2 - 0.3, 0.1 + 0.2]), np.array([0.6, 0.3])).tolist()
    [0.0, 0.30000000000000004]
    """
    return np.where(np.abs(sums) <= NOISE * sizes, 0.0, sums)


def tie_coefficients(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return coefficients of which those that differ by noise alone are equal: to the largest of them.

    Scores have 12 significant digits, and less is left of what tells systems apart where it is small beside
    the scores: x / 3 - 7 orders systems as x does, and its coefficient is another one by some 1e-12.

    Parameters
    ----------
    values
        float64[n]; NaN stays NaN.

    Examples
    --------
    >>> tie_coefficients(np.array([0.5, 0.7, 0.5 + 5e-12, np.nan])).tolist()
    [0.500000000005, 0.7, 0.500000000005, nan]
    """
    order = np.argsort(values, kind="stable")
    rising = values[order]
    # the last of each run of values that are no farther apart than that
    is_last = np.append(~(np.diff(rising) <= EQUAL_COEFFICIENTS), True)[: values.size]
    ends = np.flatnonzero(is_last)
    tied = np.empty_like(values)
    tied[order] = rising[ends[np.searchsorted(ends, np.arange(values.size))]] if values.size else rising
    return tied


def scale_of(scores: NDArray[np.float64]) -> float:
    """Return what differences of scores are multiplied by to be rounded to 10 digits of the largest score.

    Differences of scores without noise have noise again: .3 - .2 is not .2 - .1. Those of scores of 12 digits
    have another last digit: of 1 / 3, 2 / 3 and 1 the differences are .333333333333 and .333333333334.

    Parameters
    ----------
    scores
        float64[...]; NaN counts nowhere.

    Examples
    --------
    >>> scores = np.array([0.1, 0.2, 0.3])
    >>> scale = scale_of(scores)
    >>> (np.rint(np.diff(scores) * scale) / scale).tolist(), np.diff(scores)[1] == 0.1
    ([0.1, 0.1], np.False_)
    """
    largest = np.fmax.reduce(np.abs(scores), axis=None, initial=0.0)
    return float(_SCALES[np.searchsorted(POWERS_OF_TEN, largest, side="right")]) / 100.0
