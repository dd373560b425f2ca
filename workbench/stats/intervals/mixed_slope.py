"""A mixed model beside a correlation: what is left of it when families have levels of their own."""

from typing import NamedTuple

import numpy as np

from workbench.registry import cite
from workbench.stats.coefficients.noise import NOISE
from workbench.stats.distributions import t
from workbench.types import Array, Integers

cite("families", {"mixed": "Laird & Ware 1982"})
FEWEST = 3
"""Families below which no variance of theirs is estimated."""
_RATIOS = np.geomspace(1e-5, 1e8, 131)
"""Variances of families, of one of systems, among which the largest likelihood is sought first."""
_CLOSER = 6
"""How often it is sought again, between the neighbours of the best one."""
_EQUAL = 1e-9
"""Likelihoods that are no farther apart are equal: then families have no variance of their own."""


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
    z the slope is Pearson's coefficient when the families' variance is 0. Its error is that of generalised
    least squares with the variances found; the quantile of its interval is that of t with two degrees less
    than there are families.

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
    NaN for fewer than 3 families, without two systems in one of them, and where scores are constant, or
    explain everything, alone or with the families.

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
    columns = np.column_stack([np.ones_like(x), x - x.mean(), z - z.mean()])
    of_family = np.unique(family)[:, np.newaxis] == family
    model = _Model(columns.T @ columns, of_family @ columns, sizes.astype(np.float64), x.size - 2)
    within = model.products(1 / model.sizes[np.newaxis])[0]
    has_slope = within[1, 1] > NOISE * model.total[1, 1]
    rest = within[2, 2] - (within[1, 2] ** 2 / within[1, 1] if has_slope else 0.0)
    if rest <= NOISE * model.total[2, 2]:
        return NO_SLOPE
    ratios = _RATIOS
    for _ in range(_CLOSER):
        best = int(np.argmin(model.losses(ratios)))
        ratio = float(ratios[best])
        ratios = np.linspace(ratios[max(0, best - 1)], ratios[min(best + 1, len(ratios) - 1)], 101)
    without, best_one = model.losses(np.array([0.0, ratio]))
    if without - best_one < _EQUAL:
        ratio = 0.0
    slope, variance = model.fit(ratio)
    half = float(t.ppf((1 + confidence) / 2, len(sizes) - 2) * np.sqrt(variance))
    return MixedSlope(slope, slope - half, slope + half, ratio / (1 + ratio))


class _Model(NamedTuple):
    """Products of the columns 1, x and z over all systems, [3, 3], and their sums over families, [f, 3].

    A ratio is that of the variance of families to that of systems of one family.
    """

    total: Array
    sums: Array
    sizes: Array
    freedom: int

    def products(self, shares: Array) -> Array:
        """Return the products of columns less a share of those of their sums, [n, 3, 3]; `shares` [n, f].

        With 1 / m of families of m systems these are the products of deviations from means of families.
        """
        found: Array = self.total - np.einsum("rf,fi,fj->rij", shares, self.sums, self.sums)
        return found

    def weighed(self, ratios: Array) -> Array:
        """Return the products with the inverse of the covariance, of which ratio / (1 + m ratio) is taken."""
        return self.products(ratios[:, np.newaxis] / (1 + np.outer(ratios, self.sizes)))

    def losses(self, ratios: Array) -> Array:
        """Return -2 log of the restricted likelihood, but for a constant, of each ratio."""
        each = self.weighed(ratios)
        inner = each[:, 0, 0] * each[:, 1, 1] - each[:, 0, 1] ** 2
        rest = np.linalg.det(each) / inner
        spread = np.log1p(np.outer(ratios, self.sizes)).sum(axis=1)
        losses: Array = self.freedom * np.log(rest) + np.log(inner) + spread
        return losses

    def fit(self, ratio: float) -> tuple[float, float]:
        """Return the slope of one ratio, and the variance of the slope."""
        [each] = self.weighed(np.array([ratio]))
        inverse = np.linalg.inv(each[:2, :2])
        beta = inverse @ each[:2, 2]
        rest = float(each[2, 2] - beta @ each[:2, 2]) / self.freedom
        return float(beta[1]), rest * float(inverse[1, 1])
