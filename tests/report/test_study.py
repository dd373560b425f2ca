"""The page of a study."""

from dataclasses import replace

import asked
import numpy as np
import pandas as pd
from made_pages import invented

import workbench
from workbench.report.page.study import lay_study, render_study
from workbench.report.study import (
    StudyPart,
    block_differences,
    choice_rows,
    difference_label,
    study_page,
    summary,
    verdicts,
)
from workbench.report.study_signs import turn_alike, turned
from workbench.schema import COMPARISONS, ERROR_SOURCES, REFERENCE_CHOICE

DATA = workbench.simulate(topics=5, systems=8, references=2).evalset


def comparisons(**changes):
    frame = asked.compare(
        DATA,
        ["rouge-1", "bleu"],
        pairs=[("rouge-1", "bleu")],
        coefficients=["pearson", "kendall"],
        draws=99,
    )
    return frame.assign(**changes)


def part(frame, name="one", **changes):
    facts = {
        "title": "T", "about": "", "table": "# x", "comparisons": frame,
        "choices": REFERENCE_CHOICE.build([]), "sources": ERROR_SOURCES.build([]),
    }  # fmt: skip
    return StudyPart(name=name, **{**facts, **changes})


def test_labels_name_what_differs_and_no_more():
    side = {"metric": "rouge-2", "component": "f", "references": "all", "preprocess": "CASE"}
    other = {**side, "metric": "bleu(order=4)", "component": "score", "preprocess": "13a"}

    def label(one, two):
        return difference_label(pd.Series({**one, **{f"against_{name}": two[name] for name in two}}))

    assert label(side, other) == "R-2 − BLEU-4"
    assert label(side, {**side, "preprocess": "STEM"}) == "R-2 (CASE) − R-2 (STEM)"
    assert label(side, {**side, "component": "recall"}) == "R-2 (F) − R-2 (R)"
    assert label(side, {**other, "references": "one"}) == "R-2 (all) − BLEU-4 (one)"


def test_a_shown_difference_is_bold_and_said_and_others_stay_open():
    shown = comparisons(verdict="better", p_adjusted=0.0123, low=0.01, high=0.5)
    [holds] = verdicts(shown)
    first = shown.iloc[0]
    assert f"Shown: R-1 − BLEU-4 (Pearson's r {first['difference']:+.3f}, p = 0.012, Kendall's" in holds
    assert f"{first['n_systems']} systems" in holds
    _, [[_, cell]] = summary([part(shown)])
    assert cell.startswith(f"**{first['difference']:+.3f}** [")
    open_ = comparisons(verdict="not shown")
    nothing, rest = verdicts(open_)
    assert "Shown: none of the differences." in nothing
    assert rest.startswith("Not decided by these data (Pearson's r, with interval): R-1 − BLEU-4 ")
    _, [[_, cell]] = summary([part(open_)])
    assert "**" not in cell


def test_a_small_p_has_a_power_of_ten_below_a_thousandth():
    for p, said in ((0.001, "p = 0.001,"), (0.00099, "p = 9.9e-04,")):
        assert said in verdicts(comparisons(verdict="better", p_adjusted=p))[0]


def test_a_difference_without_an_interval_has_no_brackets():
    frame = comparisons(
        verdict="better", low=float("nan"), high=float("nan"), interval_reason="none was asked"
    )
    _, [[_, cell]] = summary([part(frame)])
    assert cell == f"**{frame['difference'].iloc[0]:+.3f}**"


def test_a_shown_difference_whose_interval_holds_0_is_marked_and_others_are_not():
    note = "†: its interval holds 0"
    ends = {"interval_reason": "", "low": -0.1, "high": 0.2, "p_adjusted": 0.02}
    for frame, is_marked in (
        (comparisons(**ends, verdict="better"), True),
        (comparisons(**{**ends, "low": 0.0}, verdict="worse"), True),
        (comparisons(**{**ends, "low": 0.1}, verdict="better"), False),
        (comparisons(**{**ends, "high": -0.05}, verdict="worse"), False),
        (comparisons(**{**ends, "low": float("nan")}, verdict="better"), False),
        (comparisons(**ends, verdict="not shown"), False),
    ):
        _, [[_, cell]] = summary([part(frame)])
        assert ("†" in cell) == is_marked
        assert (note in study_page("A study", [part(frame)])) == is_marked
        sheet = lay_study("A study", [part(frame)])
        assert sheet.rows[0][1][0].is_unsettled == is_marked
        assert sheet.note.startswith(note) == is_marked
        page = render_study(sheet)
        assert (note in page) == is_marked
        assert ("</span>" in page and "†<span" in page) == is_marked
        assert any("though its interval holds 0." in each for each in sheet.answers) == is_marked


def test_the_summary_has_a_column_a_part_and_blanks_where_nothing_was_asked():
    other = comparisons(against_metric="rouge-2", against_component="recall", against_preprocess="CASE")
    header, rows = summary([part(comparisons()), part(other, "two")])
    assert header == ["Difference", "one", "two"]
    assert [row[0] for row in rows] == ["R-1 − BLEU-4", "R-1 − R-2"]
    assert rows[0][2] == rows[1][1] == ""


def test_differences_on_blocks_say_their_blocks_and_under_which_references():
    side = {"task": "t", "metric": "bleu(order=2)", "component": "score", "preprocess": "13a"}
    facts = {
        "against_metric": "sentence-bleu(order=2)", "against_component": "score", "against_preprocess": "13a",
        "criterion": "c", "coefficient": "spearman", "block_size": 100, "n_pairs": 36, "n_blocks": 216,
        "population": "all pairs of systems, all inputs", "low": -0.1, "high": 0.3, "reason": "",
    }  # fmt: skip
    tested = pd.DataFrame(
        [
            {**side, **facts, "references": name, "against_references": name, "difference": value,
             "p_adjusted": p}
            for name, value, p in (("one", -0.2, 0.01), ("all", 0.1, 0.07))
        ]
    )  # fmt: skip
    holds, rest = verdicts(block_differences(tested))
    assert (
        "c, 100-segment block level, 36 pairs of systems, 216 blocks (paired bootstrap of pairs of" in holds
    )
    assert "Shown: BLEU-2 − sBLEU-2, one (Spearman's ρ -0.200, p = 0.01)." in holds
    assert rest.endswith("BLEU-2 − sBLEU-2, all +0.100 [-0.100, 0.300].")
    _, rows = summary([part(block_differences(tested))])
    assert rows == [
        ["BLEU-2 − sBLEU-2, one", "**-0.200**† [-0.100, 0.300]"],
        ["BLEU-2 − sBLEU-2, all", "+0.100 [-0.100, 0.300]"],
    ]


def test_a_comparison_that_is_turned_has_all_that_has_a_direction_turned():
    frame = pd.DataFrame(
        {
            "metric": ["a"] * 4, "against_metric": ["b"] * 4, "references": ["one"] * 4,
            "against_references": ["all"] * 4, "difference": [0.25, -0.5, 0.0, 0.125],
            "low": [0.125, -0.75, -0.25, -0.5], "high": [0.5, -0.25, 0.75, 1.0],
            "statistic": [2.0, -3.0, 0.0, 1.0], "verdict": ["better", "worse", "not shown", "out of reach"],
            "alternative": ["two", "greater", "less", "greater"], "p": [0.01, 0.02, 0.5, 0.5],
        }
    )  # fmt: skip
    found = turned(frame)
    assert list(found) == list(frame)
    assert {name: found[name].tolist() for name in found} == {
        "metric": ["b"] * 4, "against_metric": ["a"] * 4, "references": ["all"] * 4,
        "against_references": ["one"] * 4, "difference": [-0.25, 0.5, 0.0, -0.125],
        "low": [-0.5, 0.25, -0.75, -1.0], "high": [-0.125, 0.75, 0.25, 0.5],
        "statistic": [-2.0, 3.0, 0.0, -1.0], "verdict": ["worse", "better", "not shown", "out of reach"],
        "alternative": ["two", "less", "greater", "less"], "p": [0.01, 0.02, 0.5, 0.5],
    }  # fmt: skip
    assert not np.signbit(found.loc[2, ["difference", "statistic"]].astype(float)).any()
    pd.testing.assert_frame_equal(turned(found), frame)


def test_a_difference_on_blocks_is_shown_up_to_the_level_of_its_test():
    nan = float("nan")
    frame = pd.DataFrame(
        [
            (0.25, 0.05, 0.0, 10, "all systems, all inputs"),
            (-0.25, 0.05, nan, 10, "these systems, all inputs"),
            (0.25, 0.0501, 0.0, 100, "all systems, these inputs"),
            (-0.25, 0.0499, 0.0, 100, "all systems, all inputs"),
            (nan, nan, nan, 100, "all systems, all inputs"),
        ],
        columns=["difference", "p_adjusted", "low", "block_size", "population"],
    )
    found = block_differences(frame)
    assert found["verdict"].tolist() == ["better", "worse", "not shown", "worse", "not shown"]
    assert block_differences(frame, level=0.04)["verdict"].tolist() == ["not shown"] * 5
    assert found["level"].tolist() == ["10-segment block"] * 2 + ["100-segment block"] * 3
    assert found["interval_reason"].tolist() == ["", "no interval", "", "", "no interval"]
    assert found["resampled"].tolist() == [
        "systems and inputs", "these systems and inputs", "systems and these inputs", "systems and inputs",
        "systems and inputs",
    ]  # fmt: skip
    assert found[["given", "method", "correction"]].drop_duplicates().values.tolist() == [
        ["", "paired bootstrap", "holm"]
    ]


def test_an_undefined_difference_is_a_dash_and_no_chart():
    none = float("nan")
    frame = comparisons(reason="constant scores", difference=none, low=none, high=none, interval_reason="x")
    assert summary([part(frame)])[1][0][1] == "–"
    page = render_study(lay_study("A study", [part(frame)]))
    assert 'title="constant scores">–' in page
    assert "Without a value: R-1 − BLEU-4" in page
    assert 'class="forest"' not in page
    assert "Bold and green" not in page


def test_a_difference_without_a_test_is_shown_and_says_so():
    frame = comparisons(
        reason="3 systems", difference=0.25, low=float("nan"), high=float("nan"), interval_reason="x",
        p_adjusted=float("nan"), verdict="",
    )  # fmt: skip
    assert summary([part(frame)])[1][0][1] == "+0.250 (no test)"
    untested, open_ = verdicts(frame)
    assert untested.endswith("). No difference was tested: 3 systems.")
    assert "R-1 − BLEU-4 +0.250 (no test)" in open_
    sheet = lay_study("A study", [part(frame)])
    assert [bar.label for bar in sheet.parts[0].differences[0][1].bars] == ["R-1 − BLEU-4 (no test)"]
    assert '<small title="3 systems">no test</small>' in render_study(sheet)
    assert "Without a value" not in render_study(sheet)


def test_the_same_two_are_compared_the_same_way_round_in_all_experiments():
    frame = comparisons(verdict="better", low=-0.25, high=0.75, alternative="greater")
    other = turned(frame)
    parts = turn_alike([part(frame), part(other, "two")])
    _, rows = summary(parts)
    assert len(rows) == 1
    assert rows[0][1] == rows[0][2]
    again = parts[1].comparisons
    pd.testing.assert_frame_equal(again, frame)
    assert set(other["verdict"]) == {"worse"}
    assert set(other["alternative"]) == {"less"}
    assert next(zip(other["low"], other["high"], strict=True)) == (-0.75, 0.25)
    assert not np.signbit(turned(comparisons(difference=0.0))["difference"]).any()
    # the other criterion of one experiment
    criteria = pd.concat([frame, other.assign(criterion="other")], ignore_index=True)
    assert len(summary(turn_alike([part(criteria)]))[1]) == 1


def test_both_ways_of_a_difference_stay_where_both_were_asked_for():
    frame = comparisons()
    both = pd.concat([frame, turned(frame)], ignore_index=True)
    [kept] = turn_alike([part(both)])
    pd.testing.assert_frame_equal(kept.comparisons, both)
    assert [row[0] for row in summary([kept])[1]] == ["R-1 − BLEU-4", "BLEU-4 − R-1"]


def test_choices_are_those_of_compared_metrics_in_the_first_coefficient():
    from workbench.experiment.spec import build_spec

    content = {
        "name": "x", "metrics": ["rouge-1", "rouge-2", "bleu"], "data": {"name": "simulated-news"},
        "correlation": {"coefficients": ["pearson", "kendall"], "interval": "none"},
        "reference_choice": {"sizes": [1, 3]},
    }  # fmt: skip
    choice = asked.of(build_spec(content)).reference_choice()
    made = part(comparisons(), choices=choice.frame, sources=choice.frames["error_sources"])
    rows = choice_rows(made)
    assert [row[0] for row in rows] == ["R-1", "BLEU-4"]
    first = choice.frame.iloc[0]
    assert rows[0][3].startswith(f"1 of 4: {first['least']:.3f} to {first['most']:.3f}, 3 of 4: ")
    *shares, of_references = rows[0][5].split("/")
    assert 99 <= sum(map(int, shares)) <= 101
    assert of_references == "–"  # four references are too few for a share


def test_the_page_escapes_titles_and_says_what_is_missing():
    missing = part(COMPARISONS.build([]), "two", missing="no data | here", about="a_b")
    page = study_page("A | B", [part(comparisons(), title="*T*"), missing])
    assert page.startswith("# A \\| B\n")
    assert "## one: \\*T\\*" in page
    assert "Not run: no data \\| here" in page
    assert page.count("| R-1 − BLEU-4 |") == 1
    assert page.count("<details>") == 1


def test_tasks_of_an_experiment_stand_side_by_side():
    """A column of differences was there for the last task alone."""
    one, other = (comparisons(task=task, difference=value) for task, value in (("t", 0.25), ("u", -0.5)))
    both = pd.concat([one, other], ignore_index=True)
    header, [cells] = summary([part(both)])
    assert header == ["Difference", "one, t", "one, u"]
    assert [cell[:6] for cell in cells[1:]] == ["+0.250", "-0.500"]
    assert lay_study("A study", [part(both)]).heads == ("one, t", "one, u")
    said = verdicts(both)
    assert [line.partition(",")[0] for line in said if "Shown" in line] == ["t: coverage", "u: coverage"]
    assert ["+0.250" in line for line in said if "Not" in line] == [True, False]


def test_a_test_by_a_formula_draws_nothing():
    [said, _] = verdicts(comparisons(method="williams1959", resampled="none", verdict="not shown"))
    assert "(williams1959, " in said
    assert "\n## one\n" in study_page("A study", [part(comparisons(), title="")])


def test_of_an_experiment_those_rankings_are_shown_that_its_own_page_opens():
    page = invented(["x", "y"], 1, ["A", "B", "C"], ["a", "b"])
    first, second = page.rankings
    page = replace(page, rankings=(first, second._replace(is_open=False)))
    [one, other] = lay_study("S", [part(COMPARISONS.build([]), page=page), part(COMPARISONS.build([]))]).parts
    assert one.rankings == (first,)
    assert other.rankings == ()
