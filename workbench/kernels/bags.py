"""Bags: the distinct n-grams or skip-bigrams of each text, what two have in common, how well they agree."""

from typing import NamedTuple

import numpy as np

from workbench.kernels.compile import word_kernel
from workbench.kernels.ragged import TextPairs
from workbench.types import Array, Integers


class Bags(NamedTuple):
    """The grams of each text, each gram once.

    Attributes
    ----------
    starts : int64[n_texts + 1]
        Where each text starts in what follows.
    grams : int64
        Numbers of the grams, from 0, as they first come in each text.
    counts : int64
        How often the text has the gram.
    sentences : int64
        In how many of its sentences.
    n_grams : int
        How many there are in all texts.
    """

    starts: Integers
    grams: Integers
    counts: Integers
    sentences: Integers
    n_grams: int


@word_kernel
def fill_bags(grams: Integers, bounds: Integers, texts: Integers, n_grams: int) -> Bags:
    """Put the grams of each text, from 0 to `n_grams` - 1, into a bag.

    `bounds` are where each sentence starts in `grams`, `texts` where each text starts in `bounds`.
    """
    found, counts, sentences = np.empty_like(grams), np.empty_like(grams), np.empty_like(grams)
    starts = np.zeros(texts.size, np.int64)
    # where the gram stands in its last bag, and in which sentence it was seen last
    place, seen = np.full(n_grams, -1, np.int64), np.full(n_grams, -1, np.int64)
    n = 0
    for text in range(texts.size - 1):
        for sentence in range(texts[text], texts[text + 1]):
            for at in range(bounds[sentence], bounds[sentence + 1]):
                gram = grams[at]
                if place[gram] < starts[text]:
                    place[gram] = n
                    found[n], counts[n], sentences[n] = gram, 0, 0
                    n += 1
                counts[place[gram]] += 1
                sentences[place[gram]] += seen[gram] != sentence
                seen[gram] = sentence
        starts[text + 1] = n
    return Bags(starts, found[:n].copy(), counts[:n].copy(), sentences[:n].copy(), n_grams)


@word_kernel
def meet_bags(bags: Bags, weights: Array, pairs: TextPairs, clipped: bool) -> Array:
    """Compare the bags of each pair of texts; `weights` is what each of their grams weighs.

    Returns float64[n_pairs, 4]: the grams that both have; the sum of the smaller of their two counts; the sum
    over reference sentences, over the distinct grams of each, of the candidate's count; the sum of the
    products of both weights. With `clipped` our weight counts up to theirs.
    """
    common = np.zeros((pairs.candidate.size, 4), np.float64)
    holder, place = np.full(bags.n_grams, -1, np.int64), np.zeros(bags.n_grams, np.int64)
    for pair in range(pairs.candidate.size):
        ours, theirs = pairs.candidate[pair], pairs.reference[pair]
        for at in range(bags.starts[theirs], bags.starts[theirs + 1]):
            holder[bags.grams[at]], place[bags.grams[at]] = theirs, at
        for at in range(bags.starts[ours], bags.starts[ours + 1]):
            if holder[bags.grams[at]] == theirs:
                count, other = bags.counts[at], place[bags.grams[at]]
                weight = min(weights[at], weights[other]) if clipped else weights[at]
                common[pair, 0] += 1
                common[pair, 1] += min(count, bags.counts[other])
                common[pair, 2] += count * bags.sentences[other]
                common[pair, 3] += weight * weights[other]
    return common
