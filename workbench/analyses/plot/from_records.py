"""Pictures of records, and of what analyses found: from an experiment to a picture and its numbers."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

from workbench.analyses.compare.compare import Compare, compare_as_asked
from workbench.analyses.compare.rank import Rank
from workbench.analyses.compare.section import TestSpec
from workbench.analyses.compare.winners import winner_frame
from workbench.analyses.curves.curves import AXES, changing, curve_panels, places
from workbench.analyses.plot.drawn import Drawn, answers, say_apart, some
from workbench.analyses.plot.section import PlotSpec
from workbench.analyses.robustness.robustness import Robustness
from workbench.analyses.simulation.calibrate import Calibrate
from workbench.errors import DataError, Problem, SpecError
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
from workbench.report.curves import CurvePanel, first_panels, plot_curves
from workbench.report.layouts.counts import count_range
from workbench.report.layouts.labels import coefficient_label
from workbench.report.plot_checks import plot_coverage, plot_reproduction
from workbench.report.plot_frames import (
    CONDITION,
    PANEL,
    label_conditions,
    panels_of,
    plot_rankings,
    plot_robustness,
)
from workbench.report.plot_intervals import plot_intervals
from workbench.report.plot_matrix import DrawnMatrix, plot_heat, plot_wins
from workbench.schema import REPRODUCED


def draw_intervals(experiment: Experiment, settings: PlotSpec) -> Drawn:
    """Draw coefficients with their intervals, and which of them are tied."""
    frame = some(experiment.records, settings, "intervals")
    test = experiment.spec.section("test")
    ties = None
    if isinstance(test, TestSpec) and test.rivals in ("best", "all"):
        # of two that are linked neither is better than the other, whichever side was asked for
        two_sided = test.model_copy(update={"alternative": "two"})
        ties = winner_frame(compare_as_asked(experiment, two_sided))
    return Drawn(partial(plot_intervals, frame, columns=settings.columns, ties=ties), frame)


def draw_differences(experiment: Experiment, settings: PlotSpec) -> Drawn:
    """Draw differences of paired coefficients with their intervals."""
    frame = some(answers(experiment, Compare)["comparisons"], settings, "differences")
    drawn = frame.assign(judgments=experiment.data.card.judgments)
    return Drawn(partial(plot_intervals, drawn, "difference", settings.columns), frame)


_ACROSS = ("references", "preprocess")
_LONGEST_HEAD = 20
"""Letters of the title of a panel that may be the head of a column."""


def draw_heat(experiment: Experiment, settings: PlotSpec) -> Drawn:
    """Draw metric by condition: a column for each criterion, reference setting and preprocessing.

    What no metric has two of makes no columns: where each has its own preprocessing, a column for each of
    them would be empty for the other metrics. Panels of one column each are one panel.
    """
    records = experiment.records
    frame = some(records[records["role"] == ""], settings, "heat")
    several = frame.groupby("metric")[list(_ACROSS)].nunique().max() > 1
    varying = [name for name in _ACROSS if several[name]]
    if frame["criterion"].nunique() > 1 or not varying:
        varying = ["criterion", *varying]
    panels = []
    for title, group in panels_of(frame, [name for name in PANEL if name != "criterion"]):
        rows = label_conditions(group.assign(preprocess="", references=""))
        columns = [" · ".join(names) for names in group[varying].itertuples(index=False, name=None)]
        panels.append(_matrix(rows, columns, group["value"], title))
    if varying == ["criterion"] and frame["criterion"].nunique() == 1:
        panels = _side_by_side(panels)
    return Drawn(partial(plot_heat, panels, _measured(frame), settings.columns, [_size(frame)]), frame)


def _matrix(rows: Sequence[str], columns: Sequence[str], values: pd.Series, title: str) -> DrawnMatrix:
    """Lay numbers out by the names of their rows and columns, in the order in which these come."""
    at = {name: number for number, name in enumerate(dict.fromkeys(rows))}
    across = {name: number for number, name in enumerate(dict.fromkeys(columns))}
    laid = np.full((len(at), len(across)), np.nan)
    is_asked = np.zeros(laid.shape, bool)
    for row, column, value in zip(rows, columns, values, strict=True):
        laid[at[row], across[column]] = value
        is_asked[at[row], across[column]] = True
    return DrawnMatrix(laid, list(at), list(across), title, is_asked=is_asked)


def _side_by_side(panels: list[DrawnMatrix]) -> list[DrawnMatrix]:
    """Join panels of one column each, of the same rows, whose titles fit above a column."""
    heads = [each.title for each in panels]
    if any(each.rows != panels[0].rows for each in panels) or max(map(len, heads)) > _LONGEST_HEAD:
        return panels
    values, asked = (
        np.hstack(parts) for parts in zip(*((each.values, each.asked) for each in panels), strict=True)
    )
    return [DrawnMatrix(values, panels[0].rows, heads, is_asked=asked)] if len(panels) > 1 else panels


def _measured(frame: pd.DataFrame) -> str:
    """Say what coefficients are drawn: those that all panels share by their names."""
    names = {coefficient_label(*each) for each in zip(frame["coefficient"], frame["given"], strict=True)}
    what = names.pop() if len(names) == 1 else "correlation coefficient"
    criteria = frame["criterion"].unique()
    return f"{what} with {criteria[0] if len(criteria) == 1 else 'the judgments'}{_simulated(frame)}"


def _simulated(frame: pd.DataFrame) -> str:
    return " (simulated)" if (frame["judgments"] == "simulated").all() else ""


def _size(frame: pd.DataFrame) -> str:
    # a coefficient that is undefined, for instance of no segments, is of no size
    known = frame[frame["value"].notna()]
    frame = frame if known.empty else known
    return f"{count_range(frame['n_systems'])} systems, {count_range(frame['n_segments'])} segments."


def draw_wins(experiment: Experiment, settings: PlotSpec) -> Drawn:
    """Draw who beats whom: the metric of the row against that of the column.

    A metric that was not tested against any other has no place among them: it is named under the picture.
    """
    frames = answers(experiment, Rank)
    winners = some(frames["winners"], settings, "wins")
    sides = [winners[[f"{side}{name}" for name in CONDITION]].set_axis(CONDITION, axis=1) for side in _SIDES]
    names = label_conditions(pd.concat(sides))
    winners = winners.assign(row=names[: len(winners)], column=names[len(winners) :])
    panels, apart = [], []
    for title, group in panels_of(winners):
        tested = group[group["wins"].notna()]
        names = list(dict.fromkeys(group["row"]))
        left_out = [name for name in names if name not in set(tested["row"])]
        apart += [say_apart("no test was possible", left_out, len(names), title)] if left_out else []
        order = list(
            tested.groupby("row", sort=False)["wins"].sum().sort_values(ascending=False, kind="stable").index
        )
        both = group[group["column"].isin(order)]
        wide = both.pivot(index="row", columns="column", values="wins").reindex(index=order, columns=order)
        panels += [DrawnMatrix(wide.to_numpy(np.float64), order, order, title)] if order else []
    ranked = frames["rankings"]
    notes = [*apart, *(f"Test: {test}." for test in ranked["test"].unique() if test)]
    return Drawn(partial(plot_wins, panels, settings.columns, notes), winners.drop(columns=["row", "column"]))


_SIDES = ("", "against_")


def draw_ranks(experiment: Experiment, settings: PlotSpec) -> Drawn:
    """Draw the rank of each metric and the interval of ranks that it may have."""
    frame = some(answers(experiment, Rank)["rankings"], settings, "ranks")
    return Drawn(partial(plot_rankings, frame, settings.columns), frame)


def draw_influence(experiment: Experiment, settings: PlotSpec) -> Drawn:
    """Draw each coefficient without each system."""
    frame = some(answers(experiment, Robustness)["robustness"], settings, "influence")
    return Drawn(partial(plot_robustness, frame, experiment.data.card.judgments, settings.columns), frame)


def draw_curves(experiment: Experiment, settings: PlotSpec) -> Drawn:
    """Draw coefficients along whatever changes: thresholds, block sizes, orders, numbers of references."""
    records = some(experiment.records, settings, "curves")
    panels = []
    for along in AXES:
        if records.assign(place=places(records, along))["place"].nunique() > 1:
            panels += [_of_lines(panel) for panel in curve_panels(records, along)]
    panels = [panel for panel in panels if panel.curves]
    if not panels:
        raise SpecError(_NO_CURVE)
    points = [
        {
            "panel": panel.title or panel.x_name,
            "measured": panel.y_name,
            "curve": curve.label,
            "x": x,
            "value": y,
            "low": low,
            "high": high,
        }
        for panel in panels
        for curve in panel.curves
        for x, y, low, high in zip(curve.x, curve.y, curve.low, curve.high, strict=True)
    ]
    return Drawn(partial(plot_curves, first_panels(panels), settings.columns), pd.DataFrame(points))


def check_curves(plan: Plan) -> None:
    """Raise a `SpecError` where nothing changes in what the experiment asks for."""
    if not changing(plan.spec):
        raise SpecError(_NO_CURVE)


_NO_CURVE = Problem("plot.curves", "nothing changes along which a curve could run", allowed=", ".join(AXES))


def _of_lines(panel: CurvePanel) -> CurvePanel:
    """Return a panel without curves of one point, and without ticks where no curve is."""
    curves = tuple(curve for curve in panel.curves if np.isfinite(curve.y).sum() > 1)
    there = {x for curve in curves for x in curve.x.tolist()}
    return replace(panel, curves=curves, ticks=tuple(tick for tick in panel.ticks if tick[0] in there))


def check_coverage(plan: Plan) -> None:
    """Refuse a picture of coverage where no data like these can be simulated.

    Raises
    ------
    SpecError
        With the key of the kinds; where the experiment asks for the calibration itself, that says it.
    """
    if plan.spec.section(Calibrate.section):
        return
    try:
        Calibrate().check_plan(plan, Calibrate.Section())
    except SpecError as refused:
        said = [each._replace(where="plot.kinds", what=f"coverage: {each.what}") for each in refused.problems]
        raise SpecError(*said) from None


def draw_coverage(experiment: Experiment, settings: PlotSpec) -> Drawn:
    """Draw how often intervals cover in simulated data like these."""
    frame = some(answers(experiment, Calibrate)["calibration"], settings, "coverage")
    return Drawn(partial(plot_coverage, frame, settings.columns), frame)


def draw_reproduction(experiment: Experiment, settings: PlotSpec) -> Drawn:
    """Draw our numbers against printed ones, from files of `workbench reproduce`."""
    return draw_reproduced(settings)


def draw_reproduced(settings: PlotSpec) -> Drawn:
    """Return the picture of the files that the section names; it needs no experiment."""
    frame = some(read_reproduced(settings.reproduced), settings, "reproduction")
    return Drawn(partial(plot_reproduction, frame, settings.columns), frame)


def read_reproduced(files: Sequence[str]) -> pd.DataFrame:
    """Read what `workbench reproduce --all --out DIR` wrote, columns of `schema.REPRODUCED`.

    Raises
    ------
    SpecError
        If no file is named.
    DataError
        If one is not there, or is no such file.
    """
    if not files:
        how = "Name CSV files: plot.reproduced = [...]; `workbench reproduce --all --out DIR` writes them"
        raise SpecError(Problem("plot.reproduced", "is needed for a picture of a reproduction", hint=how))
    frames = []
    for file in files:
        if not Path(file).is_file():
            raise DataError(Problem(file, "is not there"))
        read = pd.read_csv(
            file, dtype={"theirs": str}, keep_default_na=False, na_values={"ours": "", "difference": ""}
        )
        frames.append(REPRODUCED.build(read, file))
    return pd.concat(frames, ignore_index=True)
