"""BLEU (Papineni et al. 2002), BLEU+1 (Lin & Och 2004) and ΔBLEU (Galley et al. 2015).

They count candidates under a set of references, because clipping looks across references. Counts of several
candidates add up: the score of a system is the score of its summed counts.

Undefined
---------
An empty candidate, or one shorter than the highest order, scores 0 (BLEU+1: orders that the candidate is too
short for have precision (0+1)/(0+1), so the exact match of one word scores 1). Without any reference, and for
ΔBLEU without a positive weight, the score is NaN: the caller decides whether that is an error.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.clip import clip_ngrams, closest_lengths
from workbench.metrics.base import METRICS, Counts, Metric, Rows, Scores, ratio, require, shown
from workbench.metrics.batch import Batch

USUAL_ORDERS = 4


@dataclass(frozen=True)
class ClippedNGrams:
    """Clipped n-grams of a candidate, weighted by the references or not, and lengths.

    Columns: for each order the numerator and the denominator, then the words of the candidate, those of the
    closest reference (tie: the shorter) and 1 for a candidate that can be scored.
    """

    orders: int
    weighted: bool
    rows: ClassVar[Rows] = "candidate"

    @property
    def name(self) -> str:
        """Name with the orders."""
        return f"{'weighted' if self.weighted else 'clipped'}-ngrams(orders={self.orders})"

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the counts."""
        orders = range(1, self.orders + 1)
        counts = [f"{what}_{order}" for order in orders for what in ("match", "candidate")]
        return (*counts, "length", "reference_length", "scorable")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 2 * orders + 3]."""
        layout, chosen = batch.layout, batch.layout.chosen
        weights = layout.weights if self.weighted else np.ones_like(layout.weights)
        match = clip_ngrams(*batch.shared, chosen, weights, self.orders)
        totals = np.maximum(batch.candidate_lengths[:, None] - np.arange(self.orders), 0)
        largest = np.full(layout.n_candidates, -np.inf)
        np.maximum.at(largest, layout.pair_candidate[chosen], weights[layout.pair_reference[chosen]])
        scorable = largest > 0
        largest[~scorable] = 0
        counts = np.stack((match, largest[:, None] * totals), axis=-1).reshape(len(totals), -1)
        closest = closest_lengths(batch.shared.candidates, batch.shared.references, chosen)
        rows = np.column_stack((counts, batch.candidate_lengths, closest, scorable))
        # a candidate that cannot be scored adds nothing to a system's counts
        return np.where(scorable[:, None], rows, 0.0)


def brevity_penalty(length: NDArray[np.float64], reference: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return exp(1 - r/c) for a candidate shorter than the reference, else 1; 0 for an empty one."""
    penalty = np.exp(np.minimum(1 - ratio(reference, length), 0))
    return np.where(length > 0, penalty, 0.0)


@METRICS("bleu")
@dataclass(frozen=True, repr=False)
class Bleu(Metric):
    """BLEU, unsmoothed, with the closest reference length (Papineni et al. 2002, §2.3).

    Examples
    --------
    All 3 words, 1 of 2 bigrams: the square root of 1/2, times exp(1 - 4/3) for 3 words against 4.

    >>> from workbench import score
    >>> frame = score(["the cat down"], [["the cat sat down"]], metrics=["bleu(order=2)"])
    >>> frame["value"].round(4).tolist()
    [0.5067]
    """

    order: int = shown(4)

    called: ClassVar[str] = "bleu"
    profile: ClassVar[str] = "ibm"
    preprocess: ClassVar[str] = "13a"
    cased: ClassVar[bool] = True
    system: ClassVar[Literal["mean", "pooled"]] = "pooled"
    weighted: ClassVar[bool] = False
    added: ClassVar[int] = 0

    def __post_init__(self) -> None:
        require(self, "order", isinstance(self.order, int) and self.order >= 1, "1, 2, 3, ...")

    @property
    def counter(self) -> ClippedNGrams:
        """What the metric counts: four orders where they are enough, so that BLEU-1 to BLEU-4 share them."""
        return ClippedNGrams(max(self.order, USUAL_ORDERS), self.weighted)

    def score(self, counts: Counts) -> Scores:
        """Return BP · exp(mean of log precisions), 0 where a precision is not above 0."""
        match, total = counts[..., 0 : 2 * self.order : 2], counts[..., 1 : 2 * self.order : 2]
        later = np.arange(self.order) > 0
        precisions = ratio(match + self.added * later, total + self.added * later)
        positive = np.asarray((precisions > 0).all(axis=-1))
        logs = np.log(np.where(positive[..., None], precisions, 1.0))
        value = brevity_penalty(counts[..., -3], counts[..., -2]) * np.exp(logs.mean(axis=-1))
        return {"score": np.where(counts[..., -1] > 0, np.where(positive, value, 0.0), np.nan)}


@METRICS("sentence-bleu")
@dataclass(frozen=True, repr=False)
class SentenceBleu(Bleu):
    """BLEU+1: one added to matches and totals of the orders above 1 (Lin & Och 2004, ORANGE).

    A system's score is the mean over its segments.

    Examples
    --------
    Both words match, the bigram does not: the square root of 2/2 · (0+1)/(1+1).

    >>> from workbench import score
    >>> score(["b a"], [["a b"]], metrics=["sentence-bleu(order=2)"])["value"].round(4).tolist()
    [0.7071]
    """

    order: int = 4

    called: ClassVar[str] = "sentence-bleu"
    system: ClassVar[Literal["mean", "pooled"]] = "mean"
    added: ClassVar[int] = 1


@METRICS("delta-bleu")
@dataclass(frozen=True, repr=False)
class DeltaBleu(Bleu):
    """ΔBLEU: n-grams count as much as the best-rated reference that holds them (Galley et al. 2015, eq. 3).

    Numerator: over the types of n-grams, the largest weight × clipped count among the references that hold
    the type. Denominator: the segment's largest weight × the candidate's n-grams. The reference length is
    the closest among all references, badly rated ones too. With all weights 1 it is BLEU.

    Examples
    --------
    Two of three words are in the reference of weight 1, the third in that of weight -0.5: (2 - 0.5) / 3.

    >>> from workbench import score
    >>> frame = score(["a b c"], [["a b x", "c y z"]], metrics=["delta-bleu(order=1)"], weights=[[1, -0.5]])
    >>> frame["value"].tolist()
    [0.5]
    """

    order: int = shown(2)

    called: ClassVar[str] = "delta-bleu"
    profile: ClassVar[str] = "paper"
    weighted: ClassVar[bool] = True
