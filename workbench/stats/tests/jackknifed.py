"""Differences of two metrics that hold for other systems and other inputs: a jackknife and Student's t.

Where systems are a sample, what two metrics say of one system is one observation, however many outputs it
has: a swap of outputs takes them for many. A difference D is divided by the root of V, which is
V_s + max(0, V_i - V_o):

- V_s, the jackknife's variance over systems (Arvesen 1969). A system of several tasks is left out of all of
  them at once, since what a metric makes of it may be the same in each (Cameron, Gelbach and Miller 2008).
- V_i - V_o, of measures of segments alone: what segments vary beyond their outputs, whose noise V_s has
  already, so that it does not count twice (Cameron, Gelbach and Miller 2011, J. Bus. Econ. Stat. 29). The
  difficulty of a segment, which all systems share, is in no difference of two systems, and so in no measure
  of these.

D / sqrt(V) is held against Student's t, one-sided, with as many degrees of freedom as there are systems less
the number of tasks.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from workbench.stats.distributions import t
from workbench.stats.tests.overlapping import MIN_P
from workbench.stats.tests.swapped import studentise
from workbench.types import Array, Integers, Masks


class Influences(NamedTuple):
    """By how much values of metrics move without each system, segment and output of one task.

    Squares of differences of two metrics add up to V_s, V_i and V_o.

    Attributes
    ----------
    systems : float64[n_metrics, n_systems]
    segments : float64[n_metrics, n_segments]
        Of no segment for a measure of systems.
    outputs : float64[n_metrics, n_systems, n_segments]
        Less the mean of their segment.
    """

    systems: Array
    segments: Array
    outputs: Array

    def times(self, share: float) -> "Influences":
        """Return those of the values times a share."""
        return Influences(*(share * each for each in self))


def of_systems(without: Array) -> Influences:
    """Return the influences on a measure of systems, from its values without each of them.

    Parameters
    ----------
    without
        float64[n_metrics, n_systems].

    Examples
    --------
    >>> of_systems(np.array([[0.4, 0.6]])).systems.round(3)
    array([[ 0.071, -0.071]])
    """
    n = without.shape[1]
    moved = np.sqrt((n - 1) / n) * (without.mean(axis=1, keepdims=True) - without) if n else without
    return Influences(moved, np.zeros((len(without), 0)), np.zeros((*without.shape, 0)))


def of_segments(without: Array, segments: Array, outputs: Array, there: Masks | None = None) -> Influences:
    """Return the influences on a measure of segments.

    Parameters
    ----------
    without
        float64[n_metrics, n_systems]: the values without each system.
    segments, outputs
        float64[n_metrics, n_segments] and [n_metrics, n_systems, n_segments]: to first order, what of the
        value is owed to each; 0 for what is not there.
    there
        bool[n_systems, n_segments]: which outputs are; all by default. The noise of the others says what a
        segment has of it, so that a segment of one output has none.

    Examples
    --------
    >>> found = of_segments(np.array([[0.4, 0.6]]), np.array([[0.1, -0.1]]), np.array([[[0.1, 0], [0, 0.2]]]))
    >>> found.segments.round(3), found.outputs.round(3)
    (array([[ 0.141, -0.141]]), array([[[ 0.071, -0.141],
            [-0.071,  0.141]]]))
    """
    there = np.ones(outputs.shape[1:], np.bool_) if there is None else there
    number = there.sum(axis=0)
    middle = outputs.sum(axis=1, keepdims=True) / np.maximum(number, 1)
    centred = np.where(there, outputs - middle, 0.0)
    used = int((number > 0).sum())
    return Influences(
        of_systems(without).systems,
        np.sqrt(used / max(used - 1, 1)) * segments,
        np.sqrt(number / np.maximum(number - 1, 1)) * centred,
    )


def add_up(parts: Sequence[Influences]) -> Influences:
    """Return the influences on a sum of measures of one task."""
    of_measures = [each for each in parts if each.segments.shape[1]]
    last = (of_measures or parts)[-1]
    return Influences(
        np.sum([each.systems for each in parts], axis=0),
        np.sum([each.segments for each in of_measures or [last]], axis=0),
        np.sum([each.outputs for each in of_measures or [last]], axis=0),
    )


def jackknife_tests(
    values: Array, influences: Mapping[str, Influences], names: Mapping[str, Sequence[str]], pairs: Integers
) -> tuple[Array, Array]:
    """Return the p-values of "the first metric is better" and of "the second", and errors of differences.

    Parameters
    ----------
    values
        float64[n_metrics].
    influences
        Of each task that the values rest on.
    names
        Of each task the names of its systems: those of one name are left out together.
    pairs
        int64[n_pairs, 2].

    Returns
    -------
    Array, Array
        float64[2, n_pairs] and float64[n_pairs]; a p-value is never 0.

    Undefined
    ---------
    NaN where a value is, and where there are no more systems than tasks, or no value without one of them.

    Examples
    --------
    The difference without each of three systems is .1, .2 and .3: the error is .115, and t = .2 / .115.

    >>> moved = {"en-de": of_systems(np.array([[0.6, 0.7, 0.8], [0.5, 0.5, 0.5]]))}
    >>> p, errors = jackknife_tests(np.array([0.7, 0.5]), moved, {"en-de": "ABC"}, np.array([[0, 1]]))
    >>> p.round(3), errors.round(3)
    (array([[0.113],
           [0.887]]), array([0.115]))
    """
    number: dict[str, int] = {}
    places = {
        task: np.array([number.setdefault(name, len(number)) for name in names[task]], np.int64)
        for task in influences
    }
    variances = np.empty(len(pairs))
    for at, (one, other) in enumerate(pairs):
        moved, beyond = np.zeros(len(number)), 0.0
        for task, each in influences.items():
            systems, segments, outputs = (mine[one] - mine[other] for mine in each)
            np.add.at(moved, places[task], systems)
            beyond += max(0.0, float((segments**2).sum() - (outputs**2).sum()))
        variances[at] = (moved**2).sum() + beyond
    freedom = len(number) - len(influences)
    if freedom < 1:
        return np.full((2, len(pairs)), np.nan), np.full(len(pairs), np.nan)
    errors = np.sqrt(variances)
    ratios = studentise(values[pairs[:, 0]] - values[pairs[:, 1]], errors)
    return np.maximum(t.sf(np.stack([ratios, -ratios]), freedom), MIN_P), errors
