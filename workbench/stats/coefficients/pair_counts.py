"""One table of pair counts, from which every tau and every accuracy of pairs is made."""

from typing import NamedTuple

import numpy as np

from workbench.errors import Problem, SpecError
from workbench.kernels.ranks import count_pairs, row_pairs
from workbench.stats.coefficients.noise import NOISE
from workbench.types import Array, Integers

_SORT_FROM = 200
"""Things in a row from which sorting is faster than looking at each pair."""


class PairCounts(NamedTuple):
    """Pairs of things by what metric and humans say of them, int64[...] each; they add up to all pairs."""

    concordant: Integers
    discordant: Integers
    tied_human: Integers
    """Tied in the human scores only."""
    tied_metric: Integers
    """Tied in the metric scores only."""
    tied_both: Integers

    @property
    def pairs(self) -> Integers:
        """All pairs that were counted."""
        return self.untied_human + self.tied_human + self.tied_both

    @property
    def untied_human(self) -> Integers:
        """Pairs of which humans prefer one thing."""
        return self.concordant + self.discordant + self.tied_metric

    @property
    def untied_metric(self) -> Integers:
        """Pairs of which the metric prefers one thing."""
        return self.concordant + self.discordant + self.tied_human


def require_not_negative(name: str, value: float) -> None:
    """Raise a `SpecError` unless a parameter is a number of 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        raise SpecError(Problem("", f"{name} is out of range", value, "a number of 0 or more"))


def count(x: Array, y: Array, epsilon: float = 0.0, threshold: float = 0.0) -> PairCounts:
    """Count pairs by what metric scores x and human scores y say of them.

    Parameters
    ----------
    x, y
        float64[..., n], broadcast against each other. A thing with a NaN is left out.
    epsilon
        A metric difference of at most epsilon is a tie (Deutsch, Foster and Freitag 2023); 0 or more. The
        difference is compared as it is: that of .79 and .77 is above .02 in floating point.
    threshold
        Pairs whose human difference is smaller are left out; 0 or more. 0 counts all pairs, human ties too.
        One that is smaller by rounding noise, as that of 8/3 and 5/3 may be smaller than 1, is not.

    Raises
    ------
    SpecError
        For a negative epsilon or threshold.

    Examples
    --------
    Humans tie the first two; the metric ties the last two, and all three pairs within 3.

    >>> x, y = np.array([3.0, 1.0, 1.0]), np.array([1.0, 1.0, 2.0])
    >>> [int(each) for each in count(x, y)]
    [0, 1, 1, 1, 0]
    >>> [int(each) for each in count(x, y, epsilon=3.0)]
    [0, 0, 0, 2, 1]
    """
    require_not_negative("epsilon", epsilon)
    require_not_negative("threshold", threshold)
    x, y = np.broadcast_arrays(x, y)
    leading, n = x.shape[:-1], x.shape[-1]
    rows = int(np.prod(leading, dtype=np.int64))
    x, y = (np.array(scores, np.float64, order="C").reshape(rows, n) for scores in (x, y))
    if n >= _SORT_FROM and threshold == 0:
        complete = (~np.isnan(x) & ~np.isnan(y)).astype(np.float64)
        orders = np.argsort(x, axis=1), np.argsort(y, axis=1)
        counts = row_pairs(x, y, complete, *orders, float(epsilon)).astype(np.int64)
    else:
        noise = NOISE * float(np.fmax.reduce(np.abs(y), axis=None, initial=0.0))
        counts = count_pairs(x, y, float(epsilon), max(0.0, float(threshold) - noise))
    return PairCounts(*np.moveaxis(counts.reshape(*leading, 5), -1, 0))
