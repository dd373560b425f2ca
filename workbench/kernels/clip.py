"""Counts of n-grams clipped over a set of references: BLEU and ΔBLEU."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import word_kernel
from workbench.kernels.grams import extend_grams, tabulate_grams
from workbench.kernels.ragged import RaggedTexts


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
        n_candidates = candidates.groups[group + 1] - candidates.groups[group]
        n_references = references.groups[group + 1] - references.groups[group]
        alive = shared[group]
        for order in range(1, orders + 1):
            if order > 1:
                alive = extend_grams(
                    candidates, references, group, order, candidate_grams, reference_grams, alive
                )
            if alive == 0:
                break
            ours = tabulate_grams(candidates, group, candidate_grams, alive, ours)
            theirs = tabulate_grams(references, group, reference_grams, alive, theirs)
            if best.size < ours.shape[1]:
                best, most = np.zeros(ours.shape[1], np.float64), np.zeros(ours.shape[1], np.int32)
            for candidate in range(n_candidates):
                for gram in range(alive):
                    # apart: `best` is the largest weight, to be multiplied by the largest clipped count
                    best[gram], most[gram] = -np.inf, 0 if apart else 1
                for reference in range(n_references):
                    if chosen[first_pair + candidate * n_references + reference]:
                        weight = weights[references.groups[group] + reference]
                        for gram in range(alive):
                            common = min(ours[candidate, gram], theirs[reference, gram])
                            if common > 0 and apart:
                                best[gram], most[gram] = max(best[gram], weight), max(most[gram], common)
                            elif common > 0:
                                best[gram] = max(best[gram], weight * common)
                for gram in range(alive):
                    if best[gram] != -np.inf:
                        sums[candidates.groups[group] + candidate, order - 1] += best[gram] * most[gram]
        first_pair += n_candidates * n_references
    return sums
