"""Which words are on a union LCS or WLCS, and what they match."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from workbench.kernels.lcs import mark_lcs
from workbench.kernels.ragged import RaggedTexts, TextPairs

SentenceWords = Sequence[Sequence[str]]


class Run(NamedTuple):
    """Words that count together: positions in the candidate and in the reference."""

    candidate: tuple[int, ...]
    reference: tuple[int, ...]


def align(candidate: SentenceWords, reference: SentenceWords, power: Sequence[float]) -> list[list[int]]:
    """Return for each word of a reference the positions in the candidate that it is aligned with.

    They are those on the LCS of its sentence with each of the candidate's, or on the WLCS if `power` has
    f(k). Ties are broken as in ROUGE-1.5.5: the walk back from the end skips a word of the reference if that
    loses nothing, else one of the candidate.

    Examples
    --------
    >>> align([["police", "kill"], ["the", "gunman"]], ["police killed the gunman".split()], ())
    [[0], [], [2], [3]]
    """
    numbers = {word: number for number, word in enumerate({*chain(*candidate, *reference)})}
    ours, theirs = (
        (np.array([numbers[word] for word in chain(*side)], np.int32), np.cumsum([0, *map(len, side)]))
        for side in (candidate, reference)
    )
    # each sentence of the candidate is a text of its own, so that marks say which word it is
    n = len(candidate)
    marks = np.zeros((n, len(theirs[0])), np.int64)
    mark_lcs(
        RaggedTexts(*ours, np.arange(n + 1), np.array([0, n])),
        RaggedTexts(*theirs, np.array([0, len(reference)]), np.arange(2)),
        TextPairs(np.arange(n), np.zeros(n, np.int64)),
        len(numbers),
        np.array(power, np.float64) if power else None,
        marks.ravel(),
    )
    places = np.where(marks > 0, marks - 1 + ours[1][:-1, np.newaxis], -1)
    return [[place for place in column if place >= 0] for column in places.T.tolist()]


def matched_runs(
    candidate: SentenceWords, reference: SentenceWords, room: Counter[str] | None, power: Sequence[float] = ()
) -> list[Run]:
    """Return the words on the union LCS, each a run of its own, or with `power` the runs on the union WLCS.

    `room` is how often a word may count (ROUGE-1.5.5: as often as both texts have it); None does not clip. A
    run ends where the next word of the reference is not on it, but only on a word that may count: a run whose
    last word may not goes on into the next one, or is lost at the end of the sentence.
    """
    words, aligned = [*chain(*reference)], align(candidate, reference, power)
    found: list[list[int]] = []
    start = 0
    for sentence in reference:
        run: list[int] = []
        stop = start + len(sentence)
        for at in range(start, stop):
            if aligned[at] and (room is None or room[words[at]]):
                if room is not None:
                    room[words[at]] -= 1
                run.append(at)
                if not power or at + 1 == stop or not aligned[at + 1]:
                    found.append(run)
                    run = []
        start = stop
    counted = [*chain(*found)]
    ours = iter(_assign([words[at] for at in counted], [aligned[at] for at in counted], candidate))
    return [Run(tuple(next(ours) for _ in run), tuple(run)) for run in found]


def _assign(words: list[str], aligned: list[list[int]], candidate: SentenceWords) -> list[int]:
    """Return a position in the candidate for each word of the reference that counts.

    It is one that the word is aligned with if that is still free. A word on the LCS with a position that
    another sentence has taken gets the next free occurrence; there is one if counts are clipped.
    """
    free: dict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(chain(*candidate)):
        free[word].append(place)
    chosen = [-1] * len(words)
    for number, (word, places) in enumerate(zip(words, aligned, strict=True)):
        for place in places:
            if chosen[number] < 0 and place in free[word]:
                free[word].remove(place)
                chosen[number] = place
    for number, word in enumerate(words):
        if chosen[number] < 0:
            chosen[number] = free[word].pop(0) if free[word] else aligned[number][0]
    return chosen
