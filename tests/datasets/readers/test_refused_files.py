"""What the operating system refuses and what is no text: each reader says it in a line, with the reason."""

import bz2
import codecs
import errno
import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
import pytest

from workbench.datasets.arrays import read_arrays
from workbench.datasets.line_segments import uneven_lines
from workbench.datasets.mapping.sources import read_sources
from workbench.datasets.originals.folders import copy_or_original, has_converted, original
from workbench.datasets.readers.lines import end_of, read_content, read_lines, read_separated, stream_lines
from workbench.datasets.readers.nist.files import Member, read_members
from workbench.datasets.readers.nist.rouge155_texts import read_sentences
from workbench.datasets.readers.nist.rows import read_rows
from workbench.errors import DataError, MissingDataError, Problem

READERS: dict[str, Callable[[Path], object]] = {
    "lines": lambda path: list(read_lines(path)),
    "stream": lambda path: list(stream_lines(path)),
    "content": read_content,
    "rows": lambda path: list(read_separated(path, (), ",")),
}


def said(read: Callable[[Path], object], path: Path) -> str:
    with pytest.raises(DataError) as caught:
        read(path)
    return str(caught.value)


@pytest.mark.parametrize("name", READERS)
def test_files_that_are_none(tmp_path: Path, name: str) -> None:
    read = READERS[name]
    assert said(read, tmp_path / "x.csv") == f"{tmp_path / 'x.csv'}: there is no such file"
    with pytest.raises(MissingDataError):
        read(tmp_path / "x.csv")
    assert said(read, tmp_path) == f"{tmp_path}: is a folder, not a file"
    assert ": is no name of a file: " in said(read, tmp_path / "a\0b")


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    ("error", "reason"),
    [(OSError(errno.EACCES, "Permission denied"), "Permission denied"), (OSError("it broke"), "it broke")],
)
def test_files_that_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, error: OSError, reason: str
) -> None:
    path = tmp_path / "x.csv"
    path.write_text("a,b\n1,2\n")

    def fail(*_: object) -> Iterator[bytes]:
        raise error

    monkeypatch.setattr(Path, "open", fail)
    assert said(READERS[name], path) == f"{path}: cannot be read: {reason}"


def test_arrays_and_sentences_that_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    assert said(read_arrays, path) == f"{path}: there is no such file"

    def sentences(path: Path) -> object:
        return read_sentences(str(path), "SPL", "settings.xml:7")

    assert said(sentences, path) == f"settings.xml:7: there is no such file: got {str(path)!r}"

    for error, reason in ((PermissionError(errno.EACCES, "Permission denied"), "Permission denied"),
                          (OSError("it broke"), "it broke")):  # fmt: skip

        def fail(*_: object, error: OSError = error, **__: object) -> bytes:
            raise error

        monkeypatch.setattr(Path, "open", fail)
        assert said(read_arrays, path) == f"{path}: cannot be read: {reason}"
        assert said(sentences, path) == f"settings.xml:7: cannot be read: {reason}: got {str(path)!r}"
    monkeypatch.undo()
    assert "settings.xml:7: cannot be read: embedded null byte" in said(sentences, Path("a\0b"))


@pytest.mark.parametrize(
    ("content", "place", "what"),
    [
        (b"PK\3\4xx\xff\n", "", "is no text, but what is called .xlsx. Give it a name that ends in .xlsx"),
        (b"PAR1\xff\n", "", "is no text, but what is called .parquet. Give it a name that ends in .parquet"),
        # further below it is a text like another one
        (
            b"a\nPK\3\4xx\xff\n",
            ":2",
            "is not UTF-8 (byte 7 of the line). It looks like WINDOWS-1252 or Latin-1; to convert it: "
            "iconv -f WINDOWS-1252 -t UTF-8 x.csv > converted",
        ),
        (
            codecs.BOM_UTF16_BE + "é".encode("utf-16-be"),
            ":1",
            "is not UTF-8 (byte 1 of the line). It looks like UTF-16; to convert it: "
            "iconv -f UTF-16 -t UTF-8 x.csv > converted",
        ),
        (
            "é".encode("utf-16-le"),
            ":1",
            "is not UTF-8 (byte 1 of the line). It looks like UTF-16; to convert it: "
            "iconv -f UTF-16 -t UTF-8 x.csv > converted",
        ),
    ],
)
def test_files_that_are_no_texts(tmp_path: Path, content: bytes, place: str, what: str) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(content)
    assert said(READERS["lines"], path) == f"{path}{place}: {what}"


def test_marks_and_ends_of_lines(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    for content in (b"a\nb", b"a\r\nb", b"a\rb", codecs.BOM_UTF8 + b"a\nb", gzip.compress(b"a\nb")):
        path.write_bytes(content)
        assert list(read_lines(path)) == [(1, "a"), (2, "b")]
    # beside another end of line one of an old Mac is part of the text
    path.write_bytes(b"a\rb\nc\n")
    assert list(read_lines(path)) == [(1, "a\rb"), (2, "c"), (3, "")]
    path.write_bytes(codecs.BOM_UTF8 + b"a\n\nb")
    assert list(stream_lines(path)) == [b"a", b"", b"b"]
    path.write_bytes(gzip.compress(codecs.BOM_UTF8 + b"a\nb\n"))
    assert list(stream_lines(path)) == [b"a", b"b"]
    (tmp_path / "x.bz2").write_bytes(bz2.compress(b"a\nb\n"))
    assert list(stream_lines(tmp_path / "x.bz2")) == [b"a", b"b"]


@pytest.mark.parametrize(
    ("name", "content", "is_cut"),
    [
        ("x.csv", b"a\nb", True),
        ("x.csv", b"a\nb\n", False),
        ("x.csv", b"a\rb\r", False),
        ("x.csv", gzip.compress(b"a\nb", mtime=0), False),
        ("x.csv.bz2", bz2.compress(b"a\nb"), False),
    ],
)
def test_a_last_line_without_an_end(tmp_path: Path, name: str, content: bytes, is_cut: bool) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    note = f"{path}: the last line has no end of line. If it was cut off there, its last row is not whole"
    assert [str(each) for each in end_of(path)] == [note] * is_cut


def test_the_last_line_of_a_table_of_nist() -> None:
    """Blanks behind the last end of line are no row that may be cut off."""
    for content, notes in ((b"D90 M\n", 0), (b"D90 M\n \t", 0), (b"D90 M", 1)):
        noted: list[Problem] = []
        rows = list(read_rows(Member("t", ("t",), content), 2, has_header=False, notes=noted))
        assert [row.cells for row in rows] == [("D90", "M")]
        assert len(noted) == notes


def test_prose_above_a_table_of_nist_may_be_a_word() -> None:
    content = b"D90\nD91 is no row\nD90 M 1\nD91 P 2\n"
    rows = read_rows(Member("t", ("t",), content), 3, has_header=True, notes=[])
    assert [row.cells for row in rows] == [("D90", "M", "1"), ("D91", "P", "2")]


def test_lines_that_are_segments_are_as_many_in_all_texts() -> None:
    rows = pd.DataFrame({"task": "t", "segment": "1", "text": ["a", "a\nb", "a\nb\nc"]})
    said = "{}: {}, and other texts of segment '1' of task 't' have {}. Lines are segments here (card: lines)"
    places = ("o:{}".format, "r:{}".format)
    first = uneven_lines(rows, places[0], rows[:1], places[1])
    assert list(map(str, first)) == [said.format("o:1", "2 lines", 1), said.format("o:2", "3 lines", 1)]
    other = uneven_lines(rows[1:2], places[0], rows, places[1])
    assert list(map(str, other)) == [said.format("r:0", "1 line", 2), said.format("r:2", "3 lines", 2)]


def test_an_archive_may_be_called_in_capitals(tmp_path: Path) -> None:
    from nist_tree import archive

    content = gzip.decompress(archive({"a.txt": b"a"}))
    for name in ("x.TAR", "x.tar"):
        (tmp_path / name).write_bytes(content)
    (tmp_path / "y.TGZ").write_bytes(gzip.compress(content))
    found = ["/".join(each.parts) for each in read_members(tmp_path, lambda parts: True)]
    assert found == ["x.TAR/a.txt", "x.tar/a.txt", "y.TGZ/a.txt"]


def test_a_converted_file_or_those_of_the_origin(tmp_path: Path) -> None:
    """Where nothing is there the converted one is what is missing."""
    assert has_converted(tmp_path, "x.jsonl", "copy.csv")
    (tmp_path / "copy.csv").touch()
    assert not has_converted(tmp_path, "x.jsonl", "copy.csv")
    assert has_converted(tmp_path, "x.jsonl")
    assert copy_or_original(tmp_path, ("no", "copy.csv"), "repo", "a/b") == tmp_path / "copy.csv"
    (tmp_path / "copy.csv").unlink()
    (tmp_path / "original").mkdir()
    assert not has_converted(tmp_path, "x.jsonl")
    assert copy_or_original(tmp_path, ("no",), "repo", "a/b") == original(tmp_path, "repo", "a/b")
    (tmp_path / "x.jsonl").touch()
    assert has_converted(tmp_path, "x.jsonl", "copy.csv")


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (
            "version https://git-lfs.github.com/spec/v1\noid 1\n",
            "is a pointer of Git LFS, and not the file: got 'version https://git-lfs.github.com/spec/'. "
            "Get the file: git lfs pull",
        ),
        (
            " <!DOCTYPE html>\n<html>\n",
            "is a page of the web, and no table: got ' <!DOCTYPE html>'. "
            "Download the file itself, as its page offers it",
        ),
        (
            "sep=;\na;b\n1;2\n",
            "says the separator to Excel, and names no columns: got 'sep=;'. "
            "Delete this line: it is found without",
        ),
        ("a,a\n1,2\n", "column 'a' is given twice. The first line names the columns, each once"),
        ("a,,\n1,2,3\n", "2 of 3 columns have no name. The first line names the columns, each: delete what "
         "stands above it, and fill in merged cells"),
    ],
)  # fmt: skip
def test_first_lines_that_name_no_columns(tmp_path: Path, content: str, what: str) -> None:
    path = tmp_path / "x.csv"
    path.write_text(content)
    assert said(READERS["rows"], path) == f"{path}:1: {what}"


@pytest.mark.parametrize(
    ("name", "row", "hint"),
    [
        (
            "x.csv",
            "1\n",
            "Is a cell missing, or does the first line end with a separator, or are lines no rows?",
        ),
        ("x.csv", "1,2,3\n", "A text with a separator in it stands between quotation marks"),
        (
            "x.csv",
            "1,2,\n",
            "The line ends with a separator, the first one does not: delete it, or add one there",
        ),
        ("x.tsv", "1\t2\t3\n", "Make blanks of the tabs inside of texts, or save it as CSV"),
    ],
)
def test_rows_of_another_length(tmp_path: Path, name: str, row: str, hint: str) -> None:
    path, separator = tmp_path / name, "\t" if name.endswith("tsv") else ","
    path.write_text(separator.join("ab") + f"\n{row}")
    cells = row.count(separator) + 1

    def read(path: Path) -> object:
        return list(read_separated(path, (), separator))

    assert said(read, path) == (f"{path}:2: wrong number of cells: got {cells}, allowed: 2. {hint}")
    path.write_text("# of 2024\na,b\n1,2\n")
    assert said(READERS["rows"], path) == (
        f"{path}:2: wrong number of cells: got 2, allowed: 1. "
        "The first line names the columns: delete what stands above it"
    )
    path.write_text("a,b\n")
    assert said(READERS["rows"], path) == f"{path}: has no rows, only the names of columns"
    path.write_text("a,b\n1,2\na,b\n")
    assert said(READERS["rows"], path) == (
        f"{path}:3: has the names of the columns once more: got 'a'. "
        "Of files put together the first alone keeps its first line: delete this one"
    )


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ('{"a": 1,}', ":1: is not JSON: Illegal trailing comma before end of object"),
        ("5", ": is no list of objects"),
        ('[{"a": 1}, 2]', ": is no list of objects"),
        (
            '{"x": {"a": 1}, "y": {"b": 2}}',
            ": is an object of objects, and no list of them",
        ),
    ],
)
def test_json_that_is_no_list_of_rows(tmp_path: Path, content: str, what: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(content)
    found = said(read_sources, path)
    if "is not JSON" in what:
        assert found.startswith(f"{path}:1: is not JSON: ")
        assert found.endswith(". A file with one object a line ends in .jsonl")
    else:
        row = "A row an object: [{...}, {...}], what names it as a field of its own"
        assert found == f'{path}{what}. {row} (in pandas orient="records")'
