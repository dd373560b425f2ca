"""Longest common subsequences as ROUGE-1.5.5 finds them: unions over sentences, clipped."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import word_kernel
from workbench.kernels.grams import text_bounds
from workbench.kernels.long_lcs import mark_lcs
from workbench.kernels.matched import LONGEST_IN_BITS, count_ones, find_matched, note_places
from workbench.kernels.ragged import RaggedTexts


@word_kernel
def _mark_lcs_bits(
    matched: NDArray[np.int64],
    masks: NDArray[np.int64],
    m: int,
    n: int,
    rising: NDArray[np.int64],
    marked: NDArray[np.bool_],
) -> None:
    """Do what `mark_lcs` does, a row being one integer: of n candidate words, up to `LONGEST_IN_BITS`.

    Rows are the m words of the reference sentence that the candidate sentence has (see `find_matched`);
    another word changes nothing and is skipped on the way back. Bit j of ``rising[i]`` is 1 where the LCS of
    the first i of them with the first j + 1 candidate words is longer than with the first j (Hyyrö,
    "Bit-parallel LCS-length computation revisited", 2004, with the complement of its vector).
    """
    full = (np.int64(1) << n) - 1
    row = np.int64(0)
    rising[0] = 0
    for i in range(m):
        # the classic step on flat = ~row: flat = (flat + (flat & matches)) | (flat & ~matches)
        flat = full & ~row
        row = full & ~((flat + (flat & masks[i])) | (flat & ~masks[i]))
        rising[i + 1] = row
    j = n
    for i in range(m - 1, -1, -1):
        before = (np.int64(1) << j) - 1
        matches = masks[i] & before
        # with and without this reference word: equally long means that it can be skipped
        if matches and (
            matches >> (j - 1) or count_ones(rising[i + 1] & before) != count_ones(rising[i] & before)
        ):
            marked[matched[i]] = True
            while not matches >> (j - 1):
                j -= 1
            j -= 1


@word_kernel
def longest_sentence(side: RaggedTexts) -> int:
    """Return the number of words of the longest sentence of a side."""
    longest = 0
    for sentence in range(side.sentences.size - 1):
        longest = max(longest, side.sentences[sentence + 1] - side.sentences[sentence])
    return longest


@word_kernel
def most_sentences(side: RaggedTexts) -> int:
    """Return the number of sentences of the text of a side that has most."""
    most = 0
    for text in range(side.texts.size - 1):
        most = max(most, side.texts[text + 1] - side.texts[text])
    return most


@word_kernel
def count_words(side: RaggedTexts, text: int, counts: NDArray[np.int32]) -> None:
    """Set `counts` to how often the text has each word."""
    counts[:] = 0
    start, stop = text_bounds(side, text)
    for at in range(start, stop):
        if side.words[at] >= 0:
            counts[side.words[at]] += 1


@word_kernel
def overlap_lcs(
    candidates: RaggedTexts,
    references: RaggedTexts,
    candidate_words: RaggedTexts,
    reference_words: RaggedTexts,
    shared: NDArray[np.int64],
    chosen: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """Count the words of each chosen pair's union LCS (Lin 2004, §3.2; clipped as in ROUGE-1.5.5).

    For each reference sentence: the words on its LCS with any candidate sentence. In reference order such a
    word counts if neither text has used up its occurrences of that word, which are those in
    `candidate_words` and `reference_words` (the same texts, but for a limit of bytes). Other arguments as in
    `overlap_ngrams`. Returns int64[n_pairs].
    """
    hits = np.zeros(chosen.size, np.int64)
    longest = longest_sentence(references)
    n_words = max(1, shared.max()) if shared.size else 1
    rising = np.zeros(longest + 1, np.int64)
    matched, masks = np.zeros(longest + 1, np.int64), np.zeros(longest + 1, np.int64)
    marked = np.zeros(longest, np.bool_)
    places = np.zeros((most_sentences(candidates), n_words + 1), np.int64)
    our_counts, ours = np.zeros(n_words, np.int32), np.zeros(n_words, np.int32)
    their_counts, theirs = np.zeros((1, n_words), np.int32), np.zeros(n_words, np.int32)
    pair = 0
    for group in range(candidates.groups.size - 1):
        width = shared[group]
        first, last = references.groups[group], references.groups[group + 1]
        if their_counts.shape[0] < last - first:
            their_counts = np.zeros((last - first, n_words), np.int32)
        for reference in range(first, last):
            count_words(reference_words, reference, their_counts[reference - first, :width])
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            count_words(candidate_words, candidate, our_counts[:width])
            note_places(candidates, candidate, places[:, :width])
            start, stop = candidates.texts[candidate], candidates.texts[candidate + 1]
            for reference in range(first, last):
                pair += 1
                if not chosen[pair - 1]:
                    continue
                for word in range(width):
                    ours[word] = our_counts[word]
                    theirs[word] = their_counts[reference - first, word]
                common = 0
                for sentence in range(references.texts[reference], references.texts[reference + 1]):
                    first_word = references.sentences[sentence]
                    m = references.sentences[sentence + 1] - first_word
                    marked[:m] = False
                    for other in range(start, stop):
                        begin = candidates.sentences[other]
                        n = candidates.sentences[other + 1] - begin
                        if n <= LONGEST_IN_BITS:
                            found = find_matched(
                                references.words, first_word, m, places, other - start, matched, masks
                            )
                            _mark_lcs_bits(matched, masks, found, n, rising, marked)
                        else:
                            mark_lcs(
                                references.words[first_word : first_word + m],
                                candidates.words[begin : begin + n],
                                marked,
                            )
                    for at in range(m):
                        word = references.words[first_word + at]
                        if marked[at] and ours[word] > 0 and theirs[word] > 0:
                            ours[word] -= 1
                            theirs[word] -= 1
                            common += 1
                hits[pair - 1] = common
    return hits
