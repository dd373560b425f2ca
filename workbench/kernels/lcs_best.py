"""Longest common subsequences of each sentence with the sentence of the other text that fits it best."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import kernel
from workbench.kernels.lcs import longest_sentence, most_sentences
from workbench.kernels.ragged import RaggedTexts


@kernel
def lcs_length(reference: NDArray[np.int32], candidate: NDArray[np.int32], row: NDArray[np.int32]) -> int:
    """Return the length of the LCS of two sentences; `row` is a buffer longer than the candidate."""
    n = candidate.size
    row[: n + 1] = 0
    for word in reference:
        if word < 0:
            continue
        corner = np.int32(0)
        for j in range(1, n + 1):
            above = row[j]
            row[j] = corner + 1 if candidate[j - 1] == word else max(above, row[j - 1])
            corner = above
    return int(row[n])


@kernel
def best_lcs(
    candidates: RaggedTexts, references: RaggedTexts, chosen: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Sum the longest LCS of each sentence of a text with any sentence of the other one.

    Words that cannot match are -1. Returns int64[n_pairs, 2], the sums over the sentences of the reference
    and over those of the candidate; 0 for pairs that are not chosen.
    """
    sums = np.zeros((chosen.size, 2), np.int64)
    row = np.zeros(longest_sentence(candidates) + 1, np.int32)
    ours_best = np.zeros(most_sentences(candidates), np.int64)
    pair = 0
    for group in range(candidates.groups.size - 1):
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            first, last = candidates.texts[candidate], candidates.texts[candidate + 1]
            for reference in range(references.groups[group], references.groups[group + 1]):
                pair += 1
                if not chosen[pair - 1]:
                    continue
                ours_best[: last - first] = 0
                for sentence in range(references.texts[reference], references.texts[reference + 1]):
                    start, stop = references.sentences[sentence], references.sentences[sentence + 1]
                    words = references.words[start:stop]
                    best = 0
                    for other in range(first, last):
                        begin, end = candidates.sentences[other], candidates.sentences[other + 1]
                        length = lcs_length(words, candidates.words[begin:end], row)
                        best = max(best, length)
                        ours_best[other - first] = max(ours_best[other - first], length)
                    sums[pair - 1, 0] += best
                sums[pair - 1, 1] = ours_best[: last - first].sum()
    return sums
