"""What ROUGE counts in pairs of a candidate and a reference: n-grams, skip-bigrams, words on an LCS.

Each counter gives what a pair has in common, what its reference has and what its candidate has. The counts
are those of ROUGE-1.5.5, and below them the LCS and WLCS of other programs, in which nothing is clipped.
"""

from dataclasses import dataclass

import numpy as np

from workbench.kernels.grams import overlap_ngrams
from workbench.kernels.lcs import mark_lcs, sum_lcs, wlcs_values
from workbench.kernels.marks import score_marks
from workbench.kernels.ragged import RaggedTexts
from workbench.kernels.skip import NARROW, SkipCounts, overlap_skip_bigrams
from workbench.metrics.base import Counts, OfPairs, by_order
from workbench.metrics.batch import Batch, SharedSentences, text_lengths
from workbench.metrics.nested import Nested
from workbench.text.corpus import Texts
from workbench.types import Array, Integers, Masks

ORDERS = 9
CountArray = Integers | Array


def three_columns(hits: CountArray, batch: Batch, references: CountArray, candidates: CountArray) -> Counts:
    """Put what a pair shares beside what its reference and its candidate have."""
    columns = np.empty((*hits.shape, 3))
    columns[..., 0] = hits
    columns[..., 1] = references.take(batch.layout.pair_reference, axis=0)
    columns[..., 2] = candidates.take(batch.layout.pair_candidate, axis=0)
    return columns


def count_ngrams(batch: Batch, most: int) -> Counts:
    """Return what pairs and their texts have of the n-grams of orders 1 to `most`, [n_pairs, most, 3]."""
    hits = overlap_ngrams(*batch.shared, batch.layout.chosen, most, None, False)
    theirs, ours = (
        np.maximum(lengths[:, None] - np.arange(most), 0)
        for lengths in (batch.reference_lengths, batch.candidate_lengths)
    )
    return three_columns(hits, batch, theirs, ours)


@dataclass(frozen=True)
class NGrams(Nested):
    """N-grams of orders 1 to `orders` in common, clipped (Lin 2004, eq. 1)."""

    orders: int = ORDERS

    @property
    def columns(self) -> tuple[str, ...]:
        """Three of each order."""
        return by_order(self.orders, *OfPairs.columns)

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 3 * orders]."""
        return count_ngrams(batch, self.orders).reshape(batch.layout.n_pairs, -1)


@dataclass(frozen=True)
class Lcs(OfPairs):
    """Words on the union LCS (Lin 2004, §3.2), clipped as in ROUGE-1.5.5 or not."""

    clipped: bool = True

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 3]."""
        sides = batch.shared_sentences if self.clipped else SharedSentences(batch.shared, batch.shared)
        hits = count_marked(batch, sides, clipped=self.clipped)[:, 0]
        # under a limit of bytes recall is of the sentences as they are read here, precision of all words
        return three_columns(hits, batch, text_lengths(sides.sentences.references), batch.candidate_lengths)


@dataclass(frozen=True)
class OfRuns(OfPairs):
    """A counter of runs of words, f(k) = k^weight of k words each."""

    weight: float


class WeightedLcs(OfRuns):
    """Runs on the union WLCS, raised to a power (Lin 2004, §3.3)."""

    columns = ("match", "reference", "candidate", "reference_once")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 4]; the last column has the power applied once instead of twice."""
        candidates, references, _ = batch.shared_sentences.sentences
        lengths = np.diff(references.sentences)
        power = powers(self.weight, lengths, np.diff(candidates.sentences))
        hits = count_marked(batch, batch.shared_sentences, power)[:, 1]
        once = sum_texts(power[lengths], references.texts)
        of_candidates = batch.candidate_lengths.astype(np.float64) ** self.weight
        three = three_columns(hits, batch, once**self.weight, of_candidates)
        return np.column_stack((three, once[batch.layout.pair_reference]))


def count_marked(
    batch: Batch, sides: SharedSentences, power: Array | None = None, clipped: bool = True
) -> Array:
    """Return the words of each pair that are on its union LCS, and f of their runs, float64[n_pairs, 2].

    They are clipped as in ROUGE-1.5.5. ``power[k]`` is f(k), for the union WLCS.
    """
    (candidates, references, _), pairs = sides.sentences, batch.layout.pairs
    marks = np.zeros(text_lengths(references)[pairs.reference].sum(), bool)
    mark_lcs(candidates, references, pairs, sides.sentences.n_words, power, marks)
    n_words, limited = sides.words.n_words if clipped else 0, sides.words is not sides.sentences
    scores = score_marks(references, pairs, marks, *sides.words[:2], n_words, power, limited)
    return batch.layout.place(scores)


def sum_texts(values: CountArray | Masks, texts: Integers) -> Array:
    """Sum values of sentences over each text, float64[n_texts]."""
    sums = np.zeros(texts.size - 1)
    np.add.at(sums, np.repeat(np.arange(sums.size), np.diff(texts)), values)
    return sums


def powers(weight: float, *lengths: Integers) -> Array:
    """Return f(k) = k^weight for each k up to one more than the longest of some lengths."""
    longest = max(int(each.max(initial=0)) for each in lengths)
    # Python's power is C's, as Perl's is; NumPy's differs in the last bit on some machines
    return np.array([float(k) ** weight for k in range(longest + 2)])


@dataclass(frozen=True)
class SkipBigrams(OfPairs):
    """Skip-bigrams in common, and words: all but each text's last one, as in ROUGE-1.5.5, or all of them."""

    gap: int | None
    all_words: bool = False
    columns = (*OfPairs.columns, *(f"word_{each}" for each in OfPairs.columns))

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 6]."""
        (candidates, references, shared), chosen = batch.shared, batch.layout.chosen
        gap = -1 if self.gap is None else self.gap
        lengths = batch.reference_lengths, batch.candidate_lengths
        is_narrow = max(each.max(initial=0) for each in lengths) <= NARROW
        room: SkipCounts = np.empty(0, np.int16) if is_narrow else np.empty(0, np.int32)
        hits = overlap_skip_bigrams(candidates, references, shared, chosen, gap, room)
        if not self.all_words:
            candidates, references = _without_last(candidates), _without_last(references)
        words = overlap_ngrams(candidates, references, shared, chosen, 1, None, False)[:, 0]
        pairs = (count_pairs_within(each, self.gap) for each in lengths)
        singles = (np.maximum(each - (not self.all_words), 0) for each in lengths)
        return np.column_stack((three_columns(hits, batch, *pairs), three_columns(words, batch, *singles)))


def count_pairs_within(lengths: Integers, gap: int | None) -> Integers:
    """Return how many pairs of words with at most `gap` words between them texts of these lengths have."""
    reach = np.maximum(lengths - 1 if gap is None else np.minimum(lengths - 1, gap + 1), 0)
    pairs: Integers = reach * lengths - reach * (reach + 1) // 2
    return pairs


def _without_last(side: RaggedTexts) -> RaggedTexts:
    """Make the last word of each text one that cannot match."""
    starts, ends = side.sentences[side.texts[:-1]], side.sentences[side.texts[1:]]
    words = side.words.copy()
    words[ends[ends > starts] - 1] = -1
    return side._replace(words=words)


def read_as_one(side: RaggedTexts) -> RaggedTexts:
    """Return the texts with all words in one sentence."""
    return side._replace(sentences=side.sentences[side.texts], texts=np.arange(side.texts.size))


@dataclass(frozen=True)
class TextLcs(OfPairs):
    """Words on the LCS of a whole candidate with the reference, read as one sentence or sentence by sentence.

    The last column has the words of the longer text.

    Parameters
    ----------
    by_sentence : bool
        Sum the LCS lengths of the sentences of the reference.
    """

    by_sentence: bool
    columns = ("match", "reference", "candidate", "longer")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 4]."""
        candidates, references, _ = batch.shared
        theirs = references if self.by_sentence else read_as_one(references)
        sums = sum_lcs(read_as_one(candidates), theirs, batch.layout.pairs, batch.shared.n_words)
        lengths = batch.layout.place(sums[:, 0])
        three = three_columns(lengths, batch, batch.reference_lengths, batch.candidate_lengths)
        return np.column_stack((three, three[:, 1:].max(axis=1)))


class TextWlcs(OfRuns):
    """The WLCS of two texts read as one sentence each, and f of their lengths, f(k) = k^weight."""

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 3]."""
        power = powers(self.weight, batch.reference_lengths, batch.candidate_lengths)
        values = wlcs_values(*batch.shared[:2], batch.layout.pairs, power)
        return three_columns(
            batch.layout.place(values), batch, power[batch.reference_lengths], power[batch.candidate_lengths]
        )


class WlcsValue(OfRuns):
    """The WLCS of a pair and f of its sentences' lengths, f(k) = k^weight (Lin 2004, §4)."""

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 3]."""
        ours, theirs = np.diff(batch.candidates.sentences), np.diff(batch.references.sentences)
        power = powers(self.weight, ours, theirs)
        match = count_marked(batch, SharedSentences(batch.shared, batch.shared), power, clipped=False)[:, 1]
        # two texts of one sentence each: the value of the paper's table
        single = batch.layout.chosen & _is_one_sentence(batch.candidates)[batch.layout.pair_candidate]
        single &= _is_one_sentence(batch.references)[batch.layout.pair_reference]
        match[single] = wlcs_values(*batch.shared[:2], batch.layout.choose(single).pairs, power)
        return three_columns(
            match,
            batch,
            sum_texts(power[theirs], batch.references.texts),
            sum_texts(power[ours], batch.candidates.texts),
        )


def _is_one_sentence(texts: Texts) -> Masks:
    """Tell of each text whether one sentence of it has words, and no other."""
    has_words: Masks = sum_texts(np.diff(texts.sentences) > 0, texts.texts) == 1
    return has_words
