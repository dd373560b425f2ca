"""Skip-bigrams: pairs of words in their order, at most some words apart."""

import numpy as np

from workbench.kernels.compile import word_kernel, word_step
from workbench.kernels.ragged import RaggedTexts, text_bounds
from workbench.types import Integers, Masks, WordIds


@word_step
def _keep_shared(words: WordIds, kept: WordIds, places: Integers) -> int:
    """Copy the words that can match and where they stand; return how many there are."""
    n = 0
    for at in range(words.size):
        if words[at] >= 0:
            kept[n] = words[at]
            places[n] = at
            n += 1
    return n


@word_step
def _add_pairs(
    kept: WordIds, places: Integers, gap: int, n_words: int, step: int, table: WordIds, found: Integers
) -> int:
    """Add `step` to the table entry of each skip-bigram; return how many entries were 0 before.

    Those entries are written to `found`, if it has room for any.
    """
    n = 0
    for i in range(kept.size):
        row = kept[i] * n_words
        for j in range(i + 1, kept.size):
            if gap >= 0 and places[j] - places[i] > gap + 1:
                break
            entry = row + kept[j]
            if table[entry] == 0:
                if found.size:
                    found[n] = entry
                n += 1
            table[entry] += step
    return n


@word_kernel
def overlap_skip_bigrams(
    candidates: RaggedTexts, references: RaggedTexts, shared: Integers, chosen: Masks, gap: int
) -> Integers:
    """Count the skip-bigrams that each chosen pair has in common (Lin 2004, §4), clipped by their counts.

    `gap` is the largest number of words between the two, negative for no limit; pairs cross sentences, as in
    ROUGE-1.5.5. Each reference is written down once as its distinct skip-bigrams and their counts; each
    candidate is laid out once as a table, in which they are looked up. Other arguments as in
    `overlap_ngrams`. Returns int64[n_pairs].
    """
    hits = np.zeros(chosen.size, np.int64)
    longest = max(candidates.words.size, references.words.size)
    # of this the pages that are written to are made: those of the longest text
    kept, places = np.empty(longest, np.int32), np.empty(longest, np.int64)
    n_words = 0
    for width in shared:
        n_words = max(n_words, width)
    table, nothing = np.zeros(n_words * n_words, np.int32), np.empty(0, np.int64)
    entries, counts = np.empty(1, np.int64), np.empty(1, np.int32)
    bounds = np.zeros(references.texts.size, np.int64)
    pair = 0
    for group in range(candidates.groups.size - 1):
        first, last = references.groups[group], references.groups[group + 1]
        width = shared[group]
        most = 0
        for reference in range(first, last):
            start, stop = text_bounds(references, reference)
            reach = stop - start if gap < 0 else min(gap + 1, stop - start)
            most += min(reach * (stop - start), width * width)
        if entries.size < most:
            entries, counts = np.empty(2 * most, np.int64), np.empty(2 * most, np.int32)
        for reference in range(first, last):
            start, stop = text_bounds(references, reference)
            n = _keep_shared(references.words[start:stop], kept, places)
            begin = bounds[reference - first]
            end = begin + _add_pairs(kept[:n], places[:n], gap, width, 1, table, entries[begin:])
            bounds[reference - first + 1] = end
            for at in range(begin, end):
                counts[at] = table[entries[at]]
                table[entries[at]] = 0
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            start, stop = text_bounds(candidates, candidate)
            n = _keep_shared(candidates.words[start:stop], kept, places)
            _add_pairs(kept[:n], places[:n], gap, width, 1, table, nothing)
            for reference in range(last - first):
                if chosen[pair]:
                    common = 0
                    for at in range(bounds[reference], bounds[reference + 1]):
                        common += min(counts[at], table[entries[at]])
                    hits[pair] = common
                pair += 1
            _add_pairs(kept[:n], places[:n], gap, width, -1, table, nothing)
    return hits
