"""The legend above curves: as many entries beside each other as the picture is wide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from workbench.report.plot_words import plain, text_width, wrap

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIZE, _LINE, _KEY = 8.0, 0.17, 0.6
"""Points, inches of a line, and inches of what stands before a label."""


class CurveLegend(NamedTuple):
    """The text of each entry, how many stand beside each other, and how many lines that takes."""

    texts: dict[str, str]
    across: int
    lines: int

    @property
    def room(self) -> float:
        """Inches that it takes beyond two lines, for which every picture has room."""
        return _LINE * max(0, self.lines - 2)


def lay_legend(labels: Sequence[str], width: float) -> CurveLegend:
    """Break labels that are wider than the picture, and count the lines of all.

    Examples
    --------
    >>> found = lay_legend([f"rouge-{order}" for order in range(1, 10)], 3.3)
    >>> found.across, found.lines
    (3, 3)
    """
    wrapped = {label: wrap(label, width - _KEY, _SIZE) for label in labels}
    widest = max((text_width(line, _SIZE) for lines in wrapped.values() for line in lines), default=0)
    across = max(1, min(len(labels), int(width / (_KEY + widest))))
    down = -(-len(labels) // across)
    # entries run down the columns, and a row is as high as its highest
    heights = [len(lines) for lines in wrapped.values()]
    lines = sum(max(heights[row::down]) for row in range(down))
    return CurveLegend({label: "\n".join(map(plain, each)) for label, each in wrapped.items()}, across, lines)


def add_legend(figure: Figure, cells: Sequence[Axes], legend: CurveLegend) -> None:
    """Write the legend above all axes, each label once."""
    found: dict[str, Artist] = {}
    for axes in cells:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    if found:
        figure.legend(
            list(found.values()),
            [legend.texts[label] for label in found],
            loc="outside upper center",
            ncols=legend.across,
            frameon=False,
            fontsize=_SIZE,
            handlelength=3.2,
            columnspacing=1.2,
        )
