"""Longest common subsequences of sentences, weighted or not: the words on them as ROUGE-1.5.5 finds them.

The rows of the table are those of `sentence_bits`. A word of the reference that a candidate sentence lacks
changes nothing and has no row. The weighted LCS needs the table of its values; without two matches in a row
in both sentences it is the plain one.
"""

import numpy as np

from workbench.kernels.bits import BITS, count_blocks, count_ones
from workbench.kernels.compile import Whole, word_kernel
from workbench.kernels.ragged import RaggedTexts, TextPairs, text_bounds
from workbench.kernels.sentence_bits import add_word, make_places, note_places
from workbench.types import Array, Integers, WordIds


@word_kernel
def longest_sentence(side: RaggedTexts) -> int:
    """Return the number of words of the longest sentence of a side."""
    longest = 0
    for sentence in range(side.sentences.size - 1):
        longest = max(longest, side.sentences[sentence + 1] - side.sentences[sentence])
    return longest


@word_kernel
def _find_matched(
    words: WordIds, start: int, stop: int, places: Integers, first: Whole, last: Whole, matched: Integers
) -> int:
    """Write which of ``words[start:stop]`` stand in blocks `first` to `last`: their places, and the words.

    `matched` is int64[2, more than the words]. Returns how many there are. Written without branches, which
    nothing could predict.
    """
    n = 0
    for at in range(start, stop):
        word = words[at]
        found = places[word, first]
        for block in range(first + 1, last):
            found |= places[word, block]
        matched[0, n], matched[1, n] = at - start, word
        n += found != 0
    return n


@word_kernel
def _find_longer(new: Integers, n_blocks: int) -> None:
    """Make of the bits that change those where the LCS is longer than without the word.

    Along a row the difference is 0 or 1, so that it changes wherever one of the two rows has a bit alone.
    """
    full, odd = (np.int64(1) << BITS) - 1, np.int64(0)
    for block in range(n_blocks):
        bits = new[block]
        for shift in (1, 2, 4, 8, 16, 32):
            bits ^= bits << shift
        new[block] = (bits ^ -odd) & full
        odd = new[block] >> (BITS - 1)


@word_kernel
def _add_weighted(
    theirs: Integers, m: int, ours: Integers, n: int, power: Array,
    values: Array, runs: Integers, skips: Integers,
) -> None:  # fmt: skip
    """Make values and runs those of the last row, and write the bits of all.

    A match is taken even where it loses (its value is not compared with those above and to the left), so that
    values may fall along a row.
    """
    for i in range(m):
        word, left, corner, run = theirs[1, i], 0.0, 0.0, np.int64(0)
        for block in range(count_blocks(n)):
            bits, first = np.int64(0), block * BITS
            for at in range(first, min(n, first + BITS)):
                above, above_run = values[at], runs[at]
                if word >= 0 and ours[1, at] == word:
                    left = corner + power[run + 1] - power[run]
                    runs[at] = run + 1
                else:
                    bits |= np.int64(left > above) << (at - first)
                    left = max(above, left)
                    runs[at] = 0
                values[at] = left
                corner, run = above, above_run
            skips[i, block] = bits


@word_kernel
def _mark_short(
    theirs: Integers, m: int, n: Whole, places: Integers, block: Whole,
    rows: Integers, marks: Integers, base: Whole,
) -> None:  # fmt: skip
    """Do what `_mark` does for a plain LCS where a row is one integer."""
    full, row = (np.int64(1) << n) - 1, np.int64(0)
    rows[0] = 0
    for i in range(m):
        matches, flat = places[theirs[1, i], block], full & ~row
        row = full & ~((flat + (flat & matches)) | (flat & ~matches))
        rows[i + 1] = row
    for i in range(m - 1, -1, -1):
        before = (np.int64(1) << n) - 1
        matches = places[theirs[1, i], block] & before
        # with and without this word of the reference: equally long means that it can be skipped
        if matches and (
            matches >> (n - 1) or count_ones(rows[i + 1] & before) != count_ones(rows[i] & before)
        ):
            while not matches >> (n - 1):
                n -= 1
            marks[base + theirs[0, i]] = n
            n -= 1


@word_kernel
def _mark(
    theirs: Integers, m: int, ours: Integers, n: int, places: Integers, first: Whole,
    power: Array | None, values: Array, runs: Integers, skips: Integers, marks: Integers, base: Whole,
) -> None:  # fmt: skip
    """Set ``marks[base + at]`` for the reference words on the LCS to one more than the candidate's place.

    `theirs` and `ours` are places and words of the two sentences: for the weighted LCS as `_collapse` writes
    them. For the plain one, without `power`, `theirs` are the matched words and `ours` is the whole sentence,
    which stands from block `first` on. Where several subsequences are longest, the walk back from the end
    skips a word of the reference if that loses nothing, else one of the candidate (ROUGE-1.5.5): where it
    skips one of the candidate at words that differ, `skips` has a 1 as a bit. `values` and `runs` have room
    for a row: its values and how long a run each match ends; of the plain LCS `runs` are the bits of the row.
    """
    i, j, n_blocks = m - 1, n - 1, count_blocks(n)
    values[:n], runs[:n] = 0, 0
    if power is not None:
        _add_weighted(theirs, m, ours, n, power, values, runs, skips)
    else:
        for at in range(m):
            add_word(runs, places, theirs[1, at], first, n_blocks, skips[at])
            _find_longer(skips[at], n_blocks)
    while i >= 0 and j >= 0:
        if theirs[1, i] == ours[1, j] and ours[1, j] >= 0:
            marks[base + theirs[0, i]] = ours[0, j] + 1
            i -= 1
            j -= 1
        elif skips[i, j // BITS] >> (j % BITS) & 1:
            j -= 1
        else:
            i -= 1


@word_kernel
def _has_run(matched: Integers, m: int, places: Integers, block: Whole) -> bool:
    """Tell whether any two matched words follow each other in both sentences, ours being one block."""
    for k in range(1, m):
        follow = (places[matched[1, k - 1], block] << 1) & places[matched[1, k], block]
        if follow and matched[0, k] - matched[0, k - 1] == 1:
            return True
    return False


@word_kernel
def _collapse(words: WordIds, start: int, stop: int, both: Integers, kept: Integers) -> int:
    """Write places and words of a sentence with each run of words that are not in `both` as a single -1.

    Behind a word that matches nothing the table of values repeats itself row by row and column by column, so
    that a run of them does what one does. Returns the new length.
    """
    n, before = 0, np.int32(0)
    for at in range(start, stop):
        word = words[at] if both[words[at]] else np.int32(-1)
        kept[0, n], kept[1, n] = at - start, word
        n += int((word >= 0) | (before >= 0))
        before = word
    return n


@word_kernel
def mark_lcs(
    candidates: RaggedTexts, references: RaggedTexts, pairs: TextPairs, n_words: int, power: Array | None
) -> Integers:
    """Mark the words of each pair's reference that are on its union LCS or WLCS (Lin 2004, §3.2, §3.3).

    For each reference sentence: its words on its LCS with any candidate sentence. Words are those of
    `share_words`, `n_words` of them at most. ``power[k]`` is f(k), longer than the longest sentence by one: a
    match adds f(k + 1) - f(k) to a run of k; it is None for the plain LCS, which then alone is compiled.
    Returns int64[n_marks], for the words of the pairs' references one after another: 0, or one more than the
    place in the last candidate sentence that finds it.
    """
    longest, width = longest_sentence(references), longest_sentence(candidates)
    places, both = make_places(candidates, n_words), np.zeros(n_words + 1, np.int64)
    matched, theirs = np.zeros((2, longest + 1), np.int64), np.zeros((2, longest + 1), np.int64)
    ours, rows = np.zeros((2, width + 1), np.int64), np.zeros(longest + 1, np.int64)
    values, runs = np.zeros(width + 1, np.float64), np.zeros(width + 1, np.int64)
    skips = np.zeros((longest, count_blocks(width) + 1), np.int64)
    n_marks = 0
    for reference in pairs.reference:
        start, stop = text_bounds(references, reference)
        n_marks += stop - start
    marks, base = np.zeros(n_marks, np.int64), np.int64(0)
    noted: Whole = np.int64(-1)
    for pair in range(pairs.candidate.size):
        candidate, reference = pairs.candidate[pair], pairs.reference[pair]
        noted = note_places(candidates, candidate, noted, places)
        for sentence in range(references.texts[reference], references.texts[reference + 1]):
            start, stop = references.sentences[sentence], references.sentences[sentence + 1]
            first = np.int64(0)
            for other in range(candidates.texts[candidate], candidates.texts[candidate + 1]):
                begin, end = candidates.sentences[other], candidates.sentences[other + 1]
                n, last = end - begin, first + count_blocks(end - begin)
                if n == 0:
                    continue
                m = _find_matched(references.words, start, stop, places, first, last, matched)
                if n <= BITS and not (power is not None and _has_run(matched, m, places, first)):
                    # every match counts f(1) = 1
                    _mark_short(matched, m, n, places, first, rows, marks, base)
                elif power is not None:
                    for k in range(m):
                        both[matched[1, k]] = 1
                    m_kept = _collapse(references.words, start, stop, both, theirs)
                    n_kept = _collapse(candidates.words, begin, end, both, ours)
                    for k in range(m):
                        both[matched[1, k]] = 0
                    _mark(
                        theirs, m_kept, ours, n_kept, places, first, power, values, runs, skips, marks, base
                    )
                else:
                    for at in range(n):
                        ours[0, at], ours[1, at] = at, candidates.words[begin + at]
                    _mark(matched, m, ours, n, places, first, power, values, runs, skips, marks, base)
                first = last
            base += stop - start
    return marks
