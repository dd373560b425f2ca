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


MOST_SYSTEMS = 60
"""Rows of a panel; more are higher than a page."""
_MOST_NAMES = 12


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
    A system with a NaN is not drawn; the caption under the axes counts such systems, and says so where there
    is no other. Of more than `MOST_SYSTEMS` those with the most influence are drawn.

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
    drawn, hidden, total, least, marked = [], 0, 0, 0, False
    empty: list[str] = []
    for each in panels:
        values = np.asarray(each.without, np.float64)
        if len(values) != len(each.labels):
            raise ValueError("each value needs one label")
        known = np.flatnonzero(np.isfinite(values))
        if not len(known):
            empty.append(each.name)
            continue
        hidden += len(values) - len(known)
        total += len(values)
        least = max(least, len(known) - MOST_SYSTEMS)
        far = known[np.argsort(-np.abs(values[known] - each.value), kind="stable")][:MOST_SYSTEMS]
        order = sorted(far, key=lambda at: (-values[at], at))
        marked |= bool(set(each.marked) & set(each.labels))
        rows = NamedRows([each.labels[at] for at in order], SHARE * width)
        draw = partial(_draw, each, rows, values[order])
        drawn.append(PlotPanel(AROUND + ROW * rows.height, draw))
    said = ["Dashed: with all systems."] if drawn else []
    said += ["Squares: outliers by the judges."] if marked else []
    said += [missing(hidden, total, "systems", len(drawn))] if hidden else []
    if least > 0:
        said.append(f"Not drawn: the systems with the least influence, {least} of {least + MOST_SYSTEMS}.")
    if not drawn:
        said.append("No coefficient has a value once a system is left out.")
    elif empty:
        more = f" and {len(empty) - _MOST_NAMES} more" if len(empty) > _MOST_NAMES else ""
        names = ", ".join(empty[:_MOST_NAMES]) + more
        said.append(f"Not drawn, as they have no value once a system is left out: {names}.")
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
