"""What ROUGE counts by the printed equations of Lin 2004, where ROUGE-1.5.5 counts something else."""

from dataclasses import dataclass

import numpy as np

from workbench.kernels.lcs import wlcs_values
from workbench.metrics.base import Counts, OfPairs
from workbench.metrics.batch import Batch, SharedSentences
from workbench.metrics.rouge_counts import (
    OfRuns,
    SkipBigrams,
    common_ngrams,
    count_marked,
    powers,
    sum_texts,
    three_columns,
)  # fmt: skip
from workbench.text.corpus import Texts
from workbench.types import Masks


class UnclippedLcs(OfPairs):
    """Words on the union LCS, not clipped (Lin 2004, §3.2)."""

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 3]."""
        sides = SharedSentences(batch.shared, batch.shared)
        match = count_marked(batch, sides, clipped=False)[:, 0]
        return three_columns(match, batch, batch.reference_lengths, batch.candidate_lengths)


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


@dataclass(frozen=True)
class SkipBigramsAndWords(SkipBigrams):
    """Skip-bigrams in common, and all words in common (Lin 2004, §5)."""

    def count_words(self, batch: Batch) -> Counts:
        """Return the counts of the words, float64[n_pairs, 3]."""
        hits = common_ngrams(batch.shared, batch.layout, 1)[:, 0]
        return three_columns(hits, batch, batch.reference_lengths, batch.candidate_lengths)
