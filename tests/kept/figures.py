"""Pictures as text: the words on them, what their axes measure, and where lines, marks and bars are."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.colors import to_hex
from matplotlib.figure import Figure


def figure_text(figure: Figure) -> str:
    """Return a picture as text; where names are put, which hangs on letters, is left out.

    Examples
    --------
    >>> figure = Figure()
    >>> lines = figure.subplots().plot([0, 1], [2.5, 3], label="a")
    >>> print(figure_text(figure).splitlines()[-1])
    line a - #1f77b4 1.5: 0 2.5, 1 3
    """
    said = [f"picture {figure.get_figwidth():.3g} wide: {_flat(figure.get_supxlabel())}"]
    for axes in figure.axes:
        said += _axes(axes)
        for child in axes.child_axes:
            said += _axes(child)
    return "\n".join(said) + "\n"


def _axes(axes: Axes) -> Iterator[str]:
    titles = [axes.get_title(loc=place) for place in ("left", "center", "right")]
    words = [*titles, axes.get_xlabel(), axes.get_ylabel()]
    yield f"axes {' | '.join(map(_flat, words))}; x {_ends(axes.get_xlim())}, y {_ends(axes.get_ylim())}"
    sizes = [
        each.get_fontsize() for each in (axes.title, axes.xaxis.label, axes.yaxis.label, *axes.texts[:1])
    ]
    sides = [name for name, spine in axes.spines.items() if spine.get_visible()]
    ticks = [each.get_fontsize() for each in (*axes.get_xticklabels()[:1], *axes.get_yticklabels()[:1])]
    yield f"letters {sizes} {ticks}, frame {' '.join(sides)}, lines {axes.get_axisbelow()}"
    for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        written = [_flat(each.get_text()) for each in axis.get_ticklabels()]
        if any(written):
            yield f"{name} ticks: {' | '.join(written)}"
    for line in axes.lines:
        points = _points(line.get_xydata())
        look = f"{line.get_linestyle()} {to_hex(line.get_color())} {line.get_linewidth():g}"
        marker = "" if line.get_marker() in ("None", "", None) else f" {line.get_marker()}"
        label = line.get_label()
        yield f"line {'' if label.startswith('_') else _flat(label) + ' '}{look}{marker}: {points}"
    # a bar of colours is its axes, and as many boxes as there are colours
    for each in [each for each in axes.collections if not isinstance(each, QuadMesh)]:
        shades = each.get_colors() if isinstance(each, LineCollection) else each.get_facecolor()
        colours = [to_hex(colour, keep_alpha=True) for colour in [*shades]]
        colours = colours if len(set(colours)) > 1 else colours[:1]
        widths = " ".join(
            f"{width:.3g}" for width in sorted({float(width) for width in each.get_linewidths()})
        )
        yield f"{type(each).__name__} {' '.join(colours)} {widths}: {_collected(each)}"
    for each in axes.patches:
        yield f"{type(each).__name__} {to_hex(each.get_facecolor())}: {_points(each.get_xy())}"
    for image in axes.images:
        yield f"image {image.cmap.name} {image.norm.vmin:g} to {image.norm.vmax:g}:"
        yield from (
            " ".join(f"{value:.3g}" for value in row) for row in np.ma.filled(image.get_array(), np.nan)
        )
    written = [_flat(each.get_text()) for each in axes.texts]
    if any(written):
        yield f"words: {' | '.join(written)}"
    legend = axes.get_legend()
    if legend is not None:
        yield f"legend: {' | '.join(_flat(each.get_text()) for each in legend.get_texts())}"


def _collected(each: Any) -> str:
    if hasattr(each, "get_segments"):
        return "; ".join(_points(segment) for segment in each.get_segments())
    offsets = np.asarray(each.get_offsets(), float)
    if len(offsets) > 1 or offsets.any():
        return _points(offsets)
    return "; ".join(_points(path.vertices) for path in each.get_paths())


def _points(points: Any) -> str:
    pairs = np.atleast_2d(np.asarray(points, float))
    return ", ".join(" ".join(_short(value) for value in pair) for pair in pairs)


def _ends(ends: Sequence[float]) -> str:
    return f"{_short(ends[0])} to {_short(ends[1])}"


def _short(value: float) -> str:
    return f"{value:.4g}" if abs(value) > 1e-9 or value != value else "0"


def _flat(text: str) -> str:
    return " ".join(text.split())
