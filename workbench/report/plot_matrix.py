"""Pictures of matrices: coefficients by condition, metrics that go together, who beats whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from workbench.report.plot_sheet import (
    MOST_PANELS,
    SMALL,
    WIDTHS,
    NamedRows,
    PageColumns,
    PlotPanel,
    draw_panels,
)
from workbench.report.plot_words import plain, text_width, wrap
from workbench.types import Array, Masks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SHARE, _ROW, _AROUND = 0.34, 0.17, 0.35
_TALLEST = 1.2
"""Inches of the names of columns, which stand upright."""
_COLOURS = "cividis"
"""From dark to light in gray, too, and for all colour vision."""
_DARK = 0.47
_NUMBER = 6.0
_SIGN = 6.0
"""Points of a sign that says which metric is better, where there is room."""
_SMALLEST, _LINE = 3.6, 1.13
"""Points of the smallest names of columns, and how far apart names stand, in their height."""
_TREE = 1.25
"""Width of a matrix with a tree beside it, in widths of the matrix."""
_NOISE = 1e-9
"""Coefficients no farther apart than this are one, as in ranks."""


class DrawnMatrix(NamedTuple):
    """Numbers with names at both sides.

    Attributes
    ----------
    values : float64[rows, columns]
        NaN for what is not there.
    rows, columns : sequence of str
    title : str
    tree : float64[rows - 1, 4] or None
        How the rows go together, as `scipy.cluster.hierarchy.linkage` says it; drawn at the right.
    is_asked : bool[rows, columns] or None
        False for a cell that nobody asked for, which is not undefined; None where all were.
    """

    values: Array
    rows: Sequence[str]
    columns: Sequence[str]
    title: str = ""
    tree: Array | None = None
    is_asked: Masks | None = None

    @property
    def asked(self) -> Masks:
        """Which cells were asked for, bool[rows, columns]."""
        return np.ones(self.values.shape, bool) if self.is_asked is None else self.is_asked


def plot_heat(
    panels: Sequence[DrawnMatrix], measured: str, columns: PageColumns = 2, notes: Sequence[str] = ()
) -> Figure:
    """Draw numbers as shades, all panels with the same scale, and print them where they fit.

    Parameters
    ----------
    panels : sequence of DrawnMatrix
    measured : str
        What the numbers are, in words.
    columns : 1 or 2
        Of a paper, that the picture is wide.
    notes : sequence of str
        Under the axes.

    Returns
    -------
    Figure
        Not known to pyplot.

    Undefined
    ---------
    A NaN is a white cell with a dash; a cell that was not asked for is white without one. Both are counted
    under the picture.

    Examples
    --------
    >>> figure = plot_heat([DrawnMatrix(np.array([[0.5, 0.7]]), ["R-1"], ["CASE", "STEM"])], "Pearson's r")
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['.50', '.70']
    """
    shown = panels[:MOST_PANELS]
    values = np.concatenate([panel.values[panel.asked] for panel in shown] or [np.empty(0)])
    known = values[np.isfinite(values)]
    low, high = (known.min(), known.max()) if known.size else (0.0, 1.0)
    high = high if high > low else low + 1
    said = [*notes]
    if known.size < values.size:
        said.append(f"Dashes: undefined, {values.size - known.size} of {values.size}.")
    cells = sum(panel.values.size for panel in shown)
    if values.size < cells:
        said.append(f"White without a dash: not asked for, {cells - values.size} of {cells}.")
    said += _nameless(shown, WIDTHS[columns])
    draw = partial(_draw_heat, low=low, high=high)
    figure = draw_panels([_panel(each, WIDTHS[columns], draw) for each in panels], columns, said, 1)
    images = [axes.images[0] for axes in figure.axes if axes.images]
    if images:
        bar = figure.colorbar(
            images[0], ax=figure.axes, location="top", fraction=0.05, aspect=40, pad=0.02, shrink=0.6
        )
        bar.ax.tick_params(labelsize=SMALL)
        bar.set_label("\n".join(map(plain, wrap(measured, WIDTHS[columns] * 0.9, SMALL))), fontsize=SMALL)
    return figure


def plot_wins(panels: Sequence[DrawnMatrix], columns: PageColumns = 2, notes: Sequence[str] = ()) -> Figure:
    """Draw who beats whom: + where the metric of the row is better than that of the column, − where worse.

    Parameters
    ----------
    panels : sequence of DrawnMatrix
        1, -1 and 0; NaN where nothing was tested, which a note counts. One without any 1 or -1 is said in a
        note, and not drawn.
    columns : 1 or 2
    notes : sequence of str

    Examples
    --------
    >>> wins = DrawnMatrix(np.array([[np.nan, 1.0], [-1.0, np.nan]]), ["R-1", "R-2"], ["R-1", "R-2"])
    >>> [(line.get_marker(), line.get_xydata().tolist()) for line in plot_wins([wins]).axes[0].lines]
    [('+', [[1.0, 0.0]]), ('_', [[0.0, 1.0]]), ('.', [])]
    """
    is_shown = [bool((np.nan_to_num(each.values) != 0).any()) for each in panels]
    shown = [*compress(panels, is_shown)]
    said = ["+ better than the metric of the column, − worse, · not shown to differ."] if shown else []
    if len(shown) < len(panels):
        titles = [each.title for each, is_one in zip(panels, is_shown, strict=True) if not is_one]
        said.append(_nothing_shown(titles, len(panels)))
    blank, pairs = np.sum([_untested(each) for each in shown], axis=0) if shown else (0, 0)
    if blank:
        said.append(f"White without a sign: not tested, {blank} of {pairs} pairs.")
    said += _nameless(shown, WIDTHS[columns])
    drawn = [_panel(each, WIDTHS[columns], _draw_wins) for each in shown]
    return draw_panels(drawn, columns, [*said, *notes], 1)


def _untested(matrix: DrawnMatrix) -> tuple[int, int]:
    """Count the pairs of two metrics that were not tested, and all pairs; each stands twice in a matrix."""
    is_pair = np.array(matrix.rows)[:, np.newaxis] != np.array(matrix.columns)
    return int((is_pair & np.isnan(matrix.values)).sum()) // 2, int(is_pair.sum()) // 2


def _nothing_shown(titles: Sequence[str], number: int) -> str:
    """Say in one sentence where no metric is shown to differ from another: a grid of dots says no more."""
    if len(titles) == number:
        where = f" in any of {number} panels" if number > 1 else ""
        return f"No metric is shown to differ from another{where}."
    whose = f"{'; '.join(titles)} ({len(titles)} of {number} panels)"
    return f"Not drawn, as no metric is shown to differ from another: {whose}."


def _lettering(matrix: DrawnMatrix, width: float) -> tuple[float, int]:
    """Return the points of the names of columns, and that each, each second, third ... of them is written."""
    beside = _TREE if matrix.tree is not None else 1.0
    room = 72 * width * (1 - _SHARE) / beside / max(len(matrix.columns), 1)
    size = float(np.clip(room / _LINE, _SMALLEST, SMALL))
    return size, max(1, int(np.ceil(size * _LINE / room - 1e-9)))


def _nameless(panels: Sequence[DrawnMatrix], width: float) -> list[str]:
    """Say that names of columns are left out, if there are any."""
    most = max((_lettering(each, width)[1] for each in panels), default=1)
    if most == 1:
        return []
    whose = (each for each in panels if _lettering(each, width)[1] > 1)
    order = " Columns stand in the order of the rows." if all(e.rows == e.columns for e in whose) else ""
    return [f"Of the names of columns one in {most} is written, for want of room.{order}"]


def _panel(matrix: DrawnMatrix, width: float, draw: Callable[[DrawnMatrix, Axes, float], None]) -> PlotPanel:
    rows = NamedRows(matrix.rows, _SHARE * width, most=2)
    tallest = max((min(text_width(name, SMALL), _TALLEST) for name in matrix.columns), default=0.0)

    def draw_all(axes: Axes, width: float) -> None:
        # a cell is as wide as it is high where there is room
        room = width * (1 - _SHARE) / max(len(matrix.columns), 1)
        draw(matrix, axes, room)
        axes.set_yticks(
            range(len(matrix.rows)), ["\n".join(map(plain, lines)) for lines in rows.wrapped],
            fontsize=SMALL, linespacing=0.9,
        )  # fmt: skip
        # beside each other they may be as long as their columns are wide
        names = [wrap(name, max(_TALLEST, 0.9 * room), SMALL, 1)[0] for name in matrix.columns]
        level = max((text_width(name, SMALL) for name in names), default=0) < 0.92 * room
        size, every = _lettering(matrix, width)
        axes.set_xticks(
            range(0, len(names), every), [plain(name) for name in names[::every]], fontsize=size,
            rotation=0 if level else 90,
        )  # fmt: skip
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        if matrix.tree is not None:
            _draw_tree(axes, matrix.tree, len(matrix.rows))

    height = _AROUND + tallest + _ROW * sum(max(1.0, 0.75 * len(lines)) for lines in rows.wrapped)
    return PlotPanel(height + 0.25 * bool(matrix.title), draw_all, matrix.title)


def _draw_heat(matrix: DrawnMatrix, axes: Axes, room: float, *, low: float, high: float) -> None:
    axes.imshow(matrix.values, cmap=_COLOURS, vmin=low, vmax=high, aspect="auto", interpolation="nearest")
    fits = room > text_width("−.00", _NUMBER) * 1.3
    for (row, column), value in np.ndenumerate(matrix.values):
        if not matrix.asked[row, column] or not (fits or np.isnan(value)):
            continue
        is_dark = (value - low) / (high - low) < _DARK
        on_shade = _short(value), "white" if is_dark else "black"
        written, color = ("–", "#333333") if np.isnan(value) else on_shade
        # a text inside of a cell asks for no room: thousands of them would be measured again and again
        axes.text(
            column, row, written, ha="center", va="center", fontsize=_NUMBER, color=color, in_layout=False
        )


def _draw_wins(matrix: DrawnMatrix, axes: Axes, room: float) -> None:
    from matplotlib.colors import ListedColormap

    palette = ListedColormap(["#d9dde6", "white", "#0072B2"])
    axes.imshow(matrix.values, cmap=palette, vmin=-1, vmax=1, aspect="auto", interpolation="nearest")
    size = min(_SIGN, 0.6 * room * 72)
    for sign, marker, color in ((1, "+", "white"), (-1, "_", "black"), (0, ".", "black")):
        rows, columns = np.nonzero(np.sign(matrix.values) == sign)
        axes.plot(columns, rows, marker, color=color, markersize=size, markeredgewidth=size / 6)


def _short(value: float) -> str:
    """Write a coefficient as papers do, without the zero before the point; only 1 is written as 1.

    Examples
    --------
    >>> _short(0.5), _short(-0.123), _short(1.0)
    ('.50', '−.12', '1.0')
    >>> _short(0.9968), _short(-0.9968), _short(0.9998), _short(-0.9998)
    ('.997', '−.997', '<1', '>−1')
    """
    size = abs(value)
    if 1 - size > _NOISE and f"{size:.2f}" == "1.00":
        if f"{size:.3f}" == "1.000":
            return "<1" if value > 0 else ">−1"
        written = f"{size:.3f}".removeprefix("0")
    else:
        written = f"{size:.2f}"
        written = "1.0" if written == "1.00" else written.removeprefix("0") if size < 1 else written
    return f"−{written}" if value < 0 and float(written) else written


def _draw_tree(axes: Axes, tree: Array, number: int) -> None:
    """Draw at the right of the rows which of them go together, and how far they are apart."""
    from scipy.cluster.hierarchy import dendrogram

    side = axes.inset_axes((1.02, 0, 0.2, 1))
    made = dendrogram(tree, no_plot=True)
    for heights, places in zip(made["dcoord"], made["icoord"], strict=True):
        side.plot(heights, (np.array(places) - 5) / 10, color="#333333", linewidth=0.9)
    side.set_ylim(number - 0.5, -0.5)
    side.set_yticks([])
    side.spines[["top", "left", "right"]].set_visible(False)
    side.tick_params(labelsize=SMALL, length=2)
    side.locator_params(axis="x", nbins=2)
