import warnings

import numpy as np
import pytest
from matplotlib.figure import Figure

from workbench.report.picture import pictures, say_letters_lack
from workbench.report.plot_names import place_names
from workbench.report.plots import (
    DrawnRanks,
    Scatter,
    plot_rank_panels,
    plot_ranks,
    plot_scatter,
    plot_scatters,
)


def test_every_system_is_a_labelled_point() -> None:
    figure = plot_scatter([0.1, 0.2, 0.3], [1, 3, 2], ["A", "B", "C$"], "R-2", "coverage", "r = 0.50")
    axes = figure.axes[0]
    assert axes.collections[0].get_offsets().tolist() == [[0.1, 1], [0.2, 3], [0.3, 2]]
    assert [text.get_text() for text in axes.texts] == ["A", "B", "C\\$"]
    assert (axes.get_xlabel(), axes.get_ylabel(), axes.get_title(loc="left")) == (
        "R-2", "coverage", "r = 0.50"
    )  # fmt: skip


def test_the_diagonal_leaves_the_axes_as_they_are() -> None:
    plain, lined = (
        plot_scatter([5, 7], [6, 8], ["A", "B"], "x", "y", "A title", diagonal=each) for each in (False, True)
    )
    assert [each.axes[0].get_title(loc="left") for each in (plain, lined)] == ["A title", "A title"]
    assert not plain.axes[0].lines
    [line] = lined.axes[0].lines
    assert line.get_xdata().tolist() == line.get_ydata().tolist()
    assert lined.axes[0].get_xlim() == plain.axes[0].get_xlim()
    assert lined.axes[0].get_ylim() == plain.axes[0].get_ylim()


def test_labels_of_near_points_stay_apart() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.uniform(size=(2, 12))
    x[1], y[1] = x[0] + 0.001, y[0] + 0.02
    figure = plot_scatter(x, y, [f"system-{index}" for index in range(12)], "x", "y")
    boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    overlaps = [(a, b) for a in range(12) for b in range(a) if boxes[a].overlaps(boxes[b])]
    assert overlaps == []


@pytest.mark.parametrize("seed", range(3))
def test_names_cover_no_point(seed: int) -> None:
    """A point reaches 0.035 inches to all sides; one without a name is kept off, too."""
    x, y = np.random.default_rng(seed).uniform(size=(2, 40))
    figure = Figure(figsize=(4, 4), dpi=100)
    axes = figure.subplots()
    axes.scatter(x, y)
    points = np.stack([x, y], axis=1)
    names = [f"name{number}" if number % 5 else "" for number in range(20)]
    hidden = place_names(axes, points[:20], names, points[20:])
    boxes = np.array([text.get_window_extent().extents for text in axes.texts])
    assert len(boxes) + hidden == 16
    assert len(boxes) > 8
    gaps = [
        np.maximum(box[:2] - pixel, pixel - box[2:]).max()
        for box in boxes
        for pixel in axes.transData.transform(points)
    ]
    assert min(gaps) > 3.5 - 1e-6
    frame = axes.get_window_extent().extents
    assert (boxes[:, :2] >= frame[:2]).all()
    assert (boxes[:, 2:] <= frame[2:]).all()


@pytest.mark.parametrize(("distance", "leaders"), [(5, 0), (10, 1), (17, 1)])
def test_a_name_stands_over_its_point_as_near_as_is_free(distance: float, leaders: int) -> None:
    """Points around a point leave no room but above it, from a height on."""
    axes = Figure((4, 4), dpi=72).add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, 288), ylim=(0, 288))  # a unit is a point of print
    around = [(x, 140 + distance - y) for x in range(84, 208, 6) for y in range(0, 66, 6)]
    place_names(axes, np.array([[144.0, 144.0]]), ["name"], np.array(around, np.float64))
    [text] = axes.texts
    assert (text.get_position(), text.get_va()) == ((0, distance), "bottom")
    assert len(axes.collections[0].get_segments()) == leaders


def test_a_name_that_matters_stands_as_others_do_where_there_is_room() -> None:
    points = np.array([[0.5, 0.5], [0.54, 0.5], [0.58, 0.51], [0.52, 0.56]])
    found = []
    for always in (0, 1):
        axes = Figure(figsize=(4, 4), dpi=100).subplots()
        axes.set(xlim=(0, 1), ylim=(0, 1))
        assert place_names(axes, points, ["a name", "", "", ""], points[:0], always) == 0
        found.append(axes.texts[0].get_window_extent().extents.tolist())
    assert found[0] == found[1]
    axes = Figure(figsize=(4, 4), dpi=100).subplots()
    axes.set(xlim=(0, 1), ylim=(0, 1))
    assert place_names(axes, points[:1], ["a name"], points[:0]) == 0
    assert axes.texts[0].get_window_extent().extents.tolist() != found[0], (
        "the points beside it are in its way"
    )


@pytest.mark.parametrize(("digits", "lines"), [(21, 1), (23, 2)])
def test_a_name_that_is_longer_than_a_part_of_the_width_is_broken(digits: int, lines: int) -> None:
    # in this size a digit is 0.057 inches wide, and a line may have 1.3
    axes = Figure(figsize=(6, 4), dpi=100).subplots()
    name = f"{'0' * 11} {'0' * (digits - 11)}"
    assert place_names(axes, np.array([[0.2, 0.5]]), [name], np.empty((0, 2))) == 0
    assert axes.texts[0].get_text().count("\n") == lines - 1


def test_a_name_touches_no_axis() -> None:
    """A name as wide as the room beside its point goes elsewhere, or is broken."""
    axes = Figure((3, 3), dpi=100).add_axes((0.1, 0.1, 0.8, 0.8))
    axes.set(xlim=(0, 1), ylim=(0, 1))
    frame = axes.get_window_extent()
    for x in np.linspace(0.2, 0.8, 200):
        place_names(axes, np.array([[x, 0.5], [x + 0.01, 0.5]]), ["a long name of one", ""], np.empty((0, 2)))
    assert axes.texts
    for text in axes.texts:
        box = text.get_window_extent()
        assert box.x0 >= frame.x0 + 2.9
        assert box.x1 <= frame.x1 - 2.9


def test_systems_without_a_value_are_counted() -> None:
    figure = plot_scatter([0.1, np.nan, 0.3], [1, 2, 3], ["A", "B", "C"], "x", "y")
    assert [text.get_text() for text in figure.axes[0].texts] == ["A", "C"]
    assert "1 of 3" in figure.get_supxlabel()


def test_nothing_to_draw_is_an_empty_picture() -> None:
    figure = plot_scatter([np.nan], [1.0], ["A"], "x", "y")
    assert len(figure.axes[0].texts) == 0


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="one label"):
        plot_scatter([1.0], [1.0], [], "x", "y")


def test_pyplot_does_not_know_the_figure() -> None:
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    plot_scatter([1.0, 2.0], [1.0, 2.0], ["A", "B"], "x", "y")
    assert plt.get_fignums() == before


def test_ranks_are_drawn_from_the_best_down() -> None:
    figure = plot_ranks(["a", "b$", "none", "alone"], [2, 1, 0, 3], [1, 1, 0, 0], [3, 2, 0, 0], "four")
    axes = figure.axes[0]
    points, lines = axes.collections[1], axes.collections[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["b\\$", "a", "alone"]
    assert points.get_offsets().tolist() == [[1, 0], [2, 1], [3, 2]]
    assert [segment[:, 0].tolist() for segment in lines.get_segments()] == [[1, 2], [1, 3]]
    assert axes.get_ylim()[0] > axes.get_ylim()[1]
    assert "1 of 4" in figure.get_supxlabel()


@pytest.mark.parametrize(("total", "ticks"), [(10, [*range(1, 11)]), (25, [1, *range(3, 25, 3)])])
def test_of_many_ranks_about_ten_are_named(total: int, ticks: list[int]) -> None:
    ranks = [*range(1, total + 1)]
    axes = plot_ranks([f"m{rank}" for rank in ranks], ranks, ranks, ranks).axes[0]
    assert axes.get_xticks().tolist() == ticks


def test_ranks_need_labels_of_their_own_and_may_be_none() -> None:
    assert len(plot_ranks([], [], [], []).axes[0].get_yticklabels()) == 0
    with pytest.raises(ValueError, match="one rank"):
        plot_ranks(["a"], [1, 2], [1, 1], [2, 2])


def test_a_list_without_a_rank_has_no_panel_beside_others() -> None:
    some = DrawnRanks(["A", "B"], [1, 0], [1, 0], [1, 0], "some")
    none = DrawnRanks(["C"], [0], [0], [0], "none")
    figure = plot_rank_panels([none, some, none], columns=1)
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["some"]
    assert "3 of 4 points (metrics, in 3 panels)" in " ".join(text.get_text() for text in figure.texts)
    assert [axes.get_title(loc="left") for axes in plot_rank_panels([none] * 12, columns=1).axes] == [""]
    assert [axes.get_title(loc="left") for axes in plot_rank_panels([none], columns=1).axes] == ["none"]


def test_a_figure_shows_itself_in_a_notebook():
    """Without pyplot, too: nothing else tells a notebook how to draw it."""
    figures = [
        plot_scatter([1.0], [2.0], ["A"], "x", "y"),
        plot_ranks(["A"], [1], [1], [1]),
    ]
    assert all(figure._repr_png_().startswith(b"\x89PNG") for figure in figures)


def test_letters_that_no_font_has_are_said_once_and_are_no_warning_of_pythons(capsys):
    say_letters_lack.cache_clear()
    names = ["\N{CJK UNIFIED IDEOGRAPH-6A21}", "\N{LINEAR A SIGN AB001}"]
    for _ in range(2):
        made = pictures(lambda: plot_ranks(names, [2, 1], [1, 1], [2, 2]))
    assert made["figure.png"].startswith(b"\x89PNG")
    said = capsys.readouterr().err.splitlines()
    assert [line for line in said if not line.startswith("findfont")] == [
        "warning: the letters of some names are in no font here, and are boxes in pictures; "
        "Noto Sans CJK SC has many"
    ]


def test_other_warnings_of_a_drawing_stay_warnings():
    def drawn():
        warnings.warn("look at this", stacklevel=1)
        return plot_ranks(["a", "b"], [2, 1], [1, 1], [2, 2])

    with pytest.warns(UserWarning, match="^look at this$"):
        pictures(drawn)


def test_a_line_through_tiny_scores_is_that_through_the_same_in_another_unit() -> None:
    """The line of y = 2 x + 1 at 2 and 4, in units of 2 to the power -600."""
    x, y = np.array([2.0, 3.0, 4.0]), [5.0, 7.0, 9.0]
    heights = []
    for unit in (1.0, 2.0**-600):
        axes = plot_scatters([Scatter(x * unit, y, "ABC", "x", "y", line="fit")]).axes[0]
        [line] = axes.lines
        heights.append(line.get_ydata())
        assert line.get_ydata() == pytest.approx(2 * line.get_xdata() / unit + 1)
    assert heights[0] == pytest.approx(heights[1])
