"""Workbooks of several sheets: what the largest lacks is read from another, or the workbook is refused."""

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.mapping.sources import read_sources
from workbench.errors import DataError

pytest.importorskip("openpyxl")
WORDS = "abcdefghijklmnop"
KEYS = [{"doc": f"d{at}", "system": system} for at in range(5) for system in "ABC"]
OUTPUTS = pd.DataFrame(
    [
        {**key, "ref": " ".join(WORDS[at : at + 8]), "summary": f"{WORDS[at : at + 3 + rank]} of it x y"}
        for key, at, rank in ((each, number // 3, number % 3) for number, each in enumerate(KEYS))
    ]
)
RATINGS = pd.DataFrame(
    [{**key, "rater": rater, "score": 1 + number % 3} for number, key in enumerate(KEYS) for rater in "uvw"]
)
NOTES = pd.DataFrame({"about": ["these were rated by three people", "and there is more to say of it"]})


def workbook(path: Path, **sheets: pd.DataFrame) -> Path:
    with pd.ExcelWriter(path) as writer:
        for name, frame in sheets.items():
            frame.to_excel(writer, sheet_name=name, index=False)
    return path


def test_texts_and_ratings_on_sheets_of_their_own(tmp_path: Path) -> None:
    path = workbook(tmp_path / "x.xlsx", texts=OUTPUTS, ratings=RATINGS, README=NOTES)
    arguments = ["data", "import", str(path), "--yes", "--out", str(tmp_path / "own")]
    said = CliRunner().invoke(main, arguments).output
    assert "15 outputs, 1 reference a segment" in said
    assert "sheets 'ratings', 'texts' were read, and not 'README'" in said
    own = workbench.load(path)
    assert own.judgments.groupby("system")["score"].mean().tolist() == [1, 2, 3]
    assert len(own.judgments) == 45


def test_ratings_on_the_smaller_sheet(tmp_path: Path) -> None:
    ratings = pd.DataFrame([{**key, "flow": 1 + number % 3} for number, key in enumerate(KEYS)])
    own = workbench.load(workbook(tmp_path / "x.xlsx", texts=OUTPUTS, ratings=ratings))
    assert len(own.outputs) == len(own.judgments) == 15
    assert str(own.notes[0]).endswith("sheets 'texts', 'ratings' were read, each as a table")


@pytest.mark.parametrize("held", [["ref", "summary"], ["ref"], ["summary"], ["summary", "remark"]])
def test_a_sheet_of_texts_is_not_left_out_silently(tmp_path: Path, held: list[str]) -> None:
    other = OUTPUTS.rename(columns={"doc": "ID", "system": "by"}).assign(remark="this is of no use")
    path = workbook(tmp_path / "x.xlsx", texts=other[["ID", "by", *held]], ratings=RATINGS)
    with pytest.raises(DataError) as caught:
        workbench.load(path)
    assert str(caught.value) == (
        f"{path}: sheet 'ratings' has no texts, and shares no column with sheet 'texts', which has some. "
        "Name the columns of segments and systems alike in both, or import a file of each"
    )


def test_a_sheet_of_other_texts_is_left_out_where_those_that_were_rated_are_read(tmp_path: Path) -> None:
    other = OUTPUTS.rename(columns={"doc": "ID", "system": "by"})[["ID", "by", "summary"]]
    own = workbench.load(workbook(tmp_path / "x.xlsx", texts=OUTPUTS, older=other, ratings=RATINGS))
    assert (len(own.outputs), len(own.judgments)) == (15, 45)
    assert "sheets 'ratings', 'texts' were read, and not 'older'" in str(own.notes[0])


def test_a_table_of_means_beside_the_ratings_is_left_out(tmp_path: Path) -> None:
    rated = OUTPUTS.assign(flow=[1 + number % 3 for number in range(15)])
    means = rated.groupby("system", as_index=False)["flow"].mean()
    own = workbench.load(workbook(tmp_path / "x.xlsx", means=means, data=rated))
    assert len(own.judgments) == 15
    assert "sheet 'data' was read, and not 'means'" in str(own.notes[0])


def test_ratings_without_texts_beside_a_sheet_of_remarks(tmp_path: Path) -> None:
    own = workbench.load(workbook(tmp_path / "x.xlsx", ratings=RATINGS, README=NOTES))
    assert not own.card.texts
    assert len(own.judgments) == 45


def damaged(content: bytes) -> Iterator[bytes]:
    """Yield a workbook that was cut off, of which bytes are others, and with parts cut, missing or no XML."""
    yield from (content[: len(content) * tenth // 10] for tenth in range(1, 10))
    rng = Random(1)
    for _ in range(20):
        changed = bytearray(content)
        for _ in range(20):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        yield bytes(changed)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, part in parts.items():
        for other in (b"", b"junk", part[: len(part) // 2], None):
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w") as archive:
                for each, had in parts.items():
                    if each != name or other is not None:
                        archive.writestr(each, had if each != name else other)
            yield packed.getvalue()


def test_a_damaged_workbook_is_said_in_a_line(tmp_path: Path) -> None:
    path = workbook(tmp_path / "x.xlsx", texts=OUTPUTS)
    refused: list[str] = []
    for content in damaged(path.read_bytes()):
        path.write_bytes(content)
        try:
            assert read_sources(path)
        except DataError as error:
            refused += [str(error)]
    assert len(refused) > 50
    assert all(said.startswith(str(path)) and "\n" not in said for said in refused)


def cached(path: Path, cell: bytes) -> Path:
    """Write the workbook again as a program that computes does, with what it puts in place of ``<v></v>``."""
    parts = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            bare = rb'<c r="([A-Z]+[0-9]+)"( s="[0-9]+")?><f>([^<]*)</f><v ?/?>(</v>)?</c>'
            parts[name] = re.sub(bare, cell, archive.read(name))
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def test_formulas_that_nobody_computed_are_refused_with_their_cells(tmp_path: Path) -> None:
    flow = [f"=1+{at}" for at in range(15)]
    path = workbook(tmp_path / "x.xlsx", texts=OUTPUTS.assign(flow=flow))
    with pytest.raises(DataError) as caught:
        read_sources(path)
    assert str(caught.value) == (
        f"{path}: formulas without a value, which no spreadsheet program has computed: "
        "E2, E3, E4, E5, E6 and 10 more. "
        "Open the file in one and save it, or write values in place of formulas"
    )
    few = workbook(tmp_path / "few.xlsx", texts=OUTPUTS.assign(flow=[*flow[:5], *range(10)]))
    with pytest.raises(DataError, match=r"computed: E2, E3, E4, E5, E6\. Open"):
        read_sources(few)
    computed = cached(path, rb'<c r="\1"><f>\3</f><v>4</v></c>')
    assert {row["flow"] for _, row in read_sources(computed)[0].rows} == {4}


def test_a_formula_that_came_to_an_empty_text_is_an_empty_cell(tmp_path: Path) -> None:
    path = workbook(tmp_path / "x.xlsx", texts=OUTPUTS.assign(note='=IF(1,"","x")'))
    assert len(read_sources(cached(path, rb'<c r="\1" t="str"><f>\3</f><v></v></c>'))[0].rows) == 15


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        (
            "~$x.xlsx",
            b"PK",
            "is a mark that Excel sets beside a file that is open. "
            "Name x.xlsx itself, which is open in Excel: save it there first",
        ),
        (
            "x.xlsx",
            bytes.fromhex("d0cf11e0a1b11ae1") + b"x",
            "is a workbook of Excel before 2007, or has a password: neither is read. "
            "Save it as .xlsx without a password, or as CSV in UTF-8",
        ),
        (
            "y.xlsx",
            b"a,b\n1,2\n",
            "is no workbook of Excel, though it is called .xlsx. "
            "A table as text is named .csv or .tsv; a workbook is saved as .xlsx",
        ),
    ],
)
def test_what_is_called_as_a_workbook_and_is_none(
    tmp_path: Path, name: str, content: bytes, what: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError) as caught:
        read_sources(tmp_path / name)
    assert str(caught.value) == f"{tmp_path / name}: {what}"


def test_without_the_package_for_workbooks_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = workbook(tmp_path / "x.xlsx", texts=OUTPUTS)

    def fail(*_: object, **__: object) -> None:
        raise ImportError("no openpyxl")

    monkeypatch.setattr(pd, "read_excel", fail)
    with pytest.raises(DataError) as caught:
        read_sources(path)
    assert str(caught.value) == (
        f"{path}: Excel files need a package that is not installed. "
        "pip install 'workbench[excel]', or save it as CSV in UTF-8"
    )


def test_a_sheet_is_named_where_there_are_several(tmp_path: Path) -> None:
    path = workbook(tmp_path / "x.xlsx", texts=OUTPUTS, more=pd.DataFrame({"sum": ["=1+1"]}))
    with pytest.raises(DataError, match=r"computed: A2 of sheet2\. Open"):
        read_sources(path)


def test_names_that_are_texts_keep_their_zeros(tmp_path: Path) -> None:
    """Cells that hold the text 007 were read as the number 7, and 01 and 1 as one segment."""
    names = ["007", "07", "7", "1E2", "100"]
    frame = OUTPUTS.assign(doc=[names[at // 3] for at in range(15)], flow=[1 + at % 3 for at in range(15)])
    own = workbench.load(workbook(tmp_path / "x.xlsx", all=frame))
    assert sorted(own.segments("all")) == sorted(names)
    assert own.judgments["score"].tolist() == [1, 2, 3] * 5
