"""Spearman's coefficient over all cells, where two metrics swap whole inputs or whole systems.

What swaps together is a block. Without a block ranks are r - p of the metric and s - q of people, p and q
being what the cells of the block add to r and s. The products of these, summed over all cells, are found
without a table of cells and blocks: those of r and s going through the cells in their order, those of p and q
from sums over pairs of blocks. So time grows with the number of cells under each swap, and with its square
once.
"""

from typing import NamedTuple

import numpy as np

from workbench.kernels.blocks import larger_minus_smaller, sum_rank_products
from workbench.stats.coefficients.plain import MIN_SYSTEMS
from workbench.stats.resampling.jackknife import errors_without
from workbench.stats.tests.block_swaps import sum_over_blocks, sum_rows
from workbench.types import Array, Integers, Masks


class _Order(NamedTuple):
    """Cells from the least key on, their scores or judgments: of all blocks together, or block by block.

    Attributes
    ----------
    cells : int64[n_keys]
    keys : float64[n_keys]
    starts : int64[2] or int64[1 + n_blocks]
        Where keys begin that are compared with each other.
    slack : float
        Keys that differ by no more are equal.
    """

    cells: Integers
    keys: Array
    starts: Integers
    slack: float

    def larger_minus_smaller(self, weights: Array) -> Array:
        """Return for each cell the weights of cells with larger keys minus those with smaller ones."""
        found = np.zeros(weights.size)
        found[self.cells] = larger_minus_smaller(self.keys, weights[self.cells], self.starts, self.slack)
        return found


class _Ranked(NamedTuple):
    """Ranks of cells by their scores, r, or by their judgments, s, float64[n_cells]; 0 of a missing one.

    Attributes
    ----------
    order : _Order
    ranks : Array
        Among all cells.
    in_block : Array
        Among those of the same block.
    larger : Array
        The ranks of cells with larger keys minus those of cells with smaller ones.
    """

    order: _Order
    ranks: Array
    in_block: Array
    larger: Array


class _Both(NamedTuple):
    """Cells of two metrics from the least key on, int64[n_present], for each metric that has the cell."""

    cells: Integers
    blocks: Integers
    metrics: Integers
    keys: Array

    @classmethod
    def of(cls, keys: Array, cells: Integers, blocks: Integers, metrics: Integers) -> "tuple[_Both, _Both]":
        """Return all cells in the order of their keys, and in that order block by block."""
        orders = keys.argsort(), np.lexsort((keys, blocks))
        together, by_block = (cls(cells[at], blocks[at], metrics[at], keys[at]) for at in orders)
        return together, by_block

    def of_side(self, metric: Integers, slack: float, by_block: bool) -> _Order:
        """Return the cells of one side; `metric`, int64[n_blocks], says whose scores it has of a block."""
        here = np.flatnonzero(self.metrics == metric.take(self.blocks))
        ends = np.bincount(self.blocks.take(here), minlength=metric.size).cumsum()
        starts = np.concatenate(([0], ends if by_block else ends[-1:]))
        return _Order(self.cells.take(here), self.keys.take(here), starts, slack)


def _rank(both: tuple[_Both, _Both], metric: Integers, slack: float, ones: Array) -> _Ranked:
    """Rank the cells of one side, `ones` being a 1 for each cell."""
    order, in_block = (each.of_side(metric, slack, each is both[1]) for each in both)
    ranks = -order.larger_minus_smaller(ones)
    return _Ranked(order, ranks, -in_block.larger_minus_smaller(ones), order.larger_minus_smaller(ranks))


def swapped_block_ranks(x: Array, z: Array, swapped: Masks, slack: float, seen: Masks) -> tuple[Array, Array]:
    """Return differences of Spearman's coefficient of two metrics and their jackknife errors over blocks.

    Parameters, results and what is undefined are those of `swapped_blocks`.

    Examples
    --------
    >>> x, z = np.array([[[1.0], [2.0], [3.0]], [[1.0], [3.0], [2.0]]]), np.array([[1.0], [2.0], [3.0]])
    >>> masks = np.array([[False] * 3, [True] * 3])
    >>> swapped_block_ranks(x, z, masks, 0.0, np.zeros(0, bool))[0]
    array([ 0.5, -0.5])
    """
    n_masks, n_blocks = swapped.shape
    present = ~np.isnan(x) & ~np.isnan(z)
    block = np.arange(n_blocks).repeat(z.shape[1])
    metrics, cells = np.nonzero(present.reshape(2, -1))
    scores, judgments = (
        _Both.of(keys, cells, block[cells], metrics)
        for keys in (x.reshape(2, -1)[metrics, cells], z.ravel()[cells])
    )
    products = np.zeros((3, 2, 0, n_masks))
    if seen.size:
        tables = sum_over_blocks(sum_rank_products, x, z, present, slack)
        products = np.stack([sum_rows(table, swapped.T) for table in tables])
    values = np.empty((2, 1 + products.shape[2], n_masks))
    # where both metrics have the same cells the ranks of judgments are the same under all swaps
    always, ones, judged = np.array_equal(*present), np.ones(block.size), None
    for draw, swaps in enumerate(swapped.astype(np.int64)):
        for side in (0, 1):
            scored = _rank(scores, swaps ^ side, slack, ones)
            if judged is None or not always:
                judged = _rank(judgments, swaps ^ side, 0.0, ones)
            values[side, :, draw] = _coefficients(scored, judged, block, products[:, side, :, draw])
    apart = values[0] - values[1]
    return apart[0], errors_without(apart[1:][seen].T) if seen.size else np.full(n_masks, np.nan)


def _coefficients(scored: _Ranked, judged: _Ranked, block: Integers, products: Array) -> Array:
    """Return the coefficient, and what it is without each block, float64[1 + n_blocks].

    `products`, float64[3, n_blocks], are sums of p q, p p and q q over all cells; of no block where none is
    left out.
    """
    r, s = scored.ranks, judged.ranks
    sums = np.array([[(a * b).sum()] for a, b in ((r, s), (r, r), (s, s))])
    number = np.full(1, scored.order.cells.size)
    if (n_blocks := products.shape[1]) > 0:
        # sums over all cells of r q and p s, of r p twice, of s q twice, and the products inside of the block
        mixed = (
            judged.order.larger_minus_smaller(r) + scored.order.larger_minus_smaller(s),
            2 * scored.larger,
            2 * judged.larger,
        )
        r, s = r - scored.in_block, s - judged.in_block
        own = r * s, r * r, s * s
        gone = [(a + b).reshape(n_blocks, -1).sum(axis=1) for a, b in zip(mixed, own, strict=True)]
        sums = np.concatenate((sums, sums + products - gone), axis=1)
        number = np.concatenate((number, number - np.bincount(block[scored.order.cells], minlength=n_blocks)))
    both, own, others = sums
    defined = (number >= MIN_SYSTEMS) & (own > 0) & (others > 0)
    spread = np.sqrt(own * others, out=np.ones(number.size), where=defined)
    return np.where(defined, both / spread, np.nan)
