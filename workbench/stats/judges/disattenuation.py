"""What a metric would reach if the judgments had no noise."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.coefficients.noise import round_noise
from workbench.stats.intervals.bootstrap_ends import percentile
from workbench.stats.intervals.fisher import Interval
from workbench.stats.judges.ceilings import rater_mean
from workbench.stats.judges.reliability import (
    DrawnReliability,
    HalvesOver,
    Reliability,
    drawn_reliability,
    split,
)
from workbench.stats.levels.estimates import pooled_level, row_means
from workbench.stats.resampling.bootstrap import system_draws
from workbench.stats.resampling.resample import draw
from workbench.types import Array


def disattenuate(coefficient: ArrayLike, reliability: ArrayLike) -> Array:
    """Return r / sqrt(reliability): the correlation with judgments free of noise (Spearman 1904).

    Parameters
    ----------
    coefficient, reliability
        float64[...]; the reliability of the judgments in (0, 1], times that of the metric if it has noise
        of its own.

    Undefined
    ---------
    NaN where the reliability is not positive. A value above 1 is possible by chance and is not cut off.

    Examples
    --------
    >>> disattenuate([0.4, 0.4], [0.64, 0.0])
    array([0.5, nan])
    """
    share = np.asarray(reliability, np.float64)
    noiseless: Array = np.asarray(coefficient, np.float64) / np.sqrt(np.where(share > 0, share, np.nan))
    return noiseless


class Disattenuated(NamedTuple):
    """A correlation with judgments free of noise, its interval, the plain one, and the reliability used."""

    value: float
    interval: Interval
    plain: float
    reliability: Reliability
    reason: str


def disattenuated_by(
    x: Array,
    z: Array,
    drawn: DrawnReliability,
    weights: Array,
    coefficient: str,
    n_segments: int,
    confidence: float = 0.95,
) -> Disattenuated:
    """Correlate system scores, corrected for the noise of the judgments: see `disattenuated`.

    Parameters
    ----------
    x, z
        float64[n_systems]: scores of the metric and mean judgments.
    drawn, weights
        From `drawn_reliability`, and the draws that it was made of.
    n_segments
        Segments that the scores rest on.

    Undefined
    ---------
    As for `disattenuated`.
    """
    x, z = round_noise(x), round_noise(z)
    plain = pooled_level(x, z, coefficient, n_segments)
    values = disattenuate(system_draws(x[np.newaxis], z[np.newaxis], weights, coefficient), drawn.each)
    value = float(disattenuate(plain.value, drawn.whole.value))
    reason = plain.reason or drawn.whole.reason
    return Disattenuated(value, percentile(values, confidence), plain.value, drawn.whole, reason)


def disattenuated(
    x: Array,
    ratings: Array,
    coefficient: str,
    rng: np.random.Generator,
    over: HalvesOver = "raters",
    splits: int = 200,
    draws: int = 999,
    confidence: float = 0.95,
) -> Disattenuated:
    """Correlate a metric with the judgments, corrected for their noise, with a bootstrap interval.

    The interval is the percentile one over draws of systems. The reliability is taken anew in each draw, so
    that what is not known about it widens the interval; the splits are the same in all draws.

    Parameters
    ----------
    x
        float64[n_systems]: system scores of the metric, taken as free of noise of their own.
    ratings, over, splits, rng
        As for `split`.
    coefficient
        A name in `COEFFICIENTS`; the correction is derived for pearson and only customary for others.
    draws
        How many.
    confidence
        Nominal coverage, in (0, 1).

    Raises
    ------
    SpecError
        As for `split`.

    Undefined
    ---------
    NaN with the reason of the plain coefficient or of the reliability. Draws without a value are counted in
    the interval.

    Examples
    --------
    The raters of the last example agree at 6/7 with themselves, and the metric fully with their mean.

    >>> ratings = np.array([[[1.0], [2.0], [3.0]], [[1.0], [3.0], [2.0]], [[1.0], [3.0], [2.0]]])
    >>> found = disattenuated(np.array([3.0, 8.0, 7.0]), ratings, "pearson", np.random.default_rng(0))
    >>> round(found.plain, 3), round(found.value, 3), round((7 / 6) ** 0.5, 3)
    (1.0, 1.08, 1.08)
    """
    halves = split(ratings, over, splits, rng)
    weights = draw(rng, x.size, 1, draws, "systems").systems
    drawn = drawn_reliability(halves, weights, coefficient)
    z = row_means(rater_mean(ratings))
    return disattenuated_by(x, z, drawn, weights, coefficient, ratings.shape[2], confidence)
