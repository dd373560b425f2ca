"""References: which of them are used, with which weights, and how several become one score."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

import numpy as np

from workbench.errors import Problem, SpecError, suggest
from workbench.metrics.base import ComponentScores, Counts, Metric
from workbench.metrics.batch import BatchLayout
from workbench.metrics.own_class import rank_of, scores_of
from workbench.registry import read_name
from workbench.types import Array, Integers, Masks

_ROUNDING = 1e-12
"""By how much a weight that was computed may be less than it is."""
Weighting = Literal["rated", "shuffled", "signs", "one", "positive"]
"""Ablations of the weights, to see whether they matter or only the choice of references."""


def _ranks(layout: BatchLayout, order: Integers) -> Integers:
    """Return the place of each pair among its candidate's allowed pairs, by an order of the references."""
    key = order[layout.pair_reference] + np.where(layout.chosen, 0, len(order))
    by_candidate = np.lexsort((key, layout.pair_candidate))
    starts = np.cumsum(layout.pairs_of) - layout.pairs_of
    ranks = np.empty(layout.n_pairs, np.int64)
    ranks[by_candidate] = np.arange(layout.n_pairs) - starts[layout.pair_candidate[by_candidate]]
    return ranks


def select(
    how: str, layout: BatchLayout, names: Sequence[str], rng: np.random.Generator, where: str = ""
) -> BatchLayout:
    """Return the layout with only the selected references of each candidate.

    Parameters
    ----------
    how : str
        ``all``; ``first(k=4)``: the first four that the candidate may have, in the data's order;
        ``one``: the first; ``sample(k=4)``: four drawn at random, the same for all candidates of a group;
        ``weight(at_least=0.6)``: those rated so; ``named(reference=r2)``, several as
        ``named(reference=r1|r2)``.
    layout : BatchLayout
    names : sequence of str, n_references
    rng : numpy Generator
        Used by ``sample`` only.

    Raises
    ------
    SpecError
        Unknown selection, wrong parameter, or a name that no reference has.
    """
    name, parameters = read_name(how, where)
    if name not in _SELECTIONS:
        raise SpecError(Problem(where, f"unknown selection {name!r}", hint=suggest(name, _SELECTIONS)))
    wanted, choose = _SELECTIONS[name]
    if set(parameters) != set(wanted):
        allowed = f"{name}({', '.join(f'{key}=...' for key in wanted)})" if wanted else name
        raise SpecError(Problem(where, "wrong parameters of a selection", how, allowed))
    values = []
    for key, kind in wanted.items():
        value = parameters[key]
        if isinstance(value, bool) or not isinstance(value, kind) or (kind is int and int(value) < 1):
            words = {int: "1 or more", (int, float): "a number", (str, int, float): "a name"}
            raise SpecError(Problem(where, f"{key} is not usable in {how!r}", value, words[kind]))
        values.append(value)
    return layout.choose(choose(layout, list(names), rng, *values))


def check_selection(how: str, where: str = "") -> None:
    """Raise a `SpecError` unless `select` understands this."""
    empty = BatchLayout(np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(0, bool), np.zeros(0))
    if read_name(how, where).name != "named":
        select(how, empty, [], np.random.default_rng(0), where)


def _all(layout: BatchLayout, names: list[str], rng: np.random.Generator) -> Masks:
    return np.ones(layout.n_pairs, bool)


def _first(layout: BatchLayout, names: list[str], rng: np.random.Generator, k: int) -> Masks:
    return _ranks(layout, np.arange(len(names))) < k


def _sample(layout: BatchLayout, names: list[str], rng: np.random.Generator, k: int) -> Masks:
    return _ranks(layout, rng.permutation(len(names))) < k


def _weight(layout: BatchLayout, names: list[str], rng: np.random.Generator, at_least: float) -> Masks:
    return layout.weights[layout.pair_reference] >= at_least - _ROUNDING


def _named(layout: BatchLayout, names: list[str], rng: np.random.Generator, reference: object) -> Masks:
    # a name may have the sign that stands between several
    asked = [str(reference)] if str(reference) in names else str(reference).split("|")
    for each in asked:
        if each not in names:
            raise SpecError(Problem("", f"no reference is called {each!r}", hint=suggest(each, set(names))))
    return np.isin(names, asked)[layout.pair_reference]


def reweigh(how: Weighting, layout: BatchLayout, rng: np.random.Generator) -> BatchLayout:
    """Return the layout with other weights of its references.

    Parameters
    ----------
    how : str
        ``rated``: as they are. ``shuffled``: dealt anew, at random, among the references of a group that
        some candidate meets. ``signs``: -1, 0 or 1. ``one``: 1 for each. ``positive``: as they are, and
        references that have no positive one are not used.
    layout : BatchLayout
    rng : numpy Generator
        Used by ``shuffled`` only.

    Examples
    --------
    >>> layout = replace(BatchLayout.of_sizes([1], [3]), weights=np.array([0.5, -0.2, 0.0]))
    >>> reweigh("signs", layout, np.random.default_rng(0)).weights.tolist()
    [1.0, -1.0, 0.0]
    >>> reweigh("positive", layout, np.random.default_rng(0)).chosen.tolist()
    [True, False, False]
    """
    if how == "positive":
        # one without a weight stays, so that it is found missing
        return layout.choose(~(layout.weights[layout.pair_reference] <= 0))
    if how == "shuffled":
        return replace(layout, weights=_shuffled(layout, rng))
    if how == "signs":
        return replace(layout, weights=np.sign(layout.weights))
    return replace(layout, weights=np.ones_like(layout.weights)) if how == "one" else layout


def _shuffled(layout: BatchLayout, rng: np.random.Generator) -> Array:
    weights = layout.weights.copy()
    is_used = np.zeros(len(weights), bool)
    is_used[layout.pair_reference[layout.chosen]] = True
    for start, stop in zip(layout.reference_groups[:-1], layout.reference_groups[1:], strict=True):
        used = start + np.flatnonzero(is_used[start:stop])
        weights[used] = rng.permutation(weights[used])
    return weights


_PAIRS_AT_ONCE = 50_000
"""Pairs whose counts are combined together."""
_Kinds = dict[str, type | tuple[type, ...]]
_SELECTIONS: dict[str, tuple[_Kinds, Callable[..., Masks]]] = {
    "all": ({}, _all),
    "one": ({}, partial(_first, k=1)),
    "first": ({"k": int}, _first),
    "sample": ({"k": int}, _sample),
    "weight": ({"at_least": (int, float)}, _weight),
    "named": ({"reference": (str, int, float)}, _named),
}


def _pooled(metric: Metric, counts: Counts, chosen: Masks) -> ComponentScores:
    return scores_of(metric, (counts * chosen[..., None]).sum(axis=1))


def _best(metric: Metric, counts: Counts, chosen: Masks) -> ComponentScores:
    best = np.where(chosen, rank_of(metric, counts), -np.inf).argmax(axis=1)
    return scores_of(metric, np.take_along_axis(counts, best[:, None, None], axis=1)[:, 0])


def _mean(metric: Metric, counts: Counts, chosen: Masks) -> ComponentScores:
    number = np.maximum(chosen.sum(axis=1), 1)
    scores = scores_of(metric, counts)
    return {key: np.where(chosen, value, 0.0).sum(axis=1) / number for key, value in scores.items()}


def _jackknife(inner: Callable[[Metric, Counts, Masks], ComponentScores]) -> Callable[..., ComponentScores]:
    """Average over leaving out each chosen reference in turn; a single reference is just used."""

    def combine(metric: Metric, counts: Counts, chosen: Masks) -> ComponentScores:
        number = chosen.sum(axis=1)
        whole = inner(metric, counts, chosen)
        sums = {key: np.zeros(len(counts)) for key in whole}
        for left_out in range(chosen.shape[1]):
            rest = chosen.copy()
            rest[:, left_out] = False
            for key, value in inner(metric, counts, rest).items():
                sums[key] += np.where(chosen[:, left_out], value, 0.0)
        return {key: np.where(number > 1, sums[key] / np.maximum(number, 1), whole[key]) for key in whole}

    return combine


COMBINATIONS: dict[str, Callable[[Metric, Counts, Masks], ComponentScores]] = {
    "pooled": _pooled,
    "best": _best,
    "mean": _mean,
    "jackknife": _jackknife(_pooled),
    "jackknife(over=pooled)": _jackknife(_pooled),
    "jackknife(over=best)": _jackknife(_best),
}
"""How several references become one score.

pooled: the score of the summed counts (Lin 2004, eq. 1; ROUGE-1.5.5 -f A). best: the scores of the reference
with the highest recall, the first of equals (eq. 2; -f B). mean: the mean of the scores against each.
jackknife: the mean over the sets of all references but one (§2.1), each pooled or best.
"""


_ELSEWHERE = {
    "max": "best", "maximum": "best", "average": "mean", "avg": "mean", "concatenate": "pooled",
    "merge": "pooled", "union": "pooled",
}  # fmt: skip
"""What combinations are called in other programs."""


def get_combination(how: str, where: str = "") -> Callable[[Metric, Counts, Masks], ComponentScores]:
    """Return the combination of that name, or raise a `SpecError` with a suggestion."""
    name = str(read_name(how, where))
    if name not in COMBINATIONS:
        meant = _ELSEWHERE.get(how.strip().lower(), how)
        raise SpecError(Problem(where, f"unknown combination {how!r}", hint=suggest(meant, COMBINATIONS)))
    return COMBINATIONS[name]


def score_candidates(metric: Metric, counts: Counts, layout: BatchLayout, combine: str) -> ComponentScores:
    """Return each component of a metric for each candidate.

    Parameters
    ----------
    metric : Metric
    counts : float64[n_pairs, n_columns] or float64[n_candidates, n_columns]
        As the metric's counter returns them for this layout. Rows of pairs may include pairs that this
        layout does not choose.
    layout : BatchLayout
    combine : str
        A key of `COMBINATIONS`. Metrics that count whole sets of references have nothing to combine.

    Returns
    -------
    dict of float64[n_candidates]
        NaN where a candidate has no reference, or no value for another reason of the metric's.
    """
    if metric.counter.rows == "candidate":
        return scores_of(metric, counts)
    chosen, counts = layout.spread(layout.chosen), layout.spread(counts)
    step = max(1, _PAIRS_AT_ONCE // max(1, chosen.shape[1]))
    # some candidates at a time: a combination copies all counts of theirs
    parts = [
        get_combination(combine)(metric, counts[start : start + step], chosen[start : start + step])
        for start in range(0, max(1, len(chosen)), step)
    ]
    scores = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    return {key: np.where(chosen.any(axis=1), value, np.nan) for key, value in scores.items()}
