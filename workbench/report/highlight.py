"""Words of a text with what matches in them set off: marks in, runs of words out."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from workbench.errors import plural

DEEPEST = 4


class MarkedMatch(NamedTuple):
    """One match in a text.

    Attributes
    ----------
    noun : str
        What it is, in the singular: "bigram".
    places : tuple of int
        Positions of its words among all words of the text, rising.
    value : float
        What it counts; below 0 it counts against the text.
    together : bool
        Whether its words form a whole, as those of an n-gram; the two of a skip-bigram do not.
    """

    noun: str
    places: tuple[int, ...]
    value: float
    together: bool


class Piece(NamedTuple):
    """Words in one style: depth 0 is unmarked, 1 to `DEEPEST` the weaker or stronger; or counted against."""

    text: str
    depth: int
    against: bool


class Stretch(NamedTuple):
    """Pieces that form a whole, and which matches are in it, "" for unmarked words."""

    pieces: tuple[Piece, ...]
    title: str


def highlight(sentences: Sequence[Sequence[str]], marks: Sequence[MarkedMatch]) -> list[list[Stretch]]:
    """Set off what matches in a text.

    The depth of a word is the length of the longest match that it is in, or, where the words of matches do
    not form a whole, in how many of them it is, in quarters of the most that any word is in. A match is
    named with its first word; one whose words do not form a whole is named with each of them.

    Parameters
    ----------
    sentences : sequence of sequence of str
    marks : sequence of MarkedMatch

    Returns
    -------
    list of list of Run
        For each sentence.

    Examples
    --------
    Two bigrams that share a word are one run.

    >>> marks = [MarkedMatch("bigram", places, 1.0, True) for places in [(0, 1), (1, 2)]]
    >>> [runs] = highlight([["a", "b", "c", "d"]], marks)
    >>> [(run.pieces[0].text, run.title) for run in runs]
    [('a b c', '2 bigrams'), ('d', '')]
    """
    words = [word for sentence in sentences for word in sentence]
    depths = _depths(len(words), marks)
    values = [0.0] * len(words)
    named: list[Counter[str]] = [Counter() for _ in words]
    joined = [False] * len(words)
    for mark in marks:
        for place in mark.places:
            values[place] += mark.value
        for place in mark.places[:1] if mark.together else mark.places:
            named[place][mark.noun] += 1
        if mark.together:
            for place, after in pairwise(mark.places):
                joined[place] |= after == place + 1
    pieces = [Piece(word, depth, value < 0) for word, depth, value in zip(words, depths, values, strict=True)]
    lines, start = [], 0
    for sentence in sentences:
        stop = start + len(sentence)
        lines.append(_runs(pieces[start:stop], named[start:stop], joined[start:stop]))
        start = stop
    return lines


def _depths(n_words: int, marks: Sequence[MarkedMatch]) -> list[int]:
    depths, apart = [0] * n_words, [0] * n_words
    for mark in marks:
        for place in mark.places:
            if mark.together:
                depths[place] = max(depths[place], min(len(mark.places), DEEPEST))
            else:
                apart[place] += 1
    most = max(apart, default=0)
    return [max(depth, -(-DEEPEST * n // most) if n else 0) for depth, n in zip(depths, apart, strict=True)]


def _runs(pieces: list[Piece], named: list[Counter[str]], joined: list[bool]) -> list[Stretch]:
    """Put the words of a sentence together: unmarked neighbours, and what a match joins."""
    runs: list[Stretch] = []
    start = 0
    for stop in range(1, len(pieces) + 1):
        if stop < len(pieces) and (joined[stop - 1] or pieces[stop - 1].depth == pieces[stop].depth == 0):
            continue
        same = groupby(pieces[start:stop], key=lambda piece: piece[1:])
        whole = tuple(Piece(" ".join(each.text for each in group), *style) for style, group in same)
        runs.append(Stretch(whole, _say(sum(named[start:stop], Counter()), whole[0].depth)))
        start = stop
    return runs


def _say(nouns: Counter[str], depth: int) -> str:
    """Name matches; marked words without a name of their own are inside one that began before them."""
    said = ", ".join(plural(noun, n) for noun, n in nouns.items())
    return said or ("part of a match" if depth else "")
