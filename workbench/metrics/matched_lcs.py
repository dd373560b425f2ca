"""Which words are on a union LCS or WLCS, and what they match."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from workbench.kernels.lcs import mark_lcs
from workbench.kernels.ragged import RaggedTexts, TextPairs

SentenceWords = Sequence[Sequence[str]]
Room = tuple[Counter[str], Counter[str]]
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
    marks = mark_lcs(ours, theirs, pair, len(numbers), np.array(power, np.float64))
    return [(at, mark - 1) for at, mark in enumerate(marks.tolist()) if mark]


def _one_text(words: list[int]) -> RaggedTexts:
    """Return a side of one text of one sentence."""
    one = np.arange(2)
    return RaggedTexts(np.array(words, np.int32), one * len(words), one, one)


def _union(
    candidate: SentenceWords, reference: SentenceWords, power: Sequence[float]
) -> Iterator[tuple[int, Sequence[str], Aligned]]:
    """Yield, of each reference sentence, where it starts, its words, and which are on an LCS with what."""
    start = 0
    for sentence in reference:
        aligned: Aligned = {}
        begin = 0
        for other in candidate:
            for i, j in align(sentence, other, power):
                aligned.setdefault(i, []).append(begin + j)
            begin += len(other)
        yield start, sentence, dict(sorted(aligned.items()))
        start += len(sentence)


def _takes(word: str, room: Room | None) -> bool:
    """Tell whether neither text has used up its occurrences of a word, and use one."""
    if room is None:
        return True
    if not (room[0][word] > 0 and room[1][word] > 0):
        return False
    for each in room:
        each[word] -= 1
    return True


def lcs_words(candidate: SentenceWords, reference: SentenceWords, room: Room | None) -> list[tuple[int, int]]:
    """Return the words on the union LCS as pairs of positions in candidate and reference.

    `room` is how often each text has each word: so often it may count (ROUGE-1.5.5); None does not clip.
    """
    found = [
        (at, start + at, word, aligned[at])
        for start, sentence, aligned in _union(candidate, reference, ())
        for at, word in ((at, sentence[at]) for at in aligned)
        if _takes(word, room)
    ]
    ours = _assign([(word, places) for _, _, word, places in found], candidate)
    return [(mine, place) for mine, (_, place, _, _) in zip(ours, found, strict=True)]


def wlcs_runs(
    candidate: SentenceWords, reference: SentenceWords, room: Room, power: Sequence[float]
) -> list[Run]:
    """Return the runs on the union WLCS, clipped as in ROUGE-1.5.5.

    A run ends where the next word of the reference is not on it, but only on a word that may count: a run
    whose last word may not goes on into the next one, or is lost at the end of the sentence.
    """
    found: list[list[tuple[int, str, list[int]]]] = []
    for start, sentence, aligned in _union(candidate, reference, power):
        run: list[tuple[int, str, list[int]]] = []
        for at, places in aligned.items():
            if _takes(sentence[at], room):
                run.append((start + at, sentence[at], places))
                if at + 1 not in aligned:
                    found.append(run)
                    run = []
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
