"""Paired permutation tests of whether metrics agree equally with the judgments, all under shared swaps."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.errors import Problem, SpecError
from workbench.registry import cite
from workbench.stats.levels.estimates import row_means
from workbench.stats.levels.level_values import MatrixLevel, check_choice, check_matrices, level_estimate
from workbench.stats.resampling.tally import (
    NO_DRAW,
    Tally,
    monte_carlo_error,
    p_values,
    reaches,
    sides,
    tally,
)
from workbench.stats.tests.swapped import (
    SwapStatistic,
    on_one_scale,
    plan_swaps,
    standard_scores,
    swapped_statistics,
)
from workbench.stats.tests.swaps import EXACT_UP_TO, POPULATIONS, Swap, count_patterns, swap_masks
from workbench.types import Array

cite("test", dict.fromkeys(("permutation", "bootstrap"), "Deutsch et al. 2021"))
cite("correction", {"max-t": "Westfall & Young 1993"})
NO_ERROR = "no standard error: fewer than two of what is swapped can be left out"
_BLOCK = 1_000_000
"""Statistics that are held at a time."""


class Swapping(NamedTuple):
    """What a permutation test swaps, compares and draws.

    Attributes
    ----------
    swap : str
        systems, inputs, both-cell or both-xor.
    statistic : str
        studentised: see `swapped_statistics`. difference: that of the coefficients, of scores that are
        standard over all cells, which is the test of Deutsch et al. and of their program nlpstats.
    draws : int
        Random patterns, when there are too many to enumerate.
    standardize : bool
        Whether scores are first put on one scale. Without it the metrics must have the same scale, or a
        swap means nothing.
    exact_up_to : int
        Most patterns that are enumerated instead of drawn.
    """

    swap: Swap = "systems"
    statistic: SwapStatistic = "studentised"
    draws: int = 1000
    standardize: bool = True
    exact_up_to: int = EXACT_UP_TO


DEFAULT = Swapping()


class PermutationTest(NamedTuple):
    """A difference of two coefficients, and how often swapped scores give one as large.

    Attributes
    ----------
    statistic : float
        Coefficient of the first metric minus that of the second.
    p_two, p_greater, p_less : float
        Share of patterns whose statistic is at least as far from 0, at least as large, at most as large.
        Never 0.
    draws : int
        Patterns that were looked at.
    exact : bool
        Whether these are all patterns.
    error : float
        Monte-Carlo standard error of `p_two`; 0 when exact.
    undefined : int
        Patterns that have no statistic; they are left out of the shares.
    population : str
        Which systems and inputs the test speaks of.
    reason : str
        Why there is no result; "" where there is one.
    """

    statistic: float
    p_two: float
    p_greater: float
    p_less: float
    draws: int
    exact: bool
    error: float
    undefined: int
    population: str
    reason: str = ""


class PermutationTests(NamedTuple):
    """The tests of pairs of metrics under the same swaps.

    Attributes
    ----------
    pairs : int64[n_pairs, 2]
        The two metrics of each.
    difference : float64[n_pairs]
        Coefficient of the first metric minus that of the second.
    studentised : float64[n_pairs]
        What was compared with its like under the swaps; NaN where that is the difference itself.
    p, adjusted : float64[3, n_pairs]
        P-values, alone and adjusted for all pairs: two-sided, for a larger and for a smaller first
        coefficient.
    draws, exact, population
        As in `PermutationTest`, for all pairs.
    error, undefined, reasons
        As there, for each pair.
    """

    pairs: NDArray[np.int64]
    difference: Array
    studentised: Array
    p: Array
    adjusted: Array
    draws: int
    exact: bool
    error: Array
    undefined: NDArray[np.int64]
    population: str
    reasons: tuple[str, ...]


def check_draws(draws: int) -> None:
    """Raise a `SpecError` unless there is at least one draw."""
    if draws < 1:
        raise SpecError(Problem("", "too few draws", draws, "1 or more"))


def permutation_tests(
    x: Array,
    z: Array,
    rng: np.random.Generator,
    level: MatrixLevel = "system",
    coefficient: str = "pearson",
    how: Swapping = DEFAULT,
    pairs: Sequence[tuple[int, int]] | None = None,
) -> PermutationTests:
    """Test whether metrics correlate equally with judgments, by swapping the scores of two of them.

    Swapping `systems` or `inputs` exchanges whole rows or columns, `both-cell` each cell on its own
    (Deutsch, Dror and Roth 2021, TACL 9), `both-xor` the cells whose row and column marks differ. These are
    different tests; `population` says what each speaks of.

    The p-values `adjusted` for all pairs are those of the largest statistic of the pairs (max-T, step-down:
    Westfall and Young 1993, algorithm 2.8, with the shared swaps in place of their resamples): a pair is
    compared with the largest one among itself and the pairs that are less extreme. Metrics that
    agree have statistics that agree, so that the adjustment costs less than Holm's.

    Parameters
    ----------
    x
        float64[n_metrics, n_systems, n_segments]: scores, higher is better. NaN is a missing cell; it is
        swapped like a score, and each coefficient rests on the cells that it finds complete.
    z
        float64[n_systems, n_segments]: judgments.
    rng
        Used only when not all patterns are enumerated.
    level
        system, segment (Deutsch et al.: input) or global.
    coefficient
        A name that `get_coefficient` knows. Others than Pearson's, Spearman's and Kendall's are slow.
    how
        What is swapped, compared and drawn.
    pairs
        Numbers of metrics, first and second; all pairs by default: (0, 1), (0, 2) ... (1, 2) ...

    Raises
    ------
    SpecError
        For unknown names, different shapes, and fewer than 1 draw.

    Undefined
    ---------
    Without a coefficient of one of its metrics, or an error of their difference, a pair's p-values are NaN
    and its reason says why. A pattern without a statistic is counted in `undefined` and left out.

    Examples
    --------
    >>> x = np.array([[[-3.0], [-1.0], [1.0], [3.0]], [[3.0], [1.0], [-1.0], [-3.0]], [[1.0]] * 4])
    >>> tests = permutation_tests(x, x[0], np.random.default_rng(0))
    >>> tests.p[0]
    array([0.125,   nan,   nan])
    >>> tests.reasons
    ('', 'constant metric scores', 'constant metric scores')
    """
    swap, statistic, draws = how[:3]
    check_choice("level", level, MatrixLevel)
    check_choice("swap", swap, Swap)
    check_choice("statistic", statistic, SwapStatistic)
    check_matrices(z, *x)
    check_draws(draws)
    chosen = np.array(list(zip(*np.triu_indices(len(x), 1), strict=True)) if pairs is None else pairs)
    chosen = chosen.astype(np.int64).reshape(-1, 2)
    estimates = [level_estimate(metric, z, level, coefficient) for metric in x]
    values = np.array([estimate.value for estimate in estimates], np.float64)
    reasons = [
        " or ".join(dict.fromkeys(estimates[each].reason for each in pair if estimates[each].reason))
        for pair in chosen
    ]
    plan = plan_swaps(level, coefficient, swap, statistic, z.shape[1])
    if how.standardize:
        scale = on_one_scale if statistic == "studentised" else _over_cells
        x = np.array([scale(metric, z, level) for metric in x]).reshape(x.shape)
    if swap == "systems" and level == "system" and not (np.isinf(x).any() or np.isinf(z).any()):
        # whole rows change places, so that their means are all that matters
        x, z = np.array([row_means(metric) for metric in x]).reshape(len(x), -1, 1), row_means(z)[:, None]
    tested = np.array([not reason for reason in reasons], np.bool_)
    observed = np.full(len(chosen), np.nan)
    if tested.any():
        nothing = np.zeros((1, *z.shape), np.bool_)
        observed[tested] = swapped_statistics(x, z, nothing, chosen[tested], plan)[0]
        reasons = [why or (NO_ERROR if np.isnan(o) else "") for why, o in zip(reasons, observed, strict=True)]
        tested = ~np.isnan(observed)
    patterns = count_patterns(swap, z.shape, draws, how.exact_up_to)
    counts, largest = Tally(*np.zeros((4, tested.sum()), np.int64)), _Largest(observed[tested])
    if tested.any():
        step = max(1, _BLOCK // int(tested.sum()))
        for masks in swap_masks(swap, z.shape, patterns, rng):
            for start in range(0, len(masks), step):
                drawn = swapped_statistics(x, z, masks[start : start + step], chosen[tested], plan)
                counts = counts.plus(tally(drawn, observed[tested]))
                largest.count(drawn)
    p, adjusted = np.full((2, 3, len(chosen)), np.nan)
    p[:, tested] = p_values(counts, patterns.exact)
    # fewer patterns may be defined for a pair than for the family
    adjusted[:, tested] = np.maximum(largest.p_values(patterns.exact), p[:, tested])
    error, undefined = np.full(len(chosen), np.nan), np.zeros(len(chosen), np.int64)
    error[tested] = monte_carlo_error(p[0, tested], counts.defined, patterns.exact)
    undefined[tested] = patterns.number - counts.defined
    number, exact = patterns if tested.any() else (0, False)
    return PermutationTests(
        chosen,
        values[chosen[:, 0]] - values[chosen[:, 1]],
        observed if plan.units else np.full(len(chosen), np.nan),
        p,
        adjusted,
        number,
        exact,
        error,
        undefined,
        POPULATIONS[swap],
        tuple(
            why or (NO_DRAW if left and left == number else "")
            for why, left in zip(reasons, undefined, strict=True)
        ),
    )


def permutation_test(
    x: Array,
    y: Array,
    z: Array,
    rng: np.random.Generator,
    level: MatrixLevel = "system",
    coefficient: str = "pearson",
    how: Swapping = DEFAULT,
) -> PermutationTest:
    """Test whether metrics X and Y correlate equally with judgments Z: `permutation_tests` of one pair.

    Examples
    --------
    X has the order of Z and Y the opposite one: only the two patterns that swap nothing or everything
    give differences as large.

    >>> x = np.array([[-3.0], [-1.0], [1.0], [3.0]])
    >>> test = permutation_test(x, -x, x, np.random.default_rng(0))
    >>> test.statistic, test.p_two, test.draws, test.exact
    (2.0, 0.125, 16, True)
    """
    check_matrices(z, x, y)
    metrics = np.array([x, y])
    tests = permutation_tests(metrics, z, rng, level, coefficient, how)
    two, greater, less = tests.p[:, 0].tolist()
    return PermutationTest(
        float(tests.difference[0]), two, greater, less, tests.draws, tests.exact, float(tests.error[0]),
        int(tests.undefined[0]), tests.population, tests.reasons[0],
    )  # fmt: skip


def _over_cells(metric: Array, _: Array, __: MatrixLevel) -> Array:
    return standard_scores(metric)


class _Largest:
    """How often the largest statistic among a pair and all that are less extreme is as extreme as it."""

    def __init__(self, observed: Array) -> None:
        self.sides = sides(observed)
        self.orders = [np.argsort(side, kind="stable") for side in self.sides]
        self.hits = np.zeros((3, observed.size), np.int64)
        self.defined = 0

    def count(self, drawn: Array) -> None:
        """Add draws, float64[n_draws, n_pairs]."""
        self.defined += int((~np.isnan(drawn)).any(axis=1).sum())
        for hits, order, own, values in zip(self.hits, self.orders, self.sides, sides(drawn), strict=True):
            upwards = np.where(np.isnan(values), -np.inf, values)[:, order]
            hits[order] += reaches(np.maximum.accumulate(upwards, axis=1), own[order]).sum(axis=0)

    def p_values(self, exact: bool) -> Array:
        """Return the adjusted p-values, float64[3, n_pairs]: none is below that of a more extreme pair."""
        more = 0 if exact else 1
        p = np.full(self.hits.shape, np.nan)
        if self.defined:
            p = (self.hits + more) / (self.defined + more)
        for mine, order in zip(p, self.orders, strict=True):
            mine[order[::-1]] = np.maximum.accumulate(mine[order[::-1]])
        return p
