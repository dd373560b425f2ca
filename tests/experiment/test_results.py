"""What a result shows of itself: the columns that tell rows apart, the rest once, nothing that is empty."""

import re

import pandas as pd
import pytest

import workbench
from workbench.errors import SpecError
from workbench.experiment.analysis import Result
from workbench.report.render import escape_prose


def frame(**changed):
    columns = {
        "metric": ["a", "b"], "level": ["system", "system"], "component": ["f", "recall"],
        "value": [0.12345, float("nan")], "reason": ["", ""], "seed": ["0", "0"],
    }  # fmt: skip
    return pd.DataFrame({**columns, **changed})


SHOWN = ("metric", "component", "level", "value", "reason", "missing")


def test_what_all_rows_say_stands_below_and_empty_columns_are_left_out():
    result = Result({"records": frame()}, SHOWN, ("In a sentence < two.",))
    assert list(result.short) == ["metric", "component", "value"]
    head, *rows, common, sentence = repr(result).split("\n")
    assert [line.split() for line in (head, *rows)] == [
        ["metric", "component", "value"],
        ["a", "f", "0.123"],
        ["b", "recall", "–"],
    ]
    assert (common, sentence) == ("All rows: level system", "In a sentence < two.")
    assert "All rows: level system" in result._repr_html_()
    assert "sentence &lt; two" in result._repr_html_()
    assert "seed" in result.frame


def test_what_differs_in_one_row_is_shown():
    result = Result({"records": frame(level=["system", "segment"], reason=["", "constant"])}, SHOWN)
    assert list(result.short) == ["metric", "component", "level", "value", "reason"]
    assert "All rows" not in repr(result)


def test_a_metric_and_its_value_are_shown_of_a_single_row():
    assert list(Result({"records": frame().head(1)}, SHOWN).short) == ["metric", "value"]


def test_what_both_sides_share_is_said_once():
    shared = {"against_component": ["f", "f"], "component": ["f", "f"], "block_size": [0, 0]}
    result = Result(
        {"comparisons": frame(**shared)}, ("metric", "component", "against_component", "block_size")
    )
    assert repr(result).split("\n")[-1] == "All rows: component f"
    assert list(result.short) == ["metric"]


def test_nothing_found_has_its_columns():
    assert list(Result({"records": frame().head(0)}, ("metric", "level", "value")).short) == [
        "metric",
        "level",
        "value",
    ]


def test_an_answer_without_rows_is_a_sentence():
    result = Result({"records": frame().head(0)}, ("metric", "level", "value"), ("Why < there are none.",))
    assert repr(result) == "Nothing was found.\nWhy < there are none."
    assert result._repr_html_() == "<div>Nothing was found.\nWhy &lt; there are none.</div>"


def test_a_notebook_has_columns_and_metrics_in_words():
    changed = frame(metric=["bleu(order=4)", "rouge-s"], p_adjusted=[0.5, 0.25], n_systems=[9, 9])
    html = Result({"comparisons": changed}, ("metric", "p_adjusted", "n_systems"))._repr_html_()
    words = re.findall(r"<t[hd]>(.*?)</t[hd]>|<div[^>]*>(.*?)</div>", html)
    assert ["".join(each) for each in words] == [
        "metric", "adjusted p", "BLEU-4", "0.500", "R-S*", "0.250", "All rows: number of systems 9"
    ]  # fmt: skip


def test_a_long_answer_is_cut_and_says_so():
    result = Result({"records": pd.DataFrame({"metric": [f"m{number}" for number in range(50)]})})
    assert "40 of 50 rows" in repr(result)
    assert "m25" not in repr(result)
    assert len(result.short) == 50


def test_a_brief_is_shown_and_the_answer_is_whole():
    result = Result({"records": frame()}, ("metric", "value"), brief=frame().tail(1))
    assert result.short["metric"].tolist() == ["b"]
    assert len(result.frame) == 2


def test_robustness_shows_a_row_for_each_coefficient():
    data = workbench.simulate(topics=5, systems=6, references=1).evalset
    e = workbench.Experiment(data, ["rouge-1", "bleu"], correlation={"coefficients": ["pearson", "kendall"]})
    found = e.robustness()
    assert found.short["metric"].tolist() == ["rouge-1", "rouge-1", "bleu(order=4)", "bleu(order=4)"]
    assert found.short["coefficient"].tolist() == ["pearson", "kendall"] * 2
    first = found.short.iloc[0]
    alone = found.frame.query(
        "metric == 'rouge-1' and coefficient == 'pearson' and system == @first.which_one"
    )
    assert first["without_one"] in alone["value"].tolist()
    most = found.frame.query("metric == 'rouge-1' and coefficient == 'pearson' and analysis == 'without one'")
    assert abs(first["value"] - first["without_one"]) == most["shift"].abs().max()


def test_ranks_are_shown_in_their_order():
    data = workbench.simulate(topics=5, systems=6, references=1).evalset
    e = workbench.Experiment(data, ["length", "rouge-1", "rouge-2"], correlation={"draws": 50})
    short = e.rank().short
    assert len(short) == 9
    assert all(group["rank"].is_monotonic_increasing for _, group in short.groupby("coefficient"))
    assert e.rank().frame["metric"].tolist()[:3] == ["length", "rouge-1", "rouge-2"]


def test_all_that_an_experiment_answers_shows_itself():
    data = workbench.simulate(topics=5, systems=6, references=1).evalset
    e = workbench.Experiment(data, ["rouge-1"], correlation={"coefficients": ["pearson"], "draws": 50})
    assert e.methods()._repr_markdown_() == e.methods().markdown()
    assert escape_prose(repr(e.methods())) == e.methods().markdown()
    assert repr(e.lint()).splitlines()[0] in e.lint()._repr_html_()
    assert repr(e.table()) == e.table().text()
    sized = e.size_for(width=0.5, replications=10)
    assert repr(sized).splitlines()[0].split()[:5] == ["what", "now", "needed", "reached", "simulated"]
    assert sized.frame["needed"].iloc[0] == 6
    assert repr(sized).splitlines()[1].split()[:5][-2:] == ["6", "6"]
    # the components are those of the text alone, what it presumes stands beside the table, too
    assert sized.text.splitlines()[0] not in repr(sized)
    assert sized.text.splitlines()[-1] in repr(sized)


@pytest.mark.parametrize("asked", [{"kind": "ranks"}, {"columns": 2}])
def test_a_result_draws_one_picture_and_says_where_others_are(asked):
    result = Result({"x": pd.DataFrame({"a": [1]})})
    for call in (lambda: result.plot("ranks"), lambda: result.plot(**asked)):
        with pytest.raises(SpecError, match=r"draws its one picture: got '.*e\.plot\(kinds=\[\"ranks\"\]\)"):
            call()
