"""The diagram of critical differences: mean ranks on a line, bars over those that are not told apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from workbench.report.plot_words import plain, wrap
from workbench.types import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH, _LINE = 6.9, 0.2
_NAME, _SIZE = 2.6, 7.5
"""Inches of a name, of a longer one the middle is left out; points of its letters."""
_MOST_TICKS = 12


class DrawnCritical(NamedTuple):
    """One line of ranks: names and float64[n] mean ranks, from low to high, and how far apart differs."""

    names: Sequence[str]
    ranks: Array
    critical: float
    title: str


def groups_of(ranks: Array, critical: float) -> list[tuple[int, int]]:
    """Return the widest runs of neighbours that are not told apart, each as its first and last place.

    Examples
    --------
    >>> import numpy as np
    >>> groups_of(np.array([1.0, 1.5, 2.4, 4.0]), 1.0)
    [(0, 1), (1, 2)]
    >>> groups_of(np.array([1.0, 1.5, 1.9, 4.0]), 1.0)
    [(0, 2)]
    """
    found: list[tuple[int, int]] = []
    for first in range(len(ranks)):
        last = max(
            at for at in range(first, len(ranks)) if ranks[at] - ranks[first] <= critical or at == first
        )
        if last > first and (not found or last > found[-1][1]):
            found.append((first, last))
    return found


def plot_critical(panels: Sequence[DrawnCritical]) -> Figure:
    """Draw the diagrams below each other (Demšar 2006, figure 1); not known to pyplot.

    Raises
    ------
    ValueError
        If there is none.

    Examples
    --------
    >>> import numpy as np
    >>> len(plot_critical([DrawnCritical(["a", "b"], np.array([1.0, 2.0]), 1.2, "r")]).axes)
    1
    """
    from workbench.report.shown_figure import ShownFigure

    if not panels:
        raise ValueError("there is no panel to draw")
    heights = [0.7 + _LINE * (len(each.names) + len(groups_of(each.ranks, each.critical))) for each in panels]
    figure = ShownFigure((_WIDTH, sum(heights)), 200)
    cells = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0]
    for axes, panel in zip(cells, panels, strict=True):
        _draw(axes, panel)
    return figure


def _draw(axes: Axes, panel: DrawnCritical) -> None:
    count = len(panel.names)
    for at, (name, rank) in enumerate(zip(panel.names, panel.ranks, strict=True)):
        axes.plot([rank, rank, count + 0.3], [0, -at - 1, -at - 1], color="#888888", linewidth=0.7)
        axes.plot(rank, 0, "o", color="#0072B2", markersize=4)
        [called] = wrap(name, _NAME, _SIZE, most=1)
        axes.text(count + 0.35, -at - 1, f"{plain(called)}  {rank:.2f}", fontsize=_SIZE, va="center")
    groups = groups_of(panel.ranks, panel.critical)
    for number, (first, last) in enumerate(groups, start=1):
        ends = [panel.ranks[first] - 0.03, panel.ranks[last] + 0.03]
        axes.plot(ends, [0.9 * number] * 2, color="#D55E00", linewidth=2.5, solid_capstyle="butt")
    known = "" if panel.critical != panel.critical else f"; critical difference {panel.critical:.2f}"
    axes.set_title(plain(panel.title) + known, fontsize=9, loc="left")
    axes.set_xlim(0.8, count + 0.3)
    axes.set_ylim(-count - 1, len(groups) + 1)
    axes.spines[["left", "right", "bottom", "top"]].set_visible(False)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_yticks([])
    axes.set_xticks(range(1, count + 1, -(-count // _MOST_TICKS)))
    axes.tick_params(labelsize=_SIZE)
    axes.set_xlabel("mean rank", fontsize=8)
