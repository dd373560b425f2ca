"""Kendall's tau and its relatives: every named way of counting pairs that are tied.

All are ratios of one table (`pair_counts`): C concordant pairs, D discordant, H tied in the human scores
only, M tied in the metric scores only, B tied in both, and P all pairs. x is the metric, y human: most of
them are not symmetric. Each function here takes the table; `COEFFICIENTS` has the coefficient of two arrays
under the name that stands above it, ``tau-eq`` or ``tau-eq(epsilon=0.02)``, where a metric difference of at
most epsilon is a tie. Kendall's tau-b is the coefficient ``kendall``.

*Undefined*: NaN where no pair counts, that is where the denominator is 0. Constant metric scores are not
always undefined: a rule that calls a metric tie wrong gives them -1 or 0, and `acc_eq` the share of human
ties.

In a bootstrap over systems the copies of a system are tied in both scores. Those of the coefficients that are
divided by all pairs feel it: `acc_eq` and `tau_eq` are drawn up, `kendall_a` and `kendall_c` towards 0.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.stats.coefficients.pair_counts import PairCounts, count
from workbench.stats.coefficients.plain import COEFFICIENTS, POOLED
from workbench.types import Array

Formula = Callable[[PairCounts], Array]

TIES_MAY_BE_RIGHT = ("acc-eq", "tau-eq")
"""Coefficients that constant scores have a value of: the share of the ties among judgments decides it."""


def _ratio(part: ArrayLike, whole: ArrayLike) -> Array:
    part, whole = np.asarray(part, np.float64), np.asarray(whole, np.float64)
    ratios: Array = np.divide(part, whole, out=np.full(whole.shape, np.nan), where=whole > 0)
    return ratios


def _enter(name: str, cites: str) -> Callable[[Formula], Formula]:
    """Decorate a formula of pair counts to enter the coefficient that it makes, with its paper."""

    def enter(formula: Formula) -> Formula:
        def coefficient(x: Array, y: Array, *, epsilon: float = 0.0) -> Array:
            return formula(count(x, y, epsilon))

        coefficient.__doc__ = formula.__doc__
        COEFFICIENTS(name, cites)(coefficient)
        return formula

    return enter


@_enter("kendall-a", cites="Kendall 1938")
def kendall_a(counts: PairCounts) -> Array:
    """Return Kendall's tau-a, (C - D) / P, in [-1, 1]: a tie counts 0 (Kendall 1938).

    Examples
    --------
    >>> x, y = np.array([1.0, 2.0, 3.0, 3.0]), np.array([1.0, 1.0, 2.0, 3.0])
    >>> float(kendall_a(count(x, y)).round(3))
    0.667
    """
    return _ratio(counts.concordant - counts.discordant, counts.pairs)


def kendall_b(counts: PairCounts) -> Array:
    """Return Kendall's tau-b, (C - D) / sqrt((C + D + H)(C + D + M)), in [-1, 1] (Kendall 1945).

    Examples
    --------
    >>> x, y = np.array([1.0, 2.0, 3.0, 3.0]), np.array([1.0, 1.0, 2.0, 3.0])
    >>> float(kendall_b(count(x, y)))
    0.8
    """
    spread = np.sqrt(np.asarray(counts.untied_human, np.float64) * counts.untied_metric)
    return _ratio(counts.concordant - counts.discordant, spread)


@_enter("gamma", cites="Goodman & Kruskal 1954")
def gamma(counts: PairCounts) -> Array:
    """Return Goodman and Kruskal's gamma, (C - D) / (C + D), in [-1, 1]: ties are left out (1954).

    Examples
    --------
    >>> x, y = np.array([1.0, 2.0, 3.0, 3.0]), np.array([1.0, 1.0, 2.0, 3.0])
    >>> float(gamma(count(x, y)))
    1.0
    """
    return _ratio(counts.concordant - counts.discordant, counts.concordant + counts.discordant)


@_enter("tau-10", cites="Callison-Burch et al. 2010")
def tau_10(counts: PairCounts) -> Array:
    """Return the tau of WMT10 and WMT12, (C - D - M) / (C + D + M), in [-1, 1].

    Human ties are left out, metric ties are discordant (Callison-Burch et al. 2010 and 2012).

    Examples
    --------
    >>> x, y = np.array([1.0, 2.0, 3.0, 3.0]), np.array([1.0, 1.0, 2.0, 3.0])
    >>> float(tau_10(count(x, y)))
    0.6
    """
    return _ratio(counts.concordant - counts.discordant - counts.tied_metric, counts.untied_human)


@_enter("tau-13", cites="Macháček & Bojar 2013")
def tau_13(counts: PairCounts) -> Array:
    """Return the tau of WMT13, (C - D) / (C + D): all ties are left out, which is `gamma`.

    (Machacek and Bojar 2013, Results of the WMT13 metrics shared task.)

    Examples
    --------
    >>> x, y = np.array([1.0, 2.0, 3.0, 3.0]), np.array([1.0, 1.0, 2.0, 3.0])
    >>> float(tau_13(count(x, y)))
    1.0
    """
    return gamma(counts)


@_enter("tau-14", cites="Macháček & Bojar 2014")
def tau_14(counts: PairCounts) -> Array:
    """Return the tau of WMT14 and WMT15, (C - D) / (C + D + M), in [-1, 1].

    Human ties are left out, metric ties count 0 (Machacek and Bojar 2014).

    Examples
    --------
    >>> x, y = np.array([1.0, 2.0, 3.0, 3.0]), np.array([1.0, 1.0, 2.0, 3.0])
    >>> float(tau_14(count(x, y)))
    0.8
    """
    return _ratio(counts.concordant - counts.discordant, counts.untied_human)


@_enter("tau-eq", cites="Deutsch et al. 2023")
def tau_eq(counts: PairCounts) -> Array:
    """Return the tau that rewards agreement on ties, (C + B - D - H - M) / P, in [-1, 1].

    (Deutsch, Foster and Freitag 2023, Ties matter; mt-metrics-eval calls it 23.)

    Examples
    --------
    >>> x, y = np.array([1.0, 2.0, 3.0, 3.0]), np.array([1.0, 1.0, 2.0, 3.0])
    >>> float(tau_eq(count(x, y)).round(3))
    0.333
    """
    return 2 * acc_eq(counts) - 1


@_enter("acc-eq", cites="Deutsch et al. 2023")
def acc_eq(counts: PairCounts) -> Array:
    """Return the share of pairs on which metric and humans agree, ties included: (C + B) / P, in [0, 1].

    Constant metric scores get (H + B) / P, the share of human ties: the chance level to print beside it.
    (Deutsch, Foster and Freitag 2023, Ties matter; mt-metrics-eval calls it acc23.)

    Examples
    --------
    >>> x, y = np.array([1.0, 2.0, 3.0, 3.0]), np.array([1.0, 1.0, 2.0, 3.0])
    >>> float(acc_eq(count(x, y)).round(3))
    0.667
    """
    return _ratio(counts.concordant + counts.tied_both, counts.pairs)


@_enter("pairwise-accuracy", cites="Kocmi et al. 2021")
def pairwise_accuracy(counts: PairCounts) -> Array:
    """Return the share of pairs that the metric orders like humans, C / (C + D + M), in [0, 1].

    Human ties are left out, a metric tie is wrong (Kocmi et al. 2021, To ship or not to ship).

    Examples
    --------
    >>> x, y = np.array([1.0, 2.0, 3.0, 3.0]), np.array([1.0, 1.0, 2.0, 3.0])
    >>> float(pairwise_accuracy(count(x, y)))
    0.8
    """
    return _ratio(counts.concordant, counts.untied_human)


@_enter("somers-d", cites="Somers 1962")
def somers_d(counts: PairCounts) -> Array:
    """Return Somers' d of the metric given people, (C - D) / (C + D + M), in [-1, 1] (Somers 1962).

    Human ties are left out, a metric tie counts 0: the same number as `tau_14`, under its older name.

    Examples
    --------
    >>> x, y = np.array([1.0, 2.0, 3.0, 3.0]), np.array([1.0, 1.0, 2.0, 3.0])
    >>> float(somers_d(count(x, y)))
    0.8
    """
    return _ratio(counts.concordant - counts.discordant, counts.untied_human)


def human_tie_share(counts: PairCounts) -> Array:
    """Return the share of pairs that humans tie, (H + B) / P: what constant scores get for `acc_eq`.

    Examples
    --------
    >>> x, y = np.array([1.0, 2.0, 3.0, 3.0]), np.array([1.0, 1.0, 2.0, 3.0])
    >>> float(human_tie_share(count(x, y)).round(3))
    0.167
    """
    return _ratio(counts.tied_human + counts.tied_both, counts.pairs)


FORMULAS: dict[str, Formula] = {
    "kendall-a": kendall_a,
    "kendall": kendall_b,
    "gamma": gamma,
    "tau-10": tau_10,
    "tau-13": tau_13,
    "tau-14": tau_14,
    "tau-eq": tau_eq,
    "acc-eq": acc_eq,
    "pairwise-accuracy": pairwise_accuracy,
    "somers-d": somers_d,
}
"""What the pair counts alone decide; tau-c needs the number of distinct values, `wmt` another table."""


def _distinct(values: Array) -> NDArray[np.int64]:
    """Count the distinct values along the last axis, NaN not among them."""
    steps = np.diff(np.sort(values, axis=-1), axis=-1)
    some = (~np.isnan(values)).any(axis=-1)
    distinct: NDArray[np.int64] = (steps > 0).sum(axis=-1) + some
    return distinct


@COEFFICIENTS("kendall-c", cites="Stuart 1953")
def kendall_c(x: Array, y: Array) -> Array:
    """Return Stuart's tau-c, 2 (C - D) / (n² (k - 1) / k), k the smaller number of distinct values.

    It reaches 1 in tables that are not square (Stuart 1953).

    Parameters
    ----------
    x, y
        float64[..., n], broadcast against each other. A pair with a NaN is left out.

    Undefined
    ---------
    NaN where x or y is constant over the complete pairs.

    Examples
    --------
    >>> float(kendall_c(np.array([1.0, 2.0, 3.0, 3.0]), np.array([1.0, 1.0, 2.0, 3.0])))
    0.75
    """
    x, y = np.broadcast_arrays(x, y)
    complete = ~np.isnan(x) & ~np.isnan(y)
    counts = count(x, y)
    n = complete.sum(axis=-1)
    k = np.minimum(*(_distinct(np.where(complete, scores, np.nan)) for scores in (x, y)))
    return _ratio(2 * k * (counts.concordant - counts.discordant), n**2 * (k - 1))


@POOLED("wmt")
def wmt_parts(
    x: Array, y: Array, *, threshold: float = 25.0, human_ties: bool = False
) -> tuple[Array, Array]:
    """Return numerator and denominator of `wmt`, float64[...] each."""
    counts = count(x, y, threshold=threshold)
    right, pairs = counts.concordant, counts.pairs if human_ties else counts.untied_human
    return np.asarray(2 * right - pairs, np.float64), np.asarray(pairs, np.float64)


@COEFFICIENTS("wmt", cites="Mathur et al. 2020")
def wmt(x: Array, y: Array, *, threshold: float = 25.0, human_ties: bool = False) -> Array:
    """Return the Kendall-like tau of WMT17 to WMT20, (C - D - M) / (C + D + M) over the pairs that count.

    A pair counts when its human scores differ by at least the threshold; a metric tie is discordant (Mathur
    et al. 2020, Results of the WMT20 metrics shared task). Averaged over segments it is pooled: C, D and M
    are summed over the segments before they are divided, so that a segment weighs as many pairs as it has.

    Parameters
    ----------
    x, y
        float64[..., n], metric and human scores, broadcast against each other. A pair with a NaN is left out.
    threshold
        0 or more, in the unit of the human scores: 25 is for raw direct assessments out of 100.
    human_ties
        Call human ties discordant where the threshold is 0, as mt-metrics-eval does, instead of leaving them
        out.

    Undefined
    ---------
    NaN where no pair counts.

    Examples
    --------
    Humans tie the first two, and the metric ties the first and the last.

    >>> x, y = np.array([1.0, 2.0, 1.0]), np.array([80.0, 80.0, 0.0])
    >>> float(wmt(x, y)), float(wmt(x, y, threshold=0, human_ties=True).round(3))
    (0.0, -0.333)
    """
    return _ratio(*wmt_parts(x, y, threshold=threshold, human_ties=human_ties))
