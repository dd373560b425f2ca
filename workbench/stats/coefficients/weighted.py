"""Coefficients of observations that count several times, as a resampled system does.

Each takes x, z, weights, float64[n_rows, n] without missing values where the weight is not 0, and returns
float64[n_rows]: the coefficient of the vectors in which each observation is repeated `weight` times, NaN
where x or z is constant. Weights are whole numbers, 0 for an observation that is left out. x and z may have
one row for all weights.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from workbench.kernels.ranks import row_pairs, row_products, row_ranks
from workbench.types import Array, Integers

FEW = 100
"""Observations: of fewer the pairs are so few that a `Side` may hold them."""


def _ratio(products: Array, x_squares: Array, z_squares: Array) -> Array:
    spread = np.sqrt(x_squares * z_squares)
    ratios: Array = np.divide(products, spread, out=np.full(spread.shape, np.nan), where=spread > 0)
    # what `np.clip` does, which takes longer than all else where there is a row alone
    clipped: Array = np.minimum(np.maximum(ratios, -1.0), 1.0)
    return clipped


def deviations(values: Array, weights: Array) -> Array:
    """Return the distances of each row from its weighted mean: exactly 0 if constant, and without a weight.

    The mean is taken from the first value that counts, whose distance from equal ones is exactly 0.

    Examples
    --------
    >>> values, weights = np.array([[0.1, 0.1, 9.0], [1.0, 2.5, np.nan]]), np.array([[1, 2, 0], [2, 1, 0]])
    >>> deviations(values, weights)
    array([[ 0. ,  0. ,  0. ],
           [-0.5,  1. ,  0. ]])
    """
    counts = weights > 0
    # the functions of ufuncs and not the methods of arrays: these take as long again for a short row
    first = values[np.arange(len(values)), counts.argmax(axis=1)]
    moved = np.where(counts, values - first[:, np.newaxis], 0.0)
    total = np.add.reduce(weights, axis=1, keepdims=True)
    mean = np.add.reduce(weights * moved, axis=1, keepdims=True) / np.maximum(total, 1.0)
    found: Array = np.where(counts, moved - mean, 0.0)
    return found


def _scaled_deviations(values: Array, weights: Array) -> Array:
    """Return deviations of at most 1, so that the squares of tiny ones do not vanish."""
    found = deviations(values, weights)
    scale = np.maximum.reduce(np.abs(found), axis=1, keepdims=True)
    scaled: Array = np.divide(found, scale, out=np.zeros(found.shape), where=scale > 0)
    return scaled


def weighted_pearson(x: Array, z: Array, weights: Array) -> Array:
    """Return Pearson's coefficient of each row.

    Examples
    --------
    >>> rows = [np.array([row]) for row in ([1.0, 2.0, 3.0], [1.0, 3.0, 2.0], [1.0, 1.0, 1.0])]
    >>> weighted_pearson(*rows)
    array([0.5])
    """
    return correlate_sides(*(make_side(scores, weights, "pearson") for scores in (x, z)))


def weighted_spearman(x: Array, z: Array, weights: Array) -> Array:
    """Return Spearman's coefficient of each row; equal values share their average rank.

    Examples
    --------
    >>> rows = [np.array([row]) for row in ([1.0, 2.0, 9.0], [1.0, 9.0, 2.0], [1.0, 1.0, 1.0])]
    >>> weighted_spearman(*rows)
    array([0.5])
    """
    return rank_coefficients(x, z, weights, "spearman")


def weighted_kendall(x: Array, z: Array, weights: Array) -> Array:
    """Return Kendall's tau-b of each row; the copies of one observation are tied with each other.

    Examples
    --------
    >>> rows = [np.array([row]) for row in ([1.0, 2.0, 3.0], [1.0, 3.0, 2.0], [1.0, 1.0, 1.0])]
    >>> weighted_kendall(*rows).round(3)
    array([0.333])
    """
    return rank_coefficients(x, z, weights, "kendall")


def rank_coefficients(
    x: Array, z: Array, weights: Array, coefficient: str, orders: tuple[Integers, Integers] | None = None
) -> Array:
    """Return Spearman's or Kendall's coefficient of each row; `orders` are what `np.argsort` gives."""
    # what may not be written to is another type to a kernel, which would be compiled for each mixture of them
    x, z, weights = (np.require(each, np.float64, ("C", "W")) for each in (x, z, weights))
    x_order, z_order = orders or (np.argsort(x, axis=1), np.argsort(z, axis=1))
    if coefficient == "spearman":
        return _ratio(*row_products(x, z, weights, x_order, z_order).T)
    concordant, discordant, tied_z, tied_x, _ = row_pairs(x, z, weights, x_order, z_order, 0.0).T
    untied = concordant + discordant
    return _ratio(concordant - discordant, untied + tied_z, untied + tied_x)


class Side(NamedTuple):
    """One of two vectors under all draws, ready to be multiplied with the other.

    `values` and `weights` are float64[n_rows, observations, or pairs of them], `squares` float64[n_rows] the
    weighted sum of the squares.
    """

    values: Array
    weights: Array
    squares: Array


def make_side(scores: Array, weights: Array, coefficient: str) -> Side:
    """Prepare complete rows once for `correlate_sides` with many others; fewer than `FEW` wide."""
    if coefficient == "kendall":
        i, j = np.tril_indices(weights.shape[1], -1)
        values = np.sign(scores[:, i] - scores[:, j])
        weights = weights[:, i] * weights[:, j]
    elif coefficient == "spearman":
        scores, weights = np.ascontiguousarray(scores), np.ascontiguousarray(weights)
        values = row_ranks(scores, weights, np.argsort(scores, axis=1))
    else:
        # most have this shape already, and are so short that asking takes less than broadcasting
        whole = scores if scores.shape == weights.shape else np.broadcast_to(scores, weights.shape)
        values = _scaled_deviations(whole, weights)
    return Side(values, weights, np.add.reduce(weights * values * values, axis=1))


def correlate_sides(x: Side, z: Side) -> Array:
    """Return the coefficient of each row of two sides; what `WEIGHTED` does, to the last bit."""
    return _ratio(np.add.reduce(x.weights * x.values * z.values, axis=1), x.squares, z.squares)


WEIGHTED: dict[str, Callable[[Array, Array, Array], Array]] = {
    "pearson": weighted_pearson,
    "spearman": weighted_spearman,
    "kendall": weighted_kendall,
}
