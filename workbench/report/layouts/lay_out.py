"""From records to a table, by any layout."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from workbench.errors import DataError, Problem
from workbench.report.grid import Header, Placed, make_panel
from workbench.report.layouts.labels import COMPONENTS, coefficient_label, metric_label
from workbench.report.layouts.layout import TableLayout
from workbench.report.layouts.notes import (
    TESTED,
    ceiling_notes,
    count_range,
    describe_best,
    panel_notes,
    table_notes,
)
from workbench.report.layouts.paper_labels import paper_labels
from workbench.report.table import Cell, Panel, Table
from workbench.schema import RECORDS
from workbench.types import Mark

Labels = tuple[str, ...]
_MARKS: dict[str, tuple[str, dict[str, Mark]]] = {
    "standing": ("standing_test", {"best": "best", "tied": "equivalent"}),
    "shade": ("shade_within", {"best": "best", "equivalent": "equivalent"}),
}
"""What marks cells -> the column that is empty where nothing of the kind was done, and what words mean."""
_PRINTED = ("value", "low", "high", "reason")


def lay_out(
    records: pd.DataFrame, layout: TableLayout, digits: int | None = None, intervals: bool | None = None
) -> Table:
    """Lay out correlations as a layout says.

    A reference setting or a preprocessing is named where a metric has several; a condition without a record
    is an empty cell. Judges stand under the metrics in every column, metrics without the judges' noise there
    in their own.

    Parameters
    ----------
    records : DataFrame
        Columns of `RECORDS`.
    layout : TableLayout
        From `LAYOUTS`, or one's own.
    digits : int, optional
        Decimals that are printed; the layout's own where nothing is said.
    intervals : bool, optional
        Whether intervals are printed; as the layout has it where nothing is said.

    Raises
    ------
    DataError
        If columns are missing, or two records belong in one cell.
    ValueError
        If a record is undefined without a reason.

    Undefined
    ---------
    A NaN value is a cell with the record's reason.

    Examples
    --------
    >>> from workbench.report.layouts import LAYOUTS
    >>> table = lay_out(RECORDS.build([]), LAYOUTS.get("galley2015"))
    >>> table.corner, table.digits, table.intervals
    ('Metric · references', 3, True)
    """
    digits = layout.digits if digits is None else digits
    intervals = layout.intervals if intervals is None else intervals
    return _lay_out(_as_objects(RECORDS.build(records)), layout, digits, intervals)


def _lay_out(records: pd.DataFrame, layout: TableLayout, digits: int, intervals: bool) -> Table:
    """Lay out records whose index is their place among all, which cells keep."""
    if layout.groups:
        return _lay_out_groups(records, layout, digits, intervals)
    pairs = zip(records["coefficient"], records["given"], strict=True)
    records = records.assign(coefficient=[coefficient_label(*pair) for pair in pairs])
    metrics, apart = records[records["role"] == ""], records[records["role"] != ""]
    groups = metrics.groupby(list(layout.panel), sort=False, dropna=False)
    panels = tuple(
        _panel(panel, _foot_of(panel, apart, layout), metrics, layout, digits) for _, panel in groups
    )
    is_marked = any(cell.mark for panel in panels for row in panel.rows for cell in row.cells if cell)
    is_tested = "standing" in layout.marks and bool(records["standing_test"].any())
    kinds = " and ".join(records["judgments"].unique())
    scope = _distinct(records, "dataset") + (
        _distinct(records, "task") if _is_single(records, "task") else []
    )
    return Table(
        title=f"Correlation with {kinds} judgments" + (f": {', '.join(scope)}" if scope else ""),
        corner=layout.corner,
        header_names=layout.header_names,
        panels=panels,
        notes=table_notes(records, layout.within, is_marked=is_marked, is_tested=is_tested),
        digits=digits,
        intervals=intervals,
        best=Table.best if is_tested else describe_best(records, layout.within),
        equivalent=TESTED if is_tested else Table.equivalent,
    )


def _as_objects(records: pd.DataFrame) -> pd.DataFrame:
    """Return the same records in one block a dtype.

    pandas keeps each column of strings apart and takes rows from one after the other; a table is cut into
    hundreds of small pieces, which is ten times as fast where all strings lie together.
    """
    words = [name for name, dtype in records.dtypes.items() if dtype == "str"]
    made = records.astype(dict.fromkeys(words, object)).copy()
    made.columns = made.columns.astype(object)
    return made


def _lay_out_groups(records: pd.DataFrame, layout: TableLayout, digits: int, intervals: bool) -> Table:
    """Return the panels of each group in one table; records of other tasks as if there were no groups."""
    plain = replace(layout, groups=())
    tables = [
        (group, _lay_out(part, plain, digits, intervals))
        for group, part in paper_labels(records, layout.groups)
    ]
    if not tables:
        return _lay_out(records, plain, digits, intervals)
    panels = tuple(
        replace(panel, title=f"{group.title}: {panel.title}" if group.title else panel.title)
        for group, table in tables
        for panel in table.panels
    )
    settings = sorted({metric_label(metric).settings for metric in records["metric"].unique()} - {""})
    notes = [f"Measures: {', '.join(settings)}."] if settings else []
    if any(not group.single for group, _ in tables):
        notes.append("Where the paper has no column for a single reference, there is none here: records.csv.")
    first = tables[0][1]
    return replace(first, panels=panels, notes=(*first.notes, *notes))


def _foot_of(panel: pd.DataFrame, apart: pd.DataFrame, layout: TableLayout) -> pd.DataFrame:
    """Return the records that stand under a panel; their intervals may be of another kind."""
    here = pd.Series(True, apart.index)
    for name in layout.panel:
        if name != "interval":
            here &= apart[name] == panel[name].iloc[0]
    return apart[here]


def _panel(
    panel: pd.DataFrame, foot: pd.DataFrame, records: pd.DataFrame, layout: TableLayout, digits: int
) -> Panel:
    place = [*layout.row, *layout.column]
    repeated = panel[panel.duplicated(place)]
    if len(repeated):
        where = ", ".join(str(repeated.iloc[0][name]) for name in [*place, *layout.panel])
        raise DataError(Problem("records", f"two records for one cell: {where}"))
    rows = _row_labels(_ordered(panel, layout.row, layout), records, layout)
    columns = {column: _header(column, panel, layout) for column in _ordered(panel, layout.column, layout)}
    placed = []
    for column, group in panel.groupby(list(layout.column), sort=False, dropna=False):
        cells = zip(
            _keys(group, layout.row), _keys(group, _PRINTED), _marks(group, layout), group.index, strict=True
        )
        for row, (value, low, high, reason), mark, record in cells:
            cell = Cell(value, low, high, mark, reason.strip(), record=int(record))
            placed.append(Placed(rows[row], columns[column], cell))
    below = list(_below(foot, rows, columns, layout))
    apart = list(dict.fromkeys(cell.row for cell in below))
    notes = (*panel_notes(panel, digits), *ceiling_notes(foot))
    return make_panel(
        _title(panel, records, layout),
        placed + below,
        [*rows.values(), *apart],
        list(columns.values()),
        notes,
        apart,
    )


def _below(
    foot: pd.DataFrame, rows: Mapping[Labels, str], columns: Mapping[Labels, Header], layout: TableLayout
) -> Iterator[Placed]:
    """Yield the cells under the metrics.

    For judges no reference plays a part, so theirs is empty: they are the same for each setting. A metric
    without their noise stands in its own column, under its own label.
    """
    parts = (("metric", "role"), layout.row[1:], layout.column, _PRINTED)
    keys = zip(foot.index, *(_keys(foot, names) for names in parts), strict=True)
    for record, (metric, role), own, place, printed in keys:
        value, low, high, reason = printed
        label = f"{rows.get((metric, *own), metric)} ({role})"
        for column, header in columns.items():
            if all(here in ("", there) for here, there in zip(place, column, strict=True)):
                yield Placed(label, header, Cell(value, low, high, reason=reason.strip(), record=int(record)))


def _keys(frame: pd.DataFrame, names: Sequence[str]) -> list[tuple[Any, ...]]:
    return list(zip(*(frame[name].tolist() for name in names), strict=True))


def _ordered(panel: pd.DataFrame, names: Sequence[str], layout: TableLayout) -> list[Labels]:
    """Return what those columns hold, in each known values in their order, then others as they come."""

    def places(name: str) -> dict[str, tuple[int, int]]:
        known = list(layout.orders.get(name, ()))
        shown = {
            value: metric_label(value).measure if name == "metric" else value
            for value in panel[name].unique()
        }
        return {
            value: (known.index(label) if label in known else len(known), come)
            for come, (value, label) in enumerate(shown.items())
        }

    order = [places(name) for name in names]
    return sorted(
        dict.fromkeys(_keys(panel, names)),
        key=lambda key: [place[value] for place, value in zip(order, key, strict=True)],
    )


def _marks(column: pd.DataFrame, layout: TableLayout) -> list[Mark]:
    """Return the marks of a column's cells: the first of the layout's that anything was done for."""
    for name in layout.marks:
        done, meaning = _MARKS[name]
        if column[done].any():
            return [meaning.get(said, "") for said in column[name]]
    return [""] * len(column)


def _row_labels(rows: Iterable[Labels], records: pd.DataFrame, layout: TableLayout) -> dict[Labels, str]:
    several = {
        name: {metric for metric, group in records.groupby("metric") if group[name].nunique() > 1}
        for name in layout.row[1:]
    }
    labels = {}
    for row in rows:
        metric, component, *others = row
        label = str(metric_label(metric))
        if metric in several["component"]:
            label += f" ({COMPONENTS.get(component, component)})"
        for name, value in zip(layout.row[2:], others, strict=True):
            if name in layout.always or metric in several[name]:
                label += f" · {value}"
        labels[row] = label
    alike = Counter(labels.values())
    return {row: label if alike[label] == 1 else f"{label} [{row[0]}]" for row, label in labels.items()}


def _header(column: Labels, panel: pd.DataFrame, layout: TableLayout) -> Header:
    levels = tuple(map(str, column))
    if not layout.counts_systems:
        return levels
    here = [key == column for key in _keys(panel, layout.column)]
    return (*levels, f"n = {count_range(panel.loc[here, 'n_systems'])}")


def _distinct(records: pd.DataFrame, name: str) -> list[str]:
    return [value for value in records[name].unique() if value]


def _is_single(records: pd.DataFrame, name: str) -> bool:
    return bool(records[name].nunique() == 1)


def _title(panel: pd.DataFrame, records: pd.DataFrame, layout: TableLayout) -> str:
    """Say what was correlated with what, on how much, and what the other panels do not share."""
    first = panel.iloc[0]
    scope = [
        first[name]
        for name in ("dataset", "task")
        if name in layout.panel and not _is_single(records, name) and first[name]
    ]
    simulated = " (simulated judgments)" if (panel["judgments"] == "simulated").any() else ""
    coefficient = first["coefficient"] if "coefficient" in layout.panel else "Correlation"
    defined = panel[panel["value"].notna()]
    counted = panel if defined.empty else defined
    systems, segments = count_range(counted["n_systems"]), count_range(counted["n_segments"])
    inputs = "documents" if first["level"] == "document" else "segments"
    title = "".join(f"{part}: " for part in scope)
    title += f"{coefficient} with {first['criterion']}{simulated}, "
    title += f"{first['level']} level ({systems} systems, {segments} {inputs})"
    if "block_size" in layout.panel and first["block_size"] and not _is_single(records, "block_size"):
        title += f", blocks of {first['block_size']:,}"
    if not _is_single(records, "interval"):
        title += ", no intervals" if first["interval"] == "none" else f", {first['interval']} intervals"
    return title
