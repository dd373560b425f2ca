"""Sums over pairs of systems and over drawn systems, for correlations and their resampling.

`weights` says how often each system was drawn, float64 whole numbers. Signs are those of the differences
between two systems' scores, int8[n_pairs, n_segments], pairs (0, 1), (0, 2) ... (1, 2) ...; a missing score
has sign 0 with every other. Every sum runs in one fixed order, a draw at a time, so that a result does not
depend on which draws are computed together. Libraries of matrix products promise that for whole numbers only.
"""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import kernel
from workbench.types import Array, Masks


@kernel
def resampled_sums(values: Array, counts: Array) -> Array:
    """Sum the segments of each system, each as often as it was drawn.

    `values` is [n_segments, n_systems], `counts` [n_draws, n_segments]; returns [n_draws, n_systems].
    """
    sums = np.zeros((counts.shape[0], values.shape[1]))
    for draw in range(counts.shape[0]):
        for segment in range(values.shape[0]):
            count = counts[draw, segment]
            if count != 0:
                for system in range(values.shape[1]):
                    sums[draw, system] += count * values[segment, system]
    return sums


@kernel
def sign_of_difference(one: float, other: float) -> int:
    """Return the sign of `one` minus `other`, 0 where either is NaN."""
    return 1 if one > other else -1 if one < other else 0


@kernel
def row_pairs(x: Array, z: Array, weights: Array) -> Array:
    """Count the pairs of each row: concordant minus discordant, not tied in x, not tied in z.

    All are [n_rows, n]; returns [n_rows, 3]. A pair counts the product of its two weights.
    """
    counts = np.zeros((x.shape[0], 3))
    for row in range(x.shape[0]):
        for i in range(x.shape[1]):
            for j in range(i):
                weight = weights[row, i] * weights[row, j]
                if weight != 0:
                    x_sign = sign_of_difference(x[row, i], x[row, j])
                    z_sign = sign_of_difference(z[row, i], z[row, j])
                    counts[row, 0] += weight * (x_sign * z_sign)
                    counts[row, 1] += weight * (x_sign * x_sign)
                    counts[row, 2] += weight * (z_sign * z_sign)
    return counts


@kernel
def row_ranks(x: Array, weights: Array) -> Array:
    """Return what lies below each value of a row minus what lies above, which is twice its centred rank.

    Both are [n_rows, n], and so is the result.
    """
    ranks = np.zeros(x.shape)
    for row in range(x.shape[0]):
        for i in range(x.shape[1]):
            for j in range(i):
                sign = sign_of_difference(x[row, i], x[row, j])
                ranks[row, i] += weights[row, j] * sign
                ranks[row, j] -= weights[row, i] * sign
    return ranks


@kernel
def segment_centres(x: Array, present: Masks, weights: Array) -> Array:
    """Return the mean of each segment over the drawn systems, exact where their scores are all equal.

    `x` and `present` are [n_systems, n_segments], `weights` [n_draws, n_systems]; returns
    [n_draws, n_segments], 0 where nothing present was drawn. The deviations of equal scores from it are
    exactly 0 because it is found as the first of them plus the mean distance from that one.
    """
    n_systems, n_segments = x.shape
    centres = np.zeros((weights.shape[0], n_segments))
    drawn = np.empty(n_segments)
    moved = np.empty(n_segments)
    for draw in range(weights.shape[0]):
        drawn[:] = 0
        moved[:] = 0
        for system in range(n_systems):
            weight = weights[draw, system]
            if weight != 0:
                for segment in range(n_segments):
                    if present[system, segment]:
                        if drawn[segment] == 0:
                            centres[draw, segment] = x[system, segment]
                        drawn[segment] += weight
                        moved[segment] += weight * (x[system, segment] - centres[draw, segment])
        for segment in range(n_segments):
            if drawn[segment] != 0:
                centres[draw, segment] += moved[segment] / drawn[segment]
    return centres


@kernel
def value_products(
    x: Array, x_centres: Array, z: Array, z_centres: Array, present: Masks, weights: Array
) -> Array:
    """Sum the products of deviations of the drawn systems, which is Pearson's numerator.

    `x`, `z`, `present` are [n_systems, n_segments], the centres [n_draws, n_segments]; returns the latter.
    """
    n_systems, n_segments = x.shape
    sums = np.zeros((weights.shape[0], n_segments))
    for draw in range(weights.shape[0]):
        for system in range(n_systems):
            weight = weights[draw, system]
            if weight != 0:
                for segment in range(n_segments):
                    product = (x[system, segment] - x_centres[draw, segment]) * (
                        z[system, segment] - z_centres[draw, segment]
                    )
                    sums[draw, segment] += weight * product if present[system, segment] else 0.0
    return sums


@kernel
def drawn_ranks(signs: NDArray[np.int8], weights: Array) -> NDArray[np.int16]:
    """Return twice the centred rank of each drawn system in each segment.

    A rank is linear in the weights: what was drawn below minus what was drawn above. It stays within the
    number of systems drawn, at most 32,767. Returns [n_draws, n_systems, n_segments].
    """
    n_draws, n_systems = weights.shape
    n_segments = signs.shape[1]
    ranks = np.zeros((n_draws, n_systems, n_segments), np.int16)
    for draw in range(n_draws):
        pair = 0
        for i in range(n_systems):
            i_weight = np.int16(weights[draw, i])
            for j in range(i + 1, n_systems):
                j_weight = np.int16(weights[draw, j])
                if i_weight != 0 and j_weight != 0:
                    for segment in range(n_segments):
                        ranks[draw, i, segment] += np.int16(j_weight * signs[pair, segment])
                        ranks[draw, j, segment] -= np.int16(i_weight * signs[pair, segment])
                pair += 1
    return ranks


@kernel
def rank_products(x_ranks: NDArray[np.int16], z_ranks: NDArray[np.int16], weights: Array) -> Array:
    """Sum the products of the ranks of drawn systems, Spearman's numerator; [n_draws, n_segments]."""
    n_draws, n_systems, n_segments = x_ranks.shape
    sums = np.zeros((n_draws, n_segments))
    for draw in range(n_draws):
        for i in range(n_systems):
            weight = weights[draw, i]
            if weight != 0:
                for segment in range(n_segments):
                    sums[draw, segment] += weight * (
                        np.float64(x_ranks[draw, i, segment]) * np.float64(z_ranks[draw, i, segment])
                    )
    return sums


@kernel
def mean_coefficients(products: Array, x_squares: Array, z_squares: Array, counts: Array) -> Array:
    """Average the coefficients of the drawn segments where they are defined; NaN where none is.

    All are [n_draws, n_segments]: the numerator, the same sum of x with x and of z with z, and how often
    each segment was drawn. Returns [n_draws].
    """
    n_draws, n_segments = products.shape
    means = np.full(n_draws, np.nan)
    # first what many can be made of at a time, then the sums in their order
    summands, used = np.empty(n_segments), np.empty(n_segments)
    for draw in range(n_draws):
        for segment in range(n_segments):
            spread = np.sqrt(x_squares[draw, segment] * z_squares[draw, segment])
            share = max(-1.0, min(1.0, np.divide(products[draw, segment], spread)))
            used[segment] = counts[draw, segment] if spread > 0 else 0.0
            summands[segment] = counts[draw, segment] * share if spread > 0 else 0.0
        total = 0.0
        drawn = 0.0
        for segment in range(n_segments):
            total += summands[segment]
            drawn += used[segment]
        if drawn != 0:
            means[draw] = total / drawn
    return means
