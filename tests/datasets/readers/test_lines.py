"""Whatever is wrong with a file, the message names the file and, where there is one, the line."""

import bz2
import codecs
import csv
import gzip
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.datasets.readers.lines import (
    end_of,
    read_jsonl,
    read_lines,
    read_number,
    read_separated,
    stream_lines,
)
from workbench.datasets.readers.quotes import is_quoted
from workbench.errors import DataError, MissingDataError

GOOD = b'{"id": "a", "score": 1}\n'


def fault_of_jsonl(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        list(read_jsonl(path, {"id": str, "score": (int, float)}))
    return str(caught.value).removeprefix(str(path))


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", ": is empty"),
        (b"\n \n", ": is empty"),
        (GOOD + b'{"id": "a"\n', ":2:11: is not JSON"),
        (GOOD + b"\n" + b"oops\n", ":3:1: is not JSON"),
        (b'["id", "score"]\n', ":1: is not a JSON object"),
        (GOOD + b'{"id": "caf\xe9", "score": 1}\n', ":2: is not UTF-8 (byte 12 of the line)"),
        (b'{"Id": "a", "score": 1}\n', ":1: field 'id' is missing. Did you mean 'Id'?"),
        (b'{"id": 1, "score": 1}\n', ":1: field 'id' has the wrong type: got 1, allowed: str"),
        (
            b'{"id": "a", "score": "1"}\n',
            ":1: field 'score' has the wrong type: got '1', allowed: int or float",
        ),
        (b'{"id": "a", "score": true}\n', ":1: field 'score' has the wrong type"),
        (b'{"id": null, "score": 1}\n', ":1: field 'id' has the wrong type: got 'nothing'"),
        (b'{"id": ["a"], "score": 1}\n', ":1: field 'id' has the wrong type: got 'a list'"),
        (b'{"id": "a", "score": 1, "id": "b"}\n', ":1: field 'id' is given twice"),
        (b'{"id": "a", "score": 1, "more": {"x": 1, "x": 1}}\n', ":1: field 'x' is given twice"),
        ('{"id": "a", "score": 1}'.encode("utf-16"), ":1: is not UTF-8 (byte 1 of the line)"),
        (b'{"id": "\\ud800", "score": 1}\n', ":1: is not Unicode"),
        (b"[" * 100_000, ":1: is not readable JSON"),
        (b'{"id": ' + b"9" * 5000 + b"}", ":1: is not readable JSON"),
    ],
)
def test_faults_of_jsonl(tmp_path: Path, content: bytes, fault: str) -> None:
    assert fault_of_jsonl(tmp_path / "x.jsonl", content).startswith(fault)


@pytest.mark.parametrize(
    "content",
    [
        gzip.compress(GOOD * 50, mtime=0)[:-6],
        gzip.compress(GOOD * 50, mtime=0)[:20],
        gzip.compress(GOOD, mtime=0)[:-8] + b"\0\0\0\0\0\0\0\0",
        GOOD,
        gzip.compress(GOOD, mtime=0) + b"more",
    ],
)
def test_damaged_gzip(tmp_path: Path, content: bytes) -> None:
    assert fault_of_jsonl(tmp_path / "x.jsonl.gz", content).startswith(": is cut off or no gzip file")


def test_empty_gzip(tmp_path: Path) -> None:
    assert fault_of_jsonl(tmp_path / "x.jsonl.gz", gzip.compress(b"")) == ": is empty"


def test_a_folder_or_nothing_in_place_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is a folder, not a file"):
        list(read_jsonl(tmp_path, {}))
    with pytest.raises(MissingDataError, match="there is no such file"):
        list(read_jsonl(tmp_path / "x.jsonl", {}))


def test_only_a_line_feed_ends_a_line(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes('\ufeff{"id": "a\u2028b\x85c"}\r\n\n{"id": "d"}'.encode())
    rows = list(read_jsonl(path, {"id": str}))
    assert rows == [(f"{path}:1", {"id": "a\u2028b\x85c"}), (f"{path}:3", {"id": "d"})]


def test_wide_letters_are_told_by_their_mark_or_by_zero_bytes(tmp_path: Path) -> None:
    """Chinese with a mark has no zero byte, and Latin letters without a mark have them."""
    for content in ("数据".encode("utf-16"), "é a".encode("utf-16-le")):
        (tmp_path / "x").write_bytes(content)
        with pytest.raises(DataError, match="It looks like UTF-16; to convert it: iconv -f UTF-16 -t UTF-8"):
            list(read_lines(tmp_path / "x"))


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        *((pickle.dumps([1.5], protocol), "a pickle of Python") for protocol in range(2, 6)),
        (b"\x93NUMPY\x01\x00v\x00{'descr': '<f8'}\n", "an array of numpy"),
    ],
)
def test_objects_that_are_no_text_are_called_what_they_are(tmp_path: Path, content: bytes, kind: str) -> None:
    """They have zero bytes, and were said to look like UTF-16, with a command that fails."""
    (tmp_path / "x.npy").write_bytes(content)
    with pytest.raises(DataError, match=f"x.npy: is no text, but {kind}. Write it as a table: .csv"):
        list(read_lines(tmp_path / "x.npy"))


def test_cells_may_hold_lines(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(b'\xef\xbb\xbfid,text\r\n1,"one\r\n\r\ntwo, ""three"""\r\n\r\n2,\r\n')
    rows = list(read_separated(path, ("id", "text"), ","))
    assert [row for _, row in rows] == [{"id": "1", "text": 'one\n\ntwo, "three"'}, {"id": "2", "text": ""}]
    assert [place for place, _ in rows] == [f"{path}:2", f"{path}:6"]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"id,txt\n1,a\n", ":1: column 'text' is missing. Did you mean 'txt'?"),
        (b'id,text\n1,"a\nb"\n2\n', ":4: wrong number of cells: got 1, allowed: 2"),
        (b"id,text\n1,a,b\n", ":2: wrong number of cells: got 3, allowed: 2"),
        (b'id,text\n1,b\n2,"a\n\n3,c\n', ":3: is not a separated file"),
        (b"id,text,text\n1,a,b\n", ":1: column 'text' is given twice"),
        (b"id,text\n\n", ": has no rows, only the names of columns"),
        (b"", ": is empty"),
    ],
)
def test_faults_of_separated_files(tmp_path: Path, content: bytes, fault: str) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        list(read_separated(path, ("id", "text"), ","))
    assert str(caught.value).removeprefix(str(path)).startswith(fault)


@pytest.mark.parametrize("value", ["good", "", None, "nan", "inf", "1_5", float("nan"), True, [1], 10**400])
def test_what_is_no_number(value: object) -> None:
    with pytest.raises(DataError, match=r"^x\.tsv:3: score is not a number"):
        read_number(value, "x.tsv:3", "score")


def test_numbers() -> None:
    assert read_number("1e-3", "", "") == 0.001
    assert read_number(-2, "", "") == -2.0
    for sign in ("", "-", "+"):
        assert abs(read_number(f"{sign}9007199254740992", "", "")) == 2**53
        with pytest.raises(DataError, match="more digits than a number keeps"):
            read_number(f"{sign}9007199254740993", "", "")


def test_a_gzipped_file_may_have_any_name(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(gzip.compress(GOOD, mtime=0))
    assert [record for _, record in read_jsonl(path, {"id": str})] == [{"id": "a", "score": 1}]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_only_a_text_can_lack_its_last_end_of_line(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / f"x.{pack.__module__.removesuffix('ip')}"
    path.write_bytes(pack(b"a\tb\n1\t2"))
    assert path.read_bytes()[-1:] not in (b"\r", b"\n")
    assert end_of(path) == ()
    path.with_suffix(".tsv").write_bytes(b"a\tb\n1\t2")
    assert [note.what for note in end_of(path.with_suffix(".tsv"))] == ["the last line has no end of line"]


def test_a_carriage_return_inside_of_a_line_ends_none(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"a\rb\r\nc\x0bd\n")
    assert list(read_lines(path)) == [(1, "a\rb"), (2, "c\x0bd"), (3, "")]


@pytest.mark.parametrize(
    ("cell", "is_one"),
    [('say "no" now', False), ('"no" it said', True), ('it said "no"', True), ('"no', True), ('no"', True)],
)
def test_in_lines_of_other_lengths_a_quote_at_an_end_of_a_cell_quotes_it(cell: str, is_one: bool) -> None:
    """A tab or an end of a line that is quoted makes other lengths; a quote inside a cell does not."""
    assert is_quoted(["a\tb\tc", f"{cell}\tx", ""]) is is_one
    assert is_quoted(["a\tb", f"{cell}\tx", ""]) is False


@pytest.mark.parametrize("ending", ["csv", "tsv"])
def test_a_cell_may_be_as_long_as_it_is(tmp_path: Path, ending: str) -> None:
    """The module csv has a limit of 131,072 characters, which is one for the whole process."""
    csv.field_size_limit(131_072)
    separator = "," if ending == "csv" else "\t"
    long = "word " * 40_000 + "end"
    (tmp_path / f"x.{ending}").write_text(f"id{separator}text\n1{separator}{long}\n", "utf-8")
    rows = list(read_separated(tmp_path / f"x.{ending}", ("text",), separator))
    assert rows[0][1]["text"] == long
    assert csv.field_size_limit() == 131_072


def test_a_quotation_that_does_not_end_is_said_of_a_long_file(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text('id,text\n1,"open\n' + "2,word word\n" * 20_000, "utf-8")
    with pytest.raises(DataError, match=r"x\.csv:2: is not a separated file: unexpected end of data"):
        list(read_separated(tmp_path / "x.csv", (), ","))


@pytest.mark.parametrize(
    ("name", "pack"),
    [("x", bytes), ("x.gz", gzip.compress), ("x.bz2", bz2.compress), ("packed", gzip.compress)],
)
@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_all_bytes_of_all_lines_are_read(
    tmp_path: Path, name: str, pack: Callable[[bytes], bytes], mark: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(pack(mark + "eins\n\n zwei\r\ndrei ü".encode()))
    assert list(stream_lines(path)) == [b"eins", b"", b" zwei\r", "drei ü".encode()]
    assert list(read_lines(path)) == [(1, "eins"), (2, ""), (3, " zwei"), (4, "drei ü")]


@pytest.mark.parametrize(("begin", "ending"), [(b"PK\3\4", ".xlsx"), (b"PAR1", ".parquet")])
def test_what_is_no_text_is_called_by_its_name(tmp_path: Path, begin: bytes, ending: str) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(begin + b"\xff\xfe")
    with pytest.raises(DataError) as caught:
        list(read_lines(path))
    said = f"{path}: is no text, but what is called {ending}. Give it a name that ends in {ending}"
    assert str(caught.value) == said
