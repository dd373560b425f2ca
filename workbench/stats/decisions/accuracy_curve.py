"""How often people rank two systems as a metric does, by how far apart the metric puts them.

Kocmi, Zouhar, Federmann and Post (2024) draw a curve of it, which starts at half of its ceiling, where the
metric sees no difference, and grows with the difference.
"""

from typing import NamedTuple

import numpy as np

from workbench.stats.coefficients.noise import NOISE, scale_of
from workbench.types import Array, Masks

NO_PAIR = "no pair of systems that people tell apart"
NO_DIFFERENCE = "the metric finds no difference between any two systems"
_FLAT, _STEEP, _STEPS = 0.02, 50.0, 24
_ROUNDS = 32
_AT_ONCE = 8_000
"""Pairs of draws that are fitted at a time: what fits beside the processor takes half the time."""


class AccuracyCurve(NamedTuple):
    """Curves ``accuracy = ceiling / (1 + exp(-slope * difference))``, one for each draw.

    Attributes
    ----------
    ceiling : float64[n]
        Share of the pairs that people rank the same way where the difference is large, at most 1.
    slope : float64[n]
        Per unit of the difference.
    """

    ceiling: Array
    slope: Array

    def accuracy(self, difference: Array) -> Array:
        """Return the share of pairs of each difference that people rank the same way.

        Parameters
        ----------
        difference
            float64[m], 0 or more.

        Returns
        -------
        Array
            float64[n, m] in [0, 1].

        Examples
        --------
        One point of BLEU by the published curve: 63.989 %.

        >>> bleu = AccuracyCurve(np.array([0.8833333333333]), np.array([0.9663926931179]))
        >>> bleu.accuracy(np.array([0.0, 1.0])).round(5).tolist()
        [[0.44167, 0.63989]]
        """
        slope = self.slope[:, np.newaxis] * np.asarray(difference, np.float64)
        shares: Array = self.ceiling[:, np.newaxis] / (1 + np.exp(-slope))
        return shares

    def difference(self, accuracy: Array) -> Array:
        """Return the least difference of each accuracy: the inverse of `accuracy`.

        Parameters
        ----------
        accuracy
            float64[m] in [0, 1].

        Returns
        -------
        Array
            float64[n, m]: 0 where no difference is needed, infinite where the curve never gets there.

        Examples
        --------
        >>> bleu = AccuracyCurve(np.array([0.8833333333333]), np.array([0.9663926931179]))
        >>> bleu.difference(np.array([0.4, 0.5, 0.85, 0.9])).round(2).tolist()
        [[0.0, 0.27, 3.35, inf]]
        """
        asked, ceiling = np.asarray(accuracy, np.float64), self.ceiling[:, np.newaxis]
        with np.errstate(divide="ignore", invalid="ignore"):
            needed = np.log(asked / (ceiling - asked)) / self.slope[:, np.newaxis]
        # A ceiling of 0, as of a draw in which people rank no pair the same way, is one that is not reached.
        reached = np.where(asked <= ceiling / 2, 0.0, np.where(asked < ceiling, needed, np.inf))
        return np.where(np.isnan(ceiling), np.nan, reached)


def fit_curve(differences: Array, agrees: Masks, weights: Array) -> AccuracyCurve:
    """Fit the curve to pairs of systems, once for each draw.

    Least squares of the pairs (the Brier score): for each slope the best ceiling has a closed form, and the
    slope is found by a search on a logarithmic scale. It lies between .02 and 50 over the median difference;
    at the upper end the share of right signs does not grow with the difference. So it is where pairs do not
    tell slopes apart, as where all are ranked as people do.

    Parameters
    ----------
    differences
        float64[n or 1, n_pairs]: absolute differences of the metric.
    agrees
        bool[n or 1, n_pairs]: whether people rank the pair as the metric does.
    weights
        float64[n, n_pairs]: how often each pair counts, 0 for one that does not.

    Undefined
    ---------
    NaN for a draw without a pair, or in which all differences are 0.

    Examples
    --------
    People agree about every other pair, however large the difference is.

    >>> differences, agrees = np.array([[1.0, 1.0, 2.0, 2.0]]), np.array([[True, False, True, False]])
    >>> fit_curve(differences, agrees, np.ones((1, 4))).accuracy(np.array([1.0, 2.0])).round(3).tolist()
    [[0.5, 0.5]]
    """
    shape = weights.shape
    differences, agrees = np.broadcast_to(differences, shape), np.broadcast_to(agrees, shape)
    step = max(1, _AT_ONCE // max(1, shape[1]))
    parts = [slice(at, at + step) for at in range(0, max(1, shape[0]), step)]
    fitted = [_fit(differences[part], agrees[part], weights[part]) for part in parts]
    return AccuracyCurve(*(np.concatenate(each) for each in zip(*fitted, strict=True)))


def _fit(differences: Array, agrees: Masks, weights: Array) -> AccuracyCurve:
    count = len(weights)
    y = agrees * weights
    used = np.where((weights > 0) & (differences > 0), differences, np.nan)
    middle = np.full(count, np.nan)
    some = ~np.isnan(used).all(axis=1)
    middle[some] = np.nanmedian(used[some], axis=1)

    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        grid = np.linspace(np.log(_FLAT), np.log(_STEEP), _STEPS)
        at_each = [_fit_ceiling(np.exp(at) / middle, differences, y, weights) for at in grid]
        losses, rises = np.stack([at.loss for at in at_each]), np.stack([at.rises for at in at_each])
        # a minimum is where the loss begins to rise: at once, between two steps, or not at all
        falls, outside = ~rises, np.full((1, count), np.inf)
        begins = np.concatenate((rises[:1], falls[:-1] & rises[1:], falls[-1:]))
        nearest = np.minimum(np.concatenate((outside, losses)), np.concatenate((losses, outside)))
        nearest = np.where(begins, nearest, np.inf)
        least = nearest <= nearest.min(axis=0) + NOISE * weights.sum(axis=1)
        bracket = _STEPS - np.argmax(least[::-1], axis=0)
        low, high = (grid[np.clip(at, 0, _STEPS - 1)] for at in (bracket - 1, bracket))
        for _ in range(_ROUNDS):
            middles = (low + high) / 2
            rises_here = _fit_ceiling(np.exp(middles) / middle, differences, y, weights).rises
            low, high = np.where(rises_here, low, middles), np.where(rises_here, middles, high)
        slope = np.exp((low + high) / 2) / middle
        ceiling = _fit_ceiling(slope, differences, y, weights).ceiling
    defined = ~np.isnan(ceiling)
    return AccuracyCurve(np.where(defined, ceiling, np.nan), np.where(defined, slope, np.nan))


class _Fitted(NamedTuple):
    """What is left of pairs by the best ceiling for a slope, [n], and whether a larger slope leaves more."""

    ceiling: Array
    loss: Array
    rises: Masks


def _fit_ceiling(slope: Array, differences: Array, y: Array, weights: Array) -> _Fitted:
    """Return the best ceiling for a slope of each draw; `y` are the weights of pairs ranked as people do.

    Where a slope is steep the shares differ from 1 by as little as e^-50, and the losses of slopes by less
    than the last bit of a loss. So nothing is taken from 1: whether the loss rises is the sign of a sum whose
    terms are all as small as that, and has as many digits as the differences have.
    """
    steep = slope[:, np.newaxis] * differences
    rest = np.exp(-steep)
    share = 1 / (1 + rest)
    rest *= share
    mine, others = y * share, (weights - y) * share
    wrong, lost = _sums(others, share), _sums(mine, rest)
    square = _sums(mine, share) + wrong
    lacks = np.maximum((wrong - lost) / square, 0.0)
    ceiling = np.minimum(mine.sum(axis=1) / square, 1.0)
    loss = (
        lacks**2 * y.sum(axis=1) + 2 * lacks * ceiling * _sums(y, rest) + ceiling**2 * _sums(y * rest, rest)
    )
    steep *= rest
    gain = lacks * _sums(mine, steep) + ceiling * _sums(mine * rest, steep)
    cost = ceiling * _sums(others * share, steep)
    return _Fitted(ceiling, loss + ceiling**2 * wrong, cost - gain > NOISE * (cost + gain))


def _sums(one: Array, other: Array) -> Array:
    """Return the sums of products of rows."""
    sums: Array = np.einsum("ij,ij->i", one, other)
    return sums


class SystemPairs(NamedTuple):
    """Pairs of systems, of one test set or of several: what a metric and what people say of them.

    Attributes
    ----------
    differences : float64[n, n_pairs]
        Of the metric, absolute and without rounding noise (`scale_of`): 32.4 and 31.3 are 1.1 apart, as a
        threshold is that somebody wrote. A row for each draw.
    agrees : bool[n, n_pairs]
        Whether people rank the pair as the metric does; a tie of the metric agrees with nothing.
    weights : float64[n, n_pairs]
        How often the pair was drawn: how often the one system times how often the other. 0 where people tie,
        or a score is missing.
    """

    differences: Array
    agrees: Masks
    weights: Array


def pair_systems(metric: Array, human: Array, weights: Array, largest: float | None = None) -> SystemPairs:
    """Return what metric and people say of each pair of systems of a test set.

    Parameters
    ----------
    metric, human
        float64[n or 1, n_systems]: scores under each draw, higher is better, without rounding noise; NaN for
        a system without one.
    weights
        float64[n, n_systems]: how often each system was drawn.
    largest
        The largest score of all test sets, so that differences in one are held against those in another with
        as many digits; that of `metric` where nothing is said.

    Examples
    --------
    >>> found = pair_systems(np.array([[1.0, 2.0, 2.0]]), np.array([[1.0, 3.0, 1.0]]), np.ones((1, 3)))
    >>> found.differences.tolist(), found.agrees.tolist(), found.weights.tolist()
    ([[1.0, 0.0, 0.0]], [[True, False, False]], [[1.0, 0.0, 1.0]])
    """
    i, j = np.triu_indices(weights.shape[1], 1)
    ours, theirs = metric[:, i] - metric[:, j], human[:, i] - human[:, j]
    scale = scale_of(metric if largest is None else np.array([largest]))
    apart = np.rint(np.abs(ours) * scale) / scale
    is_told = (theirs != 0) & ~np.isnan(theirs) & ~np.isnan(ours)
    counted = np.where(is_told, weights[:, i] * weights[:, j], 0.0)
    shape = counted.shape
    return SystemPairs(
        np.broadcast_to(np.where(is_told, apart, 0.0), shape),
        np.broadcast_to(is_told & (np.sign(ours) == np.sign(theirs)), shape),
        counted,
    )


def join_pairs(parts: list[SystemPairs]) -> SystemPairs:
    """Return the pairs of several test sets beside each other; systems of two test sets make no pair."""
    differences, agrees, weights = (np.concatenate(each, axis=1) for each in zip(*parts, strict=True))
    return SystemPairs(differences, agrees, weights)
