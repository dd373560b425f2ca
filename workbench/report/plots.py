"""Pictures of correlations: arrays in, a Figure out, no state of pyplot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.report.plot_words import plain, say_hidden

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Annotation

_POINT = "#0072B2"  # blue of Okabe & Ito's palette, told apart in all colour vision
_INK = "#333333"
_DIAGONAL = "#8c8c96"
_MARKER_PIXELS = 4.0
_DOTS = 200
"""Places of a line that labels keep off."""
_PLACES = [
    (x, y, horizontal, vertical)
    for distance in (6, 12, 20)
    for x, y, horizontal, vertical in (
        (distance, 0, "left", "center"),
        (-distance, 0, "right", "center"),
        (0, distance, "center", "bottom"),
        (0, -distance, "center", "top"),
        (distance, distance, "left", "bottom"),
        (-distance, distance, "right", "bottom"),
        (distance, -distance, "left", "top"),
        (-distance, -distance, "right", "top"),
    )
]


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
        Not known to pyplot; ``figure.savefig(path)`` writes it.

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
    from workbench.report.shown_figure import ShownFigure

    points = np.column_stack((np.asarray(x, np.float64), np.asarray(y, np.float64)))
    if len(points) != len(labels):
        raise ValueError("each point needs one label")
    is_drawn: NDArray[np.bool_] = np.asarray(np.isfinite(points).all(axis=1))
    figure = ShownFigure((5.6, 4.4), 150)
    axes = figure.add_subplot()
    shown = points[is_drawn]
    axes.scatter(shown[:, 0], shown[:, 1], s=26, color=_POINT, edgecolor="white", linewidth=0.6, zorder=3)
    axes.margins(0.12)
    avoided = np.empty((0, 2))
    if diagonal:
        ends = axes.get_xlim()
        axes.plot(ends, ends, "--", color=_DIAGONAL, linewidth=0.8, zorder=1, scalex=False, scaley=False)
        avoided = np.repeat(np.linspace(*ends, _DOTS)[:, np.newaxis], 2, axis=1)
    axes.grid(color="#e4e4e8", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel(plain(x_name))
    axes.set_ylabel(plain(y_name))
    if title:
        axes.set_title(plain(title), fontsize=11)
    say_hidden(figure, int((~is_drawn).sum()), len(points), "systems")
    drawn_labels = [plain(label) for label, drawn in zip(labels, is_drawn, strict=True) if drawn]
    figure.draw_without_rendering()
    _place_labels(axes, shown, drawn_labels, avoided)
    return figure


def _place_labels(
    axes: Axes, points: NDArray[np.float64], labels: Sequence[str], avoided: NDArray[np.float64]
) -> None:
    """Put each label at the place around its point where it covers least of what is already there."""
    pixels = axes.transData.transform(points)
    reach = _MARKER_PIXELS * np.array([-1.0, -1.0, 1.0, 1.0])
    marked = np.concatenate((pixels, axes.transData.transform(avoided)))
    taken = [np.concatenate((pixel, pixel)) + reach for pixel in marked]
    frame = np.array(axes.get_window_extent().extents)
    for point, label in zip(points, labels, strict=True):
        text = axes.annotate(
            label, tuple(point), (0, 0), textcoords="offset points", fontsize=7.5, color=_INK, zorder=4
        )
        best, least = _PLACES[0], np.inf
        for place in _PLACES:
            _move(text, place)
            box = np.array(text.get_window_extent().extents)
            covered = sum(_shared_area(box, other) for other in taken)
            outside = np.prod(box[2:] - box[:2]) - _shared_area(box, frame)
            if covered + outside < least:
                best, least = place, covered + outside
            if least <= 0:
                break
        _move(text, best)
        taken.append(np.array(text.get_window_extent().extents))


def _move(text: Annotation, place: tuple[int, int, str, str]) -> None:
    x, y, horizontal, vertical = place
    text.set(position=(x, y), horizontalalignment=horizontal, verticalalignment=vertical)


def _shared_area(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Return the area that two boxes (left, bottom, right, top) have in common."""
    sides = np.minimum(one[2:], other[2:]) - np.maximum(one[:2], other[:2])
    return float(np.prod(np.clip(sides, 0, None)))


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
    from workbench.report.shown_figure import ShownFigure

    places, first, last = (np.asarray(each, np.int64) for each in (ranks, lows, highs))
    if not len(labels) == places.size == first.size == last.size:
        raise ValueError("each label needs one rank and one interval")
    shown = np.argsort(places, kind="stable")
    shown = shown[places[shown] > 0]
    figure = ShownFigure((5.6, 1.2 + 0.28 * shown.size), 150)
    axes = figure.add_subplot()
    height = np.arange(shown.size)
    known = first[shown] > 0
    axes.hlines(height[known], first[shown][known], last[shown][known], color=_POINT, linewidth=2)
    axes.scatter(places[shown], height, s=26, color=_POINT, edgecolor="white", linewidth=0.6, zorder=3)
    axes.set_yticks(height, [plain(labels[at]) for at in shown])
    axes.set_xticks(np.arange(1, max(2, len(labels)) + 1))
    axes.set_ylim(max(1, shown.size) - 0.5, -0.5)
    axes.grid(color="#e4e4e8", linewidth=0.6, axis="x")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel("rank")
    if title:
        axes.set_title(plain(title), fontsize=11)
    say_hidden(figure, len(labels) - shown.size, len(labels), "metrics")
    return figure
