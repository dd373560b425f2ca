"""Tie calibration: the metric difference up to which a pair is called a tie, chosen to agree with humans.

Scores with many decimals are never tied, human scores often are. `acc_eq` with the best threshold epsilon
makes them comparable (Deutsch, Foster and Freitag 2023, Ties matter). A threshold that was chosen on the very
scores that it is judged by flatters the metric, so it is also chosen on other segments than it is used for.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.errors import Problem, SpecError
from workbench.stats.coefficients.noise import round_noise, scale_of
from workbench.stats.coefficients.pair_counts import count
from workbench.stats.coefficients.tau_family import human_tie_share
from workbench.types import Array, Integers


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


class _Steps(NamedTuple):
    """What every pair of a group adds to its number of right pairs, and where."""

    thresholds: Array
    """float64[n_steps], rising: the metric difference from which a pair is a tie, without rounding noise."""
    reached: Array
    """float64[n_steps]: the largest of the differences that are this one but for noise."""
    changes: NDArray[np.int64]
    """1 for a pair that humans tie, -1 for a concordant one."""
    concordant: int
    pairs: int


def _steps(
    x: Array, z: Array, scale: float, pairs_of: Callable[[int], tuple[NDArray[np.intp], ...]]
) -> _Steps:
    complete = ~np.isnan(x) & ~np.isnan(z)
    x, z = x[complete], z[complete]
    i, j = pairs_of(x.size)
    metric, human = x[i] - x[j], z[i] - z[j]
    concordant = np.sign(metric) * np.sign(human) > 0
    apart = np.abs(metric)
    thresholds, where = np.unique(np.rint(apart * scale) / scale if scale else apart, return_inverse=True)
    changes, reached = np.zeros(thresholds.size, np.int64), np.zeros(thresholds.size)
    np.maximum.at(reached, where, apart)
    np.add.at(changes, where, (human == 0).astype(np.int64) - concordant)
    return _Steps(thresholds, reached, changes, int(concordant.sum()), i.size)


def _curve(groups: list[_Steps]) -> tuple[Array, TieCurve]:
    """Return thresholds without noise, and the curve whose thresholds make ties of all that they should."""
    thresholds = np.unique(np.concatenate([[0.0], *(steps.thresholds for steps in groups)]))
    accuracies, reached = np.zeros(thresholds.size), np.zeros(thresholds.size)
    for steps in groups:
        at = np.searchsorted(thresholds, steps.thresholds)
        reached[at] = np.maximum(reached[at], steps.reached)
    # Right pairs are whole numbers, added up exactly for all groups of one size before they are divided.
    for pairs in sorted({steps.pairs for steps in groups}):
        right = np.zeros(thresholds.size, np.int64)
        for steps in groups:
            if steps.pairs == pairs:
                np.add.at(right, np.searchsorted(thresholds, steps.thresholds), steps.changes)
                right[0] += steps.concordant
        accuracies += np.cumsum(right) / pairs
    return thresholds, TieCurve(reached, accuracies / len(groups))


def _defined(x: Array, z: Array, exact: bool = False) -> list[_Steps]:
    # most groups have the same size
    pairs_of = cache(partial(np.triu_indices, k=1))
    scale = 0.0 if exact else scale_of(x)
    groups = zip(np.atleast_2d(x), np.atleast_2d(z), strict=True)
    steps = [_steps(*group, scale, pairs_of) for group in groups]
    return [each for each in steps if each.pairs]


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
    groups = _defined(x, z, exact)
    return _curve(groups)[1] if groups else TieCurve(np.empty(0), np.empty(0))


def _accuracy_at(groups: list[_Steps], epsilon: float) -> float:
    """Return the sum over groups of the accuracy at a threshold."""
    right = [each.concordant + each.changes[each.thresholds <= epsilon].sum() for each in groups]
    return float(sum(hits / each.pairs for hits, each in zip(right, groups, strict=True)))


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
    groups = _defined(x, z)
    n_undefined = len(np.atleast_2d(x)) - len(groups)
    if not groups:
        return TieCalibration(np.nan, np.nan, np.nan, np.nan, 0, n_undefined, "no pair of complete cells")
    _, curve = _curve(groups)
    chance = float(np.nanmean(human_tie_share(count(x, z))))
    epsilon, accuracy = float(curve.thresholds[curve.best]), float(curve.accuracies[curve.best])
    if len(groups) == 1:
        reason = "one group cannot be split into folds"
        return TieCalibration(epsilon, accuracy, np.nan, chance, 1, n_undefined, reason)
    total, dealt = 0.0, deal(len(groups), folds, rng)
    for fold in range(dealt.max() + 1):
        thresholds, others = _curve([each for each, its in zip(groups, dealt, strict=True) if its != fold])
        held_out = [each for each, its in zip(groups, dealt, strict=True) if its == fold]
        total += _accuracy_at(held_out, thresholds[others.best])
    return TieCalibration(epsilon, accuracy, total / len(groups), chance, len(groups), n_undefined)
