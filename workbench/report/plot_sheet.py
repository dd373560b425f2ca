"""The sheet that all pictures are drawn on: as wide as a column or two, panels, notes under the axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from workbench.report.plot_words import plain, wrap

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PageColumns = Literal[1, 2]
WIDTHS: dict[PageColumns, float] = {1: 3.3, 2: 6.9}
"""Inches of one and of two columns of a paper."""
SMALL, NOTE, TITLE = 7.0, 6.5, 8.0
"""Points: names and numbers at the axes, notes, titles."""
BLUE, RED, GRAY, PALE = "#0072B2", "#D55E00", "#8c8c96", "#e4e4e8"
"""Of Okabe and Ito's palette, told apart in all colour vision; shapes tell them apart in gray."""
MOST_PANELS = 12
TALLEST = 22.0
"""Inches of all panels: two pages, one below the other."""
_NOTE_LINE, _DPI = 0.125, 200
ROW, AROUND = 0.155, 0.72
"""Inches: the height of a row of one line, and what a panel has above and below its rows."""
SHARE = 0.42
"""Of the width of a panel, for the names of its rows."""
_TITLE_SHARE = 0.58
"""Of the width of a panel, for its title, which stands beside the names of rows."""
_SIDES = 0.12
"""Inches at the sides that notes keep free."""


@dataclass(frozen=True, eq=False)
class PlotPanel:
    """What is drawn on one pair of axes.

    Parameters
    ----------
    height : float
        Inches, with everything around the axes.
    draw : callable
        From the axes and the inches that the panel is wide.
    title : str
    """

    height: float
    draw: Callable[[Axes, float], None]
    title: str = ""


def draw_panels(
    panels: Sequence[PlotPanel], columns: PageColumns, notes: Sequence[str], across: int = 0
) -> Figure:
    """Draw panels beside and below each other, with notes under them.

    Parameters
    ----------
    panels : sequence of PlotPanel
        More than `MOST_PANELS`, and those that would make the picture higher than `TALLEST`, are counted in
        the notes, and not drawn; the first row always is.
    columns : 1 or 2
        The width: of one column of a paper, 3.3 inches, or of two, 6.9.
    notes : sequence of str
    across : int
        Panels beside each other; 0 for one in a column.

    Returns
    -------
    Figure
        Not known to pyplot.

    Examples
    --------
    >>> figure = draw_panels([PlotPanel(1.0, lambda axes, width: None, "a")], 1, ["16 systems."])
    >>> float(figure.get_figwidth()), figure.get_supxlabel()
    (3.3, '16 systems.')
    """
    from workbench.report.shown_figure import ShownFigure

    drawn, width = panels[:MOST_PANELS], WIDTHS[columns]
    across = max(1, min(across or columns, len(drawn)))
    rows = [drawn[at : at + across] for at in range(0, len(drawn), across)]
    heights = [max(panel.height for panel in row) for row in rows] or [1.0]
    while len(heights) > 1 and sum(heights) > TALLEST:
        heights.pop()
    drawn = drawn[: len(heights) * across]
    said = list(notes)
    if len(panels) > len(drawn):
        said.append(too_many(len(panels), len(drawn)))
    lines = [plain(line) for note in said for line in wrap(note, width - 2 * _SIDES, NOTE)]
    figure = ShownFigure((width, sum(heights) + _NOTE_LINE * len(lines) + 0.05 * bool(lines)), _DPI)
    cells = list(figure.subplots(len(heights), across, squeeze=False, height_ratios=heights).flat)
    for axes, panel in zip(cells, drawn, strict=False):
        title = wrap(panel.title, _TITLE_SHARE * width / across, TITLE)
        axes.set_title("\n".join(map(plain, title)), fontsize=TITLE, loc="left")
        axes.tick_params(labelsize=SMALL)
        panel.draw(axes, width / across)
    for axes in cells[len(drawn) :]:
        axes.remove()
    if lines:
        figure.supxlabel("\n".join(lines), fontsize=NOTE, x=_SIDES / width, ha="left", linespacing=1.3)
    return figure


def too_many(panels: int, drawn: int = MOST_PANELS) -> str:
    """Count the panels that have no room in a picture, and say how to see them.

    Examples
    --------
    >>> too_many(32).partition(";")[0]
    'Not drawn: 20 of 32 panels'
    """
    how = "name the metrics, criteria, levels or coefficients that are to be seen."
    return f"Not drawn: {panels - drawn} of {panels} panels; {how}"


def name_axis(axes: Axes, text: str, width: float) -> None:
    """Write what the x axis measures, in as many lines as it takes."""
    axes.set_xlabel("\n".join(plain(line) for line in wrap(text, width - 2 * _SIDES, TITLE)), fontsize=TITLE)


def lines_only(axes: Axes, along: Literal["x", "y", "both"]) -> None:
    """Draw pale lines along an axis and no frame."""
    axes.grid(color=PALE, linewidth=0.6, axis=along)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


@dataclass(frozen=True, eq=False)
class NamedRows:
    """Names at the left of rows, wrapped, and how much room each row takes.

    Parameters
    ----------
    names : sequence of str
    inches : float
        That a name may be wide.
    most : int
        Lines of a name.
    """

    names: Sequence[str]
    inches: float
    most: int = 3

    @property
    def wrapped(self) -> list[list[str]]:
        """The lines of each name."""
        return [wrap(name, self.inches, SMALL, self.most) for name in self.names]

    @property
    def room(self) -> list[float]:
        """Rows of one line have the room 1."""
        return [1 + 0.62 * (len(lines) - 1) for lines in self.wrapped]

    @property
    def places(self) -> list[float]:
        """Where each row is, from the top."""
        places, top = [], -0.5
        for room in self.room:
            places.append(top + room / 2)
            top += room
        return places

    @property
    def height(self) -> float:
        """The room of all rows."""
        return sum(self.room)

    def write(self, axes: Axes, height: float) -> None:
        """Write the names at the y axis, and make the axis as long as `height` rows."""
        axes.set_yticks(
            self.places, ["\n".join(map(plain, lines)) for lines in self.wrapped], fontsize=SMALL,
            linespacing=0.95,
        )  # fmt: skip
        axes.set_ylim(max(height, 1) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
