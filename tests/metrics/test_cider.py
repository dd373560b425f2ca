"""CIDEr and CIDEr-D by hand, and against the definition laid out over all n-grams."""

from itertools import pairwise
from math import exp, log

import naive
import numpy as np
import pytest

import workbench


def corpus(seed, segments=6):
    rng = np.random.default_rng(seed)

    def text():
        return rng.choice(list("aaabbcdefg"), rng.integers(0, 9)).tolist()

    return [text() for _ in range(segments)], [
        [text() for _ in range(rng.integers(1, 4))] for _ in range(segments)
    ]


def slow(candidates, references, sigma=0.0):
    """Eq. 1-4 with dense vectors over all n-grams of the corpus."""
    totals = np.zeros(len(candidates))
    for order in (1, 2, 3, 4):
        texts = [*candidates, *(text for own in references for text in own)]
        every = sorted(set().union(*(naive.ngrams(text, order) for text in texts)))
        held = [[any(g in naive.ngrams(text, order) for text in own) for g in every] for own in references]
        rarity = np.log(len(references) / np.maximum(np.sum(held, axis=0), 1)) if every else np.zeros(0)

        def vector(text, order=order, every=every, rarity=rarity):
            return np.array([naive.ngrams(text, order)[gram] for gram in every]) * rarity

        for number, (candidate, own) in enumerate(zip(candidates, references, strict=True)):
            for reference in own:
                c, s = vector(candidate), vector(reference)
                norms = np.linalg.norm(c) * np.linalg.norm(s)
                product = np.minimum(c, s) @ s if sigma else c @ s
                far = (len(candidate) - len(reference)) ** 2
                factor = 10 * exp(-far / (2 * sigma**2)) if sigma else 1
                totals[number] += factor * product / norms / len(own) / 4 if norms else 0
    return totals


def value(candidates, references, *metrics, **options):
    joined = (
        [" ".join(words) for words in candidates],
        [[" ".join(words) for words in own] for own in references],
    )
    frame = workbench.score(*joined, metrics=metrics, **options)
    return frame["value"].to_numpy().reshape(-1, len(metrics)).T


@pytest.mark.parametrize("seed", range(6))
def test_as_defined(seed):
    candidates, references = corpus(seed)
    cider, short, default = value(candidates, references, "cider", "cider-d(sigma=2)", "cider-d")
    assert cider == pytest.approx(slow(candidates, references), abs=1e-12)
    assert short == pytest.approx(slow(candidates, references, 2.0), abs=1e-12)
    assert default == pytest.approx(slow(candidates, references, 6.0), abs=1e-12)
    assert (cider > 0).sum() >= 2


def test_rare_words_weigh_more():
    # "the" is in two of three segments, the others in one: weights ln 1.5 and ln 3
    the, other = log(1.5), log(3)
    (values,) = value([["the", "x"], ["b"], ["c"]], [[["the", "a"]], [["the", "b"]], [["c"]]], "cider")
    words = the**2 / (the**2 + other**2)
    assert values == pytest.approx([words / 4, other / np.hypot(the, other) / 4, 1 / 4])


def test_with_a_single_segment_nothing_is_rare():
    assert value([["a", "b"]], [[["a", "b"]]], "cider", "cider-d").tolist() == [[0], [0]]


def test_a_system_is_the_mean_of_its_segments():
    candidates, references = corpus(0)
    (each,) = value(candidates, references, "cider-d")
    (whole,) = value(candidates, references, "cider-d", level="system")
    assert whole[0] == pytest.approx(each.mean())


def test_cider_stems_and_cider_d_does_not():
    texts = [["boats"], ["x"]], [[["boat"]], [["y"]]]
    assert value(*texts, "cider", "cider-d")[:, 0].tolist() == pytest.approx([0.25, 0])


def test_a_corpus_is_not_cut_into_parts(monkeypatch):
    candidates, references = corpus(4)
    whole = value(candidates, references, "cider-d")
    monkeypatch.setattr("workbench.metrics.listed_texts.TEXTS_AT_ONCE", 3)
    assert np.array_equal(value(candidates, references, "cider-d"), whole)


def test_length_costs_as_the_gaussian_says():
    candidates = [["a"], ["a", "x"], ["a", "x", "y"]]
    (values,) = value(candidates, [[["a"]], [["b"]], [["a"]]], "cider-d")
    assert values[2] / values[0] == pytest.approx(
        exp(-4 / 72) * log(1.5) / np.sqrt(log(1.5) ** 2 + 2 * log(3) ** 2)
    )
    assert all(a > b for a, b in pairwise([values[0], values[2], values[1]]))
