"""Ragged arrays of words: how texts lie in memory for the kernels."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import word_kernel

AnyIntegers = NDArray[np.int32] | NDArray[np.int64]


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

    words: NDArray[np.int32]
    sentences: NDArray[np.int64]
    texts: NDArray[np.int64]
    groups: NDArray[np.int64]


@word_kernel
def split_chunks(
    data: NDArray[np.uint8],
    bounds: NDArray[np.int64],
    lower: NDArray[np.uint8],
    inside: NDArray[np.bool_],
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8], NDArray[np.int64]]:
    """Cut texts into chunks and give equal chunks the same number.

    Parameters
    ----------
    data : uint8[n_bytes]
        All texts, UTF-8.
    bounds : int64[n_texts + 1]
        Where each text starts in `data`.
    lower : uint8[256]
        What a byte is compared as.
    inside : bool[256]
        Whether a byte belongs to a chunk; all others separate. A newline also ends a sentence.

    Returns
    -------
    chunks : int32[n_chunks]
        Numbers of the chunks in order, counted from 0 by first occurrence.
    sentences, texts : int64
        Offsets as in `RaggedTexts`.
    pool : uint8
        The distinct chunks, one after another, as they are compared.
    starts : int64[n_distinct + 1]
        Where each distinct chunk starts in `pool`.
    """
    n_texts = bounds.size - 1
    chunks = np.empty(data.size // 2 + n_texts + 1, np.int32)
    n_newlines = 0
    for byte in data:
        n_newlines += byte == 10
    sentences = np.zeros(n_texts + n_newlines + 1, np.int64)
    texts = np.zeros(n_texts + 1, np.int64)
    # the distinct chunks lie together, so that comparing with them stays in the cache
    pool = np.empty(16384, np.uint8)
    starts = np.zeros(2049, np.int64)
    slots = np.full(4096, -1, np.int32)
    at = bounds[0]
    text = n_chunks = n_sentences = n_distinct = 0
    while text < n_texts:
        at, text, n_chunks, n_sentences, n_distinct = _scan(
            data, bounds, lower, inside, chunks, sentences, texts, pool, starts, slots,
            (at, text, n_chunks, n_sentences, n_distinct),
        )  # fmt: skip
        if text < n_texts:
            length = 0
            while at + length < bounds[text + 1] and inside[data[at + length]]:
                length += 1
            if 2 * n_distinct >= slots.size:
                slots = _spread(pool, starts[: n_distinct + 1], 4 * slots.size)
                more_starts = np.zeros(slots.size // 2 + 1, np.int64)
                for number in range(n_distinct + 1):
                    more_starts[number] = starts[number]
                starts = more_starts
            if starts[n_distinct] + length > pool.size:
                larger = np.empty(2 * pool.size + length, np.uint8)
                for byte_at in range(starts[n_distinct]):
                    larger[byte_at] = pool[byte_at]
                pool = larger
    return (
        chunks[:n_chunks].copy(),
        sentences[: n_sentences + 1],
        texts,
        pool[: starts[n_distinct]],
        starts[: n_distinct + 1].copy(),
    )


@word_kernel
def _scan(
    data: NDArray[np.uint8],
    bounds: NDArray[np.int64],
    lower: NDArray[np.uint8],
    inside: NDArray[np.bool_],
    chunks: NDArray[np.int32],
    sentences: NDArray[np.int64],
    texts: NDArray[np.int64],
    pool: NDArray[np.uint8],
    starts: NDArray[np.int64],
    slots: NDArray[np.int32],
    state: tuple[int, int, int, int, int],
) -> tuple[int, int, int, int, int]:
    """Do the work of `split_chunks` from a state until the end, or until a new chunk needs more room.

    Room is made outside: arrays that are replaced inside a loop cost more than the loop.
    """
    at, text, n_chunks, n_sentences, n_distinct = state
    mask = slots.size - 1
    most = slots.size // 2
    while text < bounds.size - 1:
        stop = bounds[text + 1]
        while at < stop:
            if not inside[data[at]]:
                if data[at] == 10:
                    n_sentences += 1
                    sentences[n_sentences] = n_chunks
                at += 1
                continue
            start = at
            code = 0
            while at < stop and inside[data[at]]:
                code = (code * 31 + int(lower[data[at]])) & 0x3FFFFFFF
                at += 1
            length = at - start
            slot = (code ^ (code >> 15)) & mask
            number = slots[slot]
            while number >= 0:
                first = starts[number]
                if starts[number + 1] - first == length:
                    same = 0
                    while same < length and lower[data[start + same]] == pool[first + same]:
                        same += 1
                    if same == length:
                        break
                slot = (slot + 1) & mask
                number = slots[slot]
            if number < 0:
                first = starts[n_distinct]
                if n_distinct >= most or first + length > pool.size:
                    return start, text, n_chunks, n_sentences, n_distinct
                for offset in range(length):
                    pool[first + offset] = lower[data[start + offset]]
                number = np.int32(n_distinct)
                slots[slot] = number
                n_distinct += 1
                starts[n_distinct] = first + length
            chunks[n_chunks] = number
            n_chunks += 1
        n_sentences += 1
        sentences[n_sentences] = n_chunks
        text += 1
        texts[text] = n_sentences
    return at, text, n_chunks, n_sentences, n_distinct


@word_kernel
def _spread(pool: NDArray[np.uint8], starts: NDArray[np.int64], size: int) -> NDArray[np.int32]:
    """Return a larger hash table of the distinct chunks."""
    slots = np.full(size, -1, np.int32)
    for number in range(starts.size - 1):
        code = 0
        for at in range(starts[number], starts[number + 1]):
            code = (code * 31 + int(pool[at])) & 0x3FFFFFFF
        slot = (code ^ (code >> 15)) & (size - 1)
        while slots[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        slots[slot] = number
    return slots


@word_kernel
def expand_chunks(
    chunks: NDArray[np.int32],
    sentences: NDArray[np.int64],
    first: NDArray[np.int64],
    words: NDArray[np.int32],
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
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
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """Renumber, group by group, the words that some candidate and some reference of it share.

    A word that only one side has cannot match anything: it becomes -1. Returns the words of the candidates
    and of the references, int32, and the number of shared words of each group, int64[n_groups].
    """
    n_groups = candidates.groups.size - 1
    in_candidates = np.full(n_vocabulary, -1, np.int64)
    in_both = np.full(n_vocabulary, -1, np.int64)
    number = np.empty(n_vocabulary, np.int32)
    ours = np.empty(candidates.words.size, np.int32)
    theirs = np.empty(references.words.size, np.int32)
    shared = np.zeros(n_groups, np.int64)
    for group in range(n_groups):
        start = candidates.sentences[candidates.texts[candidates.groups[group]]]
        stop = candidates.sentences[candidates.texts[candidates.groups[group + 1]]]
        for at in range(start, stop):
            in_candidates[candidates.words[at]] = group
        n = 0
        first = references.sentences[references.texts[references.groups[group]]]
        last = references.sentences[references.texts[references.groups[group + 1]]]
        for at in range(first, last):
            word = references.words[at]
            if in_candidates[word] != group:
                theirs[at] = -1
                continue
            if in_both[word] != group:
                in_both[word] = group
                number[word] = n
                n += 1
            theirs[at] = number[word]
        for at in range(start, stop):
            word = candidates.words[at]
            ours[at] = number[word] if in_both[word] == group else -1
        shared[group] = n
    return ours, theirs, shared
