"""Coefficients, and what they are when each of some units is left out: what a jackknife needs, in one pass.

Many vectors are looked at at once, in loops of which a processor does several steps at a time: `x` and `z`
are [n, n_vectors], NaN where an observation is missing. A unit is a system or an input; `unit` says to which
one an observation belongs. Scores that differ by no more than `slack` are equal. What the three kinds return
is [1 + n_units, 3, n_vectors]: the sum of products and the two of squares, with all units and without each.
"""

import numpy as np

from workbench.kernels.compile import kernel
from workbench.types import Array, Integers, Masks, WordIds

_NEAR_ONE = 1 - 1e-9
"""Fisher's z of a larger coefficient is that of this one: that of 1 is infinite."""
KINDS = {"pearson": 0, "spearman": 1, "kendall": 2}
REST = 1e-13
"""What is left of a sum of squares after a unit is taken out is noise when it is a smaller share of it."""


@kernel
def _shares(values: Array, slack: float) -> Array:
    """Return how far values are from their mean, as shares of their range; 0 where missing or all equal."""
    shares = np.zeros(values.shape)
    middle, number = np.zeros(values.shape[1]), np.zeros(values.shape[1])
    low, spread = np.full(values.shape[1], np.inf), np.full(values.shape[1], -np.inf)
    for row in values:
        for at in range(row.size):
            middle[at] += 0.0 if np.isnan(row[at]) else row[at]
            number[at] += 0.0 if np.isnan(row[at]) else 1.0
        for at in range(row.size):
            low[at] = row[at] if row[at] < low[at] else low[at]
            spread[at] = row[at] if row[at] > spread[at] else spread[at]
    for at in range(low.size):
        middle[at] = np.divide(middle[at], number[at])
        spread[at] = spread[at] - low[at] if spread[at] - low[at] > slack else np.inf
    for i in range(len(values)):
        row, own = values[i], shares[i]
        for at in range(row.size):
            share = np.divide(row[at] - middle[at], spread[at])
            own[at] = 0.0 if np.isnan(share) else share
    return shares


@kernel
def _add_products(a: Array | WordIds, b: Array | WordIds, sums: Array | WordIds) -> None:
    for at in range(a.size):
        sums[0, at] += a[at] * b[at]
        sums[1, at] += a[at] * a[at]
        sums[2, at] += b[at] * b[at]


@kernel
def _pearson(x: Array, z: Array, unit: Integers, number: Array, slack: float) -> Array:
    sums = np.zeros((len(number), 3, x.shape[1]))
    dx, dz = _shares(x, slack), _shares(z, 0.0)
    for i in range(unit.size):
        _add_products(dx[i], dz[i], sums[0])
    for c in range(1, len(number)):
        own, means = np.zeros((3, x.shape[1])), np.zeros((2, x.shape[1]))
        for i in range(unit.size):
            if unit[i] == c - 1:
                _add_products(dx[i], dz[i], own)
                _add(dx[i], means[0])
                _add(dz[i], means[1])
        for a, b, k in ((means[0], means[1], 0), (means[0], means[0], 1), (means[1], means[1], 2)):
            _take_out(sums[0, k], own[k], a, b, number[c], sums[c, k])
    return sums


@kernel
def _add(row: Array, total: Array) -> None:
    for at in range(row.size):
        total[at] += row[at]


@kernel
def _take_out(whole: Array, own: Array, a: Array, b: Array, left: Array, rest: Array) -> None:
    for at in range(rest.size):
        rest[at] = whole[at] - own[at] - np.divide(a[at] * b[at], left[at])


@kernel
def _compare(a: Array, b: Array, slack: float, signs: WordIds) -> None:
    """Write 1 where `a` is above `b`, -1 where it is below, 0 where they are equal or one is missing."""
    for at in range(a.size):
        signs[at] = np.int32(a[at] - b[at] > slack) - np.int32(a[at] - b[at] < -slack)


@kernel
def _ranks(values: Array, members: Masks, slack: float) -> Array:
    """Return how many members each value is above, less how many it is below: twice its rank, centred."""
    ranks, signs = np.zeros(values.shape), np.zeros(values.shape[1], np.int32)
    for j in np.flatnonzero(members):
        for i in range(len(values)):
            _compare(values[i], values[j], slack, signs)
            for at in range(signs.size):
                ranks[i, at] += signs[at]
    return ranks


@kernel
def _spearman(x: Array, z: Array, unit: Integers, number: Array, slack: float) -> Array:
    sums = np.zeros((len(number), 3, x.shape[1]))
    x_ranks, z_ranks = _ranks(x, unit >= 0, slack), _ranks(z, unit >= 0, 0.0)
    for c in range(len(number)):
        own = unit == c - 1
        x_left, z_left = x_ranks - _ranks(x, own, slack), z_ranks - _ranks(z, own, 0.0)
        for i in np.flatnonzero(~own):
            _add_products(x_left[i], z_left[i], sums[c])
    return sums


@kernel
def _kendall(x: Array, z: Array, unit: Integers, number: Array, slack: float) -> Array:
    """Return the sums for tau-b. A unit takes away the pairs of its members, those among themselves once."""
    sums = np.zeros((len(number), 3, x.shape[1]), np.int32)
    ours, theirs = np.zeros(x.shape[1], np.int32), np.zeros(x.shape[1], np.int32)
    for i in range(unit.size):
        for j in range(i):
            _compare(x[i], x[j], slack, ours)
            _compare(z[i], z[j], 0.0, theirs)
            _add_products(ours, theirs, sums[0])
            if len(number) > 1:
                _add_products(ours, theirs, sums[1 + unit[i]])
                if unit[j] != unit[i]:
                    _add_products(ours, theirs, sums[1 + unit[j]])
    sums[1:] = sums[0] - sums[1:]
    return sums.astype(np.float64)


@kernel
def coefficients_without(
    kind: int, x: Array, z: Array, unit: Integers, n_units: int, slack: float, enough: int
) -> Array:
    """Return the coefficient of each vector, and without each unit, float64[1 + n_units, n_vectors].

    NaN where fewer than `enough` observations are complete, or one side is constant.
    """
    x, z, number = x.copy(), z.copy(), np.zeros((1 + n_units, x.shape[1]))
    for i in range(unit.size):
        for at in range(x.shape[1]):
            x[i, at], z[i, at] = (
                np.nan if np.isnan(z[i, at]) else x[i, at],
                np.nan if np.isnan(x[i, at]) else z[i, at],
            )
            number[0, at] += 0.0 if np.isnan(x[i, at]) else 1.0
        if n_units:
            for at in range(x.shape[1]):
                number[1 + unit[i], at] += 0.0 if np.isnan(x[i, at]) else 1.0
    number[1:] = number[0] - number[1:]
    if kind == 0:
        sums = _pearson(x, z, unit, number, slack)
    elif kind == 1:
        sums = _spearman(x, z, unit, number, slack)
    else:
        sums = _kendall(x, z, unit, number, slack)
    found = np.empty(number.shape)
    for c in range(len(number)):
        both, xx, zz = sums[c, 0], sums[c, 1], sums[c, 2]
        for at in range(x.shape[1]):
            value = np.divide(both[at], np.sqrt(xx[at] * zz[at]))
            is_defined = (xx[at] > REST * sums[0, 1, at]) & (zz[at] > REST * sums[0, 2, at])
            value = -1.0 if value < -1.0 else value
            value = 1.0 if value > 1.0 else value
            found[c, at] = value if is_defined & (number[c, at] >= enough) else np.nan
    return found


@kernel
def of_inputs(x: Array, means: Array, cells: Array, z_means: Array, r: Array) -> Array:
    """Return Pearson's coefficients `r` of means of systems as they are about without each input.

    They change by their derivatives times what the means change by: `x` is [n_draws, n_systems, n_segments],
    `means` of `cells` scores each [n_systems, n_draws], and `z_means`, those of the judgments with all inputs
    and without each of them, [1 + n_segments, n_systems]. An input cannot be left out where a system has no
    other one. The result is [n_segments, n_draws].
    """
    z, without = z_means[0], np.empty((x.shape[2], r.size))
    for draw in range(r.size):
        mine, out = means[:, draw], np.full(x.shape[2], r[draw])
        n, x_middle, z_middle = 0, 0.0, 0.0
        for i in range(mine.size):
            if not (np.isnan(mine[i]) or np.isnan(z[i])):
                n += 1
                x_middle += (mine[i] - x_middle) / n
                z_middle += (z[i] - z_middle) / n
        x_length = z_length = 0.0
        for i in range(mine.size):
            if not (np.isnan(mine[i]) or np.isnan(z[i])):
                x_length += (mine[i] - x_middle) ** 2
                z_length += (z[i] - z_middle) ** 2
        x_length, z_length = np.sqrt(x_length), np.sqrt(z_length)
        for i in range(mine.size):
            if np.isnan(mine[i]) or np.isnan(z[i]):
                continue
            dx, dz, number = (mine[i] - x_middle) / x_length, (z[i] - z_middle) / z_length, cells[i, draw]
            by_x, by_z = (dz - r[draw] * dx) / x_length, (dx - r[draw] * dz) / z_length
            for j in range(out.size):
                if not np.isnan(x[draw, i, j]):
                    out[j] += by_x * (mine[i] - x[draw, i, j]) / (number - 1) if number > 1 else np.nan
                out[j] += by_z * (z_means[1 + j, i] - z[i])
        without[:, draw] = out
    return without


@kernel
def fisher_apart(a: Array, b: Array) -> Array:
    """Return the differences of Fisher's z of coefficients, float64[n, n_draws]."""
    apart = np.empty(a.shape)
    for row in range(len(a)):
        for draw in range(a.shape[1]):
            r = max(-_NEAR_ONE, min(_NEAR_ONE, a[row, draw]))
            s = max(-_NEAR_ONE, min(_NEAR_ONE, b[row, draw]))
            is_there = not (np.isnan(a[row, draw]) or np.isnan(b[row, draw]))
            apart[row, draw] = np.log((1 + r) * (1 - s) / ((1 - r) * (1 + s))) / 2 if is_there else np.nan
    return apart
