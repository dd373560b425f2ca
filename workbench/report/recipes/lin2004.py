"""The layout of Lin 2004, Tables 1 to 3: measures down, reference settings and preprocessing across."""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from workbench.errors import DataError, Problem
from workbench.report.recipes.labels import COEFFICIENTS, COMPONENTS, metric_label
from workbench.report.recipes.notes import count_range, panel_notes, table_notes
from workbench.report.recipes.registry import RECIPES, Marker
from workbench.report.table import Cell, Mark, Panel, Row, Table
from workbench.schema import RECORDS

_MEASURES = (
    *(f"R-{order}" for order in range(1, 10)),
    *("R-L", "R-S*", "R-S4", "R-S9", "R-SU*", "R-SU4", "R-SU9", "R-W-1.2"),
)
_PREPROCESSES = ("CASE", "STEM", "STOP", "STEM+STOP")
_PANEL = ["dataset", "task", "criterion", "level", "coefficient", "interval"]
_ROW = ["metric", "component"]
_COLUMN = ["references", "preprocess"]

Key = tuple[str, str]


@RECIPES("lin2004")
def lin2004(records: pd.DataFrame, mark: Marker, digits: int = 2, intervals: bool = False) -> Table:
    """Lay out correlations as Lin 2004 does, one panel for each task, criterion, level and coefficient.

    Rows are the paper's 17 measures in its order, as far as there are records, then all other metrics as they
    come. Columns are reference settings as they come, and in each CASE, STEM, STOP, STEM+STOP and then other
    preprocessings. A condition without a record is an empty cell.

    Parameters
    ----------
    records : DataFrame
        Columns of `RECORDS`.
    mark : callable
        ``mark(values, lows, digits)`` returns the marks of one column: float64[n] values and lower bounds of
        the defined cells to n of "best", "equivalent" or "". Columns with one defined cell are not marked.
    digits : int
        Decimals that are printed.
    intervals : bool
        Whether intervals are printed.

    Raises
    ------
    DataError
        If columns are missing, or two records belong in one cell.
    ValueError
        If a record is undefined without a reason.

    Undefined
    ---------
    A NaN value is a cell with the record's reason, and takes no part in marking.
    """
    records = RECORDS.build(records)
    panels = tuple(
        _panel(panel, records, mark, digits) for _, panel in records.groupby(_PANEL, sort=False, dropna=False)
    )
    cells = [cell for panel in panels for row in panel.rows for cell in row.cells if cell]
    kinds = " and ".join(records["judgments"].unique())
    scope = _distinct(records, "dataset") + (
        _distinct(records, "task") if _is_single(records, "task") else []
    )
    return Table(
        title=f"Correlation with {kinds} judgments" + (f": {', '.join(scope)}" if scope else ""),
        corner="Measure",
        header_names=("references", "preprocessing"),
        panels=panels,
        notes=table_notes(records, digits, is_marked=any(cell.mark for cell in cells)),
        digits=digits,
        intervals=intervals,
    )


def _panel(panel: pd.DataFrame, records: pd.DataFrame, mark: Marker, digits: int) -> Panel:
    repeated = panel[panel.duplicated(_ROW + _COLUMN)]
    if len(repeated):
        where = ", ".join(str(repeated.iloc[0][name]) for name in [*_ROW, *_COLUMN, *_PANEL])
        raise DataError(Problem("records", f"two records for one cell: {where}"))
    columns = _ordered_columns(panel)
    rows = _ordered_rows(panel)
    found = {
        ((record.metric, record.component), (record.references, record.preprocess)): record
        for record in panel.itertuples(index=False)
    }
    grid = {}
    for column in columns:
        column_records = {row: found[row, column] for row in rows if (row, column) in found}
        marks = _marks(column_records, mark, digits)
        for row, record in column_records.items():
            grid[row, column] = Cell(
                record.value, record.low, record.high, marks.get(row, ""), record.reason.strip()
            )
    several = {metric for metric, group in records.groupby("metric") if group["component"].nunique() > 1}
    return Panel(
        title=_title(panel, records),
        columns=tuple(columns),
        rows=tuple(
            Row(_row_label(row, several), tuple(grid.get((row, column)) for column in columns))
            for row in rows
        ),
        notes=panel_notes(panel, digits),
    )


def _marks(column: dict[Key, Any], mark: Marker, digits: int) -> dict[Key, Mark]:
    """Mark the defined cells of a column; a single one has nothing to be compared with."""
    defined = {row: record for row, record in column.items() if not math.isnan(record.value)}
    if len(defined) < 2:
        return {}
    values = np.array([record.value for record in defined.values()], np.float64)
    lows = np.array([record.low for record in defined.values()], np.float64)
    return dict(zip(defined, mark(values, lows, digits), strict=True))


def _position(name: str, order: Iterable[str]) -> int:
    """Return the place of a name in an order; names that are not in it come last."""
    places = list(order)
    return places.index(name) if name in places else len(places)


def _pairs(panel: pd.DataFrame, names: list[str]) -> list[Key]:
    return list(panel[names].drop_duplicates().itertuples(index=False, name=None))


def _ordered_rows(panel: pd.DataFrame) -> list[Key]:
    return sorted(_pairs(panel, _ROW), key=lambda row: _position(metric_label(row[0]).measure, _MEASURES))


def _ordered_columns(panel: pd.DataFrame) -> list[Key]:
    references = list(panel["references"].unique())
    return sorted(
        _pairs(panel, _COLUMN),
        key=lambda column: (references.index(column[0]), _position(column[1], _PREPROCESSES)),
    )


def _row_label(row: Key, several: set[str]) -> str:
    metric, component = row
    label = str(metric_label(metric))
    return f"{label} ({COMPONENTS.get(component, component)})" if metric in several else label


def _distinct(records: pd.DataFrame, name: str) -> list[str]:
    return [value for value in records[name].unique() if value]


def _is_single(records: pd.DataFrame, name: str) -> bool:
    return bool(records[name].nunique() == 1)


def _title(panel: pd.DataFrame, records: pd.DataFrame) -> str:
    """Say what was correlated with what, on how much, and what the other panels do not share."""
    first = panel.iloc[0]
    scope = [first[name] for name in ("dataset", "task") if not _is_single(records, name) and first[name]]
    simulated = " (simulated judgments)" if (panel["judgments"] == "simulated").any() else ""
    coefficient = COEFFICIENTS.get(first["coefficient"], first["coefficient"])
    systems, segments = count_range(panel["n_systems"]), count_range(panel["n_segments"])
    title = "".join(f"{part}: " for part in scope)
    title += f"{coefficient} with {first['criterion']}{simulated}, "
    title += f"{first['level']} level ({systems} systems, {segments} segments)"
    if not _is_single(records, "interval"):
        title += ", no intervals" if first["interval"] == "none" else f", {first['interval']} intervals"
    return title
