"""How long the longest common subsequences of sentences are, weighted or not, without the words on them."""

import numpy as np

from workbench.kernels.bits import BITS, count_blocks, count_ones
from workbench.kernels.compile import Whole, word_kernel, word_step
from workbench.kernels.lcs import find_rows, longest_sentence
from workbench.kernels.ragged import RaggedTexts, TextPairs, text_bounds
from workbench.kernels.sentence_bits import add_words, find_start, make_bits, note_sentences
from workbench.types import Array, Integers


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
    bits, most = make_bits(candidates, n_words), longest_sentence(references)
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
            m = find_rows(references.words, start, stop, bits.has, found)
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
