"""Tokens of rouge-score and of the package rouge."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.corpus import Corpus
from workbench.text.preprocess import PREPROCESSES

characters = st.text(st.sampled_from("aBéK\u212a\u0130ß9_-.,'’ \t\n\r\u00a0\u2028\ud800"), max_size=20)


def tokens(text, preprocess):
    return Corpus([text]).encode(PREPROCESSES[preprocess]).tokens(0)


@given(characters)
def test_google(text):
    ours = [word for sentence in tokens(text, "google") for word in sentence]
    assert ours == re.findall("[a-z0-9]+", text.lower())


def test_google_stems_words_of_more_than_three_letters_only():
    assert tokens("Geese was ABLY running,\ntied", "google+stem") == [["gees", "was", "abli", "run"], ["tie"]]
    assert tokens("does", "google+stem") == [["doe"]]
    assert tokens("has", "google+stem") == [["has"]]


@given(characters)
def test_pltrdy(text):
    sentences = [" ".join(piece.split()).split(" ") for piece in text.split(".") if len(piece) > 0]
    assert tokens(text, "pltrdy") == (sentences or [[]])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [[]]),
        ("...", [[]]),
        (" ", [[""]]),
        ("a. .b", [["a"], [""], ["b"]]),
        ("One day,\nat 3.5", [["One", "day,", "at", "3"], ["5"]]),
    ],
)
def test_pltrdy_by_hand(text, expected):
    assert tokens(text, "pltrdy") == expected
