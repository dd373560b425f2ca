"""Every reader on small files in which no two numbers are equal: each cell has to be where it belongs."""

from dataclasses import replace
from pathlib import Path

import pytest
from made_up import CARD
from samples import (
    DSTC7,
    EMNLP17,
    NEWSTEST2020,
    REALSUMM,
    SUMMEVAL,
    TED,
    WEBNLG,
    WMT_SYSTEM,
    Sample,
    write_lines,
)

from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.datasets.mt_test_set import NO_OUTPUT
from workbench.datasets.readers.ratings import read_ratings
from workbench.datasets.readers.realsumm import read_stored_scores

Cells = dict[tuple[str, ...], object]


def judged(evalset: EvalSet) -> Cells:
    """Scores by segment, system, criterion and rater; by task, too, where there are several."""
    key = ["task"] * (len(evalset.tasks) > 1) + ["segment", "system", "criterion", "rater"]
    return evalset.judgments.set_index(key)["score"].to_dict()


def written(evalset: EvalSet) -> Cells:
    return evalset.outputs.set_index(["segment", "system"])["text"].to_dict()


def referred(evalset: EvalSet, column: str = "text") -> Cells:
    return evalset.references.set_index(["segment", "reference"])[column].to_dict()


def read(home: Path, sample: Sample, files: dict[str, list[dict[str, object]]], **options: str) -> EvalSet:
    return load(sample.dataset, replace(sample, files={**sample.files, **files}).write(home), options)


def test_summeval(tmp_path: Path) -> None:
    names = ("coherence", "consistency", "fluency", "relevance")
    files = {
        "outputs.jsonl.gz": [
            {"doc_id": "d1", "system": name, "text": text, "text_original": original}
            for name, text, original in (
                ("M9", "It rained . Why ? No .", "It rained. Why?"),
                ("M10", "One ! Two .", None),
            )
        ],
        "documents.jsonl.gz": [
            {"doc_id": "d1", "references": ["A b . C ?", "D."], "references_tok": ["tok . a", "tok b"]}
        ],
        "annotations.tsv.gz": [
            {"doc_id": "d1", "system": system, "rater": rater,
             **{name: at + n / 10 for n, name in enumerate(names)}}
            for at, (system, rater) in enumerate(
                [("M9", "expert1"), ("M9", "crowd1"), ("M10", "expert1"), ("M10", "crowd1")], start=1
            )
        ],
    }  # fmt: skip
    found = read(tmp_path, SUMMEVAL, files)
    assert written(found) == {("d1", "M9"): "It rained .\nWhy ?\nNo .", ("d1", "M10"): "One !\nTwo ."}
    assert referred(found) == {("d1", "ref0"): "A b .\nC ?", ("d1", "ref1"): "D."}
    scores = judged(found)
    assert scores["d1", "M9", "coherence", "expert1"] == 1
    assert scores["d1", "M9", "relevance", "crowd1"] == 2.3
    assert scores["d1", "M10", "fluency", "expert1"] == 3.2
    assert sorted(scores.values()) == sorted(at + n / 10 for at in (1, 2, 3, 4) for n in range(4))
    released = read(tmp_path, SUMMEVAL, files, outputs="original", sentences="one")
    assert written(released) == {("d1", "M9"): "It rained. Why?", ("d1", "M10"): "One ! Two ."}
    stops = read(tmp_path, SUMMEVAL, files, sentences="full stops", references="references_tok")
    assert written(stops)["d1", "M9"] == "It rained\nWhy ? No ."
    assert referred(stops) == {("d1", "ref0"): "tok\na", ("d1", "ref1"): "tok b"}


def test_ted(tmp_path: Path) -> None:
    penalties = {"ref-A": 0.0, "ref-B": 25.0, "X": 0.0, "Y": 12.5}
    rows = [
        {"seg_id": 9, "system": name, "is_human": name.startswith("ref"), "rater": f"by {name}",
         "text": f"of\n{name}", "mqm": mqm}
        for name, mqm in penalties.items()
    ]  # fmt: skip
    found = read(tmp_path, TED, {"outputs.jsonl.gz": rows})
    assert written(found) == {("9", "X"): "of X", ("9", "Y"): "of Y"}
    assert judged(found) == {("9", "X", "mqm", "by X"): 0.0, ("9", "Y", "mqm", "by Y"): 12.5}
    assert referred(found, "weight") == {("9", "ref-A"): 1.0, ("9", "ref-B"): -1.0}
    assert set(found.references["made_by"]) == {""}
    people = read(tmp_path, TED, {"outputs.jsonl.gz": rows}, people="systems")
    assert set(people.outputs["system"]) == set(penalties)
    assert referred(people, "made_by") == {("9", "ref-A"): "ref-A", ("9", "ref-B"): "ref-B"}
    assert people.references["weight"].isna().all()
    assert judged(people)["9", "ref-B", "mqm", "by ref-B"] == 25.0


def test_realsumm(tmp_path: Path) -> None:
    recalls = {("abs", "bart"): 0.0, ("abs", "semsim"): 0.5, ("ext", "bart"): 0.25, ("ext", "refresh"): 1.0}
    rows = [
        {
            "doc_id": 2, "part": part, "system": system,
            "duplicate_of": "ext/bart" if (part, system) == ("abs", "bart") else None,
            "output_sents": [f"of {part} {system}", "two"],
            "references_sents": [[f"for {part} {system}", "b"]],
            "litepyramid_recall": recall, "rouge155": {"rouge_1_recall": recall + 10},
            "other_metrics": {"js-2": -recall},
        }
        for (part, system), recall in recalls.items()
    ]  # fmt: skip
    files = {"outputs.jsonl.gz": rows}
    found = read(tmp_path, REALSUMM, files)
    assert written(found) == {
        ("2", "bart"): "of ext bart\ntwo", ("2", "semsim"): "of abs semsim\ntwo",
        ("2", "refresh"): "of ext refresh\ntwo",
    }  # fmt: skip
    assert found.references.set_index("only_for")["text"].to_dict() == {
        "bart": "for ext bart\nb", "semsim": "for abs semsim\nb", "refresh": "for ext refresh\nb"
    }  # fmt: skip
    score = "litepyramid", "crowd"
    assert judged(found) == {
        ("2", "bart", *score): 0.25, ("2", "semsim", *score): 0.5, ("2", "refresh", *score): 1.0
    }  # fmt: skip
    both = read(tmp_path, REALSUMM, files, duplicates="keep")
    assert judged(both)["2", "abs-bart", *score] == 0.0
    assert len(both.outputs) == 4
    alone = read(tmp_path, REALSUMM, files, part="abs")
    assert written(alone) == {("2", "bart"): "of abs bart\ntwo", ("2", "semsim"): "of abs semsim\ntwo"}
    stored = read_stored_scores(tmp_path / "realsumm")
    assert stored["rouge_1_recall"]["cnndm", "2", "abs-bart"] == 10.0
    assert stored["js-2"]["cnndm", "2", "bart"] == -0.25


def test_webnlg(tmp_path: Path) -> None:
    names = ("fluency", "grammar", "semantics")
    rows = [
        {
            "sample_id": number, "system": system, "text": f"{system}\n{number}",
            "references": [f"first {number}", f"second\n{number}"],
            "ratings": [
                {"rater": rater, **{name: 1 + at + number / 10 + n / 100 for n, name in enumerate(names)}}
                for rater in ("w1", "w2")
            ],
        }
        for number in (1, 2)
        for at, system in enumerate(("adapt", "webnlg"))
    ]  # fmt: skip
    found = read(tmp_path, WEBNLG, {"human_eval.jsonl.gz": rows})
    assert written(found) == {("1", "adapt"): "adapt 1", ("2", "adapt"): "adapt 2"}
    assert referred(found) == {
        (str(n), f"ref{at}"): f"{name} {n}" for n in (1, 2) for at, name in enumerate(("first", "second"))
    }  # fmt: skip
    assert judged(found) == {
        (str(number), "adapt", name, rater): 1 + number / 10 + n / 100
        for number in (1, 2)
        for n, name in enumerate(names)
        for rater in ("w1", "w2")
    }


def test_dstc7(tmp_path: Path) -> None:
    rows = [
        {
            "instance_id": turn, "system": system, "text": f"{turn}\n{system}",
            "judges": [{"judge": "x", "relevance": 1 + at, "informativeness": 5},
                       {"judge": "y", "relevance": 5, "informativeness": 3}],
        }
        for turn in ("a1", "b2")
        for at, system in enumerate(("Human", "TeamA"))
    ]  # fmt: skip
    answers = [
        {"instance_id": "a1", "references": ["one", "its own"], "human_response_in_references": [1]},
        {"instance_id": "b2", "references": [], "human_response_in_references": []},
    ]
    files = {"outputs.jsonl.gz": rows, "references.jsonl.gz": answers}
    found = read(tmp_path, DSTC7, files)
    assert written(found) == {("a1", "Human"): "a1 Human", ("a1", "TeamA"): "a1 TeamA"}
    assert referred(found) == {("a1", "ref0"): "one", ("a1", "ref1"): "its own"}
    assert referred(found, "made_by") == {("a1", "ref0"): "", ("a1", "ref1"): "Human"}
    assert judged(found) == {
        ("a1", "Human", "relevance", "x"): 1, ("a1", "Human", "informativeness", "x"): 5,
        ("a1", "Human", "overall", "x"): 3, ("a1", "Human", "relevance", "y"): 5,
        ("a1", "Human", "informativeness", "y"): 3, ("a1", "Human", "overall", "y"): 4,
        ("a1", "TeamA", "relevance", "x"): 2, ("a1", "TeamA", "informativeness", "x"): 5,
        ("a1", "TeamA", "overall", "x"): 3.5, ("a1", "TeamA", "relevance", "y"): 5,
        ("a1", "TeamA", "informativeness", "y"): 3, ("a1", "TeamA", "overall", "y"): 4,
    }  # fmt: skip
    mined = read(tmp_path, DSTC7, files, references="responses")
    assert set(mined.outputs["segment"]) == {"a1", "b2"}
    assert referred(mined, "weight") == {
        (turn, name): weight for turn in ("a1", "b2") for name, weight in (("Human", 0.25), ("TeamA", 0.375))
    }
    assert (mined.references["made_by"] == mined.references["reference"]).all()


def test_emnlp17(tmp_path: Path) -> None:
    names = ("informativeness", "naturalness", "quality")
    rows = [
        {"row": number, "dataset": dataset, "system": system, "text_tok": f"{system}\n{number}",
         "references_tok": [f"a {number}", f"b {number}"],
         "human_median": {name: 1 + number + n / 10 for n, name in enumerate(names)}}
        for number, (dataset, system) in enumerate([("BAGEL", "LOLS"), ("BAGEL", "WEN"), ("SFRES", "WEN")])
    ]  # fmt: skip
    found = read(tmp_path, EMNLP17, {"outputs.jsonl.gz": rows})
    assert found.outputs.set_index(["task", "segment", "system"])["text"].to_dict() == {
        ("BAGEL", "0", "LOLS"): "LOLS 0", ("BAGEL", "1", "WEN"): "WEN 1", ("SFRES", "2", "WEN"): "WEN 2"
    }  # fmt: skip
    assert referred(found) == {(str(n), f"ref{at}"): f"{'ab'[at]} {n}" for n in range(3) for at in (0, 1)}
    assert judged(found) == {
        (task, str(number), system, name, "median"): 1 + number + n / 10
        for number, (task, system) in enumerate([("BAGEL", "LOLS"), ("BAGEL", "WEN"), ("SFRES", "WEN")])
        for n, name in enumerate(names)
    }


def test_newstest2020(tmp_path: Path) -> None:
    files = {
        f"mqm_newstest2020_{pair}.avg_seg_scores.tsv.gz": [
            {"system": system, "mqm_avg_score": -10.0 * at - n, "seg_id": segment}
            for n, (system, segment) in enumerate(
                [("Human-A.0", 1), ("Human-A.0", 2), ("X.1", 1), ("X.1", 2)]
            )
        ]
        for at, pair in enumerate(("ende", "zhen"), start=1)
    }
    found = read(tmp_path, NEWSTEST2020, files)
    assert judged(found) == {
        ("en-de", "1", "X.1", "mqm", "mean"): -12.0, ("en-de", "2", "X.1", "mqm", "mean"): -13.0,
        ("zh-en", "1", "X.1", "mqm", "mean"): -22.0, ("zh-en", "2", "X.1", "mqm", "mean"): -23.0,
    }  # fmt: skip
    people = read(tmp_path, NEWSTEST2020, files, people="keep")
    assert judged(people)["zh-en", "2", "Human-A.0", "mqm", "mean"] == -21.0
    assert len(people.judgments) == 8


def test_wmt_system(tmp_path: Path) -> None:
    rows = [
        {
            "language_pair": pair,
            "system": system,
            "kind": kind,
            "da_z": at + n / 10,
            "da_raw": 50 + 10 * at + n,
        }
        for at, pair in enumerate(("cs-en", "de-en"))
        for n, (system, kind) in enumerate([("Human-A", "human"), ("X", "mt"), ("Y", "mt")])
    ]
    files = {"human_scores.tsv": rows, "outliers.tsv": [{"language_pair": "cs-en", "system": "Y"}]}
    every = {
        (row["language_pair"], "test set", row["system"], name, "mean"): row[name]
        for row in rows
        for name in ("da_z", "da_raw")
    }
    machines = {key: value for key, value in every.items() if key[2] != "Human-A"}
    assert judged(read(tmp_path, WMT_SYSTEM, files)) == pytest.approx(machines)
    assert judged(read(tmp_path, WMT_SYSTEM, files, people="keep")) == pytest.approx(every)
    rest = {key: value for key, value in machines.items() if (key[0], key[2]) != ("cs-en", "Y")}
    assert judged(read(tmp_path, WMT_SYSTEM, files, outliers="drop")) == pytest.approx(rest)


OWN = (
    CARD.replace('"tables"', '"mt-metrics-eval"').replace("coverage", "mqm").replace("0 to 1", "points lost")
    + """
[options]
level = ["seg", "doc", "sys"]
people = ["keep", "drop"]
"""
)


def test_mt_metrics_eval(tmp_path: Path) -> None:
    home = tmp_path / "mine"
    files = {
        "card.toml": OWN.split("\n"),
        "sources/xx-yy.txt": ["eins", "zwei", "drei"],
        "documents/xx-yy.docs": ["news d7", "news d7", "chat d3"],
        "references/xx-yy.refA.txt": ["one", "", "three"],
        "references/xx-yy.refB.txt": ["1", "2", "3"],
        "system-outputs/xx-yy/A.txt": ["a1", NO_OUTPUT, "a3"],
        "system-outputs/xx-yy/refA.txt": ["one", "", "three"],
        "human-scores/xx-yy.mqm.seg.score": ["A 0", "A None", "A -3", "refA 0.5", "refA 1", "refA 1.5"],
        "human-scores/xx-yy.mqm.doc.score": ["A -10", "A -11", "refA 12", "refA 13"],
        "human-scores/xx-yy.mqm.sys.score": ["A -20", "refA 21"],
    }
    for name, lines in files.items():
        write_lines(home / name, lines)
    found = load("mine", tmp_path)
    assert written(found) == {
        ("1", "A"): "a1", ("3", "A"): "a3", ("1", "refA"): "one", ("2", "refA"): "", ("3", "refA"): "three"
    }  # fmt: skip
    assert judged(found) == {
        ("1", "A", "mqm", "mean"): 0.0, ("3", "A", "mqm", "mean"): -3.0, ("1", "refA", "mqm", "mean"): 0.5,
        ("2", "refA", "mqm", "mean"): 1.0, ("3", "refA", "mqm", "mean"): 1.5,
    }  # fmt: skip
    homes = found.outputs.drop_duplicates("segment")[["document", "domain"]].to_numpy().tolist()
    assert homes == [["d7", "news"], ["d7", "news"], ["d3", "chat"]]
    assert referred(found)["2", "refA"] == ""
    assert referred(found, "made_by") == {
        (segment, name): "refA" if name == "refA" else "" for segment in "123" for name in ("refA", "refB")
    }
    machines = load("mine", tmp_path, {"people": "drop"})
    assert set(machines.outputs["system"]) == {"A"}
    assert set(machines.references["segment"]) == {"1", "3"}  # nothing was written for the second
    assert set(machines.references["made_by"]) == {""}
    documents = load("mine", tmp_path, {"level": "doc"})
    assert judged(documents)["2", "A", "mqm", "mean"] == -11.0
    assert ("1", "refA", "mqm", "mean") in judged(documents)
    whole = load("mine", tmp_path, {"level": "sys"})
    assert judged(whole)["test set", "refA", "mqm", "mean"] == 21.0


def test_a_second_rating_of_one_person_is_another_one() -> None:
    said = [{"by": "ann", "fluency": 3}, {"by": "bob", "fluency": 2}, {"by": "ann", "fluency": 1}]
    rows = read_ratings(said, "by", ["fluency"], "x:1", "ratings")
    assert [(row["rater"], row["score"]) for row in rows] == [("ann", 3.0), ("bob", 2.0), ("ann#2", 1.0)]
