"""Counts of distinct n-grams, and of n-grams and skip-bigrams inside sentences, against plain counting."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from workbench.metrics.bag_counts import NGramBags, SentenceNGrams, SentenceSkipBigrams
from workbench.metrics.batch import Batch, BatchLayout
from workbench.text.corpus import Corpus
from workbench.text.preprocess import PREPROCESSES

CANDIDATES = ["a b a b\na b c", "c c\nb a", "a", "b a b a b"]
REFERENCES = ["a b\na b a\nx", "c b a", "c c c\nb", "a b a", ""]


def batch():
    layout = BatchLayout.of_sizes([2, 1, 1], [2, 1, 2])
    texts = Corpus([*CANDIDATES, *REFERENCES]).encode(PREPROCESSES["CASE"])
    return Batch(texts.take(np.arange(4)), texts.take(np.arange(4, 9)), layout)


def ngrams(sentence, order):
    return [tuple(sentence[at : at + order]) for at in range(len(sentence) - order + 1)]


def skip_bigrams(sentence, gap):
    return [(sentence[i], sentence[j]) for i, j in combinations(range(len(sentence)), 2) if j - i - 1 <= gap]


def check_sentences(counter, units):
    """Clipped, of the reference, of the candidate, and found: by distinct units of each of its sentences."""
    given = batch()
    for row, i, j in zip(
        counter.count(given), given.layout.pair_candidate, given.layout.pair_reference, strict=True
    ):
        ours, theirs = (
            [units(line.split()) for line in text.split("\n")] for text in (CANDIDATES[i], REFERENCES[j])
        )
        our, their = (Counter(unit for sentence in text for unit in sentence) for text in (ours, theirs))
        found = sum(our[unit] for sentence in theirs for unit in set(sentence))
        assert row.tolist() == [(our & their).total(), their.total(), our.total(), found]


@pytest.mark.parametrize("order", [1, 2, 3])
def test_ngrams_inside_sentences(order):
    check_sentences(SentenceNGrams(order), lambda sentence: ngrams(sentence, order))


@pytest.mark.parametrize("gap", [0, 1, 2, 9])
def test_skip_bigrams_inside_sentences(gap):
    check_sentences(SentenceSkipBigrams(gap, False), lambda sentence: skip_bigrams(sentence, gap))
    check_sentences(SentenceSkipBigrams(gap, True), lambda sentence: skip_bigrams(["<s>", *sentence], gap))


@pytest.mark.parametrize("order", [1, 2])
def test_distinct_ngrams_of_texts(order):
    given = batch()
    for row, i, j in zip(
        NGramBags(order).count(given)[:, :3],
        given.layout.pair_candidate,
        given.layout.pair_reference,
        strict=True,
    ):
        our, their = (set(ngrams(text.split(), order)) for text in (CANDIDATES[i], REFERENCES[j]))
        assert row.tolist() == [len(our & their), len(their), len(our)]
