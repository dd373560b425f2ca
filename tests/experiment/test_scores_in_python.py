"""Scores that are given in Python, in each shape that people have them in."""

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.errors import DataError, SpecError
from workbench.experiment.scores_in_python import given_scores

COEFFICIENTS = {"interval": "none", "coefficients": ["pearson"]}


@pytest.fixture(scope="module")
def data():
    made = workbench.simulate(topics=6, systems=5, references=1, seed=3).evalset
    card = made.card.model_copy(update={"name": "own-news"})
    return type(made).build(card, made.outputs, made.references, made.judgments)


@pytest.fixture(scope="module")
def frame(data):
    keys = data.outputs[["task", "segment", "system"]].astype(str)
    return keys.assign(score=np.random.default_rng(1).random(len(keys)))


def values(data, table, **more):
    e = workbench.Experiment(data, ["own"], scores={"own": table}, correlation=COEFFICIENTS, **more)
    return e.records["value"].tolist()


@pytest.mark.parametrize(
    "shape",
    [
        lambda frame: frame,
        lambda frame: frame.drop(columns="task").rename(columns={"score": "own"}),
        lambda frame: frame.set_index(["segment", "system"])[["score"]],
        lambda frame: frame.set_index(["task", "segment", "system"])["score"],
        lambda frame: frame.set_index(["task", "segment", "system"])["score"].to_dict(),
        lambda frame: frame.set_index(["segment", "system"])["score"].to_dict(),
        lambda frame: frame.set_index(["segment", "system"])["score"].rename_axis([None, None]),
        lambda frame: frame.astype({"system": "category"}).sample(frac=1, random_state=0),
    ],
)
def test_every_shape_gives_the_same_numbers(data, frame, shape):
    human = data.judgments[data.judgments["criterion"] == "coverage"].groupby("system")["score"].mean()
    means = frame.groupby("system")["score"].mean()
    given = values(data, shape(frame), criteria=["coverage"])
    assert given == [pytest.approx(np.corrcoef(means, human[means.index])[0, 1])]
    e = workbench.Experiment(data, ["bleu"], criteria=["coverage"], correlation=COEFFICIENTS)
    e = e.replace(metrics=["own"], scores={"own": shape(frame)})
    assert e.records["value"].tolist() == given


@pytest.mark.parametrize("shape", [dict, pd.Series, lambda each: pd.Series(each).rename_axis("system")])
def test_numbers_by_system_are_scores_of_whole_systems(data, frame, shape):
    means = frame.groupby("system")["score"].mean().to_dict()
    assert values(data, shape(means)) == pytest.approx(values(data, frame))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda frame: frame.drop(columns="score"),
            r"scores\.own: no column 'own': got 'task, segment, system', allowed: columns system, own and",
        ),
        (lambda frame: frame.rename(columns={"system": "bot"}), r"no column 'system'.* Is it 'bot'. Call it"),
        (lambda frame: frame.rename(columns={"score": "scores"}), r"no column 'own'.*Did you mean 'scores'"),
        (lambda frame: frame.rename(columns={"segment": "Seg-ID"}), "no column says the segment.*'Seg-ID'"),
        (lambda frame: pd.concat([frame, frame[:1]]), r"scores\.own: row 30: .* is given twice"),
        (lambda frame: frame.assign(score="high"), r"scores\.own: row 0: score is not a number: got 'high'"),
    ],
)
def test_what_is_wrong_in_a_frame_is_told_with_its_row(data, frame, change, message):
    with pytest.raises(DataError, match=message):
        values(data, change(frame))


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({("s1", "A", "x", "y"): 0.5}, r"is no output: got \('s1', 'A', 'x', 'y'\)"),
        (
            [0.5, 0.25],
            r"is no table of scores: got 'list', allowed: .*in Python a frame with columns",
        ),
        (np.zeros(3), r"is no table of scores: got 'ndarray'"),
    ],
)
def test_what_is_no_table_is_told_what_is_one(data, table, message):
    with pytest.raises(SpecError, match=message):
        values(data, table)


@pytest.mark.parametrize(
    ("strange", "score", "said"),
    [
        (("t", "s1", "A", "?"), 0.5, r"is no output: got \('t', 's1', 'A', '\?'\)"),
        (("t", "s2", "A"), "0.5", r"the score of \('t', 's2', 'A'\) is not a number: got '0\.5'"),
        (("t", 2.5, "A"), 0.5, r"a name is no text and no whole number: got \('t', 2\.5, 'A'\)"),
        (("t", True, "A"), 0.5, r"a name is no text and no whole number: got \('t', True, 'A'\)"),
    ],
)
def test_of_many_scores_the_one_that_is_none_is_named(strange, score, said):
    sound = {("t", "s1", "B"): 0.25, ("t", 3, "B"): None}
    assert given_scores("own", sound) == {("t", "s1", "B"): 0.25, ("t", "3", "B"): None}
    for table in ({**sound, strange: score}, {strange: score, **sound}):
        with pytest.raises(SpecError, match=said):
            given_scores("own", table)


def test_the_names_of_an_index_say_what_is_what_in_any_order():
    scores = pd.Series({("s1", "A"): 0.5, ("s2", "A"): 0.25}).rename_axis(["segment", "system"])
    expected = {("", "s1", "A"): 0.5, ("", "s2", "A"): 0.25}
    assert given_scores("own", scores) == given_scores("own", scores.swaplevel()) == expected


def test_the_file_of_the_experiment_says_which_scores_no_file_holds(data, frame, tmp_path):
    frame.to_csv(tmp_path / "bert.csv", index=False)
    tables = {"own": frame, "bert": {"file": str(tmp_path / "bert.csv")}}
    e = workbench.Experiment(data, ["own", "bert"], scores=tables, correlation=COEFFICIENTS)
    lines = e.to_toml().splitlines()
    assert lines[:2] == [
        "# Scores given in Python, to be written to files (columns task, segment, system, score) that are",
        "# named in place of 'given in Python': own",
    ]
    text = e.to_toml().replace("given in Python", str(tmp_path / "bert.csv"))
    (tmp_path / "x.toml").write_text(text, "utf-8")
    data.write(tmp_path / data.card.name)
    again = workbench.read(tmp_path / "x.toml", data=tmp_path)
    assert again.records["value"].tolist() == pytest.approx(e.records["value"].tolist())
    assert "given in Python" not in again.to_toml()
