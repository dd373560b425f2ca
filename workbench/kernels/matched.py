"""What a sentence has in common with another, as bits: the ground on which the LCS kernels work."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import word_kernel
from workbench.kernels.ragged import RaggedTexts

LONGEST_IN_BITS = 62
"""Words that fit into one signed integer with room for a carry."""


@word_kernel
def note_places(side: RaggedTexts, text: int, places: NDArray[np.int64]) -> None:
    """Set bit j of ``places[s, word]`` where sentence s of the text has the word at j.

    Only for sentences of up to `LONGEST_IN_BITS` words.
    """
    first = side.texts[text]
    for sentence in range(first, side.texts[text + 1]):
        row = places[sentence - first]
        row[:] = 0
        start, stop = side.sentences[sentence], side.sentences[sentence + 1]
        if stop - start <= LONGEST_IN_BITS:
            for at in range(start, stop):
                if side.words[at] >= 0:
                    row[side.words[at]] |= np.int64(1) << (at - start)


@word_kernel
def find_matched(
    words: NDArray[np.int32],
    start: int,
    size: int,
    places: NDArray[np.int64],
    other: int,
    rows: NDArray[np.int64],
    masks: NDArray[np.int64],
) -> int:
    """Find the words of the sentence ``words[start : start + size]`` that sentence `other` has.

    ``rows[k]`` becomes the position of the k-th of them, ``masks[k]`` where the other sentence has that word,
    as in `note_places`. The last column of `places` is 0: there fall the words that match nothing, which are
    -1. Both buffers are longer than the sentence. Returns how many there are. Written without branches, which
    nothing could predict.
    """
    n = 0
    found = places[other]
    for at in range(size):
        mask = found[words[start + at]]
        rows[n] = at
        masks[n] = mask
        n += mask != 0
    return n


@word_kernel
def count_ones(bits: int) -> int:
    """Return the number of ones in a non-negative integer."""
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    bits += bits >> 8
    bits += bits >> 16
    bits += bits >> 32
    return bits & 0x7F
