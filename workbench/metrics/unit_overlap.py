"""Unit overlap (Saggion et al. 2002)."""

from workbench.metrics.bag_counts import NGramBags
from workbench.metrics.base import METRICS, ComponentScores, Counts, Metric, ratio


@METRICS("unit-overlap")
class UnitOverlap(Metric):
    """Distinct words in common, of all distinct words of the pair (Saggion et al. 2002).

    overlap(X, Y) = |X ∩ Y| / (|X| + |Y| - |X ∩ Y|), where X and Y are sets of words. Pooled over references,
    the three sizes are summed.

    Undefined
    ---------
    Two texts without words score 0.

    Examples
    --------
    Of the four words "the", "cat", "sat" and "ran" two are in both.

    >>> from workbench import score
    >>> score(["the cat sat"], ["the cat ran the"], metrics=["unit-overlap"])["value"].round(3).tolist()
    [0.5]
    """

    counter = NGramBags()

    def score(self, counts: Counts) -> ComponentScores:
        """Return the size of the intersection over that of the union."""
        common = counts[..., 0]
        return {"score": ratio(common, counts[..., 1] + counts[..., 2] - common)}
