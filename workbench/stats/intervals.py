"""Intervals of a coefficient: from its bootstrap draws, or from Fisher's transformation."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from workbench.errors import Problem, SpecError, suggest


class Interval(NamedTuple):
    """Lower and upper end, NaN where undefined; bootstrap draws made, and those without a coefficient."""

    low: float
    high: float
    draws: int = 0
    undefined: int = 0


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
    defined = values[~np.isnan(values)]
    undefined = values.size - defined.size
    if defined.size == 0:
        return Interval(np.nan, np.nan, values.size, undefined)
    low, high = np.quantile(defined, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(low), float(high), values.size, undefined)


_FISHER = {
    "pearson": (3, lambda r: 1.0),
    "spearman": (3, lambda r: (1 + r**2 / 2) ** 0.5),
    "kendall": (4, lambda r: 0.437**0.5),
}


def fisher_z(r: float, n: int, coefficient: str, confidence: float = 0.95) -> Interval:
    """Return the interval tanh(atanh(r) ± q c / sqrt(n - b)), q the normal quantile.

    Pearson has b = 3 and c = 1 (Fisher 1921), Spearman b = 3 and c = sqrt(1 + r²/2), Kendall b = 4 and
    c = sqrt(.437) (Bonett and Wright 2000, Psychometrika 65, equations 3 and 4).

    Parameters
    ----------
    r
        The coefficient, in [-1, 1].
    n
        Independent observations behind it: systems at system level and at segment level.
    coefficient
        pearson, spearman or kendall.
    confidence
        Nominal coverage, in (0, 1).

    Raises
    ------
    SpecError
        For a coefficient whose constants are not known.

    Undefined
    ---------
    NaN ends when r is NaN, when n is b or less, and when \\|r\\| is 1: the transformation is infinite there, and
    an interval without width would claim a certainty that few observations cannot give.

    Examples
    --------
    >>> interval = fisher_z(0.5, 28, "pearson")
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.156, 0.736)
    """
    if coefficient not in _FISHER:
        raise SpecError(
            Problem("", f"no Fisher interval for {coefficient!r}", hint=suggest(coefficient, _FISHER))
        )
    lost, spread = _FISHER[coefficient]
    if np.isnan(r) or abs(r) >= 1 or n <= lost:
        return Interval(np.nan, np.nan)
    half = norm.ppf((1 + confidence) / 2) * spread(r) / (n - lost) ** 0.5
    centre = np.arctanh(r)
    return Interval(float(np.tanh(centre - half)), float(np.tanh(centre + half)))
