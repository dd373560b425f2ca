"""What single systems do to the best metric of each criterion, and the segments on which it errs most."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd

from workbench.analyses.page.points import RECOMPUTED
from workbench.experiment.experiment import Experiment
from workbench.experiment.judgments import Judged
from workbench.experiment.rows import Row
from workbench.metrics.floors import FLOORS
from workbench.report.falling import falling
from workbench.report.layouts.labels import coefficient_label, metric_label
from workbench.report.page.page import InfluencePlot, Worst
from workbench.report.page.payload import Points
from workbench.report.page.ranked import Bar, rank
from workbench.stats.resampling.leave_out import without_each
from workbench.stats.robustness.disagreement import segment_errors

_MOST_SYSTEMS = 8
_MOST_SEGMENTS = 8


class Best(NamedTuple):
    """The record with the highest coefficient of a task and criterion at system level, by its place."""

    place: int
    label: str
    coefficient: str


def find_best(records: pd.DataFrame) -> Iterator[Best]:
    """Yield the best metric of each task and criterion by its first coefficient; no floors."""
    is_floor = np.array([metric.partition("(")[0] in FLOORS for metric in records["metric"]], bool)
    known = records[
        (records["role"] == "")
        & (records["level"] == "system")
        & (records["given"] == "")
        & records["coefficient"].isin(RECOMPUTED)
        & records["value"].notna()
        & ~is_floor
    ]
    for _, group in known.groupby(["task", "criterion"], sort=False):
        first = group[group["coefficient"] == group["coefficient"].iloc[0]]
        best = first.iloc[falling(first["value"])[0]]
        condition = ", ".join(filter(None, [best["references"], best["preprocess"]]))
        label = f"{metric_label(best['metric'])}{f' ({condition})' if condition else ''}"
        if records["task"].nunique() > 1:
            label = f"{best['task']}: {label}"
        yield Best(int(best.name), f"{label} with {best['criterion']}", best["coefficient"])


def lay_influences(records: pd.DataFrame, points: Points) -> tuple[InfluencePlot, ...]:
    """Return the coefficient of the best metrics without each of the systems that change it most."""
    found = []
    for best in find_best(records):
        row = records.loc[best.place]
        x, z = points.metric[points.metric_of[best.place]], points.human[points.human_of[best.place]]
        known = np.isfinite(x) & np.isfinite(z)
        if known.sum() < 4:
            continue
        # on the same number of decimals as the value
        without = without_each(x[known][np.newaxis], z[known][np.newaxis], best.coefficient)[0]
        names = np.array(points.systems[row["task"]], object)[known]
        order = falling(np.abs(np.nan_to_num(without - row["value"])))[:_MOST_SYSTEMS]
        bars = [Bar(f"without {names[at]}", without[at], np.nan, np.nan, "system") for at in order]
        bars.append(Bar("all systems", row["value"], row["low"], row["high"], "ceiling"))
        title = f"{coefficient_label(best.coefficient)} of {best.label}"
        found.append(InfluencePlot(title, rank(bars, "Left out", holds_zero=False)))
    return tuple(found)


def lay_worst(experiment: Experiment, records: pd.DataFrame) -> tuple[Worst, ...]:
    """Return the segments in which the best metrics rank most pairs of systems wrongly."""
    rows = {(row.task.data.name, *row.label): row for row in experiment.rows}
    found = []
    for best in find_best(records):
        record = records.loc[best.place]
        row = rows[
            record["task"], record["metric"], record["component"], record["preprocess"], record["references"]
        ]
        [judged] = [each for each in row.task.judged if each.criterion == record["criterion"]]
        segments = tuple(_worst(row, judged))
        if segments:
            found.append(Worst(best.label, segments))
    return tuple(found)


def _worst(row: Row, judged: Judged) -> Iterator[tuple[str, float, int]]:
    scores = row.facing(judged).segments
    errors = segment_errors(np.stack((scores, scores)), judged.segments)
    shares = errors.values[0]
    order = np.lexsort((-errors.pairs, -np.round(np.nan_to_num(shares, nan=-1.0), 9)))[:_MOST_SEGMENTS]
    for at in order:
        if shares[at] > 0:
            yield row.task.segments[at], float(shares[at]), int(errors.pairs[at])
