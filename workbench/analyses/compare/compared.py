"""Comparing: which of two metrics agrees better with the judgments, and how sure that is."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from workbench.analyses.compare.pair_tests import PairTest, run_tests
from workbench.analyses.compare.rivals import Rivals, RowPair, lay_rivals
from workbench.analyses.compare.section import TestSpec
from workbench.executor import Executor
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.stats.max_t import max_t
from workbench.stats.multiplicity import adjust
from workbench.stats.noise import round_noise
from workbench.stats.streams import stream
from workbench.types import Array


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
        How many these are.
    """

    rivals: Rivals
    test: TestSpec
    pairs: list[RowPair]
    outcomes: list[PairTest]
    adjusted: Array
    n_family: int

    @property
    def best(self) -> list[int]:
        """The rows with the highest coefficient, equal ones in order; none where none has a coefficient."""
        values = round_noise(self.rivals.values)
        highest = np.max(values, initial=-np.inf, where=~np.isnan(values))
        return np.flatnonzero(values == highest).tolist()

    @property
    def shown(self) -> list[tuple[int, RowPair]]:
        """The pairs to report, turned as they are reported, each with its place among all pairs.

        Without any best one these are all pairs, each with its reason.
        """
        best = self.best[:1]
        if self.test.rivals != "best" or not best:
            return list(enumerate(self.pairs))
        turned = [(at, (j, i) if i in best else (i, j)) for at, (i, j) in enumerate(self.pairs)]
        return [(at, pair) for at, pair in turned if pair[1] in best]

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
    seed = plan.spec.seed
    found = list(executor.map(lambda each: _test_rivals(*each, test, seed), laid, "comparing"))
    families: dict[tuple[str, ...], list[int]] = {}
    for number, (rivals, _) in enumerate(laid):
        families.setdefault(_family(rivals), []).append(number)
    adjusted: dict[int, Array] = {}
    sizes: dict[int, int] = {}
    for members in families.values():
        parts, size = _adjust([found[number] for number in members], test)
        adjusted |= dict(zip(members, parts, strict=True))
        sizes |= dict.fromkeys(members, size)
    return [
        Compared(rivals, test, pairs, found[number].outcomes, adjusted[number], sizes[number])
        for number, (rivals, pairs) in enumerate(laid)
    ]


def _family(rivals: Rivals) -> tuple[str, ...]:
    return tuple(rivals.place.values())


class _Tested(NamedTuple):
    """The tests of some rivals; for max-t the adjusted p-values and how many pairs they are adjusted for."""

    outcomes: list[PairTest]
    largest: Array
    n_pairs: int


def _test_rivals(rivals: Rivals, pairs: list[RowPair], test: TestSpec, seed: int) -> _Tested:
    outcomes = run_tests(rivals, pairs, test, seed)
    p = np.array([outcome.p for outcome in outcomes], np.float64)
    if test.correction != "max-t" or np.isnan(p).all() or not rivals.level.swaps:
        return _Tested(outcomes, p, 0)
    rng = stream(seed, "max-t", rivals.rows[0].task.data.name)
    x, z = rivals.swapped(whole=rivals.level.swaps == "system")
    matrix = max_t(x, z, rng, rivals.level.swaps, rivals.coefficient.name, test.draws, widen=True).p
    n_defined = int((~np.isnan(np.diagonal(matrix))).sum())
    largest = np.where(np.isnan(p), np.nan, np.array([matrix[pair] for pair in pairs]))
    return _Tested(outcomes, largest, n_defined * (n_defined - 1) // 2)


def _adjust(found: list[_Tested], test: TestSpec) -> tuple[list[Array], int]:
    """Return the adjusted p-values of all rivals of a family, and how many tests they are adjusted for.

    Max-t adjusts for the pairs of one group of rivals; several groups are adjusted for as Bonferroni does.
    It reorders the scores of all metrics where the test of a pair swaps those of two, so that it may be below
    the p-value of the pair alone, and is then raised to it.
    """
    if test.correction == "max-t":
        n_groups = sum(tested.n_pairs > 0 for tested in found)
        size = sum(tested.n_pairs for tested in found)
        alone = [np.array([outcome.p for outcome in tested.outcomes]) for tested in found]
        largest = [np.minimum(1.0, tested.largest * n_groups) for tested in found]
        return [np.maximum(*both) for both in zip(largest, alone, strict=True)], size
    p = np.array([outcome.p for tested in found for outcome in tested.outcomes], np.float64)
    adjusted = p if test.correction == "none" else adjust(p, test.correction)
    ends = np.cumsum([len(tested.outcomes) for tested in found])
    return np.split(adjusted, ends[:-1]), int((~np.isnan(p)).sum())
