"""Pictures of correlations: arrays in, a Figure out, no state of pyplot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from workbench.report.plot_names import place_names
from workbench.report.plot_sheet import (
    AROUND,
    BLUE,
    GRAY,
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
from workbench.report.plot_words import missing, plain, wrap
from workbench.types import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_DOTS = 200
"""Places of a line that names keep off."""
_SHAPE = 0.72
"""Height of a scatter, in its width."""
_LARGEST = 4.6
_NO_ROOM = "Names for which there is no room: {}."
_ANEW = 4


class Scatter(NamedTuple):
    """Points with names, and a line.

    Attributes
    ----------
    x, y : array_like, float[n]
        Metric scores and judgments of the systems.
    labels : sequence of str
        Names of the systems.
    x_name, y_name : str
        Names of the axes.
    title : str
        For instance the coefficient.
    line : "", "diagonal" or "fit"
        Where x and y are equal, or the line of least squares.
    marked : sequence of str
        Of the labels: points of another shape, named before the others.
    """

    x: ArrayLike
    y: ArrayLike
    labels: Sequence[str]
    x_name: str
    y_name: str
    title: str = ""
    line: Literal["", "diagonal", "fit"] = ""
    marked: Sequence[str] = ()

    @property
    def points(self) -> Array:
        """The points that have both numbers, those first that are marked, float64[n, 2]."""
        return self._shown[0]

    @property
    def names(self) -> list[str]:
        """The labels of `points`."""
        return self._shown[1]

    @property
    def _shown(self) -> tuple[Array, list[str]]:
        points = np.column_stack((np.asarray(self.x, np.float64), np.asarray(self.y, np.float64)))
        if len(points) != len(self.labels):
            raise ValueError("each point needs one label")
        known = np.flatnonzero(np.isfinite(points).all(axis=1)).tolist()
        order = sorted(known, key=lambda at: self.labels[at] not in self.marked)
        return points[order], [self.labels[at] for at in order]


def plot_scatter(
    x: ArrayLike,
    y: ArrayLike,
    labels: Sequence[str],
    x_name: str,
    y_name: str,
    title: str = "",
    *,
    diagonal: bool = False,
) -> Figure:
    """Draw one labelled point for each system.

    Parameters
    ----------
    x, y : array_like, float[n]
        Metric scores and judgments of the systems.
    labels : sequence of str
        Names of the systems.
    x_name, y_name : str
        Names of the axes.
    title : str
        For instance the coefficient.
    diagonal : bool
        Draw the line on which x and y are equal, too.

    Returns
    -------
    Figure
        Not known to pyplot.

    Raises
    ------
    ValueError
        If the lengths differ.

    Undefined
    ---------
    A system with a NaN score or judgment is not drawn; the caption under the axes counts such systems.

    Examples
    --------
    >>> figure = plot_scatter([0.1, 0.2], [1, 2], ["A", "B"], "R-2", "coverage")
    >>> figure.axes[0].get_xlabel()
    'R-2'
    """
    line: Literal["", "diagonal"] = "diagonal" if diagonal else ""
    return plot_scatters([Scatter(x, y, labels, x_name, y_name, title, line)])


def plot_scatters(panels: Sequence[Scatter], columns: PageColumns = 2, notes: Sequence[str] = ()) -> Figure:
    """Draw clouds of points beside and below each other, with the names that find room.

    Parameters
    ----------
    panels : sequence of Scatter
    columns : 1 or 2
        Of a paper, that the picture is wide.
    notes : sequence of str
        Under the axes.

    Raises
    ------
    ValueError
        If the lengths differ.

    Undefined
    ---------
    A point with a NaN is not drawn; the caption counts such points, and names that find no room.

    Examples
    --------
    >>> cloud = Scatter([0.1, 0.2, 0.3], [1, 2, 4], "ABC", "R-2", "coverage", line="fit", marked="C")
    >>> figure = plot_scatters([cloud], columns=1)
    >>> figure.axes[0].lines[0].get_ydata().round(6).tolist()[0] < 1
    True
    """
    hidden = sum(len(panel.labels) - len(panel.names) for panel in panels)
    total = sum(len(panel.labels) for panel in panels)
    said = list(notes)
    if hidden:
        said.append(missing(hidden, total, "systems" if len(panels) == 1 else "points"))
    across = min(columns, len(panels))
    width = WIDTHS[columns] / max(across, 1)
    height = 0.35 + _SHAPE * min(width, _LARGEST)
    drawn = [PlotPanel(height, partial(_draw_cloud, cloud), cloud.title) for cloud in panels]
    figure = draw_panels(drawn, columns, said, across)
    nameless = _name_points(figure, panels)
    for _ in range(_ANEW if nameless else 0):
        # the note moves the axes, so names are placed anew, until it says what is so
        figure = draw_panels(drawn, columns, [*said, _NO_ROOM.format(nameless)], across)
        counted, nameless = nameless, _name_points(figure, panels)
        if counted == nameless:
            break
    return figure


def _draw_cloud(cloud: Scatter, axes: Axes, width: float) -> None:
    points = cloud.points
    is_marked = np.array([name in cloud.marked for name in cloud.names], bool)
    for chosen, colour, marker in ((~is_marked, BLUE, "o"), (is_marked, RED, "s")):
        if chosen.any() or marker == "o":
            x, y = points[chosen].T
            axes.scatter(x, y, s=20, color=colour, marker=marker, ec="white", lw=0.6, zorder=3)
    axes.margins(0.14)
    line = _line(cloud, np.array(axes.get_xlim()))
    if len(line):
        axes.plot(*line.T, "--", color=GRAY, linewidth=0.9, zorder=1, scalex=False, scaley=False)
    lines_only(axes, "both")
    name_axis(axes, cloud.x_name, width - 0.7)
    room = _SHAPE * min(width, _LARGEST)
    axes.set_ylabel("\n".join(map(plain, wrap(cloud.y_name, room, 8))), fontsize=8)


def _line(cloud: Scatter, ends: Array) -> Array:
    """Return the ends of the line of a cloud, float64[2, 2]; none where there is no line."""
    points = cloud.points
    if cloud.line == "diagonal":
        return np.column_stack((ends, ends))
    if cloud.line == "fit" and len(points) > 1 and np.ptp(points[:, 0]) > 0:
        middle = points.mean(axis=0)
        x, y = (points - middle).T
        # squares of probabilities of long texts are 0
        power = -np.frexp(np.abs(x).max())[1]
        x = np.ldexp(x, power)
        return np.column_stack((ends, middle[1] + (x @ y) / (x @ x) * np.ldexp(ends - middle[0], power)))
    return np.empty((0, 2))


def _number_marked(cloud: Scatter) -> int:
    return sum(name in cloud.marked for name in cloud.names)


def _name_points(figure: Figure, clouds: Sequence[Scatter]) -> int:
    """Write the names of the points; return how many find no room."""
    layout = figure.get_layout_engine()
    assert layout is not None
    layout.execute(figure)  # where axes stand; to draw all letters for it would take twice as long
    left_out = 0
    for axes, cloud in zip(figure.axes, clouds, strict=False):
        share = np.linspace(0, 1, _DOTS)[:, np.newaxis]
        line = _line(cloud, np.array(axes.get_xlim()))
        dots = line[0] + share * (line[1] - line[0]) if len(line) else np.empty((0, 2))
        left_out += place_names(axes, cloud.points, cloud.names, dots, _number_marked(cloud))
    return left_out


class DrawnRanks(NamedTuple):
    """Ranks of metrics with their intervals, 0 where there is none."""

    labels: Sequence[str]
    ranks: ArrayLike
    lows: ArrayLike
    highs: ArrayLike
    title: str = ""


def plot_ranks(
    labels: Sequence[str], ranks: ArrayLike, lows: ArrayLike, highs: ArrayLike, title: str = ""
) -> Figure:
    """Draw the rank of each metric and the interval of ranks that it may have, the best on top.

    Parameters
    ----------
    labels : sequence of str
        Names of the metrics.
    ranks, lows, highs : array_like, int[n]
        Rank, first and last rank of the interval, for instance of `rank_intervals`; 0 where there is none.
    title : str
        For instance what was ranked, and the population of the intervals.

    Returns
    -------
    Figure
        Not known to pyplot; ``figure.savefig(path)`` writes it.

    Raises
    ------
    ValueError
        If the lengths differ.

    Undefined
    ---------
    A metric without a rank is not drawn, one without an interval is a point; the caption counts the former.

    Examples
    --------
    >>> figure = plot_ranks(["R-1", "R-2"], [2, 1], [1, 1], [2, 2])
    >>> [label.get_text() for label in figure.axes[0].get_yticklabels()]
    ['R-2', 'R-1']
    """
    return plot_rank_panels([DrawnRanks(labels, ranks, lows, highs, title)])


def plot_rank_panels(
    panels: Sequence[DrawnRanks], columns: PageColumns = 2, notes: Sequence[str] = ()
) -> Figure:
    """Draw ranks and their intervals, a panel for each list of metrics; see `plot_ranks`.

    A list of which no metric has a rank has no panel; the caption counts its metrics.

    Examples
    --------
    >>> figure = plot_rank_panels([DrawnRanks(["R-1", "R-2"], [2, 1], [1, 1], [2, 2])] * 2, columns=1)
    >>> len(figure.axes)
    2
    """
    across = min(columns, len(panels))
    width = WIDTHS[columns] / max(across, 1)
    drawn, empty, hidden = list[PlotPanel](), list[PlotPanel](), 0
    for each in panels:
        places, first, last = (np.asarray(ends, np.int64) for ends in (each.ranks, each.lows, each.highs))
        if not len(each.labels) == places.size == first.size == last.size:
            raise ValueError("each label needs one rank and one interval")
        shown = np.argsort(places, kind="stable")
        shown = shown[places[shown] > 0]
        hidden += places.size - shown.size
        rows = NamedRows([each.labels[at] for at in shown], SHARE * width)
        ends = np.column_stack((places, first, last))[shown].astype(np.float64)
        draw = partial(_draw_ranks, rows, ends, len(each.labels))
        title = each.title if shown.size or len(panels) == 1 else ""
        panel = PlotPanel(AROUND + ROW * rows.height, draw, title)
        (drawn if shown.size else empty).append(panel)
    total = sum(len(each.labels) for each in panels)
    said = [missing(hidden, total, "metrics", len(panels))] if hidden else []
    return draw_panels(drawn or empty[:1], columns, [*notes, *said], across)


def _draw_ranks(rows: NamedRows, ends: Array, total: int, axes: Axes, width: float) -> None:
    places, first, last = ends.T
    height, known = np.array(rows.places), first > 0
    axes.hlines(height[known], first[known], last[known], color=GRAY, linewidth=1.4)
    axes.scatter(places, height, s=18, color=BLUE, edgecolor="white", linewidth=0.6, zorder=3)
    rows.write(axes, rows.height)
    every = max(1, -(-total // 10))
    axes.set_xticks(sorted({1, *range(every, max(2, total) + 1, every)}))
    axes.set_xlim(0.5, max(2, total) + 0.5)
    lines_only(axes, "x")
    name_axis(axes, "rank, 1 is the best", width * (1 - SHARE))
