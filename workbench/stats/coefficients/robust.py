"""Robust coefficients: what a few strange systems do not decide.

Two bend what is far away towards the middle (biweight, percentage bend), two leave out points that lie apart
in the plane and correlate the ranks of the others (Shepherd's pi, skipped). x and y are float64[n] without
missing values here; the registered coefficients take float64[..., n] and leave out pairs with a NaN.
"""

import numpy as np

from workbench.stats.coefficients.noise import NOISE, round_noise
from workbench.stats.coefficients.plain import COEFFICIENTS, one_by_one
from workbench.types import Array

_DRAWS = 200
_FAR = 6.0
"""Squared Mahalanobis distance from which a point lies apart (Schwarzkopf et al. 2012)."""
_CUT = 2.7162030314
"""Root of the .975 quantile of chi-squared with 2 degrees of freedom."""


def _cosine(x: Array, y: Array) -> float:
    # of at most 1, digit for digit: squares of tiny scores would vanish
    x, y = (np.ldexp(each, -np.frexp(np.abs(each).max(initial=0.0))[1]) for each in (x, y))
    scale = np.sqrt((x**2).sum() * (y**2).sum())
    return float(np.clip((x * y).sum() / scale, -1, 1)) if scale > 0 else np.nan


def _of_ranks(x: Array, y: Array) -> float:
    from scipy.stats import spearmanr  # half a second, and few ask for these coefficients

    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return np.nan
    return float(np.clip(spearmanr(x, y).statistic, -1, 1))


def biweight(x: Array, y: Array) -> float:
    """Return the biweight midcorrelation, in [-1, 1] (Wilcox 2012, section 9.3.8).

    Deviations from the median count (1 - u²)², u being the deviation over 9 times the median absolute
    deviation, and nothing from u = 1 on.

    Undefined
    ---------
    NaN where half of the values of x or y are the same, so that the median absolute deviation is 0.

    Examples
    --------
    The deviations are -1, 0 and 1 and -2, 0 and 99, the scales 9 and 18: what is 99 away counts nothing, so
    that -1 (1 - 1/81)² and -2 (1 - 4/324)² are left, and 1 (1 - 1/81)² beside 0.

    >>> round(biweight(np.array([1.0, 2.0, 3.0]), np.array([2.0, 4.0, 103.0])), 3)
    0.707
    """
    sides = []
    for values in (x, y):
        away = values - np.median(values)
        scale = 9 * np.median(np.abs(away))
        if scale == 0:
            return np.nan
        sides.append(away * np.where(np.abs(away) < scale, (1 - (away / scale) ** 2) ** 2, 0.0))
    return _cosine(*sides)


def percentage_bend(x: Array, y: Array, share: float = 0.2) -> float:
    """Return the percentage bend correlation, in [-1, 1] (Wilcox 1994).

    Deviations from a robust middle are cut off at the 1 - `share` quantile of those from the median.

    Undefined
    ---------
    NaN where this quantile of x or y is 0.

    Examples
    --------
    >>> round(percentage_bend(np.array([1.0, 2.0, 3.0, 4.0, 9.0]), np.array([1.0, 2.0, 3.0, 4.0, 5.0])), 3)
    1.0
    """
    sides = []
    for values in (x, y):
        away = values - np.median(values)
        width = np.sort(np.abs(away))[int((1 - share) * len(values) + 0.5) - 1]
        if width <= 10 * NOISE * np.abs(values).max():
            return np.nan
        # one that is as far away as the quantile is inside, also where rounding leaves a last digit
        limit = width + 10 * NOISE * np.abs(values).max()
        below, above = away < -limit, away > limit
        inside = ~below & ~above
        middle = (width * (above.sum() - below.sum()) + values[inside].sum()) / inside.sum()
        sides.append(np.clip((values - middle) / width, -1, 1))
    return _cosine(*sides)


def shepherd(x: Array, y: Array) -> float:
    """Return Shepherd's pi, in [-1, 1]: Spearman's of the points that do not lie apart (Schwarzkopf 2012).

    A point lies apart where its squared Mahalanobis distance, the mean over 200 bootstrap samples of the
    points, is 6 or more. The samples are the same at every call, and of the points by their distance in all
    of them, so that neither the order of the points nor unit or sign of x or y, nor which is x, decides.

    Few points are no case for it: samples of nearly the same point have huge distances, and decide the mean.
    In 100 tables of normal scores (r = .7) the coefficient with 10,000 samples, as in the authors' program,
    was another one than with these 200, as other programs have them, in 73 tables of 8 points (half of these
    by .34 or more), in 49 of 10 (.16), 24 of 12 (.10), 12 of 20 (.05), 5 of 30 (.03). More samples are no
    remedy: of 8 points 10,000 kept 3.1 on average, 200 kept 5.0.

    Undefined
    ---------
    NaN where what is left is constant.

    Examples
    --------
    >>> round(shepherd(np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.array([2.0, 4.0, 6.0, 8.0, 10.0])), 3)
    1.0
    """
    order = np.lexsort((y, x))
    sides = [(values - values.mean()) / (np.ptp(values) or 1.0) for values in (x[order], y[order])]
    points = np.stack(sides, axis=1)
    turned = points @ np.linalg.pinv(points.T @ points, rcond=1e-10, hermitian=True)
    by_distance = np.argsort(round_noise((turned * points).sum(axis=1)), kind="stable")
    points, order = points[by_distance], order[by_distance]
    drawn = points[np.random.default_rng(0).integers(len(points), size=(_DRAWS, len(points)))]
    middle = drawn.mean(axis=1)
    # a sample of one point alone has no spread, also where its mean is not that point by a last bit
    away = drawn - middle[:, np.newaxis]
    away[np.abs(away) < NOISE] = 0.0
    spread = np.swapaxes(away, 1, 2) @ away / max(1, len(points) - 1)
    from_middle = points - middle[:, np.newaxis]
    turned = from_middle @ np.linalg.pinv(spread, rcond=1e-10, hermitian=True)
    near = (turned * from_middle).sum(axis=2).mean(axis=0) < _FAR
    return _of_ranks(x[order[near]], y[order[near]])


def skipped(x: Array, y: Array) -> float:
    """Return the skipped correlation, in [-1, 1]: Spearman's of the points that do not lie apart.

    All points are projected on the line from the middle (the medians) through each point; one lies apart
    where on some line its distance from the middle is above the median distance plus 2.72 times the ideal
    fourths' range (Wilcox 2004, Pernet et al. 2013). The middle there is of the minimum covariance
    determinant, here the medians, which Wilcox allows, too. Distances are those of the scores as they are, as
    in these papers, so that the unit of x or y decides which points lie apart: a metric in percent may have
    another coefficient than the same in fractions.

    Undefined
    ---------
    NaN where what is left is constant.

    Examples
    --------
    Without the last point one pair of neighbours of six is turned round: 1 - 6 (1 + 1) / 210.

    >>> x = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 60.0])
    >>> round(skipped(x, np.array([2.0, 1.0, 3.0, 4.0, 5.0, 6.0, -60.0])), 3)
    0.943
    """
    away = np.stack([x - np.median(x), y - np.median(y)], axis=1)
    lengths = np.sqrt((away**2).sum(axis=1))
    lines = away[lengths > 0] / lengths[lengths > 0, np.newaxis]
    distances = np.abs(away @ lines.T)
    limits = np.median(distances, axis=0) + _CUT * _fourths_range(np.sort(distances, axis=0))
    near = (distances <= limits + 1e-12 * lengths.max(initial=0)).all(axis=1)
    return _of_ranks(x[near], y[near])


def _fourths_range(ordered: Array) -> Array:
    """Return the difference of the ideal fourths of each column (Frigge, Hoaglin and Iglewicz 1989)."""
    n = len(ordered)
    place, rest = divmod(n / 4 + 5 / 12, 1)
    at = int(place)
    low = (1 - rest) * ordered[at - 1] + rest * ordered[at] if at >= 1 else ordered[0]
    high = (1 - rest) * ordered[n - at] + rest * ordered[n - at - 1] if at >= 1 else ordered[-1]
    return np.asarray(high - low)


for _name, _function, _paper in (
    ("biweight", biweight, "Wilcox 2012"),
    ("percentage-bend", percentage_bend, "Wilcox 1994"),
    ("shepherd", shepherd, "Schwarzkopf et al. 2012"),
    ("skipped", skipped, "Wilcox 2004"),
):
    COEFFICIENTS(_name, cites=_paper)(one_by_one(_function))
