"""The diagram of critical differences: what is drawn is the ranks, and it can be read without colour."""

import numpy as np
import pytest
from drawn_figures import labels_stay_apart, nothing_is_told_by_colour_alone

from workbench.report.plot_critical import DrawnCritical, plot_critical

LONG = "a metric(with=parameters, and=more) of a very long name · STEM · 4 references · recall"
RANKS = np.array([1.2, 1.4, 2.9, 4.6, 4.9])
PANEL = DrawnCritical(["rouge-1", LONG, "bleu", "chrf", "x"], RANKS, 1.6, "Ranks over 12 tasks")


@pytest.fixture(scope="module")
def figure():
    many = DrawnCritical([f"metric {n}" for n in range(20)], np.linspace(1.5, 19, 20), 3.0, "Many")
    return plot_critical([PANEL, many])


def test_points_are_the_ranks_and_bars_hold_those_that_are_not_told_apart(figure):
    axes = figure.axes[0]
    points = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"]
    assert points == RANKS.tolist()
    bars = [line.get_xdata() for line in axes.lines if line.get_linewidth() > 2]
    held = [[rank for rank in RANKS if low <= rank <= high] for low, high in bars]
    assert held == [[1.2, 1.4], [1.4, 2.9], [4.6, 4.9]]
    assert "1.40" in axes.texts[1].get_text()


def test_no_label_is_over_another_or_cut_off(figure):
    figure.draw_without_rendering()
    boxes = []
    for axes in figure.axes:
        texts = [*axes.texts, axes._left_title, axes.xaxis.label, *axes.get_xticklabels()]
        boxes += [(text.get_text(), text.get_window_extent()) for text in texts if text.get_text()]
    shown = figure.axes[0].texts[1].get_text()
    assert shown.startswith("a metric(")
    assert shown.endswith("recall  1.40")
    assert len(shown) < len(LONG)
    labels_stay_apart(boxes, figure)


def test_numbers_of_the_axis_are_few_and_whole(figure):
    assert figure.axes[0].get_xticks().tolist() == [1, 2, 3, 4, 5]
    assert figure.axes[1].get_xticks().tolist() == list(range(1, 21, 2))


@pytest.mark.parametrize(
    ("number", "ticks"),
    [(2, [1, 2]), (12, [*range(1, 13)]), (13, [*range(1, 14, 2)]), (25, [*range(1, 26, 3)])],
)
def test_of_more_than_twelve_ranks_not_all_have_a_number(number, ticks):
    names = [f"metric {at}" for at in range(number)]
    drawn = plot_critical([DrawnCritical(names, np.arange(1.0, number + 1), 0.5, "r")])
    assert drawn.axes[0].get_xticks().tolist() == [*ticks]


def test_nothing_is_told_by_its_colour_alone(figure):
    nothing_is_told_by_colour_alone(figure)


def test_bars_differ_from_the_lines_to_names_without_colour(figure):
    bars = [line for line in figure.axes[0].lines if line.get_linewidth() > 2]
    others = [line for line in figure.axes[0].lines if line not in bars and line.get_marker() != "o"]
    assert min(line.get_linewidth() for line in bars) >= 2 * max(line.get_linewidth() for line in others)
    assert all(min(line.get_ydata()) > 0 for line in bars)
    assert all(max(line.get_ydata()) <= 0 for line in others)


def test_a_rank_has_a_line_to_its_name_and_the_title_says_the_difference_where_there_is_one(figure):
    axes = figure.axes[0]
    lines = [line for line in axes.lines if line.get_linewidth() == 0.7]
    assert [list(line.get_xdata()) for line in lines] == [[rank, rank, 5.3] for rank in RANKS]
    assert [list(line.get_ydata()) for line in lines] == [[0, -at, -at] for at in range(1, 6)]
    assert [(text.get_position(), text.get_text()[-4:]) for text in axes.texts] == [
        ((5.35, -1 - at), f"{rank:.2f}") for at, rank in enumerate(RANKS)
    ]
    # bars of groups are one above the other, and a little longer than from rank to rank
    bars = [line for line in axes.lines if line.get_linewidth() > 2]
    assert [sorted(set(line.get_ydata())) for line in bars] == [[0.9], [1.8], [pytest.approx(2.7)]]
    assert bars[0].get_xdata().tolist() == pytest.approx([1.17, 1.43])
    assert (axes.get_xlim(), axes.get_ylim()) == ((0.8, 5.3), (-6, 4))
    assert axes.get_title(loc="left") == "Ranks over 12 tasks; critical difference 1.60"
    unknown = plot_critical([PANEL._replace(critical=np.nan)]).axes[0]
    assert unknown.get_title(loc="left") == "Ranks over 12 tasks"
    assert not [line for line in unknown.lines if line.get_linewidth() > 2]


def test_a_diagram_is_as_high_as_its_names_and_groups():
    alone = [plot_critical([PANEL._replace(critical=each)]).get_figheight() for each in (0.1, 0.35, 1.6)]
    # none, two groups of two, and three
    assert np.diff(alone).tolist() == pytest.approx([0.2 * 2, 0.2 * 1])
