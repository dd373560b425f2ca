"""Which words are on a union LCS or WLCS, and what they match."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from workbench.kernels.lcs import mark_lcs
from workbench.kernels.ragged import RaggedTexts, TextPairs

SentenceWords = Sequence[Sequence[str]]
Aligned = dict[int, list[int]]
"""For positions of a reference sentence, the positions in the candidate that they are aligned with."""


class Run(NamedTuple):
    """Words that count together: positions in the candidate and in the reference."""

    candidate: tuple[int, ...]
    reference: tuple[int, ...]


def align(
    reference: Sequence[str], candidate: Sequence[str], power: Sequence[float]
) -> list[tuple[int, int]]:
    """Return the pairs of positions on the LCS of two sentences, or on their WLCS if `power` has f(k).

    Ties are broken as in ROUGE-1.5.5: the walk back from the end skips a word of the reference if that loses
    nothing, else one of the candidate.

    Examples
    --------
    >>> align("police killed the gunman".split(), "police kill the gunman".split(), ())
    [(0, 0), (2, 2), (3, 3)]
    """
    numbers: dict[str, int] = {}
    theirs, ours = (
        _one_text([numbers.setdefault(word, len(numbers)) for word in words])
        for words in (reference, candidate)
    )
    pair = TextPairs(np.zeros(1, np.int64), np.zeros(1, np.int64))
    powers, marks = np.array(power, np.float64) if power else None, np.zeros(len(reference), np.int64)
    mark_lcs(ours, theirs, pair, len(numbers), powers, marks)
    return [(at, mark - 1) for at, mark in enumerate(marks.tolist()) if mark]


def _one_text(words: list[int]) -> RaggedTexts:
    """Return a side of one text of one sentence."""
    one = np.arange(2)
    return RaggedTexts(np.array(words, np.int32), one * len(words), one, one)


def _union(sentence: Sequence[str], candidate: SentenceWords, power: Sequence[float]) -> Aligned:
    """Return which words of a reference sentence are on an LCS with any sentence of the candidate."""
    aligned: Aligned = {}
    begin = 0
    for other in candidate:
        for i, j in align(sentence, other, power):
            aligned.setdefault(i, []).append(begin + j)
        begin += len(other)
    return dict(sorted(aligned.items()))


def matched_runs(
    candidate: SentenceWords, reference: SentenceWords, room: Counter[str] | None, power: Sequence[float] = ()
) -> list[Run]:
    """Return the words on the union LCS, each a run of its own, or with `power` the runs on the union WLCS.

    `room` is how often a word may count (ROUGE-1.5.5: as often as both texts have it); None does not clip. A
    run ends where the next word of the reference is not on it, but only on a word that may count: a run whose
    last word may not goes on into the next one, or is lost at the end of the sentence.
    """
    found: list[list[tuple[int, str, list[int]]]] = []
    start = 0
    for sentence in reference:
        aligned = _union(sentence, candidate, power)
        run: list[tuple[int, str, list[int]]] = []
        for at, places in aligned.items():
            if room is not None:
                if not room[sentence[at]]:
                    continue
                room[sentence[at]] -= 1
            run.append((start + at, sentence[at], places))
            if not power or at + 1 not in aligned:
                found.append(run)
                run = []
        start += len(sentence)
    ours = iter(_assign([(word, places) for run in found for _, word, places in run], candidate))
    return [Run(tuple(next(ours) for _ in run), tuple(place for place, _, _ in run)) for run in found]


def _assign(words: list[tuple[str, list[int]]], candidate: SentenceWords) -> list[int]:
    """Return a position in the candidate for each word of the reference that counts.

    It is one that the word is aligned with if that is still free. A word on the LCS with a position that
    another sentence has taken gets the next free occurrence; there is one if counts are clipped.
    """
    free: dict[str, list[int]] = {}
    place = 0
    for sentence in candidate:
        for word in sentence:
            free.setdefault(word, []).append(place)
            place += 1
    chosen = []
    for word, places in words:
        mine = next((at for at in places if at in free[word]), -1)
        if mine >= 0:
            free[word].remove(mine)
        chosen.append(mine)
    for number, (word, places) in enumerate(words):
        if chosen[number] < 0:
            chosen[number] = free[word].pop(0) if free[word] else places[0]
    return chosen
