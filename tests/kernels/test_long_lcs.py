"""Subsequences of sentences longer than a machine word, against the slow version."""

import naive
import numpy as np
import pytest

from workbench.kernels.lcs import mark_lcs
from workbench.kernels.ragged import RaggedTexts, TextPairs

ONE = TextPairs(np.zeros(1, np.int64), np.zeros(1, np.int64))


def sentences(seed, n_words):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(128, 384, 2)
    return [rng.integers(-1, n_words, size).astype(np.int32) for size in sizes]


def one_text(words):
    one = np.arange(2)
    return RaggedTexts(words, one * words.size, one, one)


def found(reference, candidate, power=None):
    """Places of the marked words."""
    marks = np.zeros(reference.size, np.int64)
    mark_lcs(one_text(candidate), one_text(reference), ONE, 60, power, marks)
    at = np.flatnonzero(marks)
    assert (candidate[marks[at] - 1] == reference[at]).all()
    return set(at)


def naive_marks(reference, candidate, power):
    # a word that matches nothing is another one each time
    apart = [
        [(side, at) if word < 0 else word for at, word in enumerate(words.tolist())]
        for side, words in enumerate((reference, candidate))
    ]
    return naive.weighted_lcs_marks(*apart, power)


@pytest.mark.parametrize(("seed", "n_words"), [(0, 3), (1, 12), (2, 60)])
def test_long_sentences_are_marked_as_in_the_slow_version(seed, n_words):
    reference, candidate = sentences(seed, n_words)
    assert found(reference, candidate) == naive_marks(reference, candidate, float)


@pytest.mark.parametrize(("seed", "n_words"), [(3, 3), (4, 12), (5, 60)])
def test_runs_of_long_sentences_are_marked_as_in_the_slow_version(seed, n_words):
    reference, candidate = sentences(seed, n_words)
    power = np.array([float(k) ** 1.2 for k in range(max(reference.size, candidate.size) + 2)])
    assert found(reference, candidate, power) == naive_marks(reference, candidate, lambda k: power[k])


def test_sentences_without_words():
    nothing, some = np.empty(0, np.int32), np.zeros(3, np.int32)
    power = np.arange(5.0)
    for reference, candidate in ((nothing, some), (some, nothing), (nothing, nothing)):
        assert not found(reference, candidate)
        assert not found(reference, candidate, power)
