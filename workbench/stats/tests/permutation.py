"""Paired permutation tests of whether metrics agree equally with the judgments, all under shared swaps."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from workbench.registry import cite, read_name
from workbench.stats.levels.estimates import row_means
from workbench.stats.levels.level_values import (
    MatrixLevel,
    check_choice,
    check_matrices,
    level_estimates,
    level_values,
)
from workbench.stats.tests.scales import on_one_scale, ranks_of_judged, standard_scores, tie_noise
from workbench.stats.tests.swapped import SwapStatistic, is_of_order, plan_swaps, swapped_statistics
from workbench.stats.tests.swaps import CELLS, Swap
from workbench.stats.tests.under_swaps import PermutationTests, Swapping, check_draws, compare_under_swaps
from workbench.types import Array, Integers, Masks

cite("test", dict.fromkeys(("permutation", "bootstrap"), "Deutsch et al. 2021"))
DEFAULT = Swapping()
HAS_UNIT = "its value depends on the unit of scores, and swapped ones are put on one scale: use a bootstrap"
"""Why a coefficient with a threshold in the unit of a metric, for instance, has no test by swaps."""
_SAME = 1e-6
_ROBUST = ("biweight", "percentage-bend", "shepherd", "skipped")
"""Some of these take others for outliers on another scale; the test is that of standard scores."""
_MANY_CELLS = 16_000_000


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
    different tests; `population` says what each speaks of. Where systems are swapped whose scores are
    correlated by rank, their ranks are swapped, since metrics may order systems alike on scales of other
    shapes, and the differences are not studentised (`plan_swaps`).

    The p-values `adjusted` for all pairs are those of the largest statistic of the pairs (max-T, step-down:
    Westfall and Young 1993, algorithm 2.8, with the shared swaps in place of their resamples): a pair is
    compared with the largest one among itself and the pairs that are less extreme. Metrics that
    agree have statistics that agree, so that the adjustment of studentised ones costs less than Holm's. Of
    plain differences the largest is mostly that of the pair with the most noise: two metrics that are alike
    and differ surely may then have a smaller p-value by Holm's.

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
    and its reason says why; so they are where the coefficient has a threshold in the unit of scores, as
    ``tau-eq(epsilon=0.02)`` has, or is another one of the scores on one scale. A pattern without a statistic
    is counted in `undefined` and left out.

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
    estimates = level_estimates(x, z, level, coefficient)
    values = np.array([estimate.value for estimate in estimates], np.float64)
    reasons = [
        " or ".join(dict.fromkeys(estimates[each].reason for each in pair if estimates[each].reason))
        for pair in chosen
    ]
    plan = plan_swaps(level, coefficient, swap, statistic, z.shape[1])
    cells, is_studentised = x, statistic == "studentised"
    of_means = swap == "systems" and level == "system" and not (np.isinf(x).any() or np.isinf(z).any())
    if of_means:
        # whole rows change places, so that their means are all that matters: those that are equal stay so on
        # one scale, which sums of cells on that scale need not
        x, z = np.array([row_means(metric) for metric in x]).reshape(len(x), -1, 1), row_means(z)[:, None]
    if how.standardize:
        scaled = [
            on_one_scale(metric, z, level) if is_studentised else standard_scores(metric, own)
            for metric, own in zip(x, cells, strict=True)
        ]
        x = tie_noise(np.array(scaled).reshape(x.shape), x, level == "segment" and is_studentised)
        if of_means and is_studentised and is_of_order(coefficient):
            x = np.array([ranks_of_judged(metric[:, 0], z[:, 0]) for metric in x])[..., np.newaxis]

    if how.standardize:
        has_unit = _has_unit(x, z, level, coefficient, values)
        reasons = [
            why or (HAS_UNIT if has_unit[pair].any() else "")
            for why, pair in zip(reasons, chosen, strict=True)
        ]

    def statistics(masks: Masks, some: Integers) -> Array:
        return swapped_statistics(x, z, masks, some, plan)

    # pairs of cells are summed up anew for each piece of patterns
    at_once = _MANY_CELLS if plan.together else CELLS
    found = compare_under_swaps(
        statistics, values, chosen, rng, (z.shape[0], z.shape[1]), how, reasons, at_once
    )
    return found if plan.units else found._replace(studentised=np.full(len(chosen), np.nan))


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


def _has_unit(x: Array, z: Array, level: MatrixLevel, coefficient: str, values: Array) -> Masks:
    """Tell of each metric whether its scores on one scale have another coefficient than `values`."""
    name, parameters = read_name(coefficient)
    if is_of_order(coefficient):
        # a threshold that ties the same pairs here and there still ties others under swaps
        return np.full(len(x), bool(parameters.get("epsilon")))
    if name in ("pearson", *_ROBUST):
        return np.zeros(len(x), np.bool_)
    scaled = level_values(np.where(np.isinf(x), np.nan, x), z, level, coefficient)
    return np.asarray(~(np.abs(scaled - values) <= _SAME))
