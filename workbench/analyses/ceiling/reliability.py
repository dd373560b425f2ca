"""How reliable the judgments are, and what each metric would reach without their noise."""

from collections.abc import Mapping
from functools import partial

import numpy as np
import pandas as pd

from workbench.analyses.ceiling.judges import rating_array
from workbench.analyses.ceiling.section import CeilingSpec
from workbench.executor import Executor
from workbench.experiment.judged_task import JudgedTask
from workbench.experiment.judgments import Judged
from workbench.experiment.plan import Plan
from workbench.experiment.row_coefficients import PARTIAL
from workbench.experiment.rows import Row
from workbench.report.falling import falling
from workbench.report.layouts.labels import coefficient_label, metric_label
from workbench.report.table import format_value
from workbench.schema import RELIABILITY
from workbench.stats.intervals.bootstrap_ends import percentile
from workbench.stats.intervals.fisher import Interval
from workbench.stats.judges.disattenuation import disattenuated_by
from workbench.stats.judges.reliability import (
    DrawnReliability,
    Reliability,
    drawn_reliability,
    split,
    with_ratings,
)
from workbench.stats.levels.estimates import row_means
from workbench.stats.resampling.streams import stream
from workbench.types import Array

NO_INTERVAL = Interval(np.nan, np.nan)
CriterionKey = tuple[str, str, str]
"""Task, criterion and coefficient."""


def reliability_all(plan: Plan, rows: list[Row], settings: CeilingSpec, executor: Executor) -> pd.DataFrame:
    """Return the reliability of the judgments and each row's correlation without their noise.

    At system level, for the coefficients that the correction is made for. The draws are of systems, whatever
    the experiment resamples, and the same for every row.

    Returns
    -------
    DataFrame
        Columns of `schema.RELIABILITY`.
    """
    coefficients = [name for name in plan.spec.correlation.coefficients if name in PARTIAL]
    tasks = list(dict.fromkeys(row.task for row in rows))
    weights = {
        (task.data.name, judged.criterion): _weights(plan, task, judged)
        for task in tasks
        for judged in task.judged
    }
    jobs = [(task, judged, name) for task in tasks for judged in task.judged for name in coefficients]
    found = executor.map(partial(_drawn, plan, settings, jobs, weights), range(len(jobs)))
    keys: list[CriterionKey] = [(task.data.name, judged.criterion, name) for task, judged, name in jobs]
    drawn: dict[CriterionKey, DrawnReliability] = dict(zip(keys, found, strict=True))
    return RELIABILITY.build(
        [
            _record(plan, settings, row, judged, name, drawn, weights[row.task.data.name, judged.criterion])
            for row in rows
            for name in coefficients
            for judged in row.task.judged
        ]
    )


def _weights(plan: Plan, task: JudgedTask, judged: Judged) -> Array:
    """Return how often each system was drawn, float64[draws, systems]; no draws where none are asked for."""
    settings = plan.spec.correlation
    number = 0 if settings.interval == "none" else settings.draws
    rng = stream(plan.spec.seed, "disattenuation", task.data.name)
    return judged.resampled(rng, number, "systems").systems


def _drawn(
    plan: Plan,
    settings: CeilingSpec,
    jobs: list[tuple[JudgedTask, Judged, str]],
    drawn: Mapping[tuple[str, str], Array],
    number: int,
) -> DrawnReliability:
    """Return the reliability of the judgments on one criterion by one coefficient, or why there is none."""
    task, judged, coefficient = jobs[number]
    weights = drawn[task.data.name, judged.criterion]
    ratings = with_ratings(rating_array(plan, task, judged), settings.over)
    size = ratings.shape[0 if settings.over == "raters" else 2]
    if size < 2:
        reason = f"{'one' if size else 'no'} {settings.over.removesuffix('s')}: no halves to compare"
        return DrawnReliability(Reliability(np.nan, np.nan, 0, 0, reason), np.full(len(weights), np.nan))
    # one stream for a task and criterion: every coefficient sees the same splits
    rng = stream(plan.spec.seed, "halves", task.data.name, judged.criterion, settings.over)
    return drawn_reliability(split(ratings, settings.over, settings.splits, rng), weights, coefficient)


def _record(
    plan: Plan,
    ceiling: CeilingSpec,
    row: Row,
    judged: Judged,
    coefficient: str,
    drawn: dict[CriterionKey, DrawnReliability],
    weights: Array,
) -> dict[str, object]:
    confidence = plan.spec.correlation.confidence
    task, z = row.task, row_means(judged.scores)
    reliability = drawn[task.data.name, judged.criterion, coefficient]
    n_segments = int((~np.isnan(judged.scores)).any(axis=0).sum())
    row = row.facing(judged)
    found = disattenuated_by(row.systems, z, reliability, weights, coefficient, n_segments, confidence)
    defined = not found.reason
    ends = percentile(reliability.each, confidence) if not reliability.whole.reason else NO_INTERVAL
    return {
        **row.facts(plan),
        "criterion": judged.criterion,
        "raters": plan.raters,
        "coefficient": coefficient,
        "over": ceiling.over,
        "half": reliability.whole.half,
        "reliability": reliability.whole.value,
        "reliability_reason": reliability.whole.reason,
        "reliability_low": ends.low,
        "reliability_high": ends.high,
        "reliability_undefined": int(np.isnan(reliability.each).sum()),
        "splits": reliability.whole.splits,
        "undefined_splits": reliability.whole.undefined,
        "plain": found.plain,
        "value": found.value,
        "low": found.interval.low if defined else np.nan,
        "high": found.interval.high if defined else np.nan,
        "confidence": confidence,
        "draws": found.interval.draws,
        "undefined_draws": found.interval.undefined,
        "n_systems": int((~np.isnan(row.systems) & ~np.isnan(z)).sum()),
        "n_segments": n_segments,
        "reason": row.why_no_systems or found.reason,
        "seed": str(plan.spec.seed),
    }


def describe_reliability(frame: pd.DataFrame, digits: int = 3) -> list[str]:
    """Say in a line for each criterion and coefficient how reliable the judgments are.

    Examples
    --------
    >>> describe_reliability(RELIABILITY.build([]))
    []
    """
    lines = []
    for (task, criterion, coefficient), part in frame.groupby(
        ["task", "criterion", "coefficient"], sort=False
    ):
        first, start = part.iloc[0], f"Reliability of {criterion} ({task}, {coefficient_label(coefficient)})"
        if np.isnan(first["reliability"]):
            lines.append(f"{start}: none, {first['reliability_reason']}")
            continue
        best = part.iloc[falling(part["value"])[0]] if part["value"].notna().any() else None
        line = f"{start}: {first['reliability']:.{digits}f}, halves of the {first['over']} agree at "
        line += f"{first['half']:.{digits}f}"
        if best is not None:
            value = format_value(best["value"], digits)
            beyond = round(best["value"], digits) > 1
            notes = [f"the formula gives {value}"] if beyond else []
            notes += ["a formula of Pearson's r"] if coefficient != "pearson" else []
            line += (
                f"; without the judges' noise {metric_label(best['metric'])} would reach "
                f"{'1' if beyond else value} instead of {format_value(best['plain'], digits)}"
            )
            line += f" ({'; '.join(notes)})" if notes else ""
        lines.append(line)
    return lines
