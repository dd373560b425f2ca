"""Ablations of the weights of references, to see whether weights matter or only the choice of references."""

from dataclasses import replace
from typing import Literal

import numpy as np

from workbench.metrics.batch import BatchLayout
from workbench.types import Array

Weighting = Literal["rated", "shuffled", "signs", "one", "positive"]


def reweigh(how: Weighting, layout: BatchLayout, rng: np.random.Generator) -> BatchLayout:
    """Return the layout with other weights of its references.

    Parameters
    ----------
    how : str
        ``rated``: as they are. ``shuffled``: dealt anew, at random, among the references of a group that
        some candidate meets. ``signs``: -1, 0 or 1. ``one``: 1 for each. ``positive``: as they are, and
        references that have no positive one are not used.
    layout : BatchLayout
    rng : numpy Generator
        Used by ``shuffled`` only.

    Examples
    --------
    >>> layout = replace(BatchLayout.of_sizes([1], [3]), weights=np.array([0.5, -0.2, 0.0]))
    >>> reweigh("signs", layout, np.random.default_rng(0)).weights.tolist()
    [1.0, -1.0, 0.0]
    >>> reweigh("positive", layout, np.random.default_rng(0)).chosen.tolist()
    [True, False, False]
    """
    if how == "positive":
        # one without a weight stays, so that it is found missing
        return layout.choose(~(layout.weights[layout.pair_reference] <= 0))
    if how == "shuffled":
        return replace(layout, weights=_shuffled(layout, rng))
    if how == "signs":
        return replace(layout, weights=np.sign(layout.weights))
    return replace(layout, weights=np.ones_like(layout.weights)) if how == "one" else layout


def _shuffled(layout: BatchLayout, rng: np.random.Generator) -> Array:
    weights = layout.weights.copy()
    is_used = np.zeros(len(weights), bool)
    is_used[layout.pair_reference[layout.chosen]] = True
    for start, stop in zip(layout.reference_groups[:-1], layout.reference_groups[1:], strict=True):
        used = start + np.flatnonzero(is_used[start:stop])
        weights[used] = rng.permutation(weights[used])
    return weights
