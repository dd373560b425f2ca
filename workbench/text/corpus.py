"""A corpus: texts cut and interned once, whatever is done to them afterwards."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import chain, count, pairwise
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.ragged import RaggedTexts, expand_chunks, split_chunks
from workbench.text.limits import Limit
from workbench.text.preprocess import Preprocess
from workbench.text.tokenize import ROUGE_155
from workbench.types import Integers, WordIds


class Texts(NamedTuple):
    """Texts as ragged arrays of word ids.

    Attributes
    ----------
    words : int32[n_words]
        Ids into `vocabulary`.
    sentences : int64[n_sentences + 1]
        Where each sentence starts in `words`.
    texts : int64[n_texts + 1]
        Where each text starts in `sentences`.
    vocabulary : list of str
    readings : Texts, optional
        Under a limit of bytes, for which ROUGE-1.5.5 reads a text in two ways: the first sentence of each
        text holds these words, the others are the sentences as ROUGE-L and ROUGE-W read them.
    """

    words: WordIds
    sentences: Integers
    texts: Integers
    vocabulary: list[str]
    readings: "Texts | None" = None

    def tokens(self, text: int) -> list[list[str]]:
        """Return the words of one text, sentence by sentence."""
        bounds = self.sentences[self.texts[text] : self.texts[text + 1] + 1]
        return [
            [self.vocabulary[word] for word in self.words[start:stop]] for start, stop in pairwise(bounds)
        ]

    def take(self, texts: Integers) -> "Texts":
        """Return these texts, by number, in this order."""
        sentences, text_bounds = _gather(self.texts, texts)
        words, sentence_bounds = _gather(self.sentences, sentences)
        readings = None if self.readings is None else self.readings.take(texts)
        return Texts(self.words[words], sentence_bounds, text_bounds, self.vocabulary, readings)

    def part(self, start: int, stop: int) -> "Texts":
        """Return the texts from one to another, in the memory that they have."""
        texts = self.texts[start : stop + 1]
        sentences = self.sentences[texts[0] : texts[-1] + 1]
        words = self.words[sentences[0] : sentences[-1]]
        readings = None if self.readings is None else self.readings.part(start, stop)
        return Texts(words, sentences - sentences[0], texts - texts[0], self.vocabulary, readings)


AnyTexts = TypeVar("AnyTexts", Texts, RaggedTexts)


def keep_sentences(side: AnyTexts, first: bool) -> AnyTexts:
    """Return only the first sentence of each text, or only the others."""
    is_first = np.isin(np.arange(len(side.sentences) - 1), side.texts[:-1])
    kept = np.flatnonzero(is_first == first)
    words, bounds = _gather(side.sentences, kept)
    texts = np.searchsorted(kept, side.texts)
    return side._replace(words=side.words[words], sentences=bounds, texts=texts)


def _gather(bounds: Integers, rows: Integers) -> tuple[Integers, Integers]:
    """Return the items of the chosen rows of a ragged array, and where each row now starts."""
    lengths = bounds[rows + 1] - bounds[rows]
    starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    items = np.arange(starts[-1]) + np.repeat(bounds[rows] - starts[:-1], lengths)
    return items, starts


class Corpus:
    r"""Texts that are compared with each other, and their chunks for each tokenizer.

    Parameters
    ----------
    texts : sequence of str
        Each line of a text is a sentence.

    Examples
    --------
    >>> from workbench.text.preprocess import PREPROCESSES
    >>> corpus = Corpus(["The cats sat.\nThe end", "A cat"])
    >>> corpus.encode(PREPROCESSES["STEM"]).tokens(0)
    [['the', 'cat', 'sat'], ['the', 'end']]
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._is_ascii = all(map(str.isascii, texts))
        self._chunks: dict[tuple[bytes, Callable[[str], str] | None, Limit | None], Texts] = {}

    def encode(self, preprocess: Preprocess) -> Texts:
        """Return the texts as word ids; equal words have equal ids."""
        texts = self._encode(preprocess)
        if preprocess.limit is None or preprocess.limit.unit == "words":
            return texts
        return keep_sentences(texts, first=True)._replace(readings=texts)

    def _encode(self, preprocess: Preprocess) -> Texts:
        chunks = self._split(preprocess)
        if preprocess.keeps_chunks:
            return chunks
        words = preprocess.words_of(chunks.vocabulary)
        first = np.concatenate(([0], np.cumsum(np.fromiter(map(len, words), np.int64, len(words)))))
        vocabulary = defaultdict[str, int](count().__next__)  # a word that it does not know is the next one
        numbers = np.fromiter(map(vocabulary.__getitem__, chain.from_iterable(words)), np.int32, first[-1])
        ids, sentences = expand_chunks(chunks.words, chunks.sentences, first, numbers)
        return Texts(ids, sentences, chunks.texts, list(vocabulary))

    def _split(self, preprocess: Preprocess) -> Texts:
        """Return the texts in chunks of the tokenizer."""
        tokenizer, limit = preprocess.tokenizer, preprocess.limit
        clean = tokenizer.clean
        if clean is str.lower and tokenizer.read is ROUGE_155.read and self._is_ascii:
            clean = None  # bytes are compared as lower-cased anyway
        key = (tokenizer.read.tobytes(), clean, limit)
        if key not in self._chunks:
            data, bounds = _bytes(self._texts if clean is None else list(map(clean, self._texts)), limit)
            found, distinct = split_chunks(data, bounds, tokenizer.read)
            chunks = distinct.tobytes().decode("utf-8", "surrogatepass").split("\n")[:-1]
            self._chunks[key] = Texts(*found[:3], chunks)
        return self._chunks[key]


def _bytes(texts: Sequence[str], limit: Limit | None) -> tuple[NDArray[np.uint8], Integers]:
    """Return the bytes that are read of all texts, UTF-8, and where each text starts in them."""
    joined = "".join(texts)
    if limit is None and joined.isascii():
        data, lengths = joined.encode("ascii"), map(len, texts)
    else:
        # surrogatepass: a lone surrogate (JSON allows it) is a character like any other, not an error
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        if limit is not None:
            encoded = [_read(text, limit) for text in encoded]
        data, lengths = b"".join(encoded), map(len, encoded)
    bounds = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(np.fromiter(lengths, np.int64, len(texts)), out=bounds[1:])
    return np.frombuffer(data, np.uint8), bounds


def _read(text: bytes, limit: Limit) -> bytes:
    """Return what is read of a text; under a limit of bytes both readings, the first on one line."""
    words = limit.cut(text)
    if limit.unit == "words":
        return words
    return words.replace(b"\n", b" ") + b"\n" + limit.cut_sentences(text)
