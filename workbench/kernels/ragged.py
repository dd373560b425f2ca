"""Ragged arrays of words: how texts lie in memory for the kernels."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import kernel

Integers = NDArray[np.int32] | NDArray[np.int64]


class Side(NamedTuple):
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


@kernel
def split_chunks(
    data: NDArray[np.uint8],
    bounds: NDArray[np.int64],
    lower: NDArray[np.uint8],
    inside: NDArray[np.bool_],
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
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
        Offsets as in `Side`.
    starts, ends : int64[n_distinct]
        Where each distinct chunk first stands in `data`.
    """
    n_texts = bounds.size - 1
    most = data.size // 2 + n_texts + 1
    chunks = np.empty(most, np.int32)
    n_newlines = 0
    for byte in data:
        n_newlines += byte == 10
    sentences = np.zeros(n_texts + n_newlines + 1, np.int64)
    texts = np.zeros(n_texts + 1, np.int64)
    starts = np.empty(1024, np.int64)
    ends = np.empty(1024, np.int64)
    slots = np.full(4096, -1, np.int32)
    n_chunks = 0
    n_sentences = 0
    n_distinct = 0
    for text in range(n_texts):
        at = bounds[text]
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
            slot = (code ^ (code >> 15)) & (slots.size - 1)
            while slots[slot] >= 0:
                known = slots[slot]
                length = ends[known] - starts[known]
                if length == at - start:
                    same = 0
                    while same < length and lower[data[start + same]] == lower[data[starts[known] + same]]:
                        same += 1
                    if same == length:
                        break
                slot = (slot + 1) & (slots.size - 1)
            if slots[slot] < 0:
                if n_distinct == starts.size:
                    starts = np.append(starts, np.empty(n_distinct, np.int64))
                    ends = np.append(ends, np.empty(n_distinct, np.int64))
                slots[slot] = n_distinct
                starts[n_distinct] = start
                ends[n_distinct] = at
                n_distinct += 1
            chunks[n_chunks] = slots[slot]
            n_chunks += 1
            if 4 * n_distinct > slots.size:
                slots = _spread(data, starts[:n_distinct], ends[:n_distinct], lower, 4 * slots.size)
        n_sentences += 1
        sentences[n_sentences] = n_chunks
        texts[text + 1] = n_sentences
    return (
        chunks[:n_chunks].copy(),
        sentences[: n_sentences + 1],
        texts,
        starts[:n_distinct].copy(),
        ends[:n_distinct].copy(),
    )


@kernel
def _spread(
    data: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    lower: NDArray[np.uint8],
    size: int,
) -> NDArray[np.int32]:
    """Return a larger hash table of the distinct chunks."""
    slots = np.full(size, -1, np.int32)
    for number in range(starts.size):
        code = 0
        for at in range(starts[number], ends[number]):
            code = (code * 31 + int(lower[data[at]])) & 0x3FFFFFFF
        slot = (code ^ (code >> 15)) & (size - 1)
        while slots[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        slots[slot] = number
    return slots


@kernel
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


@kernel
def share_words(
    candidates: Side, references: Side, n_vocabulary: int
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
