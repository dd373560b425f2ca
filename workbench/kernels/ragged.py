"""Ragged arrays of words: how texts lie in memory for the kernels."""

from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from workbench.kernels.compile import Whole, word_kernel, word_step
from workbench.types import Integers, WordIds


class RaggedTexts(NamedTuple):
    """The candidates or the references of a batch.

    Attributes
    ----------
    words : int32[n_words]
        Word ids of all texts, one after another.
    sentences : int64[n_sentences + 1]
        Where each sentence starts in `words`.
    texts : int64[n_texts + 1]
        Where each text starts in `sentences`.
    groups : int64[n_groups + 1]
        Where each group starts in `texts`. Candidates meet the references of the same group only.
    """

    words: WordIds
    sentences: Integers
    texts: Integers
    groups: Integers


class TextPairs(NamedTuple):
    """The pairs of texts that are compared, pairs of the same candidate one after another.

    Attributes
    ----------
    candidate, reference : int64[n_pairs]
        Numbers of the texts.
    """

    candidate: Integers
    reference: Integers


@word_kernel
def text_bounds(side: RaggedTexts, text: Whole) -> tuple[int, int]:
    """Return where a text starts and ends in the words of its side."""
    return side.sentences[side.texts[text]], side.sentences[side.texts[text + 1]]


class ChunkTable(NamedTuple):
    """Distinct chunks of bytes, found by their length and their bytes, eight of which are one number.

    Attributes
    ----------
    places, lengths : int64
        Where each first stands in the bytes, and how many it has.
    rests : int64
        What is left of each after as many whole numbers as it has.
    older : int32
        For each chunk the one of the same remainder that was found before it, -1 for none.
    newest : int32, a power of 2
        For each of some remainders of their hashes the chunk that was found last, -1 for none.
    """

    places: Integers
    lengths: Integers
    rests: Integers
    older: NDArray[np.int32]
    newest: NDArray[np.int32]


def split_chunks(
    data: NDArray[np.uint8], bounds: Integers, read: NDArray[np.int16]
) -> tuple[RaggedTexts, NDArray[np.uint8]]:
    """Cut texts into chunks and give equal chunks the same number.

    Parameters
    ----------
    data : uint8[n_bytes]
        All texts, UTF-8.
    bounds : int64[n_texts + 1]
        Where each text starts in `data`.
    read : int16[256]
        What a byte is compared as, -1 where it separates chunks. A newline also ends a sentence.

    Returns
    -------
    RaggedTexts
        Its words are numbers of chunks, counted from 0 by first occurrence; it has no groups.
    uint8
        The distinct chunks, a newline behind each.
    """
    n_texts = len(bounds) - 1
    most = data.size // 2 + n_texts + 1
    sentences = np.zeros(n_texts + int(np.count_nonzero(data == 10)) + 1, np.int64)
    texts = RaggedTexts(np.empty(most, np.int32), sentences, np.zeros(n_texts + 1, np.int64), bounds)
    codes = np.zeros(data.size + 9, np.uint8)
    # the number that starts at each byte, eight codes at once; of fewer than two numbers the type is another
    eights = as_strided(codes[:8].view("<i8"), (data.size + 2,), (1,))
    # with fewer, time would grow with the square of distinct chunks; with more, they would leave the cache
    remainders = 1 << min(max(9, (data.size // 64).bit_length()), 20)
    # as many as there may be: what is never written to takes no memory
    places, lengths, rests = np.empty((3, most), np.int64)
    table = ChunkTable(places, lengths, rests, np.empty(most, np.int32), np.full(remainders, -1, np.int32))
    ends = np.empty(int(np.diff(bounds).max(initial=0)) + 1, np.int64)
    n_chunks, n_sentences, distinct = _number_chunks(data, read, codes, eights, ends, texts, table)
    return texts._replace(
        words=texts.words[:n_chunks].copy(), sentences=sentences[: n_sentences + 1]
    ), distinct


@word_step
def _hash(code: np.int64, number: np.int64) -> np.int64:
    """Return a hash of what has the hash `code` and of the number after it; nothing here overflows."""
    return ((code * 31) & 0x3FFFFFFF) ^ (
        ((number & 0xFFFFFFFF) * 0x2C1B3C6D + (number >> 32) * 0x297A2D39) >> 20
    )


@word_step
def _find_ends(
    data: NDArray[np.uint8], read: NDArray[np.int16], codes: NDArray[np.uint8], ends: Integers
) -> int:
    """Read the bytes of a text and put down where its chunks and the text itself end; return how many."""
    n = 0
    for at in range(data.size):
        code = read[data[at]]
        codes[at] = code
        # without a branch, for nobody can foresee it
        ends[n] = at
        n += code < 0
    ends[n] = data.size
    return n + 1


@word_kernel
def _number_chunks(
    data: NDArray[np.uint8], read: NDArray[np.int16], codes: NDArray[np.uint8], eights: Integers,
    ends: Integers, texts: RaggedTexts, table: ChunkTable,
) -> tuple[int, int, NDArray[np.uint8]]:  # fmt: skip
    """Cut texts, whose bounds are `texts.groups`; return how many chunks, sentences, and distinct chunks."""
    n_chunks, n_sentences, n_distinct, n_bytes = 0, 0, 0, 0
    for text in range(texts.groups.size - 1):
        first, stop = texts.groups[text], texts.groups[text + 1]
        start = first
        n = _find_ends(data[start:stop], read, codes[start:stop], ends)
        for each in range(n):
            end = first + ends[each]
            length = end - start
            if length > 0:
                whole = start + (length & ~7)
                rest = eights[whole] & ((1 << 8 * (length & 7)) - 1)
                code = np.int64(length)
                for at in range(start, whole, 8):
                    code = _hash(code, eights[at])
                remainder = _hash(code, rest) & (table.newest.size - 1)
                number = table.newest[remainder]
                while number >= 0:
                    if table.rests[number] == rest and table.lengths[number] == length:
                        at, other = start, table.places[number]
                        while at < whole and eights[at] == eights[other]:
                            at, other = at + 8, other + 8
                        if at >= whole:
                            break
                    number = table.older[number]
                if number < 0:
                    number = np.int32(n_distinct)
                    table.places[number], table.lengths[number], table.rests[number] = start, length, rest
                    table.older[number] = table.newest[remainder]
                    table.newest[remainder] = number
                    n_distinct += 1
                    n_bytes += length + 1
                texts.words[n_chunks] = number
                n_chunks += 1
            if end == stop or data[end] == 10:
                n_sentences += 1
                texts.sentences[n_sentences] = n_chunks
            start = end + 1
        texts.texts[text + 1] = n_sentences
    distinct = np.full(n_bytes, 10, np.uint8)
    at = 0
    for number in range(n_distinct):
        start, length = table.places[number], table.lengths[number]
        # one by one: a slice can be too short for another, and the message is compiled with it
        for k in range(length):
            distinct[at + k] = codes[start + k]
        at += length + 1
    return n_chunks, n_sentences, distinct


@word_kernel
def expand_chunks(
    chunks: WordIds, sentences: Integers, first: Integers, words: WordIds
) -> tuple[WordIds, Integers]:
    """Put the words of each chunk in its place.

    Chunk k becomes ``words[first[k]:first[k + 1]]``, which may be nothing (a stop word). Returns the words,
    int32, and the new sentence offsets, int64.
    """
    total = 0
    for chunk in chunks:
        total += first[chunk + 1] - first[chunk]
    out = np.empty(total, np.int32)
    bounds = np.zeros(sentences.size, np.int64)
    n = 0
    for sentence in range(sentences.size - 1):
        for position in range(sentences[sentence], sentences[sentence + 1]):
            for at in range(first[chunks[position]], first[chunks[position] + 1]):
                out[n] = words[at]
                n += 1
        bounds[sentence + 1] = n
    return out, bounds


@word_kernel
def share_words(
    candidates: RaggedTexts, references: RaggedTexts, n_vocabulary: int
) -> tuple[WordIds, WordIds, Integers]:
    """Renumber, group by group, the words that some candidate and some reference of it share.

    A word that only one side has cannot match anything: it becomes -1. Returns the words of the candidates
    and of the references, int32, and the number of shared words of each group, int64[n_groups].
    """
    # the last group, from 1, whose candidates have the word, and the last number that it got, from 1 as well
    in_candidates, number = np.zeros(n_vocabulary, np.int32), np.zeros(n_vocabulary, np.int32)
    ours = np.empty(candidates.words.size, np.int32)
    theirs = np.empty(references.words.size, np.int32)
    shared = np.zeros(candidates.groups.size - 1, np.int64)
    n = 1
    for group in range(shared.size):
        start = candidates.sentences[candidates.texts[candidates.groups[group]]]
        stop = candidates.sentences[candidates.texts[candidates.groups[group + 1]]]
        for at in range(start, stop):
            in_candidates[candidates.words[at]] = group + 1
        first = references.sentences[references.texts[references.groups[group]]]
        last = references.sentences[references.texts[references.groups[group + 1]]]
        before = n
        for at in range(first, last):
            word = references.words[at]
            if in_candidates[word] == group + 1 and number[word] < before:
                number[word] = n
                n += 1
            theirs[at] = max(number[word] - before, -1)
        for at in range(start, stop):
            ours[at] = max(number[candidates.words[at]] - before, -1)
        shared[group] = n - before
    return ours, theirs, shared
