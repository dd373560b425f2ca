"""What forms and programs write into each row: times, projects, questions; and names that systems have."""

from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from workbench.cli import main

WORDS = "abcdefghijklmnop"


def wide(segments: int = 4) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "doc": f"d{at}", "system": system,
                "summary": " ".join(WORDS[at + rank : at + 8]), "ref1": " ".join(WORDS[at : at + 8]),
                "flow": 1 + rank + at % 2,
            }
            for at in range(segments) for rank, system in enumerate("ABC")
        ]
    )  # fmt: skip


def imported(folder: Path, frame: pd.DataFrame, *more: str) -> str:
    frame.to_csv(folder / "x.csv", index=False)
    arguments = ["data", "import", str(folder / "x.csv"), "--yes", "--out", str(folder / "own"), *more]
    return CliRunner().invoke(main, arguments).output


def test_what_a_program_adds_is_no_rating(tmp_path: Path) -> None:
    """All of these were proposed as criteria."""
    called = (
        "_trust",
        "_golden",
        "_timestamp",
        "_task_hash",
        "startTime",
        "lastpage",
        "Progress",
        "isCompleteDoc",
    )
    more = dict.fromkeys(called, range(12)) | {"flow:confidence": range(12), "flow:variance": range(12)}
    said = imported(tmp_path, wide().assign(**more))
    assert "--criterion flow\n" in said


def test_confidence_is_a_criterion_where_it_is_of_no_other(tmp_path: Path) -> None:
    assert "--criterion flow --criterion confidence" in imported(
        tmp_path, wide().assign(confidence=range(12))
    )


def test_what_is_alike_in_all_rows_is_left_and_said(tmp_path: Path) -> None:
    said = imported(tmp_path, wide().assign(project=3, Title="Rate how good this is"))
    assert "--criterion flow --leave-out Title\n" in said
    assert "Numbers that are not taken: project; a column of ratings is taken by --criterion NAME" in said


def test_a_criterion_that_is_alike_in_all_rows_is_warned_of(tmp_path: Path) -> None:
    """People may all have said the same, and a known name is a criterion."""
    said = imported(tmp_path, wide().assign(fluency=3))
    assert "--criterion flow --criterion fluency" in said
    assert "constant-ratings" in said


def test_what_is_alike_in_one_segment_may_be_its_source(tmp_path: Path) -> None:
    said = imported(tmp_path, wide(1).assign(original="a b c"))
    assert "column 'original' has texts, and is not named" in said


def test_a_time_is_no_text(tmp_path: Path) -> None:
    frame = wide().rename(columns={"summary": "wording"}).assign(Timestamp="2024/05/03 10:00:00 AM GMT+2")
    said = imported(tmp_path, frame)
    assert "--text wording" in said
    assert "--leave-out Timestamp" in said


def test_a_word_in_all_rows_is_no_text(tmp_path: Path) -> None:
    frame = wide().rename(columns={"summary": "text"}).assign(answer="accept")
    assert "--text text" in imported(tmp_path, frame)


def test_a_document_of_several_items_is_no_segment(tmp_path: Path) -> None:
    """Outputs were said to be rated twice."""
    frame = wide().rename(columns={"doc": "itemID"})
    frame["docID"] = frame["itemID"].map({"d0": "x", "d1": "x", "d2": "y", "d3": "y"})
    said = imported(tmp_path, pd.concat([frame.assign(login=who) for who in ("ann", "bo")]))
    assert "--segment itemID --system system --criterion flow --rater login --document docID" in said
    assert "12 of 12 outputs judged, 2 ratings each, 2 raters" in said


def test_names_of_systems_and_references(tmp_path: Path) -> None:
    for at, name in enumerate(("peer", "sys_name")):
        frame = wide().rename(columns={"system": name, "ref1": "ref_summ"})
        said = imported(tmp_path, frame, "--out", str(tmp_path / f"own{at}"))
        assert f"--reference ref_summ --segment doc --system {name} --criterion flow" in said


def test_lines_are_of_the_segments_that_have_numbers(tmp_path: Path) -> None:
    frame = wide()
    for name, rows in frame.groupby("system"):
        (tmp_path / f"{name}.txt").write_text("\n".join(rows["summary"]) + "\n", encoding="utf-8")
    (tmp_path / "ref.txt").write_text("\n".join(frame["ref1"][::3]) + "\n", encoding="utf-8")
    ratings = frame[["system", "flow"]].assign(docID="d1", itemID=[at // 3 + 1 for at in range(12)])
    ratings.to_csv(tmp_path / "ratings.csv", index=False)
    arguments = ["data", "import", str(tmp_path), "--yes", "--out", str(tmp_path / "own")]
    assert "--segment itemID --system system --criterion flow" in CliRunner().invoke(main, arguments).output


def test_a_rater_who_always_said_the_same_stays(tmp_path: Path) -> None:
    frame = wide().rename(columns={"flow": "flow_ann"}).assign(flow_bo=3, style_ann=range(12), style_bo=2)
    said = imported(tmp_path, frame)
    assert "--criterion flow_ann --criterion flow_bo --criterion style_ann --criterion style_bo" in said


def test_another_name_of_each_system_names_no_segments(tmp_path: Path) -> None:
    """References of a segment were said to differ."""
    frame = wide().rename(columns={"doc": "UID"}).assign(SID=["x", "y", "z"] * 4)
    assert "--segment UID --system system" in imported(tmp_path, frame)


def test_an_original_sentence_is_what_systems_rewrote(tmp_path: Path) -> None:
    frame = wide().rename(columns={"summary": "simp_sent"}).assign(orig_sent="some words that")
    frame["orig_sent"] += frame["doc"]
    said = imported(tmp_path, frame)
    assert "--text simp_sent" in said
    assert "--leave-out orig_sent" in said


def test_answers_to_a_form_are_told_to_be_rows(tmp_path: Path) -> None:
    frame = pd.DataFrame({"ResponseId": ["R1", "R2"], **{f"Q{n}": [n % 5, 3] for n in range(8)}})
    assert "make a row of each answer (in pandas melt), with columns of segment" in imported(tmp_path, frame)
    few = frame[["ResponseId", "Q1", "Q2"]]
    assert "Any that is the same for all outputs of one input will do" in imported(tmp_path, few)


def test_sheets_with_the_same_columns_are_told_to_be_one(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    with pd.ExcelWriter(tmp_path / "x.xlsx") as book:
        for name, rows in wide().groupby("system"):
            rows.drop(columns="system").to_excel(book, sheet_name=str(name), index=False)
    arguments = ["data", "import", str(tmp_path / "x.xlsx"), "--yes", "--out", str(tmp_path / "own")]
    said = CliRunner().invoke(main, arguments).output
    assert "sheet 'A' was read, and not 'B', 'C'. Save each that is needed as a file of its own, or" in said
    assert "in one sheet, with a column that says which system, rater or task each is of" in said


@pytest.mark.parametrize(("called", "is_less"), [
    ("Hallucinations", True), ("omission_errors", True), ("Toxicity (1-5)", True), ("repetitiveness", True),
    ("no_hallucination", False), ("Non-toxicity", False), ("emission", False),
])  # fmt: skip
def test_what_is_called_after_faults_is_asked_whether_less_is_better(
    tmp_path: Path, called: str, is_less: bool
) -> None:
    said = imported(tmp_path, wide().rename(columns={"flow": called}))
    assert "outputs judged" in said
    assert ("less-is-better" in said) == is_less
