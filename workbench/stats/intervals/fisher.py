"""Intervals of a coefficient that need only the coefficient and how many observations it rests on."""

from typing import NamedTuple

import numpy as np

from workbench.errors import Problem, SpecError, suggest
from workbench.registry import cite
from workbench.stats.coefficients.noise import NEARLY_ONE
from workbench.stats.distributions import norm
from workbench.types import Array


class Interval(NamedTuple):
    """Lower and upper end, NaN where undefined; bootstrap draws made, and those without a coefficient."""

    low: float
    high: float
    draws: int = 0
    undefined: int = 0


# What is taken from n, and c² as a constant and a multiple of r².
FISHER = {"pearson": (3, 1.0, 0.0), "spearman": (3, 1.0, 0.5), "kendall": (4, 0.437, 0.0)}
cite("interval", {"fisher": "Fisher 1921"})
cite("constants of Fisher's interval", dict.fromkeys(("spearman", "kendall"), "Bonett & Wright 2000"))


def fisher_z(r: float, n: int, coefficient: str, confidence: float = 0.95) -> Interval:
    """Return the interval tanh(atanh(r) ± q c / sqrt(n - b)), q the normal quantile.

    Pearson has b = 3 and c = 1 (Fisher 1921), Spearman b = 3 and c = sqrt(1 + r²/2), Kendall b = 4 and
    c = sqrt(.437) (Bonett and Wright 2000, Psychometrika 65).

    Parameters
    ----------
    r
        The coefficient, in [-1, 1].
    n
        Independent observations behind it: systems at system level and at segment level.
    coefficient
        pearson, spearman or kendall.
    confidence
        Nominal coverage, in (0, 1).

    Raises
    ------
    SpecError
        For a coefficient whose constants are not known.

    Undefined
    ---------
    NaN ends when r is NaN, when n is b or less, and when r is 1 or -1: the transformation is infinite there,
    and an interval without width would claim a certainty that few observations cannot give.

    Examples
    --------
    >>> interval = fisher_z(0.5, 28, "pearson")
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.156, 0.736)
    """
    if coefficient not in FISHER:
        raise SpecError(
            Problem("", f"no Fisher interval for {coefficient!r}", hint=suggest(coefficient, FISHER))
        )
    lost, constant, multiple = FISHER[coefficient]
    if np.isnan(r) or abs(r) >= NEARLY_ONE or n <= lost:
        return Interval(np.nan, np.nan)
    half = norm.ppf((1 + confidence) / 2) * np.sqrt((constant + multiple * r**2) / (n - lost))
    centre = np.arctanh(r)
    return Interval(float(np.tanh(centre - half)), float(np.tanh(centre + half)))


def fisher_half_widths(r: Array, n: int, coefficient: str, confidence: float = 0.95) -> Array:
    """Return half the width of `fisher_z` on its own scale, q c / sqrt(n - b), of many coefficients.

    Examples
    --------
    >>> fisher_half_widths(np.array([0.5, 1.0]), 28, "pearson").round(3)
    array([0.392,   nan])
    """
    lost, constant, multiple = FISHER[coefficient]
    r = np.where((np.abs(r) < NEARLY_ONE) & (n > lost), r, np.nan)
    half: Array = norm.ppf((1 + confidence) / 2) * np.sqrt((constant + multiple * r**2) / max(1, n - lost))
    return half
