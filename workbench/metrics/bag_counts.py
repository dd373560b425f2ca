"""N-grams and skip-bigrams as sets, or sentence by sentence: what other programs than ROUGE-1.5.5 count."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from workbench.kernels.bags import Bags, meet_bags
from workbench.kernels.ragged import RaggedTexts
from workbench.metrics.base import Counts, OfPairs
from workbench.metrics.batch import Batch
from workbench.metrics.rouge_counts import count_pairs_within, sum_texts, three_columns
from workbench.text.corpus import Texts
from workbench.types import Integers, WordIds


class SentenceBags(NamedTuple):
    """Texts as ragged words: the first three fields of `Texts` and of `RaggedTexts`."""

    words: WordIds
    sentences: Integers
    texts: Integers


def one_sentence(texts: Texts | RaggedTexts) -> SentenceBags:
    """Return the texts with all words in one sentence."""
    return SentenceBags(texts.words, texts.sentences[texts.texts], np.arange(len(texts.texts)))


def mark_starts(texts: SentenceBags, marker: int) -> SentenceBags:
    """Return the texts with a marker before the first word of each sentence."""
    words = np.insert(texts.words, texts.sentences[:-1], marker).astype(np.int32)
    return SentenceBags(words, texts.sentences + np.arange(len(texts.sentences)), texts.texts)


def _runs(major: Integers, minor: Integers) -> tuple[Integers, Integers]:
    """Return an order by two keys, and where in it a new pair of keys begins."""
    order = np.lexsort((minor, major))
    new = np.ones(len(order), bool)
    new[1:] = (np.diff(major[order]) != 0) | (np.diff(minor[order]) != 0)
    return order, np.flatnonzero(new)


def _bags(grams: Integers, sentences: Integers, texts: Integers) -> Bags:
    """Put grams, with the sentence that each stands in, into the bags of their texts."""
    text_of = np.repeat(np.arange(len(texts) - 1), np.diff(texts))
    order, starts = _runs(sentences, grams)
    counts = np.diff(np.append(starts, len(order)))
    grams, owners = grams[order][starts], text_of[sentences[order][starts]]
    order, starts = _runs(owners, grams)
    return Bags(
        np.searchsorted(owners[order][starts], np.arange(len(texts))),
        grams[order][starts],
        np.add.reduceat(counts[order], starts) if len(starts) else counts,
        np.diff(np.append(starts, len(order))),
    )


def number_ngrams(words: Integers, ends: Integers, most: int) -> Iterator[tuple[Integers, Integers]]:
    """Yield of each order the places where n-grams start, and their numbers: that of the one before counts.

    Parameters
    ----------
    words : int64[n_words]
        Those below 0 are in no n-gram.
    ends : int64[n_words]
        Where the text or sentence of each word ends.
    most : int
        The highest order.
    """
    places = np.flatnonzero(words >= 0)
    grams = words[places]
    yield places, grams
    for further in range(1, most):
        inside = np.flatnonzero(places + further < ends[places])
        inside = inside[words[places[inside] + further] >= 0]
        places = places[inside]
        both = grams[inside] * (words.max(initial=0) + 1) + words[places + further]
        grams = np.unique(both, return_inverse=True)[1]
        yield places, grams


def _ngrams(sides: list[SentenceBags], order: int) -> list[Bags]:
    """Return the n-grams inside each sentence, numbered alike on all sides; words below 0 are in none."""
    words = np.concatenate([side.words for side in sides]).astype(np.int64)
    lengths = [np.diff(side.sentences) for side in sides]
    ends = np.repeat(np.cumsum(np.concatenate(lengths)), np.concatenate(lengths))
    *_, (at, grams) = number_ngrams(words, ends, order)
    bounds = np.cumsum([0, *(len(side.words) for side in sides)])
    bags = []
    for side, length, (first, last) in zip(sides, lengths, pairwise(bounds), strict=True):
        own = (at >= first) & (at < last)
        sentences = np.repeat(np.arange(len(length)), length)[at[own] - first]
        bags.append(_bags(grams[own], sentences, side.texts))
    return bags


def _skip_bigrams(sides: list[SentenceBags], gap: int) -> list[Bags]:
    """Return the skip-bigrams inside each sentence with at most `gap` words between the two."""
    width = max(int(side.words.max(initial=0)) for side in sides) + 1
    bags = []
    for side in sides:
        words, lengths = side.words.astype(np.int64), np.diff(side.sentences)
        ends = np.repeat(side.sentences[1:], lengths)
        sentence_of = np.repeat(np.arange(len(lengths)), lengths)
        grams, sentences = [], []
        for distance in range(1, min(gap + 1, int(lengths.max(initial=0))) + 1):
            at = np.flatnonzero(np.arange(len(words)) + distance < ends)
            at = at[(words[at] >= 0) & (words[at + distance] >= 0)]
            grams.append(words[at] * width + words[at + distance])
            sentences.append(sentence_of[at])
        none = np.zeros(0, np.int64)
        bags.append(_bags(np.concatenate([none, *grams]), np.concatenate([none, *sentences]), side.texts))
    return bags


def _meet(bags: list[Bags], batch: Batch) -> Integers:
    layout = batch.layout
    return meet_bags(bags[0], bags[1], layout.pair_candidate, layout.pair_reference, layout.chosen)


def count_distinct(texts: Texts, order: int) -> Integers:
    """Return the number of distinct n-grams of each text, across its sentences, int64[n_texts]."""
    return np.diff(_ngrams([one_sentence(texts)], order)[0].starts)


@dataclass(frozen=True)
class DistinctNGrams(OfPairs):
    """Distinct n-grams in common; they cross sentences."""

    order: int

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 3]."""
        bags = _ngrams([one_sentence(batch.candidates), one_sentence(batch.references)], self.order)
        common = _meet(bags, batch)[:, 0]
        return three_columns(common, batch, np.diff(bags[1].starts), np.diff(bags[0].starts))


class _InSentences(OfPairs):
    """Things inside sentences: in common, and those of the reference's sentences found in the candidate.

    The first is clipped. For the last each distinct one of each reference sentence adds its count in the
    candidate.
    """

    columns = ("match", "reference", "candidate", "found")

    def read(self, batch: Batch) -> list[SentenceBags]:
        """Return candidates and references."""
        return [SentenceBags(*side[:3]) for side in batch.shared[:2]]

    @abstractmethod
    def bags(self, sides: list[SentenceBags]) -> list[Bags]:
        """Return what the texts of each side have."""

    @abstractmethod
    def numbers(self, lengths: Integers) -> Integers:
        """Return how many sentences of these lengths have."""

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 4]."""
        sides = self.read(batch)
        common = _meet(self.bags(sides), batch)
        ours, theirs = (sum_texts(self.numbers(np.diff(side.sentences)), side.texts) for side in sides)
        return np.column_stack((three_columns(common[:, 1], batch, theirs, ours), common[:, 2]))


@dataclass(frozen=True)
class SentenceNGrams(_InSentences):
    """N-grams inside sentences."""

    order: int

    def bags(self, sides: list[SentenceBags]) -> list[Bags]:
        """Return the n-grams of the texts of each side."""
        return _ngrams(sides, self.order)

    def numbers(self, lengths: Integers) -> Integers:
        """Return how many n-grams sentences of these lengths have."""
        return np.maximum(lengths - self.order + 1, 0)


@dataclass(frozen=True)
class SentenceSkipBigrams(_InSentences):
    """Skip-bigrams inside sentences.

    Parameters
    ----------
    gap : int
        Most words between the two.
    marked : bool
        Whether a marker stands before the first word of each sentence.
    """

    gap: int
    marked: bool

    def read(self, batch: Batch) -> list[SentenceBags]:
        """Return candidates and references, with their markers."""
        sides = super().read(batch)
        return [mark_starts(side, batch.shared.n_words) for side in sides] if self.marked else sides

    def bags(self, sides: list[SentenceBags]) -> list[Bags]:
        """Return the skip-bigrams of the texts of each side."""
        return _skip_bigrams(sides, self.gap)

    def numbers(self, lengths: Integers) -> Integers:
        """Return how many skip-bigrams sentences of these lengths have."""
        return count_pairs_within(lengths, self.gap)
