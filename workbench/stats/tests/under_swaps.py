"""One engine of permutation tests: whatever is compared is compared under the same swaps, pair by pair."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.errors import Problem, SpecError
from workbench.registry import cite
from workbench.stats.resampling.tally import (
    NO_DRAW,
    Tally,
    monte_carlo_error,
    p_values,
    reaches,
    sides,
    tally,
)
from workbench.stats.tests.swapped import SwapStatistic
from workbench.stats.tests.swaps import CELLS, EXACT_UP_TO, POPULATIONS, Swap, count_patterns, swap_masks
from workbench.types import Array, Integers, Masks

cite("correction", {"max-t": "Westfall & Young 1993"})
NO_ERROR = "no standard error: fewer than two of what is swapped can be left out"
_BLOCK = 1_000_000
"""Statistics that are held at a time."""

Statistics = Callable[[Masks, Integers], Array]
"""From swaps, bool[n, n_systems, n_segments], and pairs of metrics to statistics, float64[n, n_pairs]."""


class Swapping(NamedTuple):
    """What a permutation test swaps, compares and draws.

    Attributes
    ----------
    swap : str
        systems, inputs, both-cell or both-xor.
    statistic : str
        studentised: see `swapped_statistics`, and `plan_swaps` for what is not. difference: that of the
        coefficients, of scores that are standard over all cells, which is the test of Deutsch et al. and of
        their program nlpstats.
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

    @property
    def leaves_out_systems(self) -> bool:
        """Whether whole systems are swapped, and differences divided by their jackknife error over them."""
        return self.swap == "systems" and self.statistic == "studentised"


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


def compare_under_swaps(
    statistics: Statistics,
    values: Array,
    pairs: Integers,
    rng: np.random.Generator,
    shape: tuple[int, int],
    how: Swapping,
    reasons: Sequence[str] = (),
    cells: int = CELLS,
) -> PermutationTests:
    """Compare the statistic of each pair with what it is under swaps, all pairs under the same ones.

    Parameters
    ----------
    statistics
        What is compared.
    values
        float64[n_metrics]: the coefficient of each metric.
    pairs
        int64[n_pairs, 2].
    rng
        Used only when not all patterns are enumerated.
    shape
        Of the scores: (n_systems, n_segments).
    how
        What is swapped and drawn.
    reasons
        Why a pair cannot be tested, "" where it can; none for pairs that all can be.
    cells
        Of how many cells the statistics are asked for at a time.

    Undefined
    ---------
    As in `permutation_tests`.
    """
    reasons = reasons or [""] * len(pairs)
    tested = np.array([not reason for reason in reasons], np.bool_)
    observed = np.full(len(pairs), np.nan)
    if tested.any():
        nothing = np.zeros((1, *shape), np.bool_)
        observed[tested] = statistics(nothing, pairs[tested])[0]
        reasons = [why or (NO_ERROR if np.isnan(o) else "") for why, o in zip(reasons, observed, strict=True)]
        tested = ~np.isnan(observed)
    patterns = count_patterns(how.swap, shape, how.draws, how.exact_up_to)
    counts, largest = Tally(*np.zeros((4, tested.sum()), np.int64)), _Largest(observed[tested])
    # to swap what a pattern leaves is to exchange the two metrics: half of the patterns say all
    looked_at = patterns._replace(number=patterns.number // 2) if patterns.exact else patterns
    if tested.any():
        step = max(1, _BLOCK // int(tested.sum()))
        for masks in swap_masks(how.swap, shape, looked_at, rng, cells):
            for start in range(0, len(masks), step):
                drawn = statistics(masks[start : start + step], pairs[tested])
                drawn = np.concatenate((drawn, -drawn)) if patterns.exact else drawn
                counts = counts.plus(tally(drawn, observed[tested]))
                largest.count(drawn)
    p, adjusted = np.full((2, 3, len(pairs)), np.nan)
    p[:, tested] = p_values(counts, patterns.exact)
    # fewer patterns may be defined for a pair than for the family
    adjusted[:, tested] = np.maximum(largest.p_values(patterns.exact), p[:, tested])
    error, undefined = np.full(len(pairs), np.nan), np.zeros(len(pairs), np.int64)
    error[tested] = monte_carlo_error(p[0, tested], counts.defined, patterns.exact)
    undefined[tested] = patterns.number - counts.defined
    number, exact = patterns if tested.any() else (0, False)
    return PermutationTests(
        pairs,
        values[pairs[:, 0]] - values[pairs[:, 1]],
        observed,
        p,
        adjusted,
        number,
        exact,
        error,
        undefined,
        POPULATIONS[how.swap],
        tuple(
            why or (NO_DRAW if left and left == number else "")
            for why, left in zip(reasons, undefined, strict=True)
        ),
    )


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
