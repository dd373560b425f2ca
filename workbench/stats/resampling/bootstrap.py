"""Bootstrap of correlations: the coefficient of every draw of systems and segments.

A draw is a row of counts (`Draws`), not a copy of the data: a system that was drawn twice counts twice. The
result of a draw is that of the plain coefficient on the repeated systems and segments.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.resampling import (
    mean_coefficients,
    ordered_squares,
    pair_products,
    rank_products,
    resampled_sums,
    segment_centres,
    value_products,
)
from workbench.stats.coefficients.noise import NOISE, round_noise
from workbench.stats.coefficients.plain import MIN_SYSTEMS, get_coefficient
from workbench.stats.coefficients.weighted import WEIGHTED
from workbench.stats.levels.grouped import average_groups
from workbench.stats.resampling.resample import Draws, expand
from workbench.types import Array, Integers, Masks

_BLOCK = 4_000_000
"""Cells that a coefficient without a weighted form may copy at a time."""
_KEPT = 1_000_000
"""Segments of all draws of which everything is kept for the next matrix; of more it is made again."""
_LOT = 250
"""Draws that are looked at together."""
_TINY = 1e-60
"""Scores of which squares keep all digits, also of deviations that are a billionth of a millionth of them."""
_EXACT = 256
"""Systems up to which float32 holds every sum of ranks of drawn systems, squared: 256³ is 2²⁴."""


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
        missing cells were drawn. Where scores add up to nothing in every system, all means are 0.

    Examples
    --------
    >>> scores = np.array([[0.0, 0.5], [1.0, np.nan]])
    >>> resampled_means(scores, np.array([[1.0, 1.0], [0.0, 2.0]]))
    array([[0.25, 1.  ],
           [0.5 ,  nan]])
    """
    if len(segments) > 1 and (segments == segments[0]).all():  # systems alone were drawn, or left out
        return np.repeat(resampled_means(scores, segments[:1]), len(segments), axis=0)
    present = ~np.isnan(scores)
    sums = resampled_sums(np.ascontiguousarray(np.where(present, scores, 0.0).T), segments)
    cells = segments.sum(axis=1, keepdims=True)
    if not present.all():
        cells = resampled_sums(np.ascontiguousarray(present.T.astype(np.float64)), segments)
    means = np.divide(sums, cells, out=np.full(sums.shape, np.nan), where=cells > 0)
    magnitudes = np.abs(np.where(present, scores, 0.0))
    if (np.fmax.reduce(np.abs(means), axis=1, initial=0.0) <= NOISE * magnitudes.max(initial=0.0)).any():
        # where scores add up to nothing in each system, what is left is noise and tells none of them apart
        noise = NOISE * resampled_sums(np.ascontiguousarray(magnitudes.T), segments)
        means[np.isfinite(means) & (np.abs(sums) <= noise)] = 0.0
    return round_noise(means)


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


@dataclass(frozen=True, eq=False)
class Prepared:
    """What the segment level needs of one matrix of scores alone: made once, used with every other matrix.

    Attributes
    ----------
    draws : Draws
    values : float64[n_systems, n_segments]
        Without rounding noise; NaN for a missing cell.
    """

    draws: Draws
    values: Array
    _lots: dict[tuple[int, int], "_Lot"] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def present(self) -> Masks:
        """The cells that there are."""
        return ~np.isnan(self.values)

    @cached_property
    def scaled(self) -> Array:
        """The same; tiny ones, of which squares would vanish, in a unit of each segment, digit for digit."""
        most = np.fmax.reduce(np.abs(self.values), axis=0, initial=0.0)
        if not ((most > 0) & (most < _TINY)).any():
            return self.values
        scaled: Array = np.ldexp(self.values, -np.frexp(most)[1])
        return scaled

    @cached_property
    def order(self) -> tuple[Integers, Masks]:
        """The systems of each segment in the order of their scores, and which is the last of equal ones."""
        order = np.argsort(self.values, axis=0)
        ordered = np.take_along_axis(self.values, order, axis=0)
        last = np.ones(order.shape, bool)
        last[:-1] = ordered[1:] != ordered[:-1]
        order[np.isnan(ordered)] = -1
        return np.ascontiguousarray(order.T, np.int32), np.ascontiguousarray(last.T)

    def lot(self, start: int, stop: int) -> "_Lot":
        """Return the scores under some of the draws; what is made of them is kept where it is little."""
        made = _Lot(self, Draws(*(each[start:stop] for each in self.draws)))
        return made if self.draws.segments.size > _KEPT else self._lots.setdefault((start, stop), made)


@dataclass(frozen=True, eq=False)
class _Lot:
    """Scores under some of the draws, few enough for their weights to stay in the processor's cache."""

    scores: Prepared
    draws: Draws

    @cached_property
    def weights(self) -> Array:
        """How often each system was drawn, float64[n_systems, n_draws]."""
        return np.ascontiguousarray(self.draws.systems.T)

    @cached_property
    def segments(self) -> Array:
        """How often each segment was drawn, float64[n_segments, n_draws]."""
        return np.ascontiguousarray(self.draws.segments.T)

    @cached_property
    def counts(self) -> NDArray[np.floating[Any]]:
        """The same in the smallest type that holds sums of products of three of them."""
        return self.weights.astype(np.float32) if len(self.weights) <= _EXACT else self.weights

    @cached_property
    def centres(self) -> Array:
        """The mean of the drawn scores, scaled, float64[n_segments, n_draws]."""
        return segment_centres(self.scores.scaled, self.weights)

    @cached_property
    def squares(self) -> dict[str, Array]:
        """What the numerators became for the scores with themselves."""
        return {}

    def square(self, coefficient: str) -> Array:
        """Return what the numerator becomes for the scores with themselves, float64[n_segments, n_draws]."""
        if coefficient not in self.squares:
            self.squares[coefficient] = (
                _value_products(self, self)
                if coefficient == "pearson"
                else ordered_squares(coefficient == "kendall", *self.scores.order, self.counts)
            )
        return self.squares[coefficient]


def _value_products(x: _Lot, z: _Lot) -> Array:
    return value_products(x.scores.scaled, x.centres, z.scores.scaled, z.centres, x.weights)


def _rank_products(x: _Lot, z: _Lot) -> Array:
    return rank_products(*x.scores.order, *z.scores.order, x.counts)


def _pair_products(x: _Lot, z: _Lot) -> Array:
    return pair_products(*x.scores.order, *z.scores.order, x.counts)


_PRODUCTS: dict[str, Callable[[_Lot, _Lot], Array]] = {
    "pearson": _value_products,
    "spearman": _rank_products,
    "kendall": _pair_products,
}


def prepare(scores: Array, draws: Draws) -> Prepared:
    """Prepare the scores of a metric or of a criterion for `segment_draws`.

    Parameters
    ----------
    scores
        float64[n_systems, n_segments]; NaN for a missing cell. Rounding noise is removed here.
    draws
        The same for every matrix that will be compared.
    """
    return Prepared(draws, np.ascontiguousarray(round_noise(scores.T).T))


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
        p if np.array_equal(p.present, both) else Prepared(p.draws, np.where(both, p.values, np.nan))
        for p in (x, z)
    )
    number, step = len(x.draws.systems), min(_LOT, max(1, _BLOCK // max(1, both.shape[1])))
    lots = ((x.lot(at, at + step), z.lot(at, at + step)) for at in range(0, number, step))
    return np.concatenate([np.empty(0), *(_coefficients(*each, coefficient) for each in lots)])


def _coefficients(x: _Lot, z: _Lot, coefficient: str) -> Array:
    squares = x.square(coefficient), z.square(coefficient)
    # the segments of the judgments' draws are those of all metrics, and are laid out once
    return mean_coefficients(_PRODUCTS[coefficient](x, z), *squares, z.segments)


def _copied_draws(x: Prepared, z: Prepared, coefficient: str) -> Iterator[Array]:
    """Yield the coefficients of some draws at a time, the drawn systems written out."""
    step = max(1, _BLOCK // x.values.size)
    for start in range(0, len(x.draws.systems), step):
        drawn = expand(x.draws.systems[start : start + step])
        counts = x.draws.segments[start : start + step]
        x_cells, z_cells = (np.moveaxis(p.values[drawn], 1, -1) for p in (x, z))
        yield average_groups(x_cells, z_cells, coefficient, counts)[0]
