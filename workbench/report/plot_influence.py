"""A picture of what a correlation owes to single systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from workbench.report.plot_words import plain, say_hidden

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_POINT, _MARKED, _LINE = "#0072B2", "#D55E00", "#8c8c96"


def plot_influence(
    without: ArrayLike, value: float, labels: Sequence[str], name: str, marked: Sequence[str] = ()
) -> Figure:
    """Draw the coefficient without each system, the system that raises it most on top.

    Parameters
    ----------
    without : array_like, float[n]
        The coefficient without each system (the analysis ``without one`` of `workbench.robustness`).
    value : float
        That of all systems: the vertical line.
    labels : sequence of str
        Names of the systems.
    name : str
        Of the axis, for instance "Pearson's r of BLEU with DA".
    marked : sequence of str
        Systems in another colour, for instance the outliers.

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
    from workbench.report.shown_figure import ShownFigure

    values = np.asarray(without, np.float64)
    if len(values) != len(labels):
        raise ValueError("each value needs one label")
    drawn = [number for number in np.argsort(-values, kind="stable") if np.isfinite(values[number])]
    figure = ShownFigure((5.6, 1.2 + 0.2 * len(drawn)), 150)
    axes = figure.add_subplot()
    places = np.arange(len(drawn))
    colours = [_MARKED if labels[number] in marked else _POINT for number in drawn]
    axes.hlines(places, value, values[drawn], color=_LINE, linewidth=1)
    axes.scatter(values[drawn], places, color=colours, s=26, zorder=3)
    axes.axvline(value, color=_LINE, linewidth=1, linestyle="--")
    axes.set_yticks(places, [plain(labels[number]) for number in drawn], fontsize=8)
    axes.set_xlabel(plain(f"{name} without the system"))
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    say_hidden(figure, len(values) - len(drawn), len(values), "systems")
    return figure
