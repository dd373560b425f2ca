"""iBLEU (Sun & Zhou 2012): a paraphrase should be like the references and unlike its source."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from workbench.metrics.base import METRICS, ComponentScores, Counts, Metric, OfCandidates
from workbench.metrics.batch import Batch
from workbench.metrics.bleu import Bleu, ClippedNGrams
from workbench.metrics.parameters import between, whole


@dataclass(frozen=True)
class ClippedTwice(OfCandidates):
    """What BLEU counts: first under the references but the last, then under the last, which is the source."""

    once: ClippedNGrams

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the counts."""
        return (*self.once.columns, *(f"source_{name}" for name in self.once.columns))

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 2 * columns of BLEU]; 0 without reference or source."""
        layout = batch.layout
        last = layout.pair_position == layout.pairs_of[layout.pair_candidate] - 1
        sides = [
            self.once.count(batch.under(replace(layout, chosen=chosen)))
            for chosen in (layout.chosen & ~last, last)
        ]
        scorable = (sides[0][:, -1] > 0) & (sides[1][:, -1] > 0)
        return np.where(scorable[:, None], np.hstack(sides), 0.0)


@METRICS("ibleu")
class IBleu(Metric):
    """iBLEU: α BLEU(candidate, references) - (1 - α) BLEU(candidate, source) (Sun & Zhou 2012).

    The source, the sentence that was paraphrased, is the *last* reference of each segment. In a data set it
    is a reference whose name comes last, for instance "source" beside "r1" and "r2"; it plays its part
    whatever references are selected, so that ``first(k=2)`` serves BLEU and iBLEU alike. A system's score
    comes from summed counts, those of both BLEUs.

    Sun, Zhou: Joint learning of a dual SMT system for paraphrase generation. ACL 2012.

    Undefined
    ---------
    NaN where there is no reference beside the source. Each BLEU is 0 as it is in `Bleu`.

    Examples
    --------
    Two of three words are in the reference, one in the source: 0.8 · 2/3 - 0.2 · 1/3.

    >>> from workbench import score
    >>> frame = score(["a b c"], [["a b x", "c y z"]], metrics=["ibleu(order=1)"])
    >>> frame["value"].round(4).tolist()
    [0.4667]
    """

    order: int = whole(4)
    alpha: float = between(0.8, 0, 1, shown=True)

    preprocess = "13a"
    cased = True
    system = "pooled"
    bounds = (-1.0, 1.0)
    undefined = "no reference beside the source, which is the last one"
    breaks: ClassVar[dict[str, str]] = dict.fromkeys(
        ("finite", "identity is perfect", "empty text", "order of references", "duplicate reference"),
        "the last reference is the source, and there must be another",
    )

    @property
    def counter(self) -> ClippedTwice:
        """What the metric counts: what BLEU does, twice."""
        return ClippedTwice(Bleu(order=self.order).counter)

    def score(self, counts: Counts) -> ComponentScores:
        """Return the weighted difference of the two BLEUs."""
        bleu = Bleu(order=self.order)
        references, source = np.split(counts, 2, axis=-1)
        like, copied = bleu.score(references)["score"], bleu.score(source)["score"]
        return {"score": self.alpha * like - (1 - self.alpha) * copied}
