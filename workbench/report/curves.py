"""Curves with bands, panel beside panel, as Galley et al. 2015 draw them in Figure 2."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from workbench.report.curve_legend import add_legend, lay_legend
from workbench.report.plot_sheet import MOST_PANELS, WIDTHS, PageColumns, too_many
from workbench.report.plot_words import plain, wrap
from workbench.types import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


# Okabe & Ito's colours, told apart in all colour vision; the line and the marker tell them apart in black
# and white, too
_STYLES = (
    ("#0072B2", "-", "o"),
    ("#D55E00", (0, (5, 1.5)), "s"),
    ("#000000", (0, (1.2, 1.2)), "^"),
    ("#009E73", (0, (6, 1.5, 1.5, 1.5)), "D"),
    ("#CC79A7", "-", "v"),
    ("#E69F00", (0, (5, 1.5)), "P"),
    ("#56B4E9", (0, (1.2, 1.2)), "X"),
)
MOST_CURVES = 2 * len(_STYLES)
"""Each style filled and hollow."""
_MOST_NAMES = 20
_ACROSS = 3
BANDS = "Bands:"
"""What a note begins with that says which intervals the bands are."""
# three panels are 8 inches wide: at the width of a page letters keep 6 points
_WIDTH, _HEIGHT, _MARGIN = 2.5, 2.3, 0.6
_UPWARDS = 2.0
"""Inches that a line of the y axis's name may take: those of neighbours do not meet."""
_NOTE_SIZE, _LETTERS_PER_INCH = 6.5, 21
_TITLE = 32
"""Letters of a line of a title."""


class Curve(NamedTuple):
    """A line through points, and its band.

    Attributes
    ----------
    label : str
        Curves of one label look alike in all panels.
    x, y : float64[n]
        NaN leaves a gap.
    low, high : float64[n]
        Ends of the interval of each y, NaN where there is none.
    """

    label: str
    x: Array
    y: Array
    low: Array
    high: Array


@dataclass(frozen=True, eq=False)
class CurvePanel:
    """What is drawn on one pair of axes.

    Parameters
    ----------
    title, x_name, y_name : str
    curves : tuple of Curve
    ticks : tuple of (float, str)
        Where the x axis is marked, and how; where it is empty, as matplotlib likes.
    falls : bool
        The x axis runs from high to low.
    notes : tuple of str
        What stands under the figure.
    """

    title: str
    x_name: str
    y_name: str
    curves: tuple[Curve, ...]
    ticks: tuple[tuple[float, str], ...] = ()
    falls: bool = False
    notes: tuple[str, ...] = ()


def differences_of(panel: CurvePanel) -> CurvePanel:
    """Return the panel of what each curve is above the first one, at the same places.

    There are no bands: intervals of single values say nothing of a difference, since all curves rest on the
    same systems and segments.

    Examples
    --------
    >>> import numpy as np
    >>> x, none = np.array([1.0, 2.0]), np.full(2, np.nan)
    >>> curves = (Curve("BLEU", x, x, none, none), Curve("ΔBLEU", x, x + 0.5, none, none))
    >>> found = differences_of(CurvePanel("Orders", "order", "ρ", curves))
    >>> found.y_name, found.curves[0].label, found.curves[0].y.tolist()
    ('ρ minus that of BLEU', 'ΔBLEU', [0.5, 0.5])
    """
    if len(panel.curves) < 2:
        return replace(panel, curves=(), notes=())
    first = panel.curves[0]
    base = dict(zip(first.x.tolist(), first.y.tolist(), strict=True))
    found = []
    for curve in panel.curves[1:]:
        y = curve.y - np.array([base.get(x, np.nan) for x in curve.x.tolist()])
        nothing = np.full(len(y), np.nan)
        found.append(Curve(curve.label, curve.x, y, nothing, nothing))
    notes = ["Differences: values at the same place, without an interval."]
    drawn = np.concatenate([curve.y for curve in found])
    if lost := int(np.isnan(drawn).sum()):
        notes.append(f"Not drawn, for want of one of two values: {lost} of {len(drawn)} differences.")
    name = f"{panel.y_name} minus that of {first.label}"
    return replace(panel, y_name=name, curves=tuple(found), notes=tuple(notes))


def plot_curves(panels: Sequence[CurvePanel], columns: PageColumns | None = None) -> Figure:
    """Draw panels beside each other, three in a row, under one legend and with one scale of what they share.

    Parameters
    ----------
    panels : sequence of CurvePanel
        From `workbench.curve_panels`, of one run or of several. More than one are lettered (A), (B), ...
    columns : 1 or 2, optional
        Of a paper, that the picture is wide; as wide as its panels where nothing is said.

    Returns
    -------
    Figure
        Not known to pyplot; `workbench.picture` gives its bytes, the same for the same panels.

    Raises
    ------
    ValueError
        If there is no panel.

    Examples
    --------
    >>> import numpy as np
    >>> points = np.array([1.0, 2.0, 3.0])
    >>> curve = Curve("BLEU", points, points / 10, points / 10 - 0.1, points / 10 + 0.1)
    >>> figure = plot_curves([CurvePanel("Orders", "order", "Spearman's ρ", (curve,))] * 2)
    >>> [axes.get_title(loc="left") for axes in figure.axes]
    ['(A) Orders', '(B) Orders']
    """
    from workbench.report.shown_figure import ShownFigure

    if not panels:
        raise ValueError("there is no panel to draw")
    across = min(len(panels), 1 if columns == 1 else _ACROSS)
    down = -(-len(panels) // across)
    width = WIDTHS[columns] if columns else _WIDTH * across + _MARGIN
    panels = told_apart(panels)
    notes = _wrapped(panels, int(_LETTERS_PER_INCH * width))
    labels = _labels(panels)
    legend = lay_legend(labels, width)
    size = (width, _HEIGHT * down + 0.45 + 0.13 * len(notes) + legend.room)
    figure = ShownFigure(size, 200)
    grid = figure.subplots(down, across, squeeze=False)
    cells = list(grid.flat)
    styles = {label: number for number, label in enumerate(labels)}
    for number, (axes, panel) in enumerate(zip(cells, panels, strict=False)):
        letter = _letter(number) if len(panels) > 1 else ""
        _draw(axes, panel, f"{letter}{panel.title}".rstrip(), styles)
    for axes in cells[len(panels) :]:
        axes.remove()
    _share_scale(cells[: len(panels)], panels, across)
    add_legend(figure, cells[: len(panels)], legend)
    if notes:
        figure.supxlabel("\n".join(notes), fontsize=_NOTE_SIZE, x=0.01, ha="left", linespacing=1.35)
    return figure


def first_panels(panels: Sequence[CurvePanel]) -> list[CurvePanel]:
    """Return as many panels as one picture holds, with how many are left out in their notes.

    Examples
    --------
    >>> shown = first_panels([CurvePanel("", "x", "y", ())] * 32)
    >>> len(shown), shown[0].notes[0][:26]
    (12, 'Not drawn: 20 of 32 panels')
    """
    if len(panels) <= MOST_PANELS:
        return [*panels]
    note = too_many(len(panels))
    return [replace(panel, notes=(*panel.notes, note)) for panel in panels[:MOST_PANELS]]


def told_apart(panels: Sequence[CurvePanel]) -> list[CurvePanel]:
    """Leave out curves that would look like others, and name them in the notes.

    Examples
    --------
    >>> import numpy as np
    >>> curves = [Curve(f"R-{order}", *[np.ones(1)] * 4) for order in range(1, 17)]
    >>> [panel] = told_apart([CurvePanel("", "x", "y", tuple(curves))])
    >>> len(panel.curves), panel.notes[0].partition(";")[0]
    (14, 'Not drawn, as they would look like others: 2 of 16 curves (R-15, R-16)')
    """
    labels = _labels(panels)
    left_out = labels[MOST_CURVES:]
    if not left_out:
        return [*panels]
    names = ", ".join(left_out[:_MOST_NAMES])
    names += f" and {len(left_out) - _MOST_NAMES} more" if len(left_out) > _MOST_NAMES else ""
    note = (
        f"Not drawn, as they would look like others: {len(left_out)} of {len(labels)} curves ({names}); "
        "name the metrics that are to be seen."
    )
    shown = set(labels[:MOST_CURVES])
    return [
        replace(
            panel,
            curves=tuple(curve for curve in panel.curves if curve.label in shown),
            notes=(*panel.notes, note),
        )
        for panel in panels
    ]


def _letter(number: int) -> str:
    """Name a panel as columns of a spreadsheet are: (A) to (Z), (AA), (AB), ..."""
    letters = ""
    while number >= 0:
        number, digit = divmod(number, 26)
        letters, number = f"{chr(ord('A') + digit)}{letters}", number - 1
    return f"({letters}) "


def _labels(panels: Sequence[CurvePanel]) -> list[str]:
    """Return what is drawn anywhere, once."""
    drawn = (curve for panel in panels for curve in panel.curves if np.isfinite(curve.y).any())
    return list(dict.fromkeys(curve.label for curve in drawn))


def _draw(axes: Axes, panel: CurvePanel, title: str, styles: dict[str, int]) -> None:
    for curve in panel.curves:
        number = styles.get(curve.label, 0)  # one without a value draws nothing
        colour, line, marker = _STYLES[number % len(_STYLES)]
        if len(panel.curves) == 1:  # shades over each other are one gray
            axes.fill_between(curve.x, curve.low, curve.high, color=colour, alpha=0.12, linewidth=0, zorder=1)
        for end in (curve.low, curve.high):
            axes.plot(curve.x, end, color=colour, linestyle=line, linewidth=0.6, alpha=0.8, zorder=2)
        axes.plot(
            curve.x,
            curve.y,
            color=colour,
            linestyle=line,
            linewidth=1.3,
            marker=marker,
            markersize=4,
            # every round of the styles is filled another way
            markerfacecolor="white" if (number // len(_STYLES)) % 2 else colour,
            markeredgecolor=colour if (number // len(_STYLES)) % 2 else "white",
            markeredgewidth=1.0 if (number // len(_STYLES)) % 2 else 0.5,
            label=curve.label if np.isfinite(curve.y).any() else "_nothing",
            zorder=3,
        )
    if panel.ticks:
        places, names = zip(*panel.ticks, strict=True)
        axes.set_xticks(places, [plain(name) for name in names])
    if panel.falls:
        axes.invert_xaxis()
    axes.set_title(plain(textwrap.fill(title, _TITLE)), fontsize=9, loc="left")
    axes.set_xlabel(plain(panel.x_name), fontsize=8)
    name = [line for text in textwrap.wrap(panel.y_name, _TITLE) for line in wrap(text, _UPWARDS, 8)]
    axes.set_ylabel("\n".join(map(plain, name)), fontsize=8)
    axes.tick_params(labelsize=7.5)
    axes.grid(color="#e4e4e8", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def _share_scale(cells: Sequence[Axes], panels: Sequence[CurvePanel], across: int) -> None:
    """Give panels of the same y axis the same scale, and name it once a row."""
    for name in {panel.y_name for panel in panels}:
        mine = [axes for axes, panel in zip(cells, panels, strict=True) if panel.y_name == name]
        ends = [axes.get_ylim() for axes in mine]
        for axes in mine:
            axes.set_ylim(min(low for low, _ in ends), max(high for _, high in ends))
    for number, (axes, panel) in enumerate(zip(cells, panels, strict=True)):
        if number % across and panels[number - 1].y_name == panel.y_name:
            axes.set_ylabel("")


def _wrapped(panels: Sequence[CurvePanel], letters: int) -> list[str]:
    """Return the lines under the figure: what holds for all panels once, else with the panels' letters."""
    common, apart = [], []
    for note in dict.fromkeys(note for panel in panels for note in panel.notes):
        where = [number for number, panel in enumerate(panels) if note in panel.notes]
        if len(where) == len(panels):
            common.append(note)
        else:
            apart.append("".join(_letter(number) for number in where) + note)
    return [line for note in (*common, *sorted(apart)) for line in textwrap.wrap(plain(note), letters)]
