"""Precisions of orders that nothing matches, as sacrebleu and mteval-v13a.pl smooth them."""

import numpy as np

from workbench.metrics.base import ratio
from workbench.metrics.bleu import geometric_mean
from workbench.types import Array

LARGEST_VALUE = 1000
"""Of what floor or add-k add."""
SMOOTHINGS = ("none", "exp", "floor", "add-k")


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


def smooth_sacrebleu(
    match: Array, total: Array, smooth: str, value: float, effective_order: bool, first_added: int
) -> Array:
    """Return the geometric mean of precisions smoothed as all versions of sacrebleu do.

    Parameters
    ----------
    match, total : float64[..., order]
        Numerators, 0 or more, and denominators.
    smooth : "none", "exp", "floor" or "add-k"
    value : float
        What floor puts in place of a numerator of 0, or what add-k adds.
    effective_order : bool
        Take the mean over the orders before the first without n-grams. Otherwise the others have precision 0.
    first_added : int
        The first order that add-k adds to.

    Returns
    -------
    float64[...]
        In [0, 1] unless `value` is above a denominator; 0 where no order has n-grams.
    """
    if smooth == "add-k":
        added = value * (np.arange(1, match.shape[-1] + 1) >= first_added)
        match, total = match + added, total + added
    elif smooth == "floor":
        match = np.where(match == 0, value, match)
    precisions = halve(match, total) if smooth == "exp" else ratio(match, total)
    reached = np.logical_and.accumulate(total > 0, axis=-1)
    if not effective_order:
        return geometric_mean(np.where(reached, precisions, 0.0))
    positive = ((precisions > 0) | ~reached).all(axis=-1) & reached.any(axis=-1)
    logs = np.log(np.where(reached & (precisions > 0), precisions, 1.0)).sum(axis=-1)
    return np.where(positive, np.exp(ratio(logs, reached.sum(axis=-1).astype(np.float64))), 0.0)
