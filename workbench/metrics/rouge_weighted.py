"""ROUGE with references weighted by human ratings: the idea of ΔBLEU (Galley et al. 2015) carried over.

Lin's pooled recall (2004, eq. 1) adds up what a candidate has in common with each reference, and what the
references have. Here reference j counts w_j times above, and below as often where w_j is positive:
Σ w_j match_j / Σ max(w_j, 0) reference_j. What is in common with a badly rated reference is taken off.

Undefined
---------
NaN where no chosen reference has a positive weight, as ΔBLEU.
"""

from dataclasses import dataclass
from typing import cast

import numpy as np

from workbench.metrics.base import ComponentScores, Counter, Counts, OfCandidates, variant
from workbench.metrics.batch import Batch
from workbench.metrics.rouge import Rouge, RougeL, RougeN, RougeS, RougeSU

PROFILE = "weighted"


@dataclass(frozen=True)
class WeightedSums(OfCandidates):
    """The counts of pairs, added up over the references of each candidate with their weights."""

    pairs: Counter

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the pairs, and the largest weight."""
        return (*self.pairs.columns, "largest_weight")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, n_columns + 1]."""
        layout = batch.layout
        weights = np.where(layout.chosen, layout.weights[layout.pair_reference], 0.0)[:, np.newaxis]
        above = np.array(["match" in column for column in self.pairs.columns])
        weighted = self.pairs.count(batch) * np.where(above, weights, np.maximum(weights, 0.0))
        sums, largest = layout.spread(weighted).sum(axis=1), layout.spread(weights).max(axis=1, initial=0)
        return np.column_stack((sums, largest))


class _Weighted(Rouge):
    """Recall, precision and F of weighted sums; precision: of the candidate, once for each good reference."""

    bounds = (-np.inf, 1.0)
    weighted = True
    undefined = "no reference has a positive weight"

    @property
    def counter(self) -> Counter:
        """What the metric counts: what it does without weights, weighted."""
        return WeightedSums(cast("Rouge", super()).counter)

    def score(self, counts: Counts) -> ComponentScores:
        """Return recall, precision and F; NaN without a positive weight."""
        scores = super().score(counts[..., :-1])
        return {key: np.where(counts[..., -1] > 0, value, np.nan) for key, value in scores.items()}


@variant(PROFILE, "rouge-l")
class WeightedRougeL(_Weighted, RougeL):
    """ROUGE-L with references weighted by human ratings."""


@variant(PROFILE, "rouge-s")
class WeightedRougeS(_Weighted, RougeS):
    """ROUGE-S with references weighted by human ratings."""


@variant(PROFILE, "rouge-su")
class WeightedRougeSU(_Weighted, RougeSU):
    """ROUGE-SU with references weighted by human ratings."""


@variant(PROFILE, "rouge-n")
class WeightedRougeN(_Weighted, RougeN):
    """ROUGE-N with references weighted by human ratings.

    Examples
    --------
    Both words are in the reference of weight 1, one is in that of weight -0.5: (2 - 0.5) / 2.

    >>> from workbench import score
    >>> name = "rouge-1(profile=weighted)"
    >>> frame = score(["a b"], [["a b", "b c"]], metrics=[name], weights=[[1, -0.5]])
    >>> frame["value"].round(3).tolist()
    [0.75, 0.75, 0.75]
    """
