"""What forms and programs write into each row: times, projects, questions; and names that systems have."""

from pathlib import Path

import pandas as pd
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
