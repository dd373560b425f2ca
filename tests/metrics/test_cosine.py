"""Cosine and unit overlap: by hand, and against vectors laid out in full."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import workbench

texts = st.lists(st.sampled_from("abcde"), max_size=12).map(" ".join)


def scores(candidates, references, **options):
    frame = workbench.score(candidates, references, metrics=["cosine", "unit-overlap"], **options)
    return frame["value"].tolist()


def test_by_hand():
    # (2, 1, 0) · (0, 1, 1) = 1 over √5 √2; one of three distinct words
    assert scores(["a a b"], ["b c"]) == pytest.approx([1 / np.sqrt(10), 1 / 3])


def test_a_text_without_words_scores_0():
    assert scores(["", "a", ""], ["a", "", ""]) == [0.0] * 6


def test_several_references_are_pooled_or_combined():
    candidate, references = ["a b"], [["a b", "c d"]]
    # products 2 + 0, squares 2 + 2 on either side; words in common 2 + 0 of 2 + 4
    assert scores(candidate, references) == pytest.approx([0.5, 2 / 6])
    assert scores(candidate, references, combine="best") == pytest.approx([1, 1])
    assert scores(candidate, references, combine="mean") == pytest.approx([0.5, 0.5])


@given(texts, texts)
def test_as_full_vectors(candidate, reference):
    ours, theirs = (
        np.array([text.split().count(word) for word in "abcde"]) for text in (candidate, reference)
    )
    norms = np.linalg.norm(ours) * np.linalg.norm(theirs)
    either = ((ours > 0) | (theirs > 0)).sum()
    expected = [
        ours @ theirs / norms if norms else 0,
        ((ours > 0) & (theirs > 0)).sum() / either if either else 0,
    ]
    assert scores([candidate], [reference]) == pytest.approx(expected)
