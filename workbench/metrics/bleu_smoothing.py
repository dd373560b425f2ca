"""Precisions of orders that nothing matches, as sacrebleu and mteval-v13a.pl smooth them."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from workbench.metrics.base import Counts, ratio
from workbench.metrics.bleu import Bleu, geometric_mean
from workbench.metrics.parameters import one_of
from workbench.types import Array

LARGEST_VALUE = 1000
"""Of what floor or add-k add."""
SMOOTHINGS = ("none", "exp", "floor", "add-k")
USUAL_VALUES = {"floor": 0.1, "add-k": 1.0}


def halve(match: Array, total: Array) -> Array:
    """Return the precisions, the k-th order that has n-grams but no match getting 1 / (2^k · total).

    Examples
    --------
    >>> halve(np.array([2.0, 0.0, 0.0, 0.0]), np.array([3.0, 2.0, 1.0, 0.0]))
    array([0.66666667, 0.25      , 0.25      , 0.        ])
    """
    missed = match == 0
    # orders without n-grams come last, so that counting them too changes no other
    times = np.exp2(np.cumsum(missed, axis=-1))
    return np.where(missed, ratio(np.ones_like(total), times * total), ratio(match, total))


@dataclass(frozen=True, repr=False)
class Smoothed(Bleu):
    """BLEU with the smoothings that all versions of sacrebleu have.

    Attributes
    ----------
    smooth : "none", "exp", "floor" or "add-k"
    smooth_value : float, optional
        What floor puts in place of a numerator of 0, or what add-k adds.
    effective_order : bool
        Take the mean over the orders before the first without n-grams. Otherwise the others have precision 0.
    first_added : int
        The first order that add-k adds to.
    """

    smooth: str = one_of("exp", SMOOTHINGS)
    smooth_value: float | None = None
    effective_order: bool = False

    first_added: ClassVar[int] = 2

    def precision(self, counts: Counts) -> Array:
        """Return the geometric mean of the smoothed precisions, float64[...]; a numerator below 0 is 0.

        It is in [0, 1] unless `smooth_value` is above a denominator; 0 where no order has n-grams.
        """
        match, total = np.maximum(self.matches(counts), 0), self.totals(counts)
        value = USUAL_VALUES.get(self.smooth, 0.0) if self.smooth_value is None else self.smooth_value
        if self.smooth == "add-k":
            added = value * (np.arange(1, self.order + 1) >= self.first_added)
            match, total = match + added, total + added
        elif self.smooth == "floor":
            match = np.where(match == 0, value, match)
        precisions = halve(match, total) if self.smooth == "exp" else ratio(match, total)
        reached = np.logical_and.accumulate(total > 0, axis=-1)
        if not self.effective_order:
            return geometric_mean(np.where(reached, precisions, 0.0))
        positive = ((precisions > 0) | ~reached).all(axis=-1) & reached.any(axis=-1)
        logs = np.log(np.where(reached & (precisions > 0), precisions, 1.0)).sum(axis=-1)
        return np.where(positive, np.exp(ratio(logs, reached.sum(axis=-1).astype(np.float64))), 0.0)
