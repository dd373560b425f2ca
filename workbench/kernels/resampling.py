"""Sums over pairs of systems, over drawn systems and over blocks of segments, for correlations.

`weights` says how often each system was drawn: whole numbers. Every sum runs in one fixed order, a draw at a
time, so that a result does not depend on which draws are computed together. Libraries of matrix products
promise that for whole numbers only.
"""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import kernel
from workbench.types import Array, Integers, Masks

Weights = NDArray[np.float32] | Array


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
def block_sums(values: Array, orders: NDArray[np.int32], size: int) -> Array:
    """Sum columns of numbers over the blocks of each order of segments, one segment after another.

    `values` is [n_segments, n_columns], `orders` [n, m]: the first `size` segments of a row are its first
    block, and -1 stands behind the last. Returns [n_columns, n, blocks], NaN for a block that is not full.
    """
    n_blocks, n_columns = orders.shape[1] // size, values.shape[1]
    sums = np.full((n_columns, orders.shape[0], n_blocks), np.nan)
    total = np.empty(n_columns)
    for row in range(orders.shape[0]):
        for block in range(n_blocks):
            end = (block + 1) * size
            if orders[row, end - 1] >= 0:
                total[:] = 0.0
                for place in range(end - size, end):
                    segment = orders[row, place]
                    for column in range(n_columns):
                        total[column] += values[segment, column]
                for column in range(n_columns):
                    sums[column, row, block] = total[column]
    return sums


@kernel
def segment_centres(x: Array, weights: Array) -> Array:
    """Return the mean of each segment over the drawn systems, exact where their scores are all equal.

    `x` is [n_systems, n_segments], NaN for a missing score, `weights` [n_systems, n_draws]; returns
    [n_segments, n_draws], 0 where nothing present was drawn. The deviations of equal scores from it are
    exactly 0 because it is found as the first of them plus the mean distance from that one.
    """
    n_systems, n_draws = weights.shape
    centres = np.zeros((x.shape[1], n_draws))
    for segment in range(x.shape[1]):
        drawn, moved = np.zeros((2, n_draws))
        for system in range(n_systems):
            score = x[system, segment]
            if not np.isnan(score):
                for draw in range(n_draws):
                    weight = weights[system, draw]
                    is_first = weight != 0 and drawn[draw] == 0
                    centre = score if is_first else centres[segment, draw]
                    centres[segment, draw] = centre
                    drawn[draw] += weight
                    moved[draw] += weight * (score - centre)
        for draw in range(n_draws):
            if drawn[draw] != 0:
                centres[segment, draw] += moved[draw] / drawn[draw]
    return centres


@kernel
def value_products(
    x: Array,
    x_centres: Array,
    z: Array,
    z_centres: Array,
    weights: Array,
) -> Array:
    """Sum the products of deviations of the drawn systems, which is Pearson's numerator.

    Arguments are those of `segment_centres`, and what it returns; a missing score is missing in x and in z.
    Returns [n_segments, n_draws].
    """
    n_systems, n_draws = weights.shape
    found = np.zeros((x.shape[1], n_draws))
    for segment in range(x.shape[1]):
        for system in range(n_systems):
            ours, theirs = x[system, segment], z[system, segment]
            if not np.isnan(ours):
                for draw in range(n_draws):
                    product = (ours - x_centres[segment, draw]) * (theirs - z_centres[segment, draw])
                    found[segment, draw] += weights[system, draw] * product
    return found


@kernel
def ordered_squares(kendall: bool, order: Integers, last: Masks, weights: Weights) -> Array:
    """Return what `pair_products`, or else `rank_products`, is of scores with themselves.

    `order` and `last` are [n_segments, n_systems]: the systems of each segment from the least score on, -1 in
    the place of one without a score, and where equal scores end. `weights` is [n_systems, n_draws]; returns
    [n_segments, n_draws]. All sums are whole numbers that the type of the weights holds, so that their order
    does not matter.
    """
    n_segments, n_draws = order.shape[0], weights.shape[1]
    found = np.zeros((n_segments, n_draws))
    for segment in range(n_segments):
        total, below, own, sums = np.zeros((4, n_draws), weights.dtype)
        for system in order[segment]:
            if system >= 0:
                for draw in range(n_draws):
                    total[draw] += weights[system, draw]
        for place in range(order.shape[1]):
            system = order[segment, place]
            if system >= 0:
                for draw in range(n_draws):
                    own[draw] += weights[system, draw]
                if last[segment, place]:
                    for draw in range(n_draws):
                        rank = 2 * below[draw] + own[draw] - total[draw]
                        sums[draw] += own[draw] * (below[draw] if kendall else rank * rank)
                        below[draw] += own[draw]
                        own[draw] = 0
        for draw in range(n_draws):
            found[segment, draw] = sums[draw]
    return found


@kernel
def rank_products(
    x_order: Integers, x_last: Masks, z_order: Integers, z_last: Masks, weights: Weights
) -> Array:
    """Sum the products of twice the centred ranks of drawn systems, Spearman's numerator.

    A rank is what was drawn below minus what was drawn above. Arguments and result are those of
    `ordered_squares`; the same systems have a score in x and in z.
    """
    n_segments, n_draws = x_order.shape[0], weights.shape[1]
    found, ranks = np.zeros((n_segments, n_draws)), np.zeros(weights.shape, weights.dtype)
    for segment in range(n_segments):
        below, own, sums = np.zeros((3, n_draws), weights.dtype)
        first = 0
        for place in range(z_order.shape[1]):
            system = z_order[segment, place]
            if system >= 0:
                for draw in range(n_draws):
                    own[draw] += weights[system, draw]
                if z_last[segment, place]:
                    for equal in z_order[segment, first : place + 1]:
                        for draw in range(n_draws):
                            ranks[equal, draw] = 2 * below[draw] + own[draw]
                    for draw in range(n_draws):
                        below[draw] += own[draw]
                        own[draw] = 0
                    first = place + 1
        total = below
        below, both = np.zeros((2, n_draws), weights.dtype)
        for place in range(x_order.shape[1]):
            system = x_order[segment, place]
            if system >= 0:
                for draw in range(n_draws):
                    own[draw] += weights[system, draw]
                    both[draw] += weights[system, draw] * (ranks[system, draw] - total[draw])
                if x_last[segment, place]:
                    for draw in range(n_draws):
                        sums[draw] += (2 * below[draw] + own[draw] - total[draw]) * both[draw]
                        below[draw] += own[draw]
                        own[draw], both[draw] = 0, 0
        for draw in range(n_draws):
            found[segment, draw] = sums[draw]
    return found


@kernel
def pair_products(
    x_order: Integers, x_last: Masks, z_order: Integers, z_last: Masks, weights: Weights
) -> Array:
    """Count concordant minus discordant pairs of drawn systems, Kendall's numerator.

    Systems come from the least x on; those that were there before are looked up by z in a tree of partial
    sums (Fenwick 1994), n log n steps for all draws. Arguments and result are those of `rank_products`.
    """
    n_segments, n_systems = x_order.shape
    n_draws = weights.shape[1]
    found = np.zeros((n_segments, n_draws))
    tree, net = np.zeros((n_systems + 1, n_draws), weights.dtype), np.zeros(n_draws, weights.dtype)
    places = np.zeros(n_systems, np.int64)
    for segment in range(n_segments):
        sums, total = np.zeros((2, n_draws), weights.dtype)
        n_places = 1
        for place in range(n_systems):
            if z_order[segment, place] >= 0:
                places[z_order[segment, place]] = n_places
                n_places += z_last[segment, place]
        tree[:n_places] = 0
        first = 0
        for place in range(n_systems):
            if x_order[segment, place] < 0 or not x_last[segment, place]:
                continue
            for system in x_order[segment, first : place + 1]:
                for draw in range(n_draws):
                    net[draw] = -total[draw]
                for to in (places[system] - 1, places[system]):
                    while to > 0:
                        for draw in range(n_draws):
                            net[draw] += tree[to, draw]
                        to -= to & -to
                for draw in range(n_draws):
                    sums[draw] += weights[system, draw] * net[draw]
            for system in x_order[segment, first : place + 1]:
                to = places[system]
                while to < n_places:
                    for draw in range(n_draws):
                        tree[to, draw] += weights[system, draw]
                    to += to & -to
                for draw in range(n_draws):
                    total[draw] += weights[system, draw]
            first = place + 1
        for draw in range(n_draws):
            found[segment, draw] = sums[draw]
    return found


@kernel
def mean_coefficients(
    products: Array,
    x_squares: Array,
    z_squares: Array,
    counts: Array,
) -> Array:
    """Average the coefficients of the drawn segments where they are defined; NaN where none is.

    All are [n_segments, n_draws]: the numerator, the same sum of x with x and of z with z, and how often
    each segment was drawn. Returns [n_draws].
    """
    n_segments, n_draws = products.shape
    means, drawn = np.zeros((2, n_draws))
    for segment in range(n_segments):
        for draw in range(n_draws):
            spread = np.sqrt(x_squares[segment, draw] * z_squares[segment, draw])
            share = max(-1.0, min(1.0, np.divide(products[segment, draw], spread)))
            count = counts[segment, draw]
            means[draw] += count * share if spread > 0 else 0.0
            drawn[draw] += count if spread > 0 else 0.0
    for draw in range(n_draws):
        means[draw] = means[draw] / drawn[draw] if drawn[draw] > 0 else np.nan
    return means
