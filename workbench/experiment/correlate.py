"""Correlating: from scores and judgments to records, one for each cell."""

import json
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from workbench.executor import Executor
from workbench.experiment.blocks.blocks import NO_BLOCKS, BlockCells, correlate_blocks
from workbench.experiment.blocks.side import lay_blocks
from workbench.experiment.judgments import Judged
from workbench.experiment.mined import describe_weights
from workbench.experiment.parts import ByDomain, at_level, draws_at
from workbench.experiment.plan import Plan
from workbench.experiment.row_coefficients import Found
from workbench.experiment.sides import Correlated, Row, TaskSide
from workbench.experiment.store import content_key
from workbench.experiment.units import BLOCK
from workbench.experiment.within_systems import WithinSystems
from workbench.metrics.batch import Layout
from workbench.metrics.signature import signature
from workbench.schema import RECORDS
from workbench.stats.bootstrap_intervals import POPULATIONS, interval_of, shift, why_no_interval
from workbench.stats.critical import critical_value
from workbench.stats.fisher_jackknife import fisher_jackknife_of, why_no_jackknife
from workbench.stats.intervals import FISHER, Interval, fisher_z
from workbench.stats.resample import Draws

NO_INTERVAL = Interval(np.nan, np.nan)
_INPUTS = (
    "task", "metric", "component", "preprocess", "references", "select", "combine", "weights", "ablation",
    "criterion", "raters", "level", "coefficient", "role", "seed", "signature",
)  # fmt: skip


class Other(Protocol):
    """What may stand in the place of a metric: it knows the levels, and what its records are about."""

    @property
    def side(self) -> TaskSide: ...  # noqa: D102
    def about(self, plan: Plan, judged: Judged) -> dict[str, object]: ...  # noqa: D102
    def find(self, judged: Judged, level: str, coefficient: str) -> Found: ...  # noqa: D102
    def why_no_statistic(self, coefficient: str) -> str: ...  # noqa: D102
    def statistic(  # noqa: D102
        self, judged: Judged, level: str, coefficient: str
    ) -> Callable[[Draws], NDArray[np.float64]]: ...


def correlate_all(plan: Plan, rows: list[Row], executor: Executor) -> pd.DataFrame:
    """Return the records of all rows, a `schema.RECORDS` frame in the order of the plan."""
    blocks = correlate_blocks(plan, lay_blocks(plan, rows), executor)
    results = executor.map(lambda row: _records(plan, row, blocks), rows, "correlating")
    return RECORDS.build([record for records in results for record in records])


def correlate_others(plan: Plan, others: Sequence[Other]) -> pd.DataFrame:
    """Return the records of what stands in the place of metrics, at all levels but that of blocks."""
    return RECORDS.build([record for each in others for record in _records(plan, each, {})])


def _records(plan: Plan, row: Row | Other, blocks: BlockCells) -> list[dict[str, object]]:
    """Return the records of one row."""
    settings = plan.experiment.correlation
    records = []
    for level in settings.levels:
        if level == BLOCK and not isinstance(row, Row):
            continue
        for coefficient in settings.coefficients_at(level):
            for judged in row.side.judged:
                facts = about(plan, row, judged) if isinstance(row, Row) else row.about(plan, judged)
                if level == BLOCK and isinstance(row, Row):
                    cells = blocks[row, judged, coefficient]
                else:
                    cells = [_cell(plan, row, judged, level, coefficient)]
                for cell in cells:
                    record = {**facts, **NO_BLOCKS, **cell}
                    records.append({**record, "hash": cell_hash(plan, record)})
    return records


def cell_hash(plan: Plan, record: dict[str, object]) -> str:
    """Return a digest of all that a cell depends on: data, what was done to them, settings and seed."""
    settings = plan.experiment.correlation.model_dump(exclude={"levels", "coefficients", "population"})
    if record["level"] == BLOCK and plan.experiment.unit is not None:
        settings["unit"] = {**plan.experiment.unit.model_dump(), "size": record["block_size"]}
    inputs = [str(record[name]) for name in _INPUTS]
    return content_key(plan.evalset.fingerprint, json.dumps(settings, sort_keys=True), *inputs)[:16]


def _cell(
    plan: Plan,
    row: Correlated | ByDomain | WithinSystems | Other,
    judged: Judged,
    level: str,
    coefficient: str,
) -> dict[str, object]:
    """Return the value, its interval and what both rest on."""
    settings = plan.experiment.correlation
    inner, draws = level, draws_at(row.side, level)
    if isinstance(row, Row):
        row, judged, inner = at_level(row, judged, level)
    found = row.find(judged, inner, coefficient)
    estimate = found.estimate
    interval, method, resampled, population, moved = NO_INTERVAL, "none", "none", "", np.nan
    why = ""
    if settings.interval == "fisher":
        if level != "system" or coefficient not in FISHER:
            why = f"no Fisher interval for {coefficient} at {level} level"
        else:
            interval = fisher_z(estimate.value, estimate.n_systems, coefficient, settings.confidence)
            method, population = "fisher", POPULATIONS["systems"]
    elif settings.interval == "fisher-jackknife":
        if level != "system" or coefficient not in FISHER:
            why = f"no Fisher interval for {coefficient} at {level} level"
        else:
            method, population = "fisher-jackknife", POPULATIONS["systems"]
            if not estimate.reason:
                statistic = row.statistic(judged, level, coefficient)
                interval = fisher_jackknife_of(
                    statistic, judged.scores.shape, estimate.value, estimate.n_systems, coefficient,
                    settings.confidence,
                )  # fmt: skip
                why = why_no_jackknife(interval)
    elif settings.interval != "none" and (why := row.why_no_statistic(coefficient)) == "":
        method, resampled = settings.interval, settings.resample
        population = POPULATIONS[settings.resample]
        statistic = row.statistic(judged, inner, coefficient)
        values = statistic(draws)
        moved = shift(values, estimate.value)
        bounded = abs(estimate.value) <= 1 and bool(np.nanmax(np.abs(values), initial=0.0) <= 1)
        interval = interval_of(
            statistic,
            values,
            estimate.value,
            draws,
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
        "confidence": settings.confidence if method != "none" or np.isfinite(critical) else np.nan,
        "interval": method,
        "resampled": resampled,
        "population": population,
        "draws": interval.draws,
        "undefined_draws": interval.undefined,
        "interval_reason": why,
        "shift": moved if not estimate.reason else np.nan,
        "critical": critical,
        "tied_metric": found.tied_metric,
        "tied_human": found.tied_human,
        "chance": found.chance,
        "epsilon": found.epsilon,
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
    weights = ""
    if condition.metric.weighted:
        is_rated = bool(side.data.references["weight"].notna().any())
        weights = describe_weights(plan.experiment.mined, is_rated)
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
        "weights": weights,
        "ablation": setting.weights if weights and setting.weights != "rated" else "",
        "n_references": used,
        "criterion": judged.criterion,
        "raters": plan.raters,
        "direction": judged.direction,
        "judgments": card.judgments,
        "n_dropped": int((~side.kept).sum()),
        "seed": str(plan.experiment.seed),
        "profile": condition.metric.profile,
        "cites": "; ".join(condition.metric.cites),
        "role": "",
        "signature": signature(
            condition.metric, condition.preprocess, used, setting.combine, setting.weights
        ),
    }


def _references_used(layout: Layout, kept: NDArray[np.bool_]) -> str:
    """Say how many references the kept candidates have: a number, or least-most."""
    counts = np.bincount(layout.pair_candidate[layout.chosen], minlength=layout.n_candidates)[kept]
    if counts.size == 0:
        return "0"
    least, most = counts.min(), counts.max()
    return str(most) if least == most else f"{least}-{most}"
