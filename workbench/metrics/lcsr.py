"""Longest common subsequence ratio (Melamed 1995)."""

import numpy as np

from workbench.metrics.base import METRICS, ComponentScores, Counts, Metric, OfPairs, ratio
from workbench.metrics.batch import Batch
from workbench.metrics.lcs_counts import TextLcs


class WholeLcs(OfPairs):
    """Words on the LCS of a pair of whole texts, and the words of the longer one."""

    columns = ("match", "longer")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 2]."""
        match, reference, candidate = TextLcs(by_sentence=False).count(batch).T
        return np.where(batch.layout.chosen, (match, np.maximum(reference, candidate)), 0.0).T


@METRICS("lcsr")
class Lcsr(Metric):
    """Words on the longest common subsequence, of the words of the longer text (Melamed 1995).

    LCSR(X, Y) = |LCS(X, Y)| / max(|X|, |Y|). Texts are read as one sentence. Melamed compared the letters of
    two words; the preprocessing ``sacrebleu-char`` compares letters here.

    Melamed: Automatic evaluation and uniform filter cascades for inducing N-best translation lexicons. Third
    Workshop on Very Large Corpora, 1995.

    Undefined
    ---------
    Two texts without words score 0.

    Examples
    --------
    "police the gunman" is common, and the longer text has five words.

    >>> from workbench import score
    >>> frame = score(["police kill the gunman"], ["police shot the gunman dead"], metrics=["lcsr"])
    >>> frame["value"].round(3).tolist()
    [0.6]
    """

    counter = WholeLcs()

    def score(self, counts: Counts) -> ComponentScores:
        """Return the ratio."""
        return {"score": ratio(counts[..., 0], counts[..., 1])}
