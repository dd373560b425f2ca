"""CIDEr and CIDEr-D (Vedantam, Zitnick & Parikh 2015): agreement with many references."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log
from typing import ClassVar

import numpy as np

from workbench.kernels.bags import Bags, meet_bags
from workbench.metrics.bag_counts import bag_ngrams, join, pair_texts
from workbench.metrics.base import METRICS, Counts, OfCandidates, OfScorable, by_order, ratio
from workbench.metrics.batch import Batch, ReferenceIds
from workbench.metrics.parameters import between
from workbench.metrics.rouge_counts import read_as_one, sum_texts
from workbench.metrics.word_bags import reference_sets
from workbench.types import Array, Integers

ORDERS = 4
SCALE = 10.0
"""Of CIDEr-D, "to make the scores similar to other metrics"."""


@dataclass(frozen=True)
class TfIdf(OfCandidates):
    """Mean agreement of a candidate with its references, for each order of n-grams.

    Parameters
    ----------
    sigma : float
        0 for CIDEr's cosine, else CIDEr-D with a length penalty of this width.
    """

    sigma: float
    columns = (*by_order(ORDERS, "order"), "scorable")
    whole_corpus = True

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 5]."""
        layout, lengths = batch.layout, np.concatenate([batch.candidate_lengths, batch.reference_lengths])
        pairs = pair_texts(layout)
        ours, theirs = pairs
        sets = reference_sets(batch)
        numbers = np.bincount(ours, minlength=layout.n_candidates)
        rows = np.zeros((layout.n_candidates, ORDERS + 1))
        texts = read_as_one(join(batch.candidates, batch.references))
        for order, bags in enumerate(bag_ngrams(texts, ORDERS)):
            rare = _rarity(sets, bags, layout.n_candidates)[bags.grams]
            weights = bags.counts * rare
            norms = np.sqrt(sum_texts(weights**2, bags.starts))
            products = meet_bags(bags, weights, pairs, self.sigma > 0)[:, 3]
            values = np.minimum(ratio(products, norms[ours] * norms[theirs]), 1.0)
            if self.sigma:
                values = SCALE * self._penalties(lengths[ours] - lengths[theirs]) * values
            sums = np.bincount(ours, weights=values, minlength=layout.n_candidates)
            rows[:, order] = sums / np.maximum(numbers, 1)
        rows[:, -1] = numbers > 0
        return rows

    def _penalties(self, differences: Integers) -> Array:
        """Return what a difference of lengths leaves of the agreement."""
        apart, which = np.unique(differences, return_inverse=True)
        return np.array([exp(-(int(each) ** 2) / (2 * self.sigma**2)) for each in apart])[which]


def _rarity(sets: Mapping[ReferenceIds, float], bags: Bags, first: int) -> Array:
    """Return the logarithm of all segments over those whose references have an n-gram, float64[grams].

    One of no reference is as rare as one of a single segment. References are the texts from `first` on.
    """
    segments = np.zeros(bags.n_grams)
    for references, number in sets.items():
        spans = [slice(*bags.starts[first + each : first + each + 2]) for each in references]
        segments[np.concatenate([bags.grams[span] for span in spans])] += number
    everything = sum(sets.values())
    held, which = np.unique(segments, return_inverse=True)
    rare = [log(everything / max(number, 1.0)) if everything else 0.0 for number in held.tolist()]
    return np.array(rare)[which]


@METRICS("cider")
class Cider(OfScorable):
    """CIDEr: mean cosine with the references, rare n-grams weighing more (Vedantam et al. 2015, eq. 1-3).

    An n-gram weighs its count times ln(segments / segments whose references have it). CIDErₙ is the mean over
    the references of the cosine of these weights, CIDEr the mean over n = 1 to 4. Words are stemmed.

    Segments are those that are scored together: the task of an experiment, all of a call of `score`. So a
    segment's value depends on the others.

    Vedantam, Zitnick, Parikh: CIDEr: consensus-based image description evaluation. CVPR 2015.

    Undefined
    ---------
    An order has the value 0 where the candidate or reference has no n-gram of it, or only n-grams that are
    in every segment; with a single segment everything is 0. Without a reference NaN.

    Examples
    --------
    All n-grams weigh ln 2. The first candidate is its reference, which has no n-grams of orders 3 and 4: (1 +
    1) / 4. The second shares one word of two: 1/2 / 4.

    >>> from workbench import score
    >>> score(["a b", "c e"], ["a b", "c d"], metrics=["cider"])["value"].round(4).tolist()
    [0.5, 0.125]
    """

    cites = ("Vedantam et al. 2015",)
    preprocess = "STEM"
    breaks: ClassVar[dict[str, str]] = {
        "identity is perfect": "of a single segment nothing is rare",
        "renaming words": "it stems them",
        "other candidates": "the references of all segments say what is rare",
    }

    @property
    def counter(self) -> TfIdf:
        """What the metric counts."""
        return TfIdf(0.0)

    def value(self, counts: Counts) -> Array:
        """Return the mean over the orders."""
        mean: Array = counts[..., :ORDERS].mean(axis=-1)
        return mean


@METRICS("cider-d")
class CiderD(Cider):
    """CIDEr-D: CIDEr with clipped weights and a length penalty, times 10 (Vedantam et al. 2015, eq. 4).

    10 · exp(-(l(c) - l(s))² / 2σ²) · Σ min(c, s) · s / (‖c‖ ‖s‖), where c and s are the weights of an n-gram
    in candidate and reference and l counts words. Words are not stemmed. The weights that are clipped are
    plain counts times rarity, as in the authors' program; the printed definition divides counts by their sum.

    Undefined
    ---------
    As in `Cider`.

    Examples
    --------
    Both words weigh ln 2. "a a b" against "a b": min gives (1·1 + 1·1) / (√5 · √2) for words, and for bigrams
    1 / (√2 · 1) of "a b"; the length differs by 1: exp(-1/72).

    >>> from math import exp, sqrt
    >>> from workbench import score
    >>> value = score(["a a b", "c"], ["a b", "c"], metrics=["cider-d"])["value"][0]
    >>> bool(abs(value - 10 * exp(-1 / 72) * (2 / sqrt(10) + 1 / sqrt(2)) / 4) < 1e-12)
    True
    """

    sigma: float = between(6.0, 0.01, 1000)

    preprocess = "CASE"
    bounds = (0.0, SCALE)
    breaks: ClassVar[dict[str, str]] = {
        law: reason for law, reason in Cider.breaks.items() if law != "renaming words"
    }

    @property
    def counter(self) -> TfIdf:
        """What the metric counts."""
        return TfIdf(float(self.sigma))
