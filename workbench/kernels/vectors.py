"""Texts as weighted vectors of n-grams, and how well they agree: CIDEr."""

import numpy as np

from workbench.kernels.compile import word_kernel
from workbench.types import Array, Integers


@word_kernel
def distinct_grams(grams: Integers, bounds: Integers, n_grams: int) -> tuple[Integers, Integers, Integers]:
    """Return the distinct n-grams of each text as they first come, and how often each stands there.

    Parameters
    ----------
    grams : int64[n]
        Of all texts, one after another, from 0 to `n_grams` - 1.
    bounds : int64[n_texts + 1]
        Where each text starts in `grams`.

    Returns
    -------
    found, times : int64[n_distinct]
    starts : int64[n_texts + 1]
        Where each text starts in both.
    """
    found, times = np.empty(grams.size, np.int64), np.empty(grams.size, np.int64)
    starts = np.zeros(bounds.size, np.int64)
    place = np.full(n_grams, -1, np.int64)
    n = 0
    for text in range(bounds.size - 1):
        for at in range(bounds[text], bounds[text + 1]):
            gram = grams[at]
            if place[gram] < starts[text]:
                place[gram] = n
                found[n] = gram
                times[n] = 0
                n += 1
            times[place[gram]] += 1
        starts[text + 1] = n
    return found[:n].copy(), times[:n].copy(), starts


@word_kernel
def agreements(
    found: Integers,
    weights: Array,
    starts: Integers,
    n_grams: int,
    ours: Integers,
    theirs: Integers,
    clipped: bool,
) -> Array:
    """Return the cosine of the vectors of each pair of texts, 0 where one of them is 0.

    `found` and `starts` are those of `distinct_grams`, `weights` what each of `found` weighs; ``ours[k]``
    and ``theirs[k]`` are the texts of pair k. With `clipped` our weight counts up to theirs. Returns
    float64[n_pairs].
    """
    norms = np.zeros(starts.size - 1, np.float64)
    for text in range(norms.size):
        square = 0.0
        for at in range(starts[text], starts[text + 1]):
            square += weights[at] * weights[at]
        norms[text] = np.sqrt(square)
    values = np.zeros(ours.size, np.float64)
    holder, weight = np.full(n_grams, -1, np.int64), np.zeros(n_grams, np.float64)
    for pair in range(ours.size):
        our, their = ours[pair], theirs[pair]
        if norms[our] == 0 or norms[their] == 0:
            continue
        for at in range(starts[their], starts[their + 1]):
            holder[found[at]] = their
            weight[found[at]] = weights[at]
        product = 0.0
        for at in range(starts[our], starts[our + 1]):
            if holder[found[at]] == their:
                other = weight[found[at]]
                product += (min(weights[at], other) if clipped else weights[at]) * other
        values[pair] = min(product / (norms[our] * norms[their]), 1.0)
    return values
