"""Pictures as text: the words on them, what their axes measure, and where lines, marks and bars are."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

_PLAIN = ("normal", "400", "1.2")


def figure_text(figure: Figure) -> str:
    """Return a picture as text; where names are put, which hangs on letters, is left out.

    Examples
    --------
    >>> figure = Figure()
    >>> lines = figure.subplots().plot([0, 1], [2.5, 3], label="a")
    >>> print(figure_text(figure).splitlines()[-1])
    line a - #1f77b4 1.5: 0 2.5, 1 3
    """
    width, height = figure.get_size_inches()
    said = [f"picture {width:.3g} wide, {height:.3g} high: {_lines(figure.get_supxlabel())}"]
    said += [f"letters around {_letters(figure.texts)}"]
    for legend in figure.legends:
        said.append(
            f"legend of all, {legend._ncols} beside each other, {legend.handlelength:g} and "
            f"{legend.columnspacing:g} wide, {_letters(legend.get_texts())}: "
            f"{' | '.join(_lines(each.get_text()) for each in legend.get_texts())}"
        )
    for axes in figure.axes:
        said += _axes(axes)
        for child in axes.child_axes:
            said += _axes(child)
    return "\n".join(said) + "\n"


def _axes(axes: Axes) -> Iterator[str]:
    titles = [axes.get_title(loc=place) for place in ("left", "center", "right")]
    words = [*titles, axes.get_xlabel(), axes.get_ylabel()]
    yield f"axes {' | '.join(map(_lines, words))}; x {_ends(axes.get_xlim())}, y {_ends(axes.get_ylim())}"
    # the titles that stand at the left and at the right are texts of their own
    letters = (axes.title, axes._left_title, axes._right_title, axes.xaxis.label, axes.yaxis.label)
    ticks = (*axes.get_xticklabels()[:1], *axes.get_yticklabels()[:1])
    sides = [name for name, spine in axes.spines.items() if spine.get_visible()]
    yield f"letters {_letters(letters)}; ticks {_letters(ticks)} {_ticks(axes)}"
    frame = f"frame {' '.join(sides)}, lines {axes.get_axisbelow()}{_grid(axes)}"
    yield f"words {_letters(axes.texts)}; {frame}"
    for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        written = [_lines(each.get_text()) for each in axis.get_ticklabels()]
        if any(written):
            yield f"{name} ticks: {' | '.join(written)}"
    for line in axes.lines:
        points = _points(line.get_xydata())
        look = f"{line.get_linestyle()} {to_hex(line.get_color())} {line.get_linewidth():g}"
        look += f" {line.get_alpha()}" if line.get_alpha() is not None else ""
        marker = "" if line.get_marker() in ("None", "", None) else f" {line.get_marker()}"
        if marker:
            edge = f"{line.get_markersize():g} {to_hex(line.get_markerfacecolor())}"
            marker += f" {edge} {line.get_markeredgewidth():.3g}"
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
        sizes = each.get_sizes() if hasattr(each, "get_sizes") else []
        widths += "".join(f", {size:.3g} large" for size in sorted({float(size) for size in sizes}))
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


def _letters(texts: Sequence[Any]) -> str:
    """Return how large letters are, in which colour, and how they are turned; what is alike is said once."""
    kinds = (
        f"{each.get_fontsize():.3g} {to_hex(each.get_color())}{f' {turned:g}°' if turned else ''}{_set(each)}"
        for each in texts
        if (turned := each.get_rotation()) is not None and each.get_text()
    )
    return ", ".join(dict.fromkeys(kinds))


def _set(text: Any) -> str:
    """Return how letters are set that are neither plain nor in lines as far apart as usual."""
    # matplotlib tells nobody how far apart the lines of a text are
    kind = (text.get_fontstyle(), str(text.get_fontweight()), str(text._linespacing))
    return "".join(f" {each}" for each in kind if each not in _PLAIN)


def _grid(axes: Axes) -> str:
    """Return how the lines behind a picture look, where there are any."""
    lines = [axis.get_major_ticks(1)[0].gridline for axis in (axes.xaxis, axes.yaxis)]
    return "".join(
        f" {name} {to_hex(line.get_color())} {line.get_linewidth():g}"
        for name, line in zip("xy", lines, strict=True)
        if line.get_visible()
    )


def _ticks(axes: Axes) -> str:
    """Return how long the strokes of ticks are, which numbers have none."""
    lengths = [axis.get_major_ticks(1)[0].tick1line.get_markersize() for axis in (axes.xaxis, axes.yaxis)]
    return " ".join(f"{length:g}" for length in lengths)


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


def _lines(text: str) -> str:
    """Return a text in one line, with where it was broken."""
    return " / ".join(_flat(line) for line in text.splitlines())


def _flat(text: str) -> str:
    return " ".join(text.split())
