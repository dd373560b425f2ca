"""Tables as people have them, and mistakes in them: what is read, and what is said."""

import json
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.mapping.sources import tables_in
from workbench.datasets.understood import understand
from workbench.datasets.writers.tables import write_tables
from workbench.errors import WorkbenchError

WORDS = "abcdefghijklmnopqrstuv"
QUICK = {"correlation": {"interval": "none", "levels": ["system"], "coefficients": ["pearson"]}}


def wide(systems: tuple[str, ...] = tuple("ABCDE"), segments: int = 6) -> pd.DataFrame:
    """Return a table in which a later system has more words right, and better ratings."""
    return pd.DataFrame(
        [
            {
                "doc_id": f"d{at}", "system": system,
                "summary": " ".join(w if n < 3 + rank else f"x{w}" for n, w in enumerate(WORDS[at : at + 8])),
                "ref1": " ".join(WORDS[at : at + 8]), "ref2": " ".join(f"{WORDS[at : at + 7]}z"),
                "coherence": 1 + rank % 5, "fluency": 1 + (rank + at) % 5,
            }
            for at in range(segments) for rank, system in enumerate(systems)
        ]
    )  # fmt: skip


WIDE = wide()
TABLE = WIDE.to_csv(index=False)


def fluency(make: Callable[[int, int], object]) -> pd.DataFrame:
    """Return the table with other ratings: of the number of the row and its rating."""
    return WIDE.assign(fluency=[make(at, rating) for at, rating in enumerate(WIDE["fluency"])])


def lists(write: Callable[[list[str]], str]) -> pd.DataFrame:
    both = [write([*pair]) for pair in zip(WIDE["ref1"], WIDE["ref2"], strict=True)]
    return WIDE.assign(references=both).drop(columns=["ref1", "ref2"])


READ: dict[str, tuple[pd.DataFrame, str]] = {
    "a word beside the number": (fluency(lambda _, rating: f"{rating} - good"), "1 to 5"),
    "a word in brackets": (fluency(lambda _, rating: f"{rating} (very good)"), "1 to 5"),
    "out of five": (fluency(lambda _, rating: f"{rating}/5"), "1 to 5"),
    "percent": (fluency(lambda _, rating: f"{20 * rating} %"), "20 to 100"),
    "a comma": (fluency(lambda _, rating: f"{rating},5"), "1.5 to 5.5"),
    "true and false": (fluency(lambda _, rating: rating > 2), "0 to 1"),
    "an index without a name": (WIDE.reset_index(names=""), "1 to 5"),
    "references as JSON": (lists(json.dumps), "1 to 5"),
    "references as Python writes lists": (lists(repr), "1 to 5"),
}


@pytest.mark.parametrize("name", READ)
def test_what_is_read(name: str, tmp_path: Path) -> None:
    frame, scale = READ[name]
    frame.to_csv(tmp_path / "x.csv", index=False)
    found = understand(workbench.load(tmp_path / "x.csv"))
    assert "30 outputs, 2 references a segment" in found.lines[0]
    assert found.lines[2].startswith("fluency ")
    assert found.lines[2].endswith(scale)
    assert found.warnings == ()


def test_other_separators_and_ends_of_lines(tmp_path: Path) -> None:
    half = WIDE.assign(fluency=WIDE["fluency"] + 0.5)
    for name, ways in {
        "tabs.csv": {"sep": "\t"}, "semicolons.csv": {"sep": ";", "decimal": ","},
        "mac.csv": {"lineterminator": "\r"}, "bars.txt": {"sep": "|"},
    }.items():  # fmt: skip
        half.to_csv(tmp_path / name, index=False, **ways)
        found = workbench.load(tmp_path / name)
        assert found.judgments["score"].sum() == half[["coherence", "fluency"]].sum().sum(), name


MISTAKES: dict[str, tuple[pd.DataFrame, tuple[str, ...]]] = {
    "a word for a rating": (
        fluency(lambda at, rating: "good" if at == 3 else rating),
        ("x.csv:5", "fluency is not a number: got 'good'", "empty, NA, NaN or null"),
    ),
    "ratings out of several numbers": (
        fluency(lambda at, rating: f"{rating}/{10 if at == 4 else 5}"),
        ("x.csv:6", "fluency is on another scale", "/10'", "out of 5", "on one scale"),
    ),
    "thousands": (fluency(lambda at, rating: "1,000" if at == 2 else rating), ("x.csv:4", "'1,000'")),
    "words only": (
        fluency(lambda _, rating: ["bad", "poor", "fair", "good", "fine"][rating - 1]),
        ("columns that are not taken: fluency",),
    ),
    "-1 for a missing rating": (
        fluency(lambda at, rating: -1 if at % 4 == 0 else rating),
        (
            "stand-in-ratings: 8 of 30 ratings of fluency are -1",
            "1 to 5",
            "system 'A', segment 'd0'",
            "empty",
        ),
    ),
    "99 for a missing rating": (
        fluency(lambda at, rating: 99 if at % 14 == 0 else rating),
        ("stand-in-ratings: 3 of 30 ratings of fluency are 99", "system 'A', segment 'd0'"),
    ),
    "raters as columns": (
        WIDE.rename(columns={"coherence": "flow_1", "fluency": "flow_2"}),
        ("raters-as-criteria: 2 criteria are called flow", "--criterion flow=flow_1 --criterion flow=flow_2"),
    ),
    "five raters as columns": (
        WIDE.assign(**{f"flow_{at}": WIDE["fluency"] for at in range(1, 6)}),
        (" ".join(f"--criterion flow=flow_{at}" for at in range(1, 6)),),
    ),
    "six raters as columns": (
        WIDE.assign(**{f"flow_{at}": WIDE["fluency"] for at in range(1, 7)}),
        ("--criterion flow=flow_1 --criterion flow=flow_2, and so for the other 4",),
    ),
    "raters before the criterion": (
        WIDE.rename(columns={"coherence": "rater1_flow", "fluency": "rater2_flow"}),
        ("raters-as-criteria", "--criterion flow=rater1_flow"),
    ),
    "raters as columns with blanks in their names": (
        WIDE.rename(columns={"coherence": "flow 1", "fluency": "flow 2"}),
        ("raters-as-criteria", "--criterion 'flow=flow 1' --criterion 'flow=flow 2'"),
    ),
    "a row twice": (
        pd.concat([WIDE, WIDE.iloc[:1]]),
        ("x.csv:32", "system 'A'", "rated twice, first in", "as rater"),
    ),
    "references that differ": (
        WIDE.assign(ref1=WIDE["ref1"].where(WIDE.index != 2, "another")),
        ("x.csv:4", "references of segment 'd0' are not those of", "right column for segments"),
    ),
    "a reference that one row lacks": (
        WIDE.assign(ref2=WIDE["ref2"].where(WIDE.index != 2, "")),
        ("x.csv:4", "references of segment 'd0' are not those of", "x.csv:2", "ref2 is empty in one of"),
    ),
    "ratings of which there are none": (
        WIDE.assign(coherence="", fluency=""),
        ("which columns are ratings",),
    ),
    "a segment without references": (
        WIDE.assign(ref1=WIDE["ref1"].where(WIDE["doc_id"] != "d0", "")).drop(columns="ref2"),
        ("segment 'd0'", "has no reference", "Give it one"),
    ),
    "a system without a name": (
        WIDE.assign(system=WIDE["system"].where(WIDE.index != 3, "")),
        ("x.csv:5", "system (system) is no name", "''", "Fill it in"),
    ),
    "a row a segment": (
        WIDE.assign(doc_id=range(30)),
        ("segments-twice: 24 of 30 segments", "segment '1'", "under two names"),
    ),
    "texts and references swapped": (
        WIDE.rename(columns={"summary": "ref1", "ref1": "summary"}),
        ("x.csv:3", "references of segment 'd0' are not those of", "x.csv:2", "not swapped"),
    ),
    "percent beside numbers": (
        fluency(lambda at, rating: f"{20 * rating}%" if at == 4 else rating / 5),
        ("x.csv:6", "fluency is on another scale", "'100%'", "a number alone", "on one scale"),
    ),
    "out of five beside numbers": (
        fluency(lambda at, rating: f"{rating}/5" if at else 4),
        ("x.csv:3", "fluency is on another scale", "'2/5'", "on one scale"),
    ),
    "infinite": (
        fluency(lambda at, rating: "inf" if at == 3 else rating),
        ("x.csv:5", "'inf'", "leave it out"),
    ),
    "a formula that failed": (
        fluency(lambda at, rating: "#DIV/0!" if at == 3 else rating),
        ("x.csv:5", "fluency is not a number: got '#DIV/0!'", "empty, NA"),
    ),
    "a formula for a text": (
        WIDE.assign(summary=WIDE["summary"].where(WIDE.index != 3, "#NAME?")),
        ("missing-outputs: 1 of 30", "'#NAME?'", "system 'D', segment 'd0'", "leave the row out"),
    ),
    "merged cells": (
        WIDE.assign(doc_id=WIDE["doc_id"].where(WIDE.index % 5 == 0, "")),
        ("x.csv:3", "doc_id (segment) is no name", "''", "of merged cells the first alone is filled"),
    ),
    "a row of means": (
        pd.concat([WIDE, pd.DataFrame([{"doc_id": "mean", "coherence": 3.0, "fluency": 2.5}])]),
        ("x.csv:32", "system (system) is no name", "leave the row out"),
    ),
    "one system": (
        wide(("A",)),
        ("few-systems: task all has 1 system: 'A'", "Below 3", "right column", "levels = ['within-system']"),
    ),
    "two systems": (
        wide(("A", "B")),
        ("few-systems: task all has 2 systems: 'A'; 'B'", "Below 3", "levels = ['segment']"),
    ),
    "one segment": (
        wide(segments=1),
        ("one-segment: task all has one segment: 'd0'", "right column read as segment"),
    ),
    "a constant criterion": (WIDE.assign(fluency=3), ("constant-ratings: all ratings of fluency", "are 3")),
    "HTML": (
        WIDE.assign(summary="<p>" + WIDE["summary"] + "<br/></p>"),
        ("markup-outputs: 30 of 30", "system 'A', segment 'd0'", "Take them out"),
    ),
    "references in one cell": (
        WIDE.assign(ref1=WIDE["ref1"] + " ||| " + WIDE["ref2"]).drop(columns="ref2"),
        ("joined-texts-references: 6 of 6", "'|||'", "segment 'd0'", "columns or lists of their own"),
    ),
    "a list that is none": (
        lists(json.dumps).assign(references=lambda frame: frame["references"].where(frame.index != 4, "['a")),
        ("x.csv:6", "references is no list as in other rows", '"[\'a"', "As JSON writes it"),
    ),
    "lists of words": (
        WIDE.assign(summary=[repr(text.split()) for text in WIDE["summary"]]),
        ("words-as-lines-outputs: 30 of 30", "system 'A', segment 'd0'", "Join the words with blanks"),
    ),
    "means of systems": (
        pd.DataFrame({"system": list("ABC"), "coherence": [3.5, 4.1, 2.9]}),
        (
            "x.csv: segment: which column names what was judged?",
            "Each system has one row: if these are means, add",
        ),
    ),
    "preferences": (
        pd.DataFrame(
            {"segment": [1, 2], "system1": ["A", "B"], "system2": ["B", "C"], "better": ["A", "tie"]}
        ),
        ("x.csv: system1, system2 seem to name several systems in a row", "a tie by half", "--leave-out"),
    ),
    "ranks of several systems": (
        pd.DataFrame(
            {"id": [1, 2], "system1Id": "A", "system1rank": [1, 2], "system2Id": "B", "system2rank": 2}
        ),
        ("x.csv: system1Id, system2Id seem to name several systems in a row", "a row for each segment and"),
    ),
    "a row less than systems": (
        pd.DataFrame({"system": list("ABA"), "coherence": [3.5, 4.1, 2.9]}),
        ("x.csv: segment: which column names what was judged?", "for instance the input"),
    ),
    "numbers for texts": (
        WIDE.assign(summary=range(30)),
        ("x.csv: text: which column has the texts of the systems?", "Columns: doc_id, system"),
    ),
    "texts that a spreadsheet cut": (
        WIDE.assign(summary=WIDE["summary"].where(WIDE.index != 7, "a b " * 8191 + "a b")),
        ("cut-texts-outputs: 1 of 30", "32,767", "system 'C', segment 'd1'", "from where they were before"),
    ),
    "ids that a spreadsheet made days": (
        WIDE.assign(doc_id=WIDE["doc_id"].map(lambda name: f"{int(name[1]) + 1}-Jan")),
        ("names-of-spreadsheets: 6 segments", "'1-Jan'", "read the column as text"),
    ),
    "ids that a German spreadsheet made days": (
        WIDE.assign(doc_id=WIDE["doc_id"].map(lambda name: f"0{int(name[1]) + 1}. Dez")),
        ("names-of-spreadsheets: 6 segments", "'01. Dez'", "read the column as text"),
    ),
    "ids that a spreadsheet made powers": (
        WIDE.assign(doc_id=WIDE["doc_id"].map(lambda name: f"1.2345E+1{name[1]}")),
        ("names-of-spreadsheets: 6 segments", "'1.2345E+10'", "Several may have become one"),
    ),
    "ids with .0 in some rows": (
        WIDE.assign(doc_id=[f"{name[1]}.0" if at % 2 else name[1] for at, name in enumerate(WIDE["doc_id"])]),
        ("names-alike: some segments", "'0' and '0.0' differ in a .0 at the end", "Write the names alike"),
    ),
    "ids in quotation marks": (
        WIDE.assign(system=WIDE["system"].where(WIDE.index != 5, "'A'")),
        ("names-alike: some systems", "'A' and \"'A'\" differ in signs"),
    ),
    "a name in three spellings": (
        WIDE.assign(system=["A ", "a", *WIDE["system"][2:]]),
        ("names-alike: some systems", "'A ', 'a' and 'A' differ in blanks and capitals. Write"),
    ),
    "a letter without width": (
        WIDE.assign(system=WIDE["system"].where(WIDE.index != 5, "A\u200b")),
        ("names-alike: some systems", "'A' and 'A\\u200b' differ in letters without width"),
    ),
    "no references in their columns": (
        WIDE.assign(ref1="", ref2=""),
        ("x.csv: references: which columns are references?", "Column 'ref1' is empty"),
    ),
    "no column of systems": (
        WIDE.drop(columns="system"),
        ("x.csv:3", "coherence is rated twice, first in", "x.csv:2", "No column of systems is named"),
    ),
}


def said_of(path: Path) -> str:
    try:
        found = workbench.load(path)
    except WorkbenchError as error:
        return str(error)
    return "\n".join([*map(str, found.notes), *map(str, understand(found).warnings)])


@pytest.mark.parametrize("name", MISTAKES)
def test_what_is_said_to_a_mistake(name: str, tmp_path: Path) -> None:
    frame, expected = MISTAKES[name]
    frame.to_csv(tmp_path / "x.csv", index=False)
    said = said_of(tmp_path / "x.csv")
    assert [each for each in expected if each not in said] == [], said


def test_what_is_said_to_mistaken_files(tmp_path: Path) -> None:
    rows = WIDE.to_dict("records")
    lines = "".join(f"{json.dumps(row)}\n" for row in rows)
    for name, content, expected in (
        ("a.json", lines, ("a.json:2", "is not JSON", "ends in .jsonl")),
        ("a.jsonl", json.dumps(rows), ("a.jsonl:1", "is not a JSON object", "ends in .json")),
        ("a.csv", WIDE.to_csv(index=False, header=False), ("a.csv:1", "column '1'", "names the columns")),
        ("b.csv", "doc_id,system,summary,ref1,coherence\n", ("b.csv", "only the names of columns")),
        ("c.csv", "", ("c.csv", "is empty")),
        (
            "d.csv",
            f"My study,,,,,,\n{TABLE}",
            ("d.csv:1", "6 of 7 columns have no name", "delete what stands above"),
        ),
        (
            "e.csv",
            TABLE.replace("xd", "xd, yd", 1),
            ("e.csv:2", "got 8, allowed: 7", "between quotation marks"),
        ),
        (
            "f.csv",
            TABLE.replace("a b", '"a b', 1),
            ("f.csv:2", "unexpected end of data", "one that opens is closed"),
        ),
        ("g.csv", TABLE.replace("d3,", "d3\t"), ("g.csv:17", "wrong number of cells: got 6, allowed: 7")),
        (
            "h.csv",
            TABLE.replace("fluency", "coherence"),
            ("h.csv:1", "'coherence' is given twice", "each once"),
        ),
    ):
        (tmp_path / name).write_text(content, encoding="utf-8")
        said = said_of(tmp_path / name)
        assert [each for each in expected if each not in said] == [], said


def test_what_is_said_to_other_encodings_and_other_files(tmp_path: Path) -> None:
    archive = b"PK\3\4\x14\x00\x08\xff"
    for name, content, expected in (
        ("a.csv", TABLE.encode("utf-16"), ("a.csv:1", "is not UTF-8", "iconv -f UTF-16 -t UTF-8 a.csv")),
        ("b.csv", TABLE.replace("xd", "xö").encode("latin-1"), ("b.csv:2", "iconv -f WINDOWS-1252")),
        ("c.csv", TABLE.replace("xd", "x’").encode("cp1252"), ("c.csv:2", "iconv -f WINDOWS-1252")),
        ("d.csv", archive, ("d.csv", "is no text, but what is called .xlsx", "Give it a name")),
        ("e.parquet", TABLE.encode(), ("e.parquet", "cannot be read", "Is it what its name says, .parquet")),
    ):
        (tmp_path / name).write_bytes(content)
        said = said_of(tmp_path / name)
        assert [each for each in expected if each not in said] == [], said


NAMED: dict[str, tuple[dict[str, object], str]] = {
    "a wrong name": (
        {"text": "sumary"},
        r"frame: text: no table has a column 'sumary'. Did you mean 'summary'",
    ),
    "other capitals": ({"criteria": "Fluency"}, r"criteria: .* 'Fluency'. Did you mean 'fluency'"),
    "a task that is a criterion": (
        {"task": "fluency"},
        r"task: column 'fluency' is named as criterion and as",
    ),
    "a task that is the segment": (
        {"task": "doc_id"},
        r"'doc_id' is named as segment and as task. Name another",
    ),
    "a system that is the text": (
        {"system": "summary"},
        r"system: column 'summary' is named as text and as sys",
    ),
    "a rater that is the system": (
        {"rater": "system"},
        r"rater: column 'system' is named as system and as rater",
    ),
    "segment and system swapped": (
        {"segment": "system", "system": "doc_id"},
        r"frame:6: the references of segment 'A' are not those of frame:1. .* right column for segments",
    ),
}


@pytest.mark.parametrize("name", NAMED)
def test_what_is_said_to_columns_that_are_named_wrongly(name: str) -> None:
    changes, expected = NAMED[name]
    asked = {"text": "summary", "references": ["ref1", "ref2"], "segment": "doc_id", "system": "system"}
    with pytest.raises(WorkbenchError, match=expected):
        workbench.data(WIDE, **{**asked, "criteria": ["coherence", "fluency"], **changes})


def test_scores_of_programs_are_no_criteria_unless_they_are_named() -> None:
    frame = WIDE.rename(columns={"fluency": "rouge_1"})
    assert workbench.data(frame).criteria == ["coherence"]
    said = str(understand(workbench.data(frame, criteria=["coherence", "rouge_1"])))
    assert "metrics-as-criteria: some criteria are called like metrics" in said
    assert "'rouge_1'. Scores of programs belong in [scores]" in said
    said = str(understand(workbench.data(WIDE.assign(summary=list(map(str, range(30)))), text="summary")))
    assert "numbers-as-outputs: all outputs are numbers, as '0'. Was the right column read?" in said


def test_what_an_import_leaves_out_is_said(tmp_path: Path) -> None:
    mixed = fluency(lambda at, rating: "good" if at % 2 else rating)
    mixed.to_csv(tmp_path / "x.csv", index=False)
    arguments = ["data", "import", str(tmp_path / "x.csv"), "--yes", "--out", str(tmp_path / "x")]
    said = CliRunner().invoke(main, arguments).output
    assert "Words that are not taken: fluency (15 of 30 cells are numbers). If they are rat" in said
    fluency(lambda at, rating: f"{rating}/5" if at % 2 else "good").to_csv(tmp_path / "x.csv", index=False)
    assert "fluency (15 of 30 cells are numbers)" in CliRunner().invoke(main, arguments).output
    mixed.to_csv(tmp_path / "x.csv", index=False)
    said = CliRunner().invoke(main, [*arguments[:-1], str(tmp_path / "y"), "--criterion", "fluency"]).output
    assert "x.csv:3: fluency is not a number: got 'good'" in said


@pytest.mark.parametrize("word", ["n/a", "-", "?", "--", ".", "#N/A", "<NA>", "missing", "–", "NULL"])
def test_words_for_a_missing_rating(word: str) -> None:
    found = workbench.data(fluency(lambda at, rating: word if at % 7 == 0 else rating))
    assert [str(note) for note in found.notes] == ["5 of 60 ratings are missing"]
    assert found.criteria == ["coherence", "fluency"]


def test_rows_without_anything_are_no_rows(tmp_path: Path) -> None:
    for name, more in (("a.csv", "\n\n"), ("b.csv", ",,,,,,\n,,,,,,\n"), ("c.csv", " , ,,,,,\n")):
        (tmp_path / name).write_text(TABLE + more, encoding="utf-8")
        assert len(workbench.load(tmp_path / name).outputs) == 30
    (tmp_path / "d.csv").write_text(f"\n\n{TABLE}", encoding="utf-8")
    assert len(workbench.load(tmp_path / "d.csv").outputs) == 30


def test_a_last_line_that_does_not_end_is_noted(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(TABLE.rstrip("\n"), encoding="utf-8")
    note = "x.csv: the last line has no end of line. If it was cut off there, its last row is not whole"
    assert [str(each).endswith(note) for each in workbench.load(tmp_path / "x.csv").notes] == [True]
    folder = tmp_path / "mine"
    write_tables(folder, workbench.data(WIDE), ".csv")
    assert workbench.load(folder).notes == ()
    path = folder / "judgments.csv"
    path.write_bytes(path.read_bytes().rstrip())
    assert "judgments.csv: the last line has no end" in str(workbench.load(folder).notes[0])


def test_days_are_names(tmp_path: Path) -> None:
    days = pd.to_datetime("2024-01-0" + WIDE["doc_id"].str[1].map(lambda digit: str(int(digit) + 1)))
    found = workbench.data(WIDE.assign(doc_id=days))
    assert found.segments("all")[0] == "2024-01-01"
    assert understand(found).warnings == ()


def test_the_sheet_with_most_in_it_is_read(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    path = tmp_path / "x.xlsx"
    with pd.ExcelWriter(path) as book:
        pd.DataFrame({"note": ["mine"]}).to_excel(book, sheet_name="about", index=False)
        pd.DataFrame().to_excel(book, sheet_name="empty")
        WIDE.to_excel(book, sheet_name="ratings", index=False)
    found = workbench.load(path)
    assert len(found.outputs) == 30
    assert "sheet 'ratings' was read, and not 'about'. Save each" in str(found.notes[0])
    with pd.ExcelWriter(path) as book:
        WIDE.drop(columns=["coherence", "fluency"]).to_excel(book, sheet_name="texts", index=False)
        WIDE[["doc_id", "system", "fluency"]].to_excel(book, sheet_name="mine", index=False)
    assert workbench.load(path).criteria == ["fluency"]
    WIDE.assign(doc_id=WIDE["doc_id"].where(WIDE.index != 1)).to_excel(path, index=False)
    assert "x.xlsx:3: doc_id (segment) is no name" in said_of(path)
    WIDE.to_excel(path, index=False, startrow=2)
    assert "7 of 7 columns have no name. The first line names the columns" in said_of(path)
    path.write_text(TABLE, encoding="utf-8")
    assert "x.xlsx: is no workbook of Excel" in said_of(path)


def test_what_is_called_a_workbook_and_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "old.xls").write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(500))
    assert "old.xls: is a workbook of Excel before 2007, or has a password" in said_of(tmp_path / "old.xls")
    (tmp_path / "~$x.xlsx").write_bytes(b"\x05Somebody" + bytes(150))
    said = said_of(tmp_path / "~$x.xlsx")
    assert "is a mark that Excel sets beside a file that is open. Name x.xlsx itself" in said
    WIDE.to_csv(tmp_path / "x.csv", index=False)
    assert [path.name for path in tables_in(tmp_path)] == ["x.csv"]


def test_a_workbook_packed_in_an_unknown_way_is_said(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    path = tmp_path / "x.xlsx"
    WIDE.to_excel(path, index=False)
    archive = bytearray(path.read_bytes())
    # APPNOTE.TXT 4.3.7 and 4.3.12: the method is 8 bytes behind a local header, 10 behind a central one
    for header, behind in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        at = archive.find(header)
        while at >= 0:
            archive[at + behind : at + behind + 2] = (99).to_bytes(2, "little")
            at = archive.find(header, at + 1)
    path.write_bytes(archive)
    assert "x.xlsx: cannot be read: That compression method is not supported" in said_of(path)


def test_a_column_is_not_its_own_reference() -> None:
    with pytest.raises(
        WorkbenchError, match="'ref1' is named as text and as reference: every text would be its own"
    ):
        workbench.data(WIDE, "ref1", "ref1", "doc_id", "system", "coherence")


def test_columns_of_one_criterion_are_its_raters() -> None:
    found = workbench.data(WIDE, criteria=["flow=coherence", "flow=fluency"])
    assert found.criteria == ["flow"]
    assert set(found.judgments["rater"]) == {"coherence", "fluency"}


def test_judgments_of_other_names_are_left_out_where_that_is_asked() -> None:
    outputs = WIDE[["doc_id", "system", "summary", "ref1"]]
    judgments = WIDE[["doc_id", "system", "coherence"]].replace({"doc_id": {"d5": "d05"}})
    with pytest.raises(WorkbenchError, match=r"'d05' and 'd5' differ in zeros .* unmatched = 'drop'"):
        workbench.data(outputs, judgments=judgments)
    found = workbench.data(outputs, judgments=judgments, unmatched="drop")
    assert str(found.notes[-1]) == "judgments: 5 left out: judgment of unknown segment 'd05' (task 'all')"


def records_of(found: object) -> pd.DataFrame:
    return workbench.Experiment(found, ["rouge-1", "bleu"], preprocess=["13a"], **QUICK).records


def test_german_with_partial_judgments_and_people_as_systems(tmp_path: Path) -> None:
    """Semicolons, decimal commas, and a person who is both a system and a reference."""
    frame = wide(("Äpfel", "B", "C", "mensch"))
    person = frame["system"] == "mensch"
    frame["summary"] = ("Mädchen hörten " + frame["summary"]).where(~person, frame["ref1"])
    frame = frame.rename(columns={"ref1": "Referenz 1", "coherence": "Qualität", "summary": "Text"})
    frame["Qualität"] = [value + 0.5 if at % 3 else None for at, value in enumerate(frame["Qualität"])]
    frame.to_csv(tmp_path / "x.csv", index=False, sep=";", decimal=",")
    own = pd.read_csv(tmp_path / "x.csv", sep=";", decimal=",")
    references = {"mensch": "Referenz 1", "zwei": "ref2"}
    found = workbench.data(own, "Text", references, "doc_id", "system", "Qualität")
    assert [str(note) for note in found.notes] == [
        "8 of 24 ratings are missing",
        "reference 'mensch' is system 'mensch' in 6 segments: not held against itself",
    ]
    assert records_of(found)["n_systems"].unique().tolist() == [4]
    alone = workbench.Experiment(found, ["rouge-1"], references={"1": "named(reference=mensch)"}, **QUICK)
    assert alone.records["n_systems"].unique().tolist() == [3]
    assert "18 of 24; not of mensch" in alone.records["dataset"].iloc[0]


def test_dialogue_with_four_references_a_turn(tmp_path: Path) -> None:
    lines = [
        {
            "dialog_id": f"c{row.Index // 10}", "turn": row.Index // 5 % 2, "model": row.system,
            "response": row.summary, "context": ["hi", "how are you doing"],
            "references": [row.ref1, row.ref2, f"{row.ref1} too", f"{row.ref2} too"],
            "annotations": [{"worker": "w1", "overall": row.coherence}, {"worker": "w2", "overall": None}],
        }
        for row in WIDE.itertuples()
    ]  # fmt: skip
    frame = pd.DataFrame(lines)
    found = workbench.data(frame, "response", segment=["dialog_id", "turn"], system="model")
    assert "5 systems × 6 segments, 30 outputs, 4 references a segment" in understand(found).lines[0]
    assert str(found.notes[0]) == "30 of 60 ratings are missing"
    assert (records_of(found)["value"] > 0.9).all()


def test_two_hundred_systems() -> None:
    names = tuple(f"run-{number}" for number in range(200))
    found = workbench.data(wide(names, segments=3).assign(coherence=[*range(200)] * 3), criteria="coherence")
    assert len(found.systems("all")) == 200
    records = workbench.Experiment(found, ["rouge-1"], references={"1": "one"}, **QUICK).records
    assert records["n_systems"].unique().tolist() == [200]


def test_errors_marked_in_texts_as_mqm_is_published(tmp_path: Path) -> None:
    """A row an error, quotes that are a text's own, no error as a row of its own."""
    lines = ["system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity"]
    for at in range(4):
        for rank, system in enumerate(("ref.A", "Sys-1", "Sys-2", "Sys-3")):
            for error in range(max(rank, 1)):
                text = '"Go b!"' if system == "Sys-1" and not at else f"{WORDS[at + rank]} {WORDS[at]} b c"
                kind = ("Accuracy/Mistranslation", "Major") if error < rank else ("No-error", "No-error")
                marked = text.replace("b", "<v>b</v>", 1) if error < rank else text
                lines.append("\t".join([system, "d1", str(at), str(at), "rater1", "src", marked, *kind]))
    (tmp_path / "mqm.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = workbench.load(tmp_path / "mqm.tsv")
    assert found.systems("all") == ["Sys-1", "Sys-2", "Sys-3"]
    assert set(found.references["reference"]) == {"ref.A"}
    assert found.outputs["text"].iloc[0] == '"Go b!"'
    assert found.judgments.groupby("system")["score"].mean().tolist() == [5.0, 10.0, 15.0]
    assert found.card.criteria[found.criteria[0]].direction == "lower"


def test_criteria_stand_as_columns_do_or_by_name_whatever_the_order_of_rows() -> None:
    wide = WIDE.rename(columns={"coherence": "z2", "fluency": "a"}).assign(z10=1.0)
    wide.loc[0, "z2"] = float("nan")
    named = {"criteria": ["z2", "a", "z10"], "segment": "doc_id"}
    assert workbench.data(wide, **named).criteria == ["z2", "a", "z10"]
    long = wide.melt(["doc_id", "system", "summary", "ref1", "ref2"], ["z2", "a", "z10"], "what", "score")
    for rows in (long, long[::-1], long.sample(frac=1, random_state=1)):
        found = workbench.data(
            rows.dropna(subset="score"), criteria="score", criterion_name="what", segment="doc_id"
        )
        assert found.criteria == ["a", "z2", "z10"]
        assert list(found.card.criteria) == ["a", "z2", "z10"]


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize(
    ("table", "column", "meant"),
    [
        ("references", "weights", "weight"),
        ("references", "Made by", "made_by"),
        ("judgments", "raters", "rater"),
        ("outputs", "documents", "document"),
    ],
)
def test_columns_that_may_be_left_out_are_not_lost_by_their_spelling(
    tmp_path: Path, ending: str, table: str, column: str, meant: str
) -> None:
    write = {
        "csv": lambda frame, path: frame.to_csv(path, index=False),
        "jsonl": lambda frame, path: frame.to_json(path, orient="records", lines=True),
        "parquet": lambda frame, path: frame.to_parquet(path, index=False),
    }[ending]
    tables = {
        "outputs": pd.DataFrame({"segment": ["1", "1"], "system": ["A", "B"], "text": ["a b", "c d"]}),
        "references": pd.DataFrame({"segment": ["1"], "reference": ["r"], "text": ["a c"]}),
        "judgments": pd.DataFrame(
            {"segment": ["1", "1"], "system": ["A", "B"], "criterion": ["flow"] * 2, "score": [1.0, 2.0]}
        ),
    }
    tables[table][column] = 0.5 if meant == "weight" else "A"
    for name, frame in tables.items():
        write(frame, tmp_path / f"{name}.{ending}")
    (tmp_path / "card.toml").write_text('reader = "tables"\n', encoding="utf-8")
    with pytest.raises(WorkbenchError) as caught:
        workbench.load(tmp_path)
    said = f"{table}.{ending}: column {column!r} would not be read. Call it {meant!r}, or leave it out"
    assert said in str(caught.value)


def test_a_column_beside_the_one_that_it_is_called_like_is_left_out(tmp_path: Path) -> None:
    own = workbench.data(
        pd.DataFrame({"d": [1, 1], "s": ["A", "B"], "t": ["a b", "c d"], "r": ["a c"] * 2, "q": [1, 2]}),
        text="t", references="r", segment="d", system="s", criteria="q",
    )  # fmt: skip
    folder = own.write(tmp_path / "own")
    [path] = folder.glob("references.*")
    rows = pd.read_json(path, lines=True) if ".jsonl" in path.name else pd.read_csv(path)
    rows.assign(weight=0.5, weights=1).to_csv(folder / "references.csv", index=False)
    if path.name != "references.csv":
        path.unlink()
    assert workbench.load(folder).references["weight"].tolist() == [0.5]
