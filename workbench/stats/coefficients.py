"""Coefficients of correlation between two arrays, along their last axis."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from workbench.registry import Registry
from workbench.stats.weighted import weighted_kendall, weighted_pearson, weighted_spearman

Array = NDArray[np.float64]
Coefficient = Callable[[Array, Array], Array]

COEFFICIENTS: Registry[Coefficient] = Registry("coefficient")
MIN_SYSTEMS = 3
"""Fewest systems that a system-level coefficient is given for: two of them always correlate at 1 or -1."""
MIN_CELLS = 2
"""Fewest complete cells of a segment: with 2 it says which system is better, and the mean does the rest."""


def _by_row(weighted: Callable[[Array, Array, Array], Array], x: Array, y: Array) -> Array:
    """Apply a weighted coefficient to the complete pairs along the last axis of two arrays."""
    x, y = np.broadcast_arrays(x, y)
    leading = x.shape[:-1]
    if x.shape[-1] == 0:
        return np.full(leading, np.nan)
    rows_x = np.ascontiguousarray(x, np.float64).reshape(-1, x.shape[-1])
    rows_y = np.ascontiguousarray(y, np.float64).reshape(-1, x.shape[-1])
    complete = (~np.isnan(rows_x) & ~np.isnan(rows_y)).astype(np.float64)
    return weighted(rows_x, rows_y, complete).reshape(leading)


@COEFFICIENTS("pearson")
def pearson(x: Array, y: Array) -> Array:
    """Return Pearson's product-moment coefficient, in [-1, 1].

    Parameters
    ----------
    x, y
        float64[..., n], broadcast against each other. A pair with a NaN is left out.

    Returns
    -------
    Array
        float64[...].

    Undefined
    ---------
    NaN for fewer than 2 complete pairs and where x or y is constant over them.

    Examples
    --------
    >>> float(pearson(np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0])))
    0.5
    """
    return _by_row(weighted_pearson, x, y)


@COEFFICIENTS("spearman")
def spearman(x: Array, y: Array) -> Array:
    """Return Spearman's rank coefficient, in [-1, 1]: Pearson's of the ranks, equal values share their mean.

    Parameters, shapes and undefined values are those of `pearson`.

    Examples
    --------
    >>> float(spearman(np.array([1.0, 2.0, 3.0]), np.array([0.1, 100.0, 0.2])))
    0.5
    """
    return _by_row(weighted_spearman, x, y)


@COEFFICIENTS("kendall")
def kendall(x: Array, y: Array) -> Array:
    """Return Kendall's tau-b, in [-1, 1]: (C - D) / sqrt(pairs untied in x * pairs untied in y).

    Parameters, shapes and undefined values are those of `pearson`. (Kendall 1945, The treatment of ties in
    ranking problems.)

    Examples
    --------
    Of 3 pairs 2 are concordant and 1 is discordant.

    >>> kendall(np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0])).round(3)
    np.float64(0.333)
    """
    return _by_row(weighted_kendall, x, y)


def why_undefined(x: Array, y: Array, minimum: int = MIN_SYSTEMS, unit: str = "systems") -> str:
    """Say why metric scores x and judgments y have no coefficient; "" when they have one.

    Parameters
    ----------
    x, y
        float64[n]; a pair with a NaN is left out.
    minimum
        Fewest complete pairs.
    unit
        What one pair is, in the plural.

    Examples
    --------
    >>> why_undefined(np.array([1.0, 1.0, 1.0]), np.array([1.0, 2.0, 3.0]))
    'constant metric scores'
    >>> why_undefined(np.array([1.0, 2.0]), np.array([1.0, 2.0]))
    'fewer than 3 systems'
    """
    complete = ~np.isnan(x) & ~np.isnan(y)
    x, y = x[complete], y[complete]
    if x.size < minimum:
        return f"fewer than {minimum} {unit}"
    constant = [
        name for name, values in (("metric scores", x), ("judgments", y)) if np.all(values == values[0])
    ]
    return f"constant {' and '.join(constant)}" if constant else ""
