"""TER by hand; equality with sacrebleu is in test_chrf.py."""

import pytest

import workbench
from workbench.metrics.base import get_metric
from workbench.metrics.ter import edits_of


@pytest.mark.parametrize(
    ("candidate", "references", "expected"),
    [
        ("a b c", ["a b c"], 0),
        ("a b c", ["A B C"], 0),
        ("a x c d", ["a b c d"], 1 / 4),
        ("b c a", ["a b c"], 1 / 3),
        ("a b c d", ["a"], 3),
        ("a b", ["x y z", "a b c d e"], 3 / 4),
        ("a", [""], 1),
        ("", [""], 0),
    ],
)
def test_by_hand(candidate, references, expected):
    assert workbench.score([candidate], [references], metrics=["ter"])["value"].item() == expected


def test_lower_is_better():
    assert not get_metric("ter").higher_is_better


def test_a_system_is_edits_over_words():
    frame = workbench.score(["a", "b x"], ["a b c", "b c"], metrics=["ter"], level="system")
    assert frame["value"].item() == 3 / 5


def test_a_pair_of_texts_is_searched_once_however_many_choices_it_is_in():
    """The edits of a candidate are the fewest to a reference, the length the mean: both are of pairs."""
    references = ["the cat sat down", "a cat sat there", "cats sit"]
    for chosen in (references, references[:1], references[1:]):
        searched = edits_of.cache_info().misses
        workbench.score(["the cat sat there"], [chosen], metrics=["ter"])
        assert chosen == references or edits_of.cache_info().misses == searched
