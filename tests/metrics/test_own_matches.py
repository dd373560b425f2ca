"""What functions say that they match: spans that are none are named."""

import pytest

from workbench.errors import ScoreError
from workbench.metrics.base import METRICS
from workbench.metrics.function import metric
from workbench.metrics.own_matches import Matched, places_of
from workbench.metrics.score import score


def found(matches, candidate=("a", "b", "c"), references=(("x", "a"),)):
    return list(places_of(Matched(1.0, matches), "mine", candidate, references))


def test_a_place_and_a_span_of_words():
    assert found([[(0, 1), ((1, 3), (0, 2))]]) == [[((0,), (1,)), ((1, 2), (0, 1))]]


def test_characters_are_the_words_that_they_touch():
    # "the cat": 4 to 5 is in the second word, 2 to 5 in both; the blank alone is in none
    assert found([[((4, 5), (0, 1)), ((2, 5), (0, 1)), (3, 0)]], "the cat", ["a"]) == [
        [((1,), (0,)), ((0, 1), (0,)), ((), (0,))]
    ]


@pytest.mark.parametrize(
    ("matches", "said"),
    [
        ([], "matches are a list for each reference: got 0, allowed: 1 lists"),
        ([[(0, 2)]], "got 2, allowed: a place or (start, stop) in 0 to 2, in words"),
        ([[((2, 4), 0)]], "got (2, 4), allowed: a place or (start, stop) in 0 to 3, in words"),
        ([[((2, 2), 0)]], "not in its text"),
        ([[(-1, 0)]], "not in its text"),
        ([[("a", 0)]], "got 'a'"),
        ([[0]], "a match is a pair of spans: got 0"),
    ],
)
def test_what_is_no_span_is_named(matches, said):
    with pytest.raises(ScoreError) as error:
        found(matches)
    assert str(error.value).startswith("mine: ")
    assert said in str(error.value)


def test_the_score_of_what_is_matched_is_the_score():
    @metric("half", components=("recall", "f"))
    def half(candidate, references):
        return Matched({"recall": 0.5, "f": 0.25}, [[] for _ in references])

    try:
        frame = score(["a b"], ["a"], metrics=["half"])
    finally:
        METRICS.remove("half")
    assert frame["value"].tolist() == [0.5, 0.25]
