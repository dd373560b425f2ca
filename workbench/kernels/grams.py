"""N-grams of a group of texts as numbers, order by order.

An n-gram of order n + 1 is an n-gram and the word after it. It can match only if both parts can, so the
n-grams alive at one order are enough to find those of the next, until none is left. What is alive at an
order is laid out as a table of counts, texts by n-grams: clipping and matching are minima over its rows.
"""

import numpy as np

from workbench.kernels.compile import Whole, word_kernel, word_step
from workbench.kernels.ragged import RaggedTexts, text_bounds
from workbench.types import Array, Integers, Masks, WordIds


@word_step
def _find(keys: Integers, key: np.int64) -> np.int64:
    """Return the place of a key in a table of a power of 2, or the free one (0) where it belongs."""
    place = key & (keys.size - 1)
    while keys[place] != key and keys[place] > 0:
        place = (place + 1) & (keys.size - 1)
    return place


@word_step
def _key(words: WordIds, at: int, stop: int, order: int, prefix: WordIds, n_words: Whole) -> np.int64:
    """Return an n-gram of order - 1 and the word after it as a number above 0; 0 if there is none."""
    end = at + order - 1
    if prefix[at] < 0 or end >= stop or words[end] < 0:
        return np.int64(0)
    return np.int64(prefix[at]) * n_words + np.int64(words[end]) + 1


@word_kernel
def extend_grams(
    candidates: RaggedTexts,
    references: RaggedTexts,
    group: int,
    order: int,
    candidate_grams: WordIds,
    reference_grams: WordIds,
    n_grams: int,
) -> int:
    """Replace the n-grams of order - 1 of a group by those of `order`; return how many are alive.

    ``grams[at]`` is the number of the n-gram that starts at word `at`, -1 if it cannot match. The candidates
    write the n-grams down, as pairs of a shorter one and a word; the references number those they have too.
    """
    first, last = candidates.groups[group], candidates.groups[group + 1]
    start, stop = candidates.sentences[candidates.texts[first]], candidates.sentences[candidates.texts[last]]
    # odd, so that the n-grams before one word spread over a table of a power of 2
    n_words = 1
    for at in range(start, stop):
        n_words = max(n_words, candidates.words[at] | 1)
    n_words += 2
    size = 1
    while size <= min(n_grams * n_words, 2 * (stop - start)):
        size *= 2
    keys, numbers = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for text in range(first, last):
        start, stop = text_bounds(candidates, text)
        for at in range(start, stop):
            key = _key(candidates.words, at, stop, order, candidate_grams, n_words)
            candidate_grams[at] = -1
            if key:
                place = _find(keys, key)
                keys[place] = key
                candidate_grams[at] = place
    alive = 0
    for text in range(references.groups[group], references.groups[group + 1]):
        start, stop = text_bounds(references, text)
        for at in range(start, stop):
            key = _key(references.words, at, stop, order, reference_grams, n_words)
            reference_grams[at] = -1
            if key:
                place = _find(keys, key)
                if keys[place] > 0:
                    if numbers[place] == 0:
                        alive += 1
                        numbers[place] = alive
                    reference_grams[at] = numbers[place] - 1
    for text in range(first, last):
        start, stop = text_bounds(candidates, text)
        for at in range(start, stop):
            if candidate_grams[at] >= 0:
                candidate_grams[at] = numbers[candidate_grams[at]] - 1
    return alive


@word_kernel
def tabulate_grams(side: RaggedTexts, group: int, grams: WordIds, n_grams: int, table: WordIds) -> WordIds:
    """Return a table of how often each text of a group has each n-gram, larger than that where it was."""
    first, last = side.groups[group], side.groups[group + 1]
    if table.shape[0] < last - first or table.shape[1] < n_grams:
        table = np.zeros((max(last - first, table.shape[0]), max(2 * n_grams, table.shape[1])), np.int32)
    for text in range(first, last):
        for gram in range(n_grams):
            table[text - first, gram] = 0
        start, stop = text_bounds(side, text)
        for at in range(start, stop):
            if grams[at] >= 0:
                table[text - first, grams[at]] += 1
    return table


@word_step
def _common(ours: WordIds, theirs: WordIds, n_grams: int) -> int:
    """Sum the smaller of two counts of each n-gram, in numbers as narrow: many are added at once."""
    total = np.int32(0)
    for gram in range(n_grams):
        total = np.int32(total + min(ours[gram], theirs[gram]))
    return int(total)


@word_kernel
def _most(theirs: WordIds, n_grams: int, chosen: Masks) -> WordIds:
    """Return the largest count of each n-gram in any of the chosen references."""
    most = np.zeros(n_grams, np.int32)
    for reference in range(chosen.size):
        if chosen[reference]:
            for gram in range(n_grams):
                most[gram] = max(most[gram], theirs[reference, gram])
    return most


@word_kernel
def _clip(ours: WordIds, theirs: WordIds, n_grams: int, chosen: Masks, weights: Array, apart: bool) -> float:
    """Sum over a candidate's n-grams the largest weight × clipped count among the chosen references."""
    total = 0.0
    for gram in range(n_grams):
        if ours[gram] == 0:
            continue
        largest, most = -np.inf, 0
        for reference in range(weights.size):
            both = min(ours[gram], theirs[reference, gram])
            if both > 0 and chosen[reference]:
                largest = max(largest, weights[reference] if apart else weights[reference] * both)
                most = max(most, both if apart else 1)
        if most:
            total += largest * most
    return total


@word_kernel
def overlap_ngrams(
    candidates: RaggedTexts, references: RaggedTexts, shared: Integers, chosen: Masks, orders: int,
    weights: Array | None, apart: bool,
) -> Array:  # fmt: skip
    """Count the n-grams of orders 1 to `orders` that pairs have in common, or clip those of candidates.

    Words are those of `share_words`, `shared` their number in each group. `chosen` is bool[n_pairs]; pairs
    run over groups, candidates, references. `weights` is float64[n_references], None to count pairs. With
    them an n-gram counts as in BLEU (weights of 1) and ΔBLEU (Galley et al. 2015, eq. 3): the largest
    ``weight * min(count in candidate, count in reference)`` among the references that hold it. With `apart`
    the largest weight and the largest clipped count are looked for separately.

    Returns
    -------
    float64[n_pairs, orders]
        The sum over n-grams of the smaller of their two counts, 0 for a pair that is not chosen.
    float64[n_candidates, orders], with weights
        The sum over the n-grams of each candidate of what they count.
    """
    sums = np.zeros((chosen.size if weights is None else candidates.texts.size - 1, orders), np.float64)
    candidate_grams, reference_grams = candidates.words.copy(), references.words.copy()
    ours, theirs = np.zeros((1, 1), np.int32), np.zeros((1, 1), np.int32)
    unweighted = weights is not None and bool(np.all(weights == 1))
    pair = 0
    for group in range(candidates.groups.size - 1):
        first, last = references.groups[group], references.groups[group + 1]
        begin, end = candidates.groups[group], candidates.groups[group + 1]
        alive = shared[group]
        for order in range(1, orders + 1):
            if order > 1:
                alive = extend_grams(
                    candidates, references, group, order, candidate_grams, reference_grams, alive
                )
            if alive == 0:
                break
            ours = tabulate_grams(candidates, group, candidate_grams, alive, ours)
            theirs = tabulate_grams(references, group, reference_grams, alive, theirs)
            for candidate in range(end - begin):
                at = pair + candidate * (last - first)
                if weights is not None:
                    usable, rated = chosen[at : at + last - first], weights[first:last]
                    if unweighted:
                        total = float(_common(ours[candidate], _most(theirs, alive, usable), alive))
                    else:
                        total = _clip(ours[candidate], theirs, alive, usable, rated, apart)
                    sums[begin + candidate, order - 1] = total
                    continue
                for reference in range(last - first):
                    if chosen[at + reference]:
                        sums[at + reference, order - 1] = _common(ours[candidate], theirs[reference], alive)
        pair += (end - begin) * (last - first)
    return sums
