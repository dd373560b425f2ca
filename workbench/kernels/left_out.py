"""A coefficient, and what it is when each of some units is left out: what a jackknife needs, in one pass.

A unit is a system or an input; `unit` says to which one an observation belongs, and `out`,
float64[1 + n_units], becomes the coefficient, then what it is without each of them, if that is asked for. NaN
is a missing observation, and the result where there is none. Scores that differ by no more than `slack` are
equal.
"""

import numpy as np

from workbench.kernels.compile import Whole, kernel
from workbench.types import Array, Integers

KINDS = {"pearson": 0, "spearman": 1, "kendall": 2}
REST = 1e-13
"""What is left of a sum of squares after a unit is taken out is noise when it is a smaller share of it."""


@kernel
def _pearson(x: Array, z: Array, unit: Integers, slack: float, enough: Whole, out: Array) -> None:
    out[:] = np.nan
    # in one loop, and not by four methods: of a few systems these take as long as all that follows
    x_least = x_most = x[0]
    z_least = z_most = z[0]
    x_sum = z_sum = 0.0
    for i in range(x.size):
        x_sum += x[i]
        z_sum += z[i]
        x_least, x_most = min(x_least, x[i]), max(x_most, x[i])
        z_least, z_most = min(z_least, z[i]), max(z_most, z[i])
    x_mean, z_mean, x_scale, z_scale = x_sum / x.size, z_sum / z.size, x_most - x_least, z_most - z_least
    if not x_scale > slack or not z_scale > 0:
        return
    parts = np.zeros((out.size, 6))
    xx = zz = xz = 0.0
    for i in range(x.size):
        dx, dz = (x[i] - x_mean) / x_scale, (z[i] - z_mean) / z_scale
        xx += dx * dx
        zz += dz * dz
        xz += dx * dz
        if out.size > 1:
            part = parts[1 + unit[i]]
            part[0] += 1
            part[1] += dx
            part[2] += dz
            part[3] += dx * dx
            part[4] += dz * dz
            part[5] += dx * dz
    for c in range(out.size):
        left = x.size - parts[c, 0]
        if left >= enough:
            a, b = parts[c, 1], parts[c, 2]
            x_rest, z_rest = xx - parts[c, 3] - a * a / left, zz - parts[c, 4] - b * b / left
            if x_rest > REST * xx and z_rest > REST * zz:
                without = (xz - parts[c, 5] - a * b / left) / np.sqrt(x_rest * z_rest)
                out[c] = max(-1.0, min(1.0, without))


@kernel
def _kendall(x: Array, z: Array, unit: Integers, slack: float, enough: Whole, out: Array) -> None:
    """Write tau-b. A unit takes away the pairs of its members, those among themselves once."""
    both = x_untied = z_untied = 0
    parts, members = np.zeros((out.size, 3)), np.zeros(out.size)
    for i in range(x.size):
        mine = 1 + unit[i]
        if out.size > 1:
            members[mine] += 1
        for j in range(i):
            x_sign = (1 if x[i] - x[j] > slack else 0) - (1 if x[j] - x[i] > slack else 0)
            z_sign = (1 if z[i] > z[j] else 0) - (1 if z[i] < z[j] else 0)
            both += x_sign * z_sign
            x_untied += abs(x_sign)
            z_untied += abs(z_sign)
            if out.size > 1:
                other, terms = 1 + unit[j], (x_sign * z_sign, abs(x_sign), abs(z_sign))
                for term in range(3):
                    parts[mine, term] += terms[term]
                    if other != mine:
                        parts[other, term] += terms[term]
    for c in range(out.size):
        x_rest, z_rest = x_untied - parts[c, 1], z_untied - parts[c, 2]
        defined = x.size - members[c] >= enough and x_rest > 0 and z_rest > 0
        out[c] = (both - parts[c, 0]) / np.sqrt(x_rest * z_rest) if defined else np.nan


@kernel
def _ranked(x: Array, unit: Integers, slack: float, ranks: Array, parts: Array) -> None:
    """Write what lies below each value minus what lies above it, and how much of this is of each unit."""
    ranks[:], parts[:] = 0, 0
    for j in range(x.size):
        part = parts[1 + unit[j]] if len(parts) > 1 else ranks
        for i in range(x.size):
            part[i] += (1.0 if x[i] - x[j] > slack else 0.0) - (1.0 if x[j] - x[i] > slack else 0.0)
    for part in parts:
        ranks += part


@kernel
def _spearman(x: Array, z: Array, unit: Integers, slack: float, enough: Whole, out: Array) -> None:
    """Write Spearman's coefficient. Ranks without a unit are those with it minus what it adds to them."""
    n = x.size
    x_ranks, z_ranks, kept = np.empty(n), np.empty(n), np.ones(n)
    x_parts, z_parts = np.empty((out.size, n)), np.empty((out.size, n))
    _ranked(x, unit, slack, x_ranks, x_parts)
    _ranked(z, unit, 0.0, z_ranks, z_parts)
    for c in range(out.size):
        left = 0.0
        products = x_squares = z_squares = 0.0
        for i in range(n):
            kept[i] = 0.0 if 1 + unit[i] == c else 1.0
            left += kept[i]
            a, b = kept[i] * (x_ranks[i] - x_parts[c, i]), kept[i] * (z_ranks[i] - z_parts[c, i])
            products += a * b
            x_squares += a * a
            z_squares += b * b
        defined = left >= enough and x_squares > 0 and z_squares > 0
        out[c] = products / np.sqrt(x_squares * z_squares) if defined else np.nan


@kernel
def coefficient_without(
    kind: int, x: Array, z: Array, unit: Integers, slack: float, enough: Whole, out: Array
) -> None:
    """Write the coefficient of the complete pairs of two vectors; NaN with fewer than `enough`."""
    number = 0
    for i in range(x.size):
        number += 0 if np.isnan(x[i]) or np.isnan(z[i]) else 1
    if number < x.size:
        complete = ~(np.isnan(x) | np.isnan(z))
        x, z, unit = x[complete], z[complete], unit[complete]
    if number < enough:
        out[:] = np.nan
    elif kind == 0:
        _pearson(x, z, unit, slack, enough, out)
    elif kind == 1:
        _spearman(x, z, unit, slack, enough, out)
    else:
        _kendall(x, z, unit, slack, enough, out)


@kernel
def without_each_system(kind: int, x: Array, z: Array) -> Array:
    """Return the coefficient of each row without each of its scores, float64[n_rows, n]."""
    (n_rows, n), enough = x.shape, np.int64(2)
    unit, found = np.arange(n), np.empty((n_rows, 1 + n))
    for row in range(n_rows):
        coefficient_without(kind, x[row], z[row], unit, 0.0, enough, found[row])
    return found[:, 1:]


@kernel
def jackknife_error(apart: Array) -> float:
    """Return the jackknife error of a difference, NaN with fewer than 2 units that can be left out."""
    n, squares, total = 0, 0.0, 0.0
    for without in apart:
        if not np.isnan(without):
            n += 1
            total += without
    mean = total / n if n else np.nan
    for without in apart:
        if not np.isnan(without):
            squares += (without - mean) ** 2
    value: float = np.sqrt(squares * (n - 1) / n) if n > 1 else np.nan
    return value


@kernel
def of_inputs(x: Array, means: Array, cells: Array, z_means: Array, out: Array) -> None:
    """Write Pearson's coefficient of means of systems, `out[0]`, as it is about without each input.

    It changes by its derivatives times what the means change by: `means` are of `cells` scores each, those
    of the judgments, `z_means`, [1 + n_segments, n_systems], with all inputs and without each of them. An
    input cannot be left out where a system has no other one.
    """
    there = np.flatnonzero(~(np.isnan(means) | np.isnan(z_means[0])))
    r, x_middle, z_middle, x_length, z_length = out[0], 0.0, 0.0, 0.0, 0.0
    for n, i in enumerate(there):
        x_middle += (means[i] - x_middle) / (n + 1)
        z_middle += (z_means[0, i] - z_middle) / (n + 1)
    for i in there:
        x_length += (means[i] - x_middle) ** 2
        z_length += (z_means[0, i] - z_middle) ** 2
    x_length, z_length = np.sqrt(x_length), np.sqrt(z_length)
    out[1:] = r
    for i in there:
        dx, dz = (means[i] - x_middle) / x_length, (z_means[0, i] - z_middle) / z_length
        by_x, by_z = (dz - r * dx) / x_length, (dx - r * dz) / z_length
        for j in range(x.shape[1]):
            if not np.isnan(x[i, j]):
                out[1 + j] += by_x * (means[i] - x[i, j]) / (cells[i] - 1) if cells[i] > 1 else np.nan
            out[1 + j] += by_z * (z_means[1 + j, i] - z_means[0, i])
