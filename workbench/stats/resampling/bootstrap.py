"""Bootstrap of correlations: the coefficient of every draw of systems and segments.

A draw is a row of counts (`Draws`), not a copy of the data: a system that was drawn twice counts twice. The
result of a draw is that of the plain coefficient on the repeated systems and segments.
"""

from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.resampling import (
    drawn_ranks,
    mean_coefficients,
    rank_products,
    resampled_sums,
    segment_centres,
    value_products,
)
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.plain import MIN_SYSTEMS, get_coefficient
from workbench.stats.coefficients.weighted import WEIGHTED
from workbench.stats.intervals.fisher import Interval
from workbench.stats.levels.grouped import average_groups
from workbench.stats.resampling.resample import Draws, expand
from workbench.types import Array

_BLOCK = 4_000_000
"""Cells that a coefficient without a weighted form may copy at a time."""
_LEAST = 512
"""Segments that are looked at together at least: for each lot of them the drawn pairs are weighed again."""
_KEPT = 32_000_000
"""Ranks of all draws of a matrix that are kept, two bytes each; of a larger one they are made as needed."""
_EXACT = 4096
"""Systems whose pairs float32 counts exactly."""


def resampled_means(scores: Array, segments: Array) -> Array:
    """Return the mean score of every system under every draw of segments.

    Parameters
    ----------
    scores
        float64[n_systems, n_segments]; missing cells (NaN) are left out of the mean.
    segments
        float64[n_draws, n_segments]: how often each segment was drawn.

    Returns
    -------
    Array
        float64[n_draws, n_systems], without rounding noise (`round_noise`); NaN for a system of which only
        missing cells were drawn.

    Examples
    --------
    >>> scores = np.array([[0.0, 0.5], [1.0, np.nan]])
    >>> resampled_means(scores, np.array([[1.0, 1.0], [0.0, 2.0]]))
    array([[0.25, 1.  ],
           [0.5 ,  nan]])
    """
    present = ~np.isnan(scores)
    sums = resampled_sums(np.ascontiguousarray(np.where(present, scores, 0.0).T), segments)
    cells = segments.sum(axis=1, keepdims=True)
    if not present.all():
        cells = resampled_sums(np.ascontiguousarray(present.T.astype(np.float64)), segments)
    return round_noise(np.divide(sums, cells, out=np.full(sums.shape, np.nan), where=cells > 0))


def system_draws(x: Array, z: Array, weights: Array, coefficient: str) -> Array:
    """Return the system-level coefficient of every draw.

    Parameters
    ----------
    x, z
        float64[n_draws, n_systems] or [1, n_systems]: system scores of the metric and of the judgments under
        each draw of segments, from `resampled_means`; scores pooled in another way (corpus BLEU) have to go
        through `round_noise` first. NaN for a system without a score.
    weights
        float64[n_draws, n_systems]: how often each system was drawn.
    coefficient
        A name that `get_coefficient` knows.

    Returns
    -------
    Array
        float64[n_draws].

    Undefined
    ---------
    NaN for a draw whose scores are constant, or of fewer than 3 systems, copies counted.

    Examples
    --------
    The second draw is the systems 0, 0, 1, the third has one system only.

    >>> x, z = np.array([[1.0, 2.0, 3.0]]), np.array([[1.0, 3.0, 2.0]])
    >>> system_draws(x, z, np.array([[1.0, 1.0, 1.0], [2.0, 1.0, 0.0], [3.0, 0.0, 0.0]]), "pearson")
    array([0.5, 1. , nan])
    """
    present = ~np.isnan(x) & ~np.isnan(z)
    if coefficient in WEIGHTED:
        values = WEIGHTED[coefficient](x, z, np.where(present, weights, 0.0))
    else:
        drawn = expand(weights)
        x_drawn, z_drawn = (
            np.take_along_axis(np.broadcast_to(scores, weights.shape), drawn, axis=1) for scores in (x, z)
        )
        values = get_coefficient(coefficient)(x_drawn, z_drawn)
    enough = (weights * present).sum(axis=1) >= MIN_SYSTEMS
    return np.where(enough, values, np.nan)


def global_draws(x: Array, z: Array, draws: Draws, coefficient: str) -> Array:
    """Return the coefficient over all cells of every draw; a cell counts its system times its segment.

    `x` and `z` are float64[n_systems, n_segments], NaN for a missing cell; undefined as in `system_draws`.
    Draws are taken a few at a time, and rank coefficients sort the cells once.

    Examples
    --------
    >>> x, z = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> global_draws(x, z, Draws(np.array([[1.0, 1.0]]), np.array([[2.0, 0.0]])), "kendall")
    array([1.])
    """
    x, z = round_noise(x.reshape(1, -1)), round_noise(z.reshape(1, -1))
    step = max(1, _BLOCK // x.size)
    found = [np.empty(0)]
    for start in range(0, len(draws.systems), step):
        systems, segments = (counts[start : start + step] for counts in draws)
        weights = (systems[:, :, np.newaxis] * segments[:, np.newaxis, :]).reshape(len(systems), -1)
        found.append(system_draws(x, z, weights, coefficient))
    return np.concatenate(found)


class Prepared(NamedTuple):
    """What the segment level needs of one matrix of scores alone: made once, used with every other matrix.

    `values` and `present` are [n_systems, n_segments], `signs` int8[n_pairs, n_segments] those of the
    differences between systems, `ranks` int16[n_draws, n_systems, n_segments] those of the drawn systems or
    None where they are too many, `centres` [n_draws, n_segments] the mean of the drawn scores, `squares` by
    coefficient [n_draws, n_segments] what the numerator becomes for the matrix with itself.
    """

    draws: Draws
    values: Array
    present: NDArray[np.bool_]
    signs: NDArray[np.int8]
    ranks: NDArray[np.int16] | None
    centres: Array
    squares: dict[str, Array]


def _value_products(x: Prepared, z: Prepared) -> Array:
    return value_products(x.values, x.centres, z.values, z.centres, x.present, x.draws.systems)


def _rank_products(x: Prepared, z: Prepared) -> Array:
    drawn = x.draws.systems
    if x.ranks is not None and z.ranks is not None:
        return rank_products(x.ranks, z.ranks, drawn)
    step = max(1, _KEPT // x.values.size)
    parts = [drawn[start : start + step] for start in range(0, len(drawn), step)]
    ranks = ((drawn_ranks(x.signs, part), drawn_ranks(z.signs, part), part) for part in parts)
    return np.concatenate([rank_products(*each) for each in ranks])


def _pair_products(x: Prepared, z: Prepared) -> Array:
    # whole numbers that the type holds, so that the order in which they are added does not matter
    exact: type[np.floating[Any]] = np.float32 if len(x.values) <= _EXACT else np.float64
    drawn: NDArray[Any] = x.draws.systems.T.astype(exact)
    i, j = np.triu_indices(len(drawn), 1)
    n_pairs, n_segments = x.signs.shape
    step, wide = max(1, _BLOCK // max(1, n_pairs)), max(_LEAST, _BLOCK // max(1, n_pairs))
    found = np.empty((drawn.shape[1], n_segments))
    # signs of all pairs in all segments are many: as numbers with a point they take four times as much
    for at in range(0, n_segments, wide):
        signs: NDArray[Any] = (x.signs[:, at : at + wide] * z.signs[:, at : at + wide]).astype(exact)
        for start in range(0, drawn.shape[1], step):
            part = drawn[:, start : start + step]
            found[start : start + step, at : at + wide] = (part[i] * part[j]).T @ signs
    return found


_PRODUCTS: dict[str, Callable[[Prepared, Prepared], Array]] = {
    "pearson": _value_products,
    "spearman": _rank_products,
    "kendall": _pair_products,
}


def _signs(values: Array) -> NDArray[np.int8]:
    """Return the signs of the differences of all pairs of systems, int8[n_pairs, n_segments]."""
    i, j = np.triu_indices(len(values), 1)
    signs = np.empty((len(i), values.shape[1]), np.int8)
    # the scores of all pairs in all segments would take sixteen times as much
    wide = max(1, _BLOCK // max(1, len(i)))
    for at in range(0, values.shape[1], wide):
        here = values[:, at : at + wide]
        one, other = here[i], here[j]
        signs[:, at : at + wide] = (one > other).astype(np.int8) - (one < other).astype(np.int8)
    return signs


def _prepare(values: Array, draws: Draws, coefficients: Collection[str]) -> Prepared:
    present = ~np.isnan(values)
    signs = _signs(values)
    centres = segment_centres(values, present, draws.systems)
    is_small = "spearman" in coefficients and len(draws.systems) * values.size <= _KEPT
    ranks = drawn_ranks(signs, draws.systems) if is_small else None
    prepared = Prepared(draws, values, present, signs, ranks, centres, {})
    squares = {name: _PRODUCTS[name](prepared, prepared) for name in coefficients}
    return prepared._replace(squares=squares)


def prepare(scores: Array, draws: Draws) -> Prepared:
    """Prepare the scores of a metric or of a criterion for `segment_draws`.

    Parameters
    ----------
    scores
        float64[n_systems, n_segments]; NaN for a missing cell. Rounding noise is removed here.
    draws
        The same for every matrix that will be compared.
    """
    return _prepare(np.ascontiguousarray(round_noise(scores.T).T), draws, _PRODUCTS)


def segment_draws(x: Prepared, z: Prepared, coefficient: str) -> Array:
    """Return the segment-level coefficient of every draw.

    In each segment the coefficient over the drawn systems; then the mean over the drawn segments, a segment
    counting as often as it was drawn. A cell that is missing in x or z is left out.

    Parameters
    ----------
    x, z
        Metric scores and judgments, prepared with the same draws.
    coefficient
        A name that `get_coefficient` knows.

    Returns
    -------
    Array
        float64[n_draws].

    Undefined
    ---------
    A segment whose drawn cells are constant or fewer than 2 is left out of the mean; a draw without any
    other segment is NaN.

    Examples
    --------
    The first segment has coefficient .5 and the second is constant.

    >>> draws = Draws(np.ones((1, 3)), np.ones((1, 2)))
    >>> x = prepare(np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 5.0]]), draws)
    >>> z = prepare(np.array([[1.0, 1.0], [3.0, 2.0], [2.0, 3.0]]), draws)
    >>> segment_draws(x, z, "pearson")
    array([0.5])
    """
    if coefficient not in _PRODUCTS:
        return np.concatenate([*_copied_draws(x, z, coefficient)])
    both = x.present & z.present
    x, z = (
        p
        if np.array_equal(p.present, both)
        else _prepare(np.where(both, p.values, np.nan), p.draws, [coefficient])
        for p in (x, z)
    )
    products = _PRODUCTS[coefficient](x, z)
    return mean_coefficients(products, x.squares[coefficient], z.squares[coefficient], x.draws.segments)


def _copied_draws(x: Prepared, z: Prepared, coefficient: str) -> Iterator[Array]:
    """Yield the coefficients of some draws at a time, the drawn systems written out."""
    step = max(1, _BLOCK // x.values.size)
    for start in range(0, len(x.draws.systems), step):
        drawn = expand(x.draws.systems[start : start + step])
        counts = x.draws.segments[start : start + step]
        x_cells, z_cells = (np.moveaxis(p.values[drawn], 1, -1) for p in (x, z))
        yield average_groups(x_cells, z_cells, coefficient, counts)[0]


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
    defined = np.sort(values)  # NaN last
    defined = defined[: values.size - int(np.isnan(values).sum())]
    undefined = values.size - defined.size
    if defined.size == 0:
        return Interval(np.nan, np.nan, values.size, undefined)
    low, high = (_quantile(defined, share) for share in ((1 - confidence) / 2, (1 + confidence) / 2))
    return Interval(low, high, values.size, undefined)


def _quantile(ordered: Array, share: float) -> float:
    """Do what `numpy.quantile` does, to the last bit and in a twentieth of the time."""
    place = share * (ordered.size - 1)
    at = int(place)
    below, above, part = float(ordered[at]), float(ordered[min(at + 1, ordered.size - 1)]), place - at
    # from the nearer end, as NumPy does
    return below + (above - below) * part if part < 0.5 else above - (above - below) * (1 - part)
