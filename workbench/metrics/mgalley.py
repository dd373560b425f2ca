"""ΔBLEU as the first author's own program computes it, which is not the printed formula.

The program is mgalley/sacreBLEU 1.4.1 (commit 813fc0a, 2019), a fork of sacrebleu 1.4.1.

Undefined
---------
A segment without a positive weight is NaN (the program raises), which `score` reports or drops.
"""

import numpy as np

from workbench.metrics.base import variant
from workbench.metrics.bleu import USUAL_ORDERS, DeltaBleu
from workbench.metrics.bleu_modes import LARGEST_VALUE, Smoothed
from workbench.metrics.parameters import between, whole


@variant("mgalley-2019", "delta-bleu")
class Mgalley(Smoothed, DeltaBleu):
    """ΔBLEU of mgalley/sacreBLEU: an n-gram's largest weight times its largest clipped count.

    Eq. (3) of Galley et al. (2015) takes the largest *product* among the references that hold the n-gram;
    the program looks for the two factors separately, so they may come from different references. Then:

    * A system's numerator below 0 becomes 0, after summing over its segments. `matches` returns the signed
      numerators; a segment's own are in its counts.
    * `smooth` exp gives the k-th order without a match 1 / (2^k · total), even if nothing matches at all; the
      total is weighted. floor puts `smooth_value` in place of 0 matches; add-k adds it from the 3-grams on.
    * `effective_order` takes the mean over the orders before the first without n-grams.

    Texts are tokenised with 13a, case is kept. With all weights 1 and no smoothing it is BLEU. Under small
    weights it may be above 1: a total of .01 is less than what `smooth` puts in place of nothing.

    Undefined
    ---------
    An empty candidate: 0. Without smoothing, an order without a match or with a negative numerator: 0. A
    segment without a positive weight: NaN; it adds nothing to a system's counts.

    Examples
    --------
    The word occurs twice in the candidate, once in the reference of weight 1, twice in that of weight 0.5:
    1 · 2 of 1 · 2 for the program. The formula has max(1 · 1, 0.5 · 2) of 2.

    >>> from workbench import score
    >>> metrics = ["delta-bleu(profile=mgalley-2019, order=1)", "delta-bleu(order=1)"]
    >>> score(["a a"], [["a b", "a a"]], metrics=metrics, weights=[[1, 0.5]])["value"].round(3).tolist()
    [1.0, 0.5]
    """

    order: int = whole(USUAL_ORDERS, shown=True)
    smooth_value: float = between(0.0, 0, LARGEST_VALUE)

    bounds = (0.0, np.inf)

    apart = True
    first_added = 3
