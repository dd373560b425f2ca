"""Ranks and pairs of observations: of those that count several times in n log n steps, else pair by pair.

Values are [n_rows, n], or [1, n] where all rows share them, and so are their orders, those that `np.argsort`
gives along the rows (faster than what could be compiled here). `weights`, [n_rows, n], are whole numbers; 0
leaves an observation out, NaN have to have it.
"""

import numpy as np

from workbench.kernels.compile import kernel
from workbench.types import Array, Integers


@kernel
def _write_ranks(values: Array, weights: Array, order: Integers, ranks: Array) -> None:
    """Write what lies below each value minus what lies above it, which is twice its centred rank."""
    below, equal, first, total = 0.0, 0.0, 0, weights.sum()
    for step in range(order.size):
        equal += weights[order[step]]
        if step + 1 == order.size or values[order[step + 1]] != values[order[step]]:
            for at in range(first, step + 1):
                ranks[order[at]] = 2 * below + equal - total
            below, equal, first = below + equal, 0.0, step + 1


@kernel
def row_ranks(values: Array, weights: Array, orders: Integers) -> Array:
    """Return twice the centred ranks of each row."""
    ranks = np.zeros(weights.shape)
    for row in range(len(ranks)):
        own = min(row, len(values) - 1)
        _write_ranks(values[own], weights[row], orders[own], ranks[row])
    return ranks


@kernel
def row_products(x: Array, z: Array, weights: Array, x_orders: Integers, z_orders: Integers) -> Array:
    """Sum products of the doubled centred ranks of each row: x with z, x with x, z with z; [n_rows, 3]."""
    n_rows, n = weights.shape
    sums, x_ranks, z_ranks = np.zeros((n_rows, 3)), np.zeros(n), np.zeros(n)
    for row in range(n_rows):
        of_x, of_z = min(row, len(x) - 1), min(row, len(z) - 1)
        _write_ranks(x[of_x], weights[row], x_orders[of_x], x_ranks)
        _write_ranks(z[of_z], weights[row], z_orders[of_z], z_ranks)
        for at in range(n):
            sums[row, 0] += weights[row, at] * x_ranks[at] * z_ranks[at]
            sums[row, 1] += weights[row, at] * x_ranks[at] * x_ranks[at]
            sums[row, 2] += weights[row, at] * z_ranks[at] * z_ranks[at]
    return sums


@kernel
def row_pairs(
    x: Array, z: Array, weights: Array, x_orders: Integers, z_orders: Integers, epsilon: float
) -> Array:
    """Count the pairs of each row: concordant, discordant, tied in z alone, in x alone, in both; [n_rows, 5].

    A pair counts the product of its two weights. Scores of x are tied that differ by at most `epsilon`, as
    floating point gives the difference. Observations come from the least x on; those of a lesser x are looked
    up by their z in a tree of partial sums (Knight 1966; Fenwick 1994).
    """
    n_rows, n = weights.shape
    counts, tree, places = np.zeros((n_rows, 5)), np.zeros(n + 1), np.zeros(n, np.int64)
    for row in range(n_rows):
        of_x, of_z, own = min(row, len(x) - 1), min(row, len(z) - 1), weights[row]
        order, z_order = x_orders[of_x][own[x_orders[of_x]] > 0], z_orders[of_z][own[z_orders[of_z]] > 0]
        scores, judgments = x[of_x][order], z[of_z]
        n_places, lesser, equal, untied, last = 0, 0.0, 0.0, 0.0, np.nan
        for at in z_order:
            if judgments[at] != last:
                n_places, lesser, equal, last = n_places + 1, lesser + equal, 0.0, judgments[at]
            places[at] = n_places
            equal += own[at]
            untied += own[at] * lesser
        tree[: n_places + 1] = 0
        entered, total, passed, below, within = 0, 0.0, 0.0, 0.0, 0.0
        for place in range(order.size):
            at = order[place]
            while scores[place] - scores[entered] > epsilon:
                weight, to = own[order[entered]], places[order[entered]]
                while to <= n_places:
                    tree[to] += weight
                    to += to & -to
                total += weight
                entered += 1
            passed += own[at] * total
            to = places[at] - 1
            while to > 0:
                below += own[at] * tree[to]
                to -= to & -to
            to = places[at]
            while to > 0:
                within += own[at] * tree[to]
                to -= to & -to
        concordant, discordant, tied = below, passed - within, within - below
        all_pairs = (own.sum() ** 2 - (own * own).sum()) / 2
        counts[row, 0], counts[row, 1], counts[row, 2] = concordant, discordant, tied
        counts[row, 3], counts[row, 4] = untied - concordant - discordant, all_pairs - untied - tied
    return counts


@kernel
def count_pairs(x: Array, z: Array, epsilon: float, threshold: float) -> Integers:
    """Count the pairs of each row one after another, as `row_pairs` does of things that count once.

    `x` is the metric, `z` human, both [n_rows, n]. Things with a NaN are left out, and so are pairs whose
    human difference is below `threshold`. Returns [n_rows, 5]. Time grows with n².
    """
    counts = np.zeros((x.shape[0], 5), np.int64)
    for row in range(x.shape[0]):
        for i in range(x.shape[1]):
            if np.isnan(x[row, i]) or np.isnan(z[row, i]):
                continue
            for j in range(i):
                if np.isnan(x[row, j]) or np.isnan(z[row, j]):
                    continue
                metric = x[row, i] - x[row, j]
                human = z[row, i] - z[row, j]
                if abs(human) < threshold:
                    continue
                tied = abs(metric) <= epsilon
                if human == 0:
                    counts[row, 4 if tied else 2] += 1
                elif tied:
                    counts[row, 3] += 1
                else:
                    counts[row, 0 if (metric > 0) == (human > 0) else 1] += 1
    return counts
