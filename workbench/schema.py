"""The data dictionary: every column of every frame, declared once, in `columns.tsv` beside this file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

import numpy as np
import pandas as pd
import pyarrow as pa

from workbench.errors import DataError, Problem

ColumnKind = Literal["text", "real", "whole"]
Values: TypeAlias = "pd.Series[Any] | list[Any]"
_DTYPES = {"text": "str", "real": "float64", "whole": "int64"}
_AS_BUILT = {kind: pd.Series([], dtype=dtype).dtype for kind, dtype in _DTYPES.items()}
_ABSENT: dict[ColumnKind, str | float | int] = {"text": "", "real": float("nan"), "whole": 0}


@dataclass(frozen=True)
class Column:
    """One column: its name, what it holds, and whether a value may be missing."""

    name: str
    kind: ColumnKind
    meaning: str
    optional: bool = False


@dataclass(frozen=True)
class Frame:
    """The columns of one kind of table and the columns that identify a row."""

    name: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def names(self) -> list[str]:
        """The column names, in order."""
        return [column.name for column in self.columns]

    def build(self, rows: pd.DataFrame | Iterable[dict[str, object]], where: str = "") -> pd.DataFrame:
        """Return the rows with exactly the declared columns, in order, with declared types.

        Optional columns that are absent are filled with "", NaN or, if they are whole, 0.

        Raises
        ------
        DataError
            If a column is missing, or a value has the wrong type.
        """
        if isinstance(rows, pd.DataFrame):
            if [*rows.dtypes.items()] == [(column.name, _AS_BUILT[column.kind]) for column in self.columns]:
                return rows.reset_index(drop=True)
            return self.of_columns(
                {name: rows[name] for name in self.names if name in rows}, len(rows), where
            )
        rows = list(rows)
        columns = {
            column.name: [row.get(column.name, _ABSENT[column.kind]) for row in rows]
            for column in self.columns
            if any(column.name in row for row in rows)
        }
        return self.of_columns(columns, len(rows), where)

    def of_columns(self, columns: Mapping[str, Values], size: int, where: str = "") -> pd.DataFrame:
        """Return a table of `size` rows of the columns that there are, filled and checked as by `build`."""
        place = where or self.name
        made = {}
        for column in self.columns:
            name, values = column.name, columns.get(column.name)
            if values is None:
                if size and not column.optional:
                    what = f"column {name!r} is missing"
                    raise DataError(Problem(place, what, allowed=", ".join(self.names)))
                values = [_ABSENT[column.kind]] * size
            try:
                made[name] = _typed(values, column.kind)
            except (ValueError, TypeError) as error:
                raise DataError(Problem(place, f"column {name!r} is not {column.kind}: {error}")) from None
        return pd.DataFrame(made)


def _typed(values: Values, kind: ColumnKind) -> Any:
    """Return values as an array of the type of their kind; what pandas infers in between costs most."""
    dtype = _AS_BUILT[kind]
    if isinstance(values, pd.Series):
        return (values if values.dtype == dtype else values.astype(dtype)).array
    return pd.array(values, dtype) if kind == "text" else np.array(values, dtype)


def with_plain_strings(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the frame with its strings as Python objects, all in one block.

    pandas keeps each column of strings apart and takes rows from one after the other; records are cut into
    hundreds of small pieces, which is ten times as fast where all strings lie together.
    """
    words = [name for name, dtype in frame.dtypes.items() if dtype == "str"]
    block = np.empty((len(frame), len(words)), object)
    for place, name in enumerate(words):
        block[:, place] = frame[name].to_numpy(object)
    texts = pd.DataFrame(block, frame.index, words, dtype=object)
    made = pd.concat([texts, frame.drop(columns=words)], axis=1)[[*frame.columns]]
    made.columns = made.columns.astype(object)
    return made


def release_unused() -> None:
    """Give back the memory of tables that are gone, which Arrow keeps for the next ones."""
    pa.default_memory_pool().release_unused()


def _read_frames(path: Path) -> dict[str, Frame]:
    """Read the declarations: a line a column, with its place in the key of the frame where it has one."""
    _, *lines = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    frames = {}
    for name, mine in groupby(lines, key=lambda line: line[0]):
        declared = list(mine)
        columns = tuple(
            Column(column, cast(ColumnKind, kind), meaning, bool(missing))
            for _, column, kind, _, missing, meaning in declared
        )
        key = tuple(line[1] for line in sorted(declared, key=lambda line: int(line[3] or 0)) if line[3])
        frames[name] = Frame(name, key, columns)
    return frames


FRAMES = _read_frames(Path(__file__).with_name("columns.tsv"))
"""Every frame of the workbench's own, by its name."""
OUTPUTS = FRAMES["outputs"]
REFERENCES = FRAMES["references"]
JUDGMENTS = FRAMES["judgments"]
SCORES = FRAMES["scores"]
RECORDS = FRAMES["records"]
COMPARISONS = FRAMES["comparisons"]
RANKINGS = FRAMES["rankings"]
WINNERS = FRAMES["winners"]
PROTOCOL = FRAMES["protocol"]
PROTOCOL_TESTS = FRAMES["protocol_tests"]
RELIABILITY = FRAMES["reliability"]
REFERENCE_CHOICE = FRAMES["reference_choice"]
ERROR_SOURCES = FRAMES["error_sources"]
ROBUSTNESS = FRAMES["robustness"]
DISAGREEMENTS = FRAMES["disagreements"]
PAIRS = FRAMES["pairs"]
PUBLISHED = FRAMES["published"]
REPRODUCED = FRAMES["reproduced"]
REPORTED = FRAMES["reported"]
FINDINGS = FRAMES["lint"]
CALIBRATION = FRAMES["calibration"]
PLANNING = FRAMES["planning"]
WORTH = FRAMES["worth"]
DECIDED = FRAMES["decided"]
SYSTEM_COMPARISONS = FRAMES["system_comparisons"]
BLOCK_COMPARISONS = FRAMES["block_comparisons"]
AGREEMENT = FRAMES["agreement"]
RATER_PAIRS = FRAMES["rater_pairs"]
SINGLE_RATERS = FRAMES["single_raters"]
AVERAGE_RANKS = FRAMES["average_ranks"]
REPLICABILITY = FRAMES["replicability"]
DIFFERENCE_INFLUENCE = FRAMES["difference_influence"]
FAMILIES = FRAMES["families"]
FAMILY_TESTS = FRAMES["family_tests"]
WEIGHT_NOISE = FRAMES["weight_noise"]
BLOCK_POWER = FRAMES["block_power"]
