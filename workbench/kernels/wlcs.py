"""The table of the weighted LCS of sentences, of which only what changes from row to row is gone through."""

from typing import NamedTuple

import numpy as np

from workbench.kernels.bits import BITS, count_ones
from workbench.kernels.compile import Whole, word_kernel, word_step
from workbench.kernels.ragged import RaggedTexts
from workbench.kernels.sentence_bits import SentenceBits, find_start
from workbench.types import Array, Integers

BETWEEN = -2
"""The word of a column between sentences."""


class ValueColumns(NamedTuple):
    """The columns of the table: all bits of the sentences of a candidate, block by block.

    Attributes
    ----------
    words : int64[n_columns]
        The word of each, -1 for one that matches nothing.
    before : int64[n_columns]
        Where the same word stands before, 0 for nowhere.
    last : int64[n_words + 1]
        Where each word stands last, 0 for nowhere.
    values : float64[n_columns]
        The row of values.
    runs : int64[n_columns + words of a reference's sentence]
        How many matches follow each other in each diagonal of the table, where it has a match.
    falls : int64[n_blocks]
        Bits of the columns that may be worth less than those before them.
    """

    words: Integers
    before: Integers
    last: Integers
    values: Array
    runs: Integers
    falls: Integers


@word_kernel
def make_columns(bits: SentenceBits, n_rows: int) -> ValueColumns:
    """Return room for the columns of any text that `bits` have room for, and for so many rows."""
    n = bits.words.size * BITS + 1
    last, falls = np.zeros(bits.has.size, np.int64), np.zeros(bits.words.size, np.int64)
    words, values = np.full(n, BETWEEN, np.int64), np.zeros(n, np.float64)
    return ValueColumns(words, np.zeros(n, np.int64), last, values, np.zeros(n + n_rows, np.int64), falls)


@word_step
def note_columns(side: RaggedTexts, text: Whole, noted: Whole, columns: ValueColumns) -> None:
    """Set the columns of a text, in place of those of the one that was `noted` before; -1 is no text."""
    if noted >= 0:
        columns.words[:] = BETWEEN
        columns.last[:] = 0
    column: Whole = np.int64(0)
    for sentence in range(side.texts[text], side.texts[text + 1]):
        start, stop = side.sentences[sentence], side.sentences[sentence + 1]
        column = find_start(column, stop - start) + 1
        for at in range(start, stop):
            word = side.words[at]
            columns.words[column], columns.before[column] = word, columns.last[word]
            columns.last[word] = column
            column += 1


@word_step
def _carry(
    columns: ValueColumns, column: Whole, value: float, word: Whole, skips: Integers, row: Whole
) -> int:
    """Give a column, and those behind it, the value of the one before while it is more than they have.

    The bits of these columns are set in ``skips[:, row]``. A match of the row's word keeps its value: it
    falls. Returns the number of falls, 0 or 1.
    """
    while columns.values[column] < value and columns.words[column] != BETWEEN:
        block, bit = column // BITS, np.int64(1) << (column % BITS)
        if columns.words[column] == word:
            columns.falls[block] |= bit
            return 1
        columns.values[column] = value
        skips[block, row] |= bit
        column += 1
    return 0


@word_step
def _repair_falls(columns: ValueColumns, n_blocks: Whole, word: Whole, skips: Integers, row: Whole) -> int:
    """Carry on to columns that fell in the row before, but for matches of this one; count those left."""
    n = 0
    for block in range(n_blocks):
        falls = columns.falls[block]
        while falls:
            bit = falls & -falls
            falls ^= bit
            column = block * BITS + count_ones(bit - 1)
            if columns.words[column] == word:
                n += 1
            else:
                columns.falls[block] ^= bit
                n += _carry(columns, column, columns.values[column - 1], word, skips, row)
    return n


@word_step
def add_weighted(
    found: Integers, m: Whole, length: Whole, columns: ValueColumns, n_blocks: Whole, power: Array,
    rows: Integers, skips: Integers,
) -> Whole:  # fmt: skip
    """Go down the rows of the table, those of the `m` words in `found` of a sentence of so many words.

    A match is taken even where it loses (its value is not compared with those above and to the left), so that
    values may fall along a row; the next row then carries the higher one on. A word that matches nothing does
    that as well, and only then has a row. A match reads what the row before has left of it, so that those of
    a row are gone through from the last to the first.

    `found` are words and their places. Writes the same of all rows to `rows`, and where in them the value on
    the left is above that of the row before to `skips`, bits of blocks. Returns how many rows there are.
    """
    values, runs, n_falls = columns.values, columns.runs, 0
    n: Whole = np.int64(0)
    for column in range(n_blocks * BITS):
        values[column] = 0
    word, place = np.int64(BETWEEN), np.int64(-2)
    for k in range(m + 1):
        follows = (found[1, k] if k < m else length) == place + 1
        for block in range(n_blocks):
            skips[block, n] = 0
        if n_falls and not follows:
            rows[0, n], rows[1, n] = -1, 0
            n_falls = _repair_falls(columns, n_blocks, np.int64(BETWEEN), skips, n)
            n += 1
            for block in range(n_blocks):
                skips[block, n] = 0
        if k == m:
            break
        before, word, place = word, found[0, k], found[1, k]
        rows[0, n], rows[1, n] = word, place
        column = columns.last[word]
        while column > 0:
            diagonal = column - place + length
            run = runs[diagonal] * (follows and columns.words[column - 1] == before)
            runs[diagonal] = run + 1
            values[column] = values[column - 1] + power[run + 1] - power[run]
            n_falls += _carry(columns, column + 1, values[column], word, skips, n)
            column = columns.before[column]
        if n_falls:
            n_falls = _repair_falls(columns, n_blocks, word, skips, n)
        n += 1
    return n
