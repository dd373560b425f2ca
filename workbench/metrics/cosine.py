"""Cosine similarity of word counts (Saggion et al. 2002)."""

import numpy as np

from workbench.metrics.bag_counts import NGramBags
from workbench.metrics.base import METRICS, ComponentScores, Counts, Metric, ratio


@METRICS("cosine")
class Cosine(Metric):
    """Cosine of the angle between the word counts of candidate and reference (Saggion et al. 2002).

    cos(X, Y) = Σ xᵢyᵢ / (√Σxᵢ² · √Σyᵢ²), where xᵢ and yᵢ say how often word i occurs. Words are not
    weighted by their rarity. Pooled over references, the products are summed and the squares are summed.

    Saggion, Radev, Teufel, Lam: Meta-evaluation of summaries in a cross-lingual environment using
    content-based metrics. COLING 2002.

    Undefined
    ---------
    A text without words has no direction: the score is 0.

    Examples
    --------
    (2, 1) and (1, 2): the product is 4 and both squares are 5.

    >>> from workbench import score
    >>> score(["a b a"], ["b a b"], metrics=["cosine"])["value"].round(3).tolist()
    [0.8]
    """

    counter = NGramBags()

    def score(self, counts: Counts) -> ComponentScores:
        """Return the product over the root of the squares."""
        value = ratio(counts[..., 3], np.sqrt(counts[..., 4] * counts[..., 5]))
        return {"score": np.minimum(value, 1.0)}  # rounding may lead just above 1
