"""Parquet files whose columns are as the data dictionary has them: taken as they are, whatever their size."""

from pathlib import Path

import numpy as np
import pandas as pd

from workbench.datasets.mapping.cells import is_missing
from workbench.datasets.mapping.mqm import is_mqm
from workbench.datasets.misspelt import misspelt
from workbench.datasets.places import with_numbered_places
from workbench.schema import Frame


def as_declared(path: Path, table: pd.DataFrame, frame: Frame) -> pd.DataFrame | None:
    """Return the rows of a file with their places, or None where there is something to mend or to refuse.

    Row by row, as records of Python, a table is ten times as large.
    """
    if (
        any(table.index.names)
        or not table.columns.is_unique
        or is_mqm(dict.fromkeys(map(str, table.columns)))
    ):
        return None
    columns = [column for column in frame.columns if column.name in table]
    needed = {column.name for column in frame.columns if not column.optional} - {"task", "rater"}
    if misspelt(frame, map(str, table.columns), str(path)):
        return None
    if len(table) == 0 or needed - {column.name for column in columns}:
        return None
    for column in columns:
        values = table[column.name]
        is_text = column.kind == "text"
        if values.dtype != ("str" if is_text else "float64"):
            return None
        if not is_text and not np.isfinite(values).all():
            return None
    # a row with a name is not one of the empty rows that spreadsheets write
    if any(map(is_missing, table["segment"].unique())):
        return None
    return with_numbered_places(table[[column.name for column in columns]], str(path))
