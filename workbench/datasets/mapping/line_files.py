"""Plain text files as WMT hands them out, a line a segment and a file a system, as one table."""

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import as_number
from workbench.datasets.mapping.folder_files import (
    OUTPUTS,
    files_in,
    folders_left,
    may_be_plain,
    nothing_read,
)
from workbench.datasets.mapping.source_table import SourceTable
from workbench.datasets.mapping.sources import ending_of, read_sources
from workbench.datasets.readers.lines import read_lines
from workbench.datasets.readers.next_row import all_rows
from workbench.errors import DataError, Problem, plural

_PACKED = re.compile(r"\.(gz|bz2)$", re.IGNORECASE)
_REFERENCE = re.compile(r"ref(erence|erenz)?(s|en|[a-z0-9])?|gold")
_INPUT = re.compile(r"src|sources?|input|quelle|docs?|documents?|ctx|contexts?|articles?")
_RATING = "rating"
"""The role of a file with a number a line."""
_LOOKED_AT = 30


def read_tables(paths: Sequence[Path], segment: str = "") -> list[SourceTable]:
    """Read files and the files of folders: each table by itself, plain text files together as one.

    A file is a system, or a reference or the source where its name or that of its folder says so. It is
    called as in the tables, or by what sets its name apart from others. Line n is segment n, from 0 where a
    table of ratings counts from 0.

    Parameters
    ----------
    paths : sequence of Path
    segment : str
        The column of segments in the tables, where it is known.

    Returns
    -------
    list of SourceTable

    Raises
    ------
    DataError
        If a file cannot be read, or text files have not the same number of lines.
    """
    inside = {path: files_in(path) for path in paths if path.is_dir()}
    files = [file for path in paths for file in inside.get(path, [path])]
    if files and (bare := [path for path in inside if not inside[path]]):
        raise DataError(*map(nothing_read, bare))
    plain = [file for file in files if len(files) > 1 and _is_plain(file)]
    # a file of lines alone is no set of systems: a remark, or one reference a line
    if len(plain) == 1 and not _word_of(plain[0], "reference"):
        plain = []
    tables = [table for file in files if file not in plain for table in read_sources(file)]
    tables += [_LineFiles(plain, paths, tables, segment).table()] if plain else []
    notes = tuple(note for path in inside for note in folders_left(path))
    return [replace(tables[0], notes=(*tables[0].notes, *notes)), *tables[1:]] if tables else []


def _unpacked(path: Path) -> str:
    """Return what a file is called without the ending of a packed one."""
    return _PACKED.sub("", path.name)


def _is_plain(path: Path) -> bool:
    """Tell whether a file is lines of text, and no table: its lines have not all as many cells."""
    if not may_be_plain(path) or ending_of(path) not in ("", ".txt"):
        return may_be_plain(path)
    lines = [line for _, line in islice(read_lines(path), _LOOKED_AT) if line.strip()]
    for separator in "\t;|, ":
        rows = all_rows(csv.reader(lines, delimiter=separator))
        if len({len(row) for row in rows}) > 1 or len(rows[0]) < 2:
            continue
        # between turns of a dialogue stand several bars, and no names of columns
        if not all(cell.strip() for cell in rows[0][1:]):
            continue
        columns = [each[1:] for each in zip(*rows, strict=True) if as_number(each[0]) is None]
        # as many commas or blanks in each line may be chance, a column of numbers is none
        if separator in "\t;|" or any(all(as_number(cell) is not None for cell in each) for each in columns):
            return False
    return True


class _LineFiles:
    """Text files of one set of segments, and the tables beside them."""

    def __init__(
        self, files: list[Path], paths: Sequence[Path], tables: list[SourceTable], segment: str
    ) -> None:
        self.files, self.tables = files, tables
        roots = [path for path in paths if path.is_dir()]
        self.inside = {file: _below(file, roots) for file in files}
        columns = [column for table in tables for column in table.columns]
        called = [each for name in names.NAMES["segment"] for each in columns if names.plain(each) == name]
        # lines have numbers, and documents may have names
        called = [each for each in called if self._is_of_numbers(each)] or called
        self.segment = segment or (called[0] if called else "segment")
        self.known = {
            str(row[column])
            for table in tables
            for column in table.columns
            if names.plain(column) in names.NAMES["system"]
            for _, row in table.rows
        }

    def _is_of_numbers(self, column: str) -> bool:
        cells = [row[column] for table in self.tables for _, row in table.rows if column in row]
        return all(as_number(cell) is not None for cell in cells)

    def table(self) -> SourceTable:
        """Return the lines as a wide table: a row a segment, a column a file."""
        lines = {file: [text for _, text in read_lines(file)] for file in self.files}
        for texts in lines.values():
            if texts[-1] == "":
                texts.pop()
        self._check(lines)
        roles = {file: self._role(file) for file in self.files}
        roles = self._rated(roles, lines)
        columns = self._columns(roles)
        first, notes = self._first()
        where = str(self.files[0].parent)
        rows = [
            (
                f"{where}:{at + 1}",
                {self.segment: str(at + first)} | {columns[file]: lines[file][at] for file in lines},
            )
            for at in range(len(lines[self.files[0]]))
        ]
        return SourceTable(
            where,
            rows,
            notes=notes,
            roles={columns[file]: role for file, role in roles.items() if role != _RATING},
        )

    def _check(self, lines: dict[Path, list[str]]) -> None:
        numbers = [len(texts) for texts in lines.values()]
        usual = max(set(numbers), key=numbers.count)
        other = next(file for file in lines if len(lines[file]) == usual)
        hint = "Line n of each file is segment n: was a line lost, or is this of another set?"
        problems = [
            Problem(str(file), f"has {plural('line', len(texts))}, {other.name} has {usual:,}", hint=hint)
            for file, texts in lines.items()
            if len(texts) != usual
        ]
        if problems:
            raise DataError(*problems[:3])

    def _role(self, file: Path) -> str:
        words = re.split(r"[^a-z0-9]+", str(self.inside[file]).lower())
        system = self._system(file)
        # people are systems, too, where their texts lie among the outputs
        is_output = any(OUTPUTS.fullmatch(each) for each in self.inside[file].parts[:-1])
        if not is_output and (not system or _REFERENCE.fullmatch(system.lower())):
            for role, named in (("reference", _REFERENCE), ("input", _INPUT)):
                if any(named.fullmatch(word) for word in words):
                    return role
        return "text"

    def _rated(self, roles: dict[Path, str], lines: dict[Path, list[str]]) -> dict[Path, str]:
        """Tell files of a number a line, which are ratings of the one system beside them, from texts."""
        texts = [file for file, role in roles.items() if role == "text"]
        numbers = [file for file in texts if all(as_number(line) is not None for line in lines[file])]
        if not numbers or len(numbers) == len(texts):
            return roles
        if len(texts) - len(numbers) > 1:
            hint = (
                "Write ratings of several systems as a table, with columns of segments, systems and ratings"
            )
            what = "has a number in each line: whose ratings are they?"
            raise DataError(*(Problem(str(file), what, hint=hint) for file in numbers))
        return {file: _RATING if file in numbers else role for file, role in roles.items()}

    def _system(self, file: Path) -> str:
        """Return the system of the tables whose name is in a file's, the longest; empty if there is none."""
        found = [
            name
            for name in self.known
            if re.search(rf"(^|[^A-Za-z0-9]){re.escape(name)}([^A-Za-z0-9]|$)", _stem(file))
        ]
        return max(found, key=len, default="")

    def _columns(self, roles: dict[Path, str]) -> dict[Path, str]:
        """Return what each file is called, no two alike."""
        columns: dict[Path, str] = {}
        for role in ("text", "reference", "input", _RATING):
            mine = [file for file in self.files if roles[file] == role]
            called = [self._system(file) or _word_of(file, role) for file in mine]
            if not all(called) or len(set(called)) < len(called):
                called = _set_apart([_stem(file) for file in mine])
            columns |= dict(zip(mine, called, strict=True))
        twice = [name for name in columns.values() if list(columns.values()).count(name) > 1]
        return {file: str(self.inside[file]) if name in twice else name for file, name in columns.items()}

    def _first(self) -> tuple[int, tuple[Problem, ...]]:
        """Return the number of the first line, as the tables count, and a note where that is not 1."""
        for table in self.tables:
            if self.segment in table.columns:
                numbers = [as_number(row.get(self.segment)) for _, row in table.rows]
                if 0.0 in numbers:
                    return 0, (Problem(table.name, f"{self.segment} counts lines from 0"),)
        return 1, ()


def _below(file: Path, roots: Iterable[Path]) -> Path:
    return next((file.relative_to(root) for root in roots if file.is_relative_to(root)), Path(file.name))


def _stem(file: Path) -> str:
    return re.sub(r"\.txt$", "", _unpacked(file), flags=re.IGNORECASE)


def _word_of(file: Path, role: str) -> str:
    """Return the word of a file's name that says it is a reference or the source; empty if none does."""
    named = {"reference": _REFERENCE, "input": _INPUT}.get(role)
    words = re.split(r"[^A-Za-z0-9]+", _stem(file))
    return next((word for word in words if named and named.fullmatch(word.lower())), "")


def _set_apart(stems: list[str]) -> list[str]:
    """Return names without the parts, between dots, that all begin and end with.

    Examples
    --------
    >>> _set_apart(["newstest.sysA.0.de-en", "newstest.sysB.7.de-en"]), _set_apart(["A", "B"])
    (['sysA.0', 'sysB.7'], ['A', 'B'])
    >>> _set_apart(["newstest.sysA"])
    ['newstest.sysA']
    """
    parts = [stem.split(".") for stem in stems]
    while len(parts) > 1 and all(len(each) > 1 for each in parts) and len({each[0] for each in parts}) == 1:
        parts = [each[1:] for each in parts]
    while len(parts) > 1 and all(len(each) > 1 for each in parts) and len({each[-1] for each in parts}) == 1:
        parts = [each[:-1] for each in parts]
    return [".".join(each) for each in parts]
