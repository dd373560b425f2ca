"""Longest common subsequences of sentences, a row of the table being the bits of a few integers.

Bit j of row i is 1 where the LCS of the first i reference words with the first j + 1 candidate words is
longer than with the first j (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004, with the
complement of its vector). A candidate is laid out once: `places` says where each word stands in each
sentence. A word of the reference that a candidate sentence lacks changes nothing and has no row.
"""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import Whole, word_kernel
from workbench.kernels.marks import count_marks
from workbench.kernels.ragged import RaggedTexts, TextPairs
from workbench.types import Integers

BITS = 62
"""Words in one signed integer with room for a carry."""
STRIP = 128
"""Rows in memory at once. Of more rows only each 128th is kept on the way forth, and those between two of
them are computed once more on the way back: memory grows with a sentence, not with its square."""


@word_kernel
def longest_sentence(side: RaggedTexts) -> int:
    """Return the number of words of the longest sentence of a side."""
    longest = 0
    for sentence in range(side.sentences.size - 1):
        longest = max(longest, side.sentences[sentence + 1] - side.sentences[sentence])
    return longest


@word_kernel
def make_places(side: RaggedTexts, n_words: int) -> Integers:
    """Return room for the places of all words in any text of a side, and a last row for words below 0."""
    most = 1
    for text in range(side.texts.size - 1):
        blocks = 0
        for sentence in range(side.texts[text], side.texts[text + 1]):
            blocks += (side.sentences[sentence + 1] - side.sentences[sentence] + BITS - 1) // BITS
        most = max(most, blocks)
    return np.zeros((n_words + 1, most), np.int64)


@word_kernel
def note_places(side: RaggedTexts, pairs: TextPairs, pair: int, places: Integers) -> None:
    """Set the bits of the words of a pair's candidate, where those of the pair before stood.

    Each sentence starts with a new integer, a block. Bit k of ``places[word, b]`` says that the word stands
    at k in block b.
    """
    if pair > 0 and pairs.candidate[pair] == pairs.candidate[pair - 1]:
        return
    for on in range(pair == 0, 2):
        text, block = pairs.candidate[pair - 1 + on], 0
        for sentence in range(side.texts[text], side.texts[text + 1]):
            start, stop = side.sentences[sentence], side.sentences[sentence + 1]
            for at in range(start, stop):
                word = side.words[at]
                if word >= 0:
                    here = block + (at - start) // BITS
                    places[word, here] = (places[word, here] | (np.int64(1) << ((at - start) % BITS))) * on
            block += (stop - start + BITS - 1) // BITS


@word_kernel
def find_matched(
    words: NDArray[np.int32],
    start: int,
    stop: int,
    places: Integers,
    first: Whole,
    last: Whole,
    matched: Integers,
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
        matched[0, n] = at - start
        matched[1, n] = word
        n += found != 0
    return n


@word_kernel
def count_ones(bits: Whole) -> int:
    """Return the number of ones in a non-negative integer; the compiler knows the formula."""
    bits = int(bits) - ((int(bits) >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bits * 0x0101010101010101) >> 56 & 0x7F


@word_kernel
def _add_word(
    rows: Integers, old: Whole, new: Whole, places: Integers, word: int, first: Whole, n_blocks: int
) -> None:
    """Compute row `new` from row `old`, which may be the same, for one more word of the reference."""
    full = (np.int64(1) << BITS) - 1
    carry = np.int64(0)
    for block in range(n_blocks):
        matches = places[word, first + block]
        flat = full & ~rows[old, block]
        total = flat + (flat & matches) + carry
        carry = total >> BITS
        rows[new, block] = full & ~((total & full) | (flat & ~matches))


@word_kernel
def _length(rows: Integers, row: Whole, n: Whole) -> int:
    """Return the length of the LCS with the first n candidate words: the ones of a row."""
    length = 0
    for block in range(n // BITS):
        length += count_ones(rows[row, block])
    rest = n % BITS
    return length + count_ones(rows[row, n // BITS] & ((np.int64(1) << rest) - 1)) if rest else length


@word_kernel
def _stands_at(places: Integers, word: int, first: Whole, at: int) -> bool:
    """Tell whether the sentence whose blocks begin with `first` has a word at a place."""
    return bool((places[word, first + at // BITS] >> (at % BITS)) & 1)


@word_kernel
def _fill_rows(
    matched: Integers, begin: int, end: int, places: Integers, first: Whole, rows: Integers, n_blocks: int
) -> None:
    """Compute the rows of some matched words, of which row 0 is the row before the first."""
    for i in range(begin, end):
        _add_word(rows, i - begin, i - begin + 1, places, matched[1, i], first, n_blocks)


@word_kernel
def _copy_row(source: Integers, row: Whole, target: Integers, to: Whole, n_blocks: int) -> None:
    """Copy a row of `source` to row `to` of `target`."""
    for block in range(n_blocks):
        target[to, block] = source[row, block]


@word_kernel
def _mark(
    matched: Integers, m: int, places: Integers, first: Whole, n: int,
    rows: Integers, kept: Integers, marks: Integers, base: Whole,
) -> None:  # fmt: skip
    """Set ``marks[base + at]`` for the reference words on the LCS to one more than the candidate's place.

    Where several subsequences are longest, the walk back from the end skips a word of the reference if that
    loses nothing, else one of the candidate (ROUGE-1.5.5). The candidate sentence has n words from block
    `first` on; the first row of `kept` is 0.
    """
    n_blocks, j, start = (n + BITS - 1) // BITS, n, np.int64(0)
    last = max(m - 1, 0) // STRIP
    for strip in range(last):
        _copy_row(kept, strip, rows, start, n_blocks)
        _fill_rows(matched, strip * STRIP, (strip + 1) * STRIP, places, first, rows, n_blocks)
        _copy_row(rows, np.int64(STRIP), kept, strip + 1, n_blocks)
    for strip in range(last, -1, -1):
        begin, end = strip * STRIP, min(m, (strip + 1) * STRIP)
        _copy_row(kept, strip, rows, start, n_blocks)
        _fill_rows(matched, begin, end, places, first, rows, n_blocks)
        for i in range(end - 1, begin - 1, -1):
            if j == 0:
                break
            stands = _stands_at(places, matched[1, i], first, j - 1)
            # with and without this reference word: equally long means that it can be skipped
            if stands or _length(rows, i + 1 - begin, j) != _length(rows, i - begin, j):
                while not stands:
                    j -= 1
                    stands = _stands_at(places, matched[1, i], first, j - 1)
                marks[base + matched[0, i]] = j
                j -= 1


@word_kernel
def mark_short(
    matched: Integers,
    m: int,
    places: Integers,
    first: Whole,
    n: int,
    rows: Integers,
    marks: Integers,
    base: Whole,
) -> None:
    """Do what `_mark` does where a row is one integer and all fit into `rows`, several times as fast."""
    full = (np.int64(1) << n) - 1
    row = rows[0, 0] = np.int64(0)
    for i in range(m):
        matches, flat = places[matched[1, i], first], full & ~row
        row = full & ~((flat + (flat & matches)) | (flat & ~matches))
        rows[i + 1, 0] = row
    j = n
    for i in range(m - 1, -1, -1):
        before = (np.int64(1) << j) - 1
        matches = places[matched[1, i], first] & before
        if matches and (
            matches >> (j - 1) or count_ones(rows[i + 1, 0] & before) != count_ones(rows[i, 0] & before)
        ):
            while not matches >> (j - 1):
                j -= 1
            marks[base + matched[0, i]] = j
            j -= 1


@word_kernel
def mark_lcs(candidates: RaggedTexts, references: RaggedTexts, pairs: TextPairs, n_words: int) -> Integers:
    """Mark the words of each pair's reference that are on its union LCS (Lin 2004, §3.2).

    For each reference sentence: its words on its LCS with any candidate sentence. Words are those of
    `share_words`, `n_words` of them at most. Returns int64[n_marks], for the words of the pairs' references
    one after another: 0, or one more than the place in the last candidate sentence that finds it.
    """
    longest = longest_sentence(references)
    places, matched = make_places(candidates, n_words), np.zeros((2, longest + 1), np.int64)
    rows = np.zeros((min(longest, STRIP) + 1, places.shape[1]), np.int64)
    kept = np.zeros((longest // STRIP + 1, places.shape[1]), np.int64)
    marks = np.zeros(count_marks(references, pairs), np.int64)
    base = np.int64(0)
    for pair in range(pairs.candidate.size):
        candidate, reference = pairs.candidate[pair], pairs.reference[pair]
        note_places(candidates, pairs, pair, places)
        for sentence in range(references.texts[reference], references.texts[reference + 1]):
            start, stop = references.sentences[sentence], references.sentences[sentence + 1]
            first = np.int64(0)
            for other in range(candidates.texts[candidate], candidates.texts[candidate + 1]):
                n = candidates.sentences[other + 1] - candidates.sentences[other]
                last = first + (n + BITS - 1) // BITS
                m = 0
                if last > first:
                    m = find_matched(references.words, start, stop, places, first, last, matched)
                if n <= BITS and m <= STRIP:
                    mark_short(matched, m, places, first, n, rows, marks, base)
                else:
                    _mark(matched, m, places, first, n, rows, kept, marks, base)
                first = last
            base += stop - start
    return marks


@word_kernel
def sum_lcs(candidates: RaggedTexts, references: RaggedTexts, pairs: TextPairs, n_words: int) -> Integers:
    """Sum the lengths of the LCSs of the sentences of each pair; arguments as in `mark_lcs`.

    Returns int64[n_pairs, 3]: of each reference sentence with each candidate sentence; of each reference
    sentence with the one that fits it best; of each candidate sentence with the one that fits it best.
    """
    places = make_places(candidates, n_words)
    row = np.zeros((1, places.shape[1]), np.int64)
    best = np.zeros((1, places.shape[1] + candidates.sentences.size), np.int64)
    sums = np.zeros((pairs.candidate.size, 3), np.int64)
    only = np.int64(0)
    for pair in range(pairs.candidate.size):
        candidate, reference = pairs.candidate[pair], pairs.reference[pair]
        note_places(candidates, pairs, pair, places)
        begin, end = candidates.texts[candidate], candidates.texts[candidate + 1]
        for other in range(end - begin):
            best[0, other] = 0
        for sentence in range(references.texts[reference], references.texts[reference + 1]):
            first, longest = np.int64(0), 0
            for other in range(begin, end):
                n = candidates.sentences[other + 1] - candidates.sentences[other]
                for block in range((n + BITS - 1) // BITS):
                    row[0, block] = 0
                for at in range(references.sentences[sentence], references.sentences[sentence + 1]):
                    if references.words[at] >= 0:
                        _add_word(
                            row, only, only, places, references.words[at], first, (n + BITS - 1) // BITS
                        )
                length = _length(row, only, n)
                first += (n + BITS - 1) // BITS
                sums[pair, 0] += length
                longest = max(longest, length)
                best[0, other - begin] = max(best[0, other - begin], length)
            sums[pair, 1] += longest
        for other in range(end - begin):
            sums[pair, 2] += best[0, other]
    return sums
