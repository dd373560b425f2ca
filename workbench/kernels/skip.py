"""Skip-bigrams: pairs of words in their order, at most some words apart."""

import numpy as np

from workbench.kernels.bits import BITS, count_blocks, count_ones
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
    kept: WordIds, places: Integers, gap: int, n_words: int, counts: WordIds, bits: Integers, again: Integers
) -> int:
    """Count each skip-bigram of a text, set its bit, and write down those that come a second time.

    Returns how many these are; they stand in `again`, if it has room.
    """
    n = 0
    for i in range(kept.size):
        row = kept[i] * n_words
        for j in range(i + 1, kept.size):
            if gap >= 0 and places[j] - places[i] > gap + 1:
                break
            pair = row + kept[j]
            bits[pair // BITS] |= np.int64(1) << (pair % BITS)
            if n < again.size:
                again[n] = pair
            n += counts[pair] == 1
            counts[pair] += 1
    return n


@word_step
def _forget_pairs(kept: WordIds, n_words: int, counts: WordIds) -> None:
    """Make all counts of a text 0 again."""
    for word in kept:
        counts[word * n_words : (word + 1) * n_words] = 0


@word_step
def _count_common(ours: Integers, theirs: Integers, text: int, n_blocks: int) -> int:
    """Count the bits that both have, a candidate and one of the references."""
    n = 0
    for block in range(n_blocks):
        n += count_ones(ours[block] & theirs[text, block])
    return n


@word_kernel
def overlap_skip_bigrams(
    candidates: RaggedTexts, references: RaggedTexts, shared: Integers, chosen: Masks, gap: int
) -> Integers:
    """Count the skip-bigrams that each chosen pair has in common (Lin 2004, §4), clipped by their counts.

    `gap` is the largest number of words between the two, negative for no limit; pairs cross sentences, as in
    ROUGE-1.5.5. A text is written down once: which skip-bigrams it has as bits, of a reference also those
    that it has more than once, which are looked up among the counts of the candidate. Other arguments as in
    `overlap_ngrams`. Returns int64[n_pairs].
    """
    hits = np.zeros(chosen.size, np.int64)
    longest = max(candidates.words.size, references.words.size)
    # of this the pages that are written to are made: those of the longest text
    kept, places = np.empty(longest, np.int32), np.empty(longest, np.int64)
    n_words = 0
    for width in shared:
        n_words = max(n_words, width)
    counts, ours = np.zeros(n_words * n_words, np.int32), np.zeros(count_blocks(n_words * n_words), np.int64)
    again, times = np.empty(1, np.int64), np.empty(1, np.int32)
    bounds = np.zeros(references.texts.size, np.int64)
    pair = 0
    for group in range(candidates.groups.size - 1):
        first, last = references.groups[group], references.groups[group + 1]
        width, most = shared[group], 0
        n_blocks = count_blocks(width * width)
        for text in range(first, last):
            start, stop = text_bounds(references, text)
            reach = stop - start if gap < 0 else min(gap + 1, stop - start)
            most += min(reach * (stop - start), width * width)
        if again.size < most:
            again, times = np.empty(2 * most, np.int64), np.empty(2 * most, np.int32)
        theirs = np.zeros((last - first, n_blocks), np.int64)
        for text in range(first, last):
            start, stop = text_bounds(references, text)
            n, begin = _keep_shared(references.words[start:stop], kept, places), bounds[text - first]
            end = begin + _add_pairs(
                kept[:n], places[:n], gap, width, counts, theirs[text - first], again[begin:]
            )
            bounds[text - first + 1] = end
            for at in range(begin, end):
                times[at] = counts[again[at]]
            _forget_pairs(kept[:n], width, counts)
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            start, stop = text_bounds(candidates, candidate)
            n = _keep_shared(candidates.words[start:stop], kept, places)
            ours[:n_blocks] = 0
            _add_pairs(kept[:n], places[:n], gap, width, counts, ours, again[:0])
            for text in range(last - first):
                if chosen[pair]:
                    common = _count_common(ours, theirs, text, n_blocks)
                    for at in range(bounds[text], bounds[text + 1]):
                        common += max(min(times[at], counts[again[at]]), 1) - 1
                    hits[pair] = common
                pair += 1
            _forget_pairs(kept[:n], width, counts)
    return hits
