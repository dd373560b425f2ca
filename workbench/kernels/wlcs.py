"""Weighted longest common subsequences as ROUGE-1.5.5 finds them."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import word_kernel
from workbench.kernels.lcs import count_words, longest_sentence, most_sentences
from workbench.kernels.long_lcs import mark_wlcs
from workbench.kernels.matched import LONGEST_IN_BITS, count_ones, find_matched, note_places
from workbench.kernels.ragged import RaggedTexts

LAST_BIT = 62
"""Of the bits that stand for sentences; it serves all later ones, too."""


@word_kernel
def _note_sentences(side: RaggedTexts, text: int, holders: NDArray[np.int64]) -> None:
    """Set bit s of ``holders[word]`` where sentence s of the text has the word."""
    holders[:] = 0
    first = side.texts[text]
    for sentence in range(first, side.texts[text + 1]):
        bit = np.int64(1) << min(sentence - first, LAST_BIT)
        for at in range(side.sentences[sentence], side.sentences[sentence + 1]):
            if side.words[at] >= 0:
                holders[side.words[at]] |= bit


@word_kernel
def _collapse(
    words: NDArray[np.int32],
    start: int,
    size: int,
    holders: NDArray[np.int64],
    row: int,
    sentence: int,
    kept: NDArray[np.int32],
    places: NDArray[np.int64],
) -> int:
    """Copy a sentence with each run of words that a sentence of the other text lacks as a single -1.

    The sentence is ``words[start : start + size]``, the other one's words have their bit in ``holders[row]``.
    Returns the new length; `places` says where each word stood. Behind a word that matches nothing the table
    of `mark_wlcs` repeats itself row by row and column by column, so a run of them does what one does.
    """
    shift = min(sentence, LAST_BIT)
    n = 0
    inside = False
    for at in range(size):
        word = words[start + at]
        if word >= 0 and (holders[row, word] >> shift) & 1:
            kept[n] = word
            places[n] = at
            n += 1
            inside = False
        elif not inside:
            kept[n] = -1
            places[n] = at
            n += 1
            inside = True
    return n


@word_kernel
def _mark_wlcs_bits(
    matched: NDArray[np.int64],
    masks: NDArray[np.int64],
    m: int,
    n: int,
    columns: NDArray[np.int64],
    power: NDArray[np.float64],
    value: NDArray[np.float64],
    run: NDArray[np.int32],
    marked: NDArray[np.bool_],
) -> bool:
    """Do what `mark_wlcs` does on rows and columns with a match alone; tell whether no value fell.

    Rows are the m matched words of the reference sentence (see `find_matched`), the candidate sentence has n
    words, up to `LONGEST_IN_BITS`. As long as no match is taken where it loses, values never fall, and a row
    or column without a match repeats the one before.
    """
    union = np.int64(0)
    for i in range(m):
        union |= masks[i]
    width = 0
    while union:
        lowest = union & -union
        columns[width] = count_ones(int(lowest - 1))
        width += 1
        union ^= lowest
    falls = False
    for i in range(m):
        mask = masks[i]
        follows = i > 0 and matched[i] - matched[i - 1] == 1
        above, here, above_run, here_run = value[i], value[i + 1], run[i], run[i + 1]
        left, column = 0.0, -1
        for j in range(width):
            # without branches: whether a word matches cannot be predicted
            before, column = column, columns[j]
            match = (mask >> column) & 1
            length = above_run[j] * np.int32(follows & (column - before == 1))
            taken = above[j] + power[length + 1] - power[length]
            passed_on = max(above[j + 1], left)
            falls |= bool(match) & (taken < passed_on)
            left = taken if match else passed_on
            here[j + 1] = left
            here_run[j + 1] = (length + 1) * match
    if falls:
        return False
    i, j, passed = m, width, n
    while i > 0 and j > 0:
        if columns[j - 1] + 1 < passed:
            # in a column without a match the walk skips all reference words that lose nothing
            while i > 0 and value[i - 1, j] >= value[i, j]:
                i -= 1
            if i == 0:
                break
        while i > 0 and not (masks[i - 1] >> columns[j - 1]) & 1 and value[i - 1, j] >= value[i, j - 1]:
            i -= 1
        if i > 0:
            passed = columns[j - 1]
            if (masks[i - 1] >> passed) & 1:
                marked[matched[i - 1]] = True
                i -= 1
            j -= 1
    return True


@word_kernel
def _clip_runs(
    words: NDArray[np.int32],
    start: int,
    size: int,
    marked: NDArray[np.bool_],
    ours: NDArray[np.int32],
    theirs: NDArray[np.int32],
    power: NDArray[np.float64],
) -> float:
    """Return the sum of f(length) over the runs of marked words that the clip lets pass.

    A run ends where the next position is not marked, but only on a word that passes: a run whose last word
    is refused goes on into the next one, or is lost at the end of the sentence (ROUGE-1.5.5).
    """
    total = 0.0
    length = 0
    for at in range(size):
        word = words[start + at]
        if marked[at] and ours[word] > 0 and theirs[word] > 0:
            ours[word] -= 1
            theirs[word] -= 1
            length += 1
            if at + 1 == size or not marked[at + 1]:
                total += power[length]
                length = 0
    return total


@word_kernel
def overlap_wlcs(
    candidates: RaggedTexts,
    references: RaggedTexts,
    candidate_words: RaggedTexts,
    reference_words: RaggedTexts,
    shared: NDArray[np.int64],
    chosen: NDArray[np.bool_],
    power: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Sum f over the runs of each chosen pair's union WLCS (Lin 2004, §3.3; runs as in ROUGE-1.5.5).

    ``power[k]`` is f(k), longer than the longest sentence by one. Other arguments as in `overlap_lcs`.
    Returns float64[n_pairs].
    """
    hits = np.zeros(chosen.size, np.float64)
    longest = longest_sentence(references)
    longest_candidate = longest_sentence(candidates)
    value = np.zeros((longest + 1, min(longest_candidate, LONGEST_IN_BITS) + 1), np.float64)
    run = np.zeros(value.shape, np.int32)
    marked = np.zeros(longest, np.bool_)
    matched, masks = np.zeros(longest + 1, np.int64), np.zeros(longest + 1, np.int64)
    columns = np.zeros(LONGEST_IN_BITS, np.int64)
    most_words = max(1, shared.max()) if shared.size else 1
    places = np.zeros((most_sentences(candidates), most_words + 1), np.int64)
    our_holders = np.zeros((1, most_words), np.int64)
    their_holders = np.zeros((1, most_words), np.int64)
    ours_kept, our_places = np.empty(longest_candidate, np.int32), np.empty(longest_candidate, np.int64)
    theirs_kept, their_places = np.empty(longest, np.int32), np.empty(longest, np.int64)
    our_counts, ours = np.zeros(most_words, np.int32), np.zeros(most_words, np.int32)
    their_counts, theirs = np.zeros((1, most_words), np.int32), np.zeros(most_words, np.int32)
    pair = 0
    for group in range(candidates.groups.size - 1):
        width = shared[group]
        first, last = references.groups[group], references.groups[group + 1]
        if their_counts.shape[0] < last - first:
            their_counts = np.zeros((last - first, most_words), np.int32)
            their_holders = np.zeros((last - first, most_words), np.int64)
        for reference in range(first, last):
            count_words(reference_words, reference, their_counts[reference - first, :width])
            _note_sentences(references, reference, their_holders[reference - first, :width])
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            count_words(candidate_words, candidate, our_counts[:width])
            _note_sentences(candidates, candidate, our_holders[0, :width])
            note_places(candidates, candidate, places[:, :width])
            start, stop = candidates.texts[candidate], candidates.texts[candidate + 1]
            for reference in range(first, last):
                pair += 1
                if not chosen[pair - 1]:
                    continue
                for word in range(width):
                    ours[word] = our_counts[word]
                    theirs[word] = their_counts[reference - first, word]
                total = 0.0
                first_sentence = references.texts[reference]
                for sentence in range(first_sentence, references.texts[reference + 1]):
                    first_word = references.sentences[sentence]
                    size = references.sentences[sentence + 1] - first_word
                    marked[:size] = False
                    for other in range(start, stop):
                        begin = candidates.sentences[other]
                        n_words = candidates.sentences[other + 1] - begin
                        if n_words <= LONGEST_IN_BITS:
                            found = find_matched(
                                references.words, first_word, size, places, other - start, matched, masks
                            )
                            if _mark_wlcs_bits(
                                matched, masks, found, n_words, columns, power, value, run, marked
                            ):
                                continue
                        m = _collapse(
                            references.words, first_word, size,
                            our_holders, 0, other - start, theirs_kept, their_places,
                        )  # fmt: skip
                        n = _collapse(
                            candidates.words, begin, n_words,
                            their_holders, reference - first, sentence - first_sentence,
                            ours_kept, our_places,
                        )  # fmt: skip
                        mark_wlcs(theirs_kept[:m], ours_kept[:n], their_places, power, marked)
                    total += _clip_runs(references.words, first_word, size, marked, ours, theirs, power)
                hits[pair - 1] = total
    return hits
