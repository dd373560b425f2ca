"""Correlating: from scores and judgments to records, one for each cell."""

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from numpy.typing import NDArray

from workbench.experiment.plan import Plan
from workbench.experiment.progress import Progress
from workbench.experiment.sides import Judged, Row
from workbench.metrics.batch import Layout
from workbench.metrics.signature import signature
from workbench.schema import RECORDS
from workbench.stats.bootstrap_intervals import POPULATIONS, interval_of, shift, why_no_interval
from workbench.stats.critical import critical_value
from workbench.stats.intervals import FISHER, Interval, fisher_z

NO_INTERVAL = Interval(np.nan, np.nan)


def correlate_all(plan: Plan, rows: list[Row], workers: int, progress: Progress) -> pd.DataFrame:
    """Return the records of all rows, a `schema.RECORDS` frame in the order of the plan."""
    results = Parallel(n_jobs=workers, backend="threading", return_as="generator")(
        delayed(_records)(plan, row) for row in rows
    )
    found = [record for records in progress.over(results, len(rows), "correlating") for record in records]
    return RECORDS.build(found)


def _records(plan: Plan, row: Row) -> list[dict[str, object]]:
    """Return the records of one row."""
    settings = plan.experiment.correlation
    return [
        {**about(plan, row, judged), **_cell(plan, row, judged, level, coefficient)}
        for level in settings.levels
        for coefficient in settings.coefficients
        for judged in row.side.judged
    ]


def _cell(plan: Plan, row: Row, judged: Judged, level: str, coefficient: str) -> dict[str, object]:
    """Return the value, its interval and what both rest on."""
    settings = plan.experiment.correlation
    estimate = row.estimate(judged, level, coefficient)
    interval, method, resampled, population, moved = NO_INTERVAL, "none", "none", "", np.nan
    why = ""
    if settings.interval == "fisher":
        if level != "system" or coefficient not in FISHER:
            why = f"no Fisher interval for {coefficient} at {level} level"
        else:
            interval = fisher_z(estimate.value, estimate.n_systems, coefficient, settings.confidence)
            method, population = "fisher", POPULATIONS["systems"]
    elif settings.interval != "none":
        method, resampled = settings.interval, settings.resample
        population = POPULATIONS[settings.resample]
        statistic = row.statistic(judged, level, coefficient)
        values = statistic(row.side.draws)
        moved = shift(values, estimate.value)
        bounded = abs(estimate.value) <= 1 and bool(np.nanmax(np.abs(values), initial=0.0) <= 1)
        interval = interval_of(
            statistic,
            values,
            estimate.value,
            row.side.draws,
            settings.resample,
            settings.interval,
            settings.confidence,
            bounded,
        )
        why = why_no_interval(values, interval, settings.interval)
    critical = np.nan
    if level == "system":
        critical = critical_value(coefficient, estimate.n_systems, settings.confidence)
    return {
        "level": level,
        "coefficient": coefficient,
        "value": estimate.value,
        "low": interval.low if not estimate.reason else np.nan,
        "high": interval.high if not estimate.reason else np.nan,
        "confidence": settings.confidence if method != "none" else np.nan,
        "interval": method,
        "resampled": resampled,
        "population": population,
        "draws": interval.draws,
        "undefined_draws": interval.undefined,
        "interval_reason": why,
        "shift": moved if not estimate.reason else np.nan,
        "critical": critical,
        "n_systems": estimate.n_systems,
        "n_segments": estimate.n_segments,
        "n_undefined": estimate.n_undefined,
        "reason": estimate.reason,
    }


def about(plan: Plan, row: Row, judged: Judged) -> dict[str, object]:
    """Return what a record is about."""
    condition, card, side = row.scored.condition, plan.evalset.card, row.side
    setting = condition.references
    layout = plan.layouts[setting.name, condition.task]
    used = _references_used(layout, side.kept[side.data.segment_of])
    whole = condition.metric.counter.rows == "candidate"
    return {
        "experiment": plan.experiment.name,
        "dataset": f"{card.name} {card.version}",
        "task": condition.task,
        "metric": condition.metric.name,
        "component": row.component,
        "preprocess": condition.preprocess,
        "references": setting.name,
        "select": setting.select,
        "combine": "as a set" if whole else setting.combine,
        "n_references": used,
        "criterion": judged.criterion,
        "raters": plan.raters,
        "direction": judged.direction,
        "judgments": card.judgments,
        "n_dropped": int((~side.kept).sum()),
        "seed": str(plan.experiment.seed),
        "signature": signature(condition.metric, condition.preprocess, used, setting.combine),
    }


def _references_used(layout: Layout, kept: NDArray[np.bool_]) -> str:
    """Say how many references the kept candidates have: a number, or least-most."""
    counts = np.bincount(layout.pair_candidate[layout.chosen], minlength=layout.n_candidates)[kept]
    if counts.size == 0:
        return "0"
    least, most = counts.min(), counts.max()
    return str(most) if least == most else f"{least}-{most}"
