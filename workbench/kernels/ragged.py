"""Ragged arrays of words: how texts lie in memory for the kernels."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import Whole, word_kernel
from workbench.types import Integers, WordIds

AnyIntegers = WordIds | Integers


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
    """Distinct chunks of bytes, found by their bytes.

    Attributes
    ----------
    pool : uint8
        The chunks, one after another, as they are compared: so close together that they stay in the cache.
    starts : int64
        Where each starts in `pool`; one more than there are.
    slots : int32, a power of 2
        Numbers of the chunks, each where its hash says or the next free one (-1) after it.
    """

    pool: NDArray[np.uint8]
    starts: Integers
    slots: NDArray[np.int32]


def split_chunks(
    data: NDArray[np.uint8], bounds: Integers, read: NDArray[np.int16]
) -> tuple[RaggedTexts, ChunkTable]:
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
    ChunkTable
        The distinct chunks.
    """
    n_texts = len(bounds) - 1
    most = data.size // 2 + n_texts + 1
    sentences = np.zeros(n_texts + int(np.count_nonzero(data == 10)) + 1, np.int64)
    texts = RaggedTexts(np.empty(most, np.int32), sentences, np.zeros(n_texts + 1, np.int64), bounds)
    # as many as there may be: what is never written to takes no memory
    chunks = np.empty(data.size, np.uint8), np.zeros(most + 1, np.int64)
    table = ChunkTable(*chunks, np.full(512, -1, np.int32))
    state = np.array([bounds[0], 0, 0, 0, 0])
    # more slots are made here: arrays that are replaced inside a kernel's loop cost more than the loop
    while not _scan_chunks(data, read, texts, table, state):
        table = table._replace(slots=np.full(4 * table.slots.size, -1, np.int32))
        _enter_chunks(table, int(state[4]))
    n_chunks, n_sentences, number = state[2:].tolist()
    texts = texts._replace(words=texts.words[:n_chunks].copy(), sentences=sentences[: n_sentences + 1])
    starts = table.starts[: number + 1].copy()
    return texts, table._replace(pool=table.pool[: starts[-1]], starts=starts)


@word_kernel
def _scan_chunks(
    data: NDArray[np.uint8], read: NDArray[np.int16], texts: RaggedTexts, table: ChunkTable, state: Integers
) -> bool:
    """Cut texts, whose bounds are `texts.groups`, until the slots are half full; tell whether it is done.

    `state` is at which byte and text the work is, and how many chunks, sentences and distinct chunks there
    are.
    """
    at, text, n_chunks, n_sentences, n_distinct = state[0], state[1], state[2], state[3], state[4]
    mask = table.slots.size - 1
    while text < texts.groups.size - 1:
        stop = texts.groups[text + 1]
        while at < stop:
            start, code = at, 0
            while at < stop and read[data[at]] >= 0:
                code = (code * 31 + int(read[data[at]])) & 0x3FFFFFFF
                at += 1
            length = at - start
            if length == 0:
                if data[at] == 10:
                    n_sentences += 1
                    texts.sentences[n_sentences] = n_chunks
                at += 1
                continue
            slot = (code ^ (code >> 15)) & mask
            number = table.slots[slot]
            while number >= 0:
                first = table.starts[number]
                if table.starts[number + 1] - first == length:
                    same = 0
                    while same < length and read[data[start + same]] == table.pool[first + same]:
                        same += 1
                    if same == length:
                        break
                slot = (slot + 1) & mask
                number = table.slots[slot]
            if number < 0:
                if 2 * n_distinct == table.slots.size:
                    state[0], state[1], state[2] = start, text, n_chunks
                    state[3], state[4] = n_sentences, n_distinct
                    return False
                first = table.starts[n_distinct]
                for offset in range(length):
                    table.pool[first + offset] = read[data[start + offset]]
                number = np.int32(n_distinct)
                table.slots[slot] = number
                n_distinct += 1
                table.starts[n_distinct] = first + length
            texts.words[n_chunks] = number
            n_chunks += 1
        n_sentences += 1
        texts.sentences[n_sentences] = n_chunks
        text += 1
        texts.texts[text] = n_sentences
    state[2], state[3], state[4] = n_chunks, n_sentences, n_distinct
    return True


@word_kernel
def _enter_chunks(table: ChunkTable, n_distinct: int) -> None:
    """Enter the distinct chunks into slots that are all free."""
    mask = table.slots.size - 1
    for number in range(n_distinct):
        code = 0
        for at in range(table.starts[number], table.starts[number + 1]):
            code = (code * 31 + int(table.pool[at])) & 0x3FFFFFFF
        slot = (code ^ (code >> 15)) & mask
        while table.slots[slot] >= 0:
            slot = (slot + 1) & mask
        table.slots[slot] = number


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
    n_groups = candidates.groups.size - 1
    # the last group that had it, from 1
    in_candidates, in_both = np.zeros(n_vocabulary, np.int64), np.zeros(n_vocabulary, np.int64)
    number = np.empty(n_vocabulary, np.int32)
    ours = np.empty(candidates.words.size, np.int32)
    theirs = np.empty(references.words.size, np.int32)
    shared = np.zeros(n_groups, np.int64)
    for group in range(n_groups):
        start = candidates.sentences[candidates.texts[candidates.groups[group]]]
        stop = candidates.sentences[candidates.texts[candidates.groups[group + 1]]]
        for at in range(start, stop):
            in_candidates[candidates.words[at]] = group + 1
        n = 0
        first = references.sentences[references.texts[references.groups[group]]]
        last = references.sentences[references.texts[references.groups[group + 1]]]
        for at in range(first, last):
            word = references.words[at]
            if in_candidates[word] != group + 1:
                theirs[at] = -1
                continue
            if in_both[word] != group + 1:
                in_both[word] = group + 1
                number[word] = n
                n += 1
            theirs[at] = number[word]
        for at in range(start, stop):
            word = candidates.words[at]
            ours[at] = number[word] if in_both[word] == group + 1 else -1
        shared[group] = n
    return ours, theirs, shared
