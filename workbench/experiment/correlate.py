"""Correlating: from scores and judgments to records, one for each cell."""

from fnmatch import fnmatchcase
from typing import NamedTuple

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from numpy.typing import NDArray

from workbench.errors import DataError, Problem
from workbench.experiment.plan import Plan, TaskData
from workbench.experiment.progress import Progress
from workbench.experiment.score import Matrix, Scored, Scores
from workbench.metrics.batch import Layout
from workbench.metrics.signature import signature
from workbench.schema import RECORDS
from workbench.stats.bootstrap import (
    Prepared,
    percentile,
    prepare,
    resampled_means,
    segment_draws,
    system_draws,
)
from workbench.stats.critical import critical_value
from workbench.stats.intervals import Interval, fisher_z
from workbench.stats.levels import Estimate, pooled_level, row_means, segment_level
from workbench.stats.noise import round_noise
from workbench.stats.resample import Draws, draw
from workbench.stats.streams import stream

POPULATIONS = {
    "systems": "all systems, these inputs",
    "inputs": "these systems, all inputs",
    "both": "all systems, all inputs",
}
NO_INTERVAL = Interval(np.nan, np.nan)


class Judged(NamedTuple):
    """The judgments of one task on one criterion, and their side of the resamples.

    Attributes
    ----------
    criterion, direction : str
    scores : float64[systems, segments]
        Mean over the raters; higher is better (a lower-is-better scale is turned here, once).
    means : float64[draws, systems]
        Mean of each system under each resample.
    prepared : Prepared or None
        For the segment level.
    """

    criterion: str
    direction: str
    scores: Matrix
    means: NDArray[np.float64]
    prepared: Prepared | None


class TaskSide(NamedTuple):
    """What all metrics of a task share: the segments that are kept, the resamples, the judgments."""

    data: TaskData
    kept: NDArray[np.bool_]
    draws: Draws
    judged: list[Judged]


def judgment_matrix(plan: Plan, data: TaskData, criterion: str) -> tuple[Matrix, str]:
    """Return the mean judgment of each output, float64[systems, segments], and the criterion's direction.

    Judgments are averaged over the raters of the plan's group; NaN where none of them judged.
    """
    card = plan.evalset.card
    rows = plan.evalset.judgments
    rows = rows[(rows["task"] == data.name) & (rows["criterion"] == criterion)]
    patterns = card.raters[plan.raters]
    mine = [any(fnmatchcase(rater, pattern) for pattern in patterns) for rater in rows["rater"]]
    rows = rows[np.array(mine, bool)]
    if rows.empty:
        where = f"{plan.experiment.name}: data"
        what = f"no rater of the group {plan.raters!r} judged {criterion} in {data.name}"
        raise DataError(Problem(where, what))
    means = rows.groupby(["system", "segment"])["score"].mean().unstack()
    matrix = means.reindex(index=data.systems, columns=data.segments).to_numpy(np.float64)
    direction = card.criteria[criterion].direction
    return (-matrix if direction == "lower" else matrix), direction


def _task_side(plan: Plan, data: TaskData, dropped: list[str]) -> TaskSide:
    settings = plan.experiment.correlation
    kept = ~np.isin(data.segments, dropped)
    n_draws = settings.draws if settings.interval == "percentile" else 0
    # one stream for a task: every metric, criterion and coefficient sees the same resamples
    rng = stream(plan.experiment.seed, "bootstrap", data.name, settings.resample)
    draws = draw(rng, len(data.systems), int(kept.sum()), n_draws, settings.resample)
    judged = []
    for criterion in plan.criteria:
        matrix, direction = judgment_matrix(plan, data, criterion)
        matrix = matrix[:, kept]
        prepared = prepare(matrix, draws) if n_draws and "segment" in settings.levels else None
        judged.append(Judged(criterion, direction, matrix, resampled_means(matrix, draws.segments), prepared))
    return TaskSide(data, kept, draws, judged)


def correlate_all(plan: Plan, scores: Scores, workers: int, progress: Progress) -> pd.DataFrame:
    """Return the records of all conditions, a `schema.RECORDS` frame in the order of the plan."""
    sides = {name: _task_side(plan, data, scores.dropped[name]) for name, data in plan.tasks.items()}
    work = [(scored, component) for scored in scores.scored for component in scored.condition.components]
    results = Parallel(n_jobs=workers, backend="threading", return_as="generator")(
        delayed(_records)(plan, sides[scored.condition.task], scored, component) for scored, component in work
    )
    rows = [row for found in progress.over(results, len(work), "correlating") for row in found]
    return RECORDS.build(rows)


def _records(plan: Plan, side: TaskSide, scored: Scored, component: str) -> list[dict[str, object]]:
    """Return the records of one component of one condition."""
    settings = plan.experiment.correlation
    sign = 1.0 if scored.condition.metric.higher_is_better else -1.0
    matrix = sign * scored.segments[component][:, side.kept]
    means = None
    if settings.interval == "percentile" and "system" in settings.levels:
        means = sign * _resampled_systems(scored, component, side)
    prepared = None
    if settings.interval == "percentile" and "segment" in settings.levels:
        prepared = prepare(matrix, side.draws)
    systems = sign * scored.systems(component)
    rows = []
    for level in settings.levels:
        for coefficient in settings.coefficients:
            for judged in side.judged:
                values = None
                if level == "system":
                    n_segments = int(side.kept.sum())
                    estimate = pooled_level(systems, row_means(judged.scores), coefficient, n_segments)
                    if means is not None:
                        values = system_draws(means, judged.means, side.draws.systems, coefficient)
                else:
                    estimate = segment_level(matrix, judged.scores, coefficient)
                    if prepared is not None and judged.prepared is not None:
                        values = segment_draws(prepared, judged.prepared, coefficient)
                row = _cell(plan, estimate, values, level, coefficient)
                rows.append({**_about(plan, side, scored, component, judged), **row})
    return rows


def _resampled_systems(scored: Scored, component: str, side: TaskSide) -> NDArray[np.float64]:
    """Return the score of each system under each resample of segments, float64[draws, systems]."""
    segments = side.draws.segments
    if scored.counts is None:
        return resampled_means(scored.segments[component][:, side.kept], segments)
    # one system at a time: the counts of all of them under all draws would be large
    pooled = [segments @ counts[side.kept] for counts in scored.counts]
    values = [scored.condition.metric.score(counts)[component] for counts in pooled]
    return round_noise(np.stack(values, axis=1))


def _cell(
    plan: Plan, estimate: Estimate, values: NDArray[np.float64] | None, level: str, coefficient: str
) -> dict[str, object]:
    """Return the value, its interval and what both rest on."""
    settings = plan.experiment.correlation
    interval, method, resampled, population = NO_INTERVAL, "none", "none", ""
    if values is not None:
        interval = percentile(values, settings.confidence)
        method, resampled = "percentile", settings.resample
        population = POPULATIONS[settings.resample]
    elif settings.interval == "fisher" and level == "system":
        interval = fisher_z(estimate.value, estimate.n_systems, coefficient, settings.confidence)
        method, population = "fisher", POPULATIONS["systems"]
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
        "critical": critical,
        "n_systems": estimate.n_systems,
        "n_segments": estimate.n_segments,
        "n_undefined": estimate.n_undefined,
        "reason": estimate.reason,
    }


def _about(plan: Plan, side: TaskSide, scored: Scored, component: str, judged: Judged) -> dict[str, object]:
    """Return what a record is about."""
    condition, card = scored.condition, plan.evalset.card
    setting = condition.references
    layout = plan.layouts[setting.name, condition.task]
    used = _references_used(layout, side.kept[side.data.segment_of])
    whole = condition.metric.counter.rows == "candidate"
    return {
        "experiment": plan.experiment.name,
        "dataset": f"{card.name} {card.version}",
        "task": condition.task,
        "metric": condition.metric.name,
        "component": component,
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
