"""Accuracies with the best threshold of ties, looked for among all differences of two systems' scores."""

from typing import NamedTuple

import numpy as np

from workbench.kernels.compile import kernel
from workbench.types import Array, Integers

_NOISE = 1e-12
"""A threshold is better where its accuracy is larger by more; of equally good ones the smallest is taken."""


class Steps(NamedTuple):
    """Differences of scores in the order of their size, int64[n] each but for `changes`, float64[n].

    Attributes
    ----------
    pairs, segments
        Of which two systems on which segment, flat, and the segment alone.
    scored_by
        By which of two metrics each of the two was scored, as `cases` of `choose_ties`.
    sizes
        Numbers of the differences by their size, equal ones alike, 0 of no difference.
    changes
        By how many pairs more are right, 1, 0 or -1, where the two are called tied.
    """

    pairs: Integers
    segments: Integers
    scored_by: Integers
    sizes: Integers
    changes: Array


@kernel
def choose_ties(
    steps: Steps, cases: Integers, shares: Array, folds: Integers, held_out: bool, right: Array
) -> Integers:
    """Raise the accuracies without ties to those with the best threshold, and return the largest tie.

    Parameters
    ----------
    steps
    cases
        int64[n_pairs * n_segments]: by which of two metrics the two systems of a pair were scored, first and
        second (2 and 1 in their binary places), where the first metric looks. The second one has what is 3
        less its number.
    shares
        float64[2, n_segments]: what a pair counts, for both metrics.
    folds
        int64[n_segments]: the fold of each segment. If folds are `held_out` the threshold of each is the best
        of the others, else its own.
    right
        float64[2, n_folds]: the accuracies, which are overwritten.

    Returns
    -------
    Integers
        int64[2, n_folds], the number of the largest size that is called tied.
    """
    n_folds = right.shape[1]
    best, found = np.full((2, n_folds), -np.inf), np.zeros((2, n_folds))
    chosen, size = np.zeros((2, n_folds), np.int64), np.int64(0)
    total = right.sum(axis=1)
    for step in range(steps.pairs.size + 1):
        # a threshold of 0 ties what is equal, which may be nothing
        if step == steps.pairs.size or steps.sizes[step] != size:
            for side in range(2):
                for fold in range(n_folds):
                    judged = total[side] - right[side, fold] if held_out else total[side]
                    if judged > best[side, fold] + _NOISE:
                        best[side, fold], chosen[side, fold] = judged, size
                        found[side, fold] = right[side, fold]
            if step == steps.pairs.size:
                break
            size = steps.sizes[step]
        apart, segment = steps.scored_by[step] ^ cases[steps.pairs[step]], steps.segments[step]
        if apart == 0 or apart == 3:
            side = apart // 3
            change = steps.changes[step] * shares[side, segment]
            total[side] += change
            right[side, folds[segment]] += change
    for side in range(2):
        for fold in range(n_folds):
            right[side, fold] = found[side, fold]
    return chosen
