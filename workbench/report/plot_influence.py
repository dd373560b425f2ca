"""A picture of what a correlation owes to single systems."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

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
from workbench.report.plot_words import missing
from workbench.types import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class DrawnInfluence(NamedTuple):
    """A coefficient with all systems and without each of them.

    Attributes
    ----------
    without : array_like, float[n]
        The coefficient without each system (the analysis ``without one`` of `workbench.robustness`).
    value : float
        That of all systems.
    labels : sequence of str
        Names of the systems.
    name : str
        Of the axis, for instance "Pearson's r of BLEU with DA".
    marked : sequence of str
        Systems of another shape and colour, for instance the outliers.
    """

    without: ArrayLike
    value: float
    labels: Sequence[str]
    name: str
    marked: Sequence[str] = ()


def plot_influence(
    without: ArrayLike, value: float, labels: Sequence[str], name: str, marked: Sequence[str] = ()
) -> Figure:
    """Draw the coefficient without each system, the system that raises it most on top.

    Parameters
    ----------
    without, value, labels, name, marked
        See `DrawnInfluence`; the dashed line is the value of all systems.

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
    A system with a NaN is not drawn; the caption under the axes counts such systems.

    Examples
    --------
    >>> figure = plot_influence([0.4, 0.9, 0.8], 0.85, ["A", "B", "C"], "r")
    >>> [label.get_text() for label in figure.axes[0].get_yticklabels()]
    ['B', 'C', 'A']
    """
    return plot_influences([DrawnInfluence(without, value, labels, name, marked)])


def plot_influences(
    panels: Sequence[DrawnInfluence], columns: PageColumns = 2, notes: Sequence[str] = ()
) -> Figure:
    """Draw what several coefficients owe to single systems, a panel each; see `plot_influence`.

    Examples
    --------
    >>> len(plot_influences([DrawnInfluence([0.4, 0.9], 0.8, "AB", "r")] * 3, columns=1).axes)
    3
    """
    across = min(columns, len(panels))
    width = WIDTHS[columns] / max(across, 1)
    drawn, hidden, marked = [], 0, False
    for each in panels:
        values = np.asarray(each.without, np.float64)
        if len(values) != len(each.labels):
            raise ValueError("each value needs one label")
        order = [at for at in np.argsort(-values, kind="stable") if np.isfinite(values[at])]
        hidden += len(values) - len(order)
        marked |= bool(set(each.marked) & set(each.labels))
        rows = NamedRows([each.labels[at] for at in order], SHARE * width)
        draw = partial(_draw, each, rows, values[order])
        drawn.append(PlotPanel(AROUND + ROW * rows.height, draw))
    total = sum(len(each.labels) for each in panels)
    said = ["Dashed: with all systems."]
    said += ["Squares: outliers by the judges."] if marked else []
    said += [missing(hidden, total, "systems", len(panels))] if hidden else []
    return draw_panels(drawn, columns, [*notes, *said], across)


def _draw(about: DrawnInfluence, rows: NamedRows, values: Array, axes: Axes, width: float) -> None:
    places = np.array(rows.places)
    is_marked = np.array([name in about.marked for name in rows.names], bool)
    axes.hlines(places, about.value, values, color=GRAY, linewidth=1)
    for chosen, colour, marker in ((~is_marked, BLUE, "o"), (is_marked, RED, "s")):
        axes.scatter(values[chosen], places[chosen], color=colour, marker=marker, s=18, zorder=3)
    axes.axvline(about.value, color=GRAY, linewidth=1, linestyle="--")
    rows.write(axes, rows.height)
    lines_only(axes, "x")
    axes.spines["left"].set_visible(False)
    name_axis(axes, f"{about.name} without the system", width * (1 - SHARE))
