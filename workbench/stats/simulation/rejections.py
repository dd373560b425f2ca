"""How often tests of two metrics reject on simulated scores: type-I error and power.

At system level. What is simulated is a population of systems, so a test that rejects equal metrics more often
than its level is one that does not speak of all systems.
"""

from typing import NamedTuple

import numpy as np

from workbench.errors import Problem, SpecError
from workbench.stats.intervals.bootstrap_intervals import POPULATIONS
from workbench.stats.intervals.zou import zou2007
from workbench.stats.resampling.batched import batch_draws
from workbench.stats.resampling.resample import Draws, draw
from workbench.stats.resampling.tally import p_values, tally
from workbench.stats.simulation.calibration import RESAMPLES, Setting, Share, blocks, check_setting, share
from workbench.stats.simulation.variance_components import Components
from workbench.stats.simulation.worlds import World
from workbench.stats.tests.dependent import DEPENDENT_TESTS
from workbench.stats.tests.permutation import permutation_test
from workbench.stats.tests.swapped import SwapStatistic
from workbench.stats.tests.swaps import POPULATIONS as SWAP_POPULATIONS
from workbench.stats.tests.swaps import Swap
from workbench.stats.tests.under_swaps import Swapping
from workbench.types import Array

_SWAPS: tuple[Swap, ...] = ("systems", "inputs", "both-cell", "both-xor")
TESTS: tuple[str, ...] = (
    *(f"permutation, {swap}" for swap in _SWAPS),
    *(f"permutation, {swap}, studentised" for swap in _SWAPS),
    *(f"bootstrap, {resample}" for resample in RESAMPLES),
    *DEPENDENT_TESTS,
    "zou2007",
)


class RejectionRate(NamedTuple):
    """How often a test rejects at its level; a replication without a p-value does not reject."""

    name: str
    population: str
    rejected: Share
    undefined: int


def calibrate_tests(
    source: Components | World,
    setting: Setting,
    rng: np.random.Generator,
    tests: tuple[str, ...] = TESTS,
    level: float = 0.05,
) -> list[RejectionRate]:
    """Return how often two-sided tests of the first two metrics reject.

    Type-I error where the components make them equal, as every world does; power where they differ
    (`with_correlations`).

    Parameters
    ----------
    source, setting
        What is simulated: judgments and two metrics.
    rng
        Draws scores, swaps and resamples.
    tests
        Some of `TESTS`. Permutations are drawn, and enumerated where there are no more than draws: of 5
        systems no p-value is below 2/32. Studentised ones are those of the section ``[test]``, the others
        compare differences, as other programs do; zou2007 rejects where the interval of the difference
        leaves out 0.
    level
        Of the tests, in (0, 1).

    Raises
    ------
    SpecError
        For names that are not known, fewer than 4 systems, and components of one metric only.

    Examples
    --------
    >>> from workbench.stats.simulation.calibration import Setting
    >>> from workbench.stats.simulation.designs import design_t
    >>> rng = np.random.default_rng(0)
    >>> [rate] = calibrate_tests(design_t(), Setting(12, 50, 100, 99), rng, ("permutation, both-cell",))
    >>> rate.population, bool(rate.rejected.value > 0.5)
    ('these systems, all inputs', True)
    """
    check_setting(setting, tests, TESTS, "test")
    n_metrics = (1 if source.real else 2) if isinstance(source, World) else len(source.names) - 1
    if n_metrics < 2:
        raise SpecError(Problem("", "a test compares two metrics", n_metrics, "2 metrics"))
    found: dict[str, list[Array]] = {name: [] for name in tests}
    # scores do not depend on which tests are asked for, nor one test on the others
    score_rng, *rngs = rng.spawn(1 + len(TESTS))
    for scores in blocks(source, setting, score_rng, n_metrics):
        for name in tests:
            found[name].append(_p_values(name, scores, setting, rngs[TESTS.index(name)], level))
    rates = []
    for name, parts in found.items():
        p = np.concatenate(parts)
        undefined = int(np.isnan(p).sum())
        rejected = share(np.nan_to_num(p, nan=1.0) <= level)
        rates.append(RejectionRate(name, _population(name), rejected, undefined))
    return rates


def _population(test: str) -> str:
    kind, _, unit = test.partition(", ")
    if kind == "permutation":
        return SWAP_POPULATIONS[unit.partition(", ")[0]]
    return POPULATIONS[unit or "systems"]


def _p_values(test: str, scores: Array, setting: Setting, rng: np.random.Generator, level: float) -> Array:
    """Return the two-sided p-value of each replication."""
    z, x, y = scores[:3]
    shape, coefficient = (setting.n_systems, setting.n_inputs), setting.coefficient
    whole = Draws(*(np.ones((1, size)) for size in shape))
    r_xz, r_yz, r_xy = (batch_draws(*pair, whole, coefficient)[0] for pair in ((x, z), (y, z), (x, y)))
    difference = r_xz - r_yz
    kind, _, unit = test.partition(", ")
    if kind == "permutation":
        [swap] = [swap for swap in _SWAPS if swap == unit.partition(", ")[0]]
        statistic: SwapStatistic = "studentised" if unit.endswith("studentised") else "difference"
        # one stream for all replications, each under the same swaps
        seed = int(rng.integers(2**63))

        def p_value(x: Array, y: Array, z: Array) -> float:
            swaps, draws = np.random.default_rng(seed), setting.draws
            test = permutation_test(
                x,
                y,
                z,
                swaps,
                "system",
                coefficient,
                how=Swapping(swap=swap, statistic=statistic, draws=draws, exact_up_to=draws),
            )
            return test.p_two

        return np.array([p_value(*each) for each in zip(x, y, z, strict=True)])
    if kind == "bootstrap":
        [resample] = [resample for resample in RESAMPLES if resample == unit]
        draws = draw(rng, *shape, setting.draws, resample)
        values = batch_draws(x, z, draws, coefficient) - batch_draws(y, z, draws, coefficient)
        return p_values(tally(values - difference, difference), exact=False)[0]
    if kind == "zou2007":
        interval = zou2007(r_xz, r_yz, r_xy, setting.n_systems, 1 - level)
        outside = (interval.low > 0) | (interval.high < 0)
        return np.where(np.isnan(interval.low), np.nan, np.where(outside, 0.0, 1.0))
    return DEPENDENT_TESTS.get(kind)(r_xz, r_yz, r_xy, setting.n_systems).p_value
