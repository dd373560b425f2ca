"""What measures of the ROUGE family share, whichever program or paper a profile follows.

Each class is a part that a profile puts together with its own counts: recall, precision and F of counts, an
n-gram order that stands in the name, a weight of runs, a gap of skip-bigrams.
"""

from abc import abstractmethod
from dataclasses import KW_ONLY
from functools import partial
from typing import ClassVar

import numpy as np

from workbench.metrics.base import ComponentScores, Counter, Counts, Maker, Metric, ratio
from workbench.metrics.parameters import between, parameter, part_of_name
from workbench.metrics.rouge_counts import ORDERS, NGrams, OfRuns, SkipBigrams, WeightedLcs
from workbench.registry import write_name
from workbench.types import Array

LARGEST_WEIGHT = 8
"""ROUGE-1.5.5 raises to it twice; above it what comes of a long text is no float any more."""
LARGEST_GAP = 10_000
"""Words; a larger gap is no limit."""
Ratios = tuple[Array, Array]
"""Recall and precision."""


class RecallPrecisionF(Metric):
    """Recall, precision and F of what a pair has in common."""

    cites = ("Lin 2004",)
    components = ("recall", "precision", "f")

    @abstractmethod
    def f(self, recall: Array, precision: Array) -> Array:
        """Return F, float64[...]."""

    def ratios(self, counts: Counts) -> Ratios:
        """Return recall and precision of counts whose columns start with match, reference, candidate."""
        match = counts[..., 0]
        return ratio(match, counts[..., 1]), ratio(match, counts[..., 2])

    def score(self, counts: Counts) -> ComponentScores:
        """Return recall, precision and F."""
        recall, precision = self.ratios(counts)
        return {"recall": recall, "precision": precision, "f": self.f(recall, precision)}


class WithAlpha(RecallPrecisionF):
    """F = PR / ((1 - alpha) P + alpha R); alpha = 1 makes F precision, 0 recall."""

    _: KW_ONLY
    alpha: float = between(0.5, 0, 1)

    def f(self, recall: Array, precision: Array) -> Array:
        """Return F weighted by alpha."""
        return weigh(recall, precision, self.alpha)


class WithBeta(RecallPrecisionF):
    """F = (1 + beta²) R P / (R + beta² P): beta = 1 weighs them alike, inf (as in DUC) makes F recall."""

    _: KW_ONLY
    beta: float = parameter(np.inf, "0 or more; inf is recall", lambda beta: beta >= 0)

    @property
    def alpha(self) -> float:
        """The same F in the terms of ROUGE-1.5.5, 1 / (1 + beta²); a signature shows it."""
        return 1 / (1 + self.beta * self.beta)

    def f(self, recall: Array, precision: Array) -> Array:
        """Return F, which is recall to the last digit where beta is infinite."""
        return weigh(recall, precision, self.alpha) if self.alpha else recall.copy()


def weigh(recall: Array, precision: Array, alpha: float) -> Array:
    """Return F = PR / ((1 - alpha) P + alpha R), 0 where that divides by 0."""
    return ratio(precision * recall, (1 - alpha) * precision + alpha * recall)


class OfOrder(Metric):
    """ROUGE-N: the order is part of the name itself and no parameter that a name may give."""

    order: int = part_of_name(1)

    highest_order: ClassVar[int] = ORDERS

    @classmethod
    def makers(cls, name: str) -> dict[str, Maker]:
        """Return what makes the metric of each order: rouge-1 to rouge-9."""
        return {f"rouge-{order}": partial(cls, order=order) for order in range(1, cls.highest_order + 1)}

    @property
    def name(self) -> str:
        """rouge-1 to rouge-9."""
        return write_name(f"rouge-{self.order}", self.parameters)


class OfNGrams(OfOrder, RecallPrecisionF):
    """ROUGE-N of n-grams that cross sentences (Lin 2004, eq. 1)."""

    @property
    def counter(self) -> Counter:
        """What the metric counts."""
        return NGrams(self.order)

    def ratios(self, counts: Counts) -> Ratios:
        """Return recall and precision of the metric's own order."""
        return super().ratios(counts[..., 3 * (self.order - 1) :])


class WithWeight(RecallPrecisionF):
    """ROUGE-W: runs count f(k) = k^weight, and the ratios are taken back by f⁻¹ (Lin 2004, eq. 13-15)."""

    weight: float = between(1.2, 1, LARGEST_WEIGHT, shown=True)

    runs: ClassVar[type[OfRuns]] = WeightedLcs

    @property
    def counter(self) -> Counter:
        """What the metric counts."""
        return self.runs(float(self.weight))

    def ratios(self, counts: Counts) -> Ratios:
        """Return f⁻¹ of the two ratios."""
        recall, precision = super().ratios(counts)
        return recall ** (1 / self.weight), precision ** (1 / self.weight)


def _is_gap(gap: int | None) -> bool:
    return gap is None or (type(gap) is int and 0 <= gap <= LARGEST_GAP)


class WithGap(RecallPrecisionF):
    """ROUGE-S: skip-bigrams with at most `gap` words between the two (Lin 2004, eq. 16-18)."""

    gap: int | None = parameter(None, f"0 to {LARGEST_GAP:,} words, or nothing for no limit", _is_gap)

    all_words: ClassVar[bool] = False

    @property
    def counter(self) -> Counter:
        """What the metric counts."""
        return SkipBigrams(self.gap, self.all_words)


class WithUnigrams(RecallPrecisionF):
    """ROUGE-SU: the three counts of skip-bigrams and the three of unigrams, together."""

    def ratios(self, counts: Counts) -> Ratios:
        """Return recall and precision of skip-bigrams and unigrams together."""
        return super().ratios(counts[..., :3] + counts[..., 3:])
