"""Pairs of systems compared on blocks of segments (Galley et al. 2015, section 5).

An assignment permutes the segments anew for each pair of systems and cuts them into blocks of one size; a
remainder is not used. An observation is the difference of the two systems' scores on a block, of the metric
and of the judges. The coefficient is taken over the blocks of all pairs and averaged over the assignments.

Observations of `n` assignments or draws are float64[n, n_pairs, most blocks of a pair], NaN where a pair has
fewer blocks. Pairs and assignments do not depend on the metric, so that all metrics share them.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.resampling import block_sums
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.plain import MIN_SYSTEMS, get_coefficient, why_undefined
from workbench.stats.coefficients.weighted import rank_coefficients
from workbench.stats.intervals.fisher import Interval, fisher_z
from workbench.stats.levels.grouped import NO_PAIR
from workbench.stats.resampling.resample import expand
from workbench.types import Array

Orders = NDArray[np.int32]
Orientation = Literal["fixed", "random", "both"]
RANKED = ("spearman", "kendall")
"""Coefficients that have a faster way for many observations."""
POPULATIONS = {
    "systems": "all pairs of systems, these inputs",
    "inputs": "these pairs of systems, all inputs",
    "both": "all pairs of systems, all inputs",
}
"""What a bootstrap interval speaks of, by what was resampled."""


class BlockEstimate(NamedTuple):
    """The mean coefficient over assignments.

    `n_blocks` are the observations of each assignment, `n_undefined` the assignments without a coefficient,
    which the mean leaves out. `reason` says why the value is NaN, "" when it is not.
    """

    value: float
    n_blocks: int
    n_undefined: int = 0
    reason: str = ""


def assign(rng: np.random.Generator, segments: NDArray[np.int64], number: int) -> Orders:
    """Permute the segments of a pair once for each assignment.

    Parameters
    ----------
    rng
        The pair's own stream: asking for some assignments and then for more gives the same as for all.
    segments
        int64[n]: the segments on which both systems can be compared.
    number
        Assignments.

    Returns
    -------
    Orders
        int32[number, n]. The first M of a row are its first block of M, and so on.

    Examples
    --------
    >>> orders = assign(np.random.default_rng(0), np.array([2, 3, 5]), 100)
    >>> orders.shape, bool((np.sort(orders) == [2, 3, 5]).all())
    ((100, 3), True)
    """
    return rng.permuted(np.tile(segments.astype(np.int32), (number, 1)), axis=1)


def assign_drawn(rng: np.random.Generator, usable: NDArray[np.bool_], drawn: Orders) -> Orders:
    """Permute the drawn segments of a pair: one assignment for each draw of a bootstrap.

    Parameters
    ----------
    usable
        bool[n_segments]: on which both systems can be compared; the others are left out of a draw.
    drawn
        int32[n_draws, n_segments]: the segments of each draw, the same for every pair; see `expand`.

    Returns
    -------
    Orders
        int32[n_draws, n_segments], -1 behind the last one of a draw.

    Examples
    --------
    >>> usable, drawn = np.array([True, True, False]), np.array([[0, 0, 2]], np.int32)
    >>> assign_drawn(np.random.default_rng(0), usable, drawn)
    array([[ 0,  0, -1]], dtype=int32)
    """
    orders = rng.permuted(drawn, axis=1)
    if usable.all():
        return orders
    left_out = ~usable[orders]
    orders[left_out] = -1
    return np.take_along_axis(orders, np.argsort(left_out, axis=1, kind="stable"), axis=1)


def sum_blocks(values: Sequence[Array], orders: Sequence[Orders], size: int) -> Array:
    """Sum columns of numbers over each block of each pair.

    Parameters
    ----------
    values
        For each pair float64[n_segments, n_columns].
    orders
        For each pair int32[n, ...], from `assign` or `assign_drawn`.
    size
        Segments of a block.

    Returns
    -------
    Array
        float64[n, n_pairs, most blocks, n_columns], NaN where a pair has fewer blocks.

    Examples
    --------
    >>> sums = sum_blocks([np.array([[1.0], [2.0], [4.0]])], [np.array([[2, 0, 1]], np.int32)], 2)
    >>> sums.ravel()
    array([5.])
    """
    most = max((each.shape[1] // size for each in orders), default=0)
    number = len(orders[0]) if orders else 0
    # a column lies in one piece, as everything that follows goes through whole columns
    sums = np.full((values[0].shape[1] if values else 0, number, len(values), most), np.nan)
    for pair, (columns, order) in enumerate(zip(values, orders, strict=True)):
        sums[:, :, pair, : order.shape[1] // size] = block_sums(columns, order, size)
    return np.moveaxis(sums, 0, -1)


def orient(observations: Array, signs: NDArray[np.int64], orientation: Orientation) -> Array:
    """Turn the differences A - B of the pairs round, or take them both ways.

    Parameters
    ----------
    observations
        float64[n, n_pairs, blocks].
    signs
        int64[n_pairs]: -1 for a pair that is turned round, else 1; not used for `both`.

    Returns
    -------
    Array
        float64[n, n_pairs, blocks], twice as many blocks for `both`.

    Examples
    --------
    >>> orient(np.array([[[1.0, 2.0]]]), np.array([-1]), "random").tolist()
    [[[-1.0, -2.0]]]
    >>> orient(np.array([[[1.0, 2.0]]]), np.array([1]), "both").tolist()
    [[[1.0, 2.0, -1.0, -2.0]]]
    """
    if orientation == "both":
        return np.concatenate((observations, -observations), axis=-1)
    return observations * signs[:, np.newaxis]


def draw_orientation(rng: np.random.Generator, orientation: Orientation) -> int:
    """Return 1 or, for a pair of random orientation that is turned round, -1."""
    return int(1 - 2 * rng.integers(2)) if orientation == "random" else 1


def clean(observations: Array, scores: Sequence[Array]) -> Array:
    """Return the observations of each assignment without rounding noise.

    What is kept are 12 digits of the largest observation, and no more than 13 of the largest score: beside a
    thousand, tenths have noise in their 13th digit.

    Parameters
    ----------
    observations
        float64[n, n_pairs, blocks].
    scores
        Those of the systems that were subtracted, the same shape each; 0 or NaN where a pair has no block.

    Examples
    --------
    >>> ours, theirs = np.array([[[1000.3, 1000.2]]]), np.array([[[1000.2, 1000.1]]])
    >>> clean(ours - theirs, (ours, theirs)).tolist()
    [[[0.1, 0.1]]]
    """
    # fmax takes the number where the other one is NaN
    found, *of_scores = (
        np.fmax.reduce(np.abs(each), axis=(1, 2), initial=0.0) for each in (observations, *scores)
    )
    largest = np.maximum.reduce([found, *(each / 10 for each in of_scores)])
    return round_noise(observations.reshape(len(observations), -1), largest).reshape(observations.shape)


def repeat_pairs(observations: Array, counts: Array) -> Array:
    """Repeat the observations of each pair as often as a draw has it.

    `observations` are [n_draws, n_pairs, blocks], `counts` float64[n_draws, n_pairs], their rows sum to
    n_pairs. Returns the shape of the observations.

    Examples
    --------
    >>> repeat_pairs(np.array([[[1.0], [2.0]]]), np.array([[0.0, 2.0]])).ravel()
    array([2., 2.])
    """
    if (counts == 1).all():
        return observations
    return np.take_along_axis(observations, expand(counts)[:, :, np.newaxis], axis=1)


def sort_blocks(observations: Array) -> NDArray[np.int64]:
    """Return the order of the observations of each assignment, int64[n, n_pairs * blocks], NaN at the end.

    Examples
    --------
    >>> sort_blocks(np.array([[[3.0, np.nan], [1.0, 2.0]]]))
    array([[2, 3, 0, 1]])
    """
    return np.argsort(observations.reshape(len(observations), -1), axis=1)


def block_coefficients(
    x: Array,
    z: Array,
    coefficient: str,
    orders: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
    times: int = 1,
) -> Array:
    """Return the coefficient over the blocks of all pairs, for each assignment or draw.

    Parameters
    ----------
    x, z
        float64[n, n_pairs, blocks]: observations of the metric and of the judges.
    coefficient
        A name that `get_coefficient` knows.
    orders
        Those of x and of z from `sort_blocks`, where they are at hand; Spearman's and Kendall's need them.
    times
        How many observations a block is: 2 where the difference is taken both ways.

    Returns
    -------
    Array
        float64[n].

    Undefined
    ---------
    NaN for fewer than 3 blocks, and where x or z is constant.

    Examples
    --------
    >>> x, z = np.array([[[1.0, 2.0], [3.0, np.nan]]]), np.array([[[1.0, 3.0], [2.0, np.nan]]])
    >>> block_coefficients(x, z, "spearman")
    array([0.5])
    """
    x, z = (values.reshape(len(values), -1) for values in (x, z))
    absent = np.isnan(x) | np.isnan(z)
    if coefficient in RANKED:
        orders = orders or (sort_blocks(x), sort_blocks(z))
        # what one of the two lacks counts 0 times, wherever it stands in the order of the other
        values = rank_coefficients(x, z, (~absent).astype(np.float64), coefficient, orders)
    else:
        values = get_coefficient(coefficient)(x, z)
    return np.where((~absent).sum(axis=1) >= times * MIN_SYSTEMS, values, np.nan)


def average_assignments(values: Array, x: Array, z: Array, n_blocks: int) -> BlockEstimate:
    """Average the coefficients of the assignments.

    Parameters
    ----------
    values
        float64[n_assignments], from `block_coefficients`.
    x, z
        Observations of one assignment, [n_pairs, blocks]: they tell why there is no coefficient.
    n_blocks
        Blocks of an assignment.

    Undefined
    ---------
    NaN when no assignment has a coefficient. Assignments without one are counted and left out of the mean.

    Examples
    --------
    >>> average_assignments(np.array([0.5, np.nan, 0.25]), np.zeros((1, 3)), np.zeros((1, 3)), 3)
    BlockEstimate(value=0.375, n_blocks=3, n_undefined=1, reason='')
    """
    defined = values[~np.isnan(values)]
    undefined = values.size - defined.size
    if defined.size == 0:
        few = f"fewer than {MIN_SYSTEMS} blocks" if n_blocks < MIN_SYSTEMS else ""
        reason = few or why_undefined(x.ravel(), z.ravel(), MIN_SYSTEMS, "blocks") or NO_PAIR
        return BlockEstimate(np.nan, n_blocks, undefined, reason)
    # equal values have exactly that value as their mean
    mean = defined[0] + (defined - defined[0]).mean()
    return BlockEstimate(float(mean), n_blocks, undefined)


def block_fisher(estimate: BlockEstimate, coefficient: str, confidence: float) -> tuple[Interval, str]:
    """Return Fisher's z with n the number of blocks, and what that takes for granted.

    Blocks of pairs that share a system or a segment are not independent, so the interval is too narrow. The
    intervals that the paper prints are narrower still: they fit n = 527 to 530, and it has 252 full blocks.
    See `fisher_z` for what is raised and what is undefined.

    Examples
    --------
    >>> block_fisher(BlockEstimate(0.5, 28), "pearson", 0.95)[1]
    'n = 28 blocks, taken as independent'
    """
    said = f"n = {estimate.n_blocks} blocks, taken as independent"
    return fisher_z(estimate.value, estimate.n_blocks, coefficient, confidence), said


def in_parts(number: int, cells: int, most: int) -> Iterator[slice]:
    """Cut `number` assignments of `cells` numbers each into slices of at most `most` numbers, one at least.

    Examples
    --------
    >>> list(in_parts(5, 10, 25))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    step = max(1, most // max(1, cells))
    for start in range(0, number, step):
        yield slice(start, min(number, start + step))
