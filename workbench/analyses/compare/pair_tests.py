"""Tests of pairs of rows: which of two metrics agrees better with the same judgments."""

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from workbench.analyses.compare.rivals import Pair, Rivals
from workbench.analyses.compare.section import TestSpec
from workbench.experiment.row_coefficients import get_row_coefficient
from workbench.stats.coefficients import get_coefficient
from workbench.stats.level_values import Level
from workbench.stats.levels import row_means
from workbench.stats.noise import round_noise
from workbench.stats.overlapping import DEPENDENT_TESTS
from workbench.stats.permutation import NO_DRAW, monte_carlo_error, p_values, permutation_test, tally
from workbench.stats.permutation_pairs import permutation_pairs
from workbench.stats.streams import stream

Array = NDArray[np.float64]


class Outcome(NamedTuple):
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


def _without(reason: str) -> Outcome:
    return Outcome(np.nan, np.nan, reason=reason)


class Overlap(NamedTuple):
    """What tests of dependent correlations are made of, float64[n_pairs] each; `reason` says why not."""

    r_xz: Array
    r_yz: Array
    r_xy: Array
    n: Array
    reason: list[str]


def overlap(rivals: Rivals, pairs: list[Pair]) -> Overlap:
    """Return the correlations of pairs of rows with the judgments and each other, over systems."""
    why = ""
    if rivals.level != "system":
        why = f"a test of dependent correlations speaks of system scores, not of the {rivals.level} level"
    elif rivals.coefficient != "pearson":
        why = (
            f"a test of dependent correlations is one of Pearson's coefficients, not of {rivals.coefficient}"
        )
    if why:
        nan = np.full(len(pairs), np.nan)
        return Overlap(nan, nan, nan, nan, [rivals.why_undefined(pair) or why for pair in pairs])
    scores = round_noise(np.stack([row.systems for row in rivals.rows]))
    present = ~np.isnan(scores) & ~np.isnan(row_means(rivals.judged.scores))
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


def run_tests(rivals: Rivals, pairs: list[Pair], test: TestSpec, seed: int) -> list[Outcome]:
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


def _permute(rivals: Rivals, pairs: list[Pair], test: TestSpec, seed: int) -> list[Outcome]:
    if get_row_coefficient(rivals.coefficient) is not None:
        why = f"no permutation test of {rivals.coefficient}"
        return [_without(rivals.why_undefined(pair) or why) for pair in pairs]
    if rivals.why_not_swapped:
        return [_without(rivals.why_undefined(pair) or rivals.why_not_swapped) for pair in pairs]
    at_once = rivals.level == "system" and len(pairs) >= len(rivals.rows)
    pooled = [row.pools and rivals.level == "system" for row in rivals.rows]
    done: dict[Pair, Outcome] = {}
    if at_once:
        cells = [row for row, pools in enumerate(pooled) if not pools]
        done |= _permute_at_once(rivals, cells, False, test, seed)
        if any(pooled) and test.swap == "systems":
            whole = _permute_at_once(rivals, list(range(len(rivals.rows))), True, test, seed)
            done |= {pair: outcome for pair, outcome in whole.items() if pair not in done}
    outcomes = []
    for pair in pairs:
        sums = any(pooled[row] for row in pair)
        if sums and test.swap != "systems":
            metric = next(rivals.rows[row].label[0] for row in pair if pooled[row])
            why = f"{metric} sums counts over segments, so that no segment has a score to swap"
            outcomes.append(
                _without(rivals.why_undefined(pair) or f"{why}: swap systems, or use a bootstrap")
            )
        else:
            outcome = done[pair] if pair in done else _permute_one(rivals, pair, sums, test, seed)
            why = rivals.why_undefined(pair) if outcome.reason else ""
            outcomes.append(outcome._replace(reason=why or outcome.reason))
    return outcomes


def _scores(rivals: Rivals, row: int, whole: bool) -> Array:
    """Return the scores that are swapped: of cells, or of whole systems in one column."""
    return rivals.rows[row].systems[:, np.newaxis] if whole else rivals.cells(row)


def _judgments(rivals: Rivals, whole: bool) -> Array:
    return row_means(rivals.judged.scores)[:, np.newaxis] if whole else rivals.laid[0][1].scores


def _generator(rivals: Rivals, test: TestSpec, seed: int) -> np.random.Generator:
    return stream(seed, "permutation", rivals.rows[0].side.data.name, test.swap)


def _permute_one(rivals: Rivals, pair: Pair, whole: bool, test: TestSpec, seed: int) -> Outcome:
    x, y = (_scores(rivals, row, whole) for row in pair)
    found = permutation_test(
        x,
        y,
        _judgments(rivals, whole),
        _generator(rivals, test, seed),
        cast(Level, rivals.laid[0][2]),
        rivals.coefficient,
        test.swap,
        test.draws,
    )
    p = {"two": found.p_two, "greater": found.p_greater, "less": found.p_less}[test.alternative]
    return _drawn_outcome(p, found.draws, found.exact, found.undefined, found.reason)


def _permute_at_once(
    rivals: Rivals, rows: list[int], whole: bool, test: TestSpec, seed: int
) -> dict[Pair, Outcome]:
    """Test all pairs of some rows, the earlier one first."""
    if len(rows) < 2:
        return {}
    found = permutation_pairs(
        np.stack([_scores(rivals, row, whole) for row in rows]),
        _judgments(rivals, whole),
        _generator(rivals, test, seed),
        rivals.coefficient,
        test.swap,
        test.draws,
    )
    p_of = {"two": found.p_two, "greater": found.p_greater, "less": found.p_less}[test.alternative]
    done = {}
    for at, (i, j, reason) in enumerate(zip(found.first, found.second, found.reasons, strict=True)):
        undefined = int(found.undefined[at])
        pair = rows[i], rows[j]
        done[pair] = _drawn_outcome(float(p_of[at]), found.draws, found.exact, undefined, reason)
    return done


def _drawn_outcome(p: float, draws: int, exact: bool, undefined: int, reason: str) -> Outcome:
    if reason:
        return Outcome(np.nan, np.nan, draws, exact, undefined, reason=reason)
    error = float(monte_carlo_error(np.array(p), np.array(draws - undefined), exact))
    return Outcome(p, error, draws, exact, undefined)


def _bootstrap(rivals: Rivals, pair: Pair, alternative: str) -> Outcome:
    """Count draws that are as far from the difference as it is from 0 (see `bootstrap_difference`)."""
    reason = rivals.why_undefined(pair) or rivals.why_not_drawn
    if reason:
        return _without(reason)
    first, second = pair
    values = rivals.drawn[:, first] - rivals.drawn[:, second]
    difference = float(rivals.values[first] - rivals.values[second])
    counts = tally(values - difference, difference)
    two, greater, less = p_values(counts, exact=False)
    p = float({"two": two, "greater": greater, "less": less}[alternative])
    defined = int(counts.defined)
    reason = "" if defined else NO_DRAW
    return _drawn_outcome(p, values.size, False, values.size - defined, reason)


def _compute(rivals: Rivals, pairs: list[Pair], test: TestSpec) -> list[Outcome]:
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
            outcomes.append(Outcome(p, 0.0, exact=True, statistic=statistic))
    return outcomes
