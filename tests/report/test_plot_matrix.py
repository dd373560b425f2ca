"""Shades, signs, trees and ties: what is drawn, and that it can be read."""

import itertools

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from workbench.report.plot_clusters import cluster, comparable
from workbench.report.plot_intervals import plot_intervals
from workbench.report.plot_matrix import DrawnMatrix, plot_heat, plot_wins
from workbench.report.plot_sheet import MOST_PANELS, PlotPanel, draw_panels
from workbench.report.plot_ties import MOST_GROUPS, tied_groups, ties_of
from workbench.report.plot_words import text_width, wrap
from workbench.report.plots import Scatter, plot_scatters

LONG = [f"an-organisation/learned-metric-with-a-long-name-v{number}(layers=24)" for number in range(30)]


def boxes(texts):
    return [text.get_window_extent() for text in texts if text.get_text()]


def overlaps(found):
    return [
        (a, b)
        for a, b in itertools.combinations(found, 2)
        if a.shrunk(0.98, 0.9).overlaps(b.shrunk(0.98, 0.9))
    ]


def signs_of(axes):
    return {
        place: (line.get_marker(), line.get_color())
        for line in axes.lines
        for place in zip(*map(np.ndarray.tolist, line.get_data()), strict=True)
    }


@pytest.mark.parametrize("columns", [1, 2])
def test_thirty_metrics_with_long_names_can_be_read(columns):
    values = np.random.default_rng(0).uniform(-0.9, 0.9, (30, 12))
    figure = plot_heat([DrawnMatrix(values, LONG, [f"condition {n}" for n in range(12)])], "r", columns)
    figure.draw_without_rendering()
    axes = figure.axes[0]
    assert overlaps(boxes(axes.texts)) == []
    assert overlaps(boxes(axes.get_yticklabels())) == []
    assert overlaps(boxes(axes.get_xticklabels())) == []
    assert len({text.get_text() for text in axes.get_yticklabels()}) == 30
    assert min(box.x0 for box in boxes(axes.get_yticklabels())) >= 0


def test_rows_of_long_names_are_higher():
    frame = pd.DataFrame({"metric": ["a", LONG[0], "b"], "value": [0.3, 0.2, 0.1]}).assign(low=0.0, high=0.4)
    figure = plot_intervals(frame, columns=1)
    figure.draw_without_rendering()
    assert overlaps(boxes(figure.axes[0].get_yticklabels())) == []
    assert figure.axes[0].get_yticks()[1] > 1.2


def test_undefined_cells_are_white_with_a_dash_and_counted():
    figure = plot_heat([DrawnMatrix(np.array([[np.nan, 0.25]]), ["a"], ["x", "y"])], "r")
    assert [text.get_text() for text in figure.axes[0].texts] == ["–", ".25"]
    assert len({text.get_fontsize() for text in figure.axes[0].texts}) == 1
    assert "undefined, 1 of 2" in figure.get_supxlabel()


def test_undefined_cells_have_a_dash_where_no_number_fits():
    values = np.full((1, 60), 0.25)
    values[0, 7] = np.nan
    axes = plot_heat([DrawnMatrix(values, ["a"], [f"c{n}" for n in range(60)])], "r").axes[0]
    assert [(text.get_text(), text.get_position()) for text in axes.texts] == [("–", (7, 0))]


def test_cells_that_nobody_asked_for_are_not_called_undefined():
    values = np.array([[np.nan, 0.25, np.nan], [0.5, np.nan, 0.1]])
    is_asked = np.array([[False, True, True], [True, False, True]])
    figure = plot_heat([DrawnMatrix(values, ["a", "b"], ["x", "y", "z"], is_asked=is_asked)], "r")
    assert [text.get_text() for text in figure.axes[0].texts] == [".25", "–", ".50", ".10"]
    said = figure.get_supxlabel()
    assert "Dashes: undefined, 1 of 4." in said
    assert "White without a dash: not asked for, 2 of 6." in said


def test_panels_share_one_scale_and_shades_rise_in_gray():
    panels = [
        DrawnMatrix(np.array([[low, high]]), ["a"], ["x", "y"]) for low, high in ((0.1, 0.2), (0.8, 0.9))
    ]
    images = [axes.images[0] for axes in plot_heat(panels, "r").axes if axes.images]
    assert {image.get_clim() for image in images} == {(0.1, 0.9)}
    shades = images[0].get_cmap()(np.linspace(0, 1, 20))[:, :3] @ [0.299, 0.587, 0.114]
    assert (np.diff(shades) > 0).all()


def test_signs_say_who_wins_without_colour():
    wins = np.array([[np.nan, 1, 0], [-1, np.nan, 0], [0, 0, np.nan]])
    axes = plot_wins([DrawnMatrix(wins, list("abc"), list("abc"))]).axes[0]
    signs = {place: sign for place, (sign, _) in signs_of(axes).items()}
    # of (column, row)
    below = {(0, 1): "_", (0, 2): ".", (1, 2): "."}
    assert signs == {(1, 0): "+", (2, 0): ".", (2, 1): ".", **below}


def test_metrics_that_go_together_are_neighbours():
    near = pd.DataFrame([[1, 0.1, 0.9, -1], [0.1, 1, 0.2, 0.8], [0.9, 0.2, 1, 0], [-1, 0.8, 0, 1]])
    order, tree = cluster(near)
    places = {metric: at for at, metric in enumerate(order)}
    assert abs(places[0] - places[2]) == abs(places[1] - places[3]) == 1
    assert tree[:, 2].tolist() == pytest.approx([0.1, 0.2, (0.9 + 2 + 0.8 + 1) / 4])
    assert cluster(near.iloc[:1, :1]) == ([0], None)
    assert cluster(near.iloc[:2, :2])[1].tolist() == [[0, 1, 0.9, 2]]


def test_metrics_are_compared_that_have_a_coefficient_with_each_other():
    near = np.full((4, 4), 0.5)
    assert comparable(pd.DataFrame(near)) == [0, 1, 2, 3]
    near[0, 2] = near[2, 0] = near[2, 3] = near[3, 2] = np.nan  # 2 lacks most
    assert comparable(pd.DataFrame(near)) == [0, 1, 3]
    near[0, 3] = near[3, 0] = np.nan
    assert comparable(pd.DataFrame(near)) == [0, 1]
    assert comparable(pd.DataFrame(np.full((2, 2), np.nan))) == []


def names_of_columns(figure):
    return [text.get_text() for text in figure.axes[0].get_xticklabels()]


def test_columns_have_names_however_many_they_are_or_a_note_says_otherwise():
    for number, written in ((20, 20), (78, 78), (101, 51)):
        called = [f"m{at}" for at in range(number)]
        wins = np.triu(np.ones((number, number))) - np.tril(np.ones((number, number)))
        for draw in (plot_wins, lambda panels: plot_heat(panels, "r")):
            figure = draw([DrawnMatrix(wins, called, called)])
            assert len(names_of_columns(figure)) == written
            figure.draw_without_rendering()
            assert not overlaps(boxes(figure.axes[0].get_xticklabels()))
            cell = figure.axes[0].get_window_extent().width / number
            widest = max((line.get_markersize() for line in figure.axes[0].lines), default=0)
            assert widest * figure.dpi / 72 < 0.8 * cell, "signs of neighbours would be one line"
            said = "one in 2 is written, for want of room. Columns stand in the order of the rows."
            assert (said in figure.get_supxlabel().replace("\n", " ")) == (written < number)


def test_the_order_of_columns_is_said_of_the_panels_that_leave_names_out():
    many, few = [f"m{at}" for at in range(101)], ["x", "y"]
    square, other = DrawnMatrix(np.eye(101), many, many), DrawnMatrix(np.eye(2), ["a", "b"], few)
    oblong = DrawnMatrix(np.ones((2, 101)), ["a", "b"], many)
    said = [
        plot_heat(panels, "r").get_supxlabel().replace("\n", " ")
        for panels in ([square, other], [square, oblong])
    ]
    assert ["one in 2 is written" in each for each in said] == [True, True]
    assert ["Columns stand in the order of the rows." in each for each in said] == [True, False]


def test_untested_pairs_are_counted():
    wins = np.array([[np.nan, 1, np.nan], [-1, np.nan, 0], [np.nan, 0, np.nan]])
    assert "not tested, 1 of 3 pairs" in plot_wins([DrawnMatrix(wins, [*"abc"], [*"abc"])]).get_supxlabel()
    wins[0, 2] = wins[2, 0] = 0
    assert "not tested" not in plot_wins([DrawnMatrix(wins, [*"abc"], [*"abc"])]).get_supxlabel()


def test_only_what_is_1_is_written_as_1():
    values = np.array([[1.0, 0.997, 0.9996, 1 - 1e-12, 0.5], [-1.0, -0.997, -0.9996, -1 + 1e-12, 1.004]])
    axes = plot_heat([DrawnMatrix(values, ["a", "b"], list("vwxyz"))], "r").axes[0]
    said = [text.get_text() for text in axes.texts]
    assert said == ["1.0", ".997", "<1", "1.0", ".50", "−1.0", "−.997", ">−1", "−1.0", "1.0"]


def test_ties_are_maximal_cliques():
    tied = np.eye(5, dtype=bool)
    for a, b in ((0, 1), (1, 2), (0, 2), (2, 3)):
        tied[a, b] = tied[b, a] = True
    assert tied_groups(tied) == [[0, 1, 2], [2, 3]]
    assert tied_groups(np.eye(4, dtype=bool)) == []
    assert tied_groups(np.ones((4, 4), bool)) == [[0, 1, 2, 3]]


def test_ties_are_those_that_every_set_looked_at_finds():
    """Of all graphs of five metrics: sets of two or more, all tied, to which no other may be added."""
    sets = [set(each) for size in range(2, 6) for each in itertools.combinations(range(5), size)]
    places = np.triu_indices(5, 1)
    for number in range(0, 2**10, 3):
        tied = np.eye(5, dtype=bool)
        tied[places] = [number >> bit & 1 for bit in range(10)]
        tied |= tied.T
        cliques = [each for each in sets if tied[np.ix_(sorted(each), sorted(each))].all()]
        largest = [sorted(each) for each in cliques if not any(each < other for other in cliques)]
        assert tied_groups(tied) == sorted(largest)


def test_of_very_many_ties_there_is_an_end():
    tied = ~np.kron(np.eye(12, dtype=bool), np.ones((2, 2), bool)) | np.eye(24, dtype=bool)
    assert len(tied_groups(tied)) == MOST_GROUPS + 1


def test_pairs_that_no_test_tells_apart_are_those_of_metrics_where_they_are_drawn():
    """What has a role shares the names of a metric and was not tested; other panels have other tests."""
    sides = ["metric", "component", "preprocess", "references"]
    place = {"task": "t", "criterion": "c", "level": "system", "coefficient": "kendall", "given": ""}
    rows = pd.DataFrame(
        [{**place, **dict(zip(sides, (name, "f", "CASE", "r"), strict=True)), "role": role}
         for name, role in (("a", "split half"), ("b", ""), ("a", ""), ("c", ""), ("a", "disattenuated"))]
    )  # fmt: skip
    tested = [("a", "b", 0, {}), ("b", "c", 1, {}), ("c", "a", 0, {"criterion": "d"}), ("a", "d", 0, {})]
    winners = pd.DataFrame(
        [{**place, **dict(zip(sides, (one, "f", "CASE", "r"), strict=True)), "wins": wins, **other,
          **{f"against_{key}": value for key, value in zip(sides, (two, "f", "CASE", "r"), strict=True)}}
         for one, two, wins, other in tested]
    )  # fmt: skip
    assert ties_of(rows, winners) == [[1, 2]]
    assert ties_of(rows, winners.assign(wins=1)) == []
    assert ties_of(rows, winners.assign(criterion="c")) == [[1, 2], [2, 3]]


def test_judges_are_tied_with_nobody():
    rows = pd.DataFrame({"standing": ["", "best", "behind", "tied"], "role": ["leave one out", "", "", ""]})
    assert ties_of(rows, None) == [[1, 3]]
    assert ties_of(rows.assign(standing=["", "best", "", ""]), None) == []


def test_texts_break_where_words_end_and_keep_both_ends():
    assert wrap("Pearson's r 0.81, 0.64", 0.9, 8) == ["Pearson's r", "0.81, 0.64"]
    assert wrap("a\nb\x00c", 5, 8) == ["a b c"]
    short = wrap(LONG[3], 1.0, 8, 2)
    assert len(short) == 2
    assert short[0].startswith("an-org")
    assert short[1].endswith("24)")
    assert all(text_width(line, 8) <= 1.0 for line in short)


def test_more_panels_than_a_page_has_are_counted():
    panels = [PlotPanel(0.5, lambda axes, width: None, str(number)) for number in range(MOST_PANELS + 2)]
    figure = draw_panels(panels, 1, ["n = 1"])
    assert len(figure.axes) == MOST_PANELS
    assert figure.get_supxlabel().startswith("n = 1\nNot drawn: 2 of 14")


@pytest.mark.parametrize(
    ("height", "columns", "drawn"), [(5.5, 1, 4), (5.51, 1, 3), (5.51, 2, 5), (23.0, 1, 1)]
)
def test_more_panels_than_two_pages_are_high_are_counted(height, columns, drawn):
    panels = [
        PlotPanel(height, lambda axes, width: None, str(number)) for number in range(5 if columns == 2 else 4)
    ]
    figure = draw_panels(panels, columns, [])
    assert len(figure.axes) == drawn
    assert ("Not drawn" in figure.get_supxlabel()) == (drawn < len(panels))


def test_names_without_room_are_left_out_and_counted_but_outliers_are_named():
    x, y = np.random.default_rng(1).normal(size=(2, 80))
    names = [f"a system of number {number}" for number in range(80)]
    figure = plot_scatters([Scatter(x, y, names, "x", "y", line="fit", marked=[names[7]])], 1)
    figure.draw_without_rendering()
    axes = figure.axes[0]
    assert overlaps(boxes(axes.texts)) == []
    assert axes.texts[0].get_text().replace("\n", " ") == names[7]
    assert f"no room: {80 - len(axes.texts)}." in figure.get_supxlabel()
    # the others keep off points and off the line: about 17 of eighty long names can, and 30 off names alone
    assert len(axes.texts) < 24
    marked = axes.collections[1]
    assert marked.get_offsets().tolist() == [[x[7], y[7]]]
    slope, start = np.polyfit(x, y, 1)
    np.testing.assert_allclose(axes.lines[0].get_ydata(), start + slope * axes.lines[0].get_xdata())


def test_shades_go_from_the_least_to_the_highest_number_or_a_step_up_where_there_is_one():
    def ends(*values):
        figure = plot_heat([DrawnMatrix(np.array([values]), ["a"], ["x", "y"])], "r")
        return figure.axes[0].images[0].get_clim()

    assert ends(-0.25, 0.75) == (-0.25, 0.75)
    assert ends(0.5, 0.5) == (0.5, 1.5)
    assert ends(np.nan, -1.0) == (-1.0, 0.0)
    assert ends(np.nan, np.nan) == (0.0, 1.0)


def test_numbers_are_white_on_dark_cells_and_black_on_light_ones():
    """The border is 0.47 of the way from the least to the highest."""
    axes = plot_heat([DrawnMatrix(np.array([[1.0, 1.46, 1.48, 2.0]]), ["a"], list("wxyz"))], "r").axes[0]
    assert [text.get_color() for text in axes.texts] == ["white", "white", "black", "black"]
    wins = plot_wins([DrawnMatrix(np.array([[1, 0, -1]]), ["a"], list("xyz"))]).axes[0]
    assert [signs_of(wins)[column, 0][1] for column in range(3)] == ["white", "black", "black"]


def test_names_of_columns_stand_upright_where_they_are_long_and_some_are_left_out_where_they_are_many():
    def names(columns, width):
        figure = plot_wins([DrawnMatrix(np.ones((1, len(columns))), ["a"], columns)], width)
        figure.draw_without_rendering()
        axes = figure.axes[0]
        assert overlaps(boxes(axes.get_xticklabels())) == []
        return axes.get_xticks().tolist(), {text.get_rotation() for text in axes.get_xticklabels()}

    assert names(["R-1", "R-2"], 2) == ([0, 1], {0.0})
    assert names([LONG[0], "R-2"], 1) == ([0, 1], {90.0})
    assert names([LONG[0], "R-2"], 2) == ([0, 1], {0.0})
    assert names(["x"] * 19, 1)[0] == list(range(19))
    assert names(["R-1"] * 38, 1) == (list(range(38)), {90.0})
    assert names(["R-1"] * 50, 1) == (list(range(0, 50, 2)), {90.0})
    assert names(["R-1"] * 40, 2)[0] == list(range(40))


def test_names_of_wide_columns_are_cut_where_the_columns_end():
    long = "How coherent is the text as a whole, on a scale from 1 to 5?"
    figure = plot_heat([DrawnMatrix(np.ones((1, 2)), ["R-1"], [long, "fluency"])], "r", 2)
    figure.draw_without_rendering()
    [first, second] = boxes(figure.axes[0].get_xticklabels())
    assert first.width > 1.5 * figure.dpi
    assert first.x1 < second.x0


def test_branches_of_a_tree_end_at_the_rows_that_they_join():
    near = pd.DataFrame([[1, 0.1, 0.9], [0.1, 1, 0.2], [0.9, 0.2, 1]])
    order, tree = cluster(near)
    drawn = DrawnMatrix(near.iloc[order, order].to_numpy(), ["b", "a", "c"], ["b", "a", "c"], tree=tree)
    [side] = plot_heat([drawn], "r").axes[0].child_axes
    assert side.get_ylim() == (2.5, -0.5)
    branches = [(line.get_xdata().round(9).tolist(), list(line.get_ydata())) for line in side.lines]
    assert branches == [([0, 0.1, 0.1, 0], [1, 1, 2, 2]), ([0, 0.85, 0.85, 0.1], [0, 0, 1.5, 1.5])]
    assert list(side.get_yticks()) == []
    assert [name for name, spine in side.spines.items() if spine.get_visible()] == ["bottom"]


def test_signs_of_wins_stand_on_their_shade():
    values = np.array([[np.nan, 1.0], [-1.0, np.nan], [0.0, 1.0]])
    axes = plot_wins([DrawnMatrix(values, ["a", "b", "c"], ["a", "b"])]).axes[0]
    [image] = axes.images
    # a stroke is a sixth of its length
    assert [line.get_markersize() / line.get_markeredgewidth() for line in axes.lines] == [6] * 3
    shades = image.to_rgba(values)
    said = {1.0: ("+", "#0072b2", "white"), -1.0: ("_", "#d9dde6", "black"), 0.0: (".", "#ffffff", "black")}
    found = signs_of(axes)
    assert len(found) == np.isfinite(values).sum()
    for (row, column), value in np.ndenumerate(values):
        if np.isfinite(value):
            sign, shade, colour = said[value]
            assert found[column, row] == (sign, colour)
            assert to_hex(shades[row, column]) == shade


def test_a_grid_in_which_nothing_is_shown_is_a_sentence():
    nothing = DrawnMatrix(np.array([[np.nan, 0.0], [0.0, np.nan]]), ["a", "b"], ["a", "b"], "fluency")
    shown = DrawnMatrix(np.array([[np.nan, 1.0], [-1.0, np.nan]]), ["a", "b"], ["a", "b"], "coverage")
    figure = plot_wins([nothing, shown, nothing])
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["coverage"]
    said = figure.get_supxlabel().replace("\n", " ")
    assert "no metric is shown to differ from another: fluency; fluency (2 of 3 panels)." in said
    empty = plot_wins([nothing] * 12)
    assert empty.axes == []
    assert empty.get_supxlabel() == "No metric is shown to differ from another in any of 12 panels."
    assert empty.get_figheight() < 2
    assert plot_wins([nothing]).get_supxlabel() == "No metric is shown to differ from another."


def test_a_line_is_as_wide_as_its_letters_together():
    # a digit of this font is 1303 of 2048 units wide
    assert text_width("0" * 100, 72.0) == pytest.approx(100 * 1303 / 2048, rel=1e-3)
    assert text_width("0" * 50, 144.0) == pytest.approx(100 * 1303 / 2048, rel=1e-3)
