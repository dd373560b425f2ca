"""N-grams of a group of texts as numbers, order by order.

An n-gram of order n + 1 is an n-gram and the word after it. It can match only if both parts can, so the
n-grams alive at one order are enough to find those of the next, until none is left. What is alive at an
order is laid out as a table of counts, texts by n-grams: clipping and matching are minima over its rows.
"""

from typing import NamedTuple

import numpy as np

from workbench.kernels.compile import NO, YES, Flag, word_kernel, word_step
from workbench.kernels.ragged import RaggedTexts, text_bounds
from workbench.types import Array, Integers, Masks, WordIds


class Grams(NamedTuple):
    """The n-grams of one order that are alive in the texts of a side.

    Attributes
    ----------
    places : int32[n_words]
        Where each n-gram starts in the words. Those of a text stand from the place of its first word on.
    numbers : int32[n_words]
        The number of each n-gram in its group; equal n-grams have the same.
    ends : int64[n_texts]
        Where the n-grams of each text end in both.
    """

    places: WordIds
    numbers: WordIds
    ends: Integers


@word_kernel
def _single_words(side: RaggedTexts) -> Grams:
    """Return the n-grams of order 1: the words that can match."""
    grams = Grams(
        np.empty_like(side.words), np.empty_like(side.words), np.empty(side.texts.size - 1, np.int64)
    )
    for text in range(side.texts.size - 1):
        start, stop = text_bounds(side, text)
        end = start
        for at in range(start, stop):
            grams.places[end], grams.numbers[end] = at, side.words[at]
            end += side.words[at] >= 0
        grams.ends[text] = end
    return grams


@word_step
def _find(keys: Integers, key: np.int64) -> np.int64:
    """Return the place of a key in a table of a power of 2, or the free one (0) where it belongs."""
    place = key & (keys.size - 1)
    while keys[place] != key and keys[place] > 0:
        place = (place + 1) & (keys.size - 1)
    return place


@word_kernel
def _find_longer(
    side: RaggedTexts, group: int, order: int, grams: Grams, keys: Integers, n_words: int, enters: Flag
) -> None:
    """Replace each n-gram of order - 1 by the place in a table of itself and the word after it.

    One side enters its n-grams as numbers above 0. Those of the other that the table does not have die.
    """
    for text in range(side.groups[group], side.groups[group + 1]):
        start, stop = text_bounds(side, text)
        end = start
        for each in range(start, grams.ends[text]):
            after = grams.places[each] + order - 1
            key = np.int64(0)
            if after < stop and side.words[after] >= 0:
                key = np.int64(grams.numbers[each]) * n_words + side.words[after] + 1
            place = _find(keys, key)
            if enters:
                keys[place] = key
            grams.places[end], grams.numbers[end] = grams.places[each], place
            end += keys[place] > 0
        grams.ends[text] = end


@word_kernel
def _renumber(side: RaggedTexts, group: int, grams: Grams, numbers: WordIds, gives: Flag) -> int:
    """Replace the place of each n-gram by its number, which one side gives; return how many that gave.

    ``numbers[place]`` is above 0 where a number was given. What has none dies.
    """
    given = 0
    for text in range(side.groups[group], side.groups[group + 1]):
        start = end = text_bounds(side, text)[0]
        for each in range(start, grams.ends[text]):
            place = grams.numbers[each]
            if gives and numbers[place] == 0:
                given += 1
                numbers[place] = given
            grams.places[end], grams.numbers[end] = grams.places[each], numbers[place] - 1
            end += numbers[place] > 0
        grams.ends[text] = end
    return given


@word_kernel
def _extend_grams(
    candidates: RaggedTexts, references: RaggedTexts, group: int, order: int, ours: Grams, theirs: Grams,
    n_words: int,
) -> int:  # fmt: skip
    """Replace the n-grams of order - 1 of a group by those of `order`; return how many are alive."""
    most = 0
    for text in range(candidates.groups[group], candidates.groups[group + 1]):
        most += ours.ends[text] - text_bounds(candidates, text)[0]
    size = 1
    while size <= 2 * most:
        size *= 2
    keys, numbers = np.zeros(size, np.int64), np.zeros(size, np.int32)
    # odd, so that the n-grams before one word spread over a table of a power of 2
    n_words = n_words | 1
    _find_longer(candidates, group, order, ours, keys, n_words, YES)
    _find_longer(references, group, order, theirs, keys, n_words, NO)
    alive = _renumber(references, group, theirs, numbers, YES)
    _renumber(candidates, group, ours, numbers, NO)
    return alive


@word_kernel
def _tabulate_grams(side: RaggedTexts, group: int, grams: Grams, n_grams: int, table: WordIds) -> WordIds:
    """Return a table of how often each text of a group has each n-gram, larger than that where it was."""
    first, last = side.groups[group], side.groups[group + 1]
    if table.shape[0] < last - first or table.shape[1] < n_grams:
        table = np.zeros((max(last - first, table.shape[0]), max(2 * n_grams, table.shape[1])), np.int32)
    for text in range(first, last):
        for gram in range(n_grams):
            table[text - first, gram] = 0
        for each in range(text_bounds(side, text)[0], grams.ends[text]):
            table[text - first, grams.numbers[each]] += 1
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
    our_grams, their_grams = _single_words(candidates), _single_words(references)
    ours, theirs = np.zeros((1, 1), np.int32), np.zeros((1, 1), np.int32)
    unweighted = weights is not None and bool(np.all(weights == 1))
    pair = 0
    for group in range(candidates.groups.size - 1):
        first, last = references.groups[group], references.groups[group + 1]
        begin, end = candidates.groups[group], candidates.groups[group + 1]
        alive = shared[group]
        for order in range(1, orders + 1):
            if order > 1:
                alive = _extend_grams(
                    candidates, references, group, order, our_grams, their_grams, shared[group]
                )
            if alive == 0:
                break
            ours = _tabulate_grams(candidates, group, our_grams, alive, ours)
            theirs = _tabulate_grams(references, group, their_grams, alive, theirs)
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
