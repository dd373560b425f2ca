"""chrF and chrF++ (Popović 2015, 2017) with the counts and the choice of references of sacrebleu."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from workbench.metrics.base import METRICS, CountedRows, Counting, Counts, OfScorable, ratio
from workbench.metrics.batch import Batch, BatchLayout
from workbench.metrics.made_of_pairs import MadeOfPairs
from workbench.metrics.parameters import whole
from workbench.metrics.rouge_counts import count_ngrams
from workbench.text.spelling import Spelling, spell_characters, spell_words_and_signs
from workbench.types import Array


@dataclass(frozen=True)
class CharacterPairs(Counting):
    """N-grams of the candidate, of the reference, and in common, for each order of characters and words."""

    char_order: int
    word_order: int
    rows: ClassVar[CountedRows] = "pair"

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the counts."""
        orders = [f"c{order + 1}" for order in range(self.char_order)]
        orders += [f"w{order + 1}" for order in range(self.word_order)]
        return tuple(f"{what}_{order}" for order in orders for what in ("candidate", "reference", "match"))

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 3 * orders]."""
        vocabulary = batch.candidates.vocabulary
        tables = [_count_ngrams(batch, spell_characters(vocabulary), self.char_order)]
        if self.word_order:
            tables.append(_count_ngrams(batch, spell_words_and_signs(vocabulary), self.word_order))
        return np.concatenate(tables, axis=1).reshape(batch.layout.n_pairs, len(self.columns))


def _count_ngrams(batch: Batch, spelling: Spelling, most: int) -> Counts:
    """Count n-grams of the spelled texts, orders 1 to `most`, float64[n_pairs, most, 3]."""
    spelled = Batch(spelling.spell(batch.candidates), spelling.spell(batch.references), batch.layout)
    counts = count_ngrams(spelled, most)[..., ::-1]
    # sacrebleu does not count the n-grams of a candidate where its reference has none of the order
    return np.where(counts[..., 1:2] > 0, counts, 0.0)


def f_score(counts: Counts, beta: int) -> Array:
    """Return F of mean precision and mean recall over the orders, float64[...].

    Parameters
    ----------
    counts : float64[..., 3 * orders]
        N-grams of the candidate, of the reference and in common, for each order.
    beta : int
        How many times as much recall weighs.
    """
    # order by order, as sacrebleu adds: the last bit decides which references are equally good
    precision, recall, orders = np.zeros((3, *counts.shape[:-1]))
    for first in range(0, counts.shape[-1], 3):
        candidate, reference, match = (counts[..., first + place] for place in range(3))
        used = (candidate > 0) & (reference > 0)
        precision = precision + np.where(used, ratio(match, candidate), 0.0)
        recall = recall + np.where(used, ratio(match, reference), 0.0)
        orders = orders + used
    precision, recall = ratio(precision, orders), ratio(recall, orders)
    factor = beta**2
    return ratio((1 + factor) * precision * recall, factor * precision + recall)


@dataclass(frozen=True)
class CharacterNGrams(MadeOfPairs):
    """N-grams of the candidate, of its best reference by chrF, and in common, for each order."""

    char_order: int
    word_order: int
    beta: int

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the counts."""
        return (*self.pairs.columns, "scorable")

    @property
    def pairs(self) -> CharacterPairs:
        """What is counted of each pair."""
        return CharacterPairs(self.char_order, self.word_order)

    def choose(self, pairs: Counts, layout: BatchLayout) -> Counts:
        """Return the counts of each candidate's best reference, the first of equals, and 1; 0 without any."""
        counts = np.zeros((layout.n_candidates, len(self.columns)))
        if layout.chosen.any():
            percent = 100 * f_score(pairs, self.beta)  # as sacrebleu compares: the factor rounds, too
            chosen = layout.spread(layout.chosen)
            scorable = chosen.any(axis=1)
            best = np.where(chosen, layout.spread(percent), -1.0).argmax(axis=1)
            first = np.cumsum(layout.pairs_of) - layout.pairs_of
            counts[scorable, :-1] = pairs[(first + best)[scorable]]
            counts[:, -1] = scorable
        return counts


@METRICS("chrf")
class Chrf(OfScorable):
    """chrF: F of character n-grams, and with word_order=2 of words too: chrF++ (Popović 2015, 2017).

    (1 + β²) P R / (β² P + R), where P and R are means over the orders 1 to `char_order` of characters
    without white space and 1 to `word_order` of words. An order that either side has no n-gram of is left
    out. With several references the best one counts, the first of equals. A system's score comes from
    summed counts. All as in sacrebleu, to the last bit of the counts, but as a fraction.

    A character is a Unicode code point; white space is what Python takes for it. Words stand between white
    space; an ASCII punctuation mark at the end of one, or else at its start, is a word of its own.

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

    char_order: int = whole(6)
    word_order: int = whole(0, 0)
    beta: int = whole(2)

    cites = ("Popović 2015",)
    profile = "sacrebleu"
    preprocess = "text"
    cased = True
    system = "pooled"
    breaks: ClassVar[dict[str, str]] = {"renaming words": "it looks at the letters of words"}

    @property
    def counter(self) -> CharacterNGrams:
        """What the metric counts."""
        return CharacterNGrams(self.char_order, self.word_order, self.beta)

    def value(self, counts: Counts) -> Array:
        """Return F of mean precision and mean recall."""
        return f_score(counts[..., :-1], self.beta)
