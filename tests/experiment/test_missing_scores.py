"""Tables of scores that lack some outputs: one line that counts them, before anything is scored."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from small_study import write_study

import workbench
from workbench.cli import main
from workbench.datasets.card import DatasetCard
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError
from workbench.types import OutputKey

Table = dict[OutputKey, float]


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """Return a folder with a data set of tasks t (5 systems, 6 segments) and u (4 systems, 4 segments)."""
    write_study(tmp_path)
    return tmp_path


def scores_of(study: Path) -> Table:
    outputs = workbench.load("mine", data=study).outputs[["task", "segment", "system"]]
    keys = outputs.itertuples(index=False, name=None)
    return {key: float(at * 7 % 11) for at, key in enumerate(keys)}


def ask(study: Path, table: Table, **asked: object) -> workbench.Experiment:
    data = workbench.load("mine", data=study)
    said = {"levels": ["segment"], "interval": "none", "coefficients": ["pearson"]}
    return workbench.Experiment(data, ["a", "rouge-1"], scores={"a": table}, correlation=said, **asked)


@pytest.mark.parametrize(
    ("lacks", "said"),
    [
        (lambda key: key == ("t", "s2", "B"), "no score of 1 of 46 outputs: segment 's2', system 'B' of "),
        (
            lambda key: key[1] == "s3" and key[0] == "t",
            r"no score of 5 of 46 outputs: segment 's3', system 'A' of task 't'; segment .*; and 2 more\. "
            r'.*unscorable = "drop"',
        ),
        (
            lambda key: key[2] == "A" or key == ("u", "s1", "B"),
            "no score of 11 of 46 outputs: all of system 'A' of task 't'; all of system 'A' of task 'u'; "
            r"segment 's1', system 'B' of task 'u'\. ",
        ),
        (lambda key: key[0] == "u", r"no score of 16 of 46 outputs: all of task 'u'\. .*tasks = \[\"!u\"\]"),
    ],
)  # fmt: skip
def test_what_is_missing_is_counted_and_named_by_the_check(study: Path, lacks, said: str) -> None:
    table = {key: score for key, score in scores_of(study).items() if not lacks(key)}
    e = ask(study, table)
    with pytest.raises(SpecError, match=rf"^experiment: scores\.a \(given in Python\): {said}") as caught:
        e.check()
    assert len(caught.value.problems) == 1
    # a score that is no number is none
    with pytest.raises(SpecError, match=said):
        ask(study, {**dict.fromkeys(scores_of(study), np.nan), **table}).check()


def test_the_check_of_a_file_names_it(study: Path) -> None:
    rows = [f"{','.join(key)},{score}" for key, score in scores_of(study).items()]
    (study / "a.csv").write_text("\n".join(["task,segment,system,score", *rows[1:]]), "utf-8")
    (study / "x.toml").write_text(
        'metrics = ["a"]\n[scores]\na = "a.csv"\n[data]\nname = "mine"\n', encoding="utf-8"
    )
    result = CliRunner().invoke(main, ["check", str(study / "x.toml"), "--data", str(study)])
    assert result.exit_code == 2
    assert (
        "error: x: scores.a (a.csv): no score of 1 of 46 outputs: segment 's1', system 'A'" in result.stderr
    )


def test_segments_without_a_score_are_dropped_of_every_metric_and_counted(study: Path) -> None:
    whole = scores_of(study)
    e = ask(study, {key: each for key, each in whole.items() if key != ("t", "s2", "B")}, unscorable="drop")
    assert e.scores.dropped == {"t": ["s2"], "u": []}
    other = ask(study, whole, segments=["!s2"], tasks=["t"])
    left = e.records[e.records["task"] == "t"]
    assert left["value"].tolist() == other.records["value"].tolist()
    assert len(left) == 4


@pytest.mark.parametrize(
    ("lacks", "said"),
    [
        (
            lambda key: key[2] == "A",
            r"of task 't', as each lacks a score: none of system 'A'\. .* = \[\"!A\"\]",
        ),
        (lambda key: key[0] == "u", r"of task 'u', as each lacks a score\. .*: tasks = \[\"!u\"\]"),
        (
            lambda key: key[0] == "u" and int(key[1][1]) == 1 + "ABFG".index(key[2]),
            r"of task 'u', as each lacks a score\. Leave systems that lack many out",
        ),
    ],
)  # fmt: skip
def test_to_drop_every_segment_of_a_task_is_refused(study: Path, lacks, said: str) -> None:
    table = {key: score for key, score in scores_of(study).items() if not lacks(key)}
    with pytest.raises(
        SpecError, match=rf"scores\.a .*: unscorable = \"drop\" would leave no segment {said}"
    ):
        ask(study, table, unscorable="drop").check()


def test_of_whole_systems_those_without_a_score_are_missing(study: Path) -> None:
    wholes = {(task, "*", system): 0.5 for task, _, system in scores_of(study)}
    ask(study, wholes).check()
    wholes.pop(("t", "*", "E"))
    with pytest.raises(SpecError, match="no score of 6 of 46 outputs: all of system 'E' of task 't'"):
        ask(study, wholes).check()


def test_of_many_tasks_without_a_score_three_are_named_to_leave_out() -> None:
    rows = [
        {"task": task, "doc": f"{task}{at}", "system": system, "out": f"a {system}", "ref": "a b", "flow": 1}
        for task in "pqrst" for at in (1, 2, 3) for system in "AB"
    ]  # fmt: skip
    columns = {"text": "out", "references": "ref", "segment": "doc", "system": "system", "criteria": "flow"}
    data = workbench.data(pd.DataFrame(rows), task="task", **columns)
    table = {("p", f"p{at}", system): 0.5 for at in (1, 2, 3) for system in "AB"}
    with pytest.raises(SpecError, match=r"'s'; and 1 more.*tasks = \[\"!q\", \"!r\", \"!s\"\]"):
        workbench.Experiment(data, ["a"], scores={"a": table}).check()


def two_tasks(**texts: str) -> EvalSet:
    """Return three systems on segments 1 and 2 of two tasks; texts of task u are others unless said."""
    rows = [
        {"task": task, "segment": segment, "system": name, "text": f"{texts.get(task, task)} {segment}{name}"}
        for task in "tu" for segment in "12" for name in "ABC"
    ]  # fmt: skip
    outputs = pd.DataFrame(rows)
    references = outputs[["task", "segment"]].drop_duplicates().assign(reference="r", text="a")
    judged = outputs.drop(columns="text").assign(criterion="c", rater="x", score=np.arange(12.0))
    return EvalSet.build(DatasetCard(name="made"), outputs, references, judged)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("x.csv", "a segment '1' of system 'A', with another text. Add a column task"),
        ("m-refA.seg.score", "a segment '1' of system 'A', with another text. .*metric-scores/t, and"),
        ("m-refA.sys.score", "a system 'A', with another text"),
    ],
)
def test_scores_that_do_not_say_their_task_are_those_of_one_alone(
    tmp_path: Path, file: str, said: str
) -> None:
    lines = {
        "x.csv": ["segment,system,score", *(f"{g},{s},{at}" for at, s in enumerate("ABC") for g in "12")],
        "m-refA.seg.score": [f"{system} {g}{at}" for at, system in enumerate("ABC") for g in "12"],
        "m-refA.sys.score": [f"{system} {at}" for at, system in enumerate("ABC")],
    }[file]
    (tmp_path / file).write_text("\n".join([*lines, ""]), "utf-8")
    asked = {"scores": {"a": str(tmp_path / file)}, "correlation": {"interval": "none"}}
    with pytest.raises(
        SpecError, match=f"does not say of which task a score is: tasks 't' and 'u' both have {said}"
    ):
        workbench.Experiment(two_tasks(), ["a"], **asked).check()
    workbench.Experiment(two_tasks(), ["a"], tasks=["t"], **asked).check()
    workbench.Experiment(two_tasks(u="t"), ["a"], **asked).check()


@pytest.mark.parametrize("more", [-1, 1])
def test_score_files_with_another_number_of_lines_are_refused_whatever_is_dropped(
    tmp_path: Path, more: int
) -> None:
    """Line k of a system is segment k: of 1 or 3 lines nobody knows which one is missing or too much."""
    path = tmp_path / "m-refA.seg.score"
    path.write_text("".join(f"{system} {at}\n" for system in "ABC" for at in range(2 + more)), "utf-8")
    asked = {"unscorable": "drop", "unmatched": "drop", "tasks": ["t"]}
    experiment = workbench.Experiment(two_tasks(u="t"), ["a"], scores={"a": str(path)}, **asked)
    said = rf"a system than task 't' has segments: got {2 + more}, allowed: 2\. Line k is segment k"
    with pytest.raises(SpecError, match=said):
        experiment.check()


def lines_of(path: Path, number: int, without: tuple[int, ...] = ()) -> str:
    """Write a score file of three systems, None at some places, and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scores = ["None" if at in without else f"{at}" for at in range(1, number + 1)]
    path.write_text("".join(f"{system} {score}\n" for system in "ABC" for score in scores), "utf-8")
    return str(path)


def test_lines_without_a_score_are_lines_of_a_score_file(tmp_path: Path) -> None:
    """The last of two lines is None for every system, in a file and in a folder of a test set."""
    file = lines_of(tmp_path / "m-refA.seg.score", 2, (2,))
    for task in "tu":
        lines_of(tmp_path / f"metric-scores/{task}/m-refA.seg.score", 2, (2,))
    tables = {"a": file, "b": {"file": str(tmp_path / "metric-scores"), "column": "m"}}
    asked = {"scores": tables, "unscorable": "drop", "tasks": ["t"]}
    workbench.Experiment(two_tasks(), ["a", "b"], **asked).check()


def test_a_score_file_is_of_the_tasks_that_are_chosen(tmp_path: Path) -> None:
    """Task t has two segments, task v five."""
    made = two_tasks()
    outputs = made.outputs[made.outputs["task"] == "t"]
    more = [outputs.assign(task="v", segment=str(at), text=f"{at}") for at in range(1, 6)]
    more = [frame.drop_duplicates(["segment", "system"]) for frame in more]
    judged = pd.concat(more)[["task", "segment", "system"]].assign(criterion="c", rater="x")
    data = EvalSet.build(
        made.card,
        pd.concat([made.outputs, *more]),
        pd.concat([made.references, judged[["task", "segment"]].assign(reference="r", text="a")[::3]]),
        pd.concat([made.judgments, judged.assign(score=np.arange(15.0))]),
    )
    table = {"a": lines_of(tmp_path / "m-refA.seg.score", 5)}
    workbench.Experiment(data, ["a"], scores=table, tasks=["v"]).check()
    with pytest.raises(SpecError, match=r"than task 't' has segments: got 5, allowed: 2"):
        workbench.Experiment(data, ["a"], scores=table, tasks=["t"], unmatched="drop").check()


def test_one_score_file_may_number_the_segments_of_all_tasks(tmp_path: Path) -> None:
    made = two_tasks()
    further = {"1": "3", "2": "4"}
    frames = [
        frame.assign(segment=frame["segment"].where(frame["task"] == "t", frame["segment"].map(further)))
        for frame in (made.outputs, made.references, made.judgments)
    ]
    data = EvalSet.build(made.card, *frames)
    table = {"a": lines_of(tmp_path / "m-refA.seg.score", 4)}
    workbench.Experiment(data, ["a"], scores=table).check()


def test_a_table_of_other_systems_names_them(study: Path) -> None:
    table = {(task, at, f"my-{system}" if system < "C" else system): score
             for (task, at, system), score in scores_of(study).items()}  # fmt: skip
    said = r"all of system 'A' of .* It has scores of 'my-A', 'my-B', which are no systems here: compare"
    with pytest.raises(SpecError, match=said):
        ask(study, table, unmatched="drop").check()
    # three are named, of more their number, also where nothing has a score
    every = {(task, at, f"my-{system}"): score for (task, at, system), score in scores_of(study).items()}
    for names, more in (("ABC", ""), ("ABCD", " and 1 more"), ("ABCDE", " and 2 more")):
        some = {key: score for key, score in every.items() if key[2][-1] in names}
        said = rf"It has scores of 'my-A', 'my-B', 'my-C'{more}, which are no systems here"
        with pytest.raises(SpecError, match=said):
            ask(study, some, unmatched="drop").check()
    # what the experiment leaves out is known
    table = {key: score for key, score in scores_of(study).items() if key[2] != "A"}
    with pytest.raises(SpecError, match=r"all of system 'A' of task 'u'\. Add them"):
        ask(study, table, systems=["!B"]).check()
