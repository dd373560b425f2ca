"""Tests of pairs of rows: which of two metrics agrees better with the same judgments."""

from typing import NamedTuple

import numpy as np

from workbench.analyses.compare.rivals import Rivals, RowPair
from workbench.analyses.compare.section import TestSpec
from workbench.experiment.row_coefficients import Coefficient, find_special
from workbench.stats.coefficients import get_coefficient
from workbench.stats.level_values import MatrixLevel
from workbench.stats.noise import round_noise
from workbench.stats.overlapping import DEPENDENT_TESTS
from workbench.stats.permutation import NO_DRAW, centred_tally, monte_carlo_error, p_values, permutation_test
from workbench.stats.permutation_pairs import permutation_pairs
from workbench.stats.streams import stream
from workbench.types import Array


class PairTest(NamedTuple):
    """The test of one pair; `p` and `error` are NaN where `reason` is not empty.

    `statistic` is that of a test of dependent correlations, else NaN; `exact` where no draw is random.
    """

    p: float
    error: float
    draws: int = 0
    exact: bool = False
    undefined: int = 0
    statistic: float = np.nan
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


def run_tests(rivals: Rivals, pairs: list[RowPair], test: TestSpec, seed: int) -> list[PairTest]:
    """Test pairs of rows, each (first, second); "greater" is that the first has the larger coefficient.

    All tests of a task share their draws.
    """
    if not pairs:
        return []
    if np.isnan(rivals.values).all():
        return [_without(rivals.why_undefined(pair)) for pair in pairs]
    if test.method == "permutation":
        return _permute(rivals, pairs, test, seed)
    if test.method == "bootstrap":
        return [_bootstrap(rivals, pair, test.alternative) for pair in pairs]
    return _compute(rivals, pairs, test)


def _permute(rivals: Rivals, pairs: list[RowPair], test: TestSpec, seed: int) -> list[PairTest]:
    level, swaps, why = rivals.level, rivals.level.swaps, rivals.level.why_not_swapped
    if find_special(rivals.coefficient):
        why = f"no permutation test of {rivals.coefficient}"
    if why or not swaps:
        return [_without(rivals.why_undefined(pair) or why) for pair in pairs]
    whole = [level.why_whole(row) for row in rivals.rows]
    scores = {False: rivals.swapped(False), **({True: rivals.swapped(True)} if any(whole) else {})}
    done: dict[RowPair, PairTest] = {}
    if swaps == "system" and len(pairs) >= len(rivals.rows):
        cells = [row for row, why in enumerate(whole) if not why]
        done |= _permute_at_once(rivals, cells, scores[False], test, seed)
        if any(whole) and test.swap == "systems":
            every = _permute_at_once(rivals, list(range(len(rivals.rows))), scores[True], test, seed)
            done = every | done
    outcomes = []
    for pair in pairs:
        why = next((whole[row] for row in pair if whole[row]), "")
        if why and test.swap != "systems":
            why = f"{why}: swap systems, or use a bootstrap"
            outcomes.append(_without(rivals.why_undefined(pair) or why))
        else:
            outcome = done.get(pair) or _permute_one(rivals, pair, swaps, scores[bool(why)], test, seed)
            why = rivals.why_undefined(pair) if outcome.reason else ""
            outcomes.append(outcome._replace(reason=why or outcome.reason))
    return outcomes


def _generator(rivals: Rivals, test: TestSpec, seed: int) -> np.random.Generator:
    return stream(seed, "permutation", rivals.rows[0].task.data.name, test.swap)


def _permute_one(
    rivals: Rivals, pair: RowPair, level: MatrixLevel, scores: tuple[Array, Array], test: TestSpec, seed: int
) -> PairTest:
    """Test one pair on scores and judgments from `Rivals.swapped`."""
    (x, y), z = scores[0][list(pair)], scores[1]
    rng = _generator(rivals, test, seed)
    found = permutation_test(x, y, z, rng, level, rivals.coefficient.name, test.swap, test.draws)
    p = {"two": found.p_two, "greater": found.p_greater, "less": found.p_less}[test.alternative]
    return _drawn_outcome(p, found.draws, found.exact, found.undefined, found.reason)


def _permute_at_once(
    rivals: Rivals, rows: list[int], scores: tuple[Array, Array], test: TestSpec, seed: int
) -> dict[RowPair, PairTest]:
    """Test all pairs of some rows, the earlier one first."""
    if len(rows) < 2:
        return {}
    rng = _generator(rivals, test, seed)
    found = permutation_pairs(scores[0][rows], scores[1], rng, rivals.coefficient.name, test.swap, test.draws)
    p_of = {"two": found.p_two, "greater": found.p_greater, "less": found.p_less}[test.alternative]
    done = {}
    for at, (i, j, reason) in enumerate(zip(found.first, found.second, found.reasons, strict=True)):
        undefined = int(found.undefined[at])
        pair = rows[i], rows[j]
        done[pair] = _drawn_outcome(float(p_of[at]), found.draws, found.exact, undefined, reason)
    return done


def _drawn_outcome(p: float, draws: int, exact: bool, undefined: int, reason: str) -> PairTest:
    if reason:
        return PairTest(np.nan, np.nan, draws, exact, undefined, reason=reason)
    error = float(monte_carlo_error(np.array(p), np.array(draws - undefined), exact))
    return PairTest(p, error, draws, exact, undefined)


def _bootstrap(rivals: Rivals, pair: RowPair, alternative: str) -> PairTest:
    """Count draws that are as far from the difference as it is from 0."""
    reason = rivals.why_undefined(pair) or rivals.why_not_drawn
    if reason:
        return _without(reason)
    first, second = pair
    values = rivals.drawn[:, first] - rivals.drawn[:, second]
    difference = float(rivals.values[first] - rivals.values[second])
    counts = centred_tally(values, difference)
    two, greater, less = p_values(counts, exact=False)
    p = float({"two": two, "greater": greater, "less": less}[alternative])
    defined = int(counts.defined)
    reason = "" if defined else NO_DRAW
    return _drawn_outcome(p, values.size, False, values.size - defined, reason)


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
