"""Longest common subsequences as ROUGE-1.5.5 finds them: unions over sentences, clipped."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import kernel
from workbench.kernels.grams import text_bounds
from workbench.kernels.ragged import Side

LONGEST_IN_BITS = 62
"""Words that fit into one signed integer with room for a carry."""


@kernel
def _mark_lcs(
    reference: NDArray[np.int32],
    candidate: NDArray[np.int32],
    lengths: NDArray[np.int32],
    marked: NDArray[np.bool_],
) -> None:
    """Mark the positions of the reference sentence on its LCS with a candidate sentence.

    `lengths` is a buffer, int32, larger than both sentences. Where several subsequences are longest, the
    walk back from the end skips a word of the reference if that loses nothing, else one of the candidate.
    """
    m, n = reference.size, candidate.size
    for i in range(m):
        above = lengths[i]
        here = lengths[i + 1]
        word = reference[i]
        if word < 0:
            here[: n + 1] = above[: n + 1]
            continue
        for j in range(n):
            if candidate[j] == word:
                here[j + 1] = above[j] + 1
            else:
                here[j + 1] = max(above[j + 1], here[j])
    i, j = m, n
    while i > 0 and j > 0:
        if reference[i - 1] == candidate[j - 1] and reference[i - 1] >= 0:
            marked[i - 1] = True
            i -= 1
            j -= 1
        elif lengths[i - 1, j] >= lengths[i, j - 1]:
            i -= 1
        else:
            j -= 1


@kernel
def _mark_lcs_bits(
    reference: NDArray[np.int32],
    candidate: NDArray[np.int32],
    places: NDArray[np.int64],
    rows: NDArray[np.int64],
    marked: NDArray[np.bool_],
) -> None:
    """Do the same for a candidate sentence of up to `LONGEST_IN_BITS` words, a row of the table an integer.

    Bit j of a row is 1 where the LCS with the first j + 1 candidate words is longer than with the first j
    (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004, with the complement of its vector).
    `places` holds a zero for every word and is left so; `rows` is a buffer for the rows.
    """
    m, n = reference.size, candidate.size
    full = (np.int64(1) << n) - 1
    for j in range(n):
        if candidate[j] >= 0:
            places[candidate[j]] |= np.int64(1) << j
    rising = np.int64(0)
    rows[0] = 0
    for i in range(m):
        matches = places[reference[i]] if reference[i] >= 0 else np.int64(0)
        if matches:
            # the classic step on flat = ~rising: flat = (flat + (flat & matches)) | (flat & ~matches)
            flat = full & ~rising
            rising = full & ~((flat + (flat & matches)) | (flat & ~matches))
        rows[i + 1] = rising
    i, j = m, n
    while i > 0 and j > 0:
        matches = places[reference[i - 1]] if reference[i - 1] >= 0 else np.int64(0)
        matches &= (np.int64(1) << j) - 1
        if matches:
            if matches >> (j - 1):
                marked[i - 1] = True
                j -= 1
            else:
                before = (np.int64(1) << j) - 1
                # with and without this reference word: equally long means that it can be skipped
                if _ones(rows[i] & before) != _ones(rows[i - 1] & before):
                    marked[i - 1] = True
                    while not matches >> (j - 1):
                        j -= 1
                    j -= 1
        i -= 1
    for j in range(n):
        if candidate[j] >= 0:
            places[candidate[j]] = 0


@kernel
def _ones(bits: int) -> int:
    """Return the number of ones in a non-negative integer."""
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    bits += bits >> 8
    bits += bits >> 16
    bits += bits >> 32
    return bits & 0x7F


@kernel
def longest_sentence(side: Side) -> int:
    """Return the number of words of the longest sentence of a side."""
    longest = 0
    for sentence in range(side.sentences.size - 1):
        longest = max(longest, side.sentences[sentence + 1] - side.sentences[sentence])
    return longest


@kernel
def take_budget(budget: NDArray[np.int32], side: Side, text: int) -> None:
    """Set `budget` to how often the text has each word."""
    budget[:] = 0
    start, stop = text_bounds(side, text)
    for at in range(start, stop):
        if side.words[at] >= 0:
            budget[side.words[at]] += 1


@kernel
def overlap_lcs(
    candidates: Side, references: Side, shared: NDArray[np.int64], chosen: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Count the words of each chosen pair's union LCS (Lin 2004, §3.2; clipped as in ROUGE-1.5.5).

    For each reference sentence: the words on its LCS with any candidate sentence. In reference order such a
    word counts if neither text has used up its occurrences of that word. Arguments as in `overlap_ngrams`.
    Returns int64[n_pairs].
    """
    hits = np.zeros(chosen.size, np.int64)
    longest = longest_sentence(references)
    longest_candidate = longest_sentence(candidates)
    n_words = max(1, shared.max()) if shared.size else 1
    lengths = np.zeros((1, 1), np.int32)
    if longest_candidate > LONGEST_IN_BITS:
        lengths = np.zeros((longest + 1, longest_candidate + 1), np.int32)
    rows = np.zeros(longest + 1, np.int64)
    places = np.zeros(n_words, np.int64)
    marked = np.zeros(longest, np.bool_)
    our_budgets = np.zeros(n_words, np.int32)
    their_budgets = np.zeros(n_words, np.int32)
    pair = 0
    for group in range(candidates.groups.size - 1):
        ours = our_budgets[: shared[group]]
        theirs = their_budgets[: shared[group]]
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            for reference in range(references.groups[group], references.groups[group + 1]):
                pair += 1
                if not chosen[pair - 1]:
                    continue
                take_budget(ours, candidates, candidate)
                take_budget(theirs, references, reference)
                common = 0
                for sentence in range(references.texts[reference], references.texts[reference + 1]):
                    words = references.words[
                        references.sentences[sentence] : references.sentences[sentence + 1]
                    ]
                    marked[: words.size] = False
                    for other in range(candidates.texts[candidate], candidates.texts[candidate + 1]):
                        other_words = candidates.words[
                            candidates.sentences[other] : candidates.sentences[other + 1]
                        ]
                        if other_words.size <= LONGEST_IN_BITS:
                            _mark_lcs_bits(words, other_words, places, rows, marked)
                        else:
                            _mark_lcs(words, other_words, lengths, marked)
                    for at in range(words.size):
                        if marked[at] and ours[words[at]] > 0 and theirs[words[at]] > 0:
                            ours[words[at]] -= 1
                            theirs[words[at]] -= 1
                            common += 1
                hits[pair - 1] = common
    return hits
