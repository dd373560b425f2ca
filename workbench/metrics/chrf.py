"""chrF and chrF++ (Popović 2015, 2017), counted by sacrebleu."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from workbench.metrics.as_sacrebleu import statistics
from workbench.metrics.base import METRICS, Counts, Metric, Rows, Scores, ratio, require
from workbench.metrics.batch import Batch


@dataclass(frozen=True)
class CharacterNGrams:
    """N-grams of the candidate, of its best reference by chrF, and in common, for each order."""

    char_order: int
    word_order: int
    beta: int
    rows: ClassVar[Rows] = "candidate"

    @property
    def name(self) -> str:
        """Name with the orders, and with beta, which decides about the best reference."""
        return f"chrf(char_order={self.char_order}, word_order={self.word_order}, beta={self.beta})"

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the counts."""
        orders = [f"c{order + 1}" for order in range(self.char_order)]
        orders += [f"w{order + 1}" for order in range(self.word_order)]
        names = [f"{what}_{order}" for order in orders for what in ("candidate", "reference", "match")]
        return (*names, "scorable")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 3 * orders + 1]."""
        from sacrebleu.metrics.chrf import CHRF

        return statistics(CHRF(self.char_order, self.word_order, self.beta), batch, self.columns)


@METRICS("chrf")
@dataclass(frozen=True, repr=False)
class Chrf(Metric):
    """chrF: F of character n-grams, and with word_order=2 of words too: chrF++ (Popović 2015, 2017).

    (1 + β²) P R / (β² P + R), where P and R are means over the orders 1 to `char_order` of characters
    without white space and 1 to `word_order` of words. An order that either side has no n-gram of is left
    out. With several references the best one counts. A system's score comes from summed counts. All as in
    sacrebleu, but as a fraction.

    Popović: chrF: character n-gram F-score for automatic MT evaluation. WMT 2015. chrF++: words helping
    character n-grams. WMT 2017.

    Undefined
    ---------
    No order that both texts have, as with an empty one: 0. Without a reference NaN.

    Examples
    --------
    Letters: 2 of 3 and 2 of 2. Pairs of letters: 1 of 2 and 1 of 1. P = 7/12, R = 1, β = 1.

    >>> from workbench import score
    >>> value = score(["a bc"], ["ab"], metrics=["chrf(char_order=2, beta=1)"])["value"][0]
    >>> bool(abs(value - 2 * (7 / 12) / (7 / 12 + 1)) < 1e-12)
    True
    """

    char_order: int = 6
    word_order: int = 0
    beta: int = 2

    called: ClassVar[str] = "chrf"
    profile: ClassVar[str] = "sacrebleu"
    preprocess: ClassVar[str] = "text"
    cased: ClassVar[bool] = True
    system: ClassVar[Literal["mean", "pooled"]] = "pooled"
    breaks: ClassVar[dict[str, str]] = {"renaming words": "it looks at the letters of words"}

    def __post_init__(self) -> None:
        for parameter, least in (("char_order", 1), ("word_order", 0), ("beta", 1)):
            value = getattr(self, parameter)
            require(self, parameter, isinstance(value, int) and value >= least, f"{least}, {least + 1}, ...")

    @property
    def counter(self) -> CharacterNGrams:
        """What the metric counts."""
        return CharacterNGrams(self.char_order, self.word_order, self.beta)

    def score(self, counts: Counts) -> Scores:
        """Return F of mean precision and mean recall."""
        candidate, reference, match = (counts[..., start:-1:3] for start in range(3))
        used = (candidate > 0) & (reference > 0)
        orders = used.sum(axis=-1)
        precision = ratio(np.where(used, ratio(match, candidate), 0.0).sum(axis=-1), orders)
        recall = ratio(np.where(used, ratio(match, reference), 0.0).sum(axis=-1), orders)
        factor = self.beta**2
        value = ratio((1 + factor) * precision * recall, factor * precision + recall)
        return {"score": np.where(counts[..., -1] > 0, value, np.nan)}
