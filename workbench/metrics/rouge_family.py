"""What measures of the ROUGE family share, whichever program or paper a profile follows.

Each class is a part that a profile puts together with its own counts: recall, precision and F of counts, an
n-gram order that stands in the name, a weight of runs, a gap of skip-bigrams.
"""

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from workbench.metrics.base import ComponentScores, Counts, Metric, ratio, require, shown
from workbench.registry import Value, write_name

LARGEST_WEIGHT = 8
"""ROUGE-1.5.5 raises to it twice; above it what comes of a long text is no float any more."""
LARGEST_GAP = 10_000
"""Words; a larger gap is no limit."""
Ratios = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Recall and precision."""


@dataclass(frozen=True, repr=False)
class RecallPrecisionF(Metric):
    """Recall, precision and F of what a pair has in common."""

    cites: ClassVar[tuple[str, ...]] = ("Lin 2004",)
    components: ClassVar[tuple[str, ...]] = ("recall", "precision", "f")

    def __post_init__(self) -> None:
        """Check the parameters; every part checks its own."""

    @property
    @abstractmethod
    def alpha(self) -> float:
        """The share of precision's weight in F: 1 makes F precision, 0 recall."""

    def ratios(self, counts: Counts) -> Ratios:
        """Return recall and precision of counts whose columns start with match, reference, candidate."""
        match = counts[..., 0]
        return ratio(match, counts[..., 1]), ratio(match, counts[..., 2])

    def score(self, counts: Counts) -> ComponentScores:
        """Return recall, precision and F = PR / ((1 - alpha) P + alpha R)."""
        recall, precision = self.ratios(counts)
        f = ratio(precision * recall, (1 - self.alpha) * precision + self.alpha * recall)
        return {"recall": recall, "precision": precision, "f": f}


@dataclass(frozen=True, repr=False)
class WithBeta(RecallPrecisionF):
    """F = (1 + beta²) R P / (R + beta² P): beta = 1 weighs them alike, inf (as in DUC) makes F recall."""

    beta: float = field(default=np.inf, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        require(self, "beta", self.beta >= 0, "0 or more; inf is recall")

    @property
    def alpha(self) -> float:
        """The same F in the terms of ROUGE-1.5.5, 1 / (1 + beta²); a signature shows it."""
        return 1 / (1 + self.beta * self.beta)

    def score(self, counts: Counts) -> ComponentScores:
        """Return recall, precision and F, which is recall to the last digit where beta is infinite."""
        scores = super().score(counts)
        return {**scores, "f": scores["recall"].copy()} if self.alpha == 0 else scores


@dataclass(frozen=True, repr=False)
class OfOrder(Metric):
    """ROUGE-N: the order is part of the name itself and no parameter that a name may give."""

    order: int = 1

    called: ClassVar[str] = "rouge-n"

    @property
    def parameter_names(self) -> list[str]:
        """The parameters that a name may give."""
        return [name for name in super().parameter_names if name != "order"]

    @property
    def parameters(self) -> dict[str, Value]:
        """The parameters that the name shows."""
        return {key: value for key, value in super().parameters.items() if key != "order"}

    @property
    def name(self) -> str:
        """rouge-1 to rouge-9."""
        return write_name(f"rouge-{self.order}", self.parameters)


@dataclass(frozen=True, repr=False)
class WithWeight(RecallPrecisionF):
    """ROUGE-W: runs count f(k) = k^weight, and the ratios are taken back by f⁻¹ (Lin 2004, eq. 13-15)."""

    weight: float = shown(1.2)

    called: ClassVar[str] = "rouge-w"

    def __post_init__(self) -> None:
        super().__post_init__()
        require(self, "weight", 1 <= self.weight <= LARGEST_WEIGHT, f"1 to {LARGEST_WEIGHT}")

    def ratios(self, counts: Counts) -> Ratios:
        """Return f⁻¹ of the two ratios."""
        recall, precision = super().ratios(counts)
        return recall ** (1 / self.weight), precision ** (1 / self.weight)


@dataclass(frozen=True, repr=False)
class WithGap(RecallPrecisionF):
    """ROUGE-S: skip-bigrams with at most `gap` words between the two (Lin 2004, eq. 16-18)."""

    gap: int | None = None

    called: ClassVar[str] = "rouge-s"

    def __post_init__(self) -> None:
        super().__post_init__()
        usable = self.gap is None or (type(self.gap) is int and 0 <= self.gap <= LARGEST_GAP)
        require(self, "gap", usable, f"0 to {LARGEST_GAP:,} words, or nothing for no limit")


@dataclass(frozen=True, repr=False)
class WithUnigrams(RecallPrecisionF):
    """ROUGE-SU: the three counts of skip-bigrams and the three of unigrams, together."""

    called: ClassVar[str] = "rouge-su"

    def ratios(self, counts: Counts) -> Ratios:
        """Return recall and precision of skip-bigrams and unigrams together."""
        return super().ratios(counts[..., :3] + counts[..., 3:])
