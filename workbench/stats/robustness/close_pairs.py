"""How well a metric orders the pairs of systems that it finds close together.

Over all pairs a metric looks good when some systems are far apart. Developers compare systems that are close,
and there the same metric may hardly beat chance (Deutsch, Dror and Roth 2022, Re-examining system-level
correlations).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.errors import Problem, SpecError
from workbench.stats.coefficients.noise import scale_of
from workbench.types import Array


class ClosePairs(NamedTuple):
    """A coefficient for every range of metric differences and the pairs that it is of, [...] each."""

    values: Array
    pairs: NDArray[np.int64]
    """Pairs in the range that humans do not tie."""
    human_ties: NDArray[np.int64]
    """Pairs in the range that humans tie, left out."""


def close_pairs(x: Array, z: Array, low: ArrayLike, high: ArrayLike) -> ClosePairs:
    """Return r_SYSD(low, high), (C - D) / (C + D + M) over the pairs with low <= |metric difference| <= high.

    C pairs are concordant, D discordant, M tied by the metric only; human ties are left out. With low 0 and
    high infinite it is `tau_14` over all pairs.

    Parameters
    ----------
    x, z
        float64[n_systems]: metric and human scores of systems, NaN for a system without.
    low, high
        Bounds of the metric difference, both included: numbers or float64[...], broadcast against each other.
        A curve is one call: low 0 and high rising.

    Raises
    ------
    SpecError
        For a bound that is negative or NaN, or a low one above its high one.

    Undefined
    ---------
    NaN for a range without a pair that humans order.

    Examples
    --------
    The metric is wrong about the pair that it finds close.

    >>> close_pairs(np.array([1.0, 2.0, 9.0]), np.array([2.0, 1.0, 3.0]), 0, [0.5, 1, np.inf])
    ClosePairs(values=array([ nan, -1. , 0.33333333]), pairs=array([0, 1, 3]), human_ties=array([0, 0, 0]))
    """
    low, high = np.broadcast_arrays(np.asarray(low, np.float64), np.asarray(high, np.float64))
    if not ((low >= 0) & (low <= high)).all():
        raise SpecError(Problem("", "bounds of the metric difference", allowed="0 <= low <= high"))
    complete = ~np.isnan(x) & ~np.isnan(z)
    x, z = x[complete], z[complete]
    i, j = np.triu_indices(x.size, 1)
    scale = scale_of(x)
    metric, human = np.rint((x[i] - x[j]) * scale) / scale, z[i] - z[j]
    order = np.argsort(np.abs(metric), kind="stable")
    distance, sign = np.abs(metric)[order], (np.sign(metric) * np.sign(human))[order]
    ordered = human[order] != 0
    start = np.searchsorted(distance, low, side="left")
    stop = np.searchsorted(distance, high, side="right")

    def total(values: Array | NDArray[np.bool_]) -> NDArray[np.int64]:
        sums = np.concatenate([[0], np.cumsum(values, dtype=np.int64)])
        return np.asarray(sums[stop] - sums[start], np.int64)

    pairs = total(ordered)
    values = np.divide(total(sign), pairs, out=np.full(pairs.shape, np.nan), where=pairs > 0)
    return ClosePairs(values, pairs, total(~ordered))
