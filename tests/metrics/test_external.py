"""Scores computed elsewhere."""

import asked
import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.errors import ScoreError, SpecError
from workbench.metrics.base import METRICS
from workbench.metrics.external import enter_scores


@pytest.fixture(autouse=True)
def _forget():
    before = set(METRICS)
    yield
    for name in set(METRICS) - before:
        METRICS.remove(name)


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
    result = run(tmp_path)
    assert result.exit_code == 0, result.output
    records = pd.read_csv(tmp_path / "r" / "x" / "records.csv").set_index(["metric", "coefficient"])
    for column in ("value", "low", "high"):
        assert np.allclose(records.loc["elsewhere", column], records.loc["rouge-1", column], atol=1e-9)
    path.write_text(path.read_text().replace("0.3", "0.9"))
    assert run(tmp_path).exit_code == 0
    changed = pd.read_csv(tmp_path / "r" / "x" / "records.csv").set_index(["metric", "coefficient"])
    assert not np.allclose(records.loc["elsewhere", "value"], changed.loc["elsewhere", "value"])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("score", "scroe"), "column 'score' is missing"),
        (lambda text: "\n".join(text.split("\n")[:50]) + "\n", "the table has no score for system"),
        (lambda text: text + text.split("\n")[1] + "\n", "is given twice"),
        (lambda text: text + "t99,S01,high\n", "score is not a number"),
        (lambda text: text + "t99,S01,nan\n", "score is not a number"),
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
        enter_scores("rouge-1", {})
    enter_scores("mine", {("", "s", "a"): 1.0})
    with pytest.raises(ScoreError, match="need a data set"):
        workbench.score(["a"], ["a"], metrics=["mine"])
