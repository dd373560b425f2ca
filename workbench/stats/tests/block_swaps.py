"""Coefficients of pair counts over all cells, where two metrics swap whole inputs or whole systems.

What swaps together is a block. Each pair of cells lies in two blocks, and what it counts depends on nothing
but whether these swap. So pairs are summed up once for each two blocks, and what is counted under each swap,
and without each block, are matrix products: whole numbers, and the same as pair by pair. Time grows with the
number of cells squared once, and not under each swap.
"""

from collections.abc import Callable

import numpy as np

from workbench.kernels.pairs import Blocks, sum_signs
from workbench.stats.coefficients.pair_counts import PairCounts
from workbench.stats.coefficients.plain import MIN_SYSTEMS
from workbench.stats.coefficients.tau_family import FORMULAS
from workbench.stats.resampling.jackknife import errors_without
from workbench.types import Array, Masks


def swapped_blocks(
    coefficient: str, x: Array, z: Array, swapped: Masks, slack: float, seen: Masks
) -> tuple[Array, Array]:
    """Return differences of the coefficients of two metrics and their jackknife errors over blocks.

    Parameters
    ----------
    coefficient
        One of `FORMULAS`.
    x
        float64[2, n_blocks, n]: the cells of each block, NaN for a missing one.
    z
        float64[n_blocks, n]: judgments.
    swapped
        bool[n_masks, n_blocks].
    slack
        Scores that differ by no more are equal.
    seen
        bool[n_blocks]: which blocks are left out in turn; of none for no errors.

    Returns
    -------
    differences, errors : Array
        float64[n_masks].

    Undefined
    ---------
    NaN where one of the coefficients has no pair that counts, or fewer than 3 cells.

    Examples
    --------
    Three cells in blocks of one: the first metric orders all pairs like people, the second two of three.

    >>> x, z = np.array([[[1.0], [2.0], [3.0]], [[1.0], [3.0], [2.0]]]), np.array([[1.0], [2.0], [3.0]])
    >>> masks = np.array([[False] * 3, [True] * 3])
    >>> swapped_blocks("kendall", x, z, masks, 0.0, np.zeros(0, bool))[0].round(3)
    array([ 0.667, -0.667])
    """
    swaps = swapped.T
    present = ~np.isnan(x) & ~np.isnan(z)
    inside = choose(present.sum(axis=2), swaps)
    number = inside.sum(axis=1, keepdims=True)
    number = np.concatenate((number, number - inside), axis=1)
    tables = sum_over_blocks(sum_signs, x, z, present, slack)
    agreeing, both, preferred, judged = (_count(table, swaps).astype(np.int64) for table in tables)
    counts = PairCounts(
        (both + agreeing) // 2,
        (both - agreeing) // 2,
        preferred - both,
        judged - both,
        number * (number - 1) // 2 - preferred - judged + both,
    )
    values = np.where(number >= MIN_SYSTEMS, FORMULAS[coefficient](counts), np.nan)
    apart = values[0] - values[1]
    return apart[0], errors_without(apart[1:][seen].T) if seen.size else np.full(len(swapped), np.nan)


def choose(each: Array, swaps: Masks) -> Array:
    """Return what the two sides have of each block under each swap.

    Parameters
    ----------
    each
        [2, n_blocks]: what the first metric has of it, and the second. Or [2, n_blocks, n_masks].
    swaps
        bool[n_blocks, n_masks].

    Returns
    -------
    Array
        [2, n_blocks, n_masks].

    Examples
    --------
    >>> choose(np.array([[5, 6], [7, 8]]), np.array([[False], [True]]))[:, :, 0].tolist()
    [[5, 8], [7, 6]]
    """
    own, others = each if each.ndim == 3 else each[:, :, np.newaxis]
    return np.stack((np.where(swaps, others, own), np.where(swaps, own, others)))


def sum_over_blocks(
    kernel: Callable[[Blocks, Blocks, float], Array], x: Array, z: Array, present: Masks, slack: float
) -> Array:
    """Sum something over the cells of each two blocks, by whose scores they have.

    Parameters
    ----------
    kernel
        `sum_signs`, or another one that takes the same.
    x, z
        As in `swapped_blocks`.
    present
        bool[2, n_blocks, n]: which cells have a score and a judgment.

    Returns
    -------
    Array
        float64[n, 2, 2, n_blocks, n_blocks]: what the kernel sums, the metric of the first block, and that of
        the second.
    """
    scores = []
    for metric, there in zip(x, present, strict=True):
        starts = np.concatenate(([0], there.sum(axis=1).cumsum()))
        scores.append(Blocks(metric[there], z[there], starts))
    sums = np.stack([kernel(one, other, slack) for one in scores for other in scores], axis=1)
    return sums.reshape(len(sums), 2, 2, *sums.shape[2:])


def sum_rows(table: Array, swaps: Masks) -> Array:
    """Sum over the second blocks, for both sides under each swap.

    Parameters
    ----------
    table
        float64[2, 2, n_blocks, n_blocks]: as `sum_over_blocks` has it.
    swaps
        bool[n_blocks, n_masks].

    Returns
    -------
    Array
        float64[2, n_blocks, n_masks].

    Examples
    --------
    The second block swaps, so that the first side has the first metric's scores of the first block alone.

    >>> table = np.array([[[[1.0, 2.0], [3.0, 4.0]], [[10.0, 20.0], [30.0, 40.0]]]] * 2)
    >>> sum_rows(table, np.array([[False], [True]]))[:, :, 0].tolist()
    [[21.0, 43.0], [12.0, 34.0]]
    """
    # what the other blocks add to one that each metric scored, where these swap and where they do not
    swapping = table @ swaps.astype(np.float64)
    staying = table.sum(axis=3, keepdims=True) - swapping
    first, second = staying[:, 0] + swapping[:, 1], staying[:, 1] + swapping[:, 0]
    return np.stack((choose(first, swaps)[0], choose(second, swaps)[1]))


def _count(table: Array, swaps: Masks) -> Array:
    """Return what both sides count, of all and then without each block: float64[2, 1 + n_blocks, n_masks].

    Pairs inside of a block are in the table twice, as those of two blocks are.
    """
    rows = sum_rows(table, swaps)
    inside = choose(np.stack([table[metric, metric].diagonal() for metric in (0, 1)]), swaps)
    total = rows.sum(axis=1, keepdims=True) / 2
    return np.concatenate((total, total - rows + inside / 2), axis=1)
