"""Families of equally good metrics: how often any of their differences is called real."""

from typing import Literal

import numpy as np

from workbench.stats.simulation.calibration import Share, share
from workbench.stats.tests.permutation import permutation_tests
from workbench.stats.tests.under_swaps import Swapping
from workbench.types import Array

Family = Literal["independent", "near-duplicates"]
FAMILIES: tuple[Family, ...] = ("independent", "near-duplicates")
_METRICS = 17
_DEVIATION, _DUPLICATES, _NOISE = 0.7, 0.1, 0.2


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

    All pairs, swaps of systems, adjusted by max-T.

    Examples
    --------
    >>> family_errors("independent", "pearson", 8, 4, 19, np.random.default_rng(0)).value
    0.0
    """
    how, shown = Swapping(draws=draws, exact_up_to=0), []
    for _ in range(tables):
        scores = simulate_family(family, n_systems, rng)[..., np.newaxis]
        found = permutation_tests(scores[1:], scores[0], rng, "system", coefficient, how)
        shown.append(bool((found.adjusted[0] <= 0.05).any()))
    return share(np.array(shown))
