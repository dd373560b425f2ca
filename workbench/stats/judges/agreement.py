"""How far raters agree: Krippendorff's alpha, intraclass correlations, kappa, with ratings missing or not."""

import warnings
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.registry import cite
from workbench.stats.coefficients.noise import NOISE
from workbench.stats.coefficients.plain import pearson
from workbench.types import Array

AlphaScale = Literal["nominal", "ordinal", "interval"]
cite("agreement of raters", {"alpha": "Krippendorff 2011", "icc": "Shrout & Fleiss 1979"})


class Coincidences(NamedTuple):
    """What Krippendorff's alpha is made of.

    Attributes
    ----------
    levels : float64[n_levels]
        The values that ratings have, from low to high.
    counts : float64[n_units, n_levels]
        How often each unit got each value; 0 in all of a unit with fewer than two ratings.
    """

    levels: Array
    counts: Array


def count_ratings(ratings: Array) -> Coincidences:
    """Count the ratings of each unit by their value.

    Parameters
    ----------
    ratings
        float64[n_raters, n_units]; NaN where a rater did not rate.

    Examples
    --------
    >>> found = count_ratings(np.array([[1.0, 2.0, np.nan], [1.0, 1.0, 2.0]]))
    >>> found.levels.tolist(), found.counts.tolist()
    ([1.0, 2.0], [[2.0, 0.0], [1.0, 1.0], [0.0, 0.0]])
    """
    pairable = (~np.isnan(ratings)).sum(axis=0) >= 2
    usable = np.where(pairable, ratings, np.nan)
    levels = np.unique(usable[~np.isnan(usable)])
    counts = np.stack([(usable == level).sum(axis=0) for level in levels], axis=1) if levels.size else None
    empty = np.zeros((ratings.shape[1], 0))
    return Coincidences(levels, empty if counts is None else counts.astype(np.float64))


def krippendorff(found: Coincidences, scale: AlphaScale, weights: Array | None = None) -> Array:
    """Return Krippendorff's alpha: 1 - observed over expected disagreement (Krippendorff 2011).

    Disagreement of two values is 1 (nominal), their squared distance (interval), or the squared number of
    ratings between them (ordinal, by the ratings as they are, also under draws).

    Parameters
    ----------
    found
        From `count_ratings`.
    scale
        nominal, ordinal or interval.
    weights
        float64[n_draws, n_units]: how often each unit was drawn; each once where nothing is said.

    Returns
    -------
    Array
        float64[n_draws], at most 1.

    Undefined
    ---------
    NaN without two ratings of one unit, and where all ratings are equal.

    Examples
    --------
    Four ratings of two units, one pair of which is equal.

    >>> found = count_ratings(np.array([[1.0, 1.0], [1.0, 2.0]]))
    >>> krippendorff(found, "nominal").round(3).tolist()
    [0.0]
    """
    levels, counts = found
    if weights is None:
        weights = np.ones((1, len(counts)))
    if levels.size < 2:
        return np.full(len(weights), np.nan)
    distance = _distances(levels, counts.sum(axis=0), scale)
    sizes = counts.sum(axis=1)
    within = np.einsum("ui,ij,uj->u", counts, distance, counts, optimize=True)
    within = np.divide(within, sizes - 1, out=np.zeros(len(sizes)), where=sizes > 1)
    totals = weights @ counts
    number = totals.sum(axis=1)
    expected = np.einsum("di,ij,dj->d", totals, distance, totals, optimize=True)
    observed = (weights @ within) * (number - 1)
    ratio = np.divide(observed, expected, out=np.full(len(weights), np.nan), where=expected > 0)
    alpha: Array = 1 - ratio
    return alpha


def _distances(levels: Array, totals: Array, scale: AlphaScale) -> Array:
    if scale == "nominal":
        return 1 - np.eye(len(levels))
    places = levels if scale == "interval" else np.cumsum(totals) - totals / 2
    apart: Array = (places[:, np.newaxis] - places) ** 2
    return apart


class Intraclass(NamedTuple):
    """Intraclass correlations of Shrout and Fleiss (1979); NaN where undefined.

    `one` is ICC(1,1), `one_mean` ICC(1,k); `two` ICC(2,1) and `three` ICC(3,1) are of units that every rater
    rated, and NaN where there is another unit with a rating, or they are 0 / 0.
    """

    one: float
    one_mean: float
    two: float
    three: float


def intraclass(ratings: Array) -> Intraclass:
    """Return the intraclass correlations of ratings, float64[n_raters, n_units]; NaN for a missing one.

    One-way analysis of variance takes the mean number of ratings of a unit in its unbalanced form. Units
    with one rating are left out.

    Examples
    --------
    >>> found = intraclass(np.array([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0]]))
    >>> round(found.one, 3), round(found.two, 3), round(found.three, 3)
    (0.6, 0.667, 1.0)
    """
    sizes = (~np.isnan(ratings)).sum(axis=0)
    ratings, sizes = ratings[:, sizes >= 2], sizes[sizes >= 2]
    n, total = len(sizes), sizes.sum()
    if n < 2 or np.nanmax(ratings) == np.nanmin(ratings):
        return Intraclass(np.nan, np.nan, np.nan, np.nan)
    means, grand = np.nanmean(ratings, axis=0), np.nanmean(ratings)
    between = float((sizes * (means - grand) ** 2).sum() / (n - 1))
    inside = float(np.nansum((ratings - means) ** 2) / (total - n))
    size = (total - (sizes**2).sum() / total) / (n - 1)
    nothing = NOISE * float(np.nansum((ratings - grand) ** 2))
    one = _share(between - inside, between + (size - 1) * inside, nothing)
    one_mean = _share(between - inside, between, nothing)
    raters = ratings[~np.isnan(ratings).all(axis=1)]
    k = len(raters)
    if np.isnan(raters).any():
        return Intraclass(one, one_mean, np.nan, np.nan)
    columns = float(n * ((raters.mean(axis=1) - grand) ** 2).sum() / (k - 1))
    error = float(((raters - means - raters.mean(axis=1)[:, np.newaxis] + grand) ** 2).sum())
    error /= (n - 1) * (k - 1)
    # of raters who each give one rating to all, ICC(3,1) is 0 / 0; of two who swap two ratings, ICC(2,1)
    two = _share(between - error, between + (k - 1) * error + k * (columns - error) / n, nothing)
    three = _share(between - error, between + (k - 1) * error, nothing)
    return Intraclass(one, one_mean, two, three)


def _share(part: float, whole: float, nothing: float) -> float:
    """Return a share of what is more than noise; of two equal variances noise is left, and the share is 0."""
    return np.nan if whole <= nothing else 0.0 if abs(part) <= nothing else float(part / whole)


class RaterPair(NamedTuple):
    """Two raters on the units that both rated: kappa, share of equal ratings, correlation; else NaN."""

    one: int
    other: int
    n_units: int
    cohen: float
    exact: float
    pearson: float


def rater_pairs(ratings: Array) -> list[RaterPair]:
    """Return how each two raters agree who both rated some unit.

    Examples
    --------
    >>> rater_pairs(np.array([[1.0, 2.0, 2.0], [1.0, 2.0, 1.0]]))[0].exact
    0.6666666666666666
    """
    from statsmodels.stats.inter_rater import cohens_kappa

    found = []
    for one, other in combinations(range(len(ratings)), 2):
        both = ~np.isnan(ratings[one]) & ~np.isnan(ratings[other])
        if not both.any():
            continue
        x, y = ratings[one][both], ratings[other][both]
        levels, codes = np.unique(np.concatenate([x, y]), return_inverse=True)
        table = np.zeros((len(levels), len(levels)))
        np.add.at(table, (codes[: len(x)], codes[len(x) :]), 1)
        # kappa of one value is 0 / 0
        kappa = float(cohens_kappa(table, return_results=False)) if len(levels) > 1 else np.nan
        r = float(pearson(x, y)) if len(x) > 2 else np.nan
        found.append(RaterPair(one, other, len(x), kappa, float((x == y).mean()), r))
    return found


def of_fleiss(found: Coincidences) -> NDArray[np.bool_]:
    """Return which units Fleiss' kappa is of, bool[units]: those with the most frequent number of ratings.

    Examples
    --------
    >>> of_fleiss(count_ratings(np.array([[1.0, 2.0, 1.0], [1.0, 2.0, np.nan]]))).sum()
    np.int64(2)
    """
    sizes = found.counts.sum(axis=1).astype(np.int64)
    is_one: NDArray[np.bool_] = (sizes >= 2) & (sizes == np.bincount(sizes[sizes >= 2], minlength=1).argmax())
    return is_one


def fleiss(found: Coincidences) -> float:
    """Return Fleiss' kappa of the units with the most frequent number of ratings, 2 or more.

    Undefined
    ---------
    NaN where there is none, or all ratings are equal.

    Examples
    --------
    >>> fleiss(count_ratings(np.array([[1.0, 2.0], [1.0, 2.0]])))
    1.0
    """
    from statsmodels.stats.inter_rater import fleiss_kappa

    table: NDArray[np.float64] = found.counts[of_fleiss(found)]
    if (table.sum(axis=0) > 0).sum() < 2:
        return np.nan
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(fleiss_kappa(table))
