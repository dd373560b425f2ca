"""Counts of n-grams clipped over a set of references: BLEU and ΔBLEU."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import word_kernel
from workbench.kernels.grams import extend_grams, tabulate_grams, text_bounds
from workbench.kernels.ragged import RaggedTexts


@word_kernel
def text_lengths(side: RaggedTexts) -> NDArray[np.int64]:
    """Return the number of words of each text, int64[n_texts]."""
    lengths = np.zeros(side.texts.size - 1, np.int64)
    for text in range(lengths.size):
        start, stop = text_bounds(side, text)
        lengths[text] = stop - start
    return lengths


@word_kernel
def closest_lengths(
    candidates: RaggedTexts, references: RaggedTexts, chosen: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return the length of the chosen reference closest to each candidate's; of two, the shorter.

    Returns int64[n_candidates], -1 where no reference is chosen.
    """
    ours, theirs = text_lengths(candidates), text_lengths(references)
    closest = np.full(ours.size, -1, np.int64)
    pair = 0
    for group in range(candidates.groups.size - 1):
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            for reference in range(references.groups[group], references.groups[group + 1]):
                if chosen[pair]:
                    length, best = theirs[reference], closest[candidate]
                    far, least = abs(length - ours[candidate]), abs(best - ours[candidate])
                    if best < 0 or far < least or (far == least and length < best):
                        closest[candidate] = length
                pair += 1
    return closest


@word_kernel
def clip_ngrams(
    candidates: RaggedTexts,
    references: RaggedTexts,
    shared: NDArray[np.int64],
    chosen: NDArray[np.bool_],
    weights: NDArray[np.float64],
    orders: int,
    apart: bool,
) -> NDArray[np.float64]:
    """Sum, over the n-grams of each candidate, the largest weight × clipped count among its references.

    Galley et al. 2015, eq. (3): max over the references that hold the n-gram of
    ``weight * min(count in candidate, count in reference)``. With weights of 1 this is BLEU's clipped count.
    With `apart` the largest weight and the largest clipped count are looked for separately.
    `weights` is float64[n_references]; other arguments as in `overlap_ngrams`. Returns
    float64[n_candidates, orders].
    """
    sums = np.zeros((candidates.texts.size - 1, orders), np.float64)
    candidate_grams = candidates.words.copy()
    reference_grams = references.words.copy()
    ours = np.zeros((1, 1), np.int32)
    theirs = np.zeros((1, 1), np.int32)
    best = np.zeros(1, np.float64)
    most = np.zeros(1, np.int32)
    first_pair = 0
    for group in range(candidates.groups.size - 1):
        first, last = candidates.groups[group], candidates.groups[group + 1]
        first_reference = references.groups[group]
        n_references = references.groups[group + 1] - first_reference
        alive = shared[group]
        for order in range(1, orders + 1):
            if order > 1:
                alive = extend_grams(
                    candidates, references, group, order, candidate_grams, reference_grams, alive
                )
            if alive == 0:
                break
            if best.size < alive or ours.shape[0] < last - first or theirs.shape[0] < n_references:
                width = max(best.size, 2 * alive)
                best = np.zeros(width, np.float64)
                most = np.zeros(width, np.int32)
                ours = np.zeros((max(last - first, ours.shape[0]), width), np.int32)
                theirs = np.zeros((max(n_references, theirs.shape[0]), width), np.int32)
            tabulate_grams(candidates, group, candidate_grams, ours[:, :alive])
            tabulate_grams(references, group, reference_grams, theirs[:, :alive])
            for candidate in range(first, last):
                our = ours[candidate - first, :alive]
                best[:alive] = -np.inf
                # apart: `best` is the largest weight, to be multiplied by the largest clipped count
                most[:alive] = 0 if apart else 1
                pair = first_pair + (candidate - first) * n_references
                for reference in range(n_references):
                    if chosen[pair + reference]:
                        weight = weights[first_reference + reference]
                        their = theirs[reference, :alive]
                        if apart:
                            for gram in range(alive):
                                if our[gram] > 0 and their[gram] > 0:
                                    best[gram] = max(best[gram], weight)
                                    most[gram] = max(most[gram], min(our[gram], their[gram]))
                        else:
                            for gram in range(alive):
                                if our[gram] > 0 and their[gram] > 0:
                                    best[gram] = max(best[gram], weight * min(our[gram], their[gram]))
                total = 0.0
                for gram in range(alive):
                    if best[gram] != -np.inf:
                        total += best[gram] * most[gram]
                sums[candidate, order - 1] = total
        first_pair += (last - first) * n_references
    return sums
