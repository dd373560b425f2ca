"""What the marked words of references count for: words on a union LCS, runs on a union WLCS."""

import numpy as np

from workbench.kernels.compile import Whole, word_kernel, word_step
from workbench.kernels.ragged import RaggedTexts, TextPairs, text_bounds
from workbench.types import Array, Integers, Masks


@word_step
def _count_words(side: RaggedTexts, text: Whole, counts: Integers, on: Whole) -> None:
    """Count the words of a text where counts were 0 (`on` = 1), or make them 0 again (0); -1 is no text.

    The last count is that of words below 0.
    """
    if text >= 0:
        start, stop = text_bounds(side, text)
        for at in range(start, stop):
            counts[side.words[at]] = (counts[side.words[at]] + 1) * on


@word_kernel
def score_marks(
    references: RaggedTexts,
    pairs: TextPairs,
    marks: Masks,
    candidate_words: RaggedTexts,
    reference_words: RaggedTexts,
    n_words: int,
    power: Array | None,
    limited: bool,
) -> Array:
    """Count the marked words of each pair that the clip lets pass, and sum f over their runs.

    In the order of the reference a marked word passes if neither text has used up its occurrences of that
    word. Those are in `candidate_words` and `reference_words`, the same texts, unless a limit of bytes makes
    them shorter (`limited`): a reference that is not limited has room for all of its own words. With
    `n_words` 0 there is no clip. A run ends where the next word is not marked, but only on a word that
    passes: a run whose last word is refused goes on into the next one, or is lost at the end of the sentence
    (ROUGE-1.5.5). ``power[k]`` is f(k), longer than the longest sentence; None if runs do not count.
    Returns float64[n_pairs, 2]: words, and f of runs.
    """
    scores = np.zeros((pairs.candidate.size, 2), np.float64)
    ours, used = np.zeros(n_words + 1, np.int64), np.zeros(n_words + 1, np.int64)
    theirs = np.full(n_words + 1, 0 if limited else references.words.size)
    marked = np.empty(references.words.size + 1, np.int64)
    base, counted = 0, np.int64(-1)
    for pair in range(pairs.candidate.size):
        candidate, reference = pairs.candidate[pair], pairs.reference[pair]
        start, stop = text_bounds(references, reference)
        if n_words:
            if candidate != counted:
                _count_words(candidate_words, counted, ours, np.int64(0))
                _count_words(candidate_words, candidate, ours, np.int64(1))
                counted = candidate
            if limited:
                _count_words(reference_words, reference, theirs, np.int64(1))
        words = 0
        for sentence in range(references.texts[reference], references.texts[reference + 1]):
            n, length, runs = 0, 0, 0.0
            for at in range(references.sentences[sentence], references.sentences[sentence + 1]):
                marked[n] = at
                n += marks[base + at - start]
            for k in range(n):
                if n_words:
                    word = references.words[marked[k]]
                    if used[word] == min(ours[word], theirs[word]):
                        continue
                    used[word] += 1
                length += 1
                words += 1
                if power is not None and (k + 1 == n or marked[k + 1] > marked[k] + 1):
                    runs += power[length]
                    length = 0
            scores[pair, 1] += runs
        scores[pair, 0] = words
        if limited:
            _count_words(reference_words, reference, theirs, np.int64(0))
        if n_words:
            _count_words(references, reference, used, np.int64(0))
        base += stop - start
    return scores
