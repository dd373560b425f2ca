"""N-grams of a group of texts as numbers, order by order.

An n-gram of order n + 1 is an n-gram and the word after it. It can match only if both parts can, so the
n-grams alive at one order are enough to find those of the next, until none is left. What is alive at an
order is laid out as a table of counts, texts by n-grams: clipping and matching are minima over its rows.
"""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import word_kernel
from workbench.kernels.ragged import RaggedTexts

SMALL_TABLE = 8192
"""Entries, 32 KB: a table that stays in the first cache is faster than looking n-grams up."""


@word_kernel
def text_bounds(side: RaggedTexts, text: int) -> tuple[int, int]:
    """Return where a text starts and ends in the words of its side."""
    return side.sentences[side.texts[text]], side.sentences[side.texts[text + 1]]


@word_kernel
def _extend_few(
    candidates: RaggedTexts,
    references: RaggedTexts,
    group: int,
    order: int,
    candidate_grams: NDArray[np.int32],
    reference_grams: NDArray[np.int32],
    table: NDArray[np.int32],
) -> int:
    """Do what `extend_grams` does where there could be but few n-grams, as of a short text or of characters.

    `table` is int32, n-grams of order - 1 by words, -1 in each entry.
    """
    for text in range(candidates.groups[group], candidates.groups[group + 1]):
        start, stop = text_bounds(candidates, text)
        for at in range(start, stop - order + 1):
            prefix, word = candidate_grams[at], candidates.words[at + order - 1]
            if prefix >= 0 and word >= 0:
                table[prefix, word] = -2
    alive = 0
    for text in range(references.groups[group], references.groups[group + 1]):
        start, stop = text_bounds(references, text)
        for at in range(start, stop):
            prefix, end = reference_grams[at], at + order - 1
            if prefix >= 0:
                word = references.words[end] if end < stop else np.int32(-1)
                gram = table[prefix, word] if word >= 0 else np.int32(-1)
                if gram == -2:
                    gram = np.int32(alive)
                    table[prefix, word] = gram
                    alive += 1
                reference_grams[at] = gram
    for text in range(candidates.groups[group], candidates.groups[group + 1]):
        start, stop = text_bounds(candidates, text)
        for at in range(start, stop):
            prefix, end = candidate_grams[at], at + order - 1
            if prefix >= 0:
                word = candidates.words[end] if end < stop else np.int32(-1)
                gram = table[prefix, word] if word >= 0 else np.int32(-1)
                candidate_grams[at] = gram if gram >= 0 else np.int32(-1)
    return alive


@word_kernel
def extend_grams(
    candidates: RaggedTexts,
    references: RaggedTexts,
    group: int,
    order: int,
    candidate_grams: NDArray[np.int32],
    reference_grams: NDArray[np.int32],
    n_grams: int,
) -> int:
    """Replace the n-grams of order - 1 of a group by those of `order`; return how many are alive.

    ``grams[at]`` is the number of the n-gram that starts at word `at`, -1 if it cannot match. The candidates
    write the n-grams down, as words that may follow a shorter one; the references tick those they have too.
    """
    first_text, last_text = candidates.groups[group], candidates.groups[group + 1]
    start = candidates.sentences[candidates.texts[first_text]]
    stop = candidates.sentences[candidates.texts[last_text]]
    n_words = np.int64(0)
    for at in range(start, stop):
        n_words = max(n_words, candidates.words[at] + 1)
    if n_grams * n_words <= SMALL_TABLE:
        table = np.full((n_grams, n_words), np.int32(-1))
        return _extend_few(candidates, references, group, order, candidate_grams, reference_grams, table)
    latest = np.full(n_grams, -1, np.int32)
    before = np.empty(stop - start, np.int32)
    last_word = np.empty(stop - start, np.int32)
    n = 0
    for text in range(first_text, last_text):
        start, stop = text_bounds(candidates, text)
        for at in range(start, stop):
            prefix = candidate_grams[at]
            end = at + order - 1
            word = candidates.words[end] if end < stop else np.int32(-1)
            if prefix < 0 or word < 0:
                candidate_grams[at] = -1
                continue
            gram = latest[prefix]
            while gram >= 0 and last_word[gram] != word:
                gram = before[gram]
            if gram < 0:
                gram = np.int32(n)
                before[n] = latest[prefix]
                last_word[n] = word
                latest[prefix] = n
                n += 1
            candidate_grams[at] = gram
    number = np.full(n, -1, np.int32)
    alive = 0
    for text in range(references.groups[group], references.groups[group + 1]):
        start, stop = text_bounds(references, text)
        for at in range(start, stop):
            prefix = reference_grams[at]
            end = at + order - 1
            word = references.words[end] if end < stop else np.int32(-1)
            gram = latest[prefix] if prefix >= 0 and word >= 0 else np.int32(-1)
            while gram >= 0 and last_word[gram] != word:
                gram = before[gram]
            if gram >= 0:
                if number[gram] < 0:
                    number[gram] = alive
                    alive += 1
                gram = number[gram]
            reference_grams[at] = gram
    start = candidates.sentences[candidates.texts[first_text]]
    stop = candidates.sentences[candidates.texts[last_text]]
    for at in range(start, stop):
        if candidate_grams[at] >= 0:
            candidate_grams[at] = number[candidate_grams[at]]
    return alive


@word_kernel
def tabulate_grams(side: RaggedTexts, group: int, grams: NDArray[np.int32], table: NDArray[np.int32]) -> None:
    """Count each n-gram in each text of a group.

    `table` is int32, at least texts of the group by n-grams; it is cleared first.
    """
    first = side.groups[group]
    table[: side.groups[group + 1] - first] = 0
    for text in range(first, side.groups[group + 1]):
        start, stop = text_bounds(side, text)
        for at in range(start, stop):
            if grams[at] >= 0:
                table[text - first, grams[at]] += 1


@word_kernel
def overlap_ngrams(
    candidates: RaggedTexts,
    references: RaggedTexts,
    shared: NDArray[np.int64],
    chosen: NDArray[np.bool_],
    orders: int,
) -> NDArray[np.int64]:
    """Count the n-grams that each chosen pair has in common, orders 1 to `orders`.

    Words are those of `share_words`, `shared` their number in each group. `chosen` is bool[n_pairs]; pairs
    run over groups, candidates, references. Returns int64[n_pairs, orders]: the sum over n-grams of the
    smaller of its two counts, 0 for a pair that is not chosen.
    """
    hits = np.zeros((chosen.size, orders), np.int64)
    candidate_grams = candidates.words.copy()
    reference_grams = references.words.copy()
    ours = np.zeros((1, 1), np.int32)
    theirs = np.zeros((1, 1), np.int32)
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
            if ours.shape[0] < n_candidates or ours.shape[1] < alive:
                ours = np.zeros((max(n_candidates, ours.shape[0]), max(2 * alive, ours.shape[1])), np.int32)
            if theirs.shape[0] < n_references or theirs.shape[1] < alive:
                theirs = np.zeros(
                    (max(n_references, theirs.shape[0]), max(2 * alive, theirs.shape[1])), np.int32
                )
            tabulate_grams(candidates, group, candidate_grams, ours[:, :alive])
            tabulate_grams(references, group, reference_grams, theirs[:, :alive])
            for candidate in range(n_candidates):
                our = ours[candidate, :alive]
                for reference in range(n_references):
                    pair = first_pair + candidate * n_references + reference
                    if chosen[pair]:
                        their = theirs[reference, :alive]
                        common = 0
                        for gram in range(alive):
                            common += min(our[gram], their[gram])
                        hits[pair, order - 1] = common
        first_pair += n_candidates * n_references
    return hits
