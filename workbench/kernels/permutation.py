"""What two metrics differ by after a swap of their scores, and its jackknife error, for pairs of metrics.

Scores are [n_systems, n_segments], NaN where missing. What is left out in turn for the error is a system
(`units` 1) or an input (2); with 0 there is no error. Levels are numbered as in `LEVELS`, coefficients as in
`KINDS`. Scores that differ by no more than `slack` count as equal.
"""

import numpy as np

from workbench.kernels.compile import kernel
from workbench.kernels.left_out import coefficient_without, jackknife_error, of_inputs
from workbench.types import Array, Integers, Masks

LEVELS = {"system": 0, "global": 1}
_NEAR_ONE = 1 - 1e-9
"""Fisher's z of a larger coefficient is that of this one: that of 1 is infinite."""


@kernel
def _sums(x: Array, mask: Masks, sums: Array, cells: Array) -> None:
    """Write what each metric keeps of a system ([0]) and what it gives away ([1]), and of how many cells."""
    sums[:], cells[:] = 0, 0
    for metric in range(x.shape[0]):
        for i in range(x.shape[1]):
            for j in range(x.shape[2]):
                if not np.isnan(x[metric, i, j]):
                    part = 1 if mask[i, j] else 0
                    sums[part, metric, i] += x[metric, i, j]
                    cells[part, metric, i] += 1


@kernel
def _apart(a: float, b: float, transformed: bool) -> float:
    """Return a - b, or the difference of Fisher's z of both."""
    if not transformed or np.isnan(a) or np.isnan(b):
        return a - b
    a, b = max(-_NEAR_ONE, min(_NEAR_ONE, a)), max(-_NEAR_ONE, min(_NEAR_ONE, b))
    value: float = np.log((1 + a) * (1 - b) / ((1 - a) * (1 + b))) / 2
    return value


@kernel
def _z_moved(moved: float, r: float) -> float:
    """Return Fisher's z of a coefficient r that was moved along its slope; along that of z beyond -1 or 1."""
    if abs(moved) < _NEAR_ONE:
        return _apart(moved, 0.0, True)
    near_one = abs(r) >= _NEAR_ONE
    slope = 0.0 if near_one else 1 / (1 - r * r)
    value: float = _apart(r, 0.0, True) + slope * (moved - r)
    return value


@kernel
def _apart_moved(moved: Array, c: int) -> float:
    """Return how far apart Fisher's z of two metrics, [2, 1 + n_inputs], are about without input c."""
    a, b = moved[0, 1 + c], moved[1, 1 + c]
    if abs(a) < _NEAR_ONE and abs(b) < _NEAR_ONE:
        return _apart(a, b, True)
    return _z_moved(a, moved[0, 0]) - _z_moved(b, moved[1, 0])


@kernel
def swapped_differences(
    x: Array,
    z: Array,
    z_means: Array,
    masks: Masks,
    pairs: Integers,
    level: int,
    kind: int,
    units: int,
    slack: Array,
    seen: Masks,
) -> tuple[Array, Array]:
    """Return differences of coefficients and their jackknife errors, float64[n_masks, n_pairs] each.

    `x` is [n_metrics, n_systems, n_segments], `z_means` [1 + n_segments, n_systems]: means of the judgments
    with all inputs, then without each of them. `masks` is [n_masks, n_systems, n_segments], True where the
    two metrics of a pair, [n_pairs, 2], swap; `seen`, [n_pairs, n_units], says which units can be left out.
    With `units` differences of Pearson's coefficients are those of Fisher's z, and at system level one that
    its slope moves beyond -1 or 1 without an input has moved along that of z. Segments are compared by
    `swapped_segments`.
    """
    n_metrics, n_systems, n_segments = x.shape
    n_units, transformed = seen.shape[1], units > 0 and kind == 0
    unit, enough = np.arange(n_systems), np.int64(3)
    if level == 1:
        cell = np.arange(z.size)
        unit = cell // n_segments if units == 1 else cell % n_segments
    without = np.empty((2, 1 + n_units))
    sides = np.empty((2, n_systems, n_segments))
    sums, cells = np.empty((2, n_metrics, n_systems)), np.empty((2, n_metrics, n_systems))
    numbers, means, apart = np.empty(n_systems), np.empty(n_systems), np.empty(n_units)
    differences, errors = np.empty((len(masks), len(pairs))), np.empty((len(masks), len(pairs)))
    for draw in range(len(masks)):
        mask = masks[draw]
        if level == 0:
            _sums(x, mask, sums, cells)
        for pair in range(len(pairs)):
            one, other = pairs[pair]
            tied = max(slack[one], slack[other])
            if level == 1 or units == 2:
                for i in range(n_systems):
                    for j in range(n_segments):
                        a, b = x[one, i, j], x[other, i, j]
                        sides[0, i, j], sides[1, i, j] = (b, a) if mask[i, j] else (a, b)
            for side in range(2):
                out = without[side]
                if level == 0:
                    keeps, gives = (one, other) if side == 0 else (other, one)
                    for i in range(n_systems):
                        numbers[i] = cells[0, keeps, i] + cells[1, gives, i]
                        total = sums[0, keeps, i] + sums[1, gives, i]
                        means[i] = total / numbers[i] if numbers[i] else np.nan
                    wanted = out if units == 1 else out[:1]
                    coefficient_without(kind, means, z_means[0], unit, tied, enough, wanted)
                    if units == 2:
                        of_inputs(sides[side], means, numbers, z_means, out)
                else:
                    coefficient_without(kind, sides[side].ravel(), z.ravel(), unit, tied, enough, out)
            for c in range(n_units):
                if units == 2 and level == 0:
                    difference = _apart_moved(without, c)
                else:
                    difference = _apart(without[0, 1 + c], without[1, 1 + c], transformed)
                apart[c] = difference if seen[pair, c] else np.nan
            differences[draw, pair] = _apart(without[0, 0], without[1, 0], transformed)
            errors[draw, pair] = jackknife_error(apart)
    return differences, errors
