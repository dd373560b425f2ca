"""Reliability and correlations without the judges' noise, as rows of the same table as the metrics."""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from workbench.analyses.ceiling.judges import Judges, about_judges, lay_judges
from workbench.analyses.ceiling.section import CeilingSpec
from workbench.experiment.correlate import about, cell_digests
from workbench.experiment.judgments import Judged
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.metrics.floors import FLOORS
from workbench.report.layouts.ceilings import OF_SEGMENTS
from workbench.schema import RECORDS
from workbench.stats.intervals.bootstrap_intervals import POPULATIONS
from workbench.stats.intervals.cautions import drawn_caution
from workbench.types import Record


def with_ceilings(
    plan: Plan, rows: list[Row], settings: CeilingSpec, records: pd.DataFrame, reliability: pd.DataFrame
) -> pd.DataFrame:
    """Return the records followed by the reliability of the judgments and by the metrics without their noise.

    Parameters
    ----------
    plan : Plan
    rows : list of Row
    records : DataFrame
        From `correlate_all`.
    reliability : DataFrame
        From `reliability_all`, columns of `schema.RELIABILITY`; empty without a section ``[ceiling]``.
    """
    if reliability.empty or "system" not in plan.spec.correlation.levels:
        return records
    facts = {(row.label, row.task.data.name, judged.criterion): (row, judged) for row, judged in _cells(rows)}
    judges = {each.task.data.name: each for each in lay_judges(plan, rows)}
    halves: dict[tuple[str, str, str], Record] = {}
    clean: list[Record] = []
    for found in reliability.to_dict("records"):
        label = (found["metric"], found["component"], found["preprocess"], found["references"])
        row, judged = facts[label, found["task"], found["criterion"]]
        key = (found["task"], found["criterion"], found["coefficient"])
        if key not in halves:
            halves[key] = _half(plan, judges[found["task"]], judged, found)
        is_floor = row.scored.condition.metric.name.partition("(")[0] in FLOORS
        if settings.disattenuated and not is_floor and not np.isnan(found["reliability"]):
            clean.append(_without_noise(plan, row, judged, found))
    digest = cell_digests(plan)
    asked = settings.model_dump(exclude_defaults=True, exclude={"disattenuated"})
    how = "".join(f"|{name}:{value}" for name, value in sorted(asked.items()))
    added = [
        {**each, "hash": digest({**each, "signature": f"{each['signature']}{how}"})}
        for each in [*halves.values(), *clean]
    ]
    return RECORDS.build(pd.concat([records, RECORDS.build(added)], ignore_index=True))


def _cells(rows: list[Row]) -> Iterator[tuple[Row, Judged]]:
    for row in rows:
        for judged in row.task.judged:
            yield row, judged


def _half(plan: Plan, judges: Judges, judged: Judged, found: Record) -> Record:
    """Return the record of the reliability of the judgments."""
    value = float(str(found["reliability"]))
    reason = "" if not np.isnan(value) else str(found["reliability_reason"])
    ends = found["reliability_low"], found["reliability_high"]
    # the draws of the judgments, whatever the metric that stands first has in them
    found = {**found, "undefined_draws": found["reliability_undefined"]}
    present = ~np.isnan(judged.scores)
    counts = int(present.any(axis=1).sum()), int(present.any(axis=0).sum())
    facts = about_judges(plan, judges, judged, "split half")
    if found["over"] == "segments":
        facts["signature"] = str(facts["signature"]).replace("split half", OF_SEGMENTS)
    return {**facts, **_cell(found, value, ends, reason, counts)}


def _without_noise(plan: Plan, row: Row, judged: Judged, found: Record) -> Record:
    """Return the record of a metric's correlation without the judges' noise."""
    facts = {**about(plan, row, judged), "role": "disattenuated"}
    ends, counts = (found["low"], found["high"]), (found["n_systems"], found["n_segments"])
    return {**facts, **_cell(found, found["value"], ends, str(found["reason"]), counts)}


def _cell(
    found: Record, value: object, ends: tuple[object, object], reason: str, counts: tuple[object, object]
) -> Record:
    """Return the value and its interval, which resamples systems whatever the experiment does."""
    n_systems, n_segments = counts
    draws = int(str(found["draws"]))
    made = draws > 0 and not reason
    return {
        "level": "system",
        "coefficient": found["coefficient"],
        "value": value,
        "low": ends[0],
        "high": ends[1],
        "confidence": found["confidence"] if made else np.nan,
        "interval": "percentile" if made else "none",
        "resampled": "systems" if made else "none",
        "population": POPULATIONS["systems"] if made else "",
        "draws": draws,
        "undefined_draws": found["undefined_draws"],
        "interval_reason": "",
        "caution": drawn_caution(int(str(n_systems))) if made else "",
        "n_systems": n_systems,
        "n_segments": n_segments,
        "n_undefined": 0,
        "reason": reason,
    }
