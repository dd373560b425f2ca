"""Systems that come in families: intervals and tests in which a family is drawn, left out or swapped whole.

Systems of one team, or of one architecture, are alike, to people and to metrics. Drawn one by one they count
as more evidence than they are.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from workbench.registry import cite
from workbench.stats.coefficients.noise import NEARLY_ONE
from workbench.stats.coefficients.plain import MIN_SYSTEMS
from workbench.stats.distributions import t
from workbench.stats.intervals.fisher import Interval, fisher_half_widths
from workbench.stats.resampling.batched import batch_coefficients
from workbench.stats.resampling.jackknife import errors_without
from workbench.stats.resampling.resample import draw
from workbench.stats.tests.swapped import studentise
from workbench.stats.tests.under_swaps import Statistics
from workbench.types import Array, Integers, Masks

cite("families", dict.fromkeys(("interval", "test"), "Cameron et al. 2008"))
STUDENTISED = ("pearson",)
"""Coefficients whose difference is divided by its error under each swap, as `plan_swaps` has it."""
_NEAR_ONE = 1 - 1e-9
"""Fisher's z of a larger coefficient is that of this one, as where systems are swapped one by one."""


class FamilyScores(NamedTuple):
    """Scores of the systems of one task, none missing, and the family of each.

    Attributes
    ----------
    x : float64[n_rows, n_systems]
    z : float64[n_systems]
    family : int64[n_systems]
        From 0; the same families in all tasks.
    """

    x: Array
    z: Array
    family: Integers


def family_coefficients(tasks: Sequence[FamilyScores], counts: Array, coefficient: str) -> Array:
    """Return the mean coefficient over the tasks when each family counts so often.

    Parameters
    ----------
    tasks
        With equally many rows.
    counts
        float64[n_draws, n_families].
    coefficient
        pearson, spearman or kendall.

    Returns
    -------
    Array
        float64[n_draws, n_rows].

    Undefined
    ---------
    A task with fewer than 3 systems, copies counted, or constant scores is left out; without any other it is
    NaN. A task whose systems are all of one family counts as often as that.

    Examples
    --------
    >>> task = FamilyScores(np.array([[1.0, 2.0, 3.0, 9.0]]), np.array([1.0, 2.0, 3.0, 0.0]), [0, 0, 0, 1])
    >>> family_coefficients([task], np.array([[1.0, 0.0], [0.0, 1.0]]), "pearson").ravel()
    array([ 1., nan])
    """
    total = np.zeros((len(counts), len(tasks[0].x)))
    number = np.zeros_like(total)
    for x, z, family in tasks:
        weights = counts[:, family]
        is_one = len(set(np.asarray(family).tolist())) == 1
        drawn = np.ones((1, len(z))) if is_one else weights
        found = batch_coefficients(x[np.newaxis], z[np.newaxis, np.newaxis], drawn, coefficient)
        share = np.broadcast_to(weights[:, :1] if is_one else 1.0, total.shape)
        there = ~np.isnan(found) & (weights.sum(axis=1, keepdims=True) >= MIN_SYSTEMS)
        total += np.where(there, share * found, 0.0)
        number += np.where(there, share, 0.0)
    means: Array = np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0)
    return means


def draw_families(rng: np.random.Generator, n_families: int, draws: int) -> Array:
    """Return how often each family was drawn, float64[n_draws, n_families]."""
    return draw(rng, n_families, 0, draws, "systems").systems


def each_left_out(n_families: int) -> Array:
    """Return the counts that leave out each family in turn, float64[n_families, n_families]."""
    return np.ones((n_families, n_families)) - np.eye(n_families)


def family_interval(
    without: Array, r: float, sizes: Sequence[int], coefficient: str, confidence: float = 0.95
) -> Interval:
    """Return the wider of Fisher's interval and the jackknife's over families, both around atanh(r).

    What `fisher_jackknife` is with each system by itself, of ranks but for the quantile: the error is that of
    the values without each family, of Pearson's coefficient on the scale of atanh, of a rank coefficient r
    itself divided by 1 - r². The quantile is that of t with one degree less than there are families, of every
    coefficient. Fisher's error of a mean over K tasks is the root of the sum of their squared errors, divided
    by K: small tasks count as much as large ones. In simulated worlds of one task with 5 to 20
    families of 2 to 4 systems that have .7 of what is measured in common it covered .95 to .97 of the time;
    percentiles of drawn families covered .90 to .93, and the interval of systems by themselves .79 to .92.

    Parameters
    ----------
    without
        float64[n_families]: the coefficient without each family.
    r
        The coefficient.
    sizes
        Systems of each task that r is the mean of.
    coefficient
        pearson, spearman or kendall.
    confidence
        Nominal coverage, in (0, 1).

    Undefined
    ---------
    NaN ends for fewer than 2 families, for a task with too few systems for Fisher's interval, where a
    coefficient is 1 or -1, and where there is none without some family.

    Examples
    --------
    >>> interval = family_interval(np.array([0.4, 0.5, 0.6, 0.5]), 0.5, [12], "spearman")
    >>> round(interval.low, 2), round(interval.high, 2)
    (-0.14, 0.85)
    """
    n, here = len(without), np.array([r])
    of_tasks = [float(fisher_half_widths(here, size, coefficient, confidence)[0]) for size in sizes]
    fisher = np.sqrt(sum(half**2 for half in of_tasks)) / len(sizes)
    if n < 2 or np.isnan(fisher) or np.isnan(without).any():
        return Interval(np.nan, np.nan)
    if coefficient in STUDENTISED and (np.abs(without) >= NEARLY_ONE).any():
        return Interval(np.nan, np.nan)
    values, scale = (np.arctanh(without), 1.0) if coefficient in STUDENTISED else (without, 1 - r**2)
    own = t.ppf((1 + confidence) / 2, n - 1) * float(errors_without(values)) / scale
    half, centre = max(fisher, own), np.arctanh(r)
    return Interval(float(np.tanh(centre - half)), float(np.tanh(centre + half)))


def family_swaps(tasks: Sequence[FamilyScores], coefficient: str, n_families: int) -> Statistics:
    """Return the function from swaps of families and pairs of rows to the difference of their coefficients.

    Masks are bool[n, n_families, 1]. Scores have to be on one scale: standard ones, or ranks. The difference
    of Pearson's coefficients is that of atanh, divided by its jackknife error over families, under each swap
    anew (`studentise`: rows that agree equally with the judgments have 0, whatever the error).

    Undefined
    ---------
    NaN where there is no coefficient, or there are no two families that can be left out.

    Examples
    --------
    >>> x, z = np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]), np.array([1.0, 2.0, 3.0])
    >>> statistics = family_swaps([FamilyScores(x, z, np.arange(3))], "kendall", 3)
    >>> statistics(np.array([[[False]] * 3, [[True]] * 3]), np.array([[0, 1]]))
    array([[ 2.],
           [-2.]])
    """
    counts = np.ones((1, n_families))
    if coefficient in STUDENTISED:
        counts = np.concatenate([counts, each_left_out(n_families)])

    def statistics(masks: Masks, pairs: Integers) -> Array:
        found = np.empty((len(masks), len(pairs)))
        for number, (one, other) in enumerate(pairs):
            first, second = (
                family_coefficients(
                    [
                        each._replace(x=np.where(masks[:, each.family, 0], each.x[b], each.x[a]))
                        for each in tasks
                    ],
                    counts,
                    coefficient,
                )
                for a, b in ((one, other), (other, one))
            )
            if coefficient not in STUDENTISED:
                found[:, number] = (first - second)[0]
                continue
            apart = _fisher(first) - _fisher(second)
            found[:, number] = studentise(apart[0], errors_without(apart[1:].T))
        return found

    return statistics


def _fisher(values: Array) -> Array:
    return np.arctanh(np.clip(values, -_NEAR_ONE, _NEAR_ONE))
