"""Translation edit rate (Snover et al. 2006), counted by sacrebleu."""

import numpy as np

from workbench.metrics.as_sacrebleu import statistics
from workbench.metrics.base import METRICS, ComponentScores, Counts, Metric, OfCandidates, ratio
from workbench.metrics.batch import Batch


class Edits(OfCandidates):
    """Edits to the reference that needs the fewest, and the words of the references on average."""

    columns = ("edits", "reference_length", "scorable")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 3]."""
        from sacrebleu.metrics.ter import TER

        return statistics(TER(), batch, self.columns)


@METRICS("ter")
class Ter(Metric):
    """TER: edits (insert, delete, replace, shift words) over the words of a reference (Snover et al. 2006).

    The fewest edits among the references, over the mean of their lengths. Lower is better, and it may
    exceed 1. A system's score comes from summed counts. All as in sacrebleu with its defaults (words are what
    white space separates, in lower case), but as a fraction.

    The search for shifts is made for sentences: a pair of texts of a hundred words takes about a second.

    Snover, Dorr, Schwartz, Micciulla, Makhoul: A study of translation edit rate with targeted human
    annotation. AMTA 2006.

    Undefined
    ---------
    Against empty references 1, or 0 for an empty candidate. Without a reference NaN.

    Examples
    --------
    Shift "a" to the end and replace "x": 2 edits for 4 words.

    >>> from workbench import score
    >>> score(["a b c x"], ["b c y a"], metrics=["ter"])["value"].round(3).tolist()
    [0.5]
    """

    cites = ("Snover et al. 2006",)
    profile = "sacrebleu"
    preprocess = "text"
    system = "pooled"
    bounds = (0.0, np.inf)
    higher_is_better = False
    counter = Edits()

    def score(self, counts: Counts) -> ComponentScores:
        """Return edits over length."""
        edits, length = counts[..., 0], counts[..., 1]
        value = np.where(length > 0, ratio(edits, length), edits > 0)
        return {"score": np.where(counts[..., -1] > 0, value, np.nan)}
