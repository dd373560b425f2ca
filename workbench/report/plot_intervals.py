"""Coefficients, or differences of them, with their intervals: one line a row, the largest on top."""

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from workbench.report.falling import falling
from workbench.report.layouts.counts import count_range
from workbench.report.layouts.labels import COMPONENTS, INTERVALS, coefficient_label, metric_label
from workbench.report.plot_frames import say_panel
from workbench.report.plot_sheet import (
    AROUND,
    BLUE,
    GRAY,
    NOTE,
    RED,
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
from workbench.report.plot_ties import find_untested, ties_of
from workbench.report.plot_words import missing, wrap
from workbench.types import Array, Masks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_JUDGES = ("leave one out", "split half")
"""Roles of records that are of no metric."""
_PANEL = ("task", "criterion", "level", "block_size", "coefficient", "given")
_SETTINGS = ("component", "preprocess", "references")
_NAMES = ("metric", *_SETTINGS)
_NEAR = 0.25
"""Zero is on the axis where it is not farther from the intervals than this share of their range."""
_TIE, _TIE_STEP = 1.03, 0.035
"""Where the bars of ties stand, in widths of the axes."""


def plot_intervals(
    frame: pd.DataFrame, column: str = "value", columns: PageColumns = 2, ties: pd.DataFrame | None = None
) -> "Figure":
    """Draw values and their intervals, a panel for each task, criterion, level and coefficient.

    Rows stand in the order of their values, the largest on top. Squares are the judges among themselves. A
    circle that is not filled is a metric without the judges' noise; among differences, one that is not shown
    to be other than 0, and a gray cross is one that was not tested. Bars at the right link metrics that no
    test tells apart; where tests were asked for, a panel without any says so.

    Parameters
    ----------
    frame : DataFrame
        Columns of `schema.RECORDS` or `schema.COMPARISONS`.
    column : str
        What is drawn: value, or difference.
    columns : 1 or 2
        Of a paper, that the picture is wide.
    ties : DataFrame, optional
        Columns of `schema.WINNERS`: groups of which no pair differs. Without it the best and what is tied
        with it, where the records say so.

    Returns
    -------
    Figure
        Not known to pyplot; ``figure.savefig(path)`` writes it.

    Undefined
    ---------
    A row without a value is not drawn, and counted under the figure; one without an interval is a point, and
    counted with the reasons.

    Examples
    --------
    >>> frame = pd.DataFrame({"metric": ["a", "b"], "value": [0.1, 0.3], "low": [0, 0.2], "high": [0.2, 0.5]})
    >>> [text.get_text() for text in plot_intervals(frame).axes[0].get_yticklabels()]
    ['b', 'a']
    """
    known = frame[frame[column].notna()]
    keys = [name for name in _PANEL if name in frame and known[name].nunique() > 1]
    groups = [group for _, group in known.groupby(keys, sort=False)] if keys else [known]
    parts = [group.iloc[falling(group[column])] for group in groups]
    # rows of differences have two names
    across = 1 if len(parts) < 2 or column == "difference" else columns
    width = WIDTHS[columns] / across
    named = [NamedRows(_labels(part), SHARE * width) for part in parts]
    tied = [ties_of(part, ties) if column == "value" else [] for part in parts]
    untested = find_untested(parts, ties) if column == "value" else []
    # of one metric alone there is nothing to test
    no_test = {at for at, each in enumerate(untested) if each.sum() > 1 and each.sum() == _metrics(parts[at])}
    bare = sum(int(each.sum()) for at, each in enumerate(untested) if at not in no_test)
    notes = [*_notes(frame, known, column), *([_TIED] if any(tied) else [])]
    if bare and any(tied):
        notes.append(_BARE.format(bare, sum(map(_metrics, parts))))

    def panel(at: int) -> PlotPanel:
        part, rows, groups = parts[at], named[at], tied[at]
        beside = named[at - at % across : at - at % across + across]
        height = max(each.height for each in beside)  # rows of neighbours are of one height

        def draw(axes: "Axes", width: float) -> None:
            _draw(axes, part, column, np.array(rows.places))
            _draw_ties(axes, np.array(rows.places), groups)
            rows.write(axes, height)
            name_axis(axes, _measured(part, column), width * (1 - SHARE))

        varying = [name for name in keys if name != "coefficient"]
        said = say_panel(part.iloc[0], varying) if varying else ""
        title = " · ".join(filter(None, [said, _NO_TEST if at in no_test else ""]))
        return PlotPanel(AROUND + ROW * height, draw, title)

    return draw_panels([panel(at) for at in range(len(parts))], columns, notes, across)


_TIED = "Bars at the right link metrics that no test tells apart."
_NO_TEST = "no test here"
_BARE = "Without a bar, as no test was possible: {} of {} coefficients."


def _metrics(rows: pd.DataFrame) -> int:
    return int((rows["role"] == "").sum()) if "role" in rows else len(rows)


def _draw_ties(axes: "Axes", at: Array, groups: list[list[int]]) -> None:
    """Draw a bar for each group, with a dot at each of its rows: a row between them may not belong to it."""
    for number, group in enumerate(groups):
        x = _TIE + _TIE_STEP * number
        across = axes.get_yaxis_transform()
        axes.plot([x, x], at[[group[0], group[-1]]], color=GRAY, lw=1.0, transform=across, clip_on=False)
        axes.plot(
            [x] * len(group), at[group], "o", color="#333333", ms=2.6, transform=across, clip_on=False,
            label="_tied",
        )  # fmt: skip


def _draw(axes: "Axes", rows: pd.DataFrame, column: str, at: Array) -> None:
    axes.hlines(at, rows["low"], rows["high"], color=GRAY, linewidth=1.4)
    nothing = pd.Series("", rows.index)
    is_ceiling = rows.get("role", nothing).isin(_JUDGES).to_numpy()
    is_open = rows.get("role", nothing) == "disattenuated"
    is_untested = np.zeros(len(rows), bool)
    if column == "difference":
        is_open |= rows.get("verdict", nothing).isin(("not shown", "out of reach"))
        is_untested = _is_untested(rows)
    marks = [(~is_ceiling & ~is_untested, BLUE, "o"), (is_ceiling, RED, "s")]
    marks += [(is_untested, "#55555c", "X")] if is_untested.any() else []
    for chosen, colour, marker in marks:
        faces = ["white" if each else colour for each in is_open[chosen]]
        values = rows[column][chosen]
        axes.scatter(values, at[chosen], s=18, c=faces, edgecolor=colour, marker=marker, zorder=3)
    ends = rows[[column, "low", "high"]].to_numpy(np.float64)
    if np.isfinite(ends).any():
        low, high = np.nanmin(ends), np.nanmax(ends)
        near = _NEAR * (high - low)
        if low - near <= 0 <= high + near:
            axes.axvline(0, color=GRAY, linewidth=0.8, linestyle="--", zorder=0)
    lines_only(axes, "x")
    axes.spines["left"].set_visible(False)


def _is_untested(rows: pd.DataFrame) -> Masks:
    """Tell which differences have no p, bool[n]; frames that say nothing of tests have none of these."""
    untested: Masks = rows["verdict"].eq("").to_numpy() if "verdict" in rows else np.zeros(len(rows), bool)
    return untested


def _sides(rows: pd.DataFrame) -> list[pd.DataFrame]:
    """Return the names of the drawn metrics and, of differences, those of the metrics that are taken off."""
    sides = []
    for side in ("", "against_"):
        names = [name for name in (*_NAMES, "role") if side + name in rows]
        sides += [rows[[side + name for name in names]].set_axis(names, axis=1)] if names else []
    return sides


def _labels(rows: pd.DataFrame) -> list[str]:
    """Return what a row is called: the metric, and the settings that tell it from others of the panel."""
    sides, varying = _sides(rows), _varying(rows)
    named = [
        [_name(row, varying) for row in side.to_dict("records")]
        for side in sides
        # a metric that all others are compared with is said at the axis
        if side is sides[0] or len(side.drop_duplicates()) > 1
    ]
    return [" − ".join(names) for names in zip(*named, strict=True)]


def _varying(rows: pd.DataFrame) -> list[str]:
    sides = _sides(rows)
    metrics = pd.concat(sides).groupby("metric")
    return [name for name in _SETTINGS if name in sides[0] and metrics[name].nunique().max() > 1]


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
            what += f", from {_name(against.iloc[0].to_dict(), _varying(rows))}"
    return what


def _notes(frame: pd.DataFrame, known: pd.DataFrame, column: str) -> list[str]:
    """Return the lines under the figure: what the intervals speak of, what is not drawn."""
    population = "interval_population" if column == "difference" else "population"
    notes = [_size(known)] if "n_systems" in known and len(known) else []
    if population in known:
        about = ["confidence", "interval", population]
        groups = list(known[known["low"].notna()].groupby(about, sort=False))
        for (share, how, of), rows in groups:
            whose = f"{_whose(rows, known)}: " if len(groups) > 1 else ""
            notes.append(f"{whose}{100 * share:g} % intervals ({INTERVALS.get(how, how)}); population: {of}.")
    if column == "difference" and known["verdict"].isin(("not shown", "out of reach")).any():
        notes.append(
            f"Not filled: not shown to differ, by the adjusted p at level {known['test_level'].max():g}."
        )
    if column == "difference" and (untested := int(_is_untested(known).sum())):
        notes.append(f"Crosses: not tested, {untested} of {len(known)}.")
    if "role" in known and (known["role"] == "disattenuated").any():
        notes.append("Not filled: without the judges' noise.")
    what = "differences" if column == "difference" else "coefficients"
    if "interval_reason" in known:
        bare = known[known["low"].isna() & (known["interval_reason"] != "")]
        why = "; ".join(dict.fromkeys(bare["interval_reason"]))
        notes += [f"Without an interval: {len(bare)} of {len(known)} {what} ({why})."] if len(bare) else []
    if len(frame) > len(known):
        notes.append(missing(len(frame) - len(known), len(frame), what))
    return notes


def _size(known: pd.DataFrame) -> str:
    return f"{count_range(known['n_systems'])} systems, {count_range(known['n_segments'])} segments."


def _whose(rows: pd.DataFrame, known: pd.DataFrame) -> str:
    """Say which rows have one kind of interval, where others have another one."""
    for names in (["level"], ["coefficient"], ["level", "coefficient"], ["role"], ["level", "role"]):
        if not set(names) <= set(known):
            continue
        mine = rows[names].drop_duplicates()
        if len(known.merge(mine)) == len(rows):
            return _kinds_of(mine)
    return "; ".join(wrap(", ".join(dict.fromkeys(_labels(rows))), 6, NOTE, 1))


def _kinds_of(mine: pd.DataFrame) -> str:
    """Say rows of names in words; of two columns, only those combinations that are there.

    Examples
    --------
    >>> there = {"level": ["system", "segment", "segment"], "coefficient": ["kendall", "kendall", "pearson"]}
    >>> _kinds_of(pd.DataFrame(there))
    "system level · Kendall's τ-b; segment level · Kendall's τ-b, Pearson's r"
    """
    first, *others = mine.columns
    firsts: dict[tuple[str, ...], list[str]] = {}
    for name, group in mine.groupby(first, sort=False):
        last = [_kind_of(other, each) for other in others for each in sorted(group[other])]
        firsts.setdefault(tuple(last), []).append(_kind_of(first, str(name)))
    said = [" · ".join(filter(None, [", ".join(names), ", ".join(last)])) for last, names in firsts.items()]
    return (", " if not others else "; ").join(said)


def _kind_of(name: str, value: str) -> str:
    return {
        "level": f"{value} level",
        "coefficient": coefficient_label(value),
        "role": value or "metrics",
    }[name]
