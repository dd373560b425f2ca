"""The words on longest common subsequences, as the package rouge 1.0.1 (pltrdy) collects them."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import kernel
from workbench.kernels.lcs import longest_sentence
from workbench.kernels.ragged import RaggedTexts


@kernel
def _see_lcs(
    reference: NDArray[np.int32],
    candidate: NDArray[np.int32],
    row: NDArray[np.int32],
    up: NDArray[np.bool_],
    seen: NDArray[np.bool_],
) -> int:
    """Note which words are on the LCS of two sentences; return its length.

    `row` is a buffer longer than the candidate; `up`, one larger than both, keeps whether skipping the
    reference word is strictly better than skipping the candidate's, which decides between several LCSs.
    """
    m, n = reference.size, candidate.size
    row[: n + 1] = 0
    for i in range(m):
        word = reference[i]
        corner = np.int32(0)
        for j in range(1, n + 1):
            above = row[j]
            up[i + 1, j] = above > row[j - 1]
            row[j] = corner + 1 if word >= 0 and candidate[j - 1] == word else max(above, row[j - 1])
            corner = above
    i, j = m, n
    while i > 0 and j > 0:
        if reference[i - 1] >= 0 and reference[i - 1] == candidate[j - 1]:
            seen[reference[i - 1]] = True
            i -= 1
            j -= 1
        elif up[i, j]:
            i -= 1
        else:
            j -= 1
    return int(row[n])


@kernel
def collect_lcs_words(
    candidates: RaggedTexts, references: RaggedTexts, shared: NDArray[np.int64], chosen: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Take the LCS of each reference sentence with each candidate sentence, for each chosen pair of texts.

    Arguments as in `overlap_ngrams`. Returns int64[n_pairs, 2]: how many distinct words are on any of these
    subsequences, and the sum of their lengths.
    """
    found = np.zeros((chosen.size, 2), np.int64)
    longest, longest_candidate = longest_sentence(references), longest_sentence(candidates)
    row = np.zeros(longest_candidate + 1, np.int32)
    up = np.zeros((longest + 1, longest_candidate + 1), np.bool_)
    seen = np.zeros(max(1, shared.max()) if shared.size else 1, np.bool_)
    pair = 0
    for group in range(candidates.groups.size - 1):
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            for reference in range(references.groups[group], references.groups[group + 1]):
                pair += 1
                if not chosen[pair - 1]:
                    continue
                seen[:] = False
                for sentence in range(references.texts[reference], references.texts[reference + 1]):
                    words = references.words[
                        references.sentences[sentence] : references.sentences[sentence + 1]
                    ]
                    for other in range(candidates.texts[candidate], candidates.texts[candidate + 1]):
                        ours = candidates.words[candidates.sentences[other] : candidates.sentences[other + 1]]
                        found[pair - 1, 1] += _see_lcs(words, ours, row, up, seen)
                found[pair - 1, 0] = seen.sum()
    return found
