"""Files of scores computed elsewhere: one number for each output."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from workbench.datasets.mapping.cells import as_name, is_missing
from workbench.datasets.mapping.decimal_commas import write_points
from workbench.datasets.mapping.names import NAMES, plain
from workbench.datasets.mapping.sources import ending_of, read_source, separator_of
from workbench.datasets.readers.lines import FileRecord, read_jsonl, read_number, read_separated
from workbench.datasets.readers.sacrerouge_metrics import is_metrics_file, read_metrics, scores_of
from workbench.datasets.readers.score_files import LinedScores, is_score_file, level_of, read_score_file
from workbench.errors import DataError, Problem, listed, suggest
from workbench.types import WHOLE, OutputKey

_AT_ONCE = (".xlsx", ".xls", ".parquet", ".json")
"""Files that are read as a whole, not line by line."""
TASKS = ("task", "language_pair")
SEGMENTS = ("segment", "doc_id", "seg_id")
LOOKED_FOR = "segment, doc_id or seg_id"
"""Columns that say whose score a row is; without any it is that of a whole system."""
_ANY_ROW = ("id", "line", "idx", "index", "item", "turn")
"""Names of segments in some tables, and in others numbers of rows, also of those of whole systems."""

_TWICE = "Where several tasks have such a segment, a column task says which; where says which rows are meant"


class ScoreNames(NamedTuple):
    """What the columns are called that say whose a score is; nothing where they have their usual names.

    Several columns name a segment together, as those of an import do.
    """

    task: str = ""
    segment: tuple[str, ...] = ()
    system: str = ""


_USUAL = ScoreNames()


def read_scores(
    path: Path,
    column: str = "score",
    where: Mapping[str, str] | None = None,
    called: ScoreNames = _USUAL,
) -> dict[OutputKey, float]:
    """Read scores by (task, segment, system).

    Parameters
    ----------
    path : Path
        A table (.csv, .tsv, .jsonl; also gzipped; .json, .xlsx, .parquet) with columns system, the score,
        segment (or doc_id, seg_id) and, where a data set has several, task (or language_pair). Without a
        segment the scores are of whole systems, and so is the segment ``*``. Or a score file of
        mt-metrics-eval, by its ending (``.seg.score``, ``.sys.score``, ``.doc.score``,
        ``.domain.score``): segments and documents are
        numbered from 1, the whole test set is ``*``, a score ``None`` is left out. Or metrics of sacrerouge
        (.jsonl), of which those of candidates are read. Of a table a score that is empty, NA, NaN or null is
        left out, too.
    column : str
        Name of the score where there are several, for instance ``rouge-1_recall``.
    where : mapping of column to value, optional
        Only rows of a table with these values, for instance ``{"metric": "BLEU"}``.
    called : ScoreNames
        Other names of the columns of a table.

    Raises
    ------
    DataError
        Naming file and line: missing columns, a column that seems to say the segment under another name, no
        numbers, an output given twice, no row with these values.
    """
    if is_score_file(path):
        lined = LinedScores()
        lined.add("", read_score_file(path), level_of(path))
        return lined
    if ".jsonl" in path.name and is_metrics_file(path):
        return scores_of(read_metrics(path), column)
    needed = [*filter(None, (called.task, *called.segment)), called.system or "system"]
    rows = _chosen(path, column, dict(where or {}), needed)
    return scores_of_rows(str(path), rows, column, tuple(where or ()), called)


def scores_of_rows(
    source: str,
    rows: Iterable[tuple[str, FileRecord]],
    column: str,
    chosen_by: tuple[str, ...] = (),
    called: ScoreNames = _USUAL,
) -> dict[OutputKey, float]:
    """Return the scores of the rows of a table, each with its place; see `read_scores`."""
    scores: dict[OutputKey, float] = {}
    seen: set[OutputKey] = set()
    tasks, segments, system = (
        (called.task,) if called.task else TASKS,
        called.segment or SEGMENTS,
        called.system or "system",
    )
    for place, row in rows:
        if absent := [name for name in (system, column) if name not in row]:
            allowed = f"columns {system}, {column} and one of {LOOKED_FOR}"
            hint = _meant_for(absent[0], [*map(str, row)])
            what = f"no column {absent[0]!r}"
            raise DataError(Problem(source, what, ", ".join(map(str, row)), allowed, hint))
        is_first = not seen and not called.segment
        others = [name for name in row if name not in (system, column, *tasks, *chosen_by)] * is_first
        if (meant := _meant_for_segment(others)) and meant not in _ANY_ROW:
            raise DataError(_no_segment(source, "no column says the segment", meant))
        parts = [_named(row, (each,), "") for each in called.segment]
        segment = ":".join(parts) if any(parts) else ""
        key = (_named(row, tasks, ""), segment or _named(row, segments, WHOLE), str(row[system]))
        if key in seen:
            if any(name in row for name in segments):
                unused = [name for name in row if plain(name) in NAMES["task"] and name not in tasks]
                hint = "" if key[0] else _TWICE
                hint = f"If {unused[0]!r} says the task: task = {unused[0]!r} beside file" if unused else hint
                what = f"system {key[2]!r}, segment {key[1]!r} is given twice"
                raise DataError(Problem(place, what, hint=hint))
            rest = [name for name in row if name not in (system, column, *tasks, *chosen_by)]
            meant = _meant_for_segment([*row])
            raise DataError(_no_segment(place, f"system {key[2]!r} is given twice as a whole", meant, rest))
        seen.add(key)
        if not is_missing(row[column]):
            scores[key] = read_number(row[column], place, column)
    return scores


def _meant_for(absent: str, columns: Sequence[str]) -> str:
    """Say which column may be the one of systems, or of scores, that is not there; "" for none.

    Examples
    --------
    >>> _meant_for("system", ["bot", "usr"]), _meant_for("usr", ["system", "scores"])
    ("Is it 'bot'? Call it system", "Did you mean 'scores'?")
    """
    if absent == "system":
        meant = [each for each in columns if plain(each) in NAMES["system"]]
        return f"Is it {meant[0]!r}? Call it system" if meant else ""
    near = (suggest(name, columns).partition(" Known: ") for name in (absent, "score"))
    return next((hint for hint, is_near, _ in near if is_near), "")


def _meant_for_segment(columns: Iterable[str]) -> str:
    """Return the column that seems to say the segment, where none has its name; "" for none.

    Examples
    --------
    >>> _meant_for_segment(["metric", "Seg-ID"]), _meant_for_segment(["doc", "segment"])
    ('Seg-ID', '')
    """
    names = {re.sub(r"[^a-z0-9]", "", name.lower()): name for name in columns}
    if any(name in SEGMENTS for name in names.values()):
        return ""
    likely = [name for name in ("seg", "document", *NAMES["segment"]) if name in names]
    likely += get_close_matches("segment", names, n=1, cutoff=0.75)
    return names[likely[0]] if likely else ""


def _no_segment(place: str, what: str, meant: str, others: Sequence[str] = ()) -> Problem:
    hint = ""
    if meant:
        hint = (
            f"Is it {meant!r}? Call it segment, or say segment = {meant!r} beside file; where it is left "
            "out, scores are of whole systems"
        )
    elif others:
        hint = (
            f"There is {listed(others)}. A column that says the segment is named beside file, as segment; "
            "one that says which rows are meant, under where"
        )
    return Problem(place, what, allowed=f"a column {LOOKED_FOR}", hint=hint)


def _named(row: FileRecord, columns: tuple[str, ...], otherwise: str) -> str:
    for column in columns:
        if column in row:
            return "" if row[column] is None else str(row[column])
    return otherwise


def _rows(path: Path, needed: Sequence[str], column: str) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and row of each line of a table that has the columns that are needed."""
    if ".jsonl" in path.name:
        # whoever wrote numbers for systems meant another column
        return read_jsonl(path, {name: str if name == "system" else object for name in needed})
    if ending_of(path) in _AT_ONCE:
        return _rows_of_sheet(path, needed, column)
    separator = separator_of(path)
    rows = _with_columns(f"{path}:1", read_separated(path, (), separator), needed)
    if separator != ";":
        return rows
    there = list(rows)
    write_points(there, [column])
    return iter(there)


def _with_columns(
    place: str, rows: Iterator[tuple[str, FileRecord]], needed: Sequence[str]
) -> Iterator[tuple[str, FileRecord]]:
    for number, (at, row) in enumerate(rows):
        if number == 0:
            _check_columns(place, needed, row)
        yield at, row


def _check_columns(place: str, needed: Sequence[str], columns: Iterable[str]) -> None:
    """Raise a `DataError` for a column that is missing, with the one that seems to say the system."""
    there = [*columns]
    for name in (name for name in needed if name not in there):
        hint = suggest(name, there)
        meant = [each for each in there if plain(each) in NAMES["system"]]
        if name == "system" and meant:
            hint = f"Is it {meant[0]!r}? Call it system, or say system = {meant[0]!r} beside file. {hint}"
        elif name == "system" and not hint.startswith("Did you mean"):
            where = (
                "The system that it is of stands in a column; the only one of data that name none is 'system'"
            )
            hint = f"A row is one score. {where}. {hint}"
        raise DataError(Problem(place, f"column {name!r} is missing", hint=hint))


def _rows_of_sheet(path: Path, needed: Sequence[str], column: str) -> Iterator[tuple[str, FileRecord]]:
    """Yield the rows of an Excel, Parquet or JSON file, their names as texts."""
    source = read_source(path)
    _check_columns(str(path), needed, source.columns)
    for place, row in source.rows:
        yield place, {name: cell if name == column else as_name(cell) for name, cell in row.items()}


def _chosen(
    path: Path, column: str, where: dict[str, str], names: Sequence[str]
) -> Iterator[tuple[str, FileRecord]]:
    rows = _rows(path, [*dict.fromkeys((*names, column, *where))], column)
    found = dict.fromkeys(where, False)
    known: dict[str, set[str]] = {name: set() for name in where}
    is_any = False
    for place, row in rows:
        matches = {name: str(row[name]) == value for name, value in where.items()}
        for name, is_match in matches.items():
            found[name] |= is_match
            known[name].add(str(row[name]))
        if all(matches.values()):
            is_any = True
            yield place, row
    if not is_any:
        for name, is_found in found.items():
            if not is_found:
                hint = suggest(where[name], known[name])
                raise DataError(Problem(str(path), f"no row has {name} {where[name]!r}", hint=hint))
        raise DataError(Problem(str(path), f"no row has all of {where}"))
