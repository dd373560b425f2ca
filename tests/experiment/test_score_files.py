"""Experiments that name files of scores: a score file of mt-metrics-eval, a column, some of the rows."""

import random
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner
from made_up import CARD, OUTPUTS, REFERENCES, SEGMENTS, SYSTEMS, Row, build, judgment
from small_study import write_study

import workbench
from workbench.cli import main
from workbench.datasets.writers.mt_metrics_eval import as_test_set, write_test_set
from workbench.errors import SpecError
from workbench.experiment.spec import read_spec
from workbench.metrics.base import METRICS

EXPERIMENT = """
metrics = ["by-file", "by-column"]
[scores]
by-file = "mine/metric-scores/t/m-src.seg.score"
by-column = {column}
[data]
name = "mine"
[correlation]
interval = "none"
"""


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    before = set(METRICS)
    yield
    for name in set(METRICS) - before:
        METRICS.remove(name)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a folder with a data set of mt-metrics-eval, and the same scores in two shapes."""
    rng = random.Random(7)
    judged: list[Row] = [
        judgment(segment=segment, system=system, score=round(rng.random(), 3))
        for segment in SEGMENTS
        for system in SYSTEMS
    ]
    evalset = build(OUTPUTS, REFERENCES, judged)
    write_test_set(tmp_path / "mine", as_test_set(evalset, "t"))
    card = CARD.replace('"tables"', '"mt-metrics-eval"')
    (tmp_path / "mine" / "card.toml").write_text(card, encoding="utf-8")
    values = {(system, number): rng.random() for system in SYSTEMS for number in (1, 2, 3)}
    folder = tmp_path / "mine" / "metric-scores" / "t"
    folder.mkdir(parents=True)
    lines = "".join(f"{system}\t{value!r}\n" for (system, _), value in values.items())
    (folder / "m-src.seg.score").write_text(lines, encoding="utf-8")
    rows = [f"{number},{system},m,{value!r}" for (system, number), value in values.items()]
    more = [f"{number},{system},n,0" for system, number in values]
    table = "\n".join(["seg_id,system,metric,value", *rows, *more])
    (tmp_path / "scores.csv").write_text(table + "\n", encoding="utf-8")
    return tmp_path


def run(home: Path, column: str) -> tuple[int, str]:
    (home / "x.toml").write_text(EXPERIMENT.format(column=column), encoding="utf-8")
    places = ["--data", str(home), "--out", str(home / "r"), "--cache", str(home / "c")]
    result = CliRunner().invoke(main, ["run", str(home / "x.toml"), *places])
    return result.exit_code, result.output


def test_two_shapes_of_the_same_scores(home: Path) -> None:
    code, output = run(home, '{ file = "scores.csv", column = "value", where = { metric = "m" } }')
    assert code == 0, output
    records = pd.read_csv(home / "r" / "x" / "records.csv").set_index("metric")
    assert records["value"].notna().all()
    assert records.loc["by-file", "value"].tolist() == records.loc["by-column", "value"].tolist()
    assert len(records) == 6


def test_scores_that_no_metric_uses_are_said(home: Path) -> None:
    (home / "x.toml").write_text(
        EXPERIMENT.format(
            column='{ file = "scores.csv", column = "value", where = { metric = "m" } }'
        ).replace('["by-file", "by-column"]', '["by-file"]')
    )
    experiment = workbench.read(home / "x.toml", home)
    [said] = [each for each in experiment.understood.warnings if each.rule == "unused-scores"]
    assert "scores.by-column: no metric is called so" in str(said)
    assert not [each for each in experiment.understood.warnings if "scores.by-file" in str(each)]


def test_letters_that_a_preprocessing_cuts_are_told_where_a_metric_reads_texts() -> None:
    """A metric of which there are scores reads none, whatever preprocessing all metrics have."""
    rows = [
        {"doc": f"d{at}", "system": system, "text": f"über größe käse {system}", "ref": "über größe käse"}
        for at in range(3) for system in "ABC"
    ]  # fmt: skip
    data = workbench.data(
        pd.DataFrame(rows).assign(flow=range(9)),
        text="text", references="ref", segment="doc", system="system", criteria="flow",
    )  # fmt: skip
    mine = {("all", row["doc"], row["system"]): float(at) for at, row in enumerate(rows)}
    for metric, scores, is_told in (("mine", {"mine": mine}, False), ("rouge-1", {}, True)):
        asked = workbench.Experiment(
            data, [metric], scores=scores, preprocess=["CASE"], correlation={"interval": "none"}
        )
        assert any(each.rule == "cut-letters" for each in asked.understood.warnings) == is_told


def test_scores_of_which_less_is_better_are_turned(home: Path) -> None:
    code, output = run(
        home, '{ file = "scores.csv", column = "value", where = { metric = "m" }, lower = true }'
    )
    assert code == 0, output
    records = pd.read_csv(home / "r" / "x" / "records.csv").set_index("metric")
    assert records.loc["by-column", "value"].tolist() == (-records.loc["by-file", "value"]).tolist()
    assert set(records.loc["by-column", "hash"]).isdisjoint(records.loc["by-file", "hash"])
    scores = pd.read_parquet(home / "r" / "x" / "scores.parquet")
    assert (scores.loc[scores["metric"] == "by-column", "value"] >= 0).all()  # as they were given


def test_of_a_folder_the_scores_of_a_metric_are_those_of_its_own_name_or_of_the_column_that_is_named(
    home: Path,
) -> None:
    folder = home / "mine" / "metric-scores"
    (folder / "t" / "score-src.seg.score").write_text(
        "".join(f"{system}\t{at}\n" for system in SYSTEMS for at in range(3)), "utf-8"
    )
    e = workbench.Experiment(
        workbench.load("mine", data=home),
        ["m", "other"],
        scores={"m": str(folder), "other": {"file": str(folder), "column": "m"}},
    )
    lines = (folder / "t" / "m-src.seg.score").read_text("utf-8").split()
    for scored in e.scores.scored:
        assert scored.segments["score"].ravel().tolist() == [float(value) for value in lines[1::2]]


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("3", "scores.by-column: is no table of scores: got 'int', allowed: the path of a file"),
        ('{ column = "x" }', "scores.by-column: file: is missing"),
        ("{ file = 3 }", "scores.by-column: file: unusable value: got 3, allowed: a text"),
        (
            '{ file = "scores.csv", colum = "x" }',
            "scores.by-column: colum: unknown key. Did you mean 'column'? Known: column, file, lower, ",
        ),
        (
            '{ file = "scores.csv", where = "metric=m", lower = "yes" }',
            "by-column: where: unusable value: got 'metric=m', allowed: a table of keys and values\n",
        ),
        (
            '{ file = "scores.csv", unmatched = "dorp" }',
            "unmatched: unknown value: got 'dorp', allowed: 'error' or 'drop'. Did you mean 'drop'?",
        ),
        ('{ file = "scores.csv", column = "score" }', "scores.csv:1: column 'score' is missing"),
        (
            '{ file = "scores.csv", column = "value" }',
            "scores.csv:11: system 'M1', segment '1' is given twice. Where several tasks have such a "
            "segment, a column task says which; where says which rows are meant",
        ),
        ('"m-src.sys.score"', "there is no such file"),
    ],
)
def test_faults(home: Path, column: str, message: str) -> None:
    code, output = run(home, column)
    assert code == 2
    assert message in output
    assert not (home / "r").exists()


def test_a_score_without_a_task_is_of_the_task_that_its_system_is_of(tmp_path):
    """F wrote in the second task alone, A in both."""
    data = workbench.load("mine", data=write_study(tmp_path))
    scores = dict.fromkeys(
        data.outputs[["task", "segment", "system"]].itertuples(index=False, name=None), 0.5
    )
    for system, said in (
        ("F", "score of unknown segment 's9' (task 'u')"),
        ("A", "score of unknown segment 's9' (task 't')"),
    ):
        table = {**scores, ("", "s9", system): 1.0}
        e = workbench.Experiment(data, ["mine"], scores={"mine": table}, unmatched="drop")
        [left] = [each for each in e.understood.warnings if each.rule == "unmatched-scores"]
        assert left.sentence.endswith(f"1 of 47 scores are left out, {said}")
        # a table of a notebook is as strict as a file
        with pytest.raises(SpecError, match=r"unknown segment 's9'.* unmatched = 'drop' in \[data\]"):
            workbench.Experiment(data, ["mine"], scores={"mine": table}).check()


def test_why_rows_of_a_folder_are_left_out_and_what_a_stranger_is_here(home: Path) -> None:
    """Nobody said drop; and a reference is no system of which the data know nothing."""
    scores = home / "mine" / "metric-scores" / "t" / "m-src.seg.score"
    name = workbench.load("mine", data=home).references["reference"].iloc[0]
    scores.write_text(scores.read_text() + f"{name}\t0.5\n" * 3)
    for more, said in (
        (
            "",
            ". A folder has scores of a whole test set: unmatched = 'error' refuses what these data have not",
        ),
        (', unmatched = "drop"', ". As unmatched = 'drop' says"),
        (
            ', unmatched = "error"',
            f"unknown system {name!r} (task 't'). Known: M1, M10, M2. It is a reference in these data, of "
            "which no score is correlated. Or leave such rows out",
        ),
    ):
        table = f'{{ file = "{{data}}/metric-scores", column = "m-src"{more} }}'
        asked = f'metrics = ["m"]\n[scores]\nm = {table}\n[data]\nname = "mine"\n'
        (home / "y.toml").write_text(asked, encoding="utf-8")
        told = CliRunner().invoke(main, ["check", str(home / "y.toml"), "--data", str(home)])
        assert said in told.output


def test_tables_with_the_same_strangers_are_one_line(tmp_path):
    data = workbench.load("mine", data=write_study(tmp_path))
    keys = data.outputs[["task", "segment", "system"]].itertuples(index=False, name=None)
    table = {**dict.fromkeys(keys, 0.5), ("far", "s1", "A"): 1.0}
    tables = {f"m{n}": {**table, **({("u", "s9", "F"): 0.0} if n == 1 else {})} for n in range(5)}
    e = workbench.Experiment(data, [*tables], scores=tables, unmatched="drop")
    same, alone = [str(each) for each in e.understood.warnings if each.rule == "unmatched-scores"]
    shares = "; ".join(f"scores.m{n} (given in Python): 1 of {47 + (n == 1)}" for n in range(3))
    what = "5 tables have rows that are left out, scores of an unknown task 'far'"
    assert same == f"unmatched-scores: experiment: {what}: {shares} and 2 more. As unmatched = 'drop' says"
    assert "scores.m1 (given in Python): 1 of 48 scores are left out, score of unknown segment 's9'" in alone


def test_the_folder_of_a_data_set_is_found_by_its_name_and_by_its_path(home: Path) -> None:
    for name, data in (("mine", home), (str(home / "mine"), None)):
        (home / "x.toml").write_text(
            f'metrics = ["m"]\n[scores]\nm = "{{data}}/metric-scores"\n[data]\nname = "{name}"\n', "utf-8"
        )
        assert workbench.read(home / "x.toml", data).scores.scored[0].segments["score"].size == 9
    e = workbench.Experiment(home / "mine", ["m"], scores={"m": "{data}/metric-scores"})
    assert e.scores.scored[0].segments["score"].size == 9
    (home / "x.toml").write_text(
        'metrics = ["m"]\n[scores]\nm = "{data}/m.csv"\n[data]\nname = "summeval"\n', "utf-8"
    )
    with pytest.raises(SpecError, match=r"is not known: \{data\}/m\.csv\. Name the folder of all"):
        workbench.read(home / "x.toml")


def test_a_name_with_capitals_is_told_with_the_one_to_write(home: Path) -> None:
    file = "mine/metric-scores/t/m-src.seg.score"
    code, output = run(home, f'"{file}"\nM-refA = "{file}"')
    assert code == 2
    assert "not a name: got 'M-refA', allowed: name or name(key=value, ...) in lower case. Capitals" in output
    assert "write 'm-refa'" in output


@pytest.mark.parametrize(("scores", "got"), [("5", "got 5, "), ('"far.csv"', "got 'far.csv', "), ("[1]", "")])
def test_scores_that_are_no_table_of_tables_are_named(tmp_path: Path, scores: str, got: str) -> None:
    file = tmp_path / "x.toml"
    file.write_text(f'metrics = ["rouge-1"]\nscores = {scores}\ndata.name = "simulated-news"\n')
    with pytest.raises(SpecError, match=rf"scores: unusable value: {got}allowed: a table of keys and values"):
        read_spec(file)


def test_scores_that_are_the_ratings_are_told() -> None:
    """The column of the ratings, named in place of a metric's, gave a coefficient of 1 without a word."""
    frame = pd.DataFrame(
        [
            {"doc": f"d{at}", "system": system, "text": f"{system} {at}", "ref": f"A {at}", "who": who}
            for at in range(2) for system in "ABC" for who in ("ann", "bo")
        ]
    ).assign(flow=[1, 2, 2, 3, 5, 5, 1, 1, 4, 3, 2, 2])  # fmt: skip
    data = workbench.data(frame, criteria="flow", rater="who")
    means = {
        ("all", doc, system): float(mean)
        for (doc, system), mean in frame.groupby(["doc", "system"])["flow"].mean().items()
    }
    other = {**means, ("all", "d1", "C"): 2.5}
    asked = workbench.Experiment(
        data, ["mine", "other"], scores={"mine": means, "other": other}, correlation={"interval": "none"}
    )
    [said] = [each for each in asked.understood.warnings if each.rule == "ratings-as-scores"]
    assert "scores.mine" in str(said)
    assert "all scores are the ratings of flow, number for number. Was the column of the ratings" in str(said)
    of_one = {name: score for name, score in means.items() if name[1] == "d0"}
    part = workbench.Experiment(
        data, ["mine"], scores={"mine": of_one}, unscorable="drop", correlation={"interval": "none"}
    )
    assert "ratings-as-scores" in [each.rule for each in part.understood.warnings]
