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
    made = _make_interval(settings, level, row, judged, coefficient, estimate)
    if isinstance(row, Correlated) and made.method.startswith("fisher") and not estimate.reason:
        found = interval_cautions(row.facing(judged).systems, judged.systems, coefficient.name)
        made = made._replace(caution="; ".join(found))
    return made


def _make_interval(
    settings: CorrelationSpec,
    level: Level,
    row: Correlatable,
    judged: Judged,
    coefficient: Coefficient,
    estimate: Estimate,
) -> Made:
    method, confidence = settings.interval_at(level.name, coefficient), settings.confidence
    if method == "none":
        return Made()
    if method == "fisher" or method == "fisher-jackknife":
        if not level.of_systems or coefficient.given or coefficient.name not in FISHER:
            return Made(why=f"no Fisher interval for {coefficient} at {level.name} level")
        made = Made(method=method, population=POPULATIONS["systems"])
        if method == "fisher":
            ends = fisher_z(estimate.value, estimate.n_systems, coefficient.name, confidence)
            return made._replace(ends=ends)
        if estimate.reason:
            return made
        statistic = row.statistic(judged, level, coefficient)
        n_segments = judged.scores.shape[1]
        # a system without scores or judgments cannot be left out of what it is not in
        present = ~np.isnan(judged.systems)
        if isinstance(row, Correlated):
            present &= ~np.isnan(row.facing(judged).systems)
        ends = fisher_jackknife_of(
            statistic, present, n_segments, estimate.value, coefficient.name, confidence
        )
        return made._replace(ends=ends, why=why_no_jackknife(ends))
    if method == "jackknife":
        special = find_special(coefficient)
        if special is None or special.interval is None:
            return Made(why=f"no jackknife interval of {coefficient} at {level.name} level")
        made = Made(method=method, population=POPULATIONS["systems"])
        if estimate.reason:
            return made
        if not isinstance(row, Correlated):
            return made._replace(why="no jackknife of a mean over judges")
        ends = special.interval(row.facing(judged), judged, confidence)
        return made._replace(ends=ends, why=why_no_jackknife(ends))
    if why := level.why_no_statistic(coefficient):
        return Made(why=why)
    if method == "bca" and (why := why_no_bca(settings.resample, level.averages_inputs, coefficient.name)):
        return Made(why=why)
    n_inputs = level.n_inputs(row.task, judged)
    if why := why_not_of_inputs(n_inputs, settings.resample):
        return Made(why=why)
    n_systems = int((~np.isnan(judged.scores)).any(axis=1).sum())
    if not estimate.reason and (why := why_not_of_systems(n_systems, settings.resample)):
        return Made(why=why)
    if isinstance(row, Correlated) and (why := row.why_not_drawn(settings.resample)):
        return Made(why=why)
    draws, statistic = level.draws(row.task, judged), row.statistic(judged, level, coefficient)
    values = statistic(draws)
    bounded = abs(estimate.value) <= 1 and bool(np.nanmax(np.abs(values), initial=0.0) <= 1)
    ends = interval_of(
        statistic, values, estimate.value, draws, settings.resample, method, confidence, bounded
    )
    why = why_no_interval(values, ends, method)
    population = POPULATIONS[settings.resample]
    found = (
        input_caution(n_inputs, settings.resample),
        copies_caution(coefficient.name, level.name, settings.resample),
    )
    caution = "; ".join(filter(None, found))
    return Made(ends, method, settings.resample, population, why, shift(values, estimate.value), caution)


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
