"""Subsequences of sentences longer than a machine word and than a strip of rows, against the slow version."""

import naive
import numpy as np
import pytest

from workbench.kernels.long_lcs import STRIP, mark_lcs, mark_wlcs


def sentences(seed, n_words):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(STRIP, 3 * STRIP, 2)
    return [rng.integers(-1, n_words, size).astype(np.int32) for size in sizes]


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
    marked = np.zeros(reference.size, bool)
    mark_lcs(reference, candidate, marked)
    assert set(np.flatnonzero(marked)) == naive_marks(reference, candidate, float)


@pytest.mark.parametrize(("seed", "n_words"), [(3, 3), (4, 12), (5, 60)])
def test_runs_of_long_sentences_are_marked_as_in_the_slow_version(seed, n_words):
    reference, candidate = sentences(seed, n_words)
    power = np.array([float(k) ** 1.2 for k in range(max(reference.size, candidate.size) + 2)])
    marked = np.zeros(reference.size, bool)
    mark_wlcs(reference, candidate, np.arange(reference.size), power, marked)
    assert set(np.flatnonzero(marked)) == naive_marks(reference, candidate, lambda k: power[k])


def test_sentences_without_words():
    nothing, some = np.empty(0, np.int32), np.zeros(3, np.int32)
    power = np.arange(5.0)
    for reference, candidate in ((nothing, some), (some, nothing), (nothing, nothing)):
        marked = np.zeros(reference.size, bool)
        mark_lcs(reference, candidate, marked)
        mark_wlcs(reference, candidate, np.arange(reference.size), power, marked)
        assert not marked.any()
