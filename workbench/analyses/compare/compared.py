"""Comparing: which of two metrics agrees better with the judgments, and how sure that is."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from workbench.analyses.compare.pair_tests import PairTest, run_family
from workbench.analyses.compare.rivals import Rivals, RowPair, lay_rivals
from workbench.analyses.compare.section import TestSpec
from workbench.executor import Executor
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.stats.coefficients.noise import tie_coefficients
from workbench.stats.tests.multiplicity import adjust
from workbench.types import Array

ITSELF = "the same scores: no setting changes what was computed elsewhere"


@dataclass(frozen=True, eq=False)
class Compared:
    """Rivals whose pairs were tested.

    Attributes
    ----------
    rivals : Rivals
    test : TestSpec
    pairs : list of (int, int)
        Numbers of rows: first and second.
    outcomes : list of PairTest
        A test for each pair.
    adjusted : float64[n_pairs]
        Its p-values, adjusted for all tests of the same task, criterion, level and coefficient.
    n_family : int
        How many these are, the same comparison once.
    repeats : list of bool
        Whether a pair is another one once more, or a row with itself: settings do not change scores that were
        computed elsewhere.
    """

    rivals: Rivals
    test: TestSpec
    pairs: list[RowPair]
    outcomes: list[PairTest]
    adjusted: Array
    n_family: int
    repeats: list[bool]

    @property
    def best(self) -> list[int]:
        """The rows with the highest coefficient, equal ones in order; none where none has a coefficient."""
        values = tie_coefficients(self.rivals.values)
        highest = np.max(values, initial=-np.inf, where=~np.isnan(values))
        return np.flatnonzero(values == highest).tolist()

    @property
    def n_tested(self) -> int:
        """How many of the tests of the family are its own: of pairs that have one and are no repeats."""
        each = zip(self.outcomes, self.repeats, strict=True)
        return sum(not np.isnan(outcome.p) and not repeats for outcome, repeats in each)

    @property
    def shown(self) -> list[tuple[int, RowPair]]:
        """The pairs to report, turned as they are reported, each with its place among all pairs.

        Without any best one these are all pairs, each with its reason.
        """
        best = self.best[:1]
        if self.test.rivals != "best" or not best:
            return [(at, pair) for at, pair in enumerate(self.pairs) if not self.repeats[at]]
        turned = [(at, (j, i) if i in best else (i, j)) for at, (i, j) in enumerate(self.pairs)]
        found = {
            # in another column the best may be another one, so that what repeats it stands here alone
            (self.rivals.rows[pair[0]].scored_as): (at, pair)
            for at, pair in reversed(turned)
            if pair[1] in best and self.outcomes[at].reason != ITSELF
        }
        return sorted(found.values())

    def p_matrix(self) -> Array:
        """Return the adjusted p-values of all pairs, float64[rows, rows]; NaN where there is none."""
        matrix = np.full((len(self.rivals.rows),) * 2, np.nan)
        for (i, j), p in zip(self.pairs, self.adjusted, strict=True):
            matrix[i, j] = matrix[j, i] = p
        return matrix

    def standings(self) -> list[str]:
        """Say of each row whether it is the best, tied with it or behind; "" where no test says so."""
        best = self.best
        if (~np.isnan(self.rivals.values)).sum() < 2:
            return [""] * len(self.rivals.rows)
        p = self.p_matrix()[best[0]]
        level = self.test.level
        return [
            "best" if row in best else "" if np.isnan(p[row]) else "tied" if p[row] > level else "behind"
            for row in range(p.size)
        ]


def compare_rows(
    plan: Plan, rows: list[Row], test: TestSpec, executor: Executor, *, resample: bool = False
) -> list[Compared]:
    """Test the pairs of all groups of rows.

    Parameters
    ----------
    plan : Plan
    rows : list of Row
        From `lay_rows`.
    test : TestSpec
        Of the experiment, or another one.
    executor : Executor
    resample : bool
        Whether the rivals need resamples, even where neither test nor intervals do.
    """
    laid = lay_rivals(plan, rows, test, resample or test.method == "bootstrap")
    families: dict[tuple[str, ...], list[int]] = {}
    for number, (rivals, _) in enumerate(laid):
        families.setdefault(tuple(rivals.place.values()), []).append(number)
    found: dict[int, Compared] = {}
    tested = executor.map(
        partial(_test_together, laid, test, plan.spec.seed), list(families.values()), "comparing"
    )
    for numbers, (outcomes, adjusted, n_family, repeats) in zip(families.values(), tested, strict=True):
        for number, mine, part, again in zip(numbers, outcomes, adjusted, repeats, strict=True):
            rivals, pairs = laid[number]
            found[number] = Compared(rivals, test, pairs, mine, part, n_family, again)
    return [found[number] for number in range(len(laid))]


def _test_together(
    laid: list[tuple[Rivals, list[RowPair]]], test: TestSpec, seed: int, numbers: list[int]
) -> tuple[list[list[PairTest]], list[Array], int, list[list[bool]]]:
    """Test the groups of a family, all under the same draws, and adjust for all their tests.

    Returns
    -------
    tuple
        Of each group the outcomes and the adjusted p-values of its pairs; how many tests the family has; of
        each group which pairs are repeated.
    """
    members = [laid[number] for number in numbers]
    keys = [
        [(rivals.rows[one].scored_as, rivals.rows[other].scored_as) for one, other in pairs]
        for rivals, pairs in members
    ]
    seen: set[tuple[tuple[str, ...], ...]] = set()
    repeats: list[list[bool]] = []
    for mine in keys:
        repeats.append([])
        for key in mine:
            repeats[-1].append(key in seen or key[0] == key[1])
            seen.add(key)
    once = [
        (rivals, [pair for pair, again in zip(pairs, mine, strict=True) if not again])
        for (rivals, pairs), mine in zip(members, repeats, strict=True)
    ]
    outcomes = run_family(once, test, seed)
    every = [outcome for each in outcomes for outcome in each]
    p = np.array([outcome.p for outcome in every], np.float64)
    if test.adjusted_by == "max-t":
        p_adjusted = np.array([outcome.largest for outcome in every], np.float64)
    else:
        p_adjusted = p if test.adjusted_by == "none" else adjust(p, test.adjusted_by)
    n_family = int((~np.isnan(p)).sum())
    new = [
        key
        for mine, again in zip(keys, repeats, strict=True)
        for key, is_new in zip(mine, ~np.array(again, np.bool_), strict=True)
        if is_new
    ]
    tested = dict(zip(new, zip(every, p_adjusted, strict=True), strict=True))
    itself = PairTest(np.nan, np.nan, reason=ITSELF), np.nan
    found = [[tested.get(key, itself) for key in mine] for mine in keys]
    parts = [np.array([adjusted for _, adjusted in mine], np.float64) for mine in found]
    return [[outcome for outcome, _ in mine] for mine in found], parts, n_family, repeats
