"""NIST by hand, and against nltk."""

from math import exp, log

import numpy as np
import pytest
from nltk.translate.nist_score import corpus_nist

import workbench


def corpus(seed, n_references, segments=12):
    """Return candidates and references of 5 words or more, as words."""
    rng = np.random.default_rng(seed)

    def words():
        return rng.choice(list("aabbccdefgh"), rng.integers(5, 14)).tolist()

    return [words() for _ in range(segments)], [
        [words() for _ in range(n_references)] for _ in range(segments)
    ]


def joined(candidates, references):
    return [" ".join(words) for words in candidates], [
        [" ".join(words) for words in own] for own in references
    ]


def value(candidates, references, metric="nist", level="segment"):
    return workbench.score(candidates, references, metrics=[metric], level=level)["value"].to_numpy()


@pytest.mark.parametrize("order", [1, 3, 5])
@pytest.mark.parametrize("n_references", [1, 3])
def test_a_corpus_is_as_in_nltk(order, n_references):
    for seed in range(5):
        candidates, references = corpus(seed, n_references)
        ours = value(*joined(candidates, references), f"nist(order={order}, profile=nltk)", "system")
        assert ours[0] == pytest.approx(corpus_nist(references, candidates, order), abs=1e-9)
        assert ours[0] > 0.5


def test_with_one_reference_all_profiles_agree():
    candidates, references = joined(*corpus(7, 1))
    ours = value(candidates, references)
    assert ours == pytest.approx(value(candidates, references, "nist(profile=nltk)"), abs=1e-12)


def test_a_repeated_segment_counts_again_as_in_nltk():
    candidates, references = corpus(3, 1, segments=4)
    candidates, references = [*candidates, *candidates[-1:] * 2], [*references, *references[-1:] * 2]
    ours = value(*joined(candidates, references), "nist", "system")
    assert ours[0] == pytest.approx(corpus_nist(references, candidates), abs=1e-9)


def test_several_references_by_hand():
    # five words in the references, a twice: a tells log2(5/2), b and c log2 5. Candidate "a b c": all three
    # match in one reference or the other; its length 3 exceeds the mean (2 + 3) / 2
    both = value(["a b c"], [["a b", "a c d"]], "nist(order=1)")
    assert both == pytest.approx([(log(5 / 2, 2) + 2 * log(5, 2)) / 3])
    # two words against 2.5
    penalty = exp(log(0.5) / log(1.5) ** 2 * log(2 / 2.5) ** 2)
    assert value(["b c"], [["a b", "a c d"]], "nist(order=1)") == pytest.approx([log(5, 2) * penalty])


def test_two_thirds_of_the_length_halve_the_score():
    whole, short = value(["a b c", "a b"], ["a b c", "a b c"], "nist(order=1)")
    assert short == pytest.approx(whole / 2)


def test_texts_that_are_too_short_score_0():
    assert value(["", "a", "b"], ["a b", "", "a"]).tolist() == [0, 0, 0]


def test_the_other_segments_decide_what_a_word_tells():
    alone = value(["a"], ["a b"])[0]
    among = value(["a", "x"], ["a b", "c d"])[0]
    assert among - alone == pytest.approx(exp(log(0.5) / log(1.5) ** 2 * log(2) ** 2))


def test_a_corpus_is_not_cut_into_parts(monkeypatch):
    candidates, references = joined(*corpus(1, 2))
    whole = value(candidates, references)
    monkeypatch.setattr("workbench.metrics.listed_texts.TEXTS_AT_ONCE", 5)
    assert np.array_equal(value(candidates, references), whole)


def test_the_order_of_the_segments_does_not_matter():
    candidates, references = joined(*corpus(2, 2))
    turned = value(candidates[::-1], references[::-1])[::-1]
    assert turned == pytest.approx(value(candidates, references), rel=1e-12)


def test_leaving_out_a_word_that_tells_little_may_pay():
    """The law "identity is best", which NIST breaks by design."""
    reference = " ".join("a" * 10 + "bcdefghijk")
    whole, shorter = value([reference, reference[2:]], [reference, reference])
    assert shorter > whole
