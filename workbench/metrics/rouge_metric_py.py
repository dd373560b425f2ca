"""Profile rouge-metric: PyRouge of rouge-metric 1.0.1, fed with the tokens of ROUGE-1.5.5.

Its scores are those of ROUGE-1.5.5 before rounding, and where that program stops (ROUGE-W of a reference
without words) it goes on as the workbench does. One thing differs: the best of several references by
ROUGE-W.

Undefined
---------
As in `workbench.metrics.rouge`.
"""

from workbench.metrics.base import Counts, ratio, variant
from workbench.metrics.rouge import RougeL, RougeN, RougeS, RougeSU, RougeW
from workbench.types import Array

PROFILE = "rouge-metric"


@variant(PROFILE, "rouge-l")
class PyRougeL(RougeL):
    """ROUGE-L of rouge-metric, which is that of ROUGE-1.5.5, unrounded.

    Examples
    --------
    >>> from workbench import score
    >>> metrics = ["rouge-l(profile=rouge-metric)", "rouge-l(profile=rouge-1.5.5)"]
    >>> score(["a b x"], ["a c d"], metrics=metrics)["value"].round(7).tolist()[::3]
    [0.3333333, 0.33333]
    """


@variant(PROFILE, "rouge-w")
class PyRougeW(RougeW):
    """ROUGE-W of rouge-metric: best is the reference with the highest recall as printed, its power twice.

    ROUGE-1.5.5 prints hits / (Σ m^w)^w, but compares references by hits / Σ m^w.

    Examples
    --------
    With f(k) = k² the first reference has 4² of 25 hits, the second 1 of 4: ROUGE-1.5.5 takes the first one
    and prints √(16 / 25²), rouge-metric the second one with √(1 / 4²).

    >>> from workbench import score
    >>> metrics = ["rouge-w(weight=2, profile=rouge-metric)", "rouge-w(weight=2)"]
    >>> frame = score(["a b c d"], [["a b c d e", "a x"]], metrics=metrics, combine="best")
    >>> frame[frame["component"] == "recall"]["value"].round(5).tolist()
    [0.25, 0.16]
    """

    def rank(self, counts: Counts) -> Array:
        """Return hits / (Σ m^w)^w, by which rouge-metric compares references."""
        return ratio(counts[..., 0], counts[..., 1])


@variant(PROFILE, "rouge-s")
class PyRougeS(RougeS):
    """ROUGE-S of rouge-metric, which is that of ROUGE-1.5.5, unrounded.

    Examples
    --------
    >>> from workbench import score
    >>> metrics = ["rouge-s(profile=rouge-metric)", "rouge-s(profile=rouge-1.5.5)"]
    >>> score(["a b x"], ["a b c"], metrics=metrics)["value"].round(7).tolist()[::3]
    [0.3333333, 0.33333]
    """


@variant(PROFILE, "rouge-su")
class PyRougeSU(RougeSU):
    """ROUGE-SU of rouge-metric, which is that of ROUGE-1.5.5, unrounded.

    Examples
    --------
    One of three skip-bigrams, and both words that count.

    >>> from workbench import score
    >>> metrics = ["rouge-su(profile=rouge-metric)", "rouge-su(profile=rouge-1.5.5)"]
    >>> score(["a x b d"], ["a b c"], metrics=metrics)["value"].round(7).tolist()[::3]
    [0.6, 0.6]
    """


@variant(PROFILE, "rouge-n")
class PyRougeN(RougeN):
    """ROUGE-N of rouge-metric, which is that of ROUGE-1.5.5, unrounded.

    Examples
    --------
    >>> from workbench import score
    >>> metrics = ["rouge-1(profile=rouge-metric)", "rouge-1(profile=rouge-1.5.5)"]
    >>> score(["a b x"], ["a c d"], metrics=metrics)["value"].round(7).tolist()[::3]
    [0.3333333, 0.33333]
    """
