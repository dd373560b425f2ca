"""NIST (Doddington 2002): n-grams that tell more count more."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import reduce
from math import log, log2
from operator import or_
from typing import ClassVar

import numpy as np

from workbench.metrics.base import METRICS, Counts, OfCandidates, OfScorable, by_order, ratio, variant
from workbench.metrics.batch import Batch, ReferenceIds
from workbench.metrics.parameters import whole
from workbench.metrics.word_bags import Gram, ngrams, reference_sets, word_lists
from workbench.types import Array

BETA = log(0.5) / log(1.5) ** 2
"""Two thirds of the length halve the score."""


@dataclass(frozen=True)
class Information(OfCandidates):
    """Information of the n-grams that a candidate shares with its references, and lengths.

    Columns: for each order the information of the matching n-grams and the number of the candidate's n-grams;
    then the words of the candidate and of a reference, and 1 for a candidate that can be scored.

    Parameters
    ----------
    orders : int
    apart : bool
        Compare with each reference apart and take the best for each order, as nltk does, instead of with
        all of them.
    """

    orders: int
    apart: bool
    whole_corpus = True

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the counts."""
        return (*by_order(self.orders, "information", "candidate"), "length", "reference_length", "scorable")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 2 * orders + 3]."""
        orders = range(1, self.orders + 1)
        ours = word_lists(batch.candidates)
        theirs = [[ngrams(words, order) for order in orders] for words in word_lists(batch.references)]
        told = _information(reference_sets(batch), theirs)
        rows = np.zeros((len(ours), 2 * self.orders + 3))
        for candidate, references in enumerate(batch.layout.chosen_references):
            if not references:
                continue
            lengths = [int(batch.reference_lengths[number]) for number in references]
            length = 0.0
            for order in orders:
                own = ngrams(ours[candidate], order)
                held = [theirs[number][order - 1] for number in references]
                sets = held if self.apart else [reduce(or_, held)]
                values = [sum(told[gram] * n for gram, n in (own & their).items()) for their in sets]
                best = max(zip(values, lengths if self.apart else [sum(lengths) / len(lengths)], strict=True))
                rows[candidate, 2 * order - 2 : 2 * order] = best[0], own.total()
                length += best[1]
            rows[candidate, -3:] = len(ours[candidate]), length / self.orders, 1
        return rows


def _information(sets: dict[ReferenceIds, float], theirs: list[list[Counter[Gram]]]) -> dict[Gram, float]:
    """Return what each n-gram of the references tells, in bits (Doddington 2002, eq. 2)."""
    often: defaultdict[Gram, float] = defaultdict(float)
    for references, segments in sets.items():
        for number in references:
            often[()] += theirs[number][0].total() * segments
            for grams in theirs[number]:
                for gram, times in grams.items():
                    often[gram] += times * segments
    return {gram: log2(often[gram[:-1]] / times) for gram, times in often.items() if gram}


def length_penalty(length: Array, reference: Array) -> Array:
    """Return exp(β ln²(min(length / reference, 1))), 0 for an empty candidate."""
    share = np.where(length < reference, ratio(length, reference), 1.0)
    logs = np.log(np.where(share > 0, share, 1.0))
    return np.where(share > 0, np.exp(BETA * logs**2), 0.0)


@METRICS("nist")
class Nist(OfScorable):
    """NIST: matching n-grams by what they tell, times a length penalty (Doddington 2002, eq. 2 and 3).

    Info(w₁…wₙ) = log₂(#(w₁…wₙ₋₁) / #(w₁…wₙ)), counted in the references of the whole corpus; #() is the
    number of words. The score is Σₙ (Info of the matching n-grams, summed / n-grams of the candidate) times
    exp(β ln² min(L/R, 1)): n from 1 to `order`, L the words of the candidate, R those of its references on
    average, β such that two thirds of the length halve the score. With several references an n-gram matches
    as often as the reference that has it most often, as in mteval-v13a. A system's score comes from summed
    counts.

    So a segment's value depends on what is scored with it: in an experiment on the references of its task, in
    a call of `score` on those of all segments. Resampling segments leaves the information as it is.

    Doddington: Automatic evaluation of machine translation quality using n-gram co-occurrence statistics.
    HLT 2002.

    Undefined
    ---------
    An order that the candidate is too short for adds 0; an empty candidate scores 0. Without a reference NaN.

    Examples
    --------
    The references have four words, "a" twice: "a" tells log₂(4/2) = 1, "b" and "c" tell 2, "a b" and "a c"
    log₂(2/1) = 1. The first candidate has (1 + 2)/2 for words and 1/1 for bigrams; the second has 2/1, times
    exp(β ln²(1/2)) = 0.1319 for half the length.

    >>> from workbench import score
    >>> score(["a b", "c"], ["a b", "a c"], metrics=["nist"])["value"].round(4).tolist()
    [2.5, 0.2638]
    """

    order: int = whole(5)

    cites = ("Doddington 2002",)
    profile = "mteval-13a"
    preprocess = "13a"
    cased = True
    system = "pooled"
    bounds = (0.0, np.inf)
    breaks: ClassVar[dict[str, str]] = {
        "identity is perfect": "there is no largest value",
        "identity is best": "leaving out words that tell little raises the mean",
        "other candidates": "the references of all segments say what an n-gram tells",
    }
    apart = False

    @property
    def counter(self) -> Information:
        """What the metric counts."""
        return Information(self.order, self.apart)

    def value(self, counts: Counts) -> Array:
        """Return the sum of the orders times the length penalty."""
        told, total = counts[..., 0:-3:2], counts[..., 1:-3:2]
        orders: Array = ratio(told, total).sum(axis=-1)
        return orders * length_penalty(counts[..., -3], counts[..., -2])


@variant("nltk", "nist")
class NltkNist(Nist):
    """NIST of nltk 3.10: for each order the reference that does best, and its length.

    With one reference it is the usual NIST. nltk raises where all candidates are too short for an order; here
    the order adds 0.

    Examples
    --------
    "a" is in one reference and "b" in the other: each tells 2 of log₂ 4, and half of the words match either.

    >>> from workbench import score
    >>> metrics = ["nist(order=1)", "nist(order=1, profile=nltk)"]
    >>> score(["a b"], [["a x", "b y"]], metrics=metrics)["value"].round(3).tolist()
    [2.0, 1.0]
    """

    apart = True
