"""Reading somebody's tables: files of many kinds, or frames, as records with places."""

import json
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd
import pyarrow as pa

from workbench.datasets.mapping.cells import is_missing
from workbench.datasets.mapping.first_line import further_names, no_names
from workbench.datasets.mapping.json_rows import json_rows
from workbench.datasets.mapping.list_cells import open_lists
from workbench.datasets.mapping.mqm import is_mqm, sum_errors
from workbench.datasets.mapping.seen_columns import adds_to, has_outputs, has_texts
from workbench.datasets.mapping.source_table import SourceTable
from workbench.datasets.mapping.uncomputed import uncomputed_cells
from workbench.datasets.not_found import meant_file
from workbench.datasets.places import ENDINGS
from workbench.datasets.readers.lines import (
    SEPARATORS,
    FileRecord,
    end_of,
    read_jsonl,
    read_lines,
    read_separated,
    unnamed_columns,
)
from workbench.errors import DataError, MissingDataError, Problem
from workbench.single_precision import as_printed, number_as_printed

T = TypeVar("T")
_EXCEL = (".xlsx", ".xls")
_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How files begin that Excel wrote before 2007, and those that it encrypts."""
_NAMED = 5
"""Cells that are named."""
_LOCK = "~$"
"""How the name of the file begins that Excel sets beside one that is open."""
_PACKED = (".gz", ".bz2")
_DAMAGED = (
    OSError, ValueError, LookupError, TypeError, AttributeError, EOFError, RuntimeError, SyntaxError,
    zipfile.BadZipFile, zlib.error, pa.ArrowException,
)  # fmt: skip
"""What reading a damaged table raises: a TypeError where what pandas wrote of its columns is damaged. An
Excel file is a ZIP file of XML: a RuntimeError is raised where it says that it is encrypted or packed in an
unknown way, a SyntaxError where the XML is none."""


def ending_of(path: Path) -> str:
    """Return how a file's name ends, without what says that it is packed.

    Examples
    --------
    >>> ending_of(Path("x.tsv.gz")), ending_of(Path("X.CSV")), ending_of(Path("x"))
    ('.tsv', '.csv', '')
    """
    packed = path.suffix.lower() in _PACKED
    return Path(path.stem if packed else path.name).suffix.lower()


def tables_in(folder: Path) -> list[Path]:
    """Return the files of a folder that can be tables, by name."""
    return sorted(
        path
        for path in folder.iterdir()
        if path.is_file()
        and ending_of(path) in ENDINGS
        and not path.name.startswith((".", _LOCK, "README", "LICEN"))
    )


def read_source(path: Path) -> SourceTable:
    """Read a table, of a workbook the sheet with most in it; as `read_sources`."""
    return read_sources(path)[0]


def read_sources(path: Path) -> list[SourceTable]:
    """Read a table: CSV, TSV, semicolons, JSONL, JSON, Parquet or Excel, packed with gzip or bzip2 or not.

    Published MQM, a row an error, is summed up to a row an output. Of a workbook a second sheet is a table,
    too, if it has texts or ratings that the largest one lacks.

    Raises
    ------
    DataError
        Naming file and line, if it cannot be read as what its name says.
    """
    if not path.exists():
        raise MissingDataError(Problem(str(path), "there is no such file", hint=meant_file(path)))
    ending = ending_of(path)
    return [_whole(each) for each in (_read_sheets(path) if ending in _EXCEL else [_read(path, ending)])]


def _whole(source: SourceTable) -> SourceTable:
    # spreadsheets write rows that are wholly empty
    rows = [(place, row) for place, row in source.rows if not all(map(is_missing, row.values()))]
    source = replace(source, rows=rows)
    return sum_errors(source) if is_mqm(source.columns) else source


def _read(path: Path, ending: str) -> SourceTable:
    if ending in (".jsonl", ".ndjson"):
        return _with_lists(SourceTable(str(path), list(read_jsonl(path, {}))))
    if ending == ".json":
        return _with_lists(SourceTable(str(path), _read_json(path)))
    if ending == ".parquet":
        return frame_source(str(path), read_parquet(path))
    if ending in (".csv", ".tsv", ".txt", ".tab", ""):
        separator = separator_of(path)
        rows = list(read_separated(path, (), separator))
        return _with_lists(_named(SourceTable(str(path), rows, separator == ";", end_of(path))))
    raise DataError(Problem(str(path), "is no table", ending, ", ".join(ENDINGS)))


def _named(source: SourceTable) -> SourceTable:
    """Return a table, or raise an error if its first line is a row as the others, or the second has names."""
    if (problem := further_names(source) or no_names(source)) is not None:
        raise DataError(problem)
    return source


def frame_source(name: str, frame: pd.DataFrame, first: int = 1) -> SourceTable:
    """Return a frame as a source, its rows numbered from `first`; an index with a name is a column, too."""
    table = frame.reset_index() if any(frame.index.names) else frame
    columns = [str(column) for column in table.columns]
    if twice := [column for column, times in Counter(columns).items() if times > 1]:
        hint = "Give one of them another name, or leave it out"
        raise DataError(Problem(name, f"column {twice[0]!r} is given twice", hint=hint))
    records = zip(
        *(as_printed(table.iloc[:, number]).tolist() for number in range(len(columns))), strict=True
    )
    source = SourceTable(
        name,
        [
            (
                f"{name}:{number}",
                {column: _plain(value) for column, value in zip(columns, record, strict=True)},
            )
            for number, record in enumerate(records, start=first)
        ],
    )
    return sum_errors(source) if is_mqm(source.columns) else _with_lists(source)


def _with_lists(source: SourceTable) -> SourceTable:
    """Return a table whose cells that are written as lists are lists."""
    for column in source.columns:
        open_lists(column, source.rows)
    return source


def _plain(value: Any) -> Any:
    """Return arrays and sets in cells as lists, with lists inside; a set in the order of its texts."""
    value = number_as_printed(value)
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, set | frozenset):
        value = sorted(value, key=str)
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return {str(key): _plain(each) for key, each in value.items()} if isinstance(value, Mapping) else value


def _read_json(path: Path) -> list[tuple[str, FileRecord]]:
    try:
        content = json.loads("\n".join(text for _, text in read_lines(path)))
    except json.JSONDecodeError as error:
        hint = "A file with one object a line ends in .jsonl"
        raise DataError(Problem(f"{path}:{error.lineno}", f"is not JSON: {error.msg}", hint=hint)) from None
    except (ValueError, RecursionError):
        raise DataError(Problem(str(path), "is not readable JSON: too deep, or a number too long")) from None
    records = json_rows(content)
    if isinstance(records, str):
        hint = "A row an object: [{...}, {...}], what names it as a field of its own"
        hint += ' (in pandas orient="records")'
        raise DataError(Problem(str(path), records, hint=hint))
    return [(f"{path}:[{number}]", record) for number, record in enumerate(records)]


def _check_workbook(path: Path) -> None:
    """Raise a `DataError` for what is called as a workbook and cannot be read as one."""
    with path.open("rb") as file:
        start = file.read(len(_OLD_EXCEL))
    if path.name.startswith(_LOCK):
        hint = f"Name {path.name.removeprefix(_LOCK)} itself, which is open in Excel: save it there first"
        raise DataError(Problem(str(path), "is a mark that Excel sets beside a file that is open", hint=hint))
    if start == _OLD_EXCEL:
        what = "is a workbook of Excel before 2007, or has a password: neither is read"
        raise DataError(
            Problem(str(path), what, hint="Save it as .xlsx without a password, or as CSV in UTF-8")
        )
    if start[:2] != b"PK":
        hint = "A table as text is named .csv or .tsv; a workbook is saved as .xlsx"
        raise DataError(
            Problem(str(path), f"is no workbook of Excel, though it is called {path.suffix}", hint=hint)
        )


def _read_sheets(path: Path) -> list[SourceTable]:
    """Return the sheet with most in it, and those with what it lacks; others with something in are noted."""
    _check_workbook(path)
    sheets = _read_frame(path, lambda file: pd.read_excel(file, sheet_name=None, dtype=object))
    if bare := _read_frame(path, uncomputed_cells):
        more = f" and {len(bare) - _NAMED:,} more" if len(bare) > _NAMED else ""
        what = (
            f"formulas without a value, which no spreadsheet program has computed: {', '.join(bare[:_NAMED])}"
        )
        hint = "Open the file in one and save it, or write values in place of formulas"
        raise DataError(Problem(str(path), what + more, hint=hint))
    (first, frame), *others = sorted(sheets.items(), key=lambda each: -each[1].size)
    others = [each for each in others if not each[1].empty]
    if frame.empty:
        raise DataError(Problem(str(path), "has no rows in any sheet"))
    nameless = [str(column).startswith("Unnamed:") for column in frame.columns]
    if sum(nameless) > len(nameless) / 2:
        raise DataError(unnamed_columns(f"{path}:1", sum(nameless), len(nameless)))
    # the first line of a sheet has the names
    source = _named(frame_source(str(path), frame, first=2))
    beside = {name: frame_source(f"{path} ({name})", other, first=2) for name, other in others}
    read = [name for name, other in beside.items() if adds_to(source, other)]
    left = [name for name in beside if name not in read]
    if unread := [name for name in left if not read and has_outputs(beside[name]) and not has_texts(source)]:
        what = f"sheet {first!r} has no texts, and shares no column with sheet {unread[0]!r}, which has some"
        hint = "Name the columns of segments and systems alike in both, or import a file of each"
        raise DataError(Problem(str(path), what, hint=hint))
    said = f"sheet {first!r}" if not read else f"sheets {', '.join(map(repr, (first, *read)))}"
    was = "was" if not read else "were"
    if left:
        hint = "Save each that is needed as a file of its own"
        if any(beside[name].columns == source.columns for name in left):
            hint += (
                ", or put the rows of all below each other in one sheet, with a column that says which "
                "system, rater or task each is of"
            )
        what = f"{said} {was} read, and not {', '.join(map(repr, left))}"
        source = replace(source, notes=(Problem(str(path), what, hint=hint),))
    elif read:
        source = replace(source, notes=(Problem(str(path), f"{said} {was} read, each as a table"),))
    return [source, *(beside[name] for name in read)]


def read_parquet(path: Path) -> pd.DataFrame:
    """Read a Parquet file, or raise a `DataError` where it is none."""
    return _read_frame(path, _sound_parquet)


def _sound_parquet(path: Path) -> pd.DataFrame:
    frame = pd.read_parquet(path)
    for _, texts in frame.select_dtypes("str").items():
        # what is no UTF-8 would be found where a text is first looked at
        pa.array(texts).validate(full=True)
    return frame


def _read_frame(path: Path, read: Callable[[Path], T]) -> T:
    try:
        return read(path)
    except ImportError:
        hint = "pip install 'workbench[excel]', or save it as CSV in UTF-8"
        raise DataError(
            Problem(str(path), "Excel files need a package that is not installed", hint=hint)
        ) from None
    except _DAMAGED as error:
        hint = f"Is it what its name says, {path.suffix}? A table as text is named .csv"
        raise DataError(Problem(str(path), f"cannot be read: {str(error)[:120]}", hint=hint)) from None


def separator_of(path: Path) -> str:
    """Return what separates the columns: the one of a few characters that the first line has most.

    Between semicolons numbers may be written as 3,5.
    """
    _, header = next((line for line in read_lines(path) if line[1].strip()), (1, ""))
    bare = re.sub(r'"[^"]*"', "", header)
    best = max(SEPARATORS, key=bare.count)
    if ending_of(path) == ".tsv" and "\t" in bare:
        return "\t"
    if bare.count(best):
        return best
    if ending_of(path) != ".csv" and " " in bare:
        return " "
    return "\t" if ending_of(path) == ".tsv" else ","
