"""Intervals of the difference of two rows, and whether it is smaller than what matters."""

from typing import NamedTuple

import numpy as np

from workbench.analyses.compare.compared import Compared
from workbench.analyses.compare.pair_tests import overlap
from workbench.analyses.compare.rivals import Rivals, RowPair
from workbench.experiment.correlation import CorrelationSpec
from workbench.experiment.row_coefficients import Coefficient
from workbench.stats.intervals.bootstrap_intervals import (
    POPULATIONS,
    Method,
    interval_of,
    why_no_bca,
    why_no_interval,
)
from workbench.stats.intervals.fisher import Interval
from workbench.stats.intervals.simultaneous import BONFERRONI, SUP_T, sup_t_half_widths
from workbench.stats.intervals.zou import zou2007
from workbench.stats.resampling.resample import Draws
from workbench.stats.tests.equivalence import equivalence
from workbench.types import Array


class PairInterval(NamedTuple):
    """An interval of a difference, how it was made, what it speaks of; `reason` says why it has no ends."""

    low: float
    high: float
    method: str
    population: str
    reason: str


class Equivalent(NamedTuple):
    """The p-value against a difference of the margin or more, NaN where `reason` says why."""

    p: float
    reason: str


def find_intervals(compared: Compared, settings: CorrelationSpec, population: str) -> list[PairInterval]:
    """Return an interval for each pair that is shown, of first minus second, with coverage 1 - level.

    With `simultaneous` all of the family cover together: pairs that were tested and are not shown belong to
    it, as they do where p-values are adjusted. The interval is that of the bootstrap, or Zou's where
    Pearson's coefficient was taken at system level: of two that there are, the one that speaks of
    `population`, what the test speaks of; Zou's if none does.
    """
    rivals, pairs, test = compared.rivals, [pair for _, pair in compared.shown], compared.test
    if not pairs:
        return []
    drawn_population = POPULATIONS[settings.resample]
    formula = rivals.level.of_systems and rivals.coefficient == Coefficient("pearson")
    if formula and (rivals.why_not_drawn or population != drawn_population):
        about = overlap(rivals, pairs)
        name, level = "zou", test.level
        if test.simultaneous:
            name, level = BONFERRONI, test.level / max(compared.n_family, 1)
        found = zou2007(about.r_xz, about.r_yz, about.r_xy, about.n, 1 - level)
        reasons = [own or str(why) for own, why in zip(about.reason, found.reason, strict=True)]
        return [
            PairInterval(low, high, name, POPULATIONS["systems"], why)
            for low, high, why in zip(found.low.tolist(), found.high.tolist(), reasons, strict=True)
        ]
    if rivals.why_not_drawn:
        return [PairInterval(np.nan, np.nan, "none", "", rivals.why_not_drawn)] * len(pairs)
    if test.simultaneous:
        return _simultaneous(compared, pairs, drawn_population)
    return [_bootstrap(rivals, pair, settings, drawn_population, test.level) for pair in pairs]


def _simultaneous(compared: Compared, pairs: list[RowPair], population: str) -> list[PairInterval]:
    """Return the bootstrap's intervals of pairs as parts of a band for all that were tested."""
    rivals, family = compared.rivals, compared.pairs
    first, second = np.array(family).T
    drawn = rivals.drawn[:, first] - rivals.drawn[:, second]
    # tests of other rivals of the same family share the level: a band has the part of its own, each once
    level = compared.test.level * max(compared.n_tested, 1) / max(compared.n_family, 1)
    half = sup_t_half_widths(rivals.values[first] - rivals.values[second], drawn, 1 - level)
    widths = dict(zip(map(frozenset, family), half.tolist(), strict=True))
    found = []
    for mine, other in pairs:
        difference, width = (
            float(rivals.values[mine] - rivals.values[other]),
            widths[frozenset((mine, other))],
        )
        why = rivals.why_undefined((mine, other)) or ("fewer than two draws" if np.isnan(width) else "")
        found.append(PairInterval(difference - width, difference + width, SUP_T, population, why))
    return found


def _bootstrap(
    rivals: Rivals, pair: RowPair, settings: CorrelationSpec, population: str, level: float
) -> PairInterval:
    asked = settings.interval
    method: Method = "percentile"
    if asked != "recommended" and asked != "none" and asked != "jackknife":
        method = "percentile" if asked == "fisher" or asked == "fisher-jackknife" else asked
    reason = rivals.why_undefined(pair)
    if not reason and method == "bca":
        reason = why_no_bca(settings.resample, rivals.level.averages_inputs, rivals.coefficient.name)
    if reason:
        return PairInterval(np.nan, np.nan, method, population, reason)
    first, second = pair
    values = rivals.drawn[:, first] - rivals.drawn[:, second]

    def statistic(draws: Draws) -> Array:
        mine, other = (rivals.statistic(row) for row in pair)
        return mine(draws) - other(draws)

    difference = float(rivals.values[first] - rivals.values[second])
    found: Interval = interval_of(
        statistic, values, difference, rivals.level_draws, settings.resample, method, 1 - level, bounded=False
    )
    why = why_no_interval(values, found, method)
    return PairInterval(found.low, found.high, method, population, why)


def find_equivalence(
    rivals: Rivals, pairs: list[RowPair], margin: float | None, level: float
) -> list[Equivalent]:
    """Return for each pair whether its difference is below a margin (TOST, see `equivalence`)."""
    if margin is None or not pairs:
        return [Equivalent(np.nan, "")] * len(pairs)
    about = overlap(rivals, pairs)
    found = equivalence(about.r_xz, about.r_yz, about.r_xy, about.n, margin, level)
    reasons = [own or str(why) for own, why in zip(about.reason, found.reason, strict=True)]
    return [
        Equivalent(np.nan if why else p, why) for p, why in zip(found.p_value.tolist(), reasons, strict=True)
    ]
