"""Coefficients, or differences of them, with their intervals: one line a row, the largest on top."""

import textwrap
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from workbench.report.layouts.labels import COMPONENTS, coefficient_label, metric_label
from workbench.report.plot_words import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_JUDGES = ("leave one out", "split half")
"""Roles of records that are of no metric."""
_PANEL = ("task", "criterion", "level", "block_size", "coefficient", "given")
_SETTINGS = ("component", "preprocess", "references")
_NAMES = ("metric", *_SETTINGS)
_ROW, _AROUND, _ACROSS, _LETTER = 0.23, 0.95, 3.4, 0.07
"""Inches: the height of a row, what a panel has above and below its rows, its x axis, a letter of a label."""
_LETTERS_PER_INCH = 19
"""Of a note."""
_NEAR = 0.25
"""Zero is on the axis where it is not farther from the intervals than this share of their range."""
_LINE, _METRIC, _CEILING = "#8c8c96", "#0072B2", "#D55E00"


def plot_intervals(frame: pd.DataFrame, column: str = "value") -> "Figure":
    """Draw values and their intervals, a panel for each task, criterion, level and coefficient.

    Squares are the judges among themselves. A circle that is not filled is a metric without the judges'
    noise; among differences, one that is not shown to be other than 0.

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
    keys = [name for name in _PANEL if name in frame and known[name].nunique() > 1]
    groups = [group for _, group in known.groupby(keys, sort=False)] if keys else [known]
    panels = [group.sort_values(column, kind="stable", ascending=False) for group in groups]
    labels = [_labels(panel) for panel in panels]
    across = min(len(panels), 2)
    room = [max(1, *map(len, labels[at : at + across])) for at in range(0, len(panels), across)]
    heights = [_AROUND + _ROW * rows for rows in room]
    longest = max((len(label) for each in labels for label in each), default=0)
    width = across * (_ACROSS + _LETTER * longest)
    notes = _notes(frame, known, column, int(_LETTERS_PER_INCH * width))
    figure = ShownFigure((width, sum(heights) + 0.13 * len(notes)), 150)
    cells = list(figure.subplots(len(heights), across, squeeze=False, height_ratios=heights).flat)
    for number, (panel, names) in enumerate(zip(panels, labels, strict=True)):
        axes = cells[number]
        _draw(axes, panel, column)
        # rows of neighbours are of one height
        axes.set_ylim(room[number // across] - 0.5, -0.5)
        axes.set_yticks(np.arange(len(names)), [plain(name) for name in names], fontsize=8)
        axes.set_xlabel(plain(_measured(panel, column)), fontsize=8)
        title = " · ".join(_said(name, panel[name].iloc[0]) for name in keys if name != "coefficient")
        axes.set_title(plain(title), fontsize=9, loc="left")
    for axes in cells[len(panels) :]:
        axes.remove()
    if notes:
        figure.supxlabel(plain("\n".join(notes)), fontsize=6.5, x=0.01, ha="left", linespacing=1.35)
    return figure


def _said(name: str, value: object) -> str:
    return {"level": f"{value} level", "block_size": f"blocks of {value}"}.get(name, str(value))


def _draw(axes: "Axes", rows: pd.DataFrame, column: str) -> None:
    at = np.arange(len(rows))
    axes.hlines(at, rows["low"], rows["high"], color=_LINE, linewidth=1.6)
    nothing = pd.Series("", rows.index)
    is_ceiling = rows.get("role", nothing).isin(_JUDGES).to_numpy()
    is_open = rows.get("role", nothing) == "disattenuated"
    if column == "difference":
        is_open |= rows.get("verdict", nothing).isin(("not shown", "out of reach"))
    for chosen, colour, marker in ((~is_ceiling, _METRIC, "o"), (is_ceiling, _CEILING, "s")):
        faces = ["white" if each else colour for each in is_open[chosen]]
        values = rows[column][chosen]
        axes.scatter(values, at[chosen], s=26, c=faces, edgecolor=colour, marker=marker, zorder=3)
    ends = rows[[column, "low", "high"]].to_numpy(np.float64)
    if np.isfinite(ends).any():
        low, high = np.nanmin(ends), np.nanmax(ends)
        near = _NEAR * (high - low)
        if low - near <= 0 <= high + near:
            axes.axvline(0, color=_LINE, linewidth=0.8, linestyle="--", zorder=0)
    axes.grid(color="#e4e4e8", linewidth=0.6, axis="x")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(labelsize=8)
    axes.tick_params(axis="y", length=0)


def _sides(rows: pd.DataFrame) -> list[pd.DataFrame]:
    """Return the names of the drawn metrics and, of differences, those of the metrics that are taken off."""
    sides = []
    for side in ("", "against_"):
        names = [name for name in (*_NAMES, "role") if side + name in rows]
        sides += [rows[[side + name for name in names]].set_axis(names, axis=1)] if names else []
    return sides


def _labels(rows: pd.DataFrame) -> list[str]:
    """Return what a row is called: the metric, and the settings that tell it from others of the panel."""
    sides = _sides(rows)
    metrics = pd.concat(sides).groupby("metric")
    varying = [name for name in _SETTINGS if name in sides[0] and metrics[name].nunique().max() > 1]
    named = [
        [_name(row, varying) for row in side.to_dict("records")]
        for side in sides
        # a metric that all others are compared with is said at the axis
        if side is sides[0] or len(side.drop_duplicates()) > 1
    ]
    return [" − ".join(names) for names in zip(*named, strict=True)]


def _name(row: dict[str, str], varying: list[str]) -> str:
    settings = [COMPONENTS.get(row[name], row[name]) for name in varying]
    role = f" ({row['role']})" if row.get("role") else ""
    label = f"{metric_label(row['metric'])}{role}"
    return " · ".join(filter(None, [label, *settings]))


def _measured(rows: pd.DataFrame, column: str) -> str:
    """Say what is drawn along the axis of a panel."""
    if rows.empty or "coefficient" not in rows:
        return column
    first = rows.iloc[0]
    what = f"{coefficient_label(first['coefficient'], first.get('given', ''))} with {first['criterion']}"
    if first.get("judgments") == "simulated":
        what += " (simulated)"
    if column == "difference":
        what = f"difference of {what}"
        against = _sides(rows)[1].drop_duplicates()
        if len(against) == 1:
            what += f", from {metric_label(against['metric'].item())}"
    return what


def _notes(frame: pd.DataFrame, known: pd.DataFrame, column: str, letters: int) -> list[str]:
    """Return the lines under the figure: what the intervals speak of, what is not drawn."""
    population = "interval_population" if column == "difference" else "population"
    notes = []
    if population in known:
        about = ["confidence", "interval", population]
        groups = list(known[known["low"].notna()].groupby(about, sort=False))
        for (share, how, of), rows in groups:
            whose = f"{_whose(rows, known)}: " if len(groups) > 1 else ""
            notes.append(f"{whose}{100 * share:g} % intervals ({how}); population: {of}.")
    if column == "difference" and known["verdict"].isin(("not shown", "out of reach")).any():
        notes.append(
            f"Not filled: not shown to differ, by the adjusted p at level {known['test_level'].max():g}."
        )
    if "role" in known and (known["role"] == "disattenuated").any():
        notes.append("Not filled: without the judges' noise.")
    if len(frame) > len(known):
        notes.append(f"Not drawn, for want of a value: {len(frame) - len(known)} of {len(frame)}.")
    return [line for note in notes for line in textwrap.wrap(note, letters)]


def _whose(rows: pd.DataFrame, known: pd.DataFrame) -> str:
    """Say which rows have one kind of interval, where others have another one."""
    mine = list(dict.fromkeys(rows["coefficient"]))
    if known["coefficient"].isin(mine).sum() == len(rows):
        return ", ".join(map(coefficient_label, mine))
    return ", ".join(dict.fromkeys(_labels(rows)))
