"""NLTK's variant of the Porter stemmer, against nltk itself where it is installed."""

import random

import pytest
from vectors import golden

from workbench.text.stem import porter
from workbench.text.stem_nltk import stem_nltk

STARTS = "aeiouybcdlstzwx1"
ENDINGS = [
    "ational", "tional", "enci", "anci", "izer", "bli", "abli", "alli", "entli", "eli", "ousli",
    "ization", "ation", "ator", "alism", "iveness", "fulness", "ousness", "aliti", "iviti", "biliti",
    "fulli", "logi", "icate", "ative", "alize", "iciti", "ical", "ful", "ness", "al", "ance", "ence",
    "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "sion", "tion", "ou", "ism",
    "ate", "iti", "ous", "ive", "ize", "ed", "ing", "eed", "ied", "ies", "s", "sses", "y", "e", "ll",
    "ly",
]  # fmt: skip
FAMOUS = [
    "sky", "skies", "dying", "lying", "tying", "news", "inning", "innings", "outing", "outings",
    "canning", "cannings", "howe", "proceed", "exceed", "succeed", "ties", "dies", "tied", "died",
    "flies", "spied", "enjoy", "enjoyment", "happy", "by", "spy", "geology", "radically", "agreed",
    "feed", "sing", "fundamental", "controlling", "rolled", "yyy", "eing", "ed", "ing", "s", "ies",
    "sses",
]  # fmt: skip


@pytest.fixture(scope="module")
def theirs():
    return pytest.importorskip("nltk.stem.porter").PorterStemmer()


def test_words(theirs):
    words = {*FAMOUS, *(record["word"] for record in golden("stems155.jsonl"))}
    assert {w: stem_nltk(w) for w in words} == {w: theirs.stem(w) for w in words}
    assert len(words) > 1000


def test_made_up_words_with_every_ending(theirs):
    rng = random.Random(1980)
    for _ in range(20_000):
        start = "".join(rng.choices(STARTS, k=rng.randint(0, 6)))
        word = start + "".join(rng.choices(ENDINGS, k=rng.randint(0, 3)))
        assert stem_nltk(word) == theirs.stem(word), word


@pytest.mark.parametrize(
    ("word", "here", "there"),
    [
        ("dying", "die", "dy"),
        ("ties", "tie", "ti"),
        ("enjoy", "enjoy", "enjoi"),
        ("fundamental", "fundament", "fundam"),
        ("geology", "geolog", "geologi"),
    ],
)
def test_where_the_stemmer_of_rouge_differs(word, here, there):
    assert (stem_nltk(word), porter(word)) == (here, there)
