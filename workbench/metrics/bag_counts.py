"""N-grams and skip-bigrams as sets, or sentence by sentence: what other programs than ROUGE-1.5.5 count."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from workbench.kernels.bags import Bags, fill_bags, meet_bags
from workbench.kernels.ragged import RaggedTexts, TextPairs
from workbench.metrics.base import Counts, OfPairs
from workbench.metrics.batch import Batch, BatchLayout
from workbench.metrics.rouge_counts import (
    CountArray,
    count_pairs_within,
    read_as_one,
    sum_texts,
    three_columns,
)
from workbench.text.corpus import Texts
from workbench.types import Array, Integers


def join(ours: Texts | RaggedTexts, theirs: Texts | RaggedTexts) -> RaggedTexts:
    """Return candidates and references as texts one after another, in one group."""
    words = np.concatenate((ours.words, theirs.words))
    sentences = np.concatenate((ours.sentences, theirs.sentences[1:] + len(ours.words)))
    texts = np.concatenate((ours.texts, theirs.texts[1:] + len(ours.sentences) - 1))
    return RaggedTexts(words, sentences, texts, np.array([0, len(texts) - 1]))


def pair_texts(layout: BatchLayout) -> TextPairs:
    """Return the chosen pairs as numbers of joined texts."""
    return TextPairs(layout.pairs.candidate, layout.pairs.reference + layout.n_candidates)


def mark_starts(texts: RaggedTexts, marker: int) -> RaggedTexts:
    """Return the texts with a marker before the first word of each sentence."""
    words = np.insert(texts.words, texts.sentences[:-1], marker).astype(np.int32)
    return texts._replace(words=words, sentences=texts.sentences + np.arange(len(texts.sentences)))


def bag_ngrams(texts: RaggedTexts, most: int) -> Iterator[Bags]:
    """Yield the n-grams inside each sentence, order by order up to `most`; words below 0 are in none.

    An n-gram is the one before it and the word after that.
    """
    words = texts.words.astype(np.int64)
    ends = np.repeat(texts.sentences[1:], np.diff(texts.sentences))
    places = np.flatnonzero(words >= 0)
    grams = words[places]
    for order in range(1, most + 1):
        if order > 1:
            inside = np.flatnonzero(places + order - 1 < ends[places])
            inside = inside[words[places[inside] + order - 1] >= 0]
            places = places[inside]
            both = grams[inside] * (words.max(initial=0) + 1) + words[places + order - 1]
            grams = np.unique(both, return_inverse=True)[1]
        bounds = np.searchsorted(places, texts.sentences)
        yield fill_bags(grams, bounds, texts.texts, int(grams.max(initial=-1)) + 1)


def _bag_skip_bigrams(texts: RaggedTexts, gap: int) -> Bags:
    """Return the skip-bigrams inside each sentence with at most `gap` words between the two."""
    words, places = texts.words.astype(np.int64), np.arange(len(texts.words))
    left = np.repeat(texts.sentences[1:], np.diff(texts.sentences)) - places - 1
    reach = np.minimum(left, gap + 1)
    first = np.repeat(places, reach)
    second = np.arange(len(first)) + np.repeat(places + 1 - np.cumsum(reach) + reach, reach)
    can_match = (words[first] >= 0) & (words[second] >= 0)
    first, second = first[can_match], second[can_match]
    pairs = words[first] * (words.max(initial=0) + 1) + words[second]
    distinct, numbers = np.unique(pairs, return_inverse=True)
    return fill_bags(numbers, np.searchsorted(first, texts.sentences), texts.texts, len(distinct))


def _meet(bags: Bags, batch: Batch) -> Array:
    """Return what `meet_bags` returns for the chosen pairs, among all pairs."""
    common = meet_bags(bags, bags.counts.astype(np.float64), pair_texts(batch.layout), False)
    return batch.layout.place(common)


def _of_pairs(hits: Array, batch: Batch, numbers: CountArray) -> Counts:
    """Put what a pair shares beside the numbers of its two texts, which are joined."""
    n = batch.layout.n_candidates
    return three_columns(hits, batch, numbers[n:], numbers[:n])


@dataclass(frozen=True)
class NGramBags(OfPairs):
    """What the n-grams of a pair have in common, across sentences: as sets, and as vectors of counts."""

    order: int = 1

    columns = (
        "match", "reference", "candidate", "product", "reference_square", "candidate_square",
    )  # fmt: skip

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 6]."""
        both = read_as_one(join(batch.candidates, batch.references))
        *_, bags = bag_ngrams(both, self.order)
        common, squares = _meet(bags, batch), sum_texts(bags.counts**2, bags.starts)
        sets = _of_pairs(common[:, 0], batch, np.diff(bags.starts))
        return np.column_stack((sets, _of_pairs(common[:, 3], batch, squares)))


class _InSentences(OfPairs):
    """Things inside sentences: in common, and those of the reference's sentences found in the candidate.

    The first is clipped. For the last each distinct one of each reference sentence adds its count in the
    candidate.
    """

    columns = ("match", "reference", "candidate", "found")

    def put(self, batch: Batch, texts: RaggedTexts, bags: Bags, numbers: Integers) -> Counts:
        """Return float64[n_pairs, 4] of what the texts have, and of how many things each sentence has."""
        common = _meet(bags, batch)
        things = _of_pairs(common[:, 1], batch, sum_texts(numbers, texts.texts))
        return np.column_stack((things, common[:, 2]))


@dataclass(frozen=True)
class SentenceNGrams(_InSentences):
    """N-grams inside sentences."""

    order: int

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 4]."""
        texts = join(*batch.shared[:2])
        *_, bags = bag_ngrams(texts, self.order)
        return self.put(batch, texts, bags, np.maximum(np.diff(texts.sentences) - self.order + 1, 0))


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

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 4]."""
        texts = join(*batch.shared[:2])
        if self.marked:
            texts = mark_starts(texts, batch.shared.n_words)
        numbers = count_pairs_within(np.diff(texts.sentences), self.gap)
        return self.put(batch, texts, _bag_skip_bigrams(texts, self.gap), numbers)
