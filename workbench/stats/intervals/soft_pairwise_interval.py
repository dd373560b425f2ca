"""An interval of soft pairwise accuracy, whose observations are pairs of systems."""

import numpy as np

from workbench.registry import cite
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.soft_pairwise import gaps_by_system
from workbench.stats.distributions import t
from workbench.stats.intervals.fisher import Interval
from workbench.stats.resampling.jackknife import errors_without
from workbench.types import Array

cite("interval", {"jackknife": "Arvesen 1969"})


def soft_pairwise_interval(gaps: Array, confidence: float = 0.95) -> Interval:
    """Return an interval of soft pairwise accuracy over all systems, from a jackknife over systems.

    The accuracy a is a mean over pairs of systems, a U-statistic: a system is lost with all its pairs. The
    error is that of log(a / (1 - a)) without each system in turn, with the quantile of Student's t with n - 1
    degrees of freedom (Arvesen 1969, Ann. Math. Statist. 40), so that the ends stay between 0 and 1.

    Parameters
    ----------
    gaps
        float64[n_systems, n_systems], from `pair_gaps`.
    confidence
        Nominal coverage, in (0, 1).

    Undefined
    ---------
    NaN for fewer than 3 systems, and where the accuracy without one of them is 0 or 1.

    Examples
    --------
    Without each system the accuracy is 0.7, 0.8, 0.9.

    >>> gaps = np.array([[np.nan, 0.1, 0.2], [0.1, np.nan, 0.3], [0.2, 0.3, np.nan]])
    >>> interval = soft_pairwise_interval(gaps)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.12, 0.992)
    """
    known = ~np.isnan(gaps)
    used = known.any(axis=1)
    n = int(used.sum())
    mean, without = gaps_by_system(np.nansum(gaps, axis=1)[used], known.sum(axis=1)[used].astype(np.float64))
    # A sum of gaps need not be 0 or 1 to the last digit. Without one of two systems no pair is left, which is
    # NaN, as everything is where there was no pair.
    settled = round_noise(without)
    if not ((settled > 0) & (settled < 1)).all():
        return Interval(np.nan, np.nan)
    half = t.ppf((1 + confidence) / 2, n - 1) * errors_without(np.log((1 - without) / without))
    low, high = 1 / (1 + mean / (1 - mean) * np.exp([half, -half]))
    return Interval(float(low), float(high))
