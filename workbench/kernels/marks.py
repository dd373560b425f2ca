"""What the marked words of references count for: words on a union LCS, runs on a union WLCS."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import word_kernel
from workbench.kernels.ragged import Pairs, RaggedTexts, text_bounds


@word_kernel
def count_marks(references: RaggedTexts, pairs: Pairs) -> int:
    """Return the words of the references of all pairs: how many there are to be marked."""
    total = 0
    for reference in pairs.reference:
        start, stop = text_bounds(references, reference)
        total += stop - start
    return total


@word_kernel
def _count_words(side: RaggedTexts, text: int, counts: NDArray[np.int64], column: int, on: int) -> None:
    """Count the words of a text in a column that was 0 (`on` = 1), or make it 0 again (0)."""
    start, stop = text_bounds(side, text)
    for at in range(start, stop):
        if side.words[at] >= 0:
            counts[side.words[at], column] = (counts[side.words[at], column] + 1) * on


@word_kernel
def score_marks(
    references: RaggedTexts,
    pairs: Pairs,
    marks: NDArray[np.int64],
    candidate_words: RaggedTexts,
    reference_words: RaggedTexts,
    n_words: int,
    power: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Count the marked words of each pair that the clip lets pass, and sum f over their runs.

    In the order of the reference a marked word passes if neither text has used up its occurrences of that
    word, which are those in `candidate_words` and `reference_words`: the same texts, but for a limit of
    bytes; with `n_words` 0 there is no clip. A run ends where the next word is not marked, but only on a word
    that passes: a run whose last word is refused goes on into the next one, or is lost at the end of the
    sentence (ROUGE-1.5.5). ``power[k]`` is f(k), longer than the longest sentence. Returns
    float64[n_pairs, 2]: words, and f of runs.
    """
    scores = np.zeros((pairs.candidate.size, 2), np.float64)
    room = np.zeros((n_words, 2), np.int64)
    base = 0
    for pair in range(pairs.candidate.size):
        candidate, reference = pairs.candidate[pair], pairs.reference[pair]
        if n_words:
            _count_words(candidate_words, candidate, room, 0, 1)
            _count_words(reference_words, reference, room, 1, 1)
        for sentence in range(references.texts[reference], references.texts[reference + 1]):
            start, stop = references.sentences[sentence], references.sentences[sentence + 1]
            length, runs = 0, 0.0
            for at in range(start, stop):
                if marks[base + at - start] == 0:
                    continue
                if n_words:
                    word = references.words[at]
                    if room[word, 0] <= 0 or room[word, 1] <= 0:
                        continue
                    room[word, 0] -= 1
                    room[word, 1] -= 1
                length += 1
                scores[pair, 0] += 1
                if at + 1 == stop or marks[base + at + 1 - start] == 0:
                    runs += power[length]
                    length = 0
            scores[pair, 1] += runs
            base += stop - start
        if n_words:
            _count_words(candidate_words, candidate, room, 0, 0)
            _count_words(reference_words, reference, room, 1, 0)
    return scores
