"""Jackknife: a statistic without each system or each input, and the spread that follows."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np

from workbench.stats.resampling.resample import Draws
from workbench.types import Array

LeftOut = Literal["systems", "inputs"]
Statistic = Callable[[Draws], Array]
"""A value for each draw of systems and segments, float64[n_draws]."""
_BLOCK = 4_000_000


class Jackknife(NamedTuple):
    """Standard error and bias of an estimate, and the influence of each unit.

    `influences` is float64[n]: (n - 1) times the mean of the values without one unit, minus that without this
    one (Efron and Tibshirani 1993, section 11.5). A unit that holds the value up is positive.
    """

    error: float
    bias: float
    influences: Array


def leave_one_out(statistic: Statistic, shape: tuple[int, int], over: LeftOut) -> Array:
    """Return the statistic without each system or each input in turn, float64[n].

    Parameters
    ----------
    statistic
        Gives the value of each draw.
    shape
        (n_systems, n_segments).
    over
        What is left out.

    Examples
    --------
    >>> statistic = lambda draws: draws.systems @ np.array([1.0, 2.0, 3.0])
    >>> leave_one_out(statistic, (3, 5), "systems")
    array([5., 4., 3.])
    """
    n_systems, n_segments = shape
    size = n_systems if over == "systems" else n_segments
    step = max(1, _BLOCK // max(n_systems, n_segments, 1))
    found = [np.empty(0)]
    for start in range(0, size, step):
        others = 1.0 - np.eye(size)[start : start + step]
        systems, segments = np.ones((len(others), n_systems)), np.ones((len(others), n_segments))
        draws = Draws(others, segments) if over == "systems" else Draws(systems, others)
        found.append(statistic(draws))
    return np.concatenate(found)


def jackknife(values: Array, estimate: float) -> Jackknife:
    """Return error and bias of an estimate from the values without each unit.

    Parameters
    ----------
    values
        float64[n], from `leave_one_out`.
    estimate
        The value with all units.

    Undefined
    ---------
    NaN when a value is NaN or there are fewer than 2: a unit without which nothing is left has no finite
    influence.

    Examples
    --------
    >>> found = jackknife(np.array([0.4, 0.6]), 0.7)
    >>> round(found.error, 3), round(found.bias, 3), found.influences.round(3)
    (0.1, -0.2, array([ 0.1, -0.1]))
    """
    n = values.size
    if n < 2 or np.isnan(values).any():
        return Jackknife(np.nan, np.nan, np.full(n, np.nan))
    influences = (n - 1) * (values.mean() - values)
    error = np.sqrt((influences**2).sum() / (n * (n - 1)))
    return Jackknife(float(error), float((n - 1) * (values.mean() - estimate)), influences)


def errors_without(values: Array) -> Array:
    """Return jackknife errors from the values without each unit, float64[...] from float64[..., n].

    Undefined
    ---------
    NaN is a unit that cannot be left out; of fewer than 2 units there is no error.

    Examples
    --------
    >>> errors_without(np.array([[0.4, 0.6, np.nan], [0.5, np.nan, np.nan]])).round(3)
    array([0.1, nan])
    """
    number = (~np.isnan(values)).sum(axis=-1)
    middle = np.nansum(values, axis=-1) / np.maximum(number, 1)
    squares = np.nansum((values - middle[..., np.newaxis]) ** 2, axis=-1)
    errors: Array = np.where(number < 2, np.nan, np.sqrt(squares * (number - 1) / np.maximum(number, 1)))
    return errors


def system_errors(statistic: Statistic, draws: Draws) -> Array:
    """Return the jackknife error of each draw over its systems, float64[n_draws].

    One copy of a drawn system is left out at a time; a system that was drawn twice counts twice.

    Undefined
    ---------
    NaN for a draw that has no value without one of its systems.

    Examples
    --------
    The error of a mean over 3 systems is their standard deviation through the root of 3.

    >>> scores = np.array([1.0, 2.0, 3.0])
    >>> mean = lambda draws: draws.systems @ scores / draws.systems.sum(axis=1)
    >>> system_errors(mean, Draws(np.array([[1.0, 1.0, 1.0], [2.0, 1.0, 0.0]]), np.ones((2, 1)))).round(3)
    array([0.577, 0.333])
    """
    n = draws.systems.shape[1]
    step = max(1, _BLOCK // max(1, n * max(n, draws.segments.shape[1])))
    found = [np.empty(0)]
    for start in range(0, len(draws.systems), step):
        systems, segments = (counts[start : start + step] for counts in draws)
        # What was not drawn cannot be left out: something else is, and counts nothing below.
        out = np.where(systems > 0, np.arange(n), systems.argmax(axis=1)[:, np.newaxis])
        rest = systems[:, np.newaxis, :] - np.eye(n)[out]
        values = statistic(Draws(rest.reshape(-1, n), np.repeat(segments, n, axis=0))).reshape(-1, n)
        values = np.where(systems > 0, values, 0.0)
        total = systems.sum(axis=1)
        mean = (systems * values).sum(axis=1) / total
        squares = (systems * (values - mean[:, np.newaxis]) ** 2).sum(axis=1)
        found.append(np.sqrt((total - 1) / total * squares))
    return np.concatenate(found)
