"""The picture of values and their intervals: what is on it, and in which order."""

import pandas as pd
import pytest

from workbench.report.plot_intervals import plot_intervals
from workbench.report.plot_sheet import NamedRows
from workbench.report.plot_words import text_width
from workbench.report.plots import DrawnRanks, plot_rank_panels


def records(**columns):
    frame = pd.DataFrame(columns)
    rest = {
        "low": frame["value"] - 0.1, "high": frame["value"] + 0.1, "criterion": "coverage", "role": "",
        "level": "system", "coefficient": "pearson", "confidence": 0.95, "interval": "percentile",
        "population": "all systems, all inputs",
    }  # fmt: skip
    return frame.assign(**{name: value for name, value in rest.items() if name not in frame})


def labels(axes):
    return [text.get_text() for text in axes.get_yticklabels()]


def lines_at_zero(axes):
    return [line for line in axes.lines if line.get_xdata()[0] == 0]


def test_a_panel_for_each_level_with_the_largest_on_top():
    frame = records(
        metric=["rouge-1", "rouge-2"] * 2, level=["system", "system", "segment", "segment"],
        value=[0.8, 0.9, 0.5, 0.4],
    )  # fmt: skip
    system, segment = plot_intervals(frame).axes
    assert (system.get_title(loc="left"), segment.get_title(loc="left")) == ("system level", "segment level")
    assert labels(system) == ["R-2", "R-1"]
    assert labels(segment) == ["R-1", "R-2"]
    assert system.get_xlabel() == "Pearson's r with coverage"


def test_a_title_says_sizes_of_blocks_and_what_is_held_constant_only_where_there_are_any():
    frame = records(
        metric=["rouge-1"] * 4, level=["system", "system", "block", "block"], block_size=[0, 0, 10, 100],
        given=["", "length", "", ""], value=[0.8, 0.9, 0.5, 0.4],
    )  # fmt: skip
    assert [axes.get_title(loc="left").replace("\n", " ") for axes in plot_intervals(frame).axes] == [
        "system level",
        "system level · given length",
        "block level · blocks of 10",
        "block level · blocks of 100",
    ]


@pytest.mark.parametrize(
    ("value", "is_drawn"),
    [
        ([0.8, 0.9], False),
        ([0.05, 0.9], True),
        ([0.13, 0.9], True),
        # ends at 0.196 and 0.204, a quarter of the range being 0.201 and 0.199
        ([0.296, 0.9], True),
        ([0.304, 0.9], False),
        ([-0.9, -0.296], True),
        ([-0.9, -0.304], False),
    ],
)
def test_zero_is_drawn_where_it_is_in_the_range_or_near(value, is_drawn):
    [axes] = plot_intervals(records(metric=["a", "b"], value=value)).axes
    assert bool(lines_at_zero(axes)) == is_drawn


def test_only_settings_that_tell_rows_apart_are_named():
    frame = records(
        metric=["rouge-1", "rouge-1", "bleu"], preprocess=["CASE", "STEM", "13a"],
        component=["recall", "recall", "score"], value=[0.9, 0.8, 0.7],
    )  # fmt: skip
    [axes] = plot_intervals(frame).axes
    assert labels(axes) == ["R-1 · CASE", "R-1 · STEM", "BLEU · 13a"]


def test_rows_that_are_no_metrics_look_different_and_say_what_they_are():
    frame = records(
        metric=["rouge-1", "rouge-1", "judges"],
        role=["", "disattenuated", "leave one out"],
        value=[0.7, 0.8, 0.9],
    )
    figure = plot_intervals(frame)
    [axes] = figure.axes
    assert labels(axes) == ["judges (leave one out)", "R-1 (disattenuated)", "R-1"]
    assert "Not filled: without the judges' noise." in figure.get_supxlabel()


def test_a_metric_that_all_are_compared_with_is_said_at_the_axis():
    frame = records(metric=["rouge-1", "bleu"], value=[0.1, -0.2]).rename(columns={"value": "difference"})
    frame = frame.assign(
        against_metric="rouge-2", verdict=["not shown", "worse"], test_level=0.05,
        interval_population=frame["population"],
    )  # fmt: skip
    figure = plot_intervals(frame, "difference")
    [axes] = figure.axes
    assert labels(axes) == ["R-1", "BLEU"]
    assert axes.get_xlabel() == "difference of Pearson's r with coverage, from R-2"
    assert "Not filled: not shown" in figure.get_supxlabel()
    pairs = frame.assign(against_metric=["rouge-2", "rouge-1"])
    assert labels(plot_intervals(pairs, "difference").axes[0]) == ["R-1 − R-2", "BLEU − R-1"]


def test_intervals_of_differences_speak_of_their_own_population_and_not_of_that_of_the_test():
    frame = records(metric=["rouge-1"], value=[0.1]).rename(columns={"value": "difference"})
    frame = frame.assign(
        against_metric="bleu", verdict="better", test_level=0.05, population="these systems, all inputs",
        interval_population="all systems, these inputs",
    )  # fmt: skip
    notes = plot_intervals(frame, "difference").get_supxlabel()
    assert notes == "95 % intervals (percentile); population: all systems, these inputs."


def test_what_has_no_value_is_counted():
    intervals = "95 % intervals (percentile); population: all systems, all inputs."
    frame = records(metric=["a", "b$"], value=[float("nan"), 0.5])
    figure = plot_intervals(frame)
    assert labels(figure.axes[0]) == [r"b\$"]
    assert figure.get_supxlabel() == f"{intervals}\nNot drawn, for want of a value: 1 of 2 coefficients."
    assert plot_intervals(frame[1:]).get_supxlabel() == intervals


def test_nothing_to_draw_is_an_empty_panel():
    figure = plot_intervals(records(metric=["a"], value=[float("nan")]))
    assert labels(figure.axes[0]) == []


def test_names_of_panels_beside_each_other_have_the_room_of_half_a_page():
    """Of the width of a panel 42 % are for names; a page of two columns is 6.9 inches wide."""
    name = "a metric with a name that one line of a panel has no room for"
    frame = records(metric=[name] * 2, coefficient=["pearson", "kendall"], value=[0.5, 0.4])
    ranks = DrawnRanks([name], [1], [1], [1])
    for alone, beside in (
        (plot_intervals(frame[:1]), plot_intervals(frame)),
        (plot_rank_panels([ranks]), plot_rank_panels([ranks] * 2)),
        (plot_rank_panels([ranks]), plot_rank_panels([ranks], columns=1)),
    ):
        [whole], half = ([labels(axes) for axes in figure.axes] for figure in (alone, beside))
        for lines, room in ((whole[0].split("\n"), 0.42 * 6.9), (half[0][0].split("\n"), 0.42 * 3.45)):
            assert " ".join(lines) == name
            assert max(text_width(line, 7.0) for line in lines) <= room
        assert len(whole[0].split("\n")) < len(half[0][0].split("\n"))


def test_intervals_of_several_kinds_say_whose_they_are():
    frame = records(metric=["a", "a"], coefficient=["pearson", "kendall"], value=[0.5, 0.4])
    notes = plot_intervals(frame.assign(interval=["zou", "percentile"])).get_supxlabel()
    assert "Pearson's r: 95 % intervals (Zou's method)" in notes
    assert "Kendall's τ-b: 95 % intervals (percentile)" in notes


def test_intervals_of_several_kinds_are_told_apart_by_what_there_is_to_tell_them():
    frame = records(metric=["a", "a"], coefficient=["pearson", "kendall"], value=[0.5, 0.4])
    for missing in ("level", "role"):
        shown = frame.assign(interval=["zou", "percentile"]).drop(columns=missing)
        assert "Pearson's r: 95 % intervals (Zou's method)" in plot_intervals(shown).get_supxlabel()


def test_of_levels_and_coefficients_only_those_pairs_are_named_that_have_the_interval():
    frame = records(
        metric=["a"] * 4,
        level=["system", "system", "segment", "segment"],
        coefficient=["kendall", "pearson", "kendall", "pearson"],
        interval=["percentile", "zou", "percentile", "percentile"],
        value=[0.5, 0.4, 0.3, 0.2],
    )
    notes = plot_intervals(frame).get_supxlabel()
    assert "system level · Pearson's r: 95 % intervals (Zou's method)" in notes
    percentile = (
        "system level · Kendall's τ-b; segment level · Kendall's τ-b, Pearson's r: 95 % intervals (perc"
    )
    assert percentile in notes


def test_rows_of_the_judges_beside_two_levels_are_told_apart_by_both():
    frame = records(
        metric=["a", "judges", "judges", "a"],
        role=["", "leave one out", "split half", ""],
        level=["system", "system", "system", "segment"],
        interval=["fisher-jackknife", "fisher-jackknife", "percentile", "percentile"],
        population=["p", "p", "p", "q"],
        value=[0.5, 0.4, 0.3, 0.2],
    )
    notes = plot_intervals(frame).get_supxlabel()
    assert "system level · metrics, leave one out: 95 % intervals (fisher-jackknife" in notes
    assert "split half: 95 % intervals (percentile)" in notes


def test_rows_stand_in_the_middle_of_their_room():
    """A name of two lines has the room 1.62."""
    assert NamedRows(["R-1", "R-2"], 2.0).places == [0.0, 1.0]
    rows = NamedRows(["R-1", "a name that goes on", "R-2"], 0.7)
    assert [len(lines) for lines in rows.wrapped] == [1, 2, 1]
    assert rows.places == pytest.approx([0.0, 0.5 + 1.62 / 2, 0.5 + 1.62 + 0.5])


def test_differences_without_a_test_are_crosses_and_those_without_an_interval_are_counted():
    frame = records(metric=["rouge-1", "rouge-2", "rouge-3"], value=[0.3, 0.2, 0.1], low=[0.2, None, None])
    frame = frame.rename(columns={"value": "difference"}).assign(
        against_metric="bleu", verdict=["better", "", "not shown"], test_level=0.05,
        interval_population="all", interval_reason=["", "too few systems", ""],
    )  # fmt: skip
    figure = plot_intervals(frame, "difference")
    filled, _, crosses, *_ = figure.axes[0].collections[1:]
    assert filled.get_offsets().tolist() == [[0.3, 0], [0.1, 2]]
    assert crosses.get_offsets().tolist() == [[0.2, 1]]
    assert len(crosses.get_paths()[0].vertices) > 10  # a cross has more corners than a square
    notes = figure.get_supxlabel().replace("\n", " ")
    assert "Crosses: not tested, 1 of 3." in notes
    assert "Without an interval: 1 of 3 differences (too few systems)." in notes
    all_tested = frame.assign(verdict="better", interval_reason="")
    notes = plot_intervals(all_tested, "difference").get_supxlabel()
    assert "Crosses" not in notes
    assert "Without" not in notes


def winners(*pairs, criterion="coverage"):
    """Wins of pairs of metrics, both ways round."""
    both = [(one, other, wins) for pair in pairs for one, other, wins in (pair, (pair[1], pair[0], -pair[2]))]
    frame = pd.DataFrame(both, columns=["metric", "against_metric", "wins"])
    settings = {"component": "f", "preprocess": "CASE", "references": "all"}
    return frame.assign(
        **settings, **{f"against_{name}": value for name, value in settings.items()}, task="news",
        criterion=criterion, level="system", coefficient="pearson", given="",
    )  # fmt: skip


def test_a_panel_without_a_test_says_so_and_metrics_without_one_are_counted():
    frame = records(
        metric=["a", "b", "c"] * 2, value=[0.9, 0.8, 0.7] * 2, criterion=["coverage"] * 3 + ["fluency"] * 3,
        component="f", preprocess="CASE", references="all", task="news", given="",
    )  # fmt: skip
    nan = float("nan")
    tested = winners(("a", "b", 0.0), ("a", "c", nan), ("b", "c", nan))
    nowhere = winners(("a", "b", nan), ("a", "c", nan), ("b", "c", nan), criterion="fluency")
    figure = plot_intervals(frame, ties=pd.concat([tested, nowhere]))
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["coverage", "fluency · no test here"]
    assert "Without a bar, as no test was possible: 1 of 6" in figure.get_supxlabel()
    alone = plot_intervals(frame[3:], ties=nowhere)
    assert alone.axes[0].get_title(loc="left") == "no test here"
    assert plot_intervals(frame[3:4], ties=nowhere).axes[0].get_title(loc="left") == ""  # nothing to test
    assert [axes.get_title(loc="left") for axes in plot_intervals(frame).axes] == ["coverage", "fluency"]
