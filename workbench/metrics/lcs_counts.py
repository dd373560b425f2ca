"""Longest common subsequences as other programs than ROUGE-1.5.5 count them: pairs, nothing clipped."""

from dataclasses import dataclass

import numpy as np

from workbench.kernels.lcs import mark_lcs
from workbench.kernels.lcs_lengths import sum_lcs, wlcs_values
from workbench.kernels.ragged import RaggedTexts, TextPairs
from workbench.metrics.bag_counts import NGramBags, one_sentence
from workbench.metrics.base import Counts, OfPairs
from workbench.metrics.batch import Batch, SharedSentences
from workbench.metrics.rouge_counts import (
    OfRuns,
    count_marked,
    powers,
    sum_texts,
    three_columns,
)  # fmt: skip
from workbench.text.corpus import Texts
from workbench.types import Masks


def read_as_one(side: RaggedTexts) -> RaggedTexts:
    """Return the texts with all words in one sentence."""
    return RaggedTexts(*one_sentence(side), side.groups)


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


class LcsWords(OfPairs):
    """Words on the LCS of any two sentences of a pair: distinct ones, and all together."""

    columns = (
        "match", "reference", "candidate", "total_match", "total_reference", "total_candidate",
    )  # fmt: skip

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 6]."""
        candidates, references, _ = batch.shared
        pairs, n_words, place = batch.layout.pairs, batch.shared.n_words, batch.layout.place
        total = sum_lcs(candidates, references, pairs, n_words)[:, 0]
        # of several LCSs the package walks the one of ROUGE-1.5.5 for texts that have changed places
        swapped = TextPairs(pairs.reference, pairs.candidate)
        lengths = batch.candidate_lengths[pairs.candidate]
        marks = mark_lcs(references, candidates, swapped, n_words, None, np.zeros(lengths.sum(), bool))
        pair_of = np.repeat(np.arange(len(lengths)), lengths)
        starts = candidates.sentences[candidates.texts[pairs.candidate]] - np.cumsum(lengths) + lengths
        words = candidates.words[np.arange(len(marks)) + starts[pair_of]]
        seen = np.unique((pair_of * (n_words + 1) + words)[marks])
        distinct = np.bincount(seen // (n_words + 1), minlength=len(lengths))
        of_texts = NGramBags().count(batch)[:, 1:3]
        totals = three_columns(place(total), batch, batch.reference_lengths, batch.candidate_lengths)
        return np.column_stack((place(distinct), of_texts, totals))
