"""Comparisons of many metrics with each other, adjusted by the largest difference among them."""

from collections.abc import Iterator
from itertools import islice, permutations, product
from math import factorial
from typing import NamedTuple

import numpy as np

from workbench.registry import cite
from workbench.stats.level_values import (
    MatrixLevel,
    check_choice,
    check_matrices,
    level_estimate,
    level_values,
)
from workbench.stats.levels import row_means
from workbench.stats.permutation import NO_DRAW, SLACK, check_draws, monte_carlo_error, standard_scores
from workbench.stats.swaps import Patterns, choose_patterns
from workbench.types import Array, Integers

cite("correction", {"max-t": "Westfall & Young 1993"})
_BLOCK = 2_000_000
"""Cells of reordered scores that are held at a time."""


class MaxT(NamedTuple):
    """All metrics compared with each other.

    Attributes
    ----------
    values : float64[n_metrics]
        The coefficients; NaN where undefined, and `reasons` says why.
    statistic : float64[n_metrics, n_metrics]
        Coefficient of the row minus that of the column.
    p : float64[n_metrics, n_metrics]
        Two-sided p-value of each pair, adjusted for all pairs; 1 on the diagonal.
    best : int
        The metric with the largest value, the first of several; -1 when there is none. Its row of `p` is
        the comparison with the best: choosing it by looking is paid for, as any two might have differed.
    draws, exact
        Patterns looked at, and whether these are all of them.
    error : float64[n_metrics, n_metrics]
        Monte-Carlo standard error of `p`, 0 when exact.
    undefined : int
        Patterns under which some metric has no coefficient; they are left out.
    population : str
    reasons : tuple of str
        For each metric why it is left out; "" where it is not.
    """

    values: Array
    statistic: Array
    p: Array
    best: int
    draws: int
    exact: bool
    error: Array
    undefined: int
    population: str
    reasons: tuple[str, ...]


def _orders(
    n_metrics: int, n_systems: int, patterns: Patterns, rng: np.random.Generator
) -> Iterator[Integers]:
    """Yield orders of the metrics for each system a few draws at a time, int64[n, n_metrics, n_systems]."""
    step = max(1, _BLOCK // (n_metrics * n_systems))
    every = product(permutations(range(n_metrics)), repeat=n_systems) if patterns.exact else iter(())
    for start in range(0, patterns.number, step):
        number = min(step, patterns.number - start)
        if patterns.exact:
            block = np.array(list(islice(every, number)), np.int64)
        else:
            block = rng.random((number, n_systems, n_metrics)).argsort(axis=2)
        yield np.swapaxes(block, 1, 2)


def max_t(
    x: Array,
    z: Array,
    rng: np.random.Generator,
    level: MatrixLevel = "system",
    coefficient: str = "pearson",
    draws: int = 1000,
    standardize: bool = True,
    widen: bool = False,
) -> MaxT:
    """Compare all pairs of metrics, adjusted by the largest difference that chance makes.

    Within each system the metrics' scores change places at random, all inputs of a system together. The
    p-value of a pair is the share of patterns whose largest difference over all pairs is at least the
    observed one of this pair (Westfall and Young 1993, single step). Metrics that agree differ
    little under the patterns too, so that the adjustment costs less than Holm's.

    Parameters
    ----------
    x
        float64[n_metrics, n_systems, n_segments]: scores, higher is better; NaN for a missing cell. One
        column when there are only system scores.
    z
        float64[n_systems, n_segments]: judgments.
    rng, level, coefficient
        As in `permutation_test`. There are (n_metrics!) ** n_systems patterns.
    draws
        Random patterns, when there are too many to enumerate.
    standardize
        Whether the scores of each metric are first put on one scale, see `standard_scores`: at system level
        its system means, which are what changes places. Alone it rejects too often with few systems: at .05
        with 20 equal metrics in .084 of tables of 12 systems.
    widen
        Whether, at system level, the distances of standard scores from their mean over the metrics are made
        sqrt(n / (n - 1)) times as large, n systems. Standard scores have mean 0, mixtures of them have not:
        the coefficient takes their mean out, and with it 1 / n of what varies. The share of tables above
        becomes .05. It is no part of the published procedure.

    Raises
    ------
    SpecError
        For unknown names, different shapes, and fewer than 1 draw.

    Undefined
    ---------
    A metric without a coefficient is left out and its p-values are NaN; so are all when fewer than 2 are
    left.

    Examples
    --------
    >>> z = np.array([[1.0], [2.0], [3.0], [4.0]])
    >>> found = max_t(np.array([z, -z]), z, np.random.default_rng(0))
    >>> found.best, found.p[found.best], found.draws
    (0, array([1.   , 0.125]), 16)
    """
    check_choice("level", level, MatrixLevel)
    check_matrices(z, *x)
    check_draws(draws)
    if level == "system" and not np.isinf(x).any():
        x = np.array([row_means(scores) for scores in x]).reshape(len(x), -1, 1)
        z = row_means(z)[:, np.newaxis]
    if standardize:
        x = np.array([standard_scores(metric) for metric in x]).reshape(x.shape)
    estimates = [level_estimate(metric, z, level, coefficient) for metric in x]
    values = np.array([estimate.value for estimate in estimates], np.float64)
    defined = np.flatnonzero(~np.isnan(values))
    statistic = values[:, np.newaxis] - values
    p, error = np.full((2, *statistic.shape), np.nan)
    patterns, n_defined = Patterns(0, False), 0
    if defined.size >= 2:
        patterns = choose_patterns(factorial(defined.size) ** len(z), draws)
        mixed = _widened(x[defined]) if widen and standardize and level == "system" else x[defined]
        largest = _largest(mixed, z, patterns, rng, level, coefficient)
        largest = np.sort(largest[~np.isnan(largest)])
        n_defined = largest.size
        distances = np.abs(statistic[np.ix_(defined, defined)])
        # the observed pattern is always one of those that are as extreme
        hits = np.maximum(
            n_defined - np.searchsorted(largest, distances - SLACK, side="left"), patterns.exact
        )
        more = 0 if patterns.exact else 1
        if n_defined:
            p[np.ix_(defined, defined)] = (hits + more) / (n_defined + more)
            error = monte_carlo_error(p, np.array(n_defined), patterns.exact)
    lacking = "" if n_defined else NO_DRAW if defined.size >= 2 else "no other metric with a coefficient"
    return MaxT(
        values,
        statistic,
        p,
        int(np.nanargmax(values)) if defined.size else -1,
        patterns.number,
        patterns.exact,
        error,
        patterns.number - n_defined,
        "all systems, these inputs",
        tuple(estimate.reason or lacking for estimate in estimates),
    )


def _widened(x: Array) -> Array:
    """Move standard scores away from their mean over the metrics, for the mean that a mixture of them loses.

    Examples
    --------
    >>> _widened(np.array([[[1.0], [-1.0]], [[-1.0], [1.0]]])).ravel().round(3).tolist()
    [1.414, -1.414, -1.414, 1.414]
    """
    present = ~np.isnan(x)
    number = present.sum(axis=0)
    total = np.where(present, x, 0.0).sum(axis=0)
    shared = np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0)
    n_systems = max(2, int((number > 0).sum()))
    wider: Array = shared + np.sqrt(n_systems / (n_systems - 1)) * (x - shared)
    return wider


def _largest(
    x: Array, z: Array, patterns: Patterns, rng: np.random.Generator, level: MatrixLevel, coefficient: str
) -> Array:
    """Return the largest difference of two metrics under each pattern, NaN where one has no coefficient."""
    n_metrics, n_systems, _ = x.shape
    systems = np.arange(n_systems)
    found = [np.empty(0)]
    for orders in _orders(n_metrics, n_systems, patterns, rng):
        step = max(1, _BLOCK // x.size)
        for start in range(0, len(orders), step):
            values = level_values(x[orders[start : start + step], systems], z, level, coefficient)
            found.append(values.max(axis=1) - values.min(axis=1))
    return np.concatenate(found)
