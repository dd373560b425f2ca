"""N-grams in common against the slow obvious version, few enough for a table or not."""

import naive
import numpy as np
import pytest

from workbench.kernels.grams import overlap_ngrams
from workbench.metrics.batch import Batch, BatchLayout
from workbench.text.corpus import Corpus
from workbench.text.preprocess import PREPROCESSES

ORDERS = 7


def random_texts(rng, n_texts, length, n_words):
    """Return texts of which neighbours repeat runs of each other, so that long n-grams match, too."""
    texts = []
    for _ in range(n_texts):
        words = rng.integers(0, n_words, length).tolist()
        if texts and length:
            start = int(rng.integers(0, length))
            words[start : start + 12] = texts[-1][start : start + 12]
        texts.append(words[: int(rng.integers(0, length + 1))] if rng.random() < 0.3 else words)
    return texts


@pytest.mark.parametrize(
    ("length", "n_words"), [(0, 1), (1, 1), (9, 1), (30, 2), (60, 4), (400, 30), (400, 85), (400, 300)]
)
def test_against_naive(length, n_words):
    rng = np.random.default_rng(length + n_words)
    sizes = ([3, 1, 2], [2, 3, 1])
    layout = BatchLayout.of_sizes(*sizes)
    layout = layout.choose(rng.random(layout.n_pairs) < 0.8)
    ours, theirs = (random_texts(rng, sum(side), length, n_words) for side in sizes)
    # the first group has fewer words in common than the others
    ours[: sizes[0][0]] = [text[: length // 8] for text in ours[: sizes[0][0]]]
    corpus = Corpus([" ".join(map(str, text)) for text in (*ours, *theirs)]).encode(PREPROCESSES["none"])
    places = np.arange(len(ours) + len(theirs))
    batch = Batch(corpus.take(places[: len(ours)]), corpus.take(places[len(ours) :]), layout)
    hits = overlap_ngrams(*batch.shared, layout.chosen, ORDERS, None, False)
    expected = np.zeros((layout.n_pairs, ORDERS), int)
    for pair in np.flatnonzero(layout.chosen):
        candidate, reference = ours[layout.pair_candidate[pair]], theirs[layout.pair_reference[pair]]
        for order in range(1, ORDERS + 1):
            grams = naive.ngrams(candidate, order), naive.ngrams(reference, order)
            expected[pair, order - 1] = naive.common(*grams)
    assert hits.tolist() == expected.tolist()
