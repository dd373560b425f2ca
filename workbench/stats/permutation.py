"""Paired permutation tests of whether two metrics correlate equally with the judgments."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.errors import Problem, SpecError
from workbench.registry import cite
from workbench.stats.level_values import (
    MatrixLevel,
    check_choice,
    check_matrices,
    level_estimate,
    level_values,
)
from workbench.stats.swaps import POPULATIONS, Swap, count_patterns, swap_masks
from workbench.types import Array

cite("test", dict.fromkeys(("permutation", "bootstrap"), "Deutsch et al. 2021"))
NO_DRAW = "no draw has a coefficient"
SLACK = 1e-9
"""A draw this little below the observed statistic still equals it: sums run in another order."""


class PermutationTest(NamedTuple):
    """A difference of two coefficients, and how often swapped scores give one as large.

    Attributes
    ----------
    statistic : float
        Coefficient of the first metric minus that of the second, in [-2, 2].
    p_two, p_greater, p_less : float
        Share of patterns whose difference is at least as far from 0, at least as large, at most as large.
        Never 0.
    draws : int
        Patterns that were looked at.
    exact : bool
        Whether these are all patterns.
    error : float
        Monte-Carlo standard error of `p_two`; 0 when exact.
    undefined : int
        Patterns under which one of the metrics has no coefficient; they are left out of the shares.
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


class Tally(NamedTuple):
    """How many draws were defined and how many of them at least as extreme; of shape [...] each."""

    defined: NDArray[np.int64]
    two: NDArray[np.int64]
    greater: NDArray[np.int64]
    less: NDArray[np.int64]

    def plus(self, other: "Tally") -> "Tally":
        """Return the tally of the draws of both."""
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))


def tally(values: Array, observed: Array | float) -> Tally:
    """Compare drawn differences, float64[n_draws, ...], with the observed ones, float64[...].

    Examples
    --------
    >>> found = tally(np.array([-0.5, 0.5, 0.1, np.nan]), 0.5)
    >>> [int(number) for number in found]
    [3, 2, 1, 3]
    """
    return Tally(
        (~np.isnan(values)).sum(axis=0),
        (np.abs(values) >= np.abs(observed) - SLACK).sum(axis=0),
        (values >= observed - SLACK).sum(axis=0),
        (values <= observed + SLACK).sum(axis=0),
    )


def centred_tally(values: Array, observed: Array | float) -> Tally:
    """Compare bootstrapped differences, float64[n_draws, ...], with the observed ones, float64[...].

    Under the hypothesis of no difference the drawn differences would scatter around 0 as they do around the
    observed one, so draws count whose distance from it is at least its own from 0. (Some programs move the
    draws by the absolute value of the difference; they reject too often.)

    Examples
    --------
    >>> found = centred_tally(np.array([0.5, 1.0, 1.1, -0.1, np.nan]), 0.5)
    >>> [int(number) for number in found]
    [4, 3, 2, 3]
    """
    return tally(values - observed, observed)


def p_values(counts: Tally, exact: bool) -> tuple[Array, Array, Array]:
    """Return the two-sided p-value, that for a larger and that for a smaller difference.

    All patterns: count / patterns, the observed one among them. Random ones: (1 + count) / (1 + draws), the
    observed one added (Phipson and Smyth 2010). Only draws that are defined enter.

    Examples
    --------
    >>> none = Tally(*np.array([99, 0, 0, 99]))
    >>> p_values(none, exact=False)[0]
    np.float64(0.01)
    """
    more = 0 if exact else 1
    number = np.asarray(counts.defined + more, np.float64)
    two, greater, less = (
        np.divide(hits + more, number, out=np.full(number.shape, np.nan), where=counts.defined > 0)[()]
        for hits in counts[1:]
    )
    return two, greater, less


def monte_carlo_error(p: Array, draws: NDArray[np.int64], exact: bool) -> Array:
    """Return the standard error of p-values that rest on random draws, sqrt(p (1 - p) / draws).

    Examples
    --------
    >>> float(monte_carlo_error(np.array(0.5), np.array(100), exact=False))
    0.05
    """
    if exact:
        return np.where(np.isnan(p), np.nan, 0.0)
    return np.sqrt(p * (1 - p) / np.maximum(draws, 1))


def standard_scores(scores: Array) -> Array:
    """Return scores minus their mean, divided by their standard deviation over all present cells.

    The divisor is the number of cells. Constant scores become 0; infinite ones have no scale and are left as
    they are.

    Parameters
    ----------
    scores
        float64[n_systems, n_segments]; NaN stays NaN.

    Examples
    --------
    >>> standard_scores(np.array([[1.0, 3.0], [np.nan, 3.0], [1.0, np.nan]]))
    array([[-1.,  1.],
           [nan,  1.],
           [-1., nan]])
    """
    present = ~np.isnan(scores)
    if not present.any() or np.isinf(scores).any():
        return scores
    first = scores[present][0]
    distances = np.where(present, scores - first, 0.0)
    distances = np.where(present, distances - distances.sum() / present.sum(), 0.0)
    scale = np.abs(distances).max()
    if scale > 0:
        distances /= scale
        distances /= np.sqrt((distances**2).sum() / present.sum())
    return np.where(present, distances, np.nan)


def check_draws(draws: int) -> None:
    """Raise a `SpecError` unless there is at least one draw."""
    if draws < 1:
        raise SpecError(Problem("", "too few draws", draws, "1 or more"))


def permutation_test(
    x: Array,
    y: Array,
    z: Array,
    rng: np.random.Generator,
    level: MatrixLevel = "system",
    coefficient: str = "pearson",
    swap: Swap = "systems",
    draws: int = 1000,
) -> PermutationTest:
    """Test whether metrics X and Y correlate equally with judgments Z, by swapping scores of X and Y.

    Swapping `systems` or `inputs` exchanges whole rows or columns, `both-cell` each cell on its own
    (Deutsch, Dror and Roth 2021, TACL 9), `both-xor` the cells whose row and column marks differ (what
    their program nlpstats does). These are different tests; `population` says what each speaks of. Scores
    are first put on one scale (`standard_scores`).

    Parameters
    ----------
    x, y, z
        float64[n_systems, n_segments]: scores of the metrics and judgments, higher is better. NaN is a
        missing cell; it is swapped like a score, and each coefficient rests on the cells that it finds
        complete (pairwise complete).
    rng
        Used only when not all patterns are enumerated.
    level
        system, segment (Deutsch et al.: input) or global.
    coefficient
        A name that `get_coefficient` knows.
    draws
        Random patterns, when there are too many to enumerate (`workbench.stats.swaps.EXACT_UP_TO`).

    Raises
    ------
    SpecError
        For unknown names, different shapes, and fewer than 1 draw.

    Undefined
    ---------
    Without a coefficient of X or Y everything is NaN, `draws` is 0 and `reason` says why. A pattern that
    leaves one of them without a coefficient is counted in `undefined` and left out of the p-values.

    Examples
    --------
    X has the order of Z and Y the opposite one: only the two patterns that swap nothing or everything
    give differences as large.

    >>> x = np.array([[-3.0], [-1.0], [1.0], [3.0]])
    >>> test = permutation_test(x, -x, x, np.random.default_rng(0))
    >>> test.statistic, test.p_two, test.draws, test.exact
    (2.0, 0.125, 16, True)
    """
    scaled = standard_scores(x), standard_scores(y)
    return unscaled_permutation_test(*scaled, z, rng, level, coefficient, swap, draws)


def unscaled_permutation_test(
    x: Array,
    y: Array,
    z: Array,
    rng: np.random.Generator,
    level: MatrixLevel = "system",
    coefficient: str = "pearson",
    swap: Swap = "systems",
    draws: int = 1000,
) -> PermutationTest:
    """Test as `permutation_test` does, but scores as they are: of one scale, or a swap means nothing.

    Examples
    --------
    >>> x = np.array([[-3.0], [-1.0], [1.0], [3.0]])
    >>> unscaled_permutation_test(x, -x, x, np.random.default_rng(0)).p_two
    0.125
    """
    check_choice("level", level, MatrixLevel)
    check_choice("swap", swap, Swap)
    check_matrices(z, x, y)
    check_draws(draws)
    population = POPULATIONS[swap]
    estimates = [level_estimate(metric, z, level, coefficient) for metric in (x, y)]
    reasons = dict.fromkeys(estimate.reason for estimate in estimates if estimate.reason)
    if reasons:
        nan = np.nan
        return PermutationTest(nan, nan, nan, nan, 0, False, nan, 0, population, " or ".join(reasons))
    patterns = count_patterns(swap, z.shape, draws)
    statistic = estimates[0].value - estimates[1].value
    counts = Tally(*np.zeros((4,), np.int64))
    for masks in swap_masks(swap, z.shape, patterns, rng):
        counts = counts.plus(tally(swapped_differences(x, y, z, masks, level, coefficient), statistic))
    two, greater, less = p_values(counts, patterns.exact)
    error = monte_carlo_error(two, counts.defined, patterns.exact)
    return PermutationTest(
        statistic,
        float(two),
        float(greater),
        float(less),
        patterns.number,
        patterns.exact,
        float(error),
        patterns.number - int(counts.defined),
        population,
        "" if counts.defined else NO_DRAW,
    )


def swapped_differences(
    x: Array, y: Array, z: Array, masks: NDArray[np.bool_], level: MatrixLevel, coefficient: str
) -> Array:
    """Return the difference of the two coefficients under each swap, float64[n_masks].

    `masks` is bool[n_masks, n_systems, n_segments], True where x and y are swapped.
    """
    first = level_values(np.where(masks, y, x), z, level, coefficient)
    return first - level_values(np.where(masks, x, y), z, level, coefficient)
