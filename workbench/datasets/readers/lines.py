"""Reading files line by line; a fault names file and line."""

import codecs
import csv
import json
import math
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from workbench.datasets.digits import loses_digits
from workbench.datasets.mapping.cells import is_number_with_comma
from workbench.datasets.places import shown
from workbench.datasets.readers.next_row import next_row
from workbench.datasets.readers.quotes import is_quoted
from workbench.datasets.unpacked import Unpacking, read_file
from workbench.errors import DataError, MissingDataError, Problem, suggest

FileRecord = dict[str, Any]
_GZIP = b"\x1f\x8b"
_OBJECTS = {
    b"\x93NUMPY": "an array of numpy",
    **{bytes([0x80, protocol]): "a pickle of Python" for protocol in range(2, 6)},
}
"""How files begin that hold objects and no text, and what these are."""
_MAGIC = {b"PK\3\4": ".xlsx", b"PAR1": ".parquet"}
"""How files begin that are no texts."""
SEPARATORS = "\t;,|"


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line of a file, blank lines, too; it may be gzipped, or bzip2 as .bz2.

    Raises
    ------
    DataError
        If the file is missing, empty, cut off or not UTF-8.
    """
    yield from split_lines(read_content(path), str(path))


def read_content(path: Path) -> bytes:
    """Return the bytes of a file, unpacked and without a byte order mark before UTF-8.

    Raises
    ------
    DataError
        If the file is missing, a folder or cut off.
    """
    with refusals_said(path):
        content = read_file(path)
        # no UTF-8 text begins like a gzip file, whatever its name says
        if path.suffix == ".gz" or content.startswith(_GZIP):
            content = Unpacking(str(path), len(content)).ungzip(content)
        elif path.suffix == ".bz2":
            content = Unpacking(str(path), len(content)).unbzip2(content)
    # some programs put a byte order mark before UTF-8
    return content.removeprefix(codecs.BOM_UTF8)


def stream_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file without what ends them; one that is packed is read as a whole.

    Raises
    ------
    DataError
        As of `read_content`.
    """
    with refusals_said(path), path.open("rb") as file:
        is_plain = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
        if is_plain and path.suffix not in (".gz", ".bz2") and file.read(2) != _GZIP:
            file.seek(0)
            yield from cut_lines(file)
            return
    yield from cut_lines(BytesIO(read_content(path)))


def cut_lines(file: Iterable[bytes]) -> Iterator[bytes]:
    """Yield lines without what ends them, the first one without a byte order mark."""
    for number, line in enumerate(file):
        yield (line if number else line.removeprefix(codecs.BOM_UTF8)).removesuffix(b"\n")


@contextmanager
def refusals_said(path: Path) -> Iterator[None]:
    """Say as a `DataError` why a file cannot be read."""
    try:
        yield
    except FileNotFoundError:
        raise MissingDataError(Problem(str(path), "there is no such file")) from None
    except IsADirectoryError:
        raise DataError(Problem(str(path), "is a folder, not a file")) from None
    except OSError as error:
        raise DataError(Problem(str(path), f"cannot be read: {error.strerror or error}")) from None
    except ValueError as error:  # a name with a zero byte, or half a surrogate pair
        raise DataError(Problem(str(path), f"is no name of a file: {error}")) from None


def split_lines(content: bytes, where: str) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line of a text in UTF-8; `where` names its file.

    Raises
    ------
    DataError
        If the text is empty or not UTF-8.
    """
    content = content.removeprefix(codecs.BOM_UTF8)
    if not content.strip():
        raise DataError(Problem(where, "is empty"))
    if b"\n" not in content:
        # lines of old Macs
        content = content.replace(b"\r", b"\n")
    # only "\n" ends a line: a text may hold other characters that Python takes for line ends
    for number, line in enumerate(content.split(b"\n"), start=1):
        yield number, decode_line(line, where, number)


def decode_line(line: bytes, where: str, number: int) -> str:
    """Return the text of a line in UTF-8, or raise a `DataError` that says how to convert the file."""
    try:
        return line.decode("utf-8").removesuffix("\r")
    except UnicodeDecodeError as error:
        if number == 1 and (ending := _MAGIC.get(line[:4])):
            hint = f"Give it a name that ends in {ending}"
            raise DataError(Problem(where, f"is no text, but what is called {ending}", hint=hint)) from None
        if number == 1 and (kind := next((_OBJECTS[each] for each in _OBJECTS if line.startswith(each)), "")):
            hint = "Write it as a table: .csv, .tsv, .jsonl, .parquet"
            raise DataError(Problem(where, f"is no text, but {kind}", hint=hint)) from None
        what = f"is not UTF-8 (byte {error.start + 1} of the line)"
        hint = how_to_convert(line, Path(where).name, "converted")
        raise DataError(Problem(f"{where}:{number}", what, hint=hint)) from None


def how_to_convert(content: bytes, name: str, converted: str) -> str:
    """Return what a file that is not UTF-8 looks like, and how to convert it."""
    is_wide = b"\0" in content or content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    kind = "UTF-16" if is_wide else "WINDOWS-1252"
    looks = f"It looks like {kind}{'' if is_wide else ' or Latin-1'}; to convert it: "
    return f"{looks}iconv -f {kind} -t UTF-8 {name} > {converted}"


def read_jsonl(path: Path, fields: Mapping[str, type | tuple[type, ...]]) -> Iterator[tuple[str, FileRecord]]:
    """Yield place (file:line) and record of each line of a JSONL file.

    Parameters
    ----------
    path : Path
    fields : mapping of name to type
        What every record must have. Other fields are left as they are.

    Raises
    ------
    DataError
        If a line is no JSON object, or lacks a field or has it twice, or a field has another type.
    """
    for number, line in read_lines(path):
        if not line.strip():
            continue
        place = f"{path}:{number}"
        record = _read_object(line, place)
        for name, kind in fields.items():
            if name not in record:
                raise DataError(Problem(place, f"field {name!r} is missing", hint=suggest(name, record)))
            kinds = kind if isinstance(kind, tuple) else (kind,)
            wrong = isinstance(record[name], bool) and bool not in kinds
            if wrong or not isinstance(record[name], kinds):
                allowed = " or ".join(each.__name__ for each in kinds)
                what = f"field {name!r} has the wrong type"
                raise DataError(Problem(place, what, shown(record[name]), allowed))
        yield place, record


_NO_TABLES = {
    "version https://git-lfs": ("is a pointer of Git LFS, and not the file", "Get the file: git lfs pull"),
    "<html": ("is a page of the web, and no table", "Download the file itself, as its page offers it"),
    "sep=": ("says the separator to Excel, and names no columns", "Delete this line: it is found without"),
    "<!doctype": ("is a page of the web, and no table", "Download the file itself, as its page offers it"),
}
"""How files begin that came in the place of tables, with what is said."""


class _RepeatedError(Exception):
    """A field that an object has twice."""


def _only_once(fields: list[tuple[str, Any]]) -> FileRecord:
    record = dict(fields)
    if len(record) < len(fields):
        names = [name for name, _ in fields]
        raise _RepeatedError(next(name for name in names if names.count(name) > 1))
    return record


def _read_object(line: str, place: str) -> FileRecord:
    try:
        record = json.loads(line, object_pairs_hook=_only_once)
        if "\\u" in line:
            json.dumps(record, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        hint = "A line is one whole object, with nothing behind it, as a comma"
        raise DataError(Problem(f"{place}:{error.colno}", f"is not JSON: {error.msg}", hint=hint)) from None
    except _RepeatedError as error:
        hint = "Which of the two is meant? Leave the other one out"
        raise DataError(Problem(place, f"field {error.args[0]!r} is given twice", hint=hint)) from None
    except UnicodeEncodeError:
        raise DataError(Problem(place, "is not Unicode: an escape is half of a surrogate pair")) from None
    except (ValueError, RecursionError):
        raise DataError(Problem(place, "is not readable JSON: too deep, or a number too long")) from None
    if not isinstance(record, dict):
        hint = "A file that is one list ends in .json" if isinstance(record, list) else ""
        raise DataError(Problem(place, "is not a JSON object", hint=hint))
    return record


def read_separated(path: Path, columns: tuple[str, ...], separator: str) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and row of each line of a separated file whose first line names the columns.

    Cells may be quoted as in CSV; between tabs they may also be as they are (`is_quoted`). A row that goes
    over several lines is placed where it begins. Where the first line is one cell with another separator in
    it (a tab, semicolon, comma or bar), that one is taken.

    Raises
    ------
    DataError
        If a column is missing or named twice, there is no row below the names, a row has another number of
        cells, or a quotation does not end.
    """
    rows = _read_cells(path, separator)
    place, header = next(rows)
    for start, (what, hint) in _NO_TABLES.items():
        if header[0].lstrip().lower().startswith(start):
            raise DataError(Problem(place, what, header[0][:40], hint=hint))
    if len(header) == 1 and (other := max(SEPARATORS, key=header[0].count)) in header[0]:
        rows = _read_cells(path, other)
        place, header = next(rows)
    for name in columns:
        if name not in header:
            raise DataError(Problem(place, f"column {name!r} is missing", hint=suggest(name, header)))
    if header.count("") > len(header) / 2:
        raise DataError(unnamed_columns(place, header.count(""), len(header)))
    for name in filter(None, header):
        if header.count(name) > 1:
            hint = "The first line names the columns, each once"
            raise DataError(Problem(place, f"column {name!r} is given twice", hint=hint))
    # of several columns without a name none is lost; the first one is an index
    called = [name or (f"Unnamed: {number}" if number else "") for number, name in enumerate(header)]
    place = ""
    for place, row in rows:
        if len(row) != len(header):
            hint = "Is a cell missing, or does the first line end with a separator, or are lines no rows?"
            if len(row) > len(header):
                hint = "A text with a separator in it stands between quotation marks"
                if len(header) == 1:
                    hint = "The first line names the columns: delete what stands above it"
                elif not any(row[len(header) :]):
                    hint = (
                        "The line ends with a separator, the first one does not: delete it, or add one there"
                    )
                elif separator == "\t":
                    hint = "Make blanks of the tabs inside of texts, or save it as CSV"
            raise DataError(Problem(place, "wrong number of cells", len(row), str(len(header)), hint))
        if row == header:
            hint = "Of files put together the first alone keeps its first line: delete this one"
            raise DataError(Problem(place, "has the names of the columns once more", row[0], hint=hint))
        yield place, dict(zip(called, row, strict=True))
    if not place:
        raise DataError(Problem(str(path), "has no rows, only the names of columns"))


def end_of(path: Path) -> tuple[Problem, ...]:
    """Return a note on a text whose last line does not end, as of a file that was cut off.

    What is packed says itself whether it was cut off.
    """
    with path.open("rb") as file:
        start = file.read(2)
        file.seek(-1, os.SEEK_END)
        if start == _GZIP or path.suffix == ".bz2" or file.read(1) in b"\r\n":
            return ()
    hint = "If it was cut off there, its last row is not whole"
    return (Problem(str(path), "the last line has no end of line", hint=hint),)


def unnamed_columns(place: str, unnamed: int, columns: int) -> Problem:
    """Return the fault of a first line that is a heading, and does not name the columns.

    Examples
    --------
    >>> print(unnamed_columns("x.csv:1", 1999, 2000).what)
    1,999 of 2,000 columns have no name
    """
    hint = "The first line names the columns, each: delete what stands above it, and fill in merged cells"
    return Problem(place, f"{unnamed:,} of {columns:,} columns have no name", hint=hint)


def _read_cells(path: Path, separator: str) -> Iterator[tuple[str, list[str]]]:
    lines = [text + "\n" for _, text in read_lines(path)]
    as_is = separator == "\t" and not is_quoted([line.rstrip("\n") for line in lines])
    rows = (
        csv.reader(lines, delimiter=separator, strict=True, quoting=csv.QUOTE_NONE)
        if as_is
        else csv.reader(lines, delimiter=separator, strict=True)
    )
    while rows.line_num < len(lines):
        place = f"{path}:{rows.line_num + 1}"
        try:
            row = next_row(rows)
        except csv.Error as error:
            hint = "A quotation mark in a text is written twice, and one that opens is closed"
            raise DataError(Problem(place, f"is not a separated file: {error}", hint=hint)) from None
        if row:
            yield place, row


def read_number(text: Any, place: str, name: str) -> float:
    """Return a finite number from a cell, or raise a `DataError` that names the place."""
    try:
        # Python would take 1_5 for 15
        is_number = not isinstance(text, bool) and "_" not in str(text)
        number = float(text) if is_number else math.nan
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        hint = "Decimals follow a point, as in 3.5" if is_number_with_comma(text) else ""
        raise DataError(Problem(place, f"{name} is not a number", shown(text), hint=hint))
    if loses_digits(text, number):
        what = f"{name} has more digits than a number keeps"
        raise DataError(Problem(place, what, shown(text), "whole numbers of up to 15 digits"))
    return number


def read_texts(values: list[object], place: str, name: str) -> list[str]:
    """Return a list of texts, or raise a `DataError` that names the place."""
    for number, value in enumerate(values):
        if not isinstance(value, str):
            raise DataError(Problem(place, f"{name}[{number}] is not a text", shown(value)))
    return [str(value) for value in values]
