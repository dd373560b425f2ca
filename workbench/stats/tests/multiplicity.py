"""Many p-values at once: adjusted for how many they are, and what they say together."""

from typing import Literal, NamedTuple

import numpy as np

from workbench.errors import Problem, SpecError
from workbench.registry import cite
from workbench.stats.levels.level_values import check_choice
from workbench.types import Array

Adjustment = Literal["bonferroni", "holm", "bh", "by"]
cite(
    "correction",
    {"holm": "Holm 1979", "bh": "Benjamini & Hochberg 1995", "by": "Benjamini & Yekutieli 2001"},
)


class PartialConjunction(NamedTuple):
    """How many of several hypotheses are false at least, and the p-values that say so, smallest first."""

    number: int
    which: tuple[int, ...]


def _check(p_values: Array) -> Array:
    p_values = np.asarray(p_values, np.float64)
    outside = p_values[(p_values < 0) | (p_values > 1)]
    if outside.size:
        raise SpecError(Problem("", "not a p-value", float(outside[0]), "0 to 1"))
    return p_values


def adjust(p_values: Array, method: Adjustment = "holm") -> Array:
    """Adjust p-values for their number.

    Parameters
    ----------
    p_values
        float64[n]; NaN for a test without a result, which is no member of the family.
    method
        bonferroni or holm (Holm 1979) against any false rejection; bh (Benjamini and Hochberg 1995) or by
        (Benjamini and Yekutieli 2001, any dependence) against a large share of them.

    Returns
    -------
    Array
        float64[n], in the order of the input.

    Raises
    ------
    SpecError
        For an unknown method, and for a value outside [0, 1].

    Undefined
    ---------
    NaN stays NaN.

    Examples
    --------
    The smallest is multiplied by 2, the next one by 1.

    >>> adjust(np.array([0.03, np.nan, 0.02]), "holm")
    array([0.04,  nan, 0.04])
    """
    check_choice("adjustment", method, Adjustment)
    p_values = _check(p_values)
    adjusted = np.full(p_values.shape, np.nan)
    order = np.argsort(p_values)[: (~np.isnan(p_values)).sum()]  # NaN comes last
    adjusted[order] = np.minimum(_in_order(p_values[order], method), 1.0)
    return adjusted


def _in_order(p_values: Array, method: Adjustment) -> Array:
    """Adjust p-values that rise; what comes out rises as well, and may be above 1."""
    n = p_values.size
    if method == "bonferroni":
        return p_values * n
    if method == "holm":
        return np.maximum.accumulate(p_values * np.arange(n, 0, -1))
    shares = np.arange(1, n + 1) / n
    if method == "by":
        shares /= (1 / np.arange(1, n + 1)).sum()
    return np.minimum.accumulate((p_values / shares)[::-1])[::-1]


def partial_conjunction(p_values: Array, alpha: float) -> PartialConjunction:
    """Count the hypotheses that are false, with Bonferroni's partial conjunction test.

    For instance, on how many data sets is one metric better than another? With the p-values in rising order
    it is the largest u for which (n - u + 1) p_u <= alpha holds for it and every smaller one (Benjamini and
    Heller 2008; Dror et al. 2017, TACL 5). The data sets may depend on each other.

    Parameters
    ----------
    p_values
        float64[n]; NaN is left out.
    alpha
        Chance that the count is too large.

    Examples
    --------
    >>> partial_conjunction(np.array([0.3, 0.01, 0.02]), 0.05)
    PartialConjunction(number=2, which=(1, 2))
    """
    p_values = _check(p_values)
    order = np.argsort(p_values, kind="stable")
    order = order[: (~np.isnan(p_values)).sum()]
    passed = np.arange(order.size, 0, -1) * p_values[order] <= alpha
    number = int(np.logical_and.accumulate(passed).sum())
    return PartialConjunction(number, tuple(order[:number].tolist()))
