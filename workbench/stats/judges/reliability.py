"""How reliable the human system means are: halves of the judgments against each other."""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import Problem, SpecError, suggest
from workbench.stats.coefficients.noise import EQUAL_COEFFICIENTS
from workbench.stats.judges.ceilings import rater_mean
from workbench.stats.levels.estimates import row_means
from workbench.stats.resampling.bootstrap import system_draws
from workbench.types import Array

HalvesOver = Literal["raters", "segments"]

_NEGATIVE = "the halves do not correlate positively"


def spearman_brown(coefficient: ArrayLike, factor: ArrayLike) -> Array:
    """Return the reliability of `factor` times as many raters or segments: f r / (1 + (f - 1) r).

    Spearman 1910, Brown 1910, British Journal of Psychology 3. A share of variance, in (0, 1].

    Parameters
    ----------
    coefficient
        float64[...]: correlation of two halves.
    factor
        float64[...], 1 or more: 2 for halves of an even number.

    Undefined
    ---------
    NaN where the coefficient is not positive: there is no reliability to speak of. 0.2, 0.4 and -0.6
    have a mean of 4e-17, by rounding noise alone: that is 0.

    Examples
    --------
    >>> spearman_brown([0.5, -0.1], 2.0).round(3)
    array([0.667,   nan])
    """
    r, times = np.asarray(coefficient, np.float64), np.asarray(factor, np.float64)
    r = np.where(r > EQUAL_COEFFICIENTS, r, np.nan)
    stepped: Array = times * r / (1 + (times - 1) * r)
    return stepped


def _halves(size: int, splits: int, rng: np.random.Generator) -> Iterator[tuple[list[int], list[int]]]:
    """Yield pairs of halves: all of them when there are no more than `splits`, else that many drawn.

    Of an odd number one is left out of each pair.
    """
    half = size // 2
    if comb(size, 2 * half) * comb(2 * half, half) // 2 <= splits:
        for first in combinations(range(size), half):
            for second in combinations([i for i in range(first[0] + 1, size) if i not in first], half):
                yield list(first), list(second)
    else:
        for _ in range(splits):
            order = rng.permutation(size).tolist()
            yield order[:half], order[half : 2 * half]


def with_ratings(ratings: Array, over: HalvesOver) -> Array:
    """Return the ratings without raters who rated nothing, or without segments that nobody rated.

    They are in no half: the whole would be more halves than it is.

    Examples
    --------
    >>> ratings = np.array([[[1.0, np.nan]], [[2.0, np.nan]], [[np.nan, np.nan]]])
    >>> with_ratings(ratings, "raters").shape, with_ratings(ratings, "segments").shape
    ((2, 1, 2), (3, 1, 1))
    """
    axis = 0 if over == "raters" else 2
    rated = (~np.isnan(ratings)).any(axis=tuple(each for each in range(3) if each != axis))
    return np.compress(rated, ratings, axis=axis)


class HalfMeans(NamedTuple):
    """System means of both halves of each split, float64[n_splits, n_systems], and the whole in halves."""

    first: Array
    second: Array
    factor: float


def split(ratings: Array, over: HalvesOver, splits: int, rng: np.random.Generator) -> HalfMeans:
    """Split the judgments in halves, again and again; raters or segments without any are in none.

    Parameters
    ----------
    ratings
        float64[n_raters, n_systems, n_segments]; NaN where a rater did not rate.
    over
        What is split: raters (is another panel going to say the same?) or segments (are other inputs?).
    splits
        How many; all of them if there are no more.
    rng
        Draws the splits.

    Raises
    ------
    SpecError
        For another `over`, and for fewer than 2 things to split.
    """
    axis = {"raters": 0, "segments": 2}.get(over)
    if axis is None:
        raise SpecError(Problem("over", "unknown", over, hint=suggest(over, ["raters", "segments"])))
    ratings = with_ratings(ratings, over)
    size = ratings.shape[axis]
    if size < 2:
        raise SpecError(Problem("", f"{over} cannot be split", size, "2 or more"))
    pairs = [
        [row_means(rater_mean(np.take(ratings, half, axis=axis))) for half in halves]
        for halves in _halves(size, splits, rng)
    ]
    first, second = np.array(pairs).swapaxes(0, 1)
    return HalfMeans(first, second, size / (size // 2))


class Reliability(NamedTuple):
    """Reliability of the human system means; NaN where `reason` is not empty.

    `half` is the mean coefficient of two halves, of which `undefined` of `splits` had none.
    """

    value: float
    half: float
    splits: int
    undefined: int
    reason: str


def _half_coefficients(halves: HalfMeans, weights: Array, coefficient: str) -> Array:
    """Return the coefficient of the halves of each split under each draw, float64[n_splits, n_draws]."""
    return np.array(
        [
            system_draws(first[np.newaxis], second[np.newaxis], weights, coefficient)
            for first, second in zip(halves.first, halves.second, strict=True)
        ]
    )


def _mean_defined(values: Array) -> Array:
    """Return the mean over the first axis of what is defined, NaN where nothing is."""
    counts = (~np.isnan(values)).sum(axis=0)
    total = np.nan_to_num(values).sum(axis=0)
    mean: Array = np.divide(total, counts, out=np.full(total.shape, np.nan), where=counts > 0)
    return mean


def _reliability(halves: HalfMeans, coefficient: str) -> Reliability:
    values = _half_coefficients(halves, np.ones((1, halves.first.shape[1])), coefficient)
    half = float(_mean_defined(values)[0])
    value = float(spearman_brown(half, halves.factor))
    reason = "no half has a coefficient" if np.isnan(half) else _NEGATIVE if np.isnan(value) else ""
    return Reliability(value, half, len(values), int(np.isnan(values).sum()), reason)


class DrawnReliability(NamedTuple):
    """Reliability with all systems, and of each draw of systems, float64[n_draws]; NaN where undefined."""

    whole: Reliability
    each: Array


def drawn_reliability(halves: HalfMeans, weights: Array, coefficient: str) -> DrawnReliability:
    """Return the split-half reliability with all systems and under each draw of systems.

    It is that of the judgments alone: made once, it serves every metric (`disattenuated_by`).

    Parameters
    ----------
    halves
        From `split`.
    weights
        float64[n_draws, n_systems]: how often each system was drawn.
    coefficient
        A name that `get_coefficient` knows.

    Undefined
    ---------
    NaN for a draw in which the halves do not correlate positively.

    Examples
    --------
    >>> halves = HalfMeans(np.array([[1.0, 2.0, 3.0]]), np.array([[1.0, 3.0, 2.0]]), 2.0)
    >>> drawn_reliability(halves, np.ones((1, 3)), "pearson").each.round(3)
    array([0.667])
    """
    each = spearman_brown(_mean_defined(_half_coefficients(halves, weights, coefficient)), halves.factor)
    return DrawnReliability(_reliability(halves, coefficient), each)
