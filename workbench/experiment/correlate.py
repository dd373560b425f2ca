"""Correlating: from scores and judgments to records, one for each cell."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol, cast

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from workbench.executor import Executor
from workbench.experiment.judged_task import about_task
from workbench.experiment.judgments import Judged
from workbench.experiment.levels.base import Correlatable, get_level
from workbench.experiment.mined import describe_weights
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.experiment.store import content_key
from workbench.experiment.units import BLOCK
from workbench.metrics.batch import BatchLayout
from workbench.metrics.external import ALONE, MEANS
from workbench.metrics.signature import signature
from workbench.schema import RECORDS

_INPUTS = (
    "task", "metric", "component", "preprocess", "references", "select", "combine", "weights", "ablation",
    "criterion", "raters", "level", "coefficient", "role", "seed", "signature",
)  # fmt: skip


class Other(Correlatable, Protocol):
    """What may stand in the place of a metric, and knows what its records are about."""

    def about(self, plan: Plan, judged: Judged) -> dict[str, object]: ...  # noqa: D102


def correlate_all(plan: Plan, rows: Sequence[Row | Other], executor: Executor) -> pd.DataFrame:
    """Return the records of all rows at all levels, a `schema.RECORDS` frame in the order of the plan."""
    settings = plan.spec.correlation
    cells = {level: get_level(level).fill(plan, rows, executor) for level in settings.levels}
    records = []
    for row in rows:
        if isinstance(row, Row):
            own = _about_row(plan, row)
            facts = {judged: {**about_task(plan, row.task, judged), **own} for judged in row.task.judged}
        else:
            facts = {judged: row.about(plan, judged) for judged in row.task.judged}
        records += [
            {**facts[judged], **cell}
            for level in settings.levels
            for coefficient in settings.coefficients_at(level)
            for judged in row.task.judged
            for cell in cells[level].get((row, judged, coefficient), [])
        ]
    digest = cell_digests(plan)
    return RECORDS.build({**record, "hash": digest(record)} for record in records)


def cell_digests(plan: Plan) -> Callable[[dict[str, object]], str]:
    """Return the function that digests all that a cell depends on: data, settings, seed, what was done."""

    @cache
    def settings(level: str, size: int) -> str:
        asked = plan.spec.correlation.model_dump(exclude={"levels", "coefficients", "population"})
        if level == BLOCK and plan.spec.unit is not None:
            asked["unit"] = {**plan.spec.unit.model_dump(), "size": size}
        return json.dumps(asked, sort_keys=True)

    def digest(record: dict[str, object]) -> str:
        inputs = [str(record[name]) for name in _INPUTS]
        if given := record.get("given"):
            inputs.append(f"given {given}")
        asked = settings(str(record["level"]), cast("int", record.get("block_size", 0)))
        return content_key(plan.evalset.fingerprint, asked, *inputs)[:16]

    return digest


def about(plan: Plan, row: Row, judged: Judged) -> dict[str, object]:
    """Return what a record is about."""
    return {**about_task(plan, row.task, judged), **_about_row(plan, row)}


def _about_row(plan: Plan, row: Row) -> dict[str, object]:
    condition, task = row.scored.condition, row.task
    setting = condition.references
    layout = plan.layouts[setting.name, condition.task]
    used = _references_used(layout, task.kept[task.data.segment_of])
    whole = condition.metric.counter.rows == "candidate"
    code = plan.codes.get(condition.metric.name)
    weights = ""
    if condition.metric.weighted:
        weights = describe_weights(plan.spec.mined, task.data.references)
    return {
        "metric": condition.metric.name,
        "component": row.component,
        "preprocess": condition.preprocess,
        "references": setting.name,
        "select": setting.select,
        "combine": "as a set" if whole else setting.combine,
        "weights": weights,
        "ablation": setting.weights if weights and setting.weights != "rated" else "",
        "n_references": used,
        "role": "",
        "system_scores": ALONE if row.wholes is not None else MEANS if row.has_other_systems else "",
        "profile": condition.metric.profile,
        "cites": "; ".join(condition.metric.cites),
        "signature": signature(
            condition.metric, condition.preprocess, used, setting.combine, setting.weights, code
        ),
    }


def _references_used(layout: BatchLayout, kept: NDArray[np.bool_]) -> str:
    """Say how many references the kept candidates have: a number, or least-most."""
    counts = np.bincount(layout.pair_candidate[layout.chosen], minlength=layout.n_candidates)[kept]
    if counts.size == 0:
        return "0"
    least, most = counts.min(), counts.max()
    return str(most) if least == most else f"{least}-{most}"
