"""Pairs of systems that a threshold calls decided, and how many of these calls are right."""

from typing import NamedTuple

import numpy as np

from workbench.stats.decisions.accuracy_curve import SystemPairs
from workbench.types import Array


class Decided(NamedTuple):
    """Precision, recall and F1 of the pairs that are at least some difference apart; float64[m] each.

    Attributes
    ----------
    pairs : float64[m]
        Pairs that are so far apart: those that the threshold calls decided.
    precision : float64[m]
        Share of these that people rank the same way; NaN without any.
    recall : float64[m]
        Of all pairs that people tell apart, the share that is called decided, and rightly.
    f : float64[m]
        Harmonic mean of both.
    """

    pairs: Array
    precision: Array
    recall: Array
    f: Array


def decided(pairs: SystemPairs, thresholds: Array) -> Decided:
    """Return how many pairs each threshold calls decided, and how many of these calls are right.

    Parameters
    ----------
    pairs
        The first row counts: the data themselves, not the draws.
    thresholds
        float64[m]: the least difference of a decided pair.

    Undefined
    ---------
    NaN where no pair counts.

    Examples
    --------
    Of three pairs, the two furthest apart are called decided, and one of these rightly.

    >>> pairs = SystemPairs(np.array([[1.0, 2.0, 3.0]]), np.array([[True, False, True]]), np.ones((1, 3)))
    >>> [each.round(3).tolist() for each in decided(pairs, np.array([0.0, 2.0]))]
    [[3.0, 2.0], [0.667, 0.5], [0.667, 0.333], [0.667, 0.4]]
    """
    differences, agrees, weights = (each[0] for each in pairs)
    is_called = differences >= np.asarray(thresholds, np.float64)[:, np.newaxis]
    called, right = is_called @ weights, is_called @ (weights * agrees)
    total = np.full(len(called), weights.sum())
    precision, recall = (_share(right, each) for each in (called, total))
    return Decided(called, precision, recall, _share(2 * right, called + total))


def _share(part: Array, whole: Array) -> Array:
    shares: Array = np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0)
    return shares
