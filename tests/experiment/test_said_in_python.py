"""What people say in Python that is no experiment: arrays for lists, frames for data, words for tables."""

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.errors import SpecError

FRAME = pd.DataFrame({"system": ["A"], "score": [1.0]})


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=3, systems=4, references=1).evalset


def make(data, **asked):
    return workbench.Experiment(data, ["rouge-1"], **asked)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"references": "one"}, r"references: is no mapping of names to settings: got 'one'"),
        ({"references": ["one"]}, r"references: is no mapping of names to settings: got \['one'\]"),
        (
            {"references": 3},
            r"references: is no mapping of names to settings: got 3, allowed: as in {'1 ref'",
        ),
        (
            {"references": {"a": ("one", "best", "x")}},
            r"references: 'a': is no setting: got \('one', 'best', 'x'\), allowed: a selection, or \(sel",
        ),
        ({"references": {"a": 3}}, r"references: 'a': is no setting: got 3"),
        ({"test": "all"}, r"test: unusable value: got 'all', allowed: a table of keys and values$"),
        (
            {"figure": "references"},
            r"figure: .*: got 'references', .*\. \[figure\] is a section, with x = 'references' in it$",
        ),
        ({"scores": ["m.csv"]}, r"scores: unusable value: allowed: a table of keys and values$"),
        ({"scores": "m.csv"}, r"scores: unusable value: got 'm.csv', allowed: a table of keys and values$"),
        (
            {"scores": {"m": {("t",): 0.5}}},
            r"scores\.m: is no output: got \('t',\), allowed: \(task, ",
        ),
        (
            {"scores": {"m": {("t", "1", "A"): "0.5"}}},
            r"scores\.m: the score of \('t', '1', 'A'\) is not a number: got '0\.5'",
        ),
        (
            {"scores": {"m": {("t", 1.5, "A"): 0.5}}},
            r"scores\.m: a name is no text and no whole number: got \('t', 1\.5, 'A'\)",
        ),
        ({"scores": {"m": {("t", True, "A"): 0.5}}}, r"scores\.m: a name is no text and no whole number"),
        (
            {"scores": {"m": {("t", 1, "A"): 0.5, ("t", "1", "A"): 0.5}}},
            r"scores\.m: an output is given twice, once with a number and once with a text",
        ),
        (
            {"scores": {"m": [FRAME]}},
            r"scores\.m: is no table of scores: got 'list', .* in Python a frame with columns segment, sys",
        ),
        ({"criteria": ["coverage"] * 2}, r"data\.criteria: 'coverage' is named twice"),
        ({"correlation": {"levels": ["global"] * 2}}, r"correlation\.levels: 'global' is named twice"),
        (
            {"correlation": {"coefficients": ["gamma"] * 2}},
            r"correlation\.coefficients: 'gamma' is named twice",
        ),
    ],
)
def test_what_cannot_be_asked_is_one_line(data, said, message):
    with pytest.raises(SpecError, match=message):
        make(data, **said)


def test_whole_numbers_are_names_in_scores_as_in_data():
    rows = [(1, "A", 3, 0.5), (1, "B", 1, 0.25), (2, "A", 2, 0.125), (2, "B", 4, 1.0), (3, "A", 1, 0.75)]
    frame = pd.DataFrame(rows, columns=["segment", "system", "quality", "score"])
    frame = frame.assign(text="a", ref="a b", task="all")
    table = frame.set_index(["task", "segment", "system"])["score"].to_dict()
    data = workbench.data(frame.drop(columns=["score", "task"]), criteria="quality")
    scores = workbench.Experiment(data, ["mine"], scores={"mine": table}).scores.frame
    found = scores[scores["segment"] != "*"]
    assert sorted(found["value"]) == [0.125, 0.25, 0.5, 0.75, 1.0]
    assert set(found["segment"]) == {"1", "2", "3"}


@pytest.mark.parametrize(
    ("how", "section"),
    [
        ("one", {"select": "one"}),
        (("one", "best"), {"select": "one", "combine": "best"}),
        (["one", "mean"], {"select": "one", "combine": "mean"}),
        (("one", None), {"select": "one"}),
        ({"select": "one", "combine": "best"}, {"select": "one", "combine": "best"}),
    ],
)
def test_a_setting_of_references_is_said_in_several_ways(data, how, section):
    asked = make(data, references={"a": how})
    assert asked.to_toml() == make(data, references=[{"name": "a", **section}]).to_toml()
    [setting] = asked.plan.spec.references
    assert (setting.name, str(setting.select)) == ("a", "one")


@pytest.mark.parametrize(
    ("metric", "said"),
    [
        (3, r"metrics\[0\]: unusable value: got 3, allowed: a name, or a t"),
        (len, r"metrics\[0\]: is no name of a metric: got <built-in function len>, allowed: as in 'rouge-1'"),
    ],
)
def test_what_is_no_name_of_a_metric(data, metric, said):
    with pytest.raises(SpecError, match=said):
        workbench.Experiment(data, [metric])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "got 'NoneType'"),
        ([1], "got 'list'"),
        (FRAME, r"got 'DataFrame'\. A DataFrame is read by workbench\.data\(frame\)"),
    ],
)
def test_what_is_no_data_set(given, said):
    with pytest.raises(SpecError, match=f"is no name and no path: {said}"):
        make(given)


def test_a_section_that_needs_a_key_says_so(data):
    with pytest.raises(
        SpecError,
        match=r"^experiment: figure\.x: is missing: allowed: threshold, block-size, order, references\. ",
    ):
        make(data).curves()


def test_columns_and_numbers_of_numpy_are_lists_and_numbers(data):
    plain = make(data, correlation={"coefficients": ["kendall"], "draws": 20})
    asked = {"coefficients": np.array(["kendall"]), "draws": np.int64(20)}
    for metrics in (np.array(["rouge-1"]), pd.Series(["rouge-1"])):
        assert workbench.Experiment(data, metrics, correlation=asked).to_toml() == plain.to_toml()
