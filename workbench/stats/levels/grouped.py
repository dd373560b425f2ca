"""One coefficient a group of cells, averaged over the groups: segments, systems, or all cells as one.

A coefficient is a name such as ``tau-eq(epsilon=0.02)`` or any function of two complete vectors.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.stats.coefficients.plain import MIN_CELLS, get_coefficient, get_parts, why_undefined
from workbench.stats.coefficients.weighted import deviations, weighted_pearson
from workbench.types import Array

By = Literal["none", "system", "segment"]
UserFunction = Callable[[Array, Array], float]


class Grouped(NamedTuple):
    """A mean of coefficients over groups.

    `n_groups` are those that enter the value, `n_undefined` those without a coefficient. `reason` says why
    the value is NaN, "" when it is not.
    """

    value: float
    n_groups: int
    n_undefined: int
    reason: str = ""


def average_groups(
    x: Array, z: Array, coefficient: str | UserFunction, weights: Array | None = None
) -> tuple[Array, NDArray[np.bool_]]:
    """Return the mean coefficient over groups, and which groups have one.

    Parameters
    ----------
    x, z
        float64[..., n_groups, n]: metric and human scores, NaN for a missing cell.
    coefficient
        A name, or a function of two complete vectors. One in `POOLED` is not a mean: its numerators and
        denominators are added up over the groups (micro average). All others are averaged over the groups
        where they are defined (macro average).
    weights
        float64[..., n_groups]: how often each group counts; None for once.

    Returns
    -------
    means : Array
        float64[...].
    defined : NDArray
        bool[..., n_groups].

    Undefined
    ---------
    NaN where no group that counts has a coefficient.

    Examples
    --------
    The first group has 3 pairs that differ by 25 and are all right, the second has one that is wrong.

    >>> x, z = np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]), np.array([[0.0, 30.0, 60.0], [0.0, 20.0, 30.0]])
    >>> average_groups(x, z, "wmt")[0], average_groups(x, z, lambda x, z: np.sign(x[0] - z[0]))[0]
    (np.float64(0.5), np.float64(1.0))
    """
    shares, wholes = _get_shares(x, z, coefficient)
    counted = 1.0 if weights is None else weights
    return _divide((counted * shares).sum(axis=-1), (counted * wholes).sum(axis=-1))[()], wholes > 0


def leave_groups_out(x: Array, z: Array, coefficient: str | UserFunction) -> tuple[Array, Array]:
    """Return the mean coefficient over groups, and what it is without each of them.

    Parameters
    ----------
    x, z, coefficient
        As in `average_groups`.

    Returns
    -------
    means : Array
        float64[...].
    without : Array
        float64[..., n_groups].

    Undefined
    ---------
    NaN where no group that is left has a coefficient.

    Examples
    --------
    >>> x, z = np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]), np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]])
    >>> means, without = leave_groups_out(x, z, "pearson")
    >>> float(means), without.tolist()
    (0.0, [-1.0, 1.0])
    """
    shares, wholes = _get_shares(x, z, coefficient)
    share, whole = (each.sum(axis=-1, keepdims=True) for each in (shares, wholes))
    return _divide(share, whole)[..., 0], _divide(share - shares, whole - wholes)


def _get_shares(x: Array, z: Array, coefficient: str | UserFunction) -> tuple[Array, Array]:
    """Return what each group adds to numerator and denominator of the mean: 0 without a coefficient."""
    parts = get_parts(coefficient) if isinstance(coefficient, str) else None
    if parts is None:
        values = get_coefficient(coefficient)(x, z)
        defined = ~np.isnan(values)
        return np.where(defined, values, 0.0), defined.astype(np.float64)
    shares, wholes = parts(x, z)
    return np.where(wholes > 0, shares, 0.0), np.where(wholes > 0, wholes, 0.0)


def _divide(total: Array, whole: Array) -> Array:
    means: Array = np.divide(total, whole, out=np.full(whole.shape, np.nan), where=whole > 0)
    return means


def grouped_correlation(
    x: Array,
    z: Array,
    coefficient: str | UserFunction,
    by: By,
    undefined: Literal["drop", "zero"] = "drop",
) -> Grouped:
    """Correlate inside each group of cells and average over the groups.

    Parameters
    ----------
    x, z
        float64[n_systems, n_segments]: metric and human scores, NaN for a missing cell.
    coefficient
        As in `average_groups`.
    by
        What a group is: the cells of one system, those of one segment, or all cells (none: one group).
    undefined
        What becomes of a group without a coefficient. drop: left out of the mean. zero: 0, as some programs
        have it, which draws the mean towards 0; they are counted all the same.

    Undefined
    ---------
    A group with fewer than 2 complete cells has no coefficient. NaN when no group has one; the reason says
    what is wrong with the groups.

    Examples
    --------
    >>> x, z = np.array([[2.0, 2.0, 2.0], [4.0, 5.0, 6.0]]), np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    >>> grouped_correlation(x, z, "pearson", "system")
    Grouped(value=1.0, n_groups=1, n_undefined=1, reason='')
    >>> grouped_correlation(x, z, "pearson", "system", undefined="zero").value
    0.5
    """
    x, z = ({"none": scores.reshape(1, -1), "system": scores, "segment": scores.T}[by] for scores in (x, z))
    means, defined = average_groups(x, z, coefficient)
    n_groups, n_undefined = int(defined.sum()), int((~defined).sum())
    if n_groups == 0:
        return Grouped(np.nan, 0, n_undefined, why_groups_undefined(x, z))
    value = float(means)
    if undefined == "zero":
        value *= n_groups / (n_groups + n_undefined)
    return Grouped(value, n_groups, n_undefined)


def why_groups_undefined(x: Array, z: Array, groups: str = "group", unit: str = "cells") -> str:
    """Say why none of the groups, [n_groups, n], has a coefficient.

    Examples
    --------
    >>> why_groups_undefined(np.ones((2, 3)), np.eye(2, 3))
    'in every group constant metric scores'
    """
    reasons = {why_undefined(*group, MIN_CELLS, unit) or NO_PAIR for group in zip(x, z, strict=True)}
    return f"in every {groups} {' or '.join(sorted(reasons))}" if reasons else f"no {groups}s"


NO_PAIR = "no pair that counts"
"""Why a coefficient of pairs is undefined where no score is constant: all are tied or below a threshold."""


def pairwise_difference_pearson(x: Array, z: Array) -> float:
    """Return Pearson's coefficient of the differences between all cells of a group, the groups' pairs pooled.

    Over the ordered pairs of n cells the differences sum to 0, and their products sum to 2n times those of
    the deviations from the mean. So no pair is written out: with a single group it is Pearson's coefficient
    of the cells, with several each group weighs its number of cells.

    Parameters
    ----------
    x, z
        float64[n_groups, n]: metric and human scores of the cells of each group, NaN for a missing cell.

    Undefined
    ---------
    NaN where x or z is constant in every group.

    Examples
    --------
    The differences (and their negatives) are 1, 1, 2 and 1, 0, 1 against 1, 2, 3 and 2, 0, 2.

    >>> x, z = np.array([[1.0, 2.0, 3.0], [0.0, 1.0, 1.0]]), np.array([[1.0, 2.0, 4.0], [0.0, 2.0, 2.0]])
    >>> round(pairwise_difference_pearson(x, z), 6) == round(13 / (8 * 22) ** 0.5, 6)
    True
    """
    complete = (~np.isnan(x) & ~np.isnan(z)).astype(np.float64)
    weights = complete * complete.sum(axis=1, keepdims=True)
    pooled = (each.reshape(1, -1) for each in (deviations(x, complete), deviations(z, complete), weights))
    return float(weighted_pearson(*pooled)[0])
