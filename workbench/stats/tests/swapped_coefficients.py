"""Coefficients of a metric that swaps scores with another one, and what they are without each unit."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np

from workbench.kernels.left_out import KINDS, coefficients_without, of_inputs
from workbench.kernels.resampling import resampled_sums
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.levels.estimates import row_means
from workbench.stats.levels.level_values import MatrixLevel
from workbench.types import Array, Masks

CoefficientsWithout = Callable[[int, int, float], Array]
"""From the metric that keeps scores, the one that gives it its own and their slack: scores that differ by no
more are equal. Returns coefficients with all units and without each, float64[1 + n_units, n_masks]."""


class SwapPlan(NamedTuple):
    """What is computed under each swap.

    `units` is what is left out in turn for the error of the difference: systems, inputs, or "" for none.
    """

    level: MatrixLevel
    coefficient: str
    units: Literal["systems", "inputs", ""]


def swapped_groups(x: Array, z: Array, masks: Masks, plan: SwapPlan) -> CoefficientsWithout:
    """Return a function of the metric that keeps scores, the one that gives it its own, and their slack.

    It returns the means over segments of the coefficients of their cells, or the coefficient of all cells,
    with all units and without each, float64[1 + n_units, n_masks].
    """
    by_segment, n = plan.level == "segment", len(masks)
    if by_segment:
        scores, judged, swaps = x.transpose(0, 2, 1), z.T, masks.transpose(2, 1, 0)
        unit = np.arange(len(z))
    else:
        scores, judged, swaps = x.reshape(len(x), 1, -1), z.reshape(1, -1), masks.reshape(n, -1).T[np.newaxis]
        unit = np.indices(z.shape)[int(plan.units == "inputs")].ravel()
    leaves_out_groups = by_segment and plan.units == "inputs"
    n_units = int(unit.max()) + 1 if plan.units and not leaves_out_groups else 0
    swaps = np.ascontiguousarray(swaps)
    kind, enough = KINDS[plan.coefficient], 2 if by_segment else 3

    def without(keeps: int, gives: int, slack: float) -> Array:
        total, number = np.zeros((2, 1 + n_units, n))
        alone = []
        for mine, others, own, theirs in zip(scores[keeps], scores[gives], swaps, judged, strict=True):
            swapped = np.where(own, others[:, np.newaxis], mine[:, np.newaxis])
            judgments = np.repeat(theirs[:, np.newaxis], n, axis=1)
            found = coefficients_without(kind, swapped, judgments, unit, n_units, slack, enough)
            defined = ~np.isnan(found)
            total += np.where(defined, found, 0.0)
            number += defined
            alone.append(found[0])
        if leaves_out_groups:
            total = np.concatenate([total, total - np.nan_to_num(alone)])
            number = np.concatenate([number, number - ~np.isnan(alone)])
        return np.where(number > 0, total / np.maximum(number, 1), np.nan)

    return without


def swapped_means(x: Array, z: Array, masks: Masks, plan: SwapPlan) -> CoefficientsWithout:
    """Return the same function for the means of systems."""
    means = row_means(z)[np.newaxis]
    if plan.units == "inputs":
        means = np.concatenate([means, _means_without_each(z)])
    judged = round_noise(means)
    every = np.repeat(judged[0][:, np.newaxis], len(masks), axis=1)
    # what each metric keeps of a system, and what it gives away, float64[2, n_metrics, n_systems, n_masks]
    sums, cells = (
        np.array([_sums(values, part) for part in (~masks, masks)])
        for values in (np.where(np.isnan(x), 0.0, x), 1.0 - np.isnan(x))
    )
    n_units = len(z) if plan.units == "systems" else 0

    def without(keeps: int, gives: int, slack: float) -> Array:
        total, number = (each[0, keeps] + each[1, gives] for each in (sums, cells))
        mine = np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0)
        kind = KINDS[plan.coefficient]
        found = coefficients_without(kind, mine, every, np.arange(len(z)), n_units, slack, 3)
        if plan.units != "inputs":
            return found
        swapped = np.where(masks, x[gives], x[keeps])
        return np.concatenate([found, of_inputs(swapped, mine, number, judged, found[0])])

    return without


def _sums(values: Array, counted: Masks) -> Array:
    """Return the sums of what is counted of each metric and system, [n_metrics, n_systems, n_masks]."""
    if values.shape[2] == 1:  # whole rows change places
        alone: Array = np.where(counted[..., 0].T, values, 0.0)
        return alone
    counts = np.ascontiguousarray(np.moveaxis(counted, 1, 0), np.float64)
    rows = np.ascontiguousarray(values.transpose(1, 2, 0))
    found = np.array([resampled_sums(row, count) for row, count in zip(rows, counts, strict=True)])
    return np.ascontiguousarray(found.transpose(2, 0, 1))


def _means_without_each(z: Array) -> Array:
    """Return the means of rows without each column, float64[n_columns, n_rows]; NaN where nothing is left."""
    present = ~np.isnan(z)
    scores = np.where(present, z, 0.0)
    number = present.sum(axis=1, keepdims=True) - present
    left = scores.sum(axis=1, keepdims=True) - scores
    means: Array = np.divide(left, number, out=np.full(z.shape, np.nan), where=number > 0)
    return means.T
