"""Coefficients of many replications without each of their systems in turn, from counts of pairs."""

import numpy as np

from workbench.stats.coefficients.noise import round_noise
from workbench.types import Array

_FLAT = 1e-12


def without_each(x: Array, z: Array, coefficient: str) -> Array:
    """Return the coefficient of each replication without each of its systems.

    What `batch_coefficients` gives for draws that leave one system out, without the way through weights.

    Parameters
    ----------
    x, z
        float64[n_replications, n_systems]: system scores without missing ones.
    coefficient
        pearson, spearman or kendall.

    Returns
    -------
    Array
        float64[n_replications, n_systems].

    Undefined
    ---------
    NaN where the rest of the scores is constant.

    Examples
    --------
    >>> x, z = np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([[1.0, 3.0, 2.0, 4.0]])
    >>> without_each(x, z, "kendall").round(3)
    array([[0.333, 1.   , 1.   , 0.333]])
    """
    if coefficient == "pearson":
        return _of_values(x - x.mean(axis=1, keepdims=True), z - z.mean(axis=1, keepdims=True))
    x, z = round_noise(x), round_noise(z)
    x_signs, z_signs = (np.sign(scores[:, :, np.newaxis] - scores[:, np.newaxis, :]) for scores in (x, z))
    if coefficient == "kendall":
        both, x_untied, z_untied = (
            _without_pairs(pairs) for pairs in (x_signs * z_signs, x_signs**2, z_signs**2)
        )
        return _ratio(both, x_untied, z_untied)
    # a rank, from its middle, is half the sum of the signs against the others
    x_ranks, z_ranks = x_signs.sum(axis=2), z_signs.sum(axis=2)
    return _ratio(
        _without_ranks(x_ranks, z_ranks, x_signs, z_signs),
        _without_ranks(x_ranks, x_ranks, x_signs, x_signs),
        _without_ranks(z_ranks, z_ranks, z_signs, z_signs),
    )


def _of_values(x: Array, z: Array) -> Array:
    """Return Pearson's without each system, of scores around their mean."""
    n = x.shape[1]

    def products(first: Array, second: Array) -> Array:
        whole = (first * second).sum(axis=1, keepdims=True)
        found: Array = whole - first * second * n / (n - 1)
        return np.where(found > _FLAT * whole, found, 0.0) if first is second else found

    return _ratio(products(x, z), products(x, x), products(z, z))


def _ratio(both: Array, first: Array, second: Array) -> Array:
    spread = first * second
    ratio: Array = both / np.sqrt(np.where(spread > 0, spread, np.nan))
    return np.clip(ratio, -1.0, 1.0)


def _without_pairs(pairs: Array) -> Array:
    """Return the sum over the pairs of the other systems, for each system."""
    of_each: Array = pairs.sum(axis=2)
    rest: Array = of_each.sum(axis=1, keepdims=True) / 2 - of_each
    return rest


def _without_ranks(first: Array, second: Array, first_signs: Array, second_signs: Array) -> Array:
    """Return the sum of products of ranks among the other systems, for each system that is left out.

    Without system k the rank of system i is first[i] - first_signs[i, k].
    """
    whole = (first * second).sum(axis=1, keepdims=True) - first * second
    # the sign of a system against itself is 0, so that its own terms are not there
    crossed = np.einsum("ri,rik->rk", first, second_signs) + np.einsum("ri,rik->rk", second, first_signs)
    rest: Array = whole - crossed + (first_signs * second_signs).sum(axis=1)
    return rest
