"""One coefficient of metric scores and judgments: over systems, inside segments, or over all cells."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.plain import MIN_SYSTEMS, get_coefficient, why_undefined
from workbench.stats.levels.grouped import NO_PAIR, average_groups, why_groups_undefined
from workbench.stats.resampling.bootstrap import resampled_means
from workbench.types import Array


class Estimate(NamedTuple):
    """A coefficient and what it rests on.

    `n_systems` and `n_segments` are those that enter the value, `n_undefined` the segments without a
    coefficient of their own (segment level only). `reason` says why the value is NaN, "" when it is not.
    """

    value: float
    n_systems: int
    n_segments: int
    n_undefined: int = 0
    reason: str = ""


def row_means(scores: Array) -> Array:
    """Return the mean of the present cells of each row, float64[n_systems]; NaN for a row without cells.

    Examples
    --------
    >>> row_means(np.array([[0.0, 0.5], [1.0, np.nan]]))
    array([0.25, 1.  ])
    """
    means: Array = resampled_means(scores, np.ones((1, scores.shape[1])))[0]
    return means


def _shared_segments(x: Array, z: Array) -> int:
    return int(((~np.isnan(x)).any(axis=0) & (~np.isnan(z)).any(axis=0)).sum())


def _coefficients(x: Array, z: Array, coefficient: str, unit: str) -> list[tuple[float, str]]:
    """Return the coefficient of each row of x, [n_rows, n], with z, [n], and, where it is NaN, why."""
    enough = (~np.isnan(x) & ~np.isnan(z)).sum(axis=1) >= MIN_SYSTEMS
    values = np.full(len(x), np.nan)
    if enough.any():
        values[enough] = get_coefficient(coefficient)(x[enough], z)
    return [
        (value, (why_undefined(row, z, MIN_SYSTEMS, unit) or NO_PAIR) if np.isnan(value) else "")
        for value, row in zip(values.tolist(), x, strict=True)
    ]


def pooled_level(x: Array, z: Array, coefficient: str, n_segments: int) -> Estimate:
    """Correlate system scores that are given directly, for instance corpus BLEU.

    Parameters
    ----------
    x, z
        float64[n_systems]: scores of the metric and judgments (`row_means`); NaN for a system without.
    coefficient
        A name that `get_coefficient` knows.
    n_segments
        Segments that the scores rest on.

    Undefined
    ---------
    NaN for fewer than 3 systems with both scores, and for constant scores.

    Examples
    --------
    >>> pooled_level(np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0]), "pearson", 100)
    Estimate(value=0.5, n_systems=3, n_segments=100, n_undefined=0, reason='')
    """
    [found] = pooled_levels(x[np.newaxis], z, coefficient, n_segments)
    return found


def pooled_levels(x: Array, z: Array, coefficient: str, n_segments: int) -> list[Estimate]:
    """Return `pooled_level` of each of many metrics, whose scores are float64[n_metrics, n_systems]."""
    x, z = round_noise(x), round_noise(z)
    n_systems = (~np.isnan(x) & ~np.isnan(z)).sum(axis=1)
    found = _coefficients(x, z, coefficient, "systems")
    return [
        Estimate(value, n, n_segments, reason=reason)
        for (value, reason), n in zip(found, n_systems.tolist(), strict=True)
    ]


def system_level(x: Array, z: Array, coefficient: str) -> Estimate:
    """Correlate the mean scores of systems.

    Parameters
    ----------
    x, z
        float64[n_systems, n_segments]: scores of the metric and judgments, NaN for a missing cell. A mean
        is that of the present cells of its row; a system without any in x or z is left out.
    coefficient
        A name that `get_coefficient` knows.

    Undefined
    ---------
    As in `pooled_level`.

    Examples
    --------
    >>> x = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    >>> z = np.array([[1.0, 1.0], [2.0, 4.0], [np.nan, 2.0]])
    >>> system_level(x, z, "pearson").value
    0.5
    """
    [found] = system_levels(x[np.newaxis], z, coefficient)
    return found


def system_levels(x: Array, z: Array, coefficient: str) -> list[Estimate]:
    """Return `system_level` of each of many metrics, whose scores are float64[n_metrics, ...]."""
    means = np.array([row_means(scores) for scores in x]).reshape(x.shape[:2])
    found = pooled_levels(means, row_means(z), coefficient, 0)
    return [
        each._replace(n_segments=_shared_segments(scores, z)) for each, scores in zip(found, x, strict=True)
    ]


def segment_level(x: Array, z: Array, coefficient: str) -> Estimate:
    """Correlate over the systems inside each segment and average over the segments.

    Parameters
    ----------
    x, z
        float64[n_systems, n_segments]: scores of the metric and judgments, NaN for a missing cell.
    coefficient
        A name that `get_coefficient` knows.

    Undefined
    ---------
    A segment with fewer than 2 complete cells, or constant in x or z, is left out of the mean and counted
    in `n_undefined`. NaN when no segment is left; the reason names what is wrong with the segments.

    Examples
    --------
    >>> x = np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 5.0]])
    >>> z = np.array([[1.0, 1.0], [3.0, 2.0], [2.0, 3.0]])
    >>> segment_level(x, z, "pearson")
    Estimate(value=0.5, n_systems=3, n_segments=1, n_undefined=1, reason='')
    """
    return grouped_level(x.T, z.T, coefficient)


def grouped_level(
    x: Array, z: Array, coefficient: str, group: str = "segment", unit: str = "systems"
) -> Estimate:
    """Correlate over the observations of each group and average over the groups.

    Parameters
    ----------
    x, z
        float64[n_groups, n]: observations of the metric and of people, NaN for a missing one.
    coefficient
        A name that `get_coefficient` knows.
    group, unit
        What a group and its observations are called in the reason.

    Returns
    -------
    Estimate
        `n_systems` are the observations that are complete in some group, `n_segments` the groups.

    Undefined
    ---------
    As in `segment_level`, whose groups are segments.

    Examples
    --------
    >>> grouped_level(np.array([[1.0, 1.0]]), np.array([[1.0, 2.0]]), "pearson", "system", "segments").reason
    'in every system constant metric scores'
    """
    [found] = grouped_levels(x[np.newaxis], z, coefficient, group, unit)
    return found


def grouped_levels(
    x: Array, z: Array, coefficient: str, group: str = "segment", unit: str = "systems"
) -> list[Estimate]:
    """Return `grouped_level` of each of many metrics, whose scores are float64[n_metrics, n_groups, n]."""
    x, z = round_noise(x), round_noise(z)
    values, defined = average_groups(x, z, coefficient)
    complete = ~np.isnan(x) & ~np.isnan(z)
    n_defined, n_groups = defined.sum(axis=1), defined.shape[1]
    used = complete & (defined | (n_defined == 0)[:, np.newaxis])[..., np.newaxis]
    n_systems = used.any(axis=1).sum(axis=1)
    reasons = [
        "" if number else why_groups_undefined(scores, z, group, unit)
        for number, scores in zip(n_defined, x, strict=True)
    ]
    counts = zip(n_systems.tolist(), n_defined.tolist(), (n_groups - n_defined).tolist(), strict=True)
    return [
        Estimate(value, *numbers, reason)
        for value, numbers, reason in zip(values.tolist(), counts, reasons, strict=True)
    ]


def global_level(x: Array, z: Array, coefficient: str) -> Estimate:
    """Correlate over all complete cells at once.

    Parameters are those of `segment_level`.

    Undefined
    ---------
    NaN for fewer than 3 complete cells, and for constant scores.

    Examples
    --------
    >>> global_level(np.array([[1.0, 2.0], [3.0, np.nan]]), np.array([[1.0, 3.0], [2.0, 9.0]]), "pearson")
    Estimate(value=0.5, n_systems=2, n_segments=2, n_undefined=0, reason='')
    """
    complete = ~np.isnan(x) & ~np.isnan(z)
    n_systems, n_segments = int(complete.any(axis=1).sum()), int(complete.any(axis=0).sum())
    x, z = round_noise(x.reshape(1, -1)), round_noise(z.ravel())
    [(value, reason)] = _coefficients(x, z, coefficient, "cells")
    return Estimate(value, n_systems, n_segments, reason=reason)


def mean_of_defined(values: Sequence[Array], size: int) -> Array:
    """Return the mean of those that are not NaN, element by element, float64[size]; NaN where none is.

    Examples
    --------
    >>> mean_of_defined([np.array([1.0, np.nan]), np.array([2.0, np.nan])], 2)
    array([1.5, nan])
    """
    total, number = np.zeros(size), np.zeros(size)
    for each in values:
        total, number = total + np.nan_to_num(each), number + ~np.isnan(each)
    means: Array = np.divide(total, number, out=np.full(size, np.nan), where=number > 0)
    return means
