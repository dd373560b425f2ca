"""Scores of two metrics on one scale, before they are swapped."""

import numpy as np

from workbench.stats.coefficients.noise import round_noise
from workbench.stats.levels.estimates import row_means
from workbench.stats.levels.level_values import MatrixLevel, mean_of_present
from workbench.types import Array

EQUAL = 1e-12
"""Scores that differ by less, as a share of the largest one, are equal, as they are after `round_noise`."""

_LOST = 1e-11
"""What rounding to 12 digits and what follows takes of a score at most, as a share of the largest one."""
_TOO_MUCH = 1e-6
"""Scores of which more is lost, as a share of their range, are next to constant and equal to no others."""


def standard_scores(scores: Array, over: Array | None = None, axis: int | None = None) -> Array:
    """Return scores minus their mean, divided by their standard deviation.

    The divisor of the deviation is the number of scores. Constant scores become 0; infinite ones have no
    scale and are left as they are.

    Parameters
    ----------
    scores
        float64[n_systems, n_segments]; NaN stays NaN.
    over
        What mean and deviation are taken of, float64[n_systems, n]; the scores themselves by default.
    axis
        Along which they are taken; None for all at once.

    Examples
    --------
    >>> standard_scores(np.array([[1.0, 3.0], [np.nan, 3.0], [1.0, np.nan]]))
    array([[-1.,  1.],
           [nan,  1.],
           [-1., nan]])
    """
    over = scores if over is None else over
    present = ~np.isnan(over)
    if np.isinf(scores).any() or not present.any():
        return scores
    number = np.maximum(present.sum(axis=axis, keepdims=True), 1)
    # distances from one of the scores: those of equal ones are 0 and not noise
    first = np.where(present, over, np.inf).min(axis=axis, keepdims=True)
    first = np.where(np.isinf(first), 0.0, first)
    moved = np.where(present, over - first, 0.0)
    middle = moved.sum(axis=axis, keepdims=True) / number
    distances = np.where(present, moved - middle, 0.0)
    largest = np.abs(distances).max(axis=axis, keepdims=True)
    flat = largest <= EQUAL * np.abs(np.where(present, over, 0.0)).max()
    largest = np.where(flat, 1.0, largest)
    spread = largest * np.sqrt(((distances / largest) ** 2).sum(axis=axis, keepdims=True) / number)
    standard: Array = (scores - first - middle) / np.where(flat, np.inf, spread)
    return standard


def on_one_scale(x: Array, z: Array, level: MatrixLevel) -> Array:
    """Return the scores of a metric on the scale of what a coefficient correlates.

    At system level the means of systems get mean 0 and deviation 1, at segment level the scores of each
    segment, at global level all cells; only what is judged counts. Where metrics differ in their noise,
    equal scales of single cells are unequal ones of the means, and a swap would mix what is not alike.

    Parameters
    ----------
    x, z
        float64[n_systems, n_segments]: scores of the metric and judgments, NaN for a missing cell.

    Examples
    --------
    >>> on_one_scale(np.array([[1.0, 3.0], [5.0, 7.0]]), np.ones((2, 2)), "system")
    array([[-1.5, -0.5],
           [ 0.5,  1.5]])
    """
    if level == "system":
        judged = ~np.isnan(z).all(axis=1)
        # of 12 digits of means of 33.3 to 33.8 two are lost, and scores of two metrics are tied no longer
        means = np.where(row_means(x) == 0, 0.0, mean_of_present(x))
        return standard_scores(x, np.where(judged, means, np.nan)[:, np.newaxis])
    return standard_scores(x, np.where(np.isnan(z), np.nan, x), 0 if level == "segment" else None)


def tie_noise(scaled: Array, scores: Array, by_input: bool) -> Array:
    """Return scores on one scale of which those that differ by noise are equal, also of different metrics.

    A metric and x / 3 - 7 have the same scores on one scale, but for the digits that are lost where what
    tells systems apart is small beside the scores; a system of the one and a system of the other that are
    tied would be told apart by these once they stand in one column. The one that has lost least keeps its
    scores: sums of them that are equal stay so, and other metrics of a family change nothing between it and
    a third one.

    Parameters
    ----------
    scaled, scores
        float64[n_metrics, n_systems, n_inputs]: on one scale, and as they were, of 12 digits or more; NaN
        for a missing one.
    by_input
        Whether only scores of the same input are compared, as at segment level.

    Returns
    -------
    Array
        float64[n_metrics, n_systems, n_inputs]: of scores that differ by noise that of the metric that has
        lost the fewest digits; NaN stays.

    Examples
    --------
    >>> scores = np.array([[[0.1], [0.2], [0.3]], [[7.1], [7.2], [7.3]]])
    >>> scaled = scores - scores[:, 1:2]
    >>> bool(scaled[0, 0, 0] == scaled[1, 0, 0])
    False
    >>> tied = tie_noise(scaled, scores, by_input=True)
    >>> bool((tied[0] == tied[1]).all())
    True
    """
    if not scaled.size:
        return scaled
    axes = 1 if by_input else (1, 2)
    finite = np.isfinite(scores) & np.isfinite(scaled)
    sizes = np.where(finite, np.abs(scores), 0.0).max(axis=axes, keepdims=True, initial=0.0)
    width, wide = (
        np.where(finite, each, -np.inf).max(axis=axes, keepdims=True, initial=-np.inf)
        - np.where(finite, each, np.inf).min(axis=axes, keepdims=True, initial=np.inf)
        for each in (scores, scaled)
    )
    varies = (width > 0) & (wide > 0)
    wide, width = np.where(varies, wide, 0.0), np.where(varies, width, 1.0)
    lost = _LOST * sizes * wide / width
    near = np.where(lost <= _TOO_MUCH * wide, lost, 0.0)
    n_metrics, n_systems, n_inputs = scaled.shape
    each, within, digits_lost = (
        np.moveaxis(np.broadcast_to(numbers, scaled.shape), 2, 0).reshape(n_inputs if by_input else 1, -1)
        for numbers in (scaled, near, lost)
    )
    order = each.argsort(axis=1, kind="stable")
    rising, slack = np.take_along_axis(each, order, 1), np.take_along_axis(within, order, 1)
    with np.errstate(invalid="ignore"):
        begins = ~(np.diff(rising, axis=1) <= slack[:, 1:] + slack[:, :-1])
    begins = np.concatenate((np.ones((len(each), 1), np.bool_), begins), axis=1)
    run = begins.cumsum(axis=1)
    # in each run the score that has lost least comes first, and one that is next to constant last
    best = np.lexsort((np.take_along_axis(digits_lost, order, 1), run), axis=1)
    first = np.maximum.accumulate(np.where(begins, np.arange(each.shape[1]), 0), axis=1)
    tied = np.empty(each.shape)
    kept = np.take_along_axis(best, first, 1)
    np.put_along_axis(tied, order, np.take_along_axis(rising, kept, 1), 1)
    return np.moveaxis(tied.reshape(n_inputs, n_metrics, n_systems), 0, 2)


def ranks_of_judged(scores: Array, judgments: Array) -> Array:
    """Return the ranks of the systems that were judged, from 1, equal scores with their mean; else NaN.

    Parameters
    ----------
    scores, judgments
        float64[n_systems], NaN where missing.

    Examples
    --------
    >>> ranks_of_judged(np.array([0.5, 9.0, 0.7, 0.5]), np.array([1.0, np.nan, 1.0, 1.0]))
    array([1.5, nan, 3. , 1.5])
    """
    scores = round_noise(np.where(np.isnan(judgments), np.nan, scores))
    below = (scores[:, np.newaxis] > scores).sum(axis=1)
    equal = (scores[:, np.newaxis] == scores).sum(axis=1)
    return np.where(np.isnan(scores), np.nan, below + (equal + 1) / 2)
