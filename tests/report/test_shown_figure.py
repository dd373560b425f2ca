"""Pictures are the same bytes in every process: axes stand at places that do not end in noise."""

import struct

import numpy as np
import pytest
from matplotlib.figure import Figure

from workbench.report.picture import PictureFormat, picture
from workbench.report.plots import Scatter, plot_scatters
from workbench.report.shown_figure import ShownFigure


def clouds(number: int) -> Figure:
    x = np.linspace(0.1, 0.7, 9)
    return plot_scatters([Scatter(x, x**2, [f"S{at}" for at in range(9)], "R-2", "coverage")] * number)


@pytest.mark.parametrize("number", [1, 3])
def test_axes_stand_at_round_places(number: int) -> None:
    figure = clouds(number)
    picture(figure, "svg")
    places = np.array([axes.get_position(original=True).extents for axes in figure.axes])
    assert np.array_equal(places, places.round(9))
    assert places.min() > 0
    assert places.max() < 1
    assert all(axes.get_in_layout() for axes in figure.axes)  # what is written later is laid out, too


def test_the_same_picture_has_the_same_bytes_wherever_in_memory_it_is_made() -> None:
    kept, written = [], set()
    for number in range(6):
        kept.append([object() for _ in range(number * 1000)])  # other addresses
        written.add(picture(clouds(3), "svg"))
    assert len(written) == 1


@pytest.mark.parametrize("format", ["png", "svg", "pdf"])
def test_a_figure_is_afterwards_what_it_was(format: PictureFormat) -> None:
    figure = clouds(1)
    canvas, dpi = figure.canvas, figure.dpi
    picture(figure, format)
    assert figure.canvas is canvas
    assert figure.dpi == dpi


def test_a_figure_has_the_size_and_the_dots_that_are_asked_for() -> None:
    for size, dpi, said in [((1.5, 2.0), 72, (108, 144)), ((2.0, 1.0), 150, (300, 150))]:
        content = ShownFigure(size, dpi)._repr_png_()
        assert struct.unpack(">II", content[16:24]) == said
