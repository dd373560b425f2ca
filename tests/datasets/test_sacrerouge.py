"""JSONL of sacrerouge: metrics of summaries, and instances with human scores as a data set."""

import bz2
import gzip
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from made_up import CARD, JUDGMENTS, REFERENCES, Row, build, write_jsonl

from workbench.datasets.load import load
from workbench.datasets.readers.sacrerouge import read_sacrerouge
from workbench.datasets.readers.sacrerouge_metrics import Metrics, read_metrics
from workbench.datasets.scores import read_scores
from workbench.datasets.writers.sacrerouge import write_metrics, write_sacrerouge
from workbench.errors import DataError, MissingDataError


def line(**changes: object) -> Row:
    metrics = {"rouge-1": {"recall": 41.026, "f1": 35.5}, "overall_responsiveness": 4}
    key: Row = {"instance_id": "d90-a", "summarizer_id": "7", "summarizer_type": "peer"}
    return {**key, "metrics": metrics, **changes}


def test_nested_names_are_joined(tmp_path: Path) -> None:
    rows = [line(), line(summarizer_id="A", summarizer_type="reference", metrics={"pyramid_jk": [1, 0.5, 0]})]
    write_jsonl(tmp_path / "x.jsonl", rows)
    assert read_metrics(tmp_path / "x.jsonl") == [
        Metrics(
            "d90-a",
            "7",
            "peer",
            {"rouge-1_recall": 41.026, "rouge-1_f1": 35.5, "overall_responsiveness": 4.0},
        ),
        Metrics("d90-a", "A", "reference", {"pyramid_jk": 0.5}),
    ]


def test_judgments_are_means_of_the_usual_raters(tmp_path: Path) -> None:
    scores = {"expert 1": 0.25, "expert 2": 0.75, "worker": 0.0}
    evalset = build(
        judgments=[{**JUDGMENTS[0], "rater": rater, "score": score} for rater, score in scores.items()]
    )
    groups = {"raters": {"experts": ["expert*"], "workers": ["worker"]}, "default_raters": "experts"}
    card = evalset.card.model_copy(update=groups)
    for written, expected in ((replace(evalset, card=card), 0.5), (evalset, 1 / 3)):
        folder = tmp_path / str(expected)
        folder.mkdir()
        write_sacrerouge(folder, written, "t")
        [judged] = read_metrics(folder / "judgments.jsonl")
        assert judged.values == {"coverage": pytest.approx(expected)}


def test_files_are_merged(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "1.jsonl", [line()])
    write_jsonl(tmp_path / "2.jsonl", [line(metrics={"bertscore": 0.9}), line(summarizer_id="8")])
    merged = read_metrics(tmp_path / "1.jsonl", tmp_path / "2.jsonl")
    assert [len(row.values) for row in merged] == [4, 3]
    with pytest.raises(DataError, match=r"1\.jsonl:1: metric 'rouge-1_recall' of the same output"):
        read_metrics(tmp_path / "1.jsonl", tmp_path / "1.jsonl")


@pytest.mark.parametrize(("name", "pack"), [("x.jsonl.gz", gzip.compress), ("x.jsonl", gzip.compress),
                                            ("x.jsonl.bz2", bz2.compress)])  # fmt: skip
def test_compressed_files(tmp_path: Path, name: str, pack: object) -> None:
    assert callable(pack)
    content = pack((json.dumps(line()) + "\n").encode())
    (tmp_path / name).write_bytes(content)
    assert len(read_metrics(tmp_path / name)) == 1
    (tmp_path / name).write_bytes(content[:-9])
    with pytest.raises(DataError, match=rf"{name}: is cut off"):
        read_metrics(tmp_path / name)


def test_round_trip(tmp_path: Path) -> None:
    rows = [
        Metrics("d 1", "ö", "peer", {"rouge-1_recall": 41.026, "pyramid": 1.0, "x": 1 / 3, "y": -1e-9}),
        Metrics("d 1", "A", "reference", {"rouge-1_recall": 0.0}),
    ]
    write_metrics(tmp_path / "1.jsonl", rows)
    assert read_metrics(tmp_path / "1.jsonl") == rows
    write_metrics(tmp_path / "2.jsonl", read_metrics(tmp_path / "1.jsonl"))
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    first = (tmp_path / "1.jsonl").read_text(encoding="utf-8").split("\n")[0]
    assert first.startswith(
        '{"instance_id": "d 1", "summarizer_id": "ö", "summarizer_type": "peer", "metrics":'
    )
    assert '"pyramid": 1,' in first


def test_a_metric_is_scores(tmp_path: Path) -> None:
    rows = [line(), line(summarizer_id=8), line(summarizer_id="A", summarizer_type="reference")]
    write_jsonl(tmp_path / "x.jsonl", rows)
    found = read_scores(tmp_path / "x.jsonl", "rouge-1_recall")
    assert found == {("", "d90-a", "7"): 41.026, ("", "d90-a", "8"): 41.026}
    with pytest.raises(
        DataError, match=r"no candidate has the metric 'rouge-1_r'\. Did you mean 'rouge-1_f1'"
    ):
        read_scores(tmp_path / "x.jsonl", "rouge-1_r")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"metrics": {"rouge-1": {"recall": "x"}}}, "metrics.rouge-1_recall is not a number: got 'x'"),
        ({"metrics": {"rouge-1": None}}, "metrics.rouge-1 is not a number: got 'nothing'"),
        ({"metrics": {"rouge-1": []}}, "metrics.rouge-1 is an empty list"),
        ({"metrics": {"rouge-1": [1, "x"]}}, "metrics.rouge-1 is not a number: got 'x'"),
        ({"metrics": 3}, "field 'metrics' has the wrong type: got 3"),
        ({"summarizer_type": "human"}, "summarizer_type: got 'human', allowed: peer or reference"),
        ({"summarizer_id": "7"}, "instance 'd90-a', summarizer '7' (peer) is given twice"),
        ({"instance_id": None}, "field 'instance_id' has the wrong type"),
    ],
)
def test_faults(tmp_path: Path, change: Row, message: str) -> None:
    write_jsonl(tmp_path / "x.jsonl", [line(), line(**{"summarizer_id": "8", **change})])
    with pytest.raises(DataError) as caught:
        read_metrics(tmp_path / "x.jsonl")
    assert f"x.jsonl:2: {message}" in str(caught.value)


def instances(home: Path) -> Path:
    folder = home / "mine"
    folder.mkdir(exist_ok=True)
    (folder / "card.toml").write_text(CARD.replace('"tables"', '"sacrerouge"'), encoding="utf-8")
    return folder


def test_a_data_set_round_trip(tmp_path: Path) -> None:
    mined = [{**row, "made_by": "M2" if row["reference"] == "r2" else ""} for row in REFERENCES]
    for number, references in enumerate((REFERENCES, mined)):
        home = tmp_path / str(number)
        home.mkdir()
        evalset = build(references=references)
        folder = instances(home)
        write_sacrerouge(folder, evalset, "t")
        again = load("mine", home)
        assert again.outputs["text"].tolist() == evalset.outputs["text"].tolist()
        assert len(again.references) == (9 if number == 0 else 3 * (3 + 3 + 2))
        assert len(again.judgments) == 9
        write_sacrerouge(home / "again", again, "summarization")
        for file in ("instances.jsonl", "judgments.jsonl"):
            assert (home / "again" / file).read_bytes() == (folder / file).read_bytes()


def test_texts_are_strings_or_sentences(tmp_path: Path) -> None:
    folder = instances(tmp_path)
    rows: list[Row] = [
        {
            "instance_id": 3,
            "summarizer_id": system,
            "summarizer_type": kind,
            "summary": {"text": text},
            "reference": {"text": ["one .", "two ."], "summarizer_id": "A"},
        }
        for system, kind, text in (("1", "peer", "a b"), ("2", "peer", ["a", "b"]), ("A", "reference", "one"))
    ]
    write_jsonl(folder / "instances.jsonl", rows)
    scores = {"instance_id": 3, "summarizer_type": "peer", "metrics": {"coverage": [0.5, 1]}}
    write_jsonl(folder / "judgments.jsonl.gz", [{**scores, "summarizer_id": name} for name in (1, 2)])
    evalset = load("mine", tmp_path)
    assert evalset.outputs["text"].tolist() == ["a b", "a\nb"]
    assert evalset.references["text"].tolist() == ["one .\ntwo ."]
    assert evalset.judgments["score"].tolist() == [0.75, 0.75]
    for change, message in (
        ({"summary": {}}, "summary has no text: a string or a list of sentences: got 'nothing'"),
        ({"summary": {"text": [1]}}, "summary.text[0] is not a text: got 1"),
        ({"references": "x"}, "field 'references' is missing or no list: got 'x'"),
        ({"references": ["x"]}, "references[0] has no text"),
    ):
        write_jsonl(folder / "instances.jsonl", [rows[0], {**rows[1], **change}])
        with pytest.raises(DataError) as caught:
            load("mine", tmp_path)
        assert f"instances.jsonl:2: {message}" in str(caught.value)


KINDS = {
    "instance_id": "str or int",
    "summarizer_id": "str or int",
    "summarizer_type": "str",
    "metrics": "dict",
    "summary": "dict",
}


@pytest.mark.parametrize("name", ["instances", "judgments"])
def test_every_field_has_to_be_there_and_of_its_type(tmp_path: Path, name: str) -> None:
    text = {"text": "It rained."}
    files = {
        "instances": {**line(), "summary": text, "references": [text]},
        "judgments": line(metrics={"flow": 0.5}),
    }
    files["instances"].pop("metrics")
    (tmp_path / "card.toml").write_text(
        CARD.replace("coverage", "flow").replace('"tables"', '"sacrerouge"'), encoding="utf-8"
    )
    for each, row in files.items():
        write_jsonl(tmp_path / f"{each}.jsonl", [row])
    assert len(load(tmp_path).judgments) == 1
    path, row = tmp_path / f"{name}.jsonl", files[name]
    for field in row.keys() - {"references"}:
        for change, said in (
            ({}, f"field {field!r} is missing"),
            ({field: [1]}, f"field {field!r} has the wrong type: got 'a list', allowed: {KINDS[field]}"),
        ):
            write_jsonl(path, [{key: value for key, value in row.items() if key != field} | change])
            with pytest.raises(DataError) as caught:
                load(tmp_path)
            assert re.split(r"[.] (?:Did|Known)", str(caught.value))[0] == f"{path}:1: {said}"


@pytest.mark.parametrize("name", ["instances", "judgments"])
def test_each_file_is_there_once(tmp_path: Path, name: str) -> None:
    for each in ("instances", "judgments"):
        (tmp_path / f"{each}.jsonl").write_text("", encoding="utf-8")
    (tmp_path / f"{name}.jsonl").rename(tmp_path / f"{name}.json")
    with pytest.raises(MissingDataError) as missed:
        read_sacrerouge(tmp_path, {})
    ways = f"{name}.jsonl or {name}.jsonl.gz or {name}.jsonl.bz2"
    assert str(missed.value) == f"{tmp_path}: there is no {ways}"
    for ending in ("jsonl", "jsonl.bz2"):
        (tmp_path / f"{name}.{ending}").write_text("", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_sacrerouge(tmp_path, {})
    assert str(caught.value) == f"{tmp_path}: there are several files of {name}"
