"""Unigram F, precision and recall."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import workbench

texts = st.lists(st.sampled_from("abc"), max_size=7).map(" ".join)


def matching(candidate, reference):
    """The size of the largest matching of equal words, found by striking them out one by one."""
    left = reference.split()
    size = 0
    for word in candidate.split():
        if word in left:
            left.remove(word)
            size += 1
    return size


@given(texts, texts)
def test_as_a_matching(candidate, reference):
    size = matching(candidate, reference)
    n, m = len(candidate.split()), len(reference.split())
    precision, recall = size / n if n else 0, size / m if m else 0
    f = 2 * precision * recall / (precision + recall) if size else 0
    frame = workbench.score([candidate], [reference], metrics=["unigram"])
    assert frame["component"].tolist() == ["f", "precision", "recall"]
    assert frame["value"].tolist() == pytest.approx([f, precision, recall])


def test_the_best_reference_is_that_of_the_highest_f():
    # recall prefers "a" (1 against 2/5 and 2/3), precision "a b c d e", F "a b c" (2/3, 4/7 and 4/5)
    references = ["a", "a b c d e", "a b c"]
    frame = workbench.score(["a b"], [references], metrics=["unigram", "rouge-1"], combine="best")
    assert frame["value"].tolist() == pytest.approx([4 / 5, 1, 2 / 3, 1, 1 / 2, 2 / 3])
