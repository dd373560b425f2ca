"""Writing data sets, and scores, as tables that the reader of tables reads."""

import csv
import io
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pandas as pd

from workbench.datasets.evalset import EvalSet, filled, natural_key
from workbench.datasets.writers.files import json_lines, shortest, write_text
from workbench.errors import DataError, Problem
from workbench.schema import JUDGMENTS, OUTPUTS, REFERENCES, Frame
from workbench.types import OutputKey

Ending = Literal[".csv", ".tsv", ".jsonl", ".jsonl.gz"]


def write_tables(folder: Path, evalset: EvalSet, ending: Ending = ".jsonl") -> None:
    """Write outputs, references and judgments; read again they are the same data set.

    The card is not written: a folder of one's own needs a ``card.toml`` beside them. What this writes, read
    and written again, is the same bytes. A data set without references gets no table of them.

    Raises
    ------
    DataError
        If a text has a carriage return and the table is .csv or .tsv, which does not keep it.
    """
    for frame, rows in (
        (OUTPUTS, filled(evalset.outputs)),
        (REFERENCES, evalset.references),
        (JUDGMENTS, evalset.judgments),
    ):
        if not rows.empty:
            write_text(folder / f"{frame.name}{ending}", _written(frame, rows, ending))


def _written(frame: Frame, rows: pd.DataFrame, ending: Ending) -> str:
    names = [name for name in frame.names if name in rows]
    records: list[dict[str, object]] = [
        {name: _value(value) for name, value in zip(names, row, strict=True)}
        for row in rows[names].itertuples(index=False, name=None)
    ]
    return lines_of(records, names, ending)


def _value(value: object) -> object:
    if not isinstance(value, float):
        return str(value)
    return None if math.isnan(value) else shortest(value)


def lines_of(records: list[dict[str, object]], names: list[str], ending: Ending) -> str:
    """Return records as the text of a table; the names are its columns.

    Raises
    ------
    DataError
        If a text has a carriage return and the table is .csv or .tsv.
    """
    if ending.startswith(".jsonl"):
        return json_lines(records)
    if any("\r" in value for record in records for value in record.values() if isinstance(value, str)):
        raise DataError(
            Problem("", f"a text has a carriage return, which {ending} does not keep", allowed=".jsonl")
        )
    content = io.StringIO()
    writer = csv.writer(content, delimiter="\t" if ending == ".tsv" else ",", lineterminator="\n")
    writer.writerow(names)
    writer.writerows(["" if value is None else value for value in record.values()] for record in records)
    return content.getvalue()


def write_scores(path: Path, scores: Mapping[OutputKey, float]) -> None:
    """Write scores by (task, segment, system) as .csv, .tsv, .jsonl or .jsonl.gz, in natural order of names.

    An empty task, if all are, is left out; so is the segment ``*``.
    """
    ending: Ending = ".jsonl" if ".jsonl" in path.name else ".tsv" if path.suffix == ".tsv" else ".csv"
    columns = [
        *(["task"] if any(task for task, _, _ in scores) else []),
        *(["segment"] if any(segment != "*" for _, segment, _ in scores) else []),
        "system",
        "score",
    ]
    records: list[dict[str, object]] = []
    for key in sorted(scores, key=lambda each: tuple(map(natural_key, each))):
        row = dict(zip(("task", "segment", "system"), key, strict=True))
        records.append({name: row.get(name, shortest(scores[key])) for name in columns})
    write_text(path, lines_of(records, columns, ending))
