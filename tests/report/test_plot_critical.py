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


def test_nothing_is_told_by_its_colour_alone(figure):
    nothing_is_told_by_colour_alone(figure)


def test_bars_differ_from_the_lines_to_names_without_colour(figure):
    bars = [line for line in figure.axes[0].lines if line.get_linewidth() > 2]
    others = [line for line in figure.axes[0].lines if line not in bars and line.get_marker() != "o"]
    assert min(line.get_linewidth() for line in bars) >= 2 * max(line.get_linewidth() for line in others)
    assert all(min(line.get_ydata()) > 0 for line in bars)
    assert all(max(line.get_ydata()) <= 0 for line in others)
