"""BLEU as sacrebleu, TensorFlow-NMT, Moses' multi-bleu.perl and NIST's mteval-v13a.pl compute it.

They differ in the reference length, in what is done with an order that nothing matches, and in what happens
to orders that the candidates are too short for.

Undefined
---------
An empty candidate scores 0 in every profile (TF-NMT and multi-bleu.perl stop there). A candidate without any
reference is NaN. What a profile does with a candidate shorter than the highest order stands with it.
"""

from typing import ClassVar

import numpy as np

from workbench.metrics.base import Counts, ratio, require, variant
from workbench.metrics.bleu import REFERENCE_LENGTH, SHORTEST_LENGTH, Bleu, geometric_mean
from workbench.metrics.parameters import one_of, parameter, shown
from workbench.types import Array

LARGEST_VALUE = 1000
"""Of what floor or add-k add."""
SMOOTHINGS = ("none", "exp", "floor", "add-k")
USUAL_VALUES = {"floor": 0.1, "add-k": 1.0}


def halve(match: Array, total: Array, above: Array | float = 1, below: float = 1) -> Array:
    """Return the precisions, the k-th order with n-grams but no match getting above / (below · 2^k · total).

    Examples
    --------
    >>> halve(np.array([2.0, 0.0, 0.0, 0.0]), np.array([3.0, 2.0, 1.0, 0.0]))
    array([0.66666667, 0.25      , 0.25      , 0.        ])
    """
    missed = match == 0
    # orders without n-grams come last, so that counting them too changes no other
    times = np.exp2(np.cumsum(missed, axis=-1))
    return np.where(missed, ratio(np.asarray(above), below * times * total), ratio(match, total))


class Smoothed(Bleu):
    """BLEU with the smoothings that all versions of sacrebleu have.

    Attributes
    ----------
    smooth : "none", "exp", "floor" or "add-k"
    smooth_value : float, optional
        What floor puts in place of a numerator of 0, or what add-k adds.
    effective_order : bool
        Take the mean over the orders before the first without n-grams. Otherwise the others have precision 0.
    first_added : int
        The first order that add-k adds to.
    """

    smooth: str = one_of("exp", SMOOTHINGS)
    smooth_value: float | None = None
    effective_order: bool = False

    first_added: ClassVar[int] = 2

    def precision(self, counts: Counts) -> Array:
        """Return the geometric mean of the smoothed precisions, float64[...]; a numerator below 0 is 0.

        It is in [0, 1] unless what smoothing adds is above a denominator: a large `smooth_value`, or weighted
        n-grams that are less than one. 0 where no order has n-grams.
        """
        match, total = np.maximum(self.matches(counts), 0), self.totals(counts)
        value = USUAL_VALUES.get(self.smooth, 0.0) if self.smooth_value is None else self.smooth_value
        if self.smooth == "add-k":
            added = value * (np.arange(1, self.order + 1) >= self.first_added)
            match, total = match + added, total + added
        elif self.smooth == "floor":
            match = np.where(match == 0, value, match)
        precisions = halve(match, total) if self.smooth == "exp" else ratio(match, total)
        reached = np.logical_and.accumulate(total > 0, axis=-1)
        if not self.effective_order:
            return geometric_mean(np.where(reached, precisions, 0.0))
        positive = ((precisions > 0) | ~reached).all(axis=-1) & reached.any(axis=-1)
        logs = np.log(np.where(reached & (precisions > 0), precisions, 1.0)).sum(axis=-1)
        return np.where(positive, np.exp(ratio(logs, reached.sum(axis=-1).astype(np.float64))), 0.0)


@variant("sacrebleu", "bleu")
class Sacrebleu(Smoothed):
    """BLEU of sacrebleu 2 (Post 2018): four smoothings and the effective order.

    * `smooth` none; exp: the k-th order without a match gets 1 / (2^k · total), as in mteval-v13a.pl; floor:
      `smooth_value` (0.1) matches instead of none; add-k: `smooth_value` (1) added to matches and totals of
      the orders above 1.
    * `effective_order` leaves out the orders that the candidates are too short for; without it such an order
      has precision 0, unless add-k gives it (0+k)/(0+k).

    Undefined
    ---------
    Nothing matches at any order: 0, whatever the smoothing. An empty candidate: 0.

    Examples
    --------
    Both words match, the bigram does not: the square root of 2/2 · 1/(2·1). One word against itself has no
    bigram; the effective order is 1.

    >>> from workbench import score
    >>> metrics = ["bleu(profile=sacrebleu, order=2)", "bleu(profile=sacrebleu, effective_order=true)"]
    >>> score(["b a", "a"], ["a b", "a"], metrics=metrics)["value"].round(4).tolist()
    [0.7071, 0.7071, 0.0, 1.0]
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        value = self.smooth_value
        # the two others have no value that could be chosen
        usable = value is None or (self.smooth in USUAL_VALUES and 0 <= value <= LARGEST_VALUE)
        require(self, "smooth_value", usable, f"0 to {LARGEST_VALUE}, with floor or add-k")

    def precision(self, counts: Counts) -> Array:
        """Return the geometric mean of the smoothed precisions; 0 where nothing matches."""
        return np.where(self.matches(counts).any(axis=-1), super().precision(counts), 0.0)


@variant("sacrebleu", "sentence-bleu")
class SacrebleuSentence(Sacrebleu):
    """Sentence BLEU of sacrebleu: the same with the effective order; a system's score is the segments' mean.

    Undefined
    ---------
    As in `Sacrebleu`.

    Examples
    --------
    The square root of 2/2 · 1/(2·1) for the two words, 1 for the one word, and the mean of both.

    >>> from workbench import score
    >>> metrics = ["sentence-bleu(profile=sacrebleu)"]
    >>> score(["b a", "a"], ["a b", "a"], metrics=metrics)["value"].round(4).tolist()
    [0.7071, 1.0]
    >>> score(["b a", "a"], ["a b", "a"], metrics=metrics, level="system")["value"].round(4).tolist()
    [0.8536]
    """

    effective_order: bool = True

    cites = ("Lin & Och 2004",)
    system = "mean"


@variant("tf-nmt", "bleu")
class TfNmt(Bleu):
    """BLEU of TensorFlow-NMT's compute_bleu (0be8642): shortest reference, one added on *all* orders.

    Much copied, and not the BLEU+1 of Lin & Och (2004) that its text cites: smoothed, a candidate that shares
    nothing with its references scores too.

    Undefined
    ---------
    An empty candidate: 0. Only an empty reference in each segment: no penalty. The program divides by zero in
    both. Orders that the candidates are too short for: 0, smoothed (0+1)/(0+1).

    Examples
    --------
    Unsmoothed 2/3, as three words are enough for the shortest reference; smoothed (2+1)/(3+1).

    >>> from workbench import score
    >>> metrics = ["bleu(order=1, profile=tf-nmt)", "bleu(order=1, smooth=true, profile=tf-nmt)"]
    >>> score(["a b x"], [["a b", "a c d e"]], metrics=metrics)["value"].round(4).tolist()
    [0.6667, 0.75]
    """

    smooth: bool = shown(False)

    preprocess = "none"
    first_added = 1

    def precision(self, counts: Counts) -> Array:
        """Return the geometric mean of the precisions."""
        added = self.smooth * (np.arange(1, self.order + 1) >= self.first_added)
        return geometric_mean(ratio(self.matches(counts) + added, self.totals(counts) + added))

    def reference_length(self, counts: Counts) -> Array:
        """Return the words of the shortest references."""
        return counts[..., SHORTEST_LENGTH]


@variant("tf-nmt-orange", "bleu")
class TfNmtOrange(TfNmt):
    """BLEU of TensorFlow-NMT's later compute_bleu (263d6dc): one added on the orders above 1 only.

    That is the BLEU+1 of Lin & Och (2004), with the shortest reference. Smoothed unless it is told otherwise:
    unsmoothed it is the other profile.

    Undefined
    ---------
    As in `TfNmt`.

    Examples
    --------
    The square root of 2/3 · (1+1)/(2+1).

    >>> from workbench import score
    >>> metrics = ["bleu(order=2, profile=tf-nmt-orange)"]
    >>> score(["a b x"], [["a b", "a c d e"]], metrics=metrics)["value"].round(4).tolist()
    [0.6667]
    """

    smooth: bool = shown(True)

    first_added = 2


@variant("multi-bleu", "bleu")
class MultiBleu(Bleu):
    """BLEU of Moses' multi-bleu.perl: the plain formula on texts that are tokenised already.

    The program has no other order than 4, and prints percent with two digits. Its option -lc is lower-casing
    of the texts.

    Undefined
    ---------
    Candidates shorter than the order, or no match at an order: 0. Empty candidates: 0 (the program dies).

    Examples
    --------
    Case is kept, and a full stop is a part of its word: 1 of 2.

    >>> from workbench import score
    >>> score(["the cat."], ["the cat ."], metrics=["bleu(order=1, profile=multi-bleu)"])["value"].round(4)
    0    0.3033
    Name: value, dtype: float64
    """

    preprocess = "none"


@variant("mteval-13a", "bleu")
class Mteval13a(Bleu):
    """BLEU of NIST's mteval-v13a.pl: `length` closest or shortest, `smooth` or not.

    Smoothed, the k-th order without a match gets 1 / (2^k · total), and so does the first: a candidate that
    shares nothing scores too.

    Undefined
    ---------
    Orders that the candidates are too short for count as a precision of 1 when smoothed (the program skips
    their logarithm, but still divides by all orders), else the score is 0. An empty candidate: 0.

    Examples
    --------
    One word that does not match: the fourth root of 1/(2·1), and 0 without smoothing.

    >>> from workbench import score
    >>> metrics = ["bleu(profile=mteval-13a)", "bleu(smooth=false, profile=mteval-13a)"]
    >>> score(["a"], ["b"], metrics=metrics)["value"].round(4).tolist()
    [0.8409, 0.0]
    """

    length: str = parameter("closest", "closest or shortest", lambda r: r in ("closest", "shortest"))
    smooth: bool = shown(True)

    def precision(self, counts: Counts) -> Array:
        """Return the geometric mean of the precisions."""
        match, total = self.matches(counts), self.totals(counts)
        if not self.smooth:
            return geometric_mean(ratio(match, total))
        return geometric_mean(np.where(total > 0, halve(match, total), 1.0))

    def reference_length(self, counts: Counts) -> Array:
        """Return the words of the closest or the shortest references."""
        return counts[..., REFERENCE_LENGTH if self.length == "closest" else SHORTEST_LENGTH]
