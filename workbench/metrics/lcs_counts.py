"""Longest common subsequences as other programs than ROUGE-1.5.5 count them: pairs, nothing clipped."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from workbench.kernels.lcs_length import overlap_lcs_lengths, overlap_wlcs_values
from workbench.kernels.lcs_words import collect_lcs_words
from workbench.kernels.ragged import RaggedTexts
from workbench.metrics.bag_counts import count_distinct, one_sentence
from workbench.metrics.base import Counts, OfPairs
from workbench.metrics.batch import Batch
from workbench.metrics.rouge_counts import powers, three_columns


@dataclass(frozen=True)
class TextLcs(OfPairs):
    """Words on the LCS of a whole candidate with the reference, read as one sentence or sentence by sentence.

    Parameters
    ----------
    by_sentence : bool
        Sum the LCS lengths of the sentences of the reference.
    """

    by_sentence: bool

    @property
    def name(self) -> str:
        """Name with the way of reading."""
        return "text-lcs(by=sentence)" if self.by_sentence else "text-lcs"

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 3]."""
        candidates, references, shared = batch.shared
        if not self.by_sentence:
            references = RaggedTexts(*one_sentence(references), references.groups)
        lengths = overlap_lcs_lengths(candidates, references, shared, batch.layout.chosen)
        return three_columns(lengths, batch, batch.reference_lengths, batch.candidate_lengths)


@dataclass(frozen=True)
class TextWlcs(OfPairs):
    """The WLCS of two texts read as one sentence each, and f of their lengths, f(k) = k^weight."""

    weight: float

    @property
    def name(self) -> str:
        """Name with the power."""
        return f"text-wlcs(weight={self.weight})"

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 3]."""
        power = powers(self.weight, batch.reference_lengths, batch.candidate_lengths)
        values = overlap_wlcs_values(*batch.shared[:2], batch.layout.chosen, power)
        return three_columns(values, batch, power[batch.reference_lengths], power[batch.candidate_lengths])


@dataclass(frozen=True)
class LcsWords(OfPairs):
    """Words on the LCS of any two sentences of a pair: distinct ones, and all together."""

    name: ClassVar[str] = "lcs-words"
    columns: ClassVar[tuple[str, ...]] = (
        "match", "reference", "candidate", "total_match", "total_reference", "total_candidate",
    )  # fmt: skip

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 6]."""
        found = collect_lcs_words(*batch.shared, batch.layout.chosen)
        distinct = three_columns(
            found[:, 0], batch, count_distinct(batch.references, 1), count_distinct(batch.candidates, 1)
        )
        every = three_columns(found[:, 1], batch, batch.reference_lengths, batch.candidate_lengths)
        return np.column_stack((distinct, every))
