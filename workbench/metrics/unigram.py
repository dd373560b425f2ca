"""Unigram precision, recall and F (Melamed, Green & Turian 2003)."""

from workbench.metrics.base import METRICS, ComponentScores, Counts, Metric, ratio
from workbench.metrics.rouge_counts import NGrams


@METRICS("unigram")
class Unigram(Metric):
    """F, precision and recall of the maximum matching of words: GTM with exponent 1 (Melamed et al. 2003).

    The largest set of pairs of equal words in which no word is used twice has size
    MMS = Σ over words of min(count in X, count in Y). P = MMS / |X|, R = MMS / |Y| for candidate X and
    reference Y, F = 2PR / (P + R). These are the counts of ROUGE-1. What differs is that F is the measure: it
    comes first, and the best reference is that of the highest F.

    Melamed, Green, Turian: Precision and recall of machine translation. HLT-NAACL 2003.

    Undefined
    ---------
    A ratio with a 0 below is 0.

    Examples
    --------
    Two of the three words of the candidate match two of the five of the reference: "a" is used up.

    >>> from workbench import score
    >>> score(["a b a"], ["a b c d e"], metrics=["unigram"])["value"].round(4).tolist()
    [0.5, 0.6667, 0.4]
    """

    components = ("f", "precision", "recall")
    counter = NGrams(1)

    def score(self, counts: Counts) -> ComponentScores:
        """Return F, precision and recall."""
        match, reference, candidate = counts[..., 0], counts[..., 1], counts[..., 2]
        return {
            "f": ratio(2 * match, reference + candidate),
            "precision": ratio(match, candidate),
            "recall": ratio(match, reference),
        }
