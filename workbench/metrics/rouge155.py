"""Profile rouge-1.5.5: the scores as the program prints them.

The counts are those of the profile rouge-1.5.5-exact. Recall and precision are rounded to five digits for
each evaluation, F is made of the rounded two and rounded again, and whatever follows (best reference,
jackknife, means) uses the rounded values. Length limits belong to the preprocessing, ``STEM(words=100)``.

Undefined
---------
As in `workbench.metrics.rouge`. The program stops where a reference of ROUGE-W has no words; here such a
reference adds nothing to hits and to what the references have.
"""

import numpy as np

from workbench.metrics.base import ComponentScores, Counts, variant
from workbench.metrics.rouge import Rouge, RougeL, RougeN, RougeS, RougeSU, RougeW
from workbench.types import Array

DIGITS = 5
PROFILE = "rouge-1.5.5"


def round_printed(values: Array) -> Array:
    """Round to five digits as C prints them: by the exact value of the double, ties to even.

    `np.round` multiplies first, which moves some values onto or across a tie.

    Parameters
    ----------
    values : float64[...]
        In [0, 1].

    Examples
    --------
    The double nearest to 1276 / 1280 = .996875 lies a little below it.

    >>> round_printed(np.array([1276 / 1280, 0.5])).tolist(), float(np.round(1276 / 1280, 5))
    ([0.99687, 0.5], 0.99688)
    """
    scaled = values * 10**DIGITS
    rounded: Array = np.rint(scaled) / 10**DIGITS
    # the product is off by less than a millionth, so that only what lies so near to a tie can go wrong
    near = np.abs(scaled - np.floor(scaled) - 0.5) < 1e-6
    rounded[near] = [float(f"{value:.{DIGITS}f}") for value in values[near].tolist()]
    return rounded


class _Printed(Rouge):
    """Recall, precision and F, rounded."""

    def score(self, counts: Counts) -> ComponentScores:
        """Return recall and precision, rounded, and F of the rounded two, rounded."""
        recall, precision = map(round_printed, self.ratios(counts))
        return {"recall": recall, "precision": precision, "f": round_printed(self.f(recall, precision))}


@variant(PROFILE, "rouge-l")
class PrintedRougeL(_Printed, RougeL):
    """ROUGE-L as ROUGE-1.5.5 prints it; the best reference is found by the recall before rounding."""

    def rank(self, counts: Counts) -> Array:
        """Return the recall, not rounded."""
        return self.ratios(counts)[0]


@variant(PROFILE, "rouge-w")
class PrintedRougeW(_Printed, RougeW):
    """ROUGE-W as ROUGE-1.5.5 prints it."""


@variant(PROFILE, "rouge-s")
class PrintedRougeS(_Printed, RougeS):
    """ROUGE-S as ROUGE-1.5.5 prints it."""


@variant(PROFILE, "rouge-su")
class PrintedRougeSU(_Printed, RougeSU):
    """ROUGE-SU as ROUGE-1.5.5 prints it."""


@variant(PROFILE, "rouge-n")
class PrintedRougeN(_Printed, RougeN):
    """ROUGE-N as ROUGE-1.5.5 prints it, to five digits.

    Examples
    --------
    One of three words on each side: the exact profile gives 1/3 three times.

    >>> from workbench import score
    >>> frame = score(["the old cat"], ["the dog sat"], metrics=["rouge-1(profile=rouge-1.5.5)"])
    >>> frame["value"].tolist()
    [0.33333, 0.33333, 0.33333]
    """
