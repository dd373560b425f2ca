"""From a coefficient to what a record says about it: its value, its interval, and what both speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from workbench.experiment.correlation import CorrelationSpec
from workbench.experiment.judgments import Judged
from workbench.experiment.row_coefficients import Coefficient, Correlation, find_special
from workbench.experiment.rows import Correlated
from workbench.stats.intervals.bootstrap_ends import shift
from workbench.stats.intervals.bootstrap_intervals import (
    POPULATIONS,
    Method,
    interval_of,
    why_no_bca,
    why_no_interval,
)
from workbench.stats.intervals.cautions import (
    copies_caution,
    input_caution,
    interval_cautions,
    why_not_of_inputs,
    why_not_of_systems,
)
from workbench.stats.intervals.fisher import FISHER, Interval, fisher_z
from workbench.stats.intervals.fisher_jackknife import fisher_jackknife_of, why_no_jackknife
from workbench.stats.levels.estimates import Estimate
from workbench.stats.tests.critical import critical_value
from workbench.types import Record

if TYPE_CHECKING:
    from workbench.experiment.levels.base import Correlatable, Level


class Made(NamedTuple):
    """An interval, how it was made, what it speaks of; `why` says why it has no ends.

    `caution` says what the data show of worlds in which such intervals do not hold.
    """

    ends: Interval = Interval(np.nan, np.nan)
    method: str = "none"
    resampled: str = "none"
    population: str = ""
    why: str = ""
    shift: float = np.nan
    caution: str = ""


class _Cell(NamedTuple):
    """A value whose interval is asked for, and everything that it was computed from."""

    settings: CorrelationSpec
    level: Level
    row: Correlatable
    judged: Judged
    coefficient: Coefficient
    estimate: Estimate

    def interval(self) -> Made:
        """Return the interval by the method of the settings for this coefficient and level."""
        match self.settings.interval_at(self.level.name, self.coefficient):
            case "none":
                return Made()
            case "fisher":
                return self._fisher()
            case "fisher-jackknife":
                return self._fisher_jackknife()
            case "jackknife":
                return self._jackknife()
            case method:
                return self._bootstrap(method)

    def _why_no_fisher(self) -> str:
        if not self.level.of_systems or self.coefficient.given or self.coefficient.name not in FISHER:
            return f"no Fisher interval for {self.coefficient} at {self.level.name} level"
        return ""

    def _fisher(self) -> Made:
        if why := self._why_no_fisher():
            return Made(why=why)
        estimate, name = self.estimate, self.coefficient.name
        ends = fisher_z(estimate.value, estimate.n_systems, name, self.settings.confidence)
        return Made(ends, method="fisher", population=POPULATIONS["systems"])

    def _fisher_jackknife(self) -> Made:
        if why := self._why_no_fisher():
            return Made(why=why)
        made = Made(method="fisher-jackknife", population=POPULATIONS["systems"])
        if self.estimate.reason:
            return made
        judged, name = self.judged, self.coefficient.name
        statistic = self.row.statistic(judged, self.level, self.coefficient)
        # a system without scores or judgments cannot be left out of what it is not in
        present = ~np.isnan(judged.systems)
        if isinstance(self.row, Correlated):
            present &= ~np.isnan(self.row.facing(judged).systems)
        ends = fisher_jackknife_of(
            statistic, present, judged.scores.shape[1], self.estimate.value, name, self.settings.confidence
        )
        return made._replace(ends=ends, why=why_no_jackknife(ends))

    def _jackknife(self) -> Made:
        special = find_special(self.coefficient)
        if special is None or special.interval is None:
            return Made(why=f"no jackknife interval of {self.coefficient} at {self.level.name} level")
        made = Made(method="jackknife", population=POPULATIONS["systems"])
        if self.estimate.reason:
            return made
        if not isinstance(self.row, Correlated):
            return made._replace(why="no jackknife of a mean over judges")
        ends = special.interval(self.row.facing(self.judged), self.judged, self.settings.confidence)
        return made._replace(ends=ends, why=why_no_jackknife(ends))

    def _why_no_bootstrap(self, method: Method, n_inputs: int) -> str:
        resample, name = self.settings.resample, self.coefficient.name
        if why := self.level.why_no_statistic(self.coefficient):
            return why
        if method == "bca" and (why := why_no_bca(resample, self.level.averages_inputs, name)):
            return why
        if why := why_not_of_inputs(n_inputs, resample):
            return why
        n_systems = int((~np.isnan(self.judged.scores)).any(axis=1).sum())
        if not self.estimate.reason and (why := why_not_of_systems(n_systems, resample)):
            return why
        return self.row.why_not_drawn(resample) if isinstance(self.row, Correlated) else ""

    def _bootstrap(self, method: Method) -> Made:
        settings, level, judged, estimate = self.settings, self.level, self.judged, self.estimate
        n_inputs = level.n_inputs(self.row.task, judged)
        if why := self._why_no_bootstrap(method, n_inputs):
            return Made(why=why)
        draws = level.draws(self.row.task, judged)
        statistic = self.row.statistic(judged, level, self.coefficient)
        values = statistic(draws)
        bounded = abs(estimate.value) <= 1 and bool(np.nanmax(np.abs(values), initial=0.0) <= 1)
        ends = interval_of(
            statistic, values, estimate.value, draws, settings.resample, method, settings.confidence, bounded
        )
        why = why_no_interval(values, ends, method)
        population = POPULATIONS[settings.resample]
        found = (
            input_caution(n_inputs, settings.resample),
            copies_caution(self.coefficient.name, level.name, settings.resample),
        )
        caution = "; ".join(filter(None, found))
        return Made(ends, method, settings.resample, population, why, shift(values, estimate.value), caution)


def make_interval(
    settings: CorrelationSpec,
    level: Level,
    row: Correlatable,
    judged: Judged,
    coefficient: Coefficient,
    estimate: Estimate,
) -> Made:
    """Return the interval that an experiment asks for, or why there is none at this level.

    Fisher's and the recommended one come with what the scores of the systems show against them, those of a
    bootstrap of inputs with that these are few.
    """
    made = _Cell(settings, level, row, judged, coefficient, estimate).interval()
    if isinstance(row, Correlated) and made.method.startswith("fisher") and not estimate.reason:
        found = interval_cautions(row.facing(judged).systems, judged.systems, coefficient.name)
        made = made._replace(caution="; ".join(found))
    return made


def describe_cell(
    settings: CorrelationSpec, level: Level, coefficient: Coefficient, found: Correlation, made: Made
) -> Record:
    """Return the columns of a record from its level on."""
    # the columns have the names of these fields
    beside = found._asdict()
    estimate, ends = beside.pop("estimate"), made.ends
    critical = np.nan
    if level.of_systems and not coefficient.given:
        critical = critical_value(coefficient.name, estimate.n_systems, settings.confidence)
    return {
        "level": level.name,
        "coefficient": coefficient.name,
        "given": coefficient.given,
        **estimate._asdict(),
        **beside,
        "low": ends.low if not estimate.reason else np.nan,
        "high": ends.high if not estimate.reason else np.nan,
        "confidence": settings.confidence if made.method != "none" or np.isfinite(critical) else np.nan,
        "interval": made.method,
        "resampled": made.resampled,
        "population": made.population,
        "draws": ends.draws,
        "undefined_draws": ends.undefined,
        "interval_reason": made.why,
        "caution": made.caution,
        "shift": made.shift,
        "critical": critical,
        **dict.fromkeys(("n_blocks", "block_size", "assignments"), 0),
        "orientation": "",
    }
