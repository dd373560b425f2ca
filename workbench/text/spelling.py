"""Texts spelled out: each word in the place of its characters, or of its parts where signs stand apart."""

import string
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from workbench.kernels.ragged import expand_chunks
from workbench.text.corpus import Corpus, Texts
from workbench.text.preprocess import Preprocess
from workbench.text.tokenize import WHITE_SPACE
from workbench.types import Integers, WordIds

_SIGNS = frozenset(string.punctuation)


class Spelling(NamedTuple):
    """What each word of a vocabulary becomes.

    Attributes
    ----------
    first : int64[n_words + 1]
        Where each word starts in `parts`.
    parts : int32[n_parts]
        Ids into `vocabulary`.
    vocabulary : list of str
        The distinct parts.
    """

    first: Integers
    parts: WordIds
    vocabulary: list[str]

    def spell(self, texts: Texts) -> Texts:
        """Return texts of the vocabulary that was spelled, each word in its parts."""
        parts, sentences = expand_chunks(texts.words, texts.sentences, self.first, self.parts)
        return Texts(parts, sentences, texts.texts, self.vocabulary)


def spell_characters(vocabulary: Sequence[str]) -> Spelling:
    """Spell words in characters (Unicode code points) without white space, as Python's `str.split` knows it.

    Examples
    --------
    >>> spelling = spell_characters(["no, on", "ñ"])
    >>> [spelling.vocabulary[part] for part in spelling.parts], spelling.first.tolist()
    (['n', 'o', ',', 'o', 'n', 'ñ'], [0, 5, 6])
    """
    joined = "".join(vocabulary)
    # surrogatepass: a lone surrogate is a character like any other
    encoded = joined.encode("utf-8" if joined.isascii() else "utf-32-le", "surrogatepass")
    codes = np.frombuffer(encoded, np.uint8 if joined.isascii() else "<u4")
    counts = np.bincount(codes)
    letters = [code for code in np.flatnonzero(counts).tolist() if not chr(code).isspace()]
    numbers = np.full(counts.size, -1, np.int32)
    numbers[letters] = np.arange(len(letters))
    parts = numbers.take(codes)
    starts = np.fromiter(accumulate(map(len, vocabulary), initial=0), np.int64, len(vocabulary) + 1)
    spaces = np.flatnonzero(parts < 0)
    return Spelling(starts - np.searchsorted(spaces, starts), parts[parts >= 0], list(map(chr, letters)))


def _part(chunk: str) -> list[str]:
    """Return words, and the ASCII sign at the end of each or else at its start, as sacrebleu's chrF does."""
    parts = []
    for word in chunk.split():
        if len(word) > 1 and word[-1] in _SIGNS:
            parts += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in _SIGNS:
            parts += [word[0], word[1:]]
        else:
            parts.append(word)
    return parts


_WORDS_AND_SIGNS = Preprocess("words and signs", WHITE_SPACE._replace(name="words and signs", tokens=_part))


def spell_words_and_signs(vocabulary: Sequence[str]) -> Spelling:
    """Spell texts in words between white space, one sign taken off each: what chrF++ takes for words.

    A sign is ASCII punctuation. It is taken off the end, or off the start where none is at the end.

    Examples
    --------
    >>> spelling = spell_words_and_signs(["(no, on)", "?!"])
    >>> [spelling.vocabulary[part] for part in spelling.parts], spelling.first.tolist()
    (['(no', ',', 'on', ')', '?', '!'], [0, 4, 6])
    """
    texts = Corpus(vocabulary).encode(_WORDS_AND_SIGNS)
    return Spelling(texts.sentences[texts.texts], texts.words, texts.vocabulary)
