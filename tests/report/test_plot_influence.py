import numpy as np
import pytest

from workbench.report.plot_influence import plot_influence


def test_systems_stand_in_the_order_of_their_influence() -> None:
    figure = plot_influence([0.4, 0.9, 0.8], 0.85, ["A", "B$", "C"], "Pearson's r", ["A"])
    axes = figure.axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["B\\$", "C", "A"]
    points = axes.collections[1]
    assert points.get_offsets().tolist() == [[0.9, 0], [0.8, 1], [0.4, 2]]
    colours = [tuple(colour) for colour in points.get_facecolors()]
    assert colours[0] == colours[1] != colours[2]
    assert axes.get_xlabel() == "Pearson's r without the system"


def test_systems_without_a_value_are_counted() -> None:
    figure = plot_influence([0.4, np.nan], 0.85, ["A", "B"], "r")
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["A"]
    assert "1 of 2" in figure.get_supxlabel()


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="one label"):
        plot_influence([0.4], 0.5, [], "r")
