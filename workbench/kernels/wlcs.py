"""Weighted longest common subsequences: the words on them as ROUGE-1.5.5 finds them, and their values."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import Whole, word_kernel
from workbench.kernels.lcs import (
    BITS,
    STRIP,
    count_ones,
    find_matched,
    longest_sentence,
    make_places,
    mark_short,
    note_places,
)
from workbench.kernels.marks import count_marks
from workbench.kernels.ragged import RaggedTexts, TextPairs, text_bounds
from workbench.types import Array, Integers


@word_kernel
def _collapse(size: int, matched: Integers, m: int, kept: Integers) -> int:
    """Write a sentence with each run of words that the other sentence lacks as a single -1.

    `matched` are places and words of the m others; `kept` becomes places and words of what is left of the
    `size` words. Behind a word that matches nothing the table of values repeats itself row by row and column
    by column, so that a run of them does what one does. Returns the new length.
    """
    n, expected = 0, 0
    for k in range(m + 1):
        place = matched[0, k] if k < m else size
        if place > expected:
            kept[0, n] = expected
            kept[1, n] = -1
            n += 1
        if k < m:
            kept[0, n] = place
            kept[1, n] = matched[1, k]
            n += 1
        expected = place + 1
    return n


@word_kernel
def _fill_rows(
    theirs: Integers, begin: int, end: int, ours: Integers, n: int, power: Array, value: Array, run: Integers
) -> None:
    """Compute the rows of some reference words, of values and of runs, from row 0, which is given."""
    for i in range(end - begin):
        word, left = theirs[1, begin + i], 0.0
        value[i + 1, 0] = 0.0
        for j in range(n):
            if word >= 0 and ours[1, j] == word:
                length = run[i, j]
                left = value[i, j] + power[length + 1] - power[length]
                run[i + 1, j + 1] = length + 1
            else:
                left = max(value[i, j + 1], left)
                run[i + 1, j + 1] = 0
            value[i + 1, j + 1] = left


@word_kernel
def _find_columns(
    words: NDArray[np.int32], start: int, places: Integers, first: Whole, last: Whole,
    matched: Integers, m: int, columns: Integers,
) -> int:  # fmt: skip
    """Write which words of a candidate sentence are among the m matched ones of the reference sentence.

    The candidate sentence starts at ``words[start]`` and stands in blocks `first` to `last`; all else as in
    `find_matched`.
    """
    n = 0
    for block in range(first, last):
        union = np.int64(0)
        for k in range(m):
            union |= places[matched[1, k], block]
        while union:
            lowest = union & -union
            union ^= lowest
            at = (block - first) * BITS + count_ones(lowest - 1)
            columns[0, n], columns[1, n] = at, words[start + at]
            n += 1
    return n


@word_kernel
def _has_run(matched: Integers, m: int, places: Integers, block: Whole) -> bool:
    """Tell whether any two matched words follow each other in both sentences, of which ours is one block."""
    for k in range(1, m):
        follow = (places[matched[1, k - 1], block] << 1) & places[matched[1, k], block]
        if follow and matched[0, k] - matched[0, k - 1] == 1:
            return True
    return False


@word_kernel
def _mark(
    theirs: Integers, m: int, ours: Integers, n: int, power: Array,
    value: Array, run: Integers, kept: Array, kept_run: Integers, marks: Integers, base: Whole,
) -> None:  # fmt: skip
    """Set ``marks[base + at]`` for the reference words on the WLCS to one more than the candidate's place.

    `theirs` and `ours` are the two sentences as `_collapse` writes them. A match is taken even where it loses
    (its value is not compared with those above and to the left), so that values may fall along a row. The
    first rows of `kept` and `kept_run` are 0.
    """
    i, j, last = m, n, max(m - 1, 0) // STRIP
    for step in range(2 * last + 1):
        # forth through all strips but the last one, then back through all
        strip = min(step, 2 * last - step)
        begin, end = strip * STRIP, min(m, (strip + 1) * STRIP)
        for at in range(n + 1):
            value[0, at], run[0, at] = kept[strip, at], kept_run[strip, at]
        _fill_rows(theirs, begin, end, ours, n, power, value, run)
        if step < last:
            for at in range(n + 1):
                kept[strip + 1, at], kept_run[strip + 1, at] = value[STRIP, at], run[STRIP, at]
            continue
        while i > begin and j > 0:
            if theirs[1, i - 1] == ours[1, j - 1] and theirs[1, i - 1] >= 0:
                marks[base + theirs[0, i - 1]] = ours[0, j - 1] + 1
                i -= 1
                j -= 1
            elif value[i - 1 - begin, j] >= value[i - begin, j - 1]:
                i -= 1
            else:
                j -= 1


@word_kernel
def mark_wlcs(
    candidates: RaggedTexts, references: RaggedTexts, pairs: TextPairs, n_words: int, power: Array
) -> Integers:
    """Mark the words of each pair's reference that are on its union WLCS (Lin 2004, §3.3).

    ``power[k]`` is f(k), longer than the longest sentence by one: a match adds f(k + 1) - f(k) to a run of k.
    Ties are broken, and marks returned, as in `mark_lcs`.
    """
    longest, longest_candidate = longest_sentence(references), longest_sentence(candidates)
    places = make_places(candidates, n_words)
    matched, theirs = np.zeros((2, longest + 1), np.int64), np.zeros((2, longest + 1), np.int64)
    columns, ours = (
        np.zeros((2, longest_candidate + 1), np.int64),
        np.zeros((2, longest_candidate + 1), np.int64),
    )
    shape, kept_shape = (
        (min(longest, STRIP) + 1, longest_candidate + 1),
        (longest // STRIP + 1, longest_candidate + 1),
    )
    value, run = np.zeros(shape, np.float64), np.zeros(shape, np.int64)
    kept, kept_run = np.zeros(kept_shape, np.float64), np.zeros(kept_shape, np.int64)
    rows = np.zeros((STRIP + 1, 1), np.int64)
    marks = np.zeros(count_marks(references, pairs), np.int64)
    base = np.int64(0)
    for pair in range(pairs.candidate.size):
        candidate, reference = pairs.candidate[pair], pairs.reference[pair]
        note_places(candidates, pairs, pair, places)
        for sentence in range(references.texts[reference], references.texts[reference + 1]):
            start, stop = references.sentences[sentence], references.sentences[sentence + 1]
            first = np.int64(0)
            for other in range(candidates.texts[candidate], candidates.texts[candidate + 1]):
                begin, end = candidates.sentences[other], candidates.sentences[other + 1]
                last = first + (end - begin + BITS - 1) // BITS
                m = 0
                if last > first:
                    m = find_matched(references.words, start, stop, places, first, last, matched)
                if end - begin <= BITS and m <= STRIP and not _has_run(matched, m, places, first):
                    # every match counts f(1) = 1
                    mark_short(matched, m, places, first, end - begin, rows, marks, base)
                else:
                    n = _find_columns(candidates.words, begin, places, first, last, matched, m, columns)
                    m = _collapse(stop - start, matched, m, theirs)
                    n = _collapse(end - begin, columns, n, ours)
                    _mark(theirs, m, ours, n, power, value, run, kept, kept_run, marks, base)
                first = last
            base += stop - start
    return marks


@word_kernel
def wlcs_values(candidates: RaggedTexts, references: RaggedTexts, pairs: TextPairs, power: Array) -> Array:
    """Return WLCS(X, Y) of each pair of texts read as one sentence each (Lin 2004, §4), float64[n_pairs].

    It is the last value of the paper's table. ``power[k]`` is f(k), longer than the longest text by one. The
    paper adds f(k + 1) - f(k) to each match of a run; f of the whole run is added here to what stood where
    the run began, which is the same and loses no digits. A match is taken even where it loses, as printed.
    """
    values = np.zeros(pairs.candidate.size, np.float64)
    value, before = np.zeros(power.size, np.float64), np.zeros(power.size, np.float64)
    run = np.zeros(power.size, np.int64)
    for pair in range(values.size):
        begin, end = text_bounds(candidates, pairs.candidate[pair])
        start, stop = text_bounds(references, pairs.reference[pair])
        n = end - begin
        value[: n + 1], before[: n + 1], run[: n + 1] = 0.0, 0.0, 0
        for at in range(start, stop):
            word = references.words[at]
            corner_value, corner_before, corner_run = 0.0, 0.0, np.int64(0)
            for j in range(1, n + 1):
                above_value, above_before, above_run = value[j], before[j], run[j]
                if word >= 0 and candidates.words[begin + j - 1] == word:
                    before[j] = corner_before if corner_run > 0 else corner_value
                    run[j] = corner_run + 1
                    value[j] = before[j] + power[run[j]]
                else:
                    value[j] = max(above_value, value[j - 1])
                    run[j] = 0
                corner_value, corner_before, corner_run = above_value, above_before, above_run
        values[pair] = value[n]
    return values
