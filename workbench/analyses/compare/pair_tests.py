"""Tests of pairs of rows: which of two metrics agrees better with the same judgments."""

from typing import NamedTuple

import numpy as np

from workbench.analyses.compare.rivals import Rivals, RowPair
from workbench.analyses.compare.section import TestSpec
from workbench.experiment.row_coefficients import Coefficient, find_special
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.levels.level_values import MatrixLevel
from workbench.stats.resampling.streams import stream
from workbench.stats.resampling.tally import NO_DRAW, monte_carlo_error, p_values, tally
from workbench.stats.tests.overlapping import DEPENDENT_TESTS
from workbench.stats.tests.permutation import permutation_tests
from workbench.stats.tests.reach import draws_needed, patterns_enumerated, smallest_p
from workbench.stats.tests.under_swaps import NO_ERROR, PermutationTests, Swapping, compare_under_swaps
from workbench.stats.tests.what_is_compared import PLAIN, STUDENTISED, what_is_compared
from workbench.types import Array, Integers, Masks

_OF_THESE = "; swap = 'inputs' asks about these systems alone"


class PairTest(NamedTuple):
    """The test of one pair; `p` and `error` are NaN where `reason` is not empty.

    `statistic` is that of a test of dependent correlations or a studentised one, else NaN; `exact` where no
    draw is random. `largest` is the p-value that the largest statistic of the family gives, where it was
    tested by swaps, and `smallest` the smallest adjusted one that draws and correction allow. `compared` says
    what is held against its like in draws; "" for a formula.
    """

    p: float
    error: float
    draws: int = 0
    exact: bool = False
    undefined: int = 0
    statistic: float = np.nan
    largest: float = np.nan
    smallest: float = np.nan
    compared: str = ""
    reason: str = ""


def _without(reason: str) -> PairTest:
    return PairTest(np.nan, np.nan, reason=reason)


class Overlap(NamedTuple):
    """What tests of dependent correlations are made of, float64[n_pairs] each; `reason` says why not."""

    r_xz: Array
    r_yz: Array
    r_xy: Array
    n: Array
    reason: list[str]


def overlap(rivals: Rivals, pairs: list[RowPair]) -> Overlap:
    """Return the correlations of pairs of rows with the judgments and each other, over systems."""
    test, why = "a test of dependent correlations", ""
    if not rivals.level.of_systems:
        why = f"{test} speaks of system scores, not of the {rivals.level.name} level"
    elif rivals.coefficient != Coefficient("pearson"):
        why = f"{test} is one of Pearson's coefficients, not of {rivals.coefficient}"
    if why:
        nan = np.full(len(pairs), np.nan)
        return Overlap(nan, nan, nan, nan, [rivals.why_undefined(pair) or why for pair in pairs])
    observed, judgments = rivals.swapped(whole=True)
    scores = round_noise(observed[..., 0])
    present = ~np.isnan(scores) & ~np.isnan(judgments[:, 0])
    # all three correlations are of the same systems: those that were judged
    scores = np.where(present, scores, np.nan)
    pearson = get_coefficient("pearson")
    x, y = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))
    alike = (present[x] == present[y]).all(axis=1)
    reasons = [
        rivals.why_undefined(pair) or ("" if same else "the two metrics have scores of different systems")
        for pair, same in zip(pairs, alike, strict=True)
    ]
    usable = np.array([not reason for reason in reasons], np.bool_)
    r_xy = np.where(usable, pearson(scores[x], scores[y]), np.nan)
    return Overlap(
        rivals.values[x], rivals.values[y], r_xy, present[x].sum(axis=1).astype(np.float64), reasons
    )


def run_family(
    members: list[tuple[Rivals, list[RowPair]]], test: TestSpec, seed: int
) -> list[list[PairTest]]:
    """Test pairs of rows of the groups of a family; of each group a test for each pair.

    Of a pair (first, second) "greater" is that the first has the larger coefficient. All tests of a family
    share their draws.
    """
    outcomes = [_run_tests(rivals, pairs, test) for rivals, pairs in members]
    if test.method == "permutation":
        outcomes = _permute(members, test, seed)
    found = [outcome.p for each in outcomes for outcome in each if not outcome.reason]
    correction, two_sided = test.adjusted_by, test.alternative == "two"
    swap = test.swap if test.method == "permutation" else ""

    def with_smallest(outcome: PairTest) -> PairTest:
        if outcome.reason or not outcome.draws:
            return outcome
        draws = outcome.draws - outcome.undefined
        least = smallest_p(draws, outcome.exact, len(found), correction, two_sided=two_sided, swap=swap)
        return outcome._replace(smallest=least)

    return [[with_smallest(outcome) for outcome in each] for each in outcomes]


def _run_tests(rivals: Rivals, pairs: list[RowPair], test: TestSpec) -> list[PairTest]:
    """Test what needs no swaps."""
    if np.isnan(rivals.values).all() or test.method == "permutation":
        return [_without(rivals.why_undefined(pair)) for pair in pairs]
    if test.method == "bootstrap":
        return [_bootstrap(rivals, pair, test.alternative) for pair in pairs]
    return _compute(rivals, pairs, test) if pairs else []


def _permute(members: list[tuple[Rivals, list[RowPair]]], test: TestSpec, seed: int) -> list[list[PairTest]]:
    """Test the pairs of all groups at once, under the same swaps.

    Where systems are swapped at system level their scores are; that serves metrics that have no others, too.
    Scores that are to be standard over cells are swapped cell by cell, where all metrics have them.
    """
    first = members[0][0]
    swaps = first.level.swaps
    lacking = any(
        row.scored.wholes is not None or first.level.why_whole(row)
        for rivals, _ in members
        for row in rivals.rows
    )
    whole = swaps == "system" and test.swap == "systems" and (test.statistic != "difference" or lacking)
    reasons, joined, start = [], [], 0
    for rivals, pairs in members:
        reasons.append(
            [rivals.why_undefined(pair) or _why_not_swapped(rivals, pair, whole) for pair in pairs]
        )
        joined += [
            (start + one, start + other)
            for (one, other), reason in zip(pairs, reasons[-1], strict=True)
            if not reason
        ]
        start += len(rivals.rows)
    if not joined or not swaps:
        return [[_without(reason) for reason in each] for each in reasons]
    rng = stream(seed, "permutation", first.rows[0].task.data.name, test.swap)
    draws = test.draws or draws_needed(len(joined), test.adjusted_by, test.level)
    how = Swapping(test.swap, test.statistic, draws, exact_up_to=patterns_enumerated(len(joined)))
    found, compared = _compare_swapped([rivals for rivals, _ in members], joined, rng, how, whole)
    if test.swap == "systems" and first.judged.segments.shape[1] > 1:
        found = found._replace(
            reasons=tuple(f"{why}{_OF_THESE * (why == NO_ERROR)}" for why in found.reasons)
        )
    side = ("two", "greater", "less").index(test.alternative)
    swapped = iter(range(len(joined)))
    return [
        [_without(reason) if reason else _swapped(found, next(swapped), side, compared) for reason in each]
        for each in reasons
    ]


def _compare_swapped(
    members: list[Rivals], pairs: list[RowPair], rng: np.random.Generator, how: Swapping, whole: bool
) -> tuple[PermutationTests, str]:
    """Compare pairs of the rows of all members, which differ in nothing else; say by which statistic."""
    first, special = members[0], find_special(members[0].coefficient)
    if special is None or special.swapped is None:
        scores, judgments = (
            np.concatenate([each.swapped(whole)[0] for each in members]),
            first.swapped(whole)[1],
        )
        # a system or input that nobody judged cannot be swapped: it is in no coefficient
        there = ~np.isnan(judgments)
        systems, inputs = there.any(axis=1), there.any(axis=0) | first.judged.is_held_against_all
        scores, judgments = scores[:, systems][..., inputs], judgments[systems][:, inputs]
        level: MatrixLevel = first.level.swaps or "system"
        name = first.coefficient.name
        compared = what_is_compared(level, name, how, judgments.shape[1], whole=whole)
        return permutation_tests(scores, judgments, rng, level, name, how, pairs), compared
    rows = [row.facing(first.judged) for each in members for row in each.rows]
    statistics, is_studentised = special.swapped(rows, first.judged, how)
    values = np.concatenate([each.values for each in members])
    chosen = np.array(pairs, np.int64)
    units = first.judged.population
    shape = int(units.systems.sum()), int(units.segments.sum())

    def under(masks: Masks, some: Integers) -> Array:
        every = np.zeros((len(masks), *first.judged.segments.shape), np.bool_)
        every[np.ix_(np.arange(len(masks)), *map(np.flatnonzero, units))] = masks
        return statistics(every, some)

    found = compare_under_swaps(
        statistics if shape == first.judged.segments.shape else under, values, chosen, rng, shape, how
    )
    if is_studentised:
        return found, STUDENTISED
    return found._replace(studentised=np.full(len(pairs), np.nan)), PLAIN


def _why_not_swapped(rivals: Rivals, pair: RowPair, whole: bool) -> str:
    special = find_special(rivals.coefficient)
    if rivals.level.why_not_swapped or special:
        known = special is not None and special.swapped is not None
        return rivals.level.why_not_swapped or (
            "" if known else f"no permutation test of {rivals.coefficient}"
        )
    found = [] if whole else [rivals.level.why_whole(rivals.rows[row]) for row in pair]
    return next((f"{why}: swap systems, or use a bootstrap" for why in found if why), "")


def _swapped(found: PermutationTests, at: int, side: int, compared: str) -> PairTest:
    outcome = _drawn(float(found.p[side, at]), found.draws, found.exact, int(found.undefined[at]))
    if found.reasons[at]:
        return outcome._replace(p=np.nan, error=np.nan, reason=found.reasons[at])
    return outcome._replace(
        statistic=float(found.studentised[at]), largest=float(found.adjusted[side, at]), compared=compared
    )


def _drawn(p: float, draws: int, exact: bool, undefined: int) -> PairTest:
    error = float(monte_carlo_error(np.array(p), np.array(draws - undefined), exact))
    return PairTest(p, error, draws, exact, undefined, reason="" if undefined < draws else NO_DRAW)


def _bootstrap(rivals: Rivals, pair: RowPair, alternative: str) -> PairTest:
    """Count draws that are as far from the difference as it is from 0."""
    reason = rivals.why_undefined(pair) or rivals.why_not_drawn
    if reason:
        return _without(reason)
    first, second = pair
    values = rivals.drawn[:, first] - rivals.drawn[:, second]
    difference = float(rivals.values[first] - rivals.values[second])
    counts = tally(values - difference, difference)
    two, greater, less = p_values(counts, exact=False)
    p = float({"two": two, "greater": greater, "less": less}[alternative])
    return _drawn(p, values.size, False, values.size - int(counts.defined))._replace(compared=PLAIN)


def _compute(rivals: Rivals, pairs: list[RowPair], test: TestSpec) -> list[PairTest]:
    """Use a test of dependent correlations, whose observations are the systems."""
    about = overlap(rivals, pairs)
    found = DEPENDENT_TESTS.get(test.method)(about.r_xz, about.r_yz, about.r_xy, about.n, test.alternative)
    outcomes = []
    for at, own in enumerate(about.reason):
        reason = own or str(found.reason[at])
        if reason:
            outcomes.append(_without(reason))
        else:
            p, statistic = float(found.p_value[at]), float(found.statistic[at])
            outcomes.append(PairTest(p, 0.0, exact=True, statistic=statistic))
    return outcomes
