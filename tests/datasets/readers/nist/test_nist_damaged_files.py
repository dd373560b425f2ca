"""Every table and text of DUC and TAC: cut off, wrongly encoded, in another order, twice, with more."""

import random
from pathlib import Path

import pytest
from nist_tree import TAC_ARCHIVES, Task, Tree, duc2001, duc2002, duc2003, tac, write_tree

from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.datasets.readers.nist.duc import TABLES as DUC_TABLES
from workbench.datasets.readers.nist.tac import LAYOUTS
from workbench.errors import DataError

TREES: dict[str, Tree] = {
    "duc2001": duc2001([Task("P", 100, 3, 3, 2), Task("M", 50, 3, 3, 2)]),
    "duc2002": duc2002([Task("P", 100, 3, 2, 2), Task("M", 10, 3, 2, 2)]),
    "duc2003": duc2003([Task("P", 10, 3, 4, 2, 1), Task("M", 100, 3, 4, 2, 4)], extra=True),
    **{f"tac{year}": tac(year, sets=2, peers=3) for year in TAC_ARCHIVES},
}
LATEST = "original.results.corrected.improved.withPenaltyForExcess"
TABLES = [
    ("duc2001", "results1_table.txt", 0),
    ("duc2002", "phase1/short.results.table", 37),
    ("duc2003", f"{LATEST}/short.results.table1", 0),
    ("duc2003", f"{LATEST}/short.results.table4", 0),
    ("duc2003", "results.table.R.paired.noheader", 0),
    ("duc2003", "results.table.U.paired.noheader", 0),
    ("tac2008", "UpdateSumm08_eval/manual/manual.peer", 0),
    ("tac2009", "UpdateSumm09_eval/manual/manual.peer.A", 0),
    ("tac2010", "GuidedSumm2010_eval/manual/manual.peer.B", 0),
    ("tac2011", "GuidedSumm2011_eval/manual/manual.peer.A", 0),
]
BY_TABLE = pytest.mark.parametrize(("name", "table", "header"), TABLES)
SEES = [
    ("duc2001", "submissions.for.SEE/D90.M.050.X.20.html"),
    ("duc2002", "SEE.model_edited.abstracts.in.edus/D90.M.010.X.A.html"),
]
TEXTS = [
    *SEES,
    ("duc2001", "documents/data/test/original.summaries/d90xb/50"),
    ("tac2008", "UpdateSumm08_eval/ROUGE/models/D0801-A.M.100.A.A"),
]


def read(home: Path, name: str, changed: Tree | None = None) -> EvalSet:
    write_tree(home / name, TREES[name] | (changed or {}))
    return load(name, home)


def fault(home: Path, name: str, changed: Tree) -> str:
    with pytest.raises(DataError) as caught:
        read(home, name, changed)
    return str(caught.value)


def test_every_table_that_is_read_is_damaged() -> None:
    names = {path.rpartition("/")[2].lower() for _, path, _ in TABLES}
    for year, tables in DUC_TABLES.items():
        assert {name.rstrip("1234") for name in tables} <= {name.rstrip("1234") for name in names}, year
    for layout in LAYOUTS.values():
        assert names & set(layout.files)


@BY_TABLE
@pytest.mark.parametrize("cut", [7, 12])
def test_cut_off(tmp_path: Path, name: str, table: str, header: int, cut: int) -> None:
    content = TREES[name][table]
    said = fault(tmp_path, name, {table: content[:-cut]})
    last = content.count(b"\n")
    assert f"{tmp_path / name / table}:{last}" in said


@BY_TABLE
def test_cut_within_the_last_cell_is_noted(tmp_path: Path, name: str, table: str, header: int) -> None:
    content = TREES[name][table]
    notes = [str(note) for note in read(tmp_path, name, {table: content[:-1]}).notes]
    lines = content.decode().count("\n")
    place = f"{tmp_path / name / table}:{lines}"
    assert any(each.startswith(place) and "the file may be cut off there" in each for each in notes)


@BY_TABLE
def test_empty(tmp_path: Path, name: str, table: str, header: int) -> None:
    assert f"{table}: holds no rows of the table. It is empty" in fault(tmp_path, name, {table: b""})


@BY_TABLE
def test_wrongly_encoded(tmp_path: Path, name: str, table: str, header: int) -> None:
    lines = TREES[name][table].split(b"\n")
    line = header + 2
    lines[line - 1] = lines[line - 1].replace(b" ", "\u00a0 ".encode("latin-1"), 1)
    assert f"{table}:{line}: is not ASCII" in fault(tmp_path, name, {table: b"\n".join(lines)})
    other = TREES[name][table].decode().encode("utf-16")
    assert table in fault(tmp_path, name, {table: other})


@BY_TABLE
@pytest.mark.parametrize("seed", [1, 2])
def test_in_another_order(tmp_path: Path, name: str, table: str, header: int, seed: int) -> None:
    expected = read(tmp_path / "a", name)
    lines = TREES[name][table].decode().split("\n")[:-1]
    rows = lines[header:]
    random.Random(seed).shuffle(rows)
    again = read(
        tmp_path / "b", name, {table: "".join(f"{line}\n" for line in lines[:header] + rows).encode()}
    )
    assert again.fingerprint == expected.fingerprint


@BY_TABLE
def test_a_row_twice(tmp_path: Path, name: str, table: str, header: int) -> None:
    content = TREES[name][table]
    lines = content.split(b"\n")
    said = fault(tmp_path, name, {table: content + lines[-2] + b"\n"})
    assert f"{table}:{len(lines)}: given twice: " in said


@BY_TABLE
@pytest.mark.parametrize("place", [2, -1])
def test_more_columns(tmp_path: Path, name: str, table: str, header: int, place: int) -> None:
    lines = TREES[name][table].decode().split("\n")[:-1]
    rows = [line.split() for line in lines[header:]]
    for row in rows:
        row.insert(place if place >= 0 else len(row), "1")
    changed = "".join(f"{line}\n" for line in lines[:header] + [" ".join(row) for row in rows])
    said = fault(tmp_path, name, {table: changed.encode()})
    # a row of 2001 has no fixed number of cells: what is in the wrong place is no peer there
    assert f"{table}:{header + 1}: " in said


@BY_TABLE
def test_a_column_less(tmp_path: Path, name: str, table: str, header: int) -> None:
    lines = TREES[name][table].decode().split("\n")[:-1]
    changed = "".join(
        f"{line}\n" for line in lines[:header] + [line.rpartition(" ")[0] for line in lines[header:]]
    )
    assert f"{table}:{header + 1}: wrong number of cells" in fault(tmp_path, name, {table: changed.encode()})


@pytest.mark.parametrize(("name", "text"), SEES)
@pytest.mark.parametrize("cut", [3, 20, 60])
def test_a_cut_summary(tmp_path: Path, name: str, text: str, cut: int) -> None:
    said = fault(tmp_path, name, {text: TREES[name][text][:-cut]})
    assert f"{tmp_path / name / text}" in said
    assert "is cut off" in said


def test_a_cut_model_file(tmp_path: Path) -> None:
    name = "documents/data/test/original.summaries/d90xb/perdocs"
    said = fault(tmp_path, "duc2001", {name: TREES["duc2001"][name][:-9]})
    assert f"{name}:" in said
    assert "the summary is cut off" in said


@pytest.mark.parametrize(("name", "text"), TEXTS)
def test_a_wrongly_encoded_summary_is_noted(tmp_path: Path, name: str, text: str) -> None:
    content = TREES[name][text]
    notes = read(tmp_path, name, {text: content.replace(b".", "é.".encode("latin-1"), 20)}).notes
    mine = [str(note) for note in notes if text in str(note)]
    assert any("not ASCII: each separates words" in note for note in mine)


@pytest.mark.parametrize(("name", "text"), TEXTS)
def test_an_empty_summary(tmp_path: Path, name: str, text: str) -> None:
    """An empty plain file is an empty summary; markup has to be there where there should be some."""
    if "html" in text:
        data = read(tmp_path, name, {text: b"<html>\n<body>\n</body>\n</html>\n"})
        assert any("the summary is empty" in str(note) for note in data.notes)
    elif "original" in text:
        assert "holds no <SUM>" in fault(tmp_path, name, {text: b""})
    else:
        assert any("the summary is empty" in str(note) for note in read(tmp_path, name, {text: b""}).notes)
