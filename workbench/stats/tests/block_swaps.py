"""Coefficients of pair counts over all cells or in each segment, where two metrics swap whole blocks.

What swaps together is a block, an input or a system. Each pair of cells lies in two blocks, and what it
counts depends on nothing but whether these swap. So pairs are summed up once for each two blocks, and what
is counted under each swap, and without each block, are matrix products: whole numbers, and the same as pair
by pair. Time grows with the number of cells squared once, and not under each swap.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from workbench.kernels.blocks import Blocks, sum_signs
from workbench.stats.coefficients.pair_counts import PairCounts
from workbench.stats.coefficients.plain import MIN_SYSTEMS
from workbench.stats.coefficients.tau_family import FORMULAS
from workbench.stats.resampling.jackknife import errors_without
from workbench.types import Array, Integers, Masks


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
    values = _values(coefficient, x, z, swapped.T, slack)
    return _compare(np.where(values.number >= MIN_SYSTEMS, values.coefficients, np.nan), seen)


def swapped_systems(
    coefficient: str, x: Array, z: Array, swapped: Masks, slack: float, seen: Masks
) -> tuple[Array, Array]:
    """Do the same for means of coefficients over segments, where whole systems swap.

    Parameters
    ----------
    coefficient, swapped, slack, seen
        As in `swapped_blocks`; a block is a system.
    x
        float64[2, n_systems, n_segments]: scores, NaN for a missing one.
    z
        float64[n_systems, n_segments]: judgments.

    Returns
    -------
    differences, errors : Array
        float64[n_masks].

    Undefined
    ---------
    NaN where one of the metrics has a coefficient in no segment.

    Examples
    --------
    The two metrics order the systems of the first segment alike, of the second in opposite ways.

    >>> x = np.array([[[1.0, 1.0], [2.0, 2.0]], [[1.0, 2.0], [2.0, 1.0]]])
    >>> masks, z = np.array([[False] * 2, [True] * 2]), np.array([[1.0, 1.0], [2.0, 2.0]])
    >>> swapped_systems("kendall-a", x, z, masks, 0.0, np.zeros(0, bool))[0]
    array([ 1., -1.])
    """
    swaps = swapped.T
    total, number = np.zeros((2, 2, 1 + len(z), len(swapped)))
    for segment in range(z.shape[1]):
        values = _values(coefficient, x[:, :, [segment]], z[:, [segment]], swaps, slack).coefficients
        defined = ~np.isnan(values)
        total += np.where(defined, values, 0.0)
        number += defined
    means = np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0)
    return _compare(means, seen)


class _Values(NamedTuple):
    """The coefficients of both sides, of all blocks and then without each: [2, 1 + n_blocks, n_masks]."""

    coefficients: Array
    number: Integers
    """Of how many cells."""


def _compare(values: Array, seen: Masks) -> tuple[Array, Array]:
    apart = values[0] - values[1]
    return apart[0], errors_without(apart[1:][seen].T) if seen.size else np.full(apart.shape[1], np.nan)


def _values(coefficient: str, x: Array, z: Array, swaps: Masks, slack: float) -> _Values:
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
    return _Values(FORMULAS[coefficient](counts), number)


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
    return np.stack((np.where(swaps, first[1], first[0]), np.where(swaps, second[0], second[1])))


def _count(table: Array, swaps: Masks) -> Array:
    """Return what both sides count, of all and then without each block: float64[2, 1 + n_blocks, n_masks].

    Pairs inside of a block are in the table twice, as those of two blocks are.
    """
    rows = sum_rows(table, swaps)
    inside = choose(np.stack([table[metric, metric].diagonal() for metric in (0, 1)]), swaps)
    total = rows.sum(axis=1, keepdims=True) / 2
    return np.concatenate((total, total - rows + inside / 2), axis=1)
