"""Means of segments' coefficients under swaps of two metrics, and without each system or input."""

from typing import NamedTuple

import numpy as np

from workbench.kernels.bits import BITS, count_blocks
from workbench.kernels.left_out import KINDS
from workbench.kernels.swapped_segments import (
    add_defined,
    any_under_swaps,
    kendall_under_swaps,
    pearson_under_swaps,
)
from workbench.stats.resampling.jackknife import errors_without
from workbench.types import Array, Integers, Masks


class Swaps(NamedTuple):
    """Which systems swap in each segment.

    Attributes
    ----------
    masks : bool[n_segments, n_systems, n_masks]
    words : int64[n_segments, n_words, n_masks]
        The same as bits, which Kendall's alone needs; else of no segment.
    """

    masks: Masks
    words: Integers

    @classmethod
    def of(cls, masks: Masks, kind: int) -> "Swaps":
        """Return swaps for a coefficient."""
        n_segments, n_systems, n_masks = masks.shape
        needed = n_segments if kind == KINDS["kendall"] else 0
        words = np.zeros((needed, count_blocks(n_systems), n_masks), np.int64)
        for i in range(n_systems):
            words[:, i // BITS] |= masks[:needed, i].astype(np.int64) << (i % BITS)
        return cls(masks, words)


def swapped_segments(
    kind: int, x: Array, z: Array, swaps: Swaps, units: int, slack: float, enough: int, seen: Masks
) -> tuple[Array, Array]:
    """Return differences of the means of segments' coefficients, and their jackknife errors, [n_masks] each.

    `x` is [n_segments, 2, n_systems], the scores of two metrics, `z` [n_segments, n_systems]. What is left
    out in turn is a system (`units` 1) or an input (2), of those that are `seen`, bool[n_units]; scores that
    differ by no more than `slack` are equal, and a segment of fewer than `enough` systems is undefined.
    """
    n_segments, n_systems, n_masks = swaps.masks.shape
    unit = np.arange(n_systems)
    # of all segments, of the whole coefficient and then of it without each unit: sums, and of how many
    total, number = np.zeros((2, 2, 1 + seen.size, n_masks))
    found = np.empty((2, 1 + n_systems if units == 1 else 1, n_masks))
    values = np.empty((n_segments if units == 2 else 0, 2, n_masks))
    is_whole = np.asarray(np.isfinite(x).all(axis=(1, 2)) & np.isfinite(z).all(axis=1))
    for j in range(n_segments):
        if kind == KINDS["kendall"]:
            kendall_under_swaps(x[j], z[j], swaps.words[j], slack, enough, found)
        elif kind == KINDS["pearson"] and is_whole[j]:
            pearson_under_swaps(x[j], z[j], swaps.masks[j], slack, enough, found)
        else:
            any_under_swaps(kind, x[j], z[j], swaps.masks[j], unit, slack, enough, found)
        add_defined(found, total, number)
        if units == 2:
            values[j] = found[:, 0]
    if units == 2:
        is_defined = ~np.isnan(values)
        total[:, 1:] = total[:, :1] - np.where(is_defined, values, 0.0).swapaxes(0, 1)
        number[:, 1:] = number[:, :1] - is_defined.swapaxes(0, 1)
    means = np.where(number > 0, total / np.maximum(number, 1), np.nan)
    apart = means[0] - means[1]
    return apart[0], errors_without(apart[1:][seen].T)
