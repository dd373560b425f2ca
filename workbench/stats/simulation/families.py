"""Families of equally good metrics: how often the default comparison calls any of their differences real."""

from typing import Literal

import numpy as np

from workbench.stats.resampling.tally import p_values, tally
from workbench.stats.simulation.calibration import Share, share
from workbench.stats.simulation.worlds import METRICS, World, equal_systems
from workbench.stats.tests.scales import ranks_of_judged, standard_scores
from workbench.stats.tests.swapped import is_of_order, plan_swaps, swapped_statistics
from workbench.stats.tests.swaps import Patterns, swap_masks
from workbench.types import Array, Masks

Family = Literal["independent", "near-duplicates"]
FAMILIES: tuple[Family, ...] = ("independent", "near-duplicates")
_METRICS = 17
_DEVIATION, _DUPLICATES, _NOISE = 0.7, 0.1, 0.2
_ALIKE = 0.9
_LEVEL = 0.05


def simulate_family(family: Family, n_systems: int, rng: np.random.Generator) -> Array:
    """Return judgments and 17 metrics whose correlation over all systems is the same.

    People and metrics see the quality of a system, metrics a deviation of 0.7 of its spread besides: each its
    own (independent), or one that all but the first share but for a tenth (near-duplicates), so that the
    family is not exchangeable.

    Returns
    -------
    Array
        float64[18, n_systems]: judgments, then metrics.

    Examples
    --------
    >>> simulate_family("near-duplicates", 12, np.random.default_rng(0)).shape
    (18, 12)
    """
    quality, own = rng.normal(size=n_systems), rng.normal(size=(_METRICS, n_systems))
    if family == "near-duplicates":
        share_of_own = np.sqrt(1 - _DUPLICATES**2)
        own[1:] = share_of_own * rng.normal(size=n_systems) + _DUPLICATES * own[1:]
    noise = _NOISE * rng.normal(size=(_METRICS + 1, n_systems))
    return np.vstack([quality, quality + _DEVIATION * own]) + noise


def family_errors(
    family: Family, coefficient: str, n_systems: int, tables: int, draws: int, rng: np.random.Generator
) -> Share:
    """Return in which share of simulated tables the default comparison shows any difference at .05.

    Examples
    --------
    >>> family_errors("independent", "pearson", 8, 4, 19, np.random.default_rng(0)).value
    0.0
    """
    # one table after the other, each with its swaps: another order of draws is another simulation
    shown = [
        differences_shown(simulate_family(family, n_systems, rng)[:, np.newaxis], coefficient, draws, rng)
        for _ in range(tables)
    ]
    return share(np.concatenate(shown))


def equal_tables(
    world: World, coefficient: str, n_systems: int, n_metrics: int, tables: int, rng: np.random.Generator
) -> Array:
    """Return tables of equally good metrics of a world, float64[1 + n_metrics, tables, n_systems].

    People come first. More than two metrics are an unequal family: all but the first have the same
    deviation on nine systems of ten. Of real systems they are the world's metric and the next ones of
    `equal_systems`.

    Examples
    --------
    >>> from workbench.stats.simulation.worlds import find_worlds
    >>> equal_tables(find_worlds("wmt20-comet")[0], "kendall", 12, 2, 7, np.random.default_rng(0)).shape
    (3, 7, 12)
    """
    if not world.real:
        return world.draw(rng, tables, n_systems, n_metrics, _ALIKE)
    people, *metrics = equal_systems(coefficient)
    first = METRICS.index(world.real)
    every = np.array([people, *(metrics[(first + at) % len(metrics)] for at in range(n_metrics))])
    order = rng.random((tables, every.shape[1])).argsort(axis=1)[:, :n_systems]
    return every[:, order]


def differences_shown(scores: Array, coefficient: str, draws: int, rng: np.random.Generator) -> Masks:
    """Tell in which tables any difference of two metrics is shown at .05, by swaps of systems and max-T.

    What `permutation_tests` says of each table, whose smallest adjusted p-value is that of the largest
    statistic; without what it says of the single pairs, and in a fifth of the time for few metrics.

    Parameters
    ----------
    scores
        float64[1 + n_metrics, n_tables, n_systems]: judgments, then metrics.
    coefficient
        pearson, spearman or kendall.
    draws
        Random swaps of each table.
    rng

    Returns
    -------
    Masks
        bool[n_tables]; without a statistic nothing is shown.

    Examples
    --------
    >>> z = np.arange(10.0) ** 2
    >>> tables = np.array([[z, z], [z + 1, z], [-z, 2 * z]])
    >>> differences_shown(tables, "pearson", 99, np.random.default_rng(0))
    array([ True, False])
    """
    n_systems = scores.shape[2]
    plan = plan_swaps("system", coefficient, "systems", "studentised")
    pairs = np.array(np.triu_indices(len(scores) - 1, 1), np.int64).T
    nothing = np.zeros((1, n_systems, 1), np.bool_)
    largest = np.empty((scores.shape[1], 1 + draws))
    for table, own in enumerate(scores.swapaxes(0, 1)):
        x, z = standard_scores(own[1:], axis=1), own[0]
        if is_of_order(coefficient):
            x = np.array([ranks_of_judged(metric, z) for metric in x])
        masks = np.concatenate([nothing, *swap_masks("systems", (n_systems, 1), Patterns(draws, False), rng)])
        found = swapped_statistics(x[..., np.newaxis], z[:, np.newaxis], masks, pairs, plan)
        largest[table] = np.where(np.isnan(found), -np.inf, np.abs(found)).max(axis=1)
    two_sided, _, _ = p_values(tally(largest[:, 1:].T, largest[:, 0]), exact=False)
    shown: Masks = (two_sided <= _LEVEL) & (largest[:, 0] >= 0)
    return shown
