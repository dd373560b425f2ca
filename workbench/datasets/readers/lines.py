"""Reading files line by line; a fault names file and line."""

import csv
import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from workbench.errors import DataError, MissingDataError, Problem, suggest

Record = dict[str, Any]


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line of a file, gzipped if its name ends in .gz.

    Raises
    ------
    DataError
        If the file is missing, empty, cut off or not UTF-8.
    """
    try:
        content = path.read_bytes()
        if path.suffix == ".gz":
            content = gzip.decompress(content)
    except FileNotFoundError:
        raise MissingDataError(Problem(str(path), "there is no such file")) from None
    except IsADirectoryError:
        raise DataError(Problem(str(path), "is a folder, not a file")) from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise DataError(Problem(str(path), f"is cut off or no gzip file: {error}")) from None
    if not content.strip():
        raise DataError(Problem(str(path), "is empty"))
    # only "\n" ends a line: a text may hold other characters that Python takes for line ends
    for number, line in enumerate(content.split(b"\n"), start=1):
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            what = f"is not UTF-8 (byte {error.start + 1} of the line)"
            raise DataError(Problem(f"{path}:{number}", what)) from None
        if text.strip():
            yield number, text.removesuffix("\r")


def read_jsonl(path: Path, fields: Mapping[str, type | tuple[type, ...]]) -> Iterator[tuple[str, Record]]:
    """Yield place (file:line) and record of each line of a JSONL file.

    Parameters
    ----------
    path : Path
    fields : mapping of name to type
        What every record must have. Other fields are left as they are.

    Raises
    ------
    DataError
        If a line is no JSON object, or lacks a field, or a field has another type.
    """
    for number, line in read_lines(path):
        place = f"{path}:{number}"
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise DataError(Problem(f"{place}:{error.colno}", f"is not JSON: {error.msg}")) from None
        if not isinstance(record, dict):
            raise DataError(Problem(place, "is not a JSON object"))
        for name, kind in fields.items():
            if name not in record:
                raise DataError(Problem(place, f"field {name!r} is missing", hint=suggest(name, record)))
            kinds = kind if isinstance(kind, tuple) else (kind,)
            wrong = isinstance(record[name], bool) and bool not in kinds
            if wrong or not isinstance(record[name], kinds):
                allowed = " or ".join(each.__name__ for each in kinds)
                raise DataError(Problem(place, f"field {name!r} has the wrong type", record[name], allowed))
        yield place, record


def read_separated(path: Path, columns: tuple[str, ...], separator: str) -> Iterator[tuple[str, Record]]:
    """Yield place and row of each line of a separated file whose first line names the columns.

    Raises
    ------
    DataError
        If a column is missing, or a row has another number of cells.
    """
    lines = list(read_lines(path))
    rows = csv.reader((text + "\n" for _, text in lines), delimiter=separator, strict=True)
    try:
        header = next(rows)
        for name in columns:
            if name not in header:
                raise DataError(
                    Problem(f"{path}:1", f"column {name!r} is missing", hint=suggest(name, header))
                )
        for row in rows:
            place = f"{path}:{lines[min(rows.line_num, len(lines)) - 1][0]}"
            if len(row) != len(header):
                raise DataError(Problem(place, "wrong number of cells", len(row), str(len(header))))
            yield place, dict(zip(header, row, strict=True))
    except csv.Error as error:
        raise DataError(Problem(str(path), f"is not a separated file: {error}")) from None


def read_number(text: object, place: str, name: str) -> float:
    """Return a number from a cell, or raise a `DataError` that names the place; NaN is left to be found."""
    try:
        if isinstance(text, bool) or text is None:
            raise ValueError
        return float(text)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise DataError(Problem(place, f"{name} is not a number", text)) from None
