"""Where words stand in the sentences of a text, as bits, and the row of the LCS table made of them.

Rows of the table are words of the reference, bits of a few integers those of the candidate: bit j of row i is
1 where the LCS of the first i reference words with the first j + 1 candidate words is longer than with the
first j (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004, with the complement of its
vector).
"""

import numpy as np

from workbench.kernels.bits import BITS, count_blocks
from workbench.kernels.compile import Whole, word_kernel
from workbench.kernels.ragged import RaggedTexts
from workbench.types import Integers


@word_kernel
def make_places(side: RaggedTexts, n_words: int) -> Integers:
    """Return room for the places of all words in any text of a side, and a last row for words below 0."""
    most = 1
    for text in range(side.texts.size - 1):
        blocks = 0
        for sentence in range(side.texts[text], side.texts[text + 1]):
            blocks += count_blocks(side.sentences[sentence + 1] - side.sentences[sentence])
        most = max(most, blocks)
    return np.zeros((n_words + 1, most), np.int64)


@word_kernel
def note_places(side: RaggedTexts, text: Whole, noted: Whole, places: Integers) -> Whole:
    """Set the bits of the words of a text, in place of those of the one that was `noted` before.

    Each sentence starts with a new integer, a block. Bit k of ``places[word, b]`` says that the word stands
    at k in block b. Returns the text, which is `noted` the next time; -1 is no text.
    """
    for other, on in ((noted, 0), (text, 1)):
        block = 0
        if other < 0 or noted == text:
            continue
        for sentence in range(side.texts[other], side.texts[other + 1]):
            start, stop = side.sentences[sentence], side.sentences[sentence + 1]
            for at in range(start, stop):
                word, here = side.words[at], block + (at - start) // BITS
                if word >= 0:
                    places[word, here] = (places[word, here] | (np.int64(1) << ((at - start) % BITS))) * on
            block += count_blocks(stop - start)
    return text


@word_kernel
def add_word(
    row: Integers, places: Integers, word: Whole, first: Whole, n_blocks: int, new: Integers
) -> None:
    """Make a row the next one, for one more word of the reference; `new` becomes the bits that change."""
    full, carry = (np.int64(1) << BITS) - 1, np.int64(0)
    for block in range(n_blocks):
        matches, flat = places[word, first + block], full & ~row[block]
        total = flat + (flat & matches) + carry
        carry = total >> BITS
        new[block] = row[block]
        row[block] = full & ~((total & full) | (flat & ~matches))
        new[block] ^= row[block]
