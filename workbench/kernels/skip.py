"""Skip-bigrams: pairs of words in their order, at most some words apart."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import Whole, word_kernel, word_step
from workbench.kernels.ragged import RaggedTexts, text_bounds
from workbench.types import Integers, Masks, WordIds

NARROW = 256
"""Words of a text no skip-bigram of which stands more than 2^15 times."""
SkipCounts = NDArray[np.int16] | NDArray[np.int32]


@word_step
def _count_pairs(
    words: WordIds, start: Whole, stop: Whole, gap: int, width: Whole, rows: WordIds, behind: SkipCounts,
    counts: SkipCounts,
) -> None:  # fmt: skip
    """Add the skip-bigrams of ``words[start:stop]`` to ``counts[rows[first word], second word]``.

    `behind` is how often each word stands within reach behind the one that is looked at, from the last to the
    first: all of them are added at once.
    """
    for word in range(width):
        behind[word] = 0
    for at in range(stop - 2, start - 1, -1):
        if words[at + 1] >= 0:
            behind[words[at + 1]] += 1
        if gap >= 0 and at + gap + 2 < stop and words[at + gap + 2] >= 0:
            behind[words[at + gap + 2]] -= 1
        if words[at] >= 0:
            row = counts[rows[words[at]]]
            for word in range(width):
                row[word] += behind[word]


@word_step
def _clear(words: WordIds, start: Whole, stop: Whole, width: Whole, counts: SkipCounts) -> None:
    """Make the rows of a text 0 again."""
    for at in range(start, stop):
        if words[at] >= 0:
            counts[words[at], :width] = 0


@word_step
def _count_common(
    ours: SkipCounts, theirs: SkipCounts, firsts: WordIds, start: Whole, stop: Whole, width: Whole
) -> int:
    """Sum the smaller of two counts over some rows of a reference, each those of a first word."""
    total = 0
    for row in range(start, stop):
        mine, other, common = ours[firsts[row]], theirs[row], np.int32(0)
        for word in range(width):
            common = np.int32(common + min(mine[word], other[word]))
        total += int(common)
    return total


@word_kernel
def overlap_skip_bigrams(
    candidates: RaggedTexts,
    references: RaggedTexts,
    shared: Integers,
    chosen: Masks,
    gap: int,
    room: SkipCounts,
) -> Integers:
    """Count the skip-bigrams that each chosen pair has in common (Lin 2004, §4), clipped by their counts.

    `gap` is the largest number of words between the two, negative for no limit; pairs cross sentences, as in
    ROUGE-1.5.5. Each text is written down once as a table, first words by second words, which of a reference
    has the rows of its own words alone. Counts are of the type of `room`, an empty array: int16, of which
    twice as many are compared at once, if no text has more than `NARROW` words. Other arguments as in
    `overlap_ngrams`. Returns int64[n_pairs].
    """
    hits = np.zeros(chosen.size, np.int64)
    # so many columns that a processor takes several at once to the end
    widths = (shared + 31) // 32 * 32
    n_words, most = 0, 0
    for group in range(shared.size):
        n_words, n_rows = max(n_words, widths[group]), 0
        for text in range(references.groups[group], references.groups[group + 1]):
            start, stop = text_bounds(references, text)
            n_rows += min(stop - start, shared[group])
        most = max(most, n_rows)
    # of this the pages that are written to are made
    ours, theirs = np.zeros((n_words, n_words), room.dtype), np.empty((most, n_words), room.dtype)
    every, behind = np.arange(n_words).astype(np.int32), np.empty(n_words, room.dtype)
    firsts, row_of = np.empty(most, np.int32), np.empty(n_words, np.int32)
    bounds = np.zeros(references.texts.size, np.int64)
    pair = 0
    for group in range(shared.size):
        first, last, width = references.groups[group], references.groups[group + 1], widths[group]
        n_rows = 0
        for word in range(width):
            row_of[word] = -1
        for text in range(first, last):
            start, stop = text_bounds(references, text)
            begin = n_rows
            for at in range(start, stop):
                word = references.words[at]
                if word >= 0 and row_of[word] < begin:
                    row_of[word], firsts[n_rows] = n_rows, word
                    theirs[n_rows, :width] = 0
                    n_rows += 1
            _count_pairs(references.words, start, stop, gap, width, row_of, behind, theirs)
            bounds[text - first + 1] = n_rows
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            start, stop = text_bounds(candidates, candidate)
            _count_pairs(candidates.words, start, stop, gap, width, every, behind, ours)
            for text in range(last - first):
                if chosen[pair]:
                    hits[pair] = _count_common(ours, theirs, firsts, bounds[text], bounds[text + 1], width)
                pair += 1
            _clear(candidates.words, start, stop, width, ours)
    return hits
