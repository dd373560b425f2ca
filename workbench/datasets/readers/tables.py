"""A user's own data set: three tables with the columns of the data dictionary."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from workbench.datasets.places import make_table
from workbench.datasets.readers.lines import read_jsonl, read_number, read_separated
from workbench.datasets.readers.registry import READERS, Tables
from workbench.errors import DataError, MissingDataError, Problem
from workbench.schema import JUDGMENTS, OUTPUTS, REFERENCES, Frame

ENDINGS = (".jsonl", ".jsonl.gz", ".csv", ".tsv")
_MISSING = ("none", "nan", "")


@READERS("tables")
def read_tables(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read outputs, references and judgments, each as .jsonl, .jsonl.gz, .csv or .tsv.

    There need be no table of references if every text is empty: then there is nothing to compare.
    """
    outputs = _read(folder, OUTPUTS)
    has_texts = outputs.empty or (outputs["text"] != "").any() or _find(folder, REFERENCES)
    references = _read(folder, REFERENCES) if has_texts else make_table([])
    return Tables(outputs, references, _read(folder, JUDGMENTS))


def _find(folder: Path, frame: Frame) -> list[Path]:
    return [path for ending in ENDINGS if (path := folder / f"{frame.name}{ending}").is_file()]


def _read(folder: Path, frame: Frame) -> pd.DataFrame:
    found = _find(folder, frame)
    names = " or ".join(f"{frame.name}{ending}" for ending in ENDINGS)
    if not found:
        raise MissingDataError(Problem(str(folder), f"there is no {names}"))
    if len(found) > 1:
        what = f"there are several files of {frame.name}"
        raise DataError(Problem(str(folder), what, ", ".join(path.name for path in found)))
    (path,) = found
    required = [column for column in frame.columns if not column.optional]
    if ".jsonl" in path.name:
        kinds: dict[str, type | tuple[type, ...]] = {
            each.name: (int, float) if each.kind == "real" else (str, int) if each.name in frame.key else str
            for each in required
        }
        rows = list(read_jsonl(path, kinds))
    else:
        columns = tuple(column.name for column in required)
        rows = list(read_separated(path, columns, "\t" if path.suffix == ".tsv" else ","))
    for column in frame.columns:
        if column.kind == "real":
            for place, row in rows:
                if column.optional and str(row.get(column.name)).lower() in _MISSING:
                    row[column.name] = float("nan")
                else:
                    row[column.name] = read_number(row[column.name], place, column.name)
    return make_table({**row, "place": place} for place, row in rows)
