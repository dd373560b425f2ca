"""A user's own data set: three tables with the columns of the data dictionary."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from workbench.datasets.makers import name_makers
from workbench.datasets.mapping.cells import is_missing
from workbench.datasets.mapping.decimal_commas import write_points
from workbench.datasets.mapping.source_table import ONE_RATER, ONE_TASK
from workbench.datasets.mapping.sources import read_parquet, read_source, separator_of
from workbench.datasets.misspelt import misspelt
from workbench.datasets.places import make_table, place_of, put_together
from workbench.datasets.readers.lines import end_of, read_jsonl, read_number, read_separated
from workbench.datasets.readers.parquet_tables import as_declared
from workbench.datasets.readers.registry import READERS, Tables
from workbench.errors import DataError, MissingDataError, Problem, suggest
from workbench.schema import JUDGMENTS, OUTPUTS, REFERENCES, Frame

ENDINGS = (".jsonl", ".jsonl.gz", ".csv", ".tsv", ".parquet", "/")
"""How a table's name ends; the last one is a folder of parts, each of them .parquet."""


@READERS("tables")
def read_tables(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read outputs, references and judgments, each as .jsonl, .jsonl.gz, .csv, .tsv or .parquet.

    In the place of each may be a folder of Parquet files, which are read one after the other by name.
    Columns of tasks and of raters may be left out: then there is one. There need be no table of references
    if every text is empty: then there is nothing to compare. A rating that is empty, NA, NaN or null is
    missing, and counted.
    """
    outputs = _read(folder, OUTPUTS)
    has_texts = outputs.empty or (outputs["text"] != "").any() or _find(folder, REFERENCES)
    references = _read(folder, REFERENCES) if has_texts else make_table([])
    judgments = _read(folder, JUDGMENTS)
    outputs, references, judgments = _with_one_task(outputs, references, judgments)
    if len(judgments) and "rater" not in judgments:
        judgments["rater"] = ONE_RATER
    is_rated = judgments["score"].notna().to_numpy() if len(judgments) else []
    missing = len(judgments) - int(sum(is_rated))
    notes = [note for frame in (OUTPUTS, REFERENCES, JUDGMENTS) for note in _ends(folder, frame)]
    if missing:
        notes.append(Problem("", f"{missing:,} of {len(judgments):,} ratings are missing"))
    references, makers = name_makers(outputs, references)
    return Tables(outputs, references, judgments[is_rated] if missing else judgments, (*notes, *makers))


def _with_one_task(*tables: pd.DataFrame) -> list[pd.DataFrame]:
    """Fill in the task in tables without a column for it, as the others name it."""
    columns = [rows["task"] for rows in tables if "task" in rows]
    named = {
        name
        for names in columns
        for name in (names.unique() if names.dtype == "str" else names)
        if isinstance(name, str | int)
    }
    for rows in tables:
        if len(rows) and "task" not in rows:
            if len(named) > 1:
                what = "column 'task' is missing, and there are several"
                raise DataError(Problem(place_of(rows, 0), what, allowed=", ".join(sorted(map(str, named)))))
            rows["task"] = next(iter(named), ONE_TASK)
    return list(tables)


def _find(folder: Path, frame: Frame) -> list[Path]:
    found = [path for ending in ENDINGS if (path := folder / f"{frame.name}{ending}").is_file()]
    return [*found, folder / frame.name] if _parts(folder / frame.name) else found


def _parts(folder: Path) -> list[Path]:
    return sorted(folder.glob("[!.]*.parquet"))


def _ends(folder: Path, frame: Frame) -> list[Problem]:
    texts = [path for path in _find(folder, frame) if path.suffix in (".csv", ".tsv")]
    return [note for path in texts for note in end_of(path)]


def _read(folder: Path, frame: Frame) -> pd.DataFrame:
    found = _find(folder, frame)
    names = " or ".join(f"{frame.name}{ending}" for ending in ENDINGS)
    if not found:
        raise MissingDataError(Problem(str(folder), f"there is no {names}"))
    if len(found) > 1:
        what = f"there are several files of {frame.name}"
        raise DataError(Problem(str(folder), what, ", ".join(path.name for path in found)))
    # a part's records go before the next one is read: they take several times the memory of its texts
    tables = [_read_file(path, frame) for path in _parts(found[0]) or found]
    return put_together(tables)


def _read_file(path: Path, frame: Frame) -> pd.DataFrame:
    required = [
        column for column in frame.columns if not column.optional and column.name not in ("task", "rater")
    ]
    if ".jsonl" in path.name:
        kinds: dict[str, type | tuple[type, ...]] = {
            each.name: (str, int) if each.name in frame.key else str
            for each in required
            if each.kind != "real"
        }
        rows = list(read_jsonl(path, kinds))
    elif path.suffix == ".parquet":
        table = as_declared(path, read_parquet(path), frame)
        if table is not None:
            return table
        source = read_source(path)
        rows = source.rows
        for each in required if rows else ():
            if each.name not in source.columns:
                hint = suggest(each.name, source.columns)
                raise DataError(Problem(str(path), f"column {each.name!r} is missing", hint=hint))
    else:
        columns = tuple(column.name for column in required)
        separator = separator_of(path)
        rows = list(read_separated(path, columns, separator))
        if separator == ";":
            write_points(rows, [each.name for each in frame.columns if each.kind == "real"])
    if wrong := misspelt(frame, dict.fromkeys(name for _, row in rows for name in row), str(path)):
        raise DataError(*wrong)
    for column in frame.columns:
        if column.kind == "real":
            for place, row in rows:
                if column.name not in row and not column.optional:
                    raise DataError(
                        Problem(place, f"field {column.name!r} is missing", hint=suggest(column.name, row))
                    )
                if is_missing(row.get(column.name)):
                    row[column.name] = float("nan")
                else:
                    row[column.name] = read_number(row[column.name], place, column.name)
    return make_table({**row, "place": place} for place, row in rows)
