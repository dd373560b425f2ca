"""Skip-bigrams: pairs of words in their order, at most some words apart."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import kernel
from workbench.kernels.grams import text_bounds
from workbench.kernels.ragged import Side


@kernel
def count_skip_bigrams(side: Side, gap: int) -> NDArray[np.int64]:
    """Return how many skip-bigrams each text has, int64[n_texts]; a negative gap means no limit."""
    totals = np.zeros(side.texts.size - 1, np.int64)
    for text in range(totals.size):
        start, stop = text_bounds(side, text)
        n = stop - start
        reach = n - 1 if gap < 0 else min(gap + 1, n - 1)
        if n > 1:
            totals[text] = reach * n - reach * (reach + 1) // 2
    return totals


@kernel
def _keep_shared(words: NDArray[np.int32], kept: NDArray[np.int32], places: NDArray[np.int64]) -> int:
    """Copy the words that can match and where they stand; return how many there are."""
    n = 0
    for at in range(words.size):
        if words[at] >= 0:
            kept[n] = words[at]
            places[n] = at
            n += 1
    return n


@kernel
def _add_pairs(
    kept: NDArray[np.int32], places: NDArray[np.int64], gap: int, table: NDArray[np.int32], step: int
) -> int:
    """Add `step` to the table entry of each skip-bigram; return the entries that were above 0 before."""
    above = 0
    for i in range(kept.size):
        row = table[kept[i]]
        for j in range(i + 1, kept.size):
            if gap >= 0 and places[j] - places[i] > gap + 1:
                break
            above += row[kept[j]] > 0
            row[kept[j]] += step
    return above


@kernel
def overlap_skip_bigrams(
    candidates: Side, references: Side, shared: NDArray[np.int64], chosen: NDArray[np.bool_], gap: int
) -> NDArray[np.int64]:
    """Count the skip-bigrams that each chosen pair has in common (Lin 2004, §4), clipped by their counts.

    `gap` is the largest number of words between the two, negative for no limit; pairs cross sentences, as in
    ROUGE-1.5.5. Other arguments as in `overlap_ngrams`. Returns int64[n_pairs].
    """
    hits = np.zeros(chosen.size, np.int64)
    longest = 0
    for text in range(candidates.texts.size - 1):
        start, stop = text_bounds(candidates, text)
        longest = max(longest, stop - start)
    for text in range(references.texts.size - 1):
        start, stop = text_bounds(references, text)
        longest = max(longest, stop - start)
    our_words, our_places = np.empty(longest, np.int32), np.empty(longest, np.int64)
    their_words, their_places = np.empty(longest, np.int32), np.empty(longest, np.int64)
    n_words = shared.max() if shared.size else 0
    whole = np.zeros((n_words, n_words), np.int32)
    pair = 0
    for group in range(candidates.groups.size - 1):
        table = whole[: shared[group], : shared[group]]
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            start, stop = text_bounds(candidates, candidate)
            n = _keep_shared(candidates.words[start:stop], our_words, our_places)
            _add_pairs(our_words[:n], our_places[:n], gap, table, 1)
            for reference in range(references.groups[group], references.groups[group + 1]):
                if chosen[pair]:
                    start, stop = text_bounds(references, reference)
                    m = _keep_shared(references.words[start:stop], their_words, their_places)
                    # taking a pair away finds it there as often as both texts have it
                    hits[pair] = _add_pairs(their_words[:m], their_places[:m], gap, table, -1)
                    _add_pairs(their_words[:m], their_places[:m], gap, table, 1)
                pair += 1
            _add_pairs(our_words[:n], our_places[:n], gap, table, -1)
    return hits
