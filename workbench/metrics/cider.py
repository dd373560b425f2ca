"""CIDEr and CIDEr-D (Vedantam, Zitnick & Parikh 2015): agreement with many references."""

from collections import Counter
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import ClassVar, NamedTuple

import numpy as np

from workbench.metrics.base import METRICS, ComponentScores, Counts, Metric, OfCandidates, require
from workbench.metrics.batch import Batch
from workbench.metrics.word_bags import Gram, chosen_references, ngrams, reference_sets, word_lists

ORDERS = 4
SCALE = 10.0
"""Of CIDEr-D, "to make the scores similar to other metrics"."""


class Vector(NamedTuple):
    """The weighted n-grams of one order of a text, their Euclidean norm and the words of the text."""

    weights: dict[Gram, float]
    norm: float
    length: int


@dataclass(frozen=True)
class TfIdf(OfCandidates):
    """Mean agreement of a candidate with its references, for each order of n-grams.

    Parameters
    ----------
    sigma : float
        0 for CIDEr's cosine, else CIDEr-D with a length penalty of this width.
    """

    sigma: float
    columns: ClassVar[tuple[str, ...]] = (*(f"order_{order}" for order in range(1, ORDERS + 1)), "scorable")
    whole_corpus: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """Name with the width of the penalty."""
        return f"tf-idf(sigma={self.sigma})"

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 5]."""
        ours, theirs = word_lists(batch.candidates), word_lists(batch.references)
        chosen = chosen_references(batch.layout)
        sets = reference_sets(batch)
        rows = np.zeros((len(ours), ORDERS + 1))
        for order in range(1, ORDERS + 1):
            grams = [ngrams(words, order) for words in theirs]
            rare = _rarity(sets, grams)
            # an n-gram of no reference is as rare as one of a single segment
            unseen = log(sum(sets.values())) if sets else 0.0
            vectors = [
                _weigh(gram, rare, unseen, len(words)) for gram, words in zip(grams, theirs, strict=True)
            ]
            for candidate, references in enumerate(chosen):
                words = ours[candidate]
                vector = _weigh(ngrams(words, order), rare, unseen, len(words))
                if references:
                    values = [self._agree(vector, vectors[number]) for number in references]
                    rows[candidate, order - 1] = sum(values) / len(values)
                    rows[candidate, -1] = 1
        return rows

    def _agree(self, our: Vector, their: Vector) -> float:
        if our.norm == 0 or their.norm == 0:
            return 0.0
        weights = their.weights
        if not self.sigma:
            product = sum(weight * weights[gram] for gram, weight in our.weights.items() if gram in weights)
            return min(product / (our.norm * their.norm), 1.0)
        product = sum(
            min(weight, weights[gram]) * weights[gram]
            for gram, weight in our.weights.items()
            if gram in weights
        )
        penalty = exp(-((our.length - their.length) ** 2) / (2 * self.sigma**2))
        return SCALE * penalty * min(product / (our.norm * their.norm), 1.0)


def _rarity(sets: dict[tuple[int, ...], float], grams: list[Counter[Gram]]) -> dict[Gram, float]:
    """Return the logarithm of all segments over those whose references have an n-gram."""
    segments: dict[Gram, float] = {}
    for references, number in sets.items():
        for gram in dict.fromkeys(gram for reference in references for gram in grams[reference]):
            segments[gram] = segments.get(gram, 0.0) + number
    everything = sum(sets.values())
    return {gram: log(everything / max(number, 1.0)) for gram, number in segments.items()}


def _weigh(grams: Counter[Gram], rare: dict[Gram, float], unseen: float, length: int) -> Vector:
    weights = {gram: times * rare.get(gram, unseen) for gram, times in grams.items()}
    return Vector(weights, sqrt(sum(weight * weight for weight in weights.values())), length)


@METRICS("cider")
@dataclass(frozen=True, repr=False)
class Cider(Metric):
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

    called: ClassVar[str] = "cider"
    cites: ClassVar[tuple[str, ...]] = ("Vedantam et al. 2015",)
    preprocess: ClassVar[str] = "STEM"
    breaks: ClassVar[dict[str, str]] = {
        "identity is perfect": "of a single segment nothing is rare",
        "renaming words": "it stems them",
        "other candidates": "the references of all segments say what is rare",
    }

    @property
    def counter(self) -> TfIdf:
        """What the metric counts."""
        return TfIdf(0.0)

    def score(self, counts: Counts) -> ComponentScores:
        """Return the mean over the orders."""
        value = counts[..., :ORDERS].mean(axis=-1)
        return {"score": np.where(counts[..., -1] > 0, value, np.nan)}


@METRICS("cider-d")
@dataclass(frozen=True, repr=False)
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

    sigma: float = 6.0

    called: ClassVar[str] = "cider-d"
    preprocess: ClassVar[str] = "CASE"
    bounds: ClassVar[tuple[float, float]] = (0.0, SCALE)
    breaks: ClassVar[dict[str, str]] = {
        law: reason for law, reason in Cider.breaks.items() if law != "renaming words"
    }

    def __post_init__(self) -> None:
        require(self, "sigma", 0.01 <= self.sigma <= 1000, "0.01 to 1000")

    @property
    def counter(self) -> TfIdf:
        """What the metric counts."""
        return TfIdf(float(self.sigma))
