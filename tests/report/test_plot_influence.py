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


def test_a_coefficient_without_a_value_has_a_sentence_and_no_panel() -> None:
    nan = float("nan")
    empty = DrawnInfluence([nan] * 3, 0.9, "ABC", "r of R-1")
    none = plot_influences([empty] * 2)
    assert not none.axes
    assert none.get_supxlabel() == "No coefficient has a value once a system is left out."
    some = plot_influences([empty, DrawnInfluence([0.4, nan], 0.8, "AB", "r of R-2")])
    assert len(some.axes) == 1
    said = " ".join(some.get_supxlabel().split())
    assert said.startswith("Dashed: with all systems. Not drawn, for want of a value: 1 of 2 systems.")
    assert said.endswith("Not drawn, as they have no value once a system is left out: r of R-1.")


@pytest.mark.parametrize(("number", "more"), [(12, ""), (13, " and 1 more")])
def test_of_many_coefficients_without_a_value_some_are_named_and_the_others_counted(
    number: int, more: str
) -> None:
    none = [DrawnInfluence([np.nan] * 3, 0.9, "ABC", f"r{at}") for at in range(number)]
    figure = plot_influences([*none, DrawnInfluence([0.4, 0.5], 0.8, "AB", "r")])
    named = ", ".join(f"r{at}" for at in range(12))
    assert " ".join(figure.get_supxlabel().split()).endswith(f"is left out: {named}{more}.")


def test_of_many_systems_those_with_the_most_influence_are_drawn() -> None:
    names = [f"s{number}" for number in range(70)]
    figure = plot_influence([number / 100 for number in range(70)], 0.0, names, "r")
    rows = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert rows == names[:9:-1]
    assert "the systems with the least influence, 10 of 70." in figure.get_supxlabel()


def test_no_picture_is_higher_than_two_pages() -> None:
    names = [f"a system with a name that takes three lines of the room that it has {at}" for at in range(40)]
    each = DrawnInfluence([0.5] * 40, 0.8, names, "r")
    figure = plot_influences([each] * 12, columns=1)
    assert figure.get_figheight() < 24
    assert f"Not drawn: {12 - len(figure.axes)} of 12 panels; name the" in figure.get_supxlabel()
    # one panel is drawn however high it is
    assert len(plot_influences([each], columns=1).axes) == 1
