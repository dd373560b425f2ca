"""Longest common subsequences of sentences, weighted or not: the words on them, and how long they are.

Of several that are longest the one of ROUGE-1.5.5 is marked.

The rows of the table are those of `sentence_bits`, of the words of a reference that the candidate has. A row
of the plain LCS is a few operations on bits; of the weighted one what changes of its values is gone through.
"""

import numpy as np

from workbench.kernels.bits import BITS, FULL, count_blocks, count_ones, turn
from workbench.kernels.compile import Whole, word_kernel, word_step
from workbench.kernels.ragged import RaggedTexts, TextPairs, text_bounds
from workbench.kernels.sentence_bits import SentenceBits, add_words, find_start, make_bits, note_sentences
from workbench.kernels.wlcs import ValueColumns, add_weighted, make_columns, note_columns
from workbench.types import Array, Integers, Masks, WordIds

Marks = Masks | Integers


@word_step
def _longest_sentence(side: RaggedTexts) -> int:
    """Return the number of words of the longest sentence of a side."""
    longest = 0
    for sentence in range(side.sentences.size - 1):
        longest = max(longest, side.sentences[sentence + 1] - side.sentences[sentence])
    return longest


@word_step
def _find_rows(words: WordIds, start: int, stop: int, has: Integers, rows: Integers) -> Whole:
    """Write which of ``words[start:stop]`` the candidate has: the words, and their places.

    `rows` is int64[2 or more, more than the words]. Returns how many there are. Written without branches,
    which nothing could predict.
    """
    n = 0
    for at in range(start, stop):
        rows[0, n], rows[1, n] = words[at], at - start
        n += has[words[at]]
    return n


@word_step
def _walk_back(
    bits: SentenceBits, n_blocks: Whole, rows: Integers, m: Whole, skips: Integers, marks: Marks, base: Whole
) -> None:
    """Set ``marks[base + place]`` of the rows on the LCS, see `mark_lcs`.

    Each sentence is walked through from its last word and the last row, all of a block at once: a match is
    taken, else ``skips[:, row]`` says whether the walk skips a word of the candidate, else it skips the row.
    So of several longest subsequences it finds that of ROUGE-1.5.5. ``rows[2]`` are the blocks into which a
    walk comes at a row from the block behind, all -1. A walk that has passed a whole sentence stays at the
    bit before it, where nothing matches. A branch, which nothing could predict, would cost more than what it
    leaves out.
    """
    for block in range(n_blocks - 1, -1, -1):
        at, goes_on = bits.ends[block], bits.goes_on[block]
        for k in range(m):
            skips[block, k] = turn(skips[block, k])
        for k in range(m - 1, -1, -1):
            if rows[2, k] == block:
                at |= 1
                rows[2, k] = -1
            matches = bits.turned[block, rows[0, k]]
            skipped = skips[block, k] & ~matches
            # a carry goes through all words that a walk skips, and stops where it skips none
            at = (at | (skipped + (at & skipped))) & ~skipped
            if goes_on and at > FULL:
                rows[2, k] = block - 1
            taken = at & FULL & matches
            if marks.itemsize == 1:
                marks[base + rows[1, k]] |= taken != 0
            elif taken:
                marks[base + rows[1, k]] = (block + 1) * BITS - 1 - count_ones(taken - 1)
            at = (at & FULL) + taken
            if goes_on and at > FULL:  # in the first row it is over: the last place is that of no row
                rows[2, k - 1] = block - 1
                at &= FULL


@word_step
def _mark(
    candidates: RaggedTexts, references: RaggedTexts, pairs: TextPairs, power: Array | None,
    bits: SentenceBits, columns: ValueColumns, found: Integers, rows: Integers, carries: Integers,
    skips: Integers, marks: Marks,
) -> None:  # fmt: skip
    """Do what `mark_lcs` does, in the room that it has made."""
    noted: Whole = np.int64(-1)
    n_blocks: Whole = np.int64(0)
    base = np.int64(0)
    for pair in range(pairs.candidate.size):
        candidate, reference = pairs.candidate[pair], pairs.reference[pair]
        if candidate != noted:
            n_blocks = note_sentences(candidates, candidate, noted, n_blocks, bits)
            if power is not None:
                note_columns(candidates, candidate, noted, columns)
            noted = candidate
        for sentence in range(references.texts[reference], references.texts[reference + 1]):
            start, stop = references.sentences[sentence], references.sentences[sentence + 1]
            m = _find_rows(references.words, start, stop, bits.has, found)
            if power is not None:
                m = add_weighted(found, m, stop - start, columns, n_blocks, power, rows, skips)
            else:
                for block in range(n_blocks):
                    add_words(bits, block, found, m, carries, skips)
            _walk_back(bits, n_blocks, rows, m, skips, marks, base)
            base += stop - start


@word_kernel
def mark_lcs(
    candidates: RaggedTexts, references: RaggedTexts, pairs: TextPairs, n_words: int, power: Array | None,
    marks: Marks,
) -> Marks:  # fmt: skip
    """Mark the words of each pair's reference that are on its union LCS or WLCS (Lin 2004, §3.2, §3.3).

    For each reference sentence: its words on its LCS with any candidate sentence. Words are those of
    `share_words`, `n_words` of them at most. ``power[k]`` is f(k), longer than the longest sentence by one: a
    match adds f(k + 1) - f(k) to a run of k; it is None for the plain LCS, which then alone is compiled.

    Returns `marks`, all 0 at first, for the words of the pairs' references one after another: bool, or, if
    all candidates have one sentence, int64, where a mark is one more than the place of the word that matches.
    """
    bits, most = make_bits(candidates, n_words), _longest_sentence(references)
    # in the weighted table another row may come behind that of each word
    n_rows = 2 * most + 1
    found = np.full((3, n_rows), -1, np.int64)
    rows = found if power is None else found.copy()
    skips, carries = np.zeros((bits.words.size, n_rows), np.int64), np.zeros(n_rows, np.int64)
    columns = make_columns(bits, most)
    _mark(candidates, references, pairs, power, bits, columns, found, rows, carries, skips, marks)
    return marks


@word_step
def _count_between(row: Integers, start: Whole, stop: Whole) -> int:
    """Count the ones of a row of blocks from one bit to another."""
    n = 0
    for block in range(start // BITS, count_blocks(stop)):
        low, high = max(start - block * BITS, 0), min(stop - block * BITS, BITS)
        n += count_ones((row[block] & ((np.int64(1) << high) - 1)) >> low)
    return n


@word_kernel
def sum_lcs(candidates: RaggedTexts, references: RaggedTexts, pairs: TextPairs, n_words: int) -> Integers:
    """Sum the lengths of the LCSs of the sentences of each pair; arguments as in `mark_lcs`.

    Returns int64[n_pairs, 3]: of each reference sentence with each candidate sentence; of each reference
    sentence with the one that fits it best; of each candidate sentence with the one that fits it best.
    """
    bits, most = make_bits(candidates, n_words), _longest_sentence(references)
    found, carries = np.zeros((2, most + 1), np.int64), np.zeros(most, np.int64)
    skips, row = np.zeros((bits.words.size, most), np.int64), np.zeros(bits.words.size, np.int64)
    best = np.zeros(candidates.sentences.size, np.int64)
    sums = np.zeros((pairs.candidate.size, 3), np.int64)
    noted: Whole = np.int64(-1)
    n_blocks: Whole = np.int64(0)
    for pair in range(pairs.candidate.size):
        candidate, reference = pairs.candidate[pair], pairs.reference[pair]
        if candidate != noted:
            n_blocks = note_sentences(candidates, candidate, noted, n_blocks, bits)
            noted = candidate
        begin, end = candidates.texts[candidate], candidates.texts[candidate + 1]
        best[begin:end] = 0
        for sentence in range(references.texts[reference], references.texts[reference + 1]):
            start, stop = references.sentences[sentence], references.sentences[sentence + 1]
            m = _find_rows(references.words, start, stop, bits.has, found)
            for block in range(n_blocks):
                row[block] = bits.words[block] & ~add_words(bits, block, found, m, carries, skips)
            bit, longest = np.int64(0), 0
            for other in range(begin, end):
                n = candidates.sentences[other + 1] - candidates.sentences[other]
                first = find_start(bit, n) + 1
                bit = first + n
                length = _count_between(row, first, bit)
                sums[pair, 0] += length
                longest, best[other] = max(longest, length), max(best[other], length)
            sums[pair, 1] += longest
        for other in range(begin, end):
            sums[pair, 2] += best[other]
    return sums


@word_kernel
def wlcs_values(candidates: RaggedTexts, references: RaggedTexts, pairs: TextPairs, power: Array) -> Array:
    """Return WLCS(X, Y) of each pair of texts read as one sentence each (Lin 2004, §4), float64[n_pairs].

    It is the last value of the paper's table. ``power[k]`` is f(k), longer than the longest text by one. The
    paper adds f(k + 1) - f(k) to each match of a run; f of the whole run is added here to what stood where
    the run began, which is the same and loses no digits. A match is taken even where it loses, as printed.
    """
    results = np.zeros(pairs.candidate.size, np.float64)
    values, before = np.zeros(power.size, np.float64), np.zeros(power.size, np.float64)
    runs = np.zeros(power.size, np.int64)
    for pair in range(results.size):
        begin, end = text_bounds(candidates, pairs.candidate[pair])
        start, stop = text_bounds(references, pairs.reference[pair])
        values[:], runs[:] = 0.0, 0
        for at in range(start, stop):
            word, left, corner, corner_before, run = references.words[at], 0.0, 0.0, 0.0, np.int64(0)
            for j in range(end - begin):
                above, above_before, above_run = values[j], before[j], runs[j]
                if word >= 0 and candidates.words[begin + j] == word:
                    before[j] = corner_before if run > 0 else corner
                    runs[j] = run + 1
                    left = before[j] + power[run + 1]
                else:
                    left = max(above, left)
                    runs[j] = 0
                values[j] = left
                corner, corner_before, run = above, above_before, above_run
        if end > begin:
            results[pair] = values[end - begin - 1]
    return results
