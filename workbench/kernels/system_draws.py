"""Coefficients of many metrics' system scores under bootstrap draws, the metrics side by side.

System scores are [n_draws, n_systems, n_metrics], the judgments' [n_draws, n_systems], without missing
values; `weights`, [n_draws, n_systems], says how often each system was drawn. Coefficients are
[n_draws, n_metrics], NaN where scores are constant.
"""

import numpy as np

from workbench.kernels.compile import kernel
from workbench.types import Array


@kernel
def round_systems(scores: Array, counts: Array, powers: Array, least: int, digits: int) -> None:
    """Divide sums by the number of segments and round them like `stats.noise.round_noise`, in place.

    `counts` is [n_draws]; `powers` are the powers of ten from 10 ** `least` up.
    """
    n_draws, n_systems, n_metrics = scores.shape
    largest = np.empty(n_metrics)
    scales = np.empty(n_metrics)
    for draw in range(n_draws):
        largest[:] = 0
        for system in range(n_systems):
            for metric in range(n_metrics):
                scores[draw, system, metric] /= counts[draw]
                largest[metric] = max(largest[metric], abs(scores[draw, system, metric]))
        for metric in range(n_metrics):
            exponent = np.searchsorted(powers, largest[metric], side="right") - 1 + least
            scales[metric] = powers[min(max(digits - 1 - exponent, least), -least) - least]
        for system in range(n_systems):
            for metric in range(n_metrics):
                rounded = np.rint(scores[draw, system, metric] * scales[metric])
                scores[draw, system, metric] = rounded / scales[metric]


@kernel
def _ratios(products: Array, squares: Array, z_square: float, out: Array) -> None:
    for metric in range(products.size):
        spread = np.sqrt(squares[metric] * z_square)
        out[metric] = max(-1.0, min(1.0, products[metric] / spread)) if spread > 0 else np.nan


@kernel
def pearson_draws(scores: Array, z: Array, weights: Array) -> Array:
    """Return Pearson's coefficients, from distances to the mean scaled to at most about 1."""
    n_draws, n_systems, n_metrics = scores.shape
    values = np.full((n_draws, n_metrics), np.nan)
    moved = np.empty((n_systems, n_metrics))
    mean, scale = np.empty(n_metrics), np.empty(n_metrics)
    products, squares = np.empty(n_metrics), np.empty(n_metrics)
    for draw in range(n_draws):
        drawn = np.flatnonzero(weights[draw])
        if drawn.size == 0:
            continue
        total = weights[draw].sum()
        first = drawn[0]
        z_mean = 0.0
        for system in drawn:
            z_mean += weights[draw, system] * (z[draw, system] - z[draw, first]) / total
        z_scale = 0.0
        for system in drawn:
            z_scale = max(z_scale, abs(z[draw, system] - z[draw, first] - z_mean))
        if z_scale == 0:
            continue
        mean[:] = scale[:] = products[:] = squares[:] = 0
        for system in drawn:
            share = weights[draw, system] / total
            for metric in range(n_metrics):
                distance = scores[draw, system, metric] - scores[draw, first, metric]
                moved[system, metric] = distance
                mean[metric] += share * distance
        for system in drawn:
            for metric in range(n_metrics):
                scale[metric] = max(scale[metric], abs(moved[system, metric] - mean[metric]))
        for metric in range(n_metrics):
            scale[metric] = 1 / scale[metric] if scale[metric] > 0 else 0.0
        z_square = 0.0
        for system in drawn:
            weight = weights[draw, system]
            distance = (z[draw, system] - z[draw, first] - z_mean) / z_scale
            z_square += weight * distance * distance
            for metric in range(n_metrics):
                deviation = (moved[system, metric] - mean[metric]) * scale[metric]
                products[metric] += weight * distance * deviation
                squares[metric] += weight * deviation * deviation
        _ratios(products, squares, z_square, values[draw])
    return values


@kernel
def rank_draws(scores: Array, z: Array, weights: Array) -> tuple[Array, Array]:
    """Return Spearman's and Kendall's coefficients, both from the signs of the systems' differences."""
    n_draws, n_systems, n_metrics = scores.shape
    spearman = np.full((n_draws, n_metrics), np.nan)
    kendall = np.full((n_draws, n_metrics), np.nan)
    ranks = np.empty((n_systems, n_metrics))
    z_ranks = np.empty(n_systems)
    products, squares = np.empty(n_metrics), np.empty(n_metrics)
    for draw in range(n_draws):
        drawn = np.flatnonzero(weights[draw])
        ranks[:] = 0
        z_ranks[:] = products[:] = squares[:] = 0
        z_square = 0.0
        for at in range(drawn.size):
            i = drawn[at]
            for j in drawn[:at]:
                i_weight, j_weight = weights[draw, i], weights[draw, j]
                weight = i_weight * j_weight
                z_sign = (1.0 if z[draw, i] > z[draw, j] else 0.0) - (1.0 if z[draw, i] < z[draw, j] else 0.0)
                z_ranks[i] += j_weight * z_sign
                z_ranks[j] -= i_weight * z_sign
                z_square += weight * abs(z_sign)
                for metric in range(n_metrics):
                    one, other = scores[draw, i, metric], scores[draw, j, metric]
                    sign = (1.0 if one > other else 0.0) - (1.0 if one < other else 0.0)
                    ranks[i, metric] += j_weight * sign
                    ranks[j, metric] -= i_weight * sign
                    products[metric] += weight * z_sign * sign
                    squares[metric] += weight * abs(sign)
        _ratios(products, squares, z_square, kendall[draw])
        products[:] = squares[:] = 0
        z_square = 0.0
        for i in drawn:
            weight = weights[draw, i]
            z_square += weight * z_ranks[i] * z_ranks[i]
            for metric in range(n_metrics):
                products[metric] += weight * z_ranks[i] * ranks[i, metric]
                squares[metric] += weight * ranks[i, metric] * ranks[i, metric]
        _ratios(products, squares, z_square, spearman[draw])
    return spearman, kendall
