"""The ends of bootstrap intervals, from their draws: percentile, basic, bias-corrected, BCa, studentised."""

import numpy as np
from numpy.typing import NDArray

from workbench.stats.coefficients.noise import EQUAL_COEFFICIENTS
from workbench.stats.distributions import norm
from workbench.stats.intervals.fisher import Interval
from workbench.types import Array


def percentile(values: NDArray[np.float64], confidence: float) -> Interval:
    """Return the percentile interval of a bootstrap.

    Its ends are linearly interpolated quantiles of the draws that have a coefficient; the others are counted.

    Parameters
    ----------
    values
        float64[n_draws]: the coefficient of each draw, NaN where undefined.
    confidence
        Nominal coverage, in (0, 1).

    Undefined
    ---------
    NaN ends when no draw has a coefficient.

    Examples
    --------
    >>> percentile(np.array([0.0, 0.2, np.nan, 0.4, 0.6, 0.8]), 0.5)
    Interval(low=0.2, high=0.6, draws=6, undefined=1)
    """
    defined = np.sort(values)  # NaN last
    defined = defined[: values.size - int(np.isnan(values).sum())]
    undefined = values.size - defined.size
    if defined.size == 0:
        return Interval(np.nan, np.nan, values.size, undefined)
    low, high = (_quantile(defined, share) for share in ((1 - confidence) / 2, (1 + confidence) / 2))
    return Interval(low, high, values.size, undefined)


def _quantile(ordered: Array, share: float) -> float:
    """Do what `numpy.quantile` does, to the last bit and in a twentieth of the time."""
    place = share * (ordered.size - 1)
    at = int(place)
    below, above, part = float(ordered[at]), float(ordered[min(at + 1, ordered.size - 1)]), place - at
    # from the nearer end, as NumPy does
    return below + (above - below) * part if part < 0.5 else above - (above - below) * (1 - part)


def shift(values: Array, estimate: float) -> float:
    """Return the share of defined draws below the estimate, equal ones by half; NaN when there is none.

    Examples
    --------
    >>> shift(np.array([0.1, 0.2, 0.3, 0.3, np.nan]), 0.3)
    0.75
    """
    defined = values[~np.isnan(values)]
    if defined.size == 0 or np.isnan(estimate):
        return np.nan
    below = (defined < estimate - EQUAL_COEFFICIENTS).sum()
    equal = (np.abs(defined - estimate) <= EQUAL_COEFFICIENTS).sum()
    return float((below + 0.5 * equal) / defined.size)


def basic(values: Array, estimate: float, confidence: float) -> Interval:
    """Return the percentile interval mirrored at the estimate (Davison and Hinkley 1997, eq. 5.6).

    `values` is float64[n_draws], NaN where undefined. Its ends may lie outside [-1, 1].

    Examples
    --------
    >>> basic(np.array([0.0, 0.25, 0.5, 0.75, 1.0]), 0.75, 0.5)
    Interval(low=0.75, high=1.25, draws=5, undefined=0)
    """
    low, high, draws, undefined = percentile(values, confidence)
    return Interval(2 * estimate - high, 2 * estimate - low, draws, undefined)


def bias_corrected(values: Array, estimate: float, confidence: float, acceleration: float = 0.0) -> Interval:
    """Return the bias-corrected interval; with an acceleration it is BCa (Efron 1987, eq. 2.3).

    Percentiles are taken at Phi(z0 + (z0 + q) / (1 - a (z0 + q))) instead of Phi(q), where Phi(z0) is the
    `shift` of the draws.

    Parameters
    ----------
    values
        float64[n_draws], NaN where undefined.
    acceleration
        a, from `acceleration`; 0 corrects the bias alone.

    Undefined
    ---------
    NaN ends when all draws lie on one side of the estimate, and when the acceleration is NaN.

    Examples
    --------
    Without bias or acceleration it is the percentile interval.

    >>> values = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
    >>> interval = bias_corrected(values, 0.5, 0.5)
    >>> round(interval.low, 9), round(interval.high, 9)
    (0.25, 0.75)
    """
    defined = values[~np.isnan(values)]
    counts = values.size, values.size - defined.size
    share = shift(values, estimate)
    if not 0 < share < 1 or np.isnan(acceleration):
        return Interval(np.nan, np.nan, *counts)
    z0 = norm.ppf(share)
    moved = z0 + norm.ppf([(1 - confidence) / 2, (1 + confidence) / 2])
    room = 1 - acceleration * moved
    if (room <= 0).any():
        return Interval(np.nan, np.nan, *counts)
    low, high = np.quantile(defined, norm.cdf(z0 + moved / room))
    return Interval(float(low), float(high), *counts)


def acceleration(influences: list[Array]) -> float:
    """Return BCa's acceleration from the jackknife influences of each sample, one of them or two.

    Each influence counts divided by the size of its sample (Efron and Tibshirani 1993, eq. 14.15; for two
    samples Davison and Hinkley 1997, eq. 5.24).

    Undefined
    ---------
    NaN when an influence is, or when all are 0 but for rounding: without each of three systems a mean over
    segments may be the same, and what the sums leave of that has any skewness.

    Examples
    --------
    >>> round(acceleration([np.array([-1.0, -1.0, 2.0])]), 4)
    0.068
    """
    scaled = np.concatenate([each / max(1, each.size) for each in influences])
    squares = float((scaled**2).sum())
    if not np.abs(scaled).max(initial=0.0) > EQUAL_COEFFICIENTS:
        return np.nan
    return float((scaled**3).sum() / (6 * squares**1.5))


def studentised(values: Array, errors: Array, estimate: float, error: float, confidence: float) -> Interval:
    """Return the bootstrap-t interval (Efron and Tibshirani 1993, section 12.5).

    Parameters
    ----------
    values, errors
        float64[n_draws]: value and standard error of each draw.
    estimate, error
        Those of the data.

    Undefined
    ---------
    A draw without a finite value, or without an error above 0, is counted as undefined. NaN ends when there
    is no other, or no such error of the estimate.

    Examples
    --------
    >>> studentised(np.array([0.25, 0.5, 0.75]), np.full(3, 0.5), 0.5, 1.0, 0.5)
    Interval(low=0.25, high=0.75, draws=3, undefined=0)
    """
    usable = np.isfinite(values) & np.isfinite(errors) & (errors > EQUAL_COEFFICIENTS)
    counts = values.size, int((~usable).sum())
    if not usable.any() or not (np.isfinite(estimate) and np.isfinite(error) and error > EQUAL_COEFFICIENTS):
        return Interval(np.nan, np.nan, *counts)
    scores = (values[usable] - estimate) / errors[usable]
    low, high = np.quantile(scores, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(estimate - high * error), float(estimate - low * error), *counts)
