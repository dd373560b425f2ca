"""Texts spelled out: each word in the place of its characters, or of its parts where signs stand apart."""

import string
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.ragged import expand_chunks
from workbench.text.corpus import Texts

_SIGNS = frozenset(string.punctuation)
_CODE_POINTS = 0x110000


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

    first: NDArray[np.int64]
    parts: NDArray[np.int32]
    vocabulary: list[str]

    def spell(self, texts: Texts) -> Texts:
        """Return texts of the vocabulary that was spelled, each word in its parts."""
        parts, sentences = expand_chunks(texts.words, texts.sentences, self.first, self.parts)
        return Texts(parts, sentences, texts.texts, self.vocabulary)


def _starts(ends: Sequence[int]) -> NDArray[np.int64]:
    return np.array([0, *ends], np.int64)


def spell_characters(vocabulary: Sequence[str]) -> Spelling:
    """Spell words in characters (Unicode code points) without white space, as Python's `str.split` knows it.

    Examples
    --------
    >>> spelling = spell_characters(["no, on", "ñ"])
    >>> [spelling.vocabulary[part] for part in spelling.parts], spelling.first.tolist()
    (['n', 'o', ',', 'o', 'n', 'ñ'], [0, 5, 6])
    """
    bare = ["".join(word.split()) for word in vocabulary]
    # surrogatepass: a lone surrogate is a character like any other
    codes = np.frombuffer("".join(bare).encode("utf-32-le", "surrogatepass"), "<u4")
    numbers = np.zeros(_CODE_POINTS, np.int32)
    numbers[codes] = 1
    distinct = np.flatnonzero(numbers)
    numbers[distinct] = np.arange(len(distinct))
    return Spelling(_starts(list(accumulate(map(len, bare)))), numbers[codes], list(map(chr, distinct)))


def _apart(word: str) -> list[str]:
    """Return a word and the ASCII sign at its end or else at its start, as sacrebleu's chrF takes it off."""
    if len(word) == 1:
        return [word]
    if word[-1] in _SIGNS:
        return [word[:-1], word[-1]]
    return [word[0], word[1:]] if word[0] in _SIGNS else [word]


def spell_words_and_signs(vocabulary: Sequence[str]) -> Spelling:
    """Spell texts in words between white space, one sign taken off each: what chrF++ takes for words.

    A sign is ASCII punctuation. It is taken off the end, or off the start where none is at the end.

    Examples
    --------
    >>> spelling = spell_words_and_signs(["(no, on)", "?!"])
    >>> [spelling.vocabulary[part] for part in spelling.parts], spelling.first.tolist()
    (['(', 'no', ',', '(on', ')', '?', '!'], [0, 4, 6])
    """
    numbers: dict[str, int] = {}
    known: dict[str, list[int]] = {}
    parts: list[int] = []
    ends = []
    for text in vocabulary:
        for word in text.split():
            if word not in known:
                known[word] = [numbers.setdefault(part, len(numbers)) for part in _apart(word)]
            parts += known[word]
        ends.append(len(parts))
    return Spelling(_starts(ends), np.array(parts, np.int32), list(numbers))
