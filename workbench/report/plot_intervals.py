"""Coefficients, or differences of them, with their intervals: one line a row, the largest on top."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from workbench.report.layouts.labels import COMPONENTS, coefficient_label, metric_label

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PANEL = ("task", "criterion", "level", "block_size", "coefficient", "given")
_SETTINGS = ("component", "references", "preprocess")
_INK, _POINT = "#8c8c96", "#0072B2"


def plot_intervals(frame: pd.DataFrame, column: str = "value") -> "Figure":
    """Draw values and their intervals, a panel for each task, criterion, level and coefficient.

    Parameters
    ----------
    frame : DataFrame
        Columns of `schema.RECORDS` or `schema.COMPARISONS`.
    column : str
        What is drawn: value, or difference.

    Returns
    -------
    Figure
        Not known to pyplot; ``figure.savefig(path)`` writes it.

    Undefined
    ---------
    A row without a value is not drawn, and counted under the figure; one without an interval is a point.

    Examples
    --------
    >>> frame = pd.DataFrame({"metric": ["a", "b"], "value": [0.1, 0.3], "low": [0, 0.2], "high": [0.2, 0.5]})
    >>> [text.get_text() for text in plot_intervals(frame).axes[0].get_yticklabels()]
    ['b', 'a']
    """
    from workbench.report.shown_figure import ShownFigure

    known = frame[frame[column].notna()]
    keys = [name for name in _PANEL if name in known and known[name].nunique() > 1]
    groups = [group for _, group in known.groupby(keys, sort=False)] if keys else [known]
    heights = [max(1, len(group)) for group in groups]
    figure = ShownFigure((6.4, 0.5 + sum(0.8 + 0.24 * height for height in heights)), 150)
    panels = figure.subplots(len(groups), squeeze=False, height_ratios=[height + 2 for height in heights])
    for axes, group in zip(panels[:, 0], groups, strict=True):
        rows = group.sort_values(column, kind="stable", ascending=False)
        at = np.arange(len(rows))
        axes.hlines(at, rows["low"], rows["high"], color=_INK, linewidth=1.6)
        axes.scatter(rows[column], at, s=26, color=_POINT, edgecolor="white", linewidth=0.6, zorder=3)
        axes.axvline(0, color=_INK, linewidth=0.8, linestyle="--")
        axes.set_yticks(at, [label.replace("$", r"\$") for label in _labels(rows)])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.grid(color="#e4e4e8", linewidth=0.6, axis="x")
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_xlabel(_said(rows, column).replace("$", r"\$"))
    hidden = len(frame) - len(known)
    if hidden:
        figure.supxlabel(f"Not drawn, for want of a value: {hidden} of {len(frame)}", fontsize=8)
    return figure


def _labels(rows: pd.DataFrame) -> list[str]:
    """Return what a row is called: the metric, and the settings that tell it from others of the panel."""
    sides = [""] + (["against_"] if "against_metric" in rows else [])
    varying = [name for name in _SETTINGS if name in rows and rows[name].nunique() > 1]
    labels = []
    for row in rows.to_dict("records"):
        named = []
        for side in sides:
            settings = [COMPONENTS.get(row[side + name], row[side + name]) for name in varying]
            named.append(" · ".join([str(metric_label(row[f"{side}metric"])), *filter(None, settings)]))
        role = f" ({row['role']})" if row.get("role") else ""
        labels.append(" − ".join(named) + role)
    return labels


def _said(rows: pd.DataFrame, column: str) -> str:
    """Say what is drawn, with which intervals."""
    if "coefficient" not in rows or rows.empty:
        return column
    first = rows.iloc[0]
    coefficient = coefficient_label(first["coefficient"], first["given"])
    what = f"{coefficient} with {first['criterion']}, {first['level']} level"
    what = f"difference of {what}" if column == "difference" else what
    parts: Sequence[str] = [what]
    if first.get("judgments") == "simulated":
        parts = [*parts, "simulated"]
    made = rows[rows["low"].notna()]
    if len(made):
        population = made.iloc[0].get("interval_population") or made.iloc[0].get("population")
        parts = [*parts, f"{100 * made.iloc[0]['confidence']:g} % intervals: {population}"]
    return "\n".join(parts)
