"""Plain tables of (system, segment, text or scores): one row an output, a column a score."""

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from workbench.datasets.evalset import natural_key
from workbench.datasets.mapping.cells import is_number_with_comma
from workbench.datasets.mapping.decimal_commas import write_points
from workbench.datasets.mapping.sources import separator_of
from workbench.datasets.places import shown
from workbench.datasets.readers.lines import FileRecord, read_jsonl, read_number, read_separated
from workbench.datasets.writers.files import shortest, write_text
from workbench.datasets.writers.tables import Ending, lines_of
from workbench.errors import DataError, Problem
from workbench.types import WHOLE, OutputKey

TEXT = "text"
_NAMES = {"task": ("task", "language_pair"), "segment": ("segment", "doc_id", "seg_id")}
_NOTHING = ("", "none", "nan")


class Plain(NamedTuple):
    """Texts and scores by task, segment and system; `left_out` are columns that are neither."""

    texts: dict[OutputKey, str]
    scores: dict[str, dict[OutputKey, float]]
    left_out: tuple[str, ...] = ()


def read_plain(path: Path) -> Plain:
    """Read a table (.csv, .tsv, .jsonl, also gzipped) with a column system, and text or scores.

    A column that holds only numbers is a score; an empty cell, ``None`` or ``NaN`` is a score that is
    missing. Segments (segment, doc_id or seg_id) and tasks (task or language_pair) may be missing.

    Raises
    ------
    DataError
        Naming file, line and column: a row given twice, a text that is none, a column of numbers with
        something else in it, a table with neither text nor numbers.
    """
    rows = list(_rows(path))
    key_columns = {name: _first(columns, rows) for name, columns in _NAMES.items()}
    others = [name for name in _columns(rows) if name not in ("system", TEXT, *key_columns.values())]
    if ".jsonl" not in path.name and separator_of(path) == ";":
        write_points(rows, others)
    scores: dict[str, dict[OutputKey, float]] = {}
    texts: dict[OutputKey, str] = {}
    left_out = tuple(name for name in others if not _is_score(name, rows))
    seen: set[OutputKey] = set()
    for place, row in rows:
        task, segment = (_name(row, key_columns[name], place) for name in ("task", "segment"))
        key = (task, segment or WHOLE, _name(row, "system", place))
        if not key[2]:
            raise DataError(Problem(place, "column system is empty"))
        if key in seen:
            raise DataError(Problem(place, f"system {key[2]!r}, segment {key[1]!r} is given twice"))
        seen.add(key)
        if TEXT in row:
            if not isinstance(row[TEXT], str):
                raise DataError(Problem(place, "column text is no text", shown(row[TEXT])))
            texts[key] = row[TEXT]
        for name in others:
            if name not in left_out and (value := _score(row.get(name), place, name)) is not None:
                scores.setdefault(name, {})[key] = value
    if not texts and not scores:
        raise DataError(Problem(str(path), "has no column text and no column of numbers"))
    if texts and len(texts) < len(seen):
        raise DataError(Problem(str(path), "column text is missing in some rows"))
    return Plain(texts, scores, left_out)


def write_plain(path: Path, plain: Plain) -> None:
    """Write a table as .csv, .tsv, .jsonl or .jsonl.gz, in the natural order of the names.

    What this writes, read and written again, is the same bytes. A task that is empty everywhere has no
    column, nor has a segment ``*``.
    """
    ending: Ending = ".jsonl" if ".jsonl" in path.name else ".tsv" if path.suffix == ".tsv" else ".csv"
    keys = {*plain.texts, *(key for scores in plain.scores.values() for key in scores)}
    columns = [
        *(["task"] if any(task for task, _, _ in keys) else []),
        *(["segment"] if any(segment != WHOLE for _, segment, _ in keys) else []),
        "system",
        *([TEXT] if plain.texts else []),
        *plain.scores,
    ]
    records: list[dict[str, object]] = []
    for key in sorted(keys, key=lambda each: tuple(map(natural_key, each))):
        row: dict[str, object] = dict(zip(("task", "segment", "system"), key, strict=True))
        if plain.texts:
            row[TEXT] = plain.texts[key]
        for name, scores in plain.scores.items():
            row[name] = shortest(scores[key]) if key in scores else None
        records.append({name: row[name] for name in columns})
    write_text(path, lines_of(records, columns, ending))


def _rows(path: Path) -> Iterator[tuple[str, FileRecord]]:
    if ".jsonl" in path.name:
        return read_jsonl(path, {"system": (str, int)})
    return read_separated(path, ("system",), separator_of(path))


def _columns(rows: list[tuple[str, FileRecord]]) -> list[str]:
    return list(dict.fromkeys(name for _, row in rows for name in row))


def _first(names: tuple[str, ...], rows: list[tuple[str, FileRecord]]) -> str:
    """Return which of several names a table uses for a column, or none."""
    known = _columns(rows)
    return next((name for name in names if name in known), "")


def _name(row: Mapping[str, object], column: str, place: str) -> str:
    value = row.get(column, "") if column else ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise DataError(Problem(place, f"column {column} is no name", shown(value)))
    return str(value)


def _is_score(name: str, rows: list[tuple[str, FileRecord]]) -> bool:
    """Tell whether the first value of a column that is one is a number: then all have to be.

    One with a decimal comma is, too: it is refused where it is read, and not left out.
    """
    for _, row in rows:
        value = row.get(name)
        if str(value).strip().lower() not in _NOTHING:
            if is_number_with_comma(value):
                return True
            try:
                return not isinstance(value, bool) and math.isfinite(float(str(value)))
            except ValueError:
                return False
    return False


def _score(value: object, place: str, name: str) -> float | None:
    if value is None or str(value).strip().lower() in _NOTHING:
        return None
    return read_number(value, place, f"column {name}")
