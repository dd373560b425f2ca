"""BLEU as nltk computes it, with the smoothings of Chen & Cherry (2014) as nltk has them."""

import numpy as np

from workbench.metrics.base import ComponentScores, Counts, ratio, require, variant
from workbench.metrics.bleu import LENGTH, SCORABLE, USUAL_ORDERS, Bleu, ClippedNGrams
from workbench.metrics.bleu_modes import halve
from workbench.metrics.parameters import one_of
from workbench.types import Array

METHODS = (*(f"method{number}" for number in range(8)), "method4-2017")
NEXT_ORDER = 5
EPSILON, ALPHA, K = 0.1, 5, 5
"""Of method 1, method 6 and method 4: nltk's values, which are those of the paper."""


@variant("nltk", "bleu")
class Nltk(Bleu):
    """BLEU of nltk 3.10, `smooth` method0 to method7, and method4-2017.

    A candidate without n-grams of an order adds 1 to that order's denominator, so that a corpus with short
    candidates scores lower than elsewhere. Precisions of 0 are left out of the mean, but not of its divisor.

    * method0 takes the smallest normal number for 0, method1 0.1 matches for none; method2 adds one to
      matches and totals above order 1.
    * method3: the k-th order without a match gets 1 / (2^k · total).
    * method4: it gets ln(length) / (5 · 2^k · total); nothing happens to a single word.
    * method4-2017: order n without a match gets 1 / ((n - 1) + 5 / ln(length)), a slip of precedence that was
      in nltk when the WebNLG challenge used it.
    * method5 averages the orders n - 1 (averaged already), n and n + 1. The 5-grams stand after the highest
      order, whatever it is.
    * method6 interpolates order n > 2 with p²(n-1) / p(n-2), of weight 5.
    * method7 is method 5 after method 4.

    Methods 5 to 7 can exceed 1. For a corpus nltk takes the 5-grams (5, 7) and the number of n-grams (6) of
    the *last* candidate alone, so that the value depends on the order of the segments. `score` takes those of
    all; `score_ending_in` does as nltk does.

    Undefined
    ---------
    No word matches, or an empty candidate: 0. method6 without a matching 3-gram, and method4-2017 of a single
    word with an order that has no match: 0 (nltk raises).

    Examples
    --------
    Two words match and no bigram: the square root of 2/2 · 0.1/1, and of 2/2 · (0+1)/(1+1).

    >>> from workbench import score
    >>> metrics = [f"bleu(order=2, smooth=method{n}, profile=nltk)" for n in (1, 2)]
    >>> score(["b a"], ["a b"], metrics=metrics)["value"].round(4).tolist()
    [0.3162, 0.7071]
    """

    smooth: str = one_of("method0", METHODS)

    preprocess = "none"
    bounds = (0.0, np.inf)

    def __post_init__(self) -> None:
        super().__post_init__()
        enough = self.smooth != "method6" or self.order > 2
        require(self, "order", enough, "3, 4, ... with method6")

    @property
    def counter(self) -> ClippedNGrams:
        """What the metric counts; methods 5 and 7 look at the 5-grams."""
        least = NEXT_ORDER if self.smooth in ("method5", "method7") else USUAL_ORDERS
        return ClippedNGrams(max(self.order, least), self.weighted)

    def fractions(self, counts: Counts) -> tuple[Array, Array]:
        """Return numerators and nltk's denominators of all counted orders, float64[..., orders]."""
        orders = self.counter.orders
        too_short = counts[..., 2 * orders : 3 * orders]
        return counts[..., 0 : 2 * orders : 2], counts[..., 1 : 2 * orders : 2] + too_short

    def score(self, counts: Counts) -> ComponentScores:
        """Return brevity penalty × geometric mean of the smoothed precisions."""
        return self.score_ending_in(counts, counts)

    def score_ending_in(self, counts: Counts, last: Counts) -> ComponentScores:
        """Return the score of a corpus as nltk gives it, its last candidate being known.

        Parameters
        ----------
        counts : float64[..., n_columns]
            Sums over the corpus.
        last : float64[..., n_columns]
            Counts of its last candidate; only methods 5 to 7 look at them.
        """
        match, total = self.fractions(counts)
        # without a reference there are no denominators either
        match, total = match[..., : self.order], np.maximum(total[..., : self.order], 1)
        precisions = match / total
        # of a single word it is 0: a precision of 0 is left out, as nltk leaves it out
        length = np.log(np.maximum(counts[..., LENGTH, None], 1))
        usable = counts[..., 0] > 0
        if self.smooth in ("method4", "method7"):
            precisions = halve(match, total, length, K)
        if self.smooth in ("method5", "method7"):
            precisions = self._average(precisions, last)
        elif self.smooth == "method6":
            precisions = self._interpolate(match, precisions, last)
            usable = usable & (match[..., 2] > 0)
        elif self.smooth == "method0":
            precisions = np.where(match == 0, np.finfo(np.float64).tiny, precisions)
        elif self.smooth == "method1":
            precisions = np.where(match == 0, EPSILON / total, precisions)
        elif self.smooth == "method2":
            added = np.arange(self.order) > 0
            precisions = (match + added) / (total + added)
        elif self.smooth == "method3":
            precisions = halve(match, total)
        elif self.smooth == "method4-2017":
            # 1 / (place + K / length), without a division by zero; 0 where it divides by ln(1)
            missed = length / (np.arange(self.order) * length + K)
            precisions = np.where(match == 0, missed, precisions)
            usable = usable & (precisions > 0).all(axis=-1)
        logs = np.log(np.where(precisions > 0, precisions, 1.0))
        value = np.where(usable, self.penalty(counts) * np.exp(logs.mean(axis=-1)), 0.0)
        return {"score": np.where(counts[..., SCORABLE] > 0, value, np.nan)}

    def _average(self, precisions: Array, last: Counts) -> Array:
        """Return the means of method 5: of the mean before, the order and the one after."""
        match, total = self.fractions(last)
        after = match[..., NEXT_ORDER - 1] / np.maximum(total[..., NEXT_ORDER - 1], 1)
        following = [*np.moveaxis(precisions, -1, 0)[1:], after]
        before = precisions[..., 0] + 1
        means = []
        for order, next_one in enumerate(following):
            before = (before + precisions[..., order] + next_one) / 3
            means.append(before)
        return np.stack(means, axis=-1)

    def _interpolate(self, match: Array, precisions: Array, last: Counts) -> Array:
        """Return the estimates of method 6; the number of n-grams is that of the last candidate."""
        total = self.totals(last)
        estimates = [precisions[..., 0], precisions[..., 1]]
        for order in range(2, self.order):
            prior = ratio(estimates[-1] ** 2, estimates[-2])
            estimates.append((match[..., order] + ALPHA * prior) / (total[..., order] + ALPHA))
        return np.stack(estimates, axis=-1)


@variant("nltk", "sentence-bleu")
class NltkSentence(Nltk):
    """Sentence BLEU of nltk 3.10; a system's score is the mean over its segments.

    Undefined
    ---------
    As in `Nltk`.

    Examples
    --------
    WebNLG 2017: two words match and no bigram, the square root of 2/2 · 1 / (1 + 5/ln 2).

    >>> from workbench import score
    >>> metrics = ["sentence-bleu(order=2, smooth=method4-2017, profile=nltk)"]
    >>> score(["b a"], ["a b"], metrics=metrics)["value"].round(4).tolist()
    [0.3489]
    """

    cites = ("Lin & Och 2004",)
    system = "mean"
