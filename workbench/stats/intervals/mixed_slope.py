"""A mixed model beside a correlation: what is left of it when families have levels of their own."""

import warnings
from typing import NamedTuple

import numpy as np

from workbench.registry import cite
from workbench.stats.distributions import t
from workbench.types import Array, Integers

cite("families", {"mixed": "Laird & Ware 1982"})
FEWEST = 3
"""Families below which no variance of theirs is estimated."""


class MixedSlope(NamedTuple):
    """The slope, its interval, and the share of the residual variance that is between families."""

    slope: float
    low: float
    high: float
    share: float


NO_SLOPE = MixedSlope(np.nan, np.nan, np.nan, np.nan)


def mixed_slope(x: Array, z: Array, family: Integers, confidence: float = 0.95) -> MixedSlope:
    """Return the slope of judgments on scores in a linear model with a random effect of the family.

    z = a + b x + family + error, by restricted maximum likelihood (Laird and Ware 1982). With standard x and
    z the slope is Pearson's coefficient when the families' variance is 0. The quantile of its interval is
    that of t with two degrees less than there are families, where statsmodels has the normal law's.

    Parameters
    ----------
    x, z
        float64[n_systems], none missing.
    family
        int64[n_systems].
    confidence
        Nominal coverage, in (0, 1).

    Undefined
    ---------
    NaN for fewer than 3 families, without two systems in one of them, and where scores are constant or
    explain everything.

    Examples
    --------
    Each family follows the metric, each from a level of its own:

    >>> x = np.array([0.0, 1.0, 2.0, 0.0, 1.0, 2.0, 0.0, 1.0, 2.0, 0.0, 1.0, 2.0])
    >>> z = x + np.repeat([5.0, 0.0, -4.0, 1.0], 3) + np.tile([0.1, -0.2, 0.1], 4)
    >>> found = mixed_slope(x, z, np.repeat(np.arange(4), 3))
    >>> round(found.slope, 2), round(found.share, 2)
    (1.0, 1.0)
    """
    sizes = np.unique(family, return_counts=True)[1]
    explained = x.size > 2 and np.ptp(x) > 0 and np.ptp(z) > 0 and abs(np.corrcoef(x, z)[0, 1]) < 1 - 1e-9
    if len(sizes) < FEWEST or sizes.max() < 2 or not explained:
        return NO_SLOPE
    from statsmodels.regression.mixed_linear_model import MixedLM

    with warnings.catch_warnings():
        # a variance of 0 is an answer here, which the program warns of
        warnings.simplefilter("ignore")
        try:
            fit = MixedLM(z, np.column_stack([np.ones_like(x), x]), groups=family).fit(reml=True)
        except np.linalg.LinAlgError:
            return NO_SLOPE
    slope, half = float(fit.params[1]), float(t.ppf((1 + confidence) / 2, len(sizes) - 2) * fit.bse[1])
    between = float(fit.cov_re[0, 0])
    return MixedSlope(slope, slope - half, slope + half, between / (between + float(fit.scale)))
