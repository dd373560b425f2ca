"""WebNLG, DSTC7 and EMNLP17: the real files say what their descriptions say."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from real_data import load_real
from samples import DSTC7, EMNLP17, WEBNLG, Sample
from vectors import SHARED, read_lines

from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.errors import DataError


def means(evalset: EvalSet) -> dict[tuple[str, str], float]:
    return evalset.judgments.groupby(["system", "criterion"])["score"].mean().to_dict()


def test_webnlg(shared: Path) -> None:
    evalset = load_real(shared, "webnlg2017")
    assert len(evalset.systems("en")) == 9
    assert len(evalset.segments("en")) == 223
    assert sorted(evalset.references.groupby("segment").size().value_counts().items()) == [
        (1, 12),
        (2, 58),
        (3, 153),
    ]
    assert (evalset.outputs["text"] == "null").sum() == 168
    assert (evalset.outputs["text"] == "").sum() == 25
    assert not evalset.outputs["text"].str.contains("\n").any()


def test_webnlg_means_are_the_published_ones(shared: Path) -> None:
    evalset = load_real(shared, "webnlg2017")
    found = evalset.judgments.groupby(["segment", "system", "criterion"])["score"].mean()
    rows = read_lines(SHARED / "data/webnlg2017/human_eval.jsonl.gz")
    checked = 0
    for row in rows:
        if row["system"] != "webnlg":
            for criterion, value in row["human"].items():
                key = (str(row["sample_id"]), row["system"], criterion)
                assert found[key] == pytest.approx(value, abs=1e-12)
                checked += 1
    assert checked == len(found) == 223 * 9 * 3


def test_dstc7_published_means(shared: Path) -> None:
    """All 30 means of the organisers' table, over every judgment of a responder."""
    found = means(load_real(shared, "dstc7-task2", references="responses"))
    with (shared / "data/dstc7_task2/published_human_scores.tsv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    assert len(rows) == 10
    for row in rows:
        system = row["team"].removesuffix(" S2S").replace(" ", "").replace("/", "")
        for printed, criterion in (
            ("relevance", "relevance"),
            ("interest", "informativeness"),
            ("overall", "overall"),
        ):
            assert found[system, criterion] == pytest.approx(float(row[printed]), abs=6e-7)


def test_dstc7_references(shared: Path) -> None:
    evalset = load_real(shared, "dstc7-task2")
    assert len(evalset.segments("reddit")) == 954
    assert len(evalset.references) == 35_161
    own = evalset.references[evalset.references["made_by"] != ""]
    assert set(own["made_by"]) == {"Human"}
    assert own["segment"].nunique() == 893
    # a judge's second rating of the same response counts
    assert evalset.judgments["rater"].str.endswith("#2").any()


def test_dstc7_responses_as_references(shared: Path) -> None:
    evalset = load_real(shared, "dstc7-task2", references="responses")
    rated = evalset.references
    assert len(rated) == 10_000
    assert (rated["made_by"] == rated["reference"]).all()
    assert (rated["weight"] > 0).mean() == pytest.approx(0.34, abs=0.005)
    positive = rated[rated["weight"] > 0]
    left = {
        system: 1000 - positive[positive["made_by"] != system]["segment"].nunique()
        for system in evalset.systems("reddit")
    }
    assert (min(left.values()), max(left.values())) == (24, 64)


def test_emnlp17(shared: Path) -> None:
    evalset = load_real(shared, "emnlp17-nlg")
    sizes = evalset.outputs.groupby(["task", "system"]).size().to_dict()
    assert sizes == {
        ("BAGEL", "Dusek"): 202,
        ("BAGEL", "LOLS"): 202,
        ("SFHOT", "LOLS"): 398,
        ("SFHOT", "WEN"): 477,
        ("SFRES", "LOLS"): 581,
        ("SFRES", "WEN"): 600,
    }
    per_row = evalset.references.groupby(["task", "segment"]).size()
    assert (per_row.min(), per_row.max()) == (1, 154)
    assert len(evalset.judgments) == 2460 * 3


@pytest.mark.parametrize(
    ("sample", "file", "change", "message"),
    [
        (WEBNLG, "human_eval.jsonl.gz", {"references": ["else ."]}, "the references of 18 are not those"),
        (WEBNLG, "human_eval.jsonl.gz", {"ratings": [{"rater": "w1"}]}, "ratings[0].fluency is not a number"),
        (WEBNLG, "human_eval.jsonl.gz", {"ratings": [3]}, "ratings[0] is no rating with 'rater': got 3"),
        (DSTC7, "references.jsonl.gz", {"human_response_in_references": [2]}, "names no reference: got 2"),
        (DSTC7, "outputs.jsonl.gz", {"judges": [{"judge": "a", "relevance": 5, "informativeness": "x"}]},
         "judges[0].informativeness is not a number: got 'x'"),
        (EMNLP17, "outputs.jsonl.gz", {"human_median": {"quality": 1}}, "human_median has no 'informativ"),
    ],
)  # fmt: skip
def test_faults(tmp_path: Path, sample: Sample, file: str, change: dict[str, object], message: str) -> None:
    rows = sample.files[file]
    files = {**sample.files, file: [rows[0], {**rows[1], **change}, *rows[2:]]}
    replace(sample, files=files).write(tmp_path)
    with pytest.raises(DataError) as caught:
        load(sample.dataset, tmp_path)
    assert f"{file}:2: {message}" in str(caught.value) or f"{file}:2: human_response" in str(caught.value)
    assert message in str(caught.value)


def test_a_response_without_a_rating_is_no_reference(tmp_path: Path) -> None:
    rows = DSTC7.files["outputs.jsonl.gz"]
    files = {**DSTC7.files, "outputs.jsonl.gz": [{**rows[0], "judges": []}, *rows[1:]]}
    replace(DSTC7, files=files).write(tmp_path)
    with pytest.raises(
        DataError,
        match=r"outputs\.jsonl\.gz:1: judges is empty: a response that is a reference needs a rating$",
    ):
        load("dstc7-task2", tmp_path, {"references": "responses"})
