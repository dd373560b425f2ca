"""BLEU (Papineni et al. 2002), BLEU+1 (Lin & Och 2004) and ΔBLEU (Galley et al. 2015).

They count candidates under a set of references, because clipping looks across references. Counts of several
candidates add up: the score of a system is the score of its summed counts.

What other programs call BLEU are profiles: `bleu_modes`, `bleu_nltk` and, for ΔBLEU, `mgalley`.

Undefined
---------
An empty candidate, or one shorter than the highest order, scores 0 (BLEU+1: orders that the candidate is too
short for have precision (0+1)/(0+1), so the exact match of one word scores 1). Without any reference, and for
ΔBLEU without a positive weight, the score is NaN: the caller decides whether that is an error.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from workbench.kernels.grams import overlap_ngrams
from workbench.metrics.base import METRICS, Counts, OfCandidates, OfScorable, by_order, ratio
from workbench.metrics.batch import Batch
from workbench.metrics.parameters import whole
from workbench.types import Array

USUAL_ORDERS = 4
_NOISE = 1e-12
"""What rounding leaves of weights that add up to 0, as a share of the denominator, is less than this."""
SHORTEST_LENGTH, LENGTH, REFERENCE_LENGTH, SCORABLE = -4, -3, -2, -1
"""Columns of the counts, from the end."""


@dataclass(frozen=True)
class ClippedNGrams(OfCandidates):
    """Clipped n-grams of a candidate, weighted by the references or not, and lengths.

    Columns: for each order the numerator and the denominator; for each order whether the candidate has no
    n-gram of it; then the words of the shortest reference, of the candidate and of the closest reference
    (tie: the shorter), and 1 for a candidate that can be scored.

    Parameters
    ----------
    orders : int
    weighted : bool
        Whether the references' weights are used.
    apart : bool
        Take an n-gram's largest weight and its largest clipped count from different references.
    """

    orders: int
    weighted: bool
    apart: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the counts."""
        counts = by_order(self.orders, "match", "candidate") + by_order(self.orders, "too_short")
        return (*counts, "shortest_length", "length", "reference_length", "scorable")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 3 * orders + 4]."""
        layout, chosen = batch.layout, batch.layout.chosen
        weights = layout.weights if self.weighted else np.ones_like(layout.weights)
        match = overlap_ngrams(*batch.shared, chosen, self.orders, weights, self.apart)
        totals = np.maximum(batch.candidate_lengths[:, None] - np.arange(self.orders), 0)
        candidates, references = layout.pair_candidate[chosen], layout.pair_reference[chosen]
        largest = np.zeros(layout.n_candidates)
        np.maximum.at(largest, candidates, weights[references])
        lengths = batch.reference_lengths[references]
        apart = np.abs(lengths - batch.candidate_lengths[candidates])
        # of two that are equally close the shorter one counts
        width = int(lengths.max(initial=0)) + 1
        shortest, closest = np.full((2, layout.n_candidates), np.iinfo(np.int64).max)
        np.minimum.at(shortest, candidates, lengths)
        np.minimum.at(closest, candidates, apart * width + lengths)
        scorable = largest > 0
        counts = np.stack((match, largest[:, None] * totals), axis=-1).reshape(len(totals), -1)
        rows = np.column_stack(
            (counts, totals == 0, shortest, batch.candidate_lengths, closest % width, scorable)
        )
        # a candidate that cannot be scored adds nothing to a system's counts
        return np.where(scorable[:, None], rows, 0.0)


def brevity_penalty(length: Array, reference: Array) -> Array:
    """Return exp(1 - r/c) for a candidate shorter than the reference, else 1; 0 for an empty one."""
    penalty = np.exp(np.minimum(1 - ratio(reference, length), 0))
    return np.where(length > 0, penalty, 0.0)


def geometric_mean(precisions: Array) -> Array:
    """Return exp of the mean logarithm over the last axis, 0 where a precision is not above 0."""
    positive = np.asarray((precisions > 0).all(axis=-1))
    logs = np.log(np.where(positive[..., None], precisions, 1.0))
    return np.where(positive, np.exp(logs.mean(axis=-1)), 0.0)


@METRICS("bleu")
class Bleu(OfScorable):
    """BLEU, unsmoothed, with the closest reference length (Papineni et al. 2002, §2.3).

    Examples
    --------
    All 3 words, 1 of 2 bigrams: the square root of 1/2, times exp(1 - 4/3) for 3 words against 4.

    >>> from workbench import score
    >>> frame = score(["the cat down"], [["the cat sat down"]], metrics=["bleu(order=2)"])
    >>> frame["value"].round(4).tolist()
    [0.5067]
    """

    order: int = whole(4, shown=True)

    cites = ("Papineni et al. 2002",)
    profile = "ibm"
    preprocess = "13a"
    cased = True
    system: ClassVar[Literal["mean", "pooled"]] = "pooled"
    weighted = False
    added = 0
    apart = False

    @property
    def counter(self) -> ClippedNGrams:
        """What the metric counts: four orders where they are enough, so that BLEU-1 to BLEU-4 share them."""
        return ClippedNGrams(max(self.order, USUAL_ORDERS), self.weighted, self.apart)

    def matches(self, counts: Counts) -> Array:
        """Return the numerators, float64[..., order]."""
        return counts[..., 0 : 2 * self.order : 2]

    def totals(self, counts: Counts) -> Array:
        """Return the denominators, float64[..., order]."""
        return counts[..., 1 : 2 * self.order : 2]

    def precision(self, counts: Counts) -> Array:
        """Return the geometric mean of the precisions, float64[...]."""
        added = self.added * (np.arange(self.order) > 0)
        return geometric_mean(ratio(self.matches(counts) + added, self.totals(counts) + added))

    def penalty(self, counts: Counts) -> Array:
        """Return the brevity penalty, float64[...] in [0, 1]."""
        return brevity_penalty(counts[..., LENGTH], self.reference_length(counts))

    def reference_length(self, counts: Counts) -> Array:
        """Return the words that a candidate should have: those of the closest reference."""
        return counts[..., REFERENCE_LENGTH]

    def value(self, counts: Counts) -> Array:
        """Return brevity penalty × geometric mean of the precisions."""
        return self.penalty(counts) * self.precision(counts)


@METRICS("sentence-bleu")
class SentenceBleu(Bleu):
    """BLEU+1: one added to matches and totals of the orders above 1 (Lin & Och 2004, ORANGE).

    A system's score is the mean over its segments.

    Nakov et al. (2012) found that it favours short candidates and proposed remedies, two of which are here:

    * `bp_ref_plus_one` smooths the brevity penalty too: the reference has one word more, as in cdec's dtrain.
      A candidate as long as its reference is then too short.
    * `grounded` makes no match at all score 0 where one is added on *all* orders, as Moses' PRO does: what no
      match would get, the geometric mean of 1 / (total + 1), is subtracted from that of the precisions.
      This is our reading of their abstract; we know of no implementation to compare with.

    Undefined
    ---------
    An empty candidate scores 0, with either option.

    Examples
    --------
    Both words match, the bigram does not: the square root of 2/2 · (0+1)/(1+1).

    >>> from workbench import score
    >>> score(["b a"], [["a b"]], metrics=["sentence-bleu(order=2)"])["value"].round(4).tolist()
    [0.7071]

    With two words against 2 + 1 it is multiplied by exp(1 - 3/2). Grounded, it is the square root of
    3/3 · 1/2 less that of 1/3 · 1/2.

    >>> metrics = ["sentence-bleu(order=2, bp_ref_plus_one=true)", "sentence-bleu(order=2, grounded=true)"]
    >>> score(["b a"], [["a b"]], metrics=metrics)["value"].round(4).tolist()
    [0.4289, 0.2989]
    """

    order: int = whole(4)
    bp_ref_plus_one: bool = False
    grounded: bool = False

    cites = ("Lin & Och 2004",)
    system = "mean"
    added = 1

    def precision(self, counts: Counts) -> Array:
        """Return the geometric mean of the precisions, grounded if it is asked for."""
        if not self.grounded:
            return super().precision(counts)
        above, below = self.matches(counts) + 1, self.totals(counts) + 1
        return geometric_mean(above / below) - geometric_mean(1 / below)

    def reference_length(self, counts: Counts) -> Array:
        """Return the words of the closest reference, and one more if it is asked for."""
        return super().reference_length(counts) + self.bp_ref_plus_one


@METRICS("delta-bleu")
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
    >>> frame["value"].round(3).tolist()
    [0.5]
    """

    order: int = whole(2, shown=True)

    cites = ("Galley et al. 2015",)
    profile = "paper"
    weighted = True
    undefined = "no reference has a positive weight"

    def matches(self, counts: Counts) -> Array:
        """Return the numerators, float64[..., order], which may be below 0 and are not clamped.

        Weights of .1, .1, .1 and -.3 add up to 0: what rounding leaves of them has roots, which are no 0.
        """
        found = super().matches(counts)
        return np.where(np.abs(found) > _NOISE * self.totals(counts), found, 0.0)
