"""What is said of a data set, or of scores, that another format does not hold."""

from dataclasses import replace
from pathlib import Path

import pytest
from made_up import OUTPUTS, REFERENCES, build, write_jsonl

from workbench.datasets.card import Criterion
from workbench.datasets.evalset import EvalSet
from workbench.datasets.exchanged_sets import Given, write_set
from workbench.datasets.load import load
from workbench.datasets.lost import lost_of_scores, lost_of_set
from workbench.datasets.plain import Plain
from workbench.datasets.readers.sacrerouge import read_sacrerouge
from workbench.errors import DataError

WHOLE_SET = build(
    [{**row, "document": "d", "domain": "news"} for row in OUTPUTS],
    [{**row, "made_by": "M1" if row["reference"] == "r1" else ""} for row in REFERENCES],
)


@pytest.mark.parametrize("target", ["csv", "tsv", "jsonl"])
def test_tables_hold_a_whole_data_set(tmp_path: Path, target: str) -> None:
    assert write_set(tmp_path / "a", Given(WHOLE_SET), target) == []


def test_each_loss_of_a_format_is_a_line(tmp_path: Path) -> None:
    """One reference is from M1 and not for M1: M1 has two, the others have three, in each of 3 segments."""
    assert write_set(tmp_path / "a", Given(WHOLE_SET), "sacrerouge") == [
        "tasks are called summarization in place of t",
        "names of references are lost: r1, r2, r10",
        "references: 24 in place of 9",
        "documents of segments are lost",
        "domains of segments are lost",
        "weights of references are lost",
        "systems that references come from are lost",
        "of several raters the mean is written: *",
    ]
    assert write_set(tmp_path / "b", Given(WHOLE_SET), "mt-metrics-eval") == [
        "a data set has no sources: the names of its segments stand in their place",
        "segments are called 1, 2, 3 in place of s1, s2, s10",
        "documents of segments are not kept",
        "domains of segments are not kept",
        "weights of references are lost",
        "systems that references come from are lost",
        "of several raters the mean is written: *",
    ]


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    alone = replace(WHOLE_SET, references=WHOLE_SET.references[WHOLE_SET.references["reference"] == "r1"])
    with pytest.raises(DataError, match=r"^a: cannot be written in this format, .* meant for 'M1'"):
        write_set(tmp_path / "a", Given(alone), "sacrerouge")
    unjudged = replace(WHOLE_SET, judgments=WHOLE_SET.judgments.iloc[:0])
    texts = WHOLE_SET.outputs["text"].where(WHOLE_SET.outputs["system"] != "M2", "")
    empty = replace(WHOLE_SET, outputs=WHOLE_SET.outputs.assign(text=texts))
    with pytest.raises(DataError, match=r"not be read again: system-outputs/.*/M2\.txt is empty"):
        write_set(tmp_path / "c", Given(empty), "mt-metrics-eval")
    with pytest.raises(DataError, match="has no human scores"):
        write_set(tmp_path / "b", Given(unjudged), "csv")


@pytest.mark.parametrize("target", ["csv", "sacrerouge", "mt-metrics-eval"])
def test_groups_of_raters_are_those_that_a_format_has(tmp_path: Path, target: str) -> None:
    """Where the mean alone is written nobody is left to be one of the experts."""
    groups: dict[str, object] = {
        "raters": {"experts": ["ann"], "both": ["ann", "bob"]},
        "default_raters": "both",
    }
    mine = replace(WHOLE_SET, card=WHOLE_SET.card.model_copy(update=groups))
    write_set(tmp_path / target, Given(mine), target)
    kept = load(target, tmp_path).card
    found = (kept.raters, kept.default_raters)
    if target == "csv":
        assert found == (groups["raters"], "both")
    else:
        assert found == ({"all": ["*"]}, "all")


def test_names_of_references_go_through_sacrerouge_and_back(tmp_path: Path) -> None:
    """Those of single systems, too; written again they are the same bytes."""
    rows = [{**row, "made_by": "M1" if row["reference"] == "r1" else ""} for row in REFERENCES]
    for name, references in (("all", REFERENCES), ("some", rows)):
        write_set(tmp_path / name, Given(build(references=references)), "sacrerouge")
        again = load(name, tmp_path)
        write_set(tmp_path / f"{name}-2", Given(again), "sacrerouge")
        first, second = ((tmp_path / each / "instances.jsonl").read_bytes() for each in (name, f"{name}-2"))
        assert first == second
    assert load("all", tmp_path).references["reference"].unique().tolist() == ["r1", "r2", "r10"]
    others = {f"{name}:{system}" for name in ("r2", "r10") for system in ("M1", "M2", "M10")}
    assert set(again.references["reference"]) == {*others, "r1:M2", "r1:M10"}


def test_references_of_sacrerouge_without_names_of_their_own_are_numbered(tmp_path: Path) -> None:
    for names, found in (
        (["B", "A"], ["A", "B"]),
        (["A", "A"], ["ref0", "ref1"]),
        (["A", None], ["ref0", "ref1"]),
    ):
        folder = tmp_path / "-".join(map(str, names))
        folder.mkdir()
        references = [{"text": "x", **({"summarizer_id": name} if name else {})} for name in names]
        key = {"instance_id": "1", "summarizer_id": "S", "summarizer_type": "peer"}
        write_jsonl(folder / "instances.jsonl", [{**key, "summary": {"text": "y"}, "references": references}])
        write_jsonl(folder / "judgments.jsonl", [{**key, "metrics": {"flow": 1}}])
        assert sorted(read_sacrerouge(folder, {}).references["reference"]) == found


def changed(evalset: EvalSet, **frames: object) -> list[str]:
    return list(lost_of_set(evalset, replace(evalset, **frames)))


def test_what_is_changed_is_told_from_what_is_as_it_was() -> None:
    outputs, judged = WHOLE_SET.outputs, WHOLE_SET.judgments
    assert changed(WHOLE_SET) == []
    texts = outputs["text"].where(outputs["system"] != "M2", "other")
    assert changed(WHOLE_SET, outputs=outputs.assign(text=texts)) == ["texts of 3 outputs are changed"]
    assert changed(WHOLE_SET, judgments=judged.assign(score=judged["score"] / 2)) == [
        "judgments of coverage are changed"
    ]
    assert changed(WHOLE_SET, judgments=judged.iloc[:-2]) == [
        "judgments of coverage: outputs judged are 8 in place of 9"
    ]
    one = replace(WHOLE_SET, judgments=judged[judged["rater"] == "ann"])
    named = changed(one, judgments=one.judgments.assign(rater="mean"))
    assert named == ["raters are called mean in place of ann"]


def test_scales_and_directions_of_criteria_are_held_against_each_other() -> None:
    card = WHOLE_SET.card
    (name,) = WHOLE_SET.criteria
    for criterion, line in (
        (Criterion(direction="lower"), f"{name} counts downwards: its sign is turned"),
        (Criterion(scale="0 to 7"), f"scale and meaning of {name} are lost"),
    ):
        given = replace(WHOLE_SET, card=card.model_copy(update={"criteria": {name: criterion}}))
        scores = WHOLE_SET.judgments["score"] * (-1 if criterion.direction == "lower" else 1)
        again = replace(WHOLE_SET, judgments=WHOLE_SET.judgments.assign(score=scores))
        assert list(lost_of_set(given, again)) == [line]


def test_names_of_scores_with_numbers_are_in_the_order_of_their_numbers() -> None:
    given, again = (
        Plain({}, {"bleu": {("t", name, "A"): 1.0 for name in names}})
        for names in (("s10", "s2"), ("10", "2"))
    )
    assert list(lost_of_scores(given, again)) == ["segments are called 2, 10 in place of s2, s10"]


def test_names_and_texts_of_scores_are_held_against_each_other() -> None:
    scores = {("t", "s1", "A"): 1.0, ("t", "s2", "A"): 2.0}
    given = Plain(dict.fromkeys(scores, "x"), {"bleu": scores})
    assert list(lost_of_scores(given, given)) == []
    bare = Plain({}, {"metric": {("", "1", "A"): 1.0, ("", "2", "A"): 2.0}})
    assert list(lost_of_scores(given, bare)) == [
        "texts are lost: the format holds only scores",
        "names of tasks are lost: t",
        "segments are called 1, 2 in place of s1, s2",
    ]
