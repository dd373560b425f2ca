"""What ROUGE counts by the printed equations of Lin 2004, where ROUGE-1.5.5 counts something else."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.grams import overlap_ngrams
from workbench.kernels.lcs_lin2004 import union_lcs, union_wlcs
from workbench.kernels.skip import count_skip_bigrams, overlap_skip_bigrams
from workbench.metrics.base import CountedRows, Counts
from workbench.metrics.batch import Batch
from workbench.metrics.rouge_counts import three_columns


@dataclass(frozen=True)
class UnclippedLcs:
    """Words on the union LCS, not clipped (Lin 2004, §3.2)."""

    name: ClassVar[str] = "lcs(clip=false)"
    rows: ClassVar[CountedRows] = "pair"
    columns: ClassVar[tuple[str, ...]] = ("match", "reference", "candidate")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 3]."""
        match = union_lcs(batch.shared.candidates, batch.shared.references, batch.layout.chosen)
        return three_columns(match, batch, batch.reference_lengths, batch.candidate_lengths)


@dataclass(frozen=True)
class WlcsValue:
    """The WLCS of a pair and f of its sentences' lengths, f(k) = k^weight (Lin 2004, §4)."""

    weight: float
    rows: ClassVar[CountedRows] = "pair"
    columns: ClassVar[tuple[str, ...]] = ("match", "reference", "candidate")

    @property
    def name(self) -> str:
        """Name with the power."""
        return f"wlcs-value(weight={self.weight})"

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 3]."""
        ours, theirs = np.diff(batch.candidates.sentences), np.diff(batch.references.sentences)
        longest = int(max(ours.max(initial=0), theirs.max(initial=0)))
        # Python's power is C's; NumPy's differs in the last bit on some machines
        power = np.array([float(k) ** self.weight for k in range(longest + 2)])
        shared = batch.shared
        match = union_wlcs(shared.candidates, shared.references, batch.layout.chosen, power)
        return three_columns(
            match,
            batch,
            _sum_texts(power[theirs], batch.references.texts),
            _sum_texts(power[ours], batch.candidates.texts),
        )


def _sum_texts(values: NDArray[np.float64], texts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Sum values of sentences over each text, float64[n_texts]."""
    sums = np.zeros(texts.size - 1)
    np.add.at(sums, np.repeat(np.arange(sums.size), np.diff(texts)), values)
    return sums


@dataclass(frozen=True)
class SkipBigramsAndWords:
    """Skip-bigrams in common, and all words in common (Lin 2004, §5)."""

    gap: int | None
    rows: ClassVar[CountedRows] = "pair"
    columns: ClassVar[tuple[str, ...]] = (
        "match", "reference", "candidate", "word_match", "word_reference", "word_candidate",
    )  # fmt: skip

    @property
    def name(self) -> str:
        """Name with the gap, if it is limited."""
        gap = "" if self.gap is None else f"(gap={self.gap})"
        return f"skip-bigrams-and-words{gap}"

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 6]."""
        gap = -1 if self.gap is None else self.gap
        candidates, references, shared = batch.shared
        chosen = batch.layout.chosen
        pairs = overlap_skip_bigrams(candidates, references, shared, chosen, gap)
        words = overlap_ngrams(candidates, references, shared, chosen, 1)[:, 0]
        theirs, ours = count_skip_bigrams(references, gap), count_skip_bigrams(candidates, gap)
        of_words = three_columns(words, batch, batch.reference_lengths, batch.candidate_lengths)
        return np.column_stack((three_columns(pairs, batch, theirs, ours), of_words))
