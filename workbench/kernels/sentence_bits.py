"""Where words stand in the sentences of a text, as bits, and the rows of the LCS table made of them.

The sentences of a candidate stand one after another in a few integers, the blocks, each behind a bit that is
no word; what happens in one sentence therefore never reaches the next, and all of them are compared with a
sentence of the reference at once. Only a sentence that is longer than a block goes on in the next one.
"""

from typing import NamedTuple

import numpy as np

from workbench.kernels.bits import BITS, count_blocks
from workbench.kernels.compile import Whole, word_kernel, word_step
from workbench.kernels.ragged import RaggedTexts, text_bounds
from workbench.types import Integers


class SentenceBits(NamedTuple):
    """The sentences of one text.

    Attributes
    ----------
    places : int64[n_blocks, n_words + 1]
        Where each word stands; the last column is that of words below 0, which stand nowhere.
    turned : int64[n_blocks, n_words + 1]
        The same from the other end of a block (`turn`).
    has : int64[n_words + 1]
        1 for a word that stands anywhere.
    words : int64[n_blocks]
        All bits that are words.
    ends : int64[n_blocks]
        The last words of sentences, from the other end.
    goes_on : int64[n_blocks]
        1 for a block whose first bit is in the sentence that the block before ends with.
    """

    places: Integers
    turned: Integers
    has: Integers
    words: Integers
    ends: Integers
    goes_on: Integers


@word_step
def find_start(bit: Whole, n: Whole) -> Whole:
    """Return the bit before a sentence of `n` words: the given one, or the first of the next block.

    A sentence starts a block if what is left of the last one has no room for it.
    """
    if bit % BITS + n >= BITS:
        return np.int64(BITS) * count_blocks(bit)
    return bit


@word_kernel
def make_bits(side: RaggedTexts, n_words: int) -> SentenceBits:
    """Return room for any text of a side."""
    most = 1
    for text in range(side.texts.size - 1):
        bit: Whole = np.int64(0)
        for sentence in range(side.texts[text], side.texts[text + 1]):
            n = side.sentences[sentence + 1] - side.sentences[sentence]
            bit = find_start(bit, n) + n + 1
        most = max(most, count_blocks(bit))
    blocks = np.zeros(most, np.int64)
    places, has = np.zeros((most, n_words + 1), np.int64), np.zeros(n_words + 1, np.int64)
    return SentenceBits(places, places.copy(), has, blocks, blocks.copy(), blocks.copy())


@word_step
def note_sentences(side: RaggedTexts, text: Whole, noted: Whole, n_blocks: Whole, bits: SentenceBits) -> int:
    """Set the bits of a text, in place of those of the `n_blocks` blocks of the one that was `noted` before.

    Returns its number of blocks; -1 is no text.
    """
    if noted >= 0:
        start, stop = text_bounds(side, noted)
        for block in range(n_blocks):
            bits.words[block], bits.ends[block], bits.goes_on[block] = 0, 0, 0
            for at in range(start, stop):
                bits.places[block, side.words[at]] = bits.turned[block, side.words[at]] = 0
                bits.has[side.words[at]] = 0
    bit: Whole = np.int64(0)
    for sentence in range(side.texts[text], side.texts[text + 1]):
        start, stop = side.sentences[sentence], side.sentences[sentence + 1]
        bit = find_start(bit, stop - start) + 1
        for at in range(start, stop):
            here, one = bit // BITS, np.int64(1) << (bit % BITS)
            from_end = np.int64(1) << (BITS - 1 - bit % BITS)
            bits.words[here] |= one
            if bit % BITS == 0:
                bits.goes_on[here] = 1
            if at == stop - 1:
                bits.ends[here] |= from_end
            if side.words[at] >= 0:
                bits.places[here, side.words[at]] |= one
                bits.turned[here, side.words[at]] |= from_end
                bits.has[side.words[at]] = 1
            bit += 1
    return count_blocks(bit)


@word_step
def add_words(
    bits: SentenceBits, block: int, rows: Integers, m: Whole, carries: Integers, skips: Integers
) -> Whole:
    """Go down the rows of the table in a block, those of the `m` words ``rows[0]`` of a reference's sentence.

    Bit j of a row is 1 where the LCS with the first j words of the candidate is as long as that with one word
    more (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004). `carries` are what each row of the
    block before carries into this one, where the bit before a sentence takes it up, and become what this one
    does. ``skips[block, k]`` becomes the bits
    where the LCS is longer than without word k: those out of which the sum carries.

    Returns the last row.
    """
    words = bits.words[block]
    row: Whole = words
    for k in range(m):
        matches = bits.places[block, rows[0, k]]
        both = row & matches
        total = row + both + carries[k]
        carries[k] = total >> BITS
        skips[block, k] = (total ^ row ^ both) >> 1
        row = (total | (row & ~matches)) & words
    return row
