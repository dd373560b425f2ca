"""What is asked of every picture as it is drawn: labels apart, and nothing told by its colour alone."""

import itertools

import numpy as np
from matplotlib.collections import LineCollection, PathCollection, PolyCollection
from matplotlib.colors import to_rgba

_APART = 12.0
"""Steps of lightness in CIE Lab, of 100, at which two shades are told apart in print."""
_SEEN = 20.0
"""Steps by which what is drawn is darker than the paper, and letters from their ground (`_READ`)."""
_READ = 40.0


def labels_stay_apart(boxes, figure):
    """Assert that no box of (text, extent) lies over another or beyond the figure."""
    width, height = figure.get_size_inches() * figure.dpi
    for text, box in boxes:
        assert box.x0 >= -1, text
        assert box.x1 <= width + 1, text
        assert box.y0 >= -1, text
        assert box.y1 <= height + 1, text
    for (one, first), (other, second) in itertools.combinations(boxes, 2):
        beside = min(first.x1, second.x1) - max(first.x0, second.x0) < 1
        assert beside or min(first.y1, second.y1) - max(first.y0, second.y0) < 1, (one, other)


def lightness(colour, alpha=None):
    """Return how light a colour is on white paper in gray, from 0 to 100."""
    red, green, blue, opaque = to_rgba(colour, alpha)
    rgb = 1 - opaque * (1 - np.array([red, green, blue]))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    luminance = float(linear @ [0.2126, 0.7152, 0.0722])
    return 116 * np.cbrt(luminance) - 16 if luminance > 0.008856 else 903.3 * luminance


def looks_of(axes):
    """Yield kind, colour, and whatever else a mark, line or bar of an axes looks like."""
    for line in axes.lines:
        if line.get_visible() and line.get_linestyle() not in ("None", ""):
            dashes = str(line._dash_pattern[1]), line.get_marker(), round(line.get_linewidth(), 1)
            hollow = to_rgba(line.get_markerfacecolor()) == (1, 1, 1, 1)
            yield "line", to_rgba(line.get_color(), line.get_alpha()), (*dashes, hollow)
        elif line.get_visible() and line.get_marker() not in ("None", "", None):
            shape = line.get_marker(), round(line.get_markersize(), 1)
            yield "mark", to_rgba(line.get_markerfacecolor()), shape
    for each in axes.collections:
        if isinstance(each, PathCollection):
            faces, edges = each.get_facecolors(), each.get_edgecolors()
            outline = each.get_paths()[0].vertices.round(2).tobytes() if each.get_paths() else b""
            for at in range(len(each.get_offsets())):
                face = tuple(faces[at % len(faces)]) if len(faces) else (1, 1, 1, 0)
                is_hollow = face[3] == 0 or face[:3] == (1, 1, 1)
                colour = tuple(edges[at % len(edges)]) if is_hollow and len(edges) else face
                yield "mark", colour, (outline, is_hollow, round(float(each.get_sizes()[0]), 1))
        elif isinstance(each, LineCollection):
            colours, widths = each.get_colors(), each.get_linewidths()
            for at in range(len(each.get_segments())):
                width = round(float(widths[at % len(widths)]), 1)
                yield "bar", tuple(colours[at % len(colours)]), (width, str(each.get_linestyles()[0]))


def nothing_is_told_by_colour_alone(figure):
    """Assert that a picture says in gray what it says in colour.

    Marks, lines and bars of two colours differ in lightness, or in shape, dashes or width. Each of them is
    darker than the paper. One band at most is filled in an axes. Shades of a map get darker from its middle
    or from one end on, and what is written on them can be read.
    """
    figure.draw_without_rendering()
    seen = 0
    for axes in [*figure.axes, *(child for each in figure.axes for child in each.child_axes)]:
        looks = {(kind, tuple(np.round(colour, 3)), look) for kind, colour, look in looks_of(axes)}
        seen += len(looks)
        for kind, colour, look in looks:
            assert axes.images or 100 - lightness(colour) >= _SEEN, (kind, colour, look)
        for (kind, one, look), (other_kind, other, other_look) in itertools.combinations(looks, 2):
            if kind == other_kind and one != other and look == other_look:
                assert abs(lightness(one) - lightness(other)) >= _APART, (kind, one, other, look)
        bands = [each for each in axes.collections if isinstance(each, PolyCollection)]
        assert len(bands) <= 1, "bands over each other are one gray"
        for image in axes.images:
            seen += 1
            shades = [lightness(image.cmap(at)) for at in np.linspace(0, 1, 21)]
            steps = np.diff(shades)
            darkest = int(np.argmax(shades))
            rises, falls = steps[:darkest], steps[darkest:]
            assert (rises >= -0.5).all(), shades
            assert (falls <= 0.5).all(), shades
            values, norm = image.get_array(), image.norm
            texts = [(*text.get_position(), text.get_text(), text.get_color()) for text in axes.texts]
            signs = [
                (column, row, line.get_marker(), line.get_markeredgecolor())
                for line in axes.lines
                for column, row in line.get_xydata()
            ]
            for column, row, written, colour in [*texts, *signs]:
                column, row = round(column), round(row)
                if written.strip() and 0 <= row < values.shape[0] and 0 <= column < values.shape[1]:
                    ground = lightness(image.cmap(norm(values[row, column])))
                    assert abs(ground - lightness(colour)) >= _READ, (written, ground)
    assert seen, "nothing was drawn"
