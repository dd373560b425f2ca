"""Longest common subsequence ratio (Melamed 1995)."""

from workbench.metrics.base import METRICS, ComponentScores, Counts, Metric, ratio
from workbench.metrics.rouge_counts import TextLcs


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

    counter = TextLcs(by_sentence=False)

    def score(self, counts: Counts) -> ComponentScores:
        """Return the ratio."""
        return {"score": ratio(counts[..., 0], counts[..., 3])}
