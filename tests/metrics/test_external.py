"""Scores computed elsewhere."""

import re

import asked
import numpy as np
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.errors import ScoreError, SpecError
from workbench.metrics.base import METRICS
from workbench.metrics.batch import Batch, BatchLayout
from workbench.metrics.external import ScoreTable, table_metric
from workbench.text.corpus import Corpus
from workbench.text.preprocess import PREPROCESSES


def own_scores():
    data = workbench.load("simulated-news")
    frame = asked.score_outputs(data, ["rouge-1"])
    return frame[frame["segment"] != "*"][["task", "segment", "system", "value"]].rename(
        columns={"value": "score"}
    )


EXPERIMENT = """
metrics = ["elsewhere", "rouge-1"]
[scores]
elsewhere = "scores.{ending}"
[data]
name = "simulated-news"
[correlation]
draws = 20
"""


def read(folder):
    return workbench.read(folder / "x.toml", cache=folder / "c")


def run(folder):
    places = ["--out", str(folder / "r"), "--cache", str(folder / "c")]
    return CliRunner().invoke(main, ["run", str(folder / "x.toml"), *places])


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl"])
def test_a_file_of_scores_is_a_metric(tmp_path, ending):
    frame = own_scores().astype({"segment": str, "system": str, "task": str})
    path = tmp_path / f"scores.{ending}"
    if ending == "jsonl":
        frame.to_json(path, orient="records", lines=True, double_precision=15)
    else:
        frame.drop(columns="task").to_csv(path, index=False, sep="\t" if ending == "tsv" else ",")
    (tmp_path / "x.toml").write_text(EXPERIMENT.format(ending=ending))
    records = read(tmp_path).records.set_index(["metric", "coefficient"])
    for column in ("value", "low", "high"):
        assert np.allclose(records.loc["elsewhere", column], records.loc["rouge-1", column], atol=1e-9)
    path.write_text(path.read_text().replace("0.3", "0.9"))
    changed = read(tmp_path).records.set_index(["metric", "coefficient"])
    assert not np.allclose(records.loc["elsewhere", "value"], changed.loc["elsewhere", "value"])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("score", "scroe"), "column 'score' is missing"),
        (lambda text: "\n".join(text.split("\n")[:50]) + "\n", "no score of 431 of 480 outputs: segment"),
        (lambda text: text + text.split("\n")[1] + "\n", "is given twice"),
        (lambda text: text + "t99,S01,high\n", "score is not a number"),
        (lambda text: re.sub(r"[\d.]+\n", "nan\n", text, count=1), "no score of 1 of 480 outputs: segment"),
    ],
)
def test_faults_are_said(tmp_path, change, message):
    text = own_scores().drop(columns="task").to_csv(index=False)
    (tmp_path / "scores.csv").write_text(change(text))
    (tmp_path / "x.toml").write_text(EXPERIMENT.format(ending="csv"))
    result = run(tmp_path)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not (tmp_path / "r").exists()


def test_names_are_not_taken_away():
    with pytest.raises(SpecError, match="choose another"):
        table_metric("rouge-1", {})
    data = workbench.simulate(topics=1, systems=3, references=1).evalset
    with pytest.raises(SpecError, match=r"experiment: scores\.rouge-1: .*choose another"):
        workbench.Experiment(data, ["rouge-1"], scores={"rouge-1": {("", "s", "a"): 1.0}})


def test_a_table_needs_a_data_set_and_belongs_to_its_experiment():
    layout = BatchLayout.of_sizes([1], [1])
    texts = Corpus(["a", "b"]).encode(PREPROCESSES["none"])
    batch = Batch(texts.take(np.arange(1)), texts.take(np.arange(1, 2)), layout)
    with pytest.raises(ScoreError, match="need a data set"):
        table_metric("mine", {("", "s", "a"): 1.0}).counter.count(batch)
    data = workbench.load("simulated-news")
    table = {tuple(key): value for *key, value in own_scores().itertuples(index=False)}
    made = workbench.Experiment(data, ["mine"], scores={"mine": table})
    assert made.scores.frame["metric"].unique().tolist() == ["mine"]
    assert "mine" not in METRICS
    with pytest.raises(SpecError, match="unknown metric 'mine'"):
        workbench.score(["a"], ["a"], metrics=["mine"])


def test_an_experiment_with_a_changed_table_has_other_scores():
    data = workbench.simulate(topics=1, systems=3, references=1).evalset
    keys = list(data.outputs[["task", "segment", "system"]].itertuples(index=False, name=None))
    asked_of = [{"mine": {key: 1.0 + at + more for at, key in enumerate(keys)}} for more in (0.0, 1.0)]
    first = workbench.Experiment(data, ["mine"], scores=asked_of[0])
    assert sorted(set(first.scores.frame["value"])) == [1.0, 2.0, 3.0]
    changed = first.replace(scores=asked_of[1])
    assert sorted(set(changed.scores.frame["value"])) == [2.0, 3.0, 4.0]


def test_the_score_of_a_whole_system_stands_for_a_segment_only_where_that_is_asked():
    table = ScoreTable.of({("", "*", "A"): 0.5, ("", "s1", "A"): 0.25})
    outputs = [("t", "s1", "A"), ("t", "s2", "A")]
    np.testing.assert_array_equal(table.of_outputs(outputs, or_whole=False), [0.25, np.nan])
    np.testing.assert_array_equal(table.of_outputs(outputs, or_whole=True), [0.25, 0.5])
    assert table.lacking(outputs) == [("t", "s2", "A")]


def test_the_score_of_a_task_goes_before_that_of_every_task():
    own = {(task, "*", system): value for task, value in (("", 0.5), ("t", 0.25)) for system in "AB"}
    metric = table_metric("mine", {**own, ("u", "*", "A"): 0.75})
    assert metric.of_systems("t", ["A", "B"]).tolist() == [0.25, 0.25]
    assert metric.of_systems("u", ["A", "B"]).tolist() == [0.75, 0.5]
    assert metric.table.of_outputs([("t", "s1", "A"), ("v", "s1", "A")], or_whole=True).tolist() == [
        0.25,
        0.5,
    ]


def test_the_digest_of_a_table_is_that_of_its_content_in_any_order():
    table = {("t", "s1", "A"): 0.5, ("t", "s1", "B"): 0.25, ("", "s2", "A"): 1.0}
    [digest] = {ScoreTable.of(dict(some)).digest for some in (table.items(), reversed(table.items()))}
    others = [{**table, key: 0.125} for key in table] + [{key: table[key]} for key in table]
    assert len({digest, *(ScoreTable.of(other).digest for other in others)}) == 1 + len(others)
