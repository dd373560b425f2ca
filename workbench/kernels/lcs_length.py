"""Lengths of longest common subsequences of whole texts, and the value of the weighted one."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import word_kernel
from workbench.kernels.grams import text_bounds
from workbench.kernels.lcs_lin2004 import wlcs_value
from workbench.kernels.matched import count_ones
from workbench.kernels.ragged import RaggedTexts

BLOCK = 62
"""Words of a candidate in one signed integer, with room for a carry."""


@word_kernel
def _note_places(words: NDArray[np.int32], places: NDArray[np.int64]) -> None:
    """Set bit k of ``places[word, b]`` where the text has the word at b * BLOCK + k."""
    places[:] = 0
    for at in range(words.size):
        if words[at] >= 0:
            places[words[at], at // BLOCK] |= np.int64(1) << (at % BLOCK)


@word_kernel
def _lcs_length(reference: NDArray[np.int32], places: NDArray[np.int64], flat: NDArray[np.int64]) -> int:
    """Return the length of the LCS with the text whose places are given; `flat` is a buffer of its blocks.

    Bit-parallel (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004): a 0 in `flat` says that the
    LCS with the candidate up to here is longer than without this word; the carry goes from block to block.
    """
    full = (np.int64(1) << BLOCK) - 1
    if flat.size == 1:
        # what most sentences need; without the carry it is several times as fast
        row = full
        for word in reference:
            if word >= 0:
                matches = places[word, 0]
                row = full & ((row + (row & matches)) | (row & ~matches))
        return count_ones(int(full & ~row))
    flat[:] = full
    for word in reference:
        if word < 0:
            continue
        carry = np.int64(0)
        for block in range(flat.size):
            row = flat[block]
            matches = places[word, block]
            total = row + (row & matches) + carry
            carry = total >> BLOCK
            flat[block] = (total & full) | (row & ~matches)
    length = 0
    for block in range(flat.size):
        length += count_ones(int(full & ~flat[block]))
    return length


@word_kernel
def overlap_lcs_lengths(
    candidates: RaggedTexts, references: RaggedTexts, shared: NDArray[np.int64], chosen: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Sum the LCS lengths of each sentence of a reference with the whole candidate, nothing clipped.

    The candidate's sentences are read as one. Arguments as in `overlap_ngrams`. Returns int64[n_pairs].
    """
    lengths = np.zeros(chosen.size, np.int64)
    places = np.zeros((1, 1), np.int64)
    pair = 0
    for group in range(candidates.groups.size - 1):
        width = shared[group]
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            start, stop = text_bounds(candidates, candidate)
            n_blocks = (stop - start + BLOCK - 1) // BLOCK
            if places.shape[0] < width or places.shape[1] < n_blocks:
                shape = max(places.shape[0], width), max(places.shape[1], n_blocks)
                places = np.zeros(shape, np.int64)
            mine = places[:width, :n_blocks]
            _note_places(candidates.words[start:stop], mine)
            flat = np.zeros(n_blocks, np.int64)
            for reference in range(references.groups[group], references.groups[group + 1]):
                pair += 1
                if not chosen[pair - 1]:
                    continue
                for sentence in range(references.texts[reference], references.texts[reference + 1]):
                    words = references.words[
                        references.sentences[sentence] : references.sentences[sentence + 1]
                    ]
                    lengths[pair - 1] += _lcs_length(words, mine, flat)
    return lengths


@word_kernel
def overlap_wlcs_values(
    candidates: RaggedTexts,
    references: RaggedTexts,
    chosen: NDArray[np.bool_],
    power: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the WLCS of each chosen pair, each text read as one sentence (Lin 2004, §4).

    ``power[k]`` is f(k), longer than the longest text by one. Other arguments as in `overlap_ngrams`.
    Returns float64[n_pairs].
    """
    values = np.zeros(chosen.size, np.float64)
    value, before = np.zeros(power.size, np.float64), np.zeros(power.size, np.float64)
    run = np.zeros(power.size, np.int32)
    pair = 0
    for group in range(candidates.groups.size - 1):
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            start, stop = text_bounds(candidates, candidate)
            ours = candidates.words[start:stop]
            for reference in range(references.groups[group], references.groups[group + 1]):
                pair += 1
                if not chosen[pair - 1]:
                    continue
                first, last = text_bounds(references, reference)
                values[pair - 1] = wlcs_value(references.words[first:last], ours, power, value, before, run)
    return values
