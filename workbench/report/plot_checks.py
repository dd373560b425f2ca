"""Pictures of checks: coverage against what was promised, our numbers against printed ones."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from workbench.report.layouts.labels import coefficient_label
from workbench.report.plot_sheet import (
    AROUND,
    BLUE,
    GRAY,
    ROW,
    SHARE,
    WIDTHS,
    NamedRows,
    PageColumns,
    PlotPanel,
    draw_panels,
    lines_only,
    name_axis,
)
from workbench.report.plot_words import missing
from workbench.report.plots import Scatter, plot_scatters

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ERRORS = 1.96
"""Standard errors on either side: 95 %."""
_RATES = {
    "interval": (
        "coverage",
        "coverage_error",
        "share of intervals that cover the coefficient over all systems",
    ),
    "test": ("type_one", "type_one_error", "share of rejections where both metrics are equal"),
}
_SETTINGS = ("coefficient", "shape", "step", "n_systems", "n_inputs")
_NAMED = 6
"""Of the numbers that are not equal, those that differ most."""


def plot_coverage(calibration: pd.DataFrame, columns: PageColumns = 2) -> Figure:
    """Draw how often intervals cover and tests reject in simulated data, against what they promise.

    Parameters
    ----------
    calibration : DataFrame
        Columns of `schema.CALIBRATION`.
    columns : 1 or 2
        Of a paper, that the picture is wide.

    Returns
    -------
    Figure
        Not known to pyplot.

    Undefined
    ---------
    What has no rate is not drawn, and counted under the picture.

    Examples
    --------
    >>> from workbench.schema import CALIBRATION
    >>> row = {column.name: "" if column.kind == "text" else 0 for column in CALIBRATION.columns}
    >>> row |= {"kind": "interval", "nominal": 0.95, "coverage": 0.9, "coverage_error": 0.01}
    >>> plot_coverage(CALIBRATION.build([row])).axes[0].get_xlabel().startswith("share of intervals")
    True
    """
    varying = [name for name in _SETTINGS if calibration[name].nunique() > 1]
    keys = ["kind", *varying]
    groups = list(calibration.groupby(keys, sort=False))
    across = min(columns, len(groups))
    width = WIDTHS[columns] / max(across, 1)
    panels, hidden = [], 0
    for key, group in groups:
        rate, error, said = _RATES[group["kind"].iloc[0]]
        rows = group[group[rate].notna()].sort_values(rate, kind="stable", ascending=False)
        hidden += len(group) - len(rows)
        labels = [f"{name} ({of})" for name, of in zip(rows["name"], rows["population"], strict=True)]
        names = NamedRows(labels, SHARE * width)
        title = " · ".join(_setting(name, value) for name, value in zip(varying, key[1:], strict=True))
        draw = partial(_draw_rates, rows, names, rate, error, said)
        panels.append(PlotPanel(AROUND + ROW * names.height, draw, title))
    first = calibration.iloc[:1]
    notes = [f"Simulated data sets: {number:,}." for number in first["replications"]]
    notes.append("Lines: 95 % intervals of the simulation. Dashed: what is promised.")
    if hidden:
        notes.append(missing(hidden, len(calibration), "intervals and tests"))
    return draw_panels(panels, columns, notes, across)


def _setting(name: str, value: object) -> str:
    if name == "coefficient":
        return coefficient_label(str(value))
    return {
        "step": f"ratings in steps of {value}",
        "n_systems": f"{value} systems",
        "n_inputs": f"{value} inputs",
    }.get(name, str(value))


def _draw_rates(
    rows: pd.DataFrame, names: NamedRows, rate: str, error: str, said: str, axes: Axes, width: float
) -> None:
    at = np.array(names.places)
    values, half = rows[rate].to_numpy(), _ERRORS * rows[error].to_numpy()
    axes.hlines(at, values - half, values + half, color=GRAY, linewidth=1.4)
    axes.scatter(values, at, s=18, color=BLUE, zorder=3)
    for nominal in rows["nominal"].unique():
        axes.axvline(nominal, color=GRAY, linewidth=1, linestyle="--", zorder=0)
    names.write(axes, names.height)
    lines_only(axes, "x")
    axes.spines["left"].set_visible(False)
    name_axis(axes, said, width * (1 - SHARE))


def plot_reproduction(reproduced: pd.DataFrame, columns: PageColumns = 2) -> Figure:
    """Draw our numbers against printed ones, a panel for each table, way to it and statistic.

    Parameters
    ----------
    reproduced : DataFrame
        Columns of `schema.REPRODUCED`.
    columns : 1 or 2
        Of a paper, that the picture is wide.

    Returns
    -------
    Figure
        Not known to pyplot. The numbers that differ most are squares with names.

    Undefined
    ---------
    A printed number that cannot be computed is not drawn, and counted in the title of its panel.

    Examples
    --------
    >>> from workbench.schema import REPRODUCED
    >>> row = {"table": "a table", "metric": "R-1", "ours": 0.5, "theirs": "0.50", "verdict": "equal"}
    >>> empty = {column.name: "" for column in REPRODUCED.columns if column.kind == "text"}
    >>> plot_reproduction(REPRODUCED.build([empty | row | {"difference": 0.0}])).axes[0].get_xlabel()
    'printed'
    """
    panels = []
    for (table, way, statistic), rows in reproduced.groupby(["table", "way", "statistic"], sort=False):
        gaps = rows["difference"].abs().where(rows["verdict"] != "equal")
        named = set(gaps.dropna().nlargest(_NAMED).index)
        labels = [
            _cell(row) if at in named else ""
            for at, row in zip(rows.index, rows.to_dict("records"), strict=True)
        ]
        counts = ", ".join(
            f"{number} {verdict}" for verdict, number in rows["verdict"].value_counts().items()
        )
        title = " · ".join(filter(None, [table, way and f"from {way}", statistic]))
        panels.append(
            Scatter(
                rows["theirs"].astype(float), rows["ours"], labels, "printed", "ours", f"{title}: {counts}",
                "diagonal", [label for label in labels if label],
            )
        )  # fmt: skip
    return plot_scatters(panels, columns, [_DIAGONAL])


_DIAGONAL = "Dashed: ours is what is printed. Squares: the numbers that differ most."


def _cell(row: dict[str, object]) -> str:
    about = ("system", "metric", "component", "preprocess", "references", "task", "criterion", "level")
    return " ".join(str(row[name]) for name in about if row[name])
