import numpy as np
import pytest

from workbench.report.plot_influence import DrawnInfluence, plot_influence, plot_influences


def test_systems_stand_in_the_order_of_their_influence() -> None:
    figure = plot_influence([0.4, 0.9, 0.8], 0.85, ["A", "B$", "C"], "Pearson's r", ["A"])
    axes = figure.axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["B\\$", "C", "A"]
    others, marked = axes.collections[1:]
    assert others.get_offsets().tolist() == [[0.9, 0], [0.8, 1]]
    assert marked.get_offsets().tolist() == [[0.4, 2]]
    assert len(others.get_paths()[0]) != len(marked.get_paths()[0])
    assert tuple(others.get_facecolors()[0]) != tuple(marked.get_facecolors()[0])
    assert axes.get_xlabel() == "Pearson's r without the system"


def test_systems_without_a_value_are_counted() -> None:
    figure = plot_influence([0.4, np.nan], 0.85, ["A", "B"], "r")
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["A"]
    assert "1 of 2" in figure.get_supxlabel()


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="one label"):
        plot_influence([0.4], 0.5, [], "r")


def test_of_several_panels_points_are_counted_and_not_systems() -> None:
    panels = [DrawnInfluence([0.4, np.nan, 0.8], 0.8, "ABC", "r")] * 2
    assert "value: 2 of 6 points (systems, in 2 panels)." in plot_influences(panels).get_supxlabel()
    assert "value: 1 of 3 systems." in plot_influences(panels[:1]).get_supxlabel()
