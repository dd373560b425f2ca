"""Whether a single coefficient differs from zero."""

from typing import Literal

import numpy as np

from workbench.errors import Problem, SpecError, suggest
from workbench.stats.coefficients.plain import why_undefined
from workbench.stats.tests.spearman_law import spearman_p
from workbench.types import Array

_FEWEST = 3
_TESTS = ("pearson", "spearman", "kendall")


def zero_p(x: Array, y: Array, coefficient: str, method: Literal["exact", "asymptotic"] = "exact") -> float:
    """Return the two-sided p-value of "the coefficient is 0".

    Pearson: t = r sqrt((n - 2) / (1 - r²)) with n - 2 degrees of freedom, exact for normal scores. Spearman
    and Kendall: the law over all orders, without ties (`spearman_p`; Kendall 1938), which `critical_value`
    has, too. Asymptotic is that t for Spearman, which is too small for few systems (.037 in place of .083 for
    .9 of five), and for Kendall the normal law with its variance corrected for ties.

    Parameters
    ----------
    x, y
        float64[n]; a pair with a NaN is left out. The pairs are independent: systems, not cells.
    coefficient
        pearson, spearman or kendall.
    method
        For Spearman and Kendall. Ties always take asymptotic: the exact law knows none.

    Raises
    ------
    SpecError
        For a coefficient without such a test.

    Undefined
    ---------
    NaN for fewer than 3 complete pairs and constant scores.

    Examples
    --------
    Of the 6 orders of 3 things 2 have a tau of 1 or -1.

    >>> x = np.array([1.0, 2.0, 3.0])
    >>> round(zero_p(x, x, "kendall"), 6)
    0.333333
    """
    from scipy import stats

    if coefficient not in _TESTS:
        raise SpecError(
            Problem("", f"no test of {coefficient!r} against 0", hint=suggest(coefficient, _TESTS))
        )
    complete = ~np.isnan(x) & ~np.isnan(y)
    x, y = x[complete], y[complete]
    if why_undefined(x, y, _FEWEST):
        return np.nan
    if coefficient == "pearson":
        return float(stats.pearsonr(x, y).pvalue)
    tied = any(np.unique(scores).size < scores.size for scores in (x, y))
    law = "asymptotic" if tied else method
    if coefficient == "kendall":
        return float(stats.kendalltau(x, y, method=law).pvalue)
    found = stats.spearmanr(x, y)
    return float(found.pvalue) if law == "asymptotic" else spearman_p(x.size, float(found.statistic))
