"""ROUGE (Lin 2004) with the counts of ROUGE-1.5.5, unrounded.

All of them count pairs of a candidate and a reference: what they have in common, what the reference has and
what the candidate has. Recall, precision and F follow; several references are combined on these counts.

Undefined
---------
A text without tokens, or shorter than the n-gram, has a count of 0, and a ratio with a 0 below is 0. A
candidate that equals its reference therefore scores 0 if it is too short for the measure (one word for
ROUGE-SU, whose last word is no unigram).
"""

from workbench.metrics.base import METRICS, Counter, Counts, ratio
from workbench.metrics.rouge_counts import Lcs
from workbench.metrics.rouge_family import OfNGrams, WithAlpha, WithGap, WithUnigrams, WithWeight
from workbench.types import Array


class Rouge(WithAlpha):
    """Recall, precision and F of what a pair has in common; alpha = 1 makes F precision, 0 recall."""

    profile = "rouge-1.5.5-exact"


@METRICS("rouge-l")
class RougeL(Rouge):
    """ROUGE-L: words on the union LCS of each reference sentence (Lin 2004, eq. 5-7), clipped.

    Examples
    --------
    Lin's S1 "police killed the gunman" and S2 "police kill the gunman" share three words in order.

    >>> from workbench import score
    >>> frame = score(["police kill the gunman"], ["police killed the gunman"], metrics=["rouge-l"])
    >>> frame["value"].round(3).tolist()
    [0.75, 0.75, 0.75]
    """

    @property
    def counter(self) -> Counter:
        """What the metric counts."""
        return Lcs()


@METRICS("rouge-w")
class RougeW(WithWeight, Rouge):
    """ROUGE-W: runs on the union WLCS, f(k) = k^weight (Lin 2004, eq. 13-15, as ROUGE-1.5.5 does it).

    The program normalises by (Σ m^w)^w over the reference sentences, so the power is applied twice and a
    candidate that equals its reference has a recall below 1.

    Examples
    --------
    >>> from workbench import score
    >>> frame = score(["a b c d e"], [["a b c d e"]], metrics=["rouge-w(weight=1.2)"])
    >>> frame["value"].round(5).tolist()
    [0.72478, 1.0, 0.84043]
    """

    def rank(self, counts: Counts) -> Array:
        """Return the recall with the power applied once, by which ROUGE-1.5.5 compares references."""
        return ratio(counts[..., 0], counts[..., 3]) ** (1 / self.weight)


@METRICS("rouge-s")
class RougeS(WithGap, Rouge):
    """ROUGE-S: skip-bigrams with at most `gap` words between the two (Lin 2004, eq. 16-18).

    Examples
    --------
    Of the six skip-bigrams of "police killed the gunman" three are in "police kill the gunman".

    >>> from workbench import score
    >>> frame = score(["police kill the gunman"], ["police killed the gunman"], metrics=["rouge-s"])
    >>> frame["value"].round(3).tolist()
    [0.5, 0.5, 0.5]
    """


@METRICS("rouge-su")
class RougeSU(WithUnigrams, RougeS):
    """ROUGE-SU: skip-bigrams and unigrams (Lin 2004, §5); the last word of a text is no unigram (1.5.5).

    Examples
    --------
    Three of six skip-bigrams and two of the three unigrams that count.

    >>> from workbench import score
    >>> frame = score(["police kill the gunman"], ["police killed the gunman"], metrics=["rouge-su"])
    >>> frame["value"].round(3).tolist()
    [0.556, 0.556, 0.556]
    """


@METRICS("rouge-n")
class RougeN(OfNGrams, Rouge):
    """ROUGE-N: n-grams in common (Lin 2004, eq. 1). They cross sentences, as in ROUGE-1.5.5.

    Examples
    --------
    Three of the four reference words are in the candidate, and two of its three bigrams.

    >>> from workbench import score
    >>> frame = score(["the cat sat"], [["the cat sat down"]], metrics=["rouge-1", "rouge-2"])
    >>> frame[frame["component"] == "recall"]["value"].round(3).tolist()
    [0.75, 0.667]
    """
