"""The longest common subsequence ratio."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench

words = st.lists(st.integers(0, 3), max_size=14)


def slow(ours, theirs):
    @cache
    def longest(i, j):
        if i == len(ours) or j == len(theirs):
            return 0
        if ours[i] == theirs[j]:
            return 1 + longest(i + 1, j + 1)
        return max(longest(i + 1, j), longest(i, j + 1))

    return longest(0, 0)


def lcsr(ours, theirs):
    texts = [" ".join(map(str, words)) for words in (ours, theirs)]
    return workbench.score(texts[:1], texts[1:], metrics=["lcsr"])["value"][0]


@settings(max_examples=30)
@given(words, words)
def test_the_length_is_that_of_the_definition(ours, theirs):
    assert lcsr(ours, theirs) * max(len(ours), len(theirs)) == pytest.approx(slow(ours, theirs))


def test_texts_longer_than_a_machine_word():
    ours = [number % 7 for number in range(150)]
    theirs = [number % 5 for number in range(170)]
    assert 170 * lcsr(ours, theirs) == pytest.approx(slow(ours, theirs))
    assert slow(ours, theirs) > 64


@pytest.mark.parametrize(
    ("candidate", "reference", "expected"),
    [
        ("a b c", "a c", 2 / 3),
        ("a c", "a b c", 2 / 3),
        ("c a", "a c", 1 / 2),
        ("a\nb", "b\na", 1 / 2),
        ("", "a", 0),
        ("", "", 0),
    ],
)
def test_by_hand(candidate, reference, expected):
    assert workbench.score([candidate], [reference], metrics=["lcsr"])["value"].tolist() == [expected]


def test_letters_as_melamed_compared_them():
    # gover-nment and gouver-nement: g o v e r n m e n t in order, of 12 letters
    frame = workbench.score(["government"], ["gouvernement"], metrics=["lcsr"], preprocess="sacrebleu-char")
    assert frame["value"].tolist() == [10 / 12]


def test_several_references():
    frame = workbench.score(["a b"], [["a", "a b x x"]], metrics=["lcsr"])
    assert frame["value"].tolist() == [(1 + 2) / (2 + 4)]
