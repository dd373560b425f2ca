"""How large a coefficient must be to differ from zero."""

from functools import lru_cache

import numpy as np

from workbench.stats.coefficients.noise import NOISE
from workbench.stats.distributions import norm, t
from workbench.stats.tests.spearman_law import critical_spearman

_EXACT_UP_TO = 60


@lru_cache
def _inversion_law(n: int) -> tuple[float, ...]:
    """Return the probability of each number of inversions of a random order of n things.

    The k-th thing adds 0 to k - 1 inversions with equal chance, so each law is a moving average of the last.
    """
    law = np.ones(1)
    for k in range(2, n + 1):
        law = np.convolve(law, np.full(k, 1 / k))
    return tuple(law)


def _critical_kendall(n: int, level: float) -> float:
    if n > _EXACT_UP_TO:
        return float(norm.ppf(1 - level / 2) * np.sqrt(2 * (2 * n + 5) / (9 * n * (n - 1))))
    tails = 2 * np.cumsum(_inversion_law(n))
    significant = np.flatnonzero(tails <= level + NOISE)
    if significant.size == 0:
        return np.nan
    return float(1 - 4 * significant[-1] / (n * (n - 1)))


@lru_cache(1000)
def critical_value(coefficient: str, n: int, confidence: float = 0.95) -> float:
    """Return the smallest absolute value that differs from 0 at 1 - confidence, two-sided.

    Pearson: t / sqrt(df + t²) with df = n - 2, exact for normal scores (it gives the values of Lin
    2004). Spearman: the distribution over all orders without ties (`critical_spearman`). Kendall: the same
    up to n = 60, above it the normal one with variance 2 (2n + 5) / (9n (n - 1)) (Kendall 1938).

    Parameters
    ----------
    coefficient
        pearson, spearman or kendall.
    n
        Independent observations, for instance systems.
    confidence
        In (0, 1).

    Undefined
    ---------
    NaN for n below 3, for a coefficient whose distribution is not known here, and where not even a perfect
    rank coefficient is significant (n below 5 at .95).

    Examples
    --------
    >>> round(critical_value("pearson", 12), 3)
    0.576

    2 of the 120 orders of 5 things have tau 1 or -1, and 8 more have .8 or -.8: too many.

    >>> critical_value("kendall", 5)
    1.0
    """
    level = 1 - confidence
    if n < 3:
        return np.nan
    if coefficient == "kendall":
        return _critical_kendall(n, level)
    if coefficient == "spearman":
        return critical_spearman(n, level)
    if coefficient == "pearson":
        quantile = t.ppf(1 - level / 2, n - 2)
        return float(quantile / np.sqrt(n - 2 + quantile**2))
    return np.nan
