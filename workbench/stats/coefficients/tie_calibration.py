"""Tie calibration: the metric difference up to which a pair is called a tie, chosen to agree with humans.

Scores with many decimals are never tied, human scores often are. `acc_eq` with the best threshold epsilon
makes them comparable (Deutsch, Foster and Freitag 2023, Ties matter). A threshold that was chosen on the very
scores that it is judged by flatters the metric, so it is also chosen on other segments than it is used for.
"""

from typing import NamedTuple

import numpy as np

from workbench.errors import Problem, SpecError
from workbench.stats.coefficients.noise import round_noise, scale_of
from workbench.stats.coefficients.pair_counts import count
from workbench.stats.coefficients.tau_family import human_tie_share
from workbench.types import Array, Integers, Masks


class TieCurve(NamedTuple):
    """Mean accuracy over groups at every threshold that makes a difference, float64[n_thresholds] both."""

    thresholds: Array
    accuracies: Array

    @property
    def best(self) -> int:
        """Index of the largest accuracy, the smallest threshold where several have it."""
        return int(np.argmax(round_noise(self.accuracies)))


class TieCalibration(NamedTuple):
    """Accuracy of a metric with calibrated ties, a mean over groups, and what to print beside it."""

    epsilon: float
    """The best threshold for all groups together."""
    accuracy: float
    """With that threshold: an optimist's value, it was chosen on these groups."""
    cross_validated: float
    """Each group with the threshold that is best for the groups of the other folds."""
    chance: float
    """The share of human ties: what constant scores get."""
    n_groups: int
    n_undefined: int
    """Groups without a pair, left out."""
    reason: str = ""
    """Why something is NaN, or ""."""


class _Pairs(NamedTuple):
    """The pairs of all groups, one after another, and what each says of its group."""

    group: Integers
    """int64[n_pairs]: the place of its group among those that have a pair."""
    apart: Array
    """float64[n_pairs]: the absolute difference of the metric."""
    threshold: Array
    """float64[n_pairs]: the same without rounding noise, from which on the pair is a tie of the metric."""
    change: Integers
    """What the tie adds to the right pairs of its group: 1 if humans tie it, -1 if it was concordant."""
    concordant: Integers
    """int64[n_groups]: the pairs that are right while nothing is a tie."""
    size: Integers
    """int64[n_groups]: the number of pairs of each group."""

    def of(self, chosen: Masks) -> "_Pairs":
        """Return the pairs of the chosen groups, bool[n_groups]."""
        its = chosen[self.group]
        group = np.cumsum(chosen)[self.group[its]] - 1
        apart, threshold, change = self.apart[its], self.threshold[its], self.change[its]
        return _Pairs(group, apart, threshold, change, self.concordant[chosen], self.size[chosen])


def _pairs(x: Array, z: Array, exact: bool = False) -> _Pairs:
    """Return the pairs of complete cells inside each group."""
    x, z = np.atleast_2d(x), np.atleast_2d(z)
    complete = ~np.isnan(x) & ~np.isnan(z)
    scale = 0.0 if exact else scale_of(x)
    i, j = np.triu_indices(x.shape[1], k=1)
    group, pair = np.nonzero(complete[:, i] & complete[:, j])
    i, j = i[pair], j[pair]
    metric, human = x[group, i] - x[group, j], z[group, i] - z[group, j]
    apart, concordant = np.abs(metric), np.sign(metric) * np.sign(human) > 0
    threshold = np.rint(apart * scale) / scale if scale else apart
    _, group, size = np.unique(group, return_inverse=True, return_counts=True)
    right = np.bincount(group[concordant], minlength=size.size)
    return _Pairs(group, apart, threshold, (human == 0).astype(np.int64) - concordant, right, size)


def _curve(pairs: _Pairs) -> tuple[Array, TieCurve]:
    """Return thresholds without noise, and the curve whose thresholds make ties of all that they should."""
    thresholds, at = np.unique(np.append(0.0, pairs.threshold), return_inverse=True)
    accuracies, reached = np.zeros(thresholds.size), np.zeros(thresholds.size)
    np.maximum.at(reached, at, np.append(0.0, pairs.apart))
    # Right pairs are whole numbers, added up exactly for all groups of one size before they are divided.
    for size in np.unique(pairs.size):
        right, its = np.zeros(thresholds.size, np.int64), pairs.size[pairs.group] == size
        np.add.at(right, at[1:][its], pairs.change[its])
        right[0] += pairs.concordant[pairs.size == size].sum()
        accuracies += np.cumsum(right) / size
    return thresholds, TieCurve(reached, accuracies / pairs.size.size)


def tie_curve(x: Array, z: Array, exact: bool = False) -> TieCurve:
    """Return the accuracy of pairs, ties included, at every threshold.

    Parameters
    ----------
    x, z
        float64[n_groups, n] or [n]: metric and human scores of the things of each group (the systems of each
        segment), NaN for a missing cell. Pairs are made inside a group; memory grows with their number.
    exact
        Take differences as floating point gives them; else .3 - .2 and .2 - .1 are the same (`scale_of`).

    Returns
    -------
    TieCurve
        Thresholds: 0 and every distinct metric difference inside a group, the largest where noise is all that
        differs. A difference of at most the
        threshold is a tie. The accuracy is `acc_eq`, averaged over the groups that have a pair.

    Undefined
    ---------
    Without any pair both arrays are empty.

    Examples
    --------
    >>> tie_curve(np.array([0.0, 2.0, 6.0]), np.array([1.0, 1.0, 4.0]))._asdict()
    {'thresholds': array([0., 2., 4., 6.]), 'accuracies': array([0.66666667, 1. , 0.66666667, 0.33333333])}
    """
    pairs = _pairs(x, z, exact)
    return _curve(pairs)[1] if pairs.size.size else TieCurve(np.empty(0), np.empty(0))


def _accuracy_at(pairs: _Pairs, epsilon: float) -> float:
    """Return the sum over groups of the accuracy at a threshold."""
    tied = pairs.threshold <= epsilon
    right = pairs.concordant.copy()
    np.add.at(right, pairs.group[tied], pairs.change[tied])
    return float(sum((right / pairs.size).tolist()))


def deal(n_groups: int, folds: int, rng: np.random.Generator) -> Integers:
    """Return the fold of each group, int64[n_groups]: folds of nearly the same size, at most one a group.

    Examples
    --------
    >>> sorted(deal(5, 2, np.random.default_rng(0)).tolist())
    [0, 0, 0, 1, 1]
    """
    dealt = np.zeros(n_groups, np.int64)
    for number, fold in enumerate(np.array_split(rng.permutation(n_groups), max(1, min(folds, n_groups)))):
        dealt[fold] = number
    return dealt


def calibrate_ties(x: Array, z: Array, rng: np.random.Generator, folds: int = 5) -> TieCalibration:
    """Choose the threshold of metric ties, on all groups and on the other folds of groups.

    Parameters
    ----------
    x, z
        float64[n_groups, n]: metric and human scores, as in `tie_curve`.
    rng
        Deals the groups into folds of nearly the same size.
    folds
        2 or more; at most one a group is used.

    Raises
    ------
    SpecError
        For fewer than 2 folds.

    Undefined
    ---------
    All is NaN without any group that has a pair, the cross-validated accuracy with a single one. It is never
    above the accuracy of the threshold that was chosen on all groups.

    Examples
    --------
    The metric moves by 1 where humans see no difference, and by 5 where they do.

    >>> x, z = np.array([[0.0, 1.0, 6.0], [7.0, 2.0, 1.0]]), np.array([[1.0, 1.0, 2.0], [2.0, 1.0, 1.0]])
    >>> found = calibrate_ties(x, z, np.random.default_rng(0), folds=2)
    >>> found.epsilon, found.accuracy, found.cross_validated, round(found.chance, 3)
    (1.0, 1.0, 1.0, 0.333)
    """
    if isinstance(folds, bool) or not isinstance(folds, int) or folds < 2:
        raise SpecError(Problem("", "folds is out of range", folds, "2 or more"))
    pairs = _pairs(x, z)
    n_groups = pairs.size.size
    n_undefined = len(np.atleast_2d(x)) - n_groups
    if not n_groups:
        return TieCalibration(np.nan, np.nan, np.nan, np.nan, 0, n_undefined, "no pair of complete cells")
    _, curve = _curve(pairs)
    chance = float(np.nanmean(human_tie_share(count(x, z))))
    epsilon, accuracy = float(curve.thresholds[curve.best]), float(curve.accuracies[curve.best])
    if n_groups == 1:
        reason = "one group cannot be split into folds"
        return TieCalibration(epsilon, accuracy, np.nan, chance, 1, n_undefined, reason)
    total, dealt = 0.0, deal(n_groups, folds, rng)
    for fold in range(dealt.max() + 1):
        thresholds, others = _curve(pairs.of(dealt != fold))
        total += _accuracy_at(pairs.of(dealt == fold), thresholds[others.best])
    return TieCalibration(epsilon, accuracy, total / n_groups, chance, n_groups, n_undefined)
