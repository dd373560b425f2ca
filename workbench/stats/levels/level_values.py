"""One coefficient at a level, by the level's name: of many matrices at once, and of bootstrap draws."""

from typing import Literal, get_args

import numpy as np

from workbench.errors import Problem, SpecError, suggest
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.plain import MIN_SYSTEMS, get_coefficient
from workbench.stats.levels.estimates import (
    Estimate,
    global_level,
    segment_level,
    system_level,
    system_levels,
)
from workbench.stats.levels.grouped import average_groups
from workbench.stats.resampling.bootstrap import (
    global_draws,
    prepare,
    resampled_means,
    segment_draws,
    system_draws,
)
from workbench.stats.resampling.resample import Draws
from workbench.types import Array

MatrixLevel = Literal["system", "segment", "global"]
_BLOCK = 4_000_000
"""Cells of resampled matrices that are held at a time."""


def check_choice(name: str, choice: str, allowed: object) -> None:
    """Raise a `SpecError` when an argument is none of the words of a `Literal`."""
    if choice not in get_args(allowed):
        raise SpecError(Problem("", f"unknown {name} {choice!r}", hint=suggest(choice, get_args(allowed))))


def check_matrices(z: Array, *metrics: Array) -> None:
    """Raise a `SpecError` when scores are not matrices [n_systems, n_segments] like the judgments."""
    for x in metrics:
        if z.ndim != 2 or x.shape != z.shape:
            what = "metric scores are not a matrix of systems and segments like the judgments"
            raise SpecError(Problem("", what, x.shape, f"the shape of the judgments, {z.shape}"))


def level_estimate(x: Array, z: Array, level: MatrixLevel, coefficient: str) -> Estimate:
    """Return the coefficient at a level and what it rests on; infinite scores are a reason for none.

    Parameters
    ----------
    x, z
        float64[n_systems, n_segments]: scores of the metric and judgments, NaN for a missing cell.
    level
        system, segment or global: see `levels`.
    coefficient
        A name that `get_coefficient` knows.

    Examples
    --------
    >>> level_estimate(np.array([[1.0], [2.0], [np.inf]]), np.ones((3, 1)), "system", "pearson").reason
    'infinite scores'
    """
    if np.isinf(x).any() or np.isinf(z).any():
        return Estimate(np.nan, 0, 0, reason="infinite scores")
    levels = {"system": system_level, "segment": segment_level, "global": global_level}
    return levels[level](x, z, coefficient)


def level_estimates(x: Array, z: Array, level: MatrixLevel, coefficient: str) -> list[Estimate]:
    """Return `level_estimate` of each of many metrics, whose scores are float64[n_metrics, ...].

    Examples
    --------
    >>> x = np.array([[[1.0], [2.0], [3.0]], [[1.0], [1.0], [1.0]]])
    >>> [each.value for each in level_estimates(x, np.array([[1.0], [3.0], [2.0]]), "system", "pearson")]
    [0.5, nan]
    """
    if level == "system" and not (np.isinf(x).any() or np.isinf(z).any()):
        return system_levels(x, z, coefficient)  # the judgments are averaged once
    return [level_estimate(metric, z, level, coefficient) for metric in x]


def level_values(x: Array, z: Array, level: MatrixLevel, coefficient: str) -> Array:
    """Return the coefficient of each of many matrices with the same judgments.

    Parameters
    ----------
    x
        float64[..., n_systems, n_segments]: finite scores, NaN for a missing cell.
    z
        float64[n_systems, n_segments].

    Returns
    -------
    Array
        float64[...]: for each matrix what `level_estimate` gives.

    Undefined
    ---------
    NaN, as at each level.

    Examples
    --------
    >>> x = np.array([[[1.0], [2.0], [3.0]], [[1.0], [1.0], [1.0]]])
    >>> level_values(x, np.array([[1.0], [3.0], [2.0]]), "system", "pearson")
    array([0.5, nan])
    """
    if level == "segment":
        x, z = (round_noise(np.swapaxes(scores, -1, -2)) for scores in (x, z))
        return np.asarray(average_groups(x, z, coefficient)[0])
    if level == "system":
        x, z = (round_noise(mean_of_present(scores)) for scores in (x, z))
    else:
        x, z = (round_noise(scores.reshape(*scores.shape[:-2], -1)) for scores in (x, z))
    enough = (~np.isnan(x) & ~np.isnan(z)).sum(axis=-1) >= MIN_SYSTEMS
    values: Array = np.where(enough, get_coefficient(coefficient)(x, z), np.nan)
    return values


def mean_of_present(values: Array) -> Array:
    """Return means along the last axis, with all their digits; NaN where there is none.

    Examples
    --------
    >>> mean_of_present(np.array([[1.0, np.nan], [1.0, 2.0], [np.nan, np.nan]]))
    array([1. , 1.5, nan])
    """
    present = ~np.isnan(values)
    number = present.sum(axis=-1)
    total = np.where(present, values, 0.0).sum(axis=-1)
    means: Array = np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0)
    return means


def level_draws(x: Array, z: Array, draws: Draws, level: MatrixLevel, coefficient: str) -> Array:
    """Return the coefficient of every bootstrap draw at a level, float64[n_draws].

    Parameters
    ----------
    x, z
        float64[n_systems, n_segments]: finite scores of the metric and judgments, NaN for a missing cell.

    Undefined
    ---------
    NaN for a draw without a coefficient.

    Examples
    --------
    >>> x, z = np.array([[1.0], [2.0], [3.0]]), np.array([[1.0], [3.0], [2.0]])
    >>> level_draws(x, z, Draws(np.ones((2, 3)), np.ones((2, 1))), "system", "pearson")
    array([0.5, 0.5])
    """
    if level == "system":
        x, z = (resampled_means(scores, draws.segments) for scores in (x, z))
        return system_draws(x, z, draws.systems, coefficient)
    step = max(1, _BLOCK // max(1, x.size))
    found = [np.empty(0)]
    for start in range(0, len(draws.systems), step):
        part = Draws(*(counts[start : start + step] for counts in draws))
        if level == "global":
            found.append(global_draws(x, z, part, coefficient))
        else:
            found.append(segment_draws(prepare(x, part), prepare(z, part), coefficient))
    return np.concatenate(found)
