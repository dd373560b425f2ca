"""Differences of two metrics' coefficients under every swap of their scores, for all pairs of metrics.

A swapped metric is the sum of what it keeps of its own scores and what it gets of the other's. The two parts
are made once for each metric, and a pair only adds them: `kept` and `given` are [n_draws, n_metrics,
n_systems], the sums of the scores that a metric keeps and of those that it gives to the other one. Pairs are
(0, 1), (0, 2) ... (1, 2) ...; every function of pairs returns [n_draws, n_pairs], NaN where undefined.
Scores that differ by no more than `slack`, [n_metrics], of either metric count as equal.
"""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import kernel
from workbench.types import Array


@kernel
def split_sums(values: Array, masks: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Sum what each metric keeps and what it gives away: `kept` and `given`, as above.

    `values` is [n_systems, n_segments, n_metrics], `masks` [n_draws, n_systems, n_segments], True where the
    metrics swap.
    """
    n_systems, n_segments, n_metrics = values.shape
    kept = np.zeros((masks.shape[0], n_metrics, n_systems))
    given = np.zeros((masks.shape[0], n_metrics, n_systems))
    sums = np.empty((2, n_metrics))
    for draw in range(masks.shape[0]):
        for system in range(n_systems):
            sums[:] = 0
            for segment in range(n_segments):
                part = sums[1 if masks[draw, system, segment] else 0]
                for metric in range(n_metrics):
                    part[metric] += values[system, segment, metric]
            for metric in range(n_metrics):
                kept[draw, metric, system] = sums[0, metric]
                given[draw, metric, system] = sums[1, metric]
    return kept, given


@kernel
def _ranked(x: Array, slack: float) -> Array:
    """Return what lies below each value minus what lies above; a NaN lies nowhere."""
    ranks = np.zeros(x.size)
    for i in range(x.size):
        for j in range(x.size):
            ranks[i] += (1 if x[i] - x[j] > slack else 0) - (1 if x[j] - x[i] > slack else 0)
    return ranks


@kernel
def _pearson(x: Array, z: Array, slack: float) -> float:
    """Return Pearson's coefficient of the complete pairs of two vectors, from their distances to the mean."""
    n = 0
    x_mean = z_mean = 0.0
    x_low = z_low = np.inf
    x_high = z_high = -np.inf
    for i in range(x.size):
        if not (np.isnan(x[i]) or np.isnan(z[i])):
            n += 1
            x_mean += (x[i] - x_mean) / n
            z_mean += (z[i] - z_mean) / n
            x_low, x_high = min(x_low, x[i]), max(x_high, x[i])
            z_low, z_high = min(z_low, z[i]), max(z_high, z[i])
    if n < 3 or not x_high - x_low > slack or not z_high > z_low:
        return np.nan
    products = x_squares = z_squares = 0.0
    for i in range(x.size):
        if not (np.isnan(x[i]) or np.isnan(z[i])):
            dx, dz = (x[i] - x_mean) / (x_high - x_low), (z[i] - z_mean) / (z_high - z_low)
            products += dx * dz
            x_squares += dx * dx
            z_squares += dz * dz
    value: float = max(-1.0, min(1.0, products / np.sqrt(x_squares * z_squares)))
    return value


@kernel
def _kendall(x: Array, z: Array, slack: float) -> float:
    """Return Kendall's tau-b of the complete pairs of two vectors."""
    n = 0
    products = x_untied = z_untied = 0
    for i in range(x.size):
        if np.isnan(x[i]) or np.isnan(z[i]):
            continue
        n += 1
        for j in range(i):
            if np.isnan(x[j]) or np.isnan(z[j]):
                continue
            x_sign = (1 if x[i] - x[j] > slack else 0) - (1 if x[j] - x[i] > slack else 0)
            z_sign = (1 if z[i] > z[j] else 0) - (1 if z[i] < z[j] else 0)
            products += x_sign * z_sign
            x_untied += abs(x_sign)
            z_untied += abs(z_sign)
    if n < 3 or x_untied == 0 or z_untied == 0:
        return np.nan
    value: float = products / np.sqrt(float(x_untied) * float(z_untied))
    return value


@kernel
def _spearman(x: Array, z: Array, slack: float) -> float:
    """Return Spearman's coefficient of the complete pairs of two vectors."""
    complete = ~(np.isnan(x) | np.isnan(z))
    if complete.sum() < 3:
        return np.nan
    x, z = _ranked(x[complete], slack), _ranked(z[complete], 0.0)
    spread = np.sqrt((x * x).sum() * (z * z).sum())
    value: float = (x * z).sum() / spread if spread > 0 else np.nan
    return value


@kernel
def _coefficient(kind: int, x: Array, z: Array, slack: float) -> float:
    """Return Pearson's (kind 0), Spearman's (1) or Kendall's (2) coefficient."""
    if kind == 0:
        return _pearson(x, z, slack)
    return _spearman(x, z, slack) if kind == 1 else _kendall(x, z, slack)


@kernel
def pairs_with_gaps(
    kept: Array, given: Array, kept_cells: Array, given_cells: Array, z: Array, slack: Array, kind: int
) -> Array:
    """Return the differences when cells are missing, each from its means.

    The cells are counted like the sums, as `kept_cells` and `given_cells`; `z` is [n_systems].
    """
    n_draws, n_metrics, n_systems = kept.shape
    values = np.empty((n_draws, n_metrics * (n_metrics - 1) // 2))
    x, y = np.empty(n_systems), np.empty(n_systems)
    for draw in range(n_draws):
        pair = 0
        for one in range(n_metrics):
            for other in range(one + 1, n_metrics):
                for i in range(n_systems):
                    x_cells = kept_cells[draw, one, i] + given_cells[draw, other, i]
                    y_cells = kept_cells[draw, other, i] + given_cells[draw, one, i]
                    x[i] = y[i] = np.nan
                    if x_cells > 0:
                        x[i] = (kept[draw, one, i] + given[draw, other, i]) / x_cells
                    if y_cells > 0:
                        y[i] = (kept[draw, other, i] + given[draw, one, i]) / y_cells
                tied = max(slack[one], slack[other])
                values[draw, pair] = _coefficient(kind, x, z, tied) - _coefficient(kind, y, z, tied)
                pair += 1
    return values


@kernel
def pearson_pairs(kept: Array, given: Array, z: Array, slack: Array) -> Array:
    """Return the differences of Pearson's coefficients of complete scores.

    `kept` and `given` are centred over the systems, and so is `z`, of length 1. The square of a sum of two
    parts follows from those of the parts and their product. Where the parts nearly cancel, it is computed
    from the sum itself.
    """
    n_draws, n_metrics, n_systems = kept.shape
    values = np.empty((n_draws, n_metrics * (n_metrics - 1) // 2))
    own, away = np.empty((n_systems, n_metrics)), np.empty((n_systems, n_metrics))
    own_z, away_z = np.empty(n_metrics), np.empty(n_metrics)
    own_squares, away_squares = np.empty(n_metrics), np.empty(n_metrics)
    x_products, y_products = np.empty(n_metrics), np.empty(n_metrics)
    for draw in range(n_draws):
        own_z[:] = away_z[:] = own_squares[:] = away_squares[:] = 0
        for system in range(n_systems):
            for metric in range(n_metrics):
                a, b = kept[draw, metric, system], given[draw, metric, system]
                own[system, metric], away[system, metric] = a, b
                own_z[metric] += a * z[system]
                away_z[metric] += b * z[system]
                own_squares[metric] += a * a
                away_squares[metric] += b * b
        start = 0
        for one in range(n_metrics):
            x_products[one + 1 :] = y_products[one + 1 :] = 0
            for system in range(n_systems):
                a, b = own[system, one], away[system, one]
                for other in range(one + 1, n_metrics):
                    x_products[other] += a * away[system, other]
                    y_products[other] += b * own[system, other]
            cancelled = False
            for other in range(one + 1, n_metrics):
                x_parts, y_parts = (
                    own_squares[one] + away_squares[other],
                    away_squares[one] + own_squares[other],
                )
                x_square, y_square = x_parts + 2 * x_products[other], y_parts + 2 * y_products[other]
                x_value = (own_z[one] + away_z[other]) / np.sqrt(max(x_square, 1e-300))
                y_value = (own_z[other] + away_z[one]) / np.sqrt(max(y_square, 1e-300))
                values[draw, start + other - one - 1] = x_value - y_value
                cancelled |= not (x_square > 1e-5 * x_parts and y_square > 1e-5 * y_parts)
            if cancelled:
                for other in range(one + 1, n_metrics):
                    x_parts, y_parts = (
                        own_squares[one] + away_squares[other],
                        away_squares[one] + own_squares[other],
                    )
                    x_square, y_square = x_parts + 2 * x_products[other], y_parts + 2 * y_products[other]
                    if not (x_square > 1e-5 * x_parts and y_square > 1e-5 * y_parts):
                        tied = max(slack[one], slack[other])
                        x = kept[draw, one] + given[draw, other]
                        y = kept[draw, other] + given[draw, one]
                        value = _pearson(x, z, tied) - _pearson(y, z, tied)
                        values[draw, start + other - one - 1] = value
            start += n_metrics - one - 1
    return values


@kernel
def _system_differences(
    parts: Array, first: NDArray[np.int64], second: NDArray[np.int64], out: Array
) -> None:
    for metric in range(parts.shape[0]):
        for pair in range(first.size):
            out[metric, pair] = parts[metric, first[pair]] - parts[metric, second[pair]]


@kernel
def _signs(a: Array, b: Array, slack: float, weights: NDArray[np.int64]) -> tuple[int, int]:
    """Add the weights of pairs of systems by the sign of a + b, and count the untied ones."""
    total = 0
    untied = 0
    for pair in range(a.size):
        difference = a[pair] + b[pair]
        total += (weights[pair] if difference > slack else 0) - (weights[pair] if difference < -slack else 0)
        untied += 1 if abs(difference) > slack else 0
    return total, untied


@kernel
def sign_pairs(
    kept: Array,
    given: Array,
    slack: Array,
    kind: int,
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    weights: NDArray[np.int64],
    z_square: float,
) -> Array:
    """Return the differences of Spearman's (kind 1) or Kendall's (2) coefficients of complete scores.

    Both numerators are sums over the pairs of systems (`first`, `second`), the first one ahead in `z` or
    tied: the sign of the swapped metric's difference, times a weight that depends on z alone: 1, or the
    difference of the two ranks. `z_square` is what the numerator becomes for z with itself.
    """
    n_draws, n_metrics, n_systems = kept.shape
    values = np.empty((n_draws, n_metrics * (n_metrics - 1) // 2))
    own, away = np.empty((n_metrics, first.size)), np.empty((n_metrics, first.size))
    no_ties = n_systems * (n_systems**2 - 1) / 3
    for draw in range(n_draws):
        _system_differences(kept[draw], first, second, own)
        _system_differences(given[draw], first, second, away)
        pair = 0
        for one in range(n_metrics):
            for other in range(one + 1, n_metrics):
                tied = max(slack[one], slack[other])
                value = 0.0
                for side in range(2):
                    keeps, gives = (one, other) if side == 0 else (other, one)
                    total, untied = _signs(own[keeps], away[gives], tied, weights)
                    if kind == 2:
                        square = float(untied)
                    elif untied == first.size:
                        square = no_ties
                    else:
                        ranks = _ranked(kept[draw, keeps] + given[draw, gives], tied)
                        square = (ranks * ranks).sum()
                    spread = np.sqrt(square * z_square)
                    result = total / spread if spread > 0 else np.nan
                    value = value + result if side == 0 else value - result
                values[draw, pair] = value
                pair += 1
    return values
