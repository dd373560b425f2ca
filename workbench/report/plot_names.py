"""Names beside points, none over another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from workbench.report.plot_sheet import GRAY
from workbench.report.plot_words import plain, wrap
from workbench.types import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INK, _SIZE = "#333333", 6.5
_MARKER = 0.035
"""Inches that a point reaches around its middle."""
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


def place_names(axes: Axes, points: Array, names: Sequence[str], avoided: Array, always: int = 0) -> int:
    """Write each name around its point where it covers nothing; one without such a place is left out.

    Parameters
    ----------
    axes : Axes
        Of a figure that was laid out (``figure.draw_without_rendering()``).
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
    frame = np.array(axes.get_window_extent().extents)
    hidden, leaders = 0, []
    for number, (point, name) in enumerate(zip(points, names, strict=True)):
        if not name:
            continue
        lines = wrap(name, _LONGEST, _SIZE, 2)
        text = axes.annotate(
            "\n".join(map(plain, lines)), tuple(point), (0, 0), textcoords="offset points", fontsize=_SIZE,
            color=_INK, zorder=4, linespacing=0.95,
        )  # fmt: skip
        # a name that matters may stand over points, and never over a name
        tries = [(place, 0) for place in _PLACES]
        tries += [(place, len(pixels)) for place in _PLACES] if number < always else []
        for (x, y, horizontal, vertical), start in tries:
            text.set(position=(x, y), horizontalalignment=horizontal, verticalalignment=vertical)
            box = np.array(text.get_window_extent().extents)
            others = taken[start:]
            sides = np.minimum(box[2:], others[:, 2:]) - np.maximum(box[:2], others[:, :2])
            inside = (box[:2] >= frame[:2]).all() and (box[2:] <= frame[2:]).all()
            if inside and not (sides > 0).all(axis=1).any():
                if abs(x) + abs(y) > _NEAR:
                    middle = np.clip(axes.transData.transform(point), box[:2], box[2:])
                    leaders.append([point, axes.transData.inverted().transform(middle)])
                taken = np.concatenate((taken, box[np.newaxis]))
                break
        else:
            text.remove()
            hidden += 1
    to_points = LineCollection(leaders, colors=GRAY, linewidths=0.5, zorder=1)
    axes.add_collection(to_points, autolim=False)
    return hidden
