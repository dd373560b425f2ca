"""Names beside points, none over another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from workbench.report.plot_sheet import GRAY
from workbench.report.plot_words import plain, wrap
from workbench.types import Array, Masks

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INK, _SIZE = "#333333", 6.5
_MARKER = 0.035
"""Inches that a point reaches around its middle."""
_GAP = 0.03
"""Inches between a name and the ends of the axes."""
_LONGEST = 1.3
"""Inches of a name; longer ones are broken, the middle of very long ones is left out."""
_NEAR = 6
"""Points: a name that is farther away has a line to its point."""
_PLACES = [
    (x * distance, y * distance, horizontal, vertical)
    for distance in (5, 10, 17)
    for x, y, horizontal, vertical in (
        (1, 0, "left", "center"),
        (-1, 0, "right", "center"),
        (0, 1, "center", "bottom"),
        (0, -1, "center", "top"),
        (1, 1, "left", "bottom"),
        (-1, 1, "right", "bottom"),
        (1, -1, "left", "top"),
        (-1, -1, "right", "top"),
    )
]
_OFFSETS = np.array([place[:2] for place in _PLACES], np.float64)
_BEFORE = {"left": 0.0, "bottom": 0.0, "center": 0.5, "right": 1.0, "top": 1.0}
_SHARES = np.array([[_BEFORE[horizontal], _BEFORE[vertical]] for *_, horizontal, vertical in _PLACES])
"""Of a name's width and height, what lies left of its place and below it."""


def place_names(axes: Axes, points: Array, names: Sequence[str], avoided: Array, always: int = 0) -> int:
    """Write each name around its point where it covers nothing; one without such a place is left out.

    Parameters
    ----------
    axes : Axes
        Of a figure that was laid out (``figure.get_layout_engine().execute(figure)``).
    points : float64[n, 2]
    names : sequence of str
        Those first that matter most; "" for a point without a name.
    avoided : float64[m, 2]
        Other points, for instance of a line, that names keep off.
    always : int
        So many of the first names stand over points where there is no other place.

    Returns
    -------
    int
        Names that were left out.
    """
    from matplotlib.collections import LineCollection

    figure = axes.get_figure(root=True)
    assert figure is not None
    pixels = axes.transData.transform(np.concatenate((points, avoided)))
    reach = _MARKER * figure.dpi * np.array([-1.0, -1.0, 1.0, 1.0])
    taken = np.concatenate((pixels, pixels), axis=1) + reach
    # a name that touches an axis reads as if it stood over it
    frame = np.array(axes.get_window_extent().extents) + _GAP * figure.dpi * np.array([1.0, 1.0, -1.0, -1.0])
    hidden, leaders = 0, []
    for number, (point, name) in enumerate(zip(points, names, strict=True)):
        if not name:
            continue
        lines = wrap(name, _LONGEST, _SIZE, 2)
        text = axes.annotate(
            "\n".join(map(plain, lines)), tuple(point), (0, 0), textcoords="offset points", fontsize=_SIZE,
            color=_INK, zorder=4, linespacing=0.95, horizontalalignment="left", verticalalignment="bottom",
        )  # fmt: skip
        # a box is measured once: matplotlib lays the letters out anew wherever it is asked for
        size = np.array(text.get_window_extent().size)
        corners = pixels[number] + _OFFSETS * figure.dpi / 72 - _SHARES * size
        boxes = np.concatenate((corners, corners + size), axis=1)
        inside = ((corners >= frame[:2]) & (corners + size <= frame[2:])).all(axis=1)
        over = _overlap(boxes, taken)
        free = np.flatnonzero(inside & ~over.any(axis=1))
        if not len(free) and number < always:
            # a name that matters may stand over points, and never over a name
            free = np.flatnonzero(inside & ~over[:, len(pixels) :].any(axis=1))
        if not len(free):
            text.remove()
            hidden += 1
            continue
        x, y, horizontal, vertical = _PLACES[free[0]]
        text.set(position=(x, y), horizontalalignment=horizontal, verticalalignment=vertical)
        box = boxes[free[0]]
        if abs(x) + abs(y) > _NEAR:
            middle = np.clip(pixels[number], box[:2], box[2:])
            leaders.append([point, axes.transData.inverted().transform(middle)])
        taken = np.concatenate((taken, box[np.newaxis]))
    to_points = LineCollection(leaders, colors=GRAY, linewidths=0.5, zorder=1)
    axes.add_collection(to_points, autolim=False)
    return hidden


def _overlap(boxes: Array, others: Array) -> Masks:
    """Tell which boxes overlap which others, bool[n_boxes, n_others]; each is left, bottom, right, top."""
    boxes = boxes[:, np.newaxis]
    sides = np.minimum(boxes[..., 2:], others[:, 2:]) - np.maximum(boxes[..., :2], others[:, :2])
    overlap: Masks = np.all(sides > 0, axis=2)
    return overlap
