"""From records to a table, by any layout."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from workbench.errors import DataError, Problem
from workbench.report.grid import Header, Placed, make_panel
from workbench.report.layouts.ceilings import ceiling_notes, with_zeros, without_sparse
from workbench.report.layouts.counts import count_range
from workbench.report.layouts.fit import fit
from workbench.report.layouts.labels import COMPONENTS, coefficient_label, metric_label
from workbench.report.layouts.layout import TableLayout
from workbench.report.layouts.marks import describe_best, with_marks
from workbench.report.layouts.notes import panel_notes, table_notes
from workbench.report.layouts.paper_labels import paper_labels
from workbench.report.layouts.sentence import PrintedParts
from workbench.report.layouts.titles import distinct, is_single, panel_title
from workbench.report.table import Cell, Panel, Table
from workbench.schema import RECORDS, with_plain_strings

Labels = tuple[str, ...]
_PRINTED = ("value", "low", "high", "reason")
_MARKED = ("mark", "holds_zero")


def lay_out(
    records: pd.DataFrame,
    layout: TableLayout,
    digits: int | None = None,
    intervals: bool | None = None,
    coefficients: Sequence[str] | None = None,
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
    coefficients : sequence of str, optional
        Those that are printed, by their names in the records; all where nothing is said.

    Raises
    ------
    DataError
        If columns are missing, two records belong in one cell, or a coefficient is in no record.
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
    return lay_out_plain(with_plain_strings(RECORDS.build(records)), layout, digits, intervals, coefficients)


def lay_out_plain(
    every: pd.DataFrame,
    layout: TableLayout,
    digits: int | None = None,
    intervals: bool | None = None,
    coefficients: Sequence[str] | None = None,
) -> Table:
    """Lay out records whose strings are plain already (`schema.with_plain_strings`), as `lay_out` does."""
    digits = layout.digits if digits is None else digits
    if coefficients is None:
        return _share_notes(_lay_out(every, layout, digits, intervals))
    for name in coefficients:
        if name not in {*every["coefficient"]}:
            known = distinct(every, "coefficient")
            raise DataError(
                Problem("table.coefficients", f"no record has {name!r}", allowed=", ".join(known))
            )
    chosen = every["coefficient"].isin(list(coefficients))
    table = _share_notes(_lay_out(every[chosen], layout, digits, intervals))
    others = [coefficient_label(name) for name in distinct(every[~chosen], "coefficient")]
    said = [f"In the records, and not printed: {', '.join(others)}."] if others else []
    return replace(table, notes=(*table.notes, *said))


def _lay_out(records: pd.DataFrame, layout: TableLayout, digits: int, intervals: bool | None) -> Table:
    """Lay out records whose index is their place among all, which cells keep."""
    if layout.groups:
        return _lay_out_groups(records, layout, digits, intervals)
    pairs = zip(records["coefficient"], records["given"], strict=True)
    records = records.assign(coefficient=[coefficient_label(*pair) for pair in pairs])
    if layout.fits:
        records, layout = fit(records, layout, intervals)
    elif intervals is not None:
        layout = replace(layout, intervals=intervals)
    marked = with_marks(records[records["role"] == ""], layout, digits)
    shown = PrintedParts(digits, layout.intervals, "shade" in layout.marks)
    apart = with_zeros(records[records["role"] != ""], marked)
    panels = tuple(
        _panel(panel, _foot_of(panel, apart, layout), marked, layout, shown)
        for _, panel in marked.groupby(list(layout.panel), sort=False, dropna=False)
    )
    kinds = " and ".join(records["judgments"].unique())
    scope = distinct(records, "dataset")
    if is_single(records, "task"):
        # what is looked at of the data may have named it
        scope += [t for t in distinct(records, "task") if not any(f"only tasks {t} (" in s for s in scope)]
    return Table(
        title=f"Correlation with {kinds} judgments" + (f": {', '.join(scope)}" if scope else ""),
        corner=layout.corner,
        header_names=layout.header_names,
        panels=panels,
        notes=table_notes(marked, layout.within),
        digits=digits,
        intervals=layout.intervals,
        best=describe_best(marked, layout),
        equivalent="equivalent to the best by the rule of Lin (2004), no test of the difference",
    )


def _share_notes(table: Table) -> Table:
    """Return the table with notes that all of several panels have under the last one, once."""
    if len(table.panels) < 2:
        return table
    first, *others = table.panels
    shared = [note for note in first.notes if all(note in panel.notes for panel in others)]
    panels = tuple(
        replace(panel, notes=tuple(note for note in panel.notes if note not in shared))
        for panel in table.panels
    )
    return replace(table, panels=panels, notes=(*shared, *table.notes))


def _lay_out_groups(records: pd.DataFrame, layout: TableLayout, digits: int, intervals: bool | None) -> Table:
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
    panel: pd.DataFrame, foot: pd.DataFrame, records: pd.DataFrame, layout: TableLayout, shown: PrintedParts
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
            _keys(group, layout.row), _keys(group, _PRINTED), _keys(group, _MARKED), group.index, strict=True
        )
        for row, (value, low, high, reason), (mark, holds_zero), record in cells:
            cell = Cell(value, low, high, mark, reason.strip(), holds_zero, record=int(record))
            placed.append(Placed(rows[row], columns[column], cell))
    below = list(_below(without_sparse(foot), rows, columns, layout))
    apart = list(dict.fromkeys(cell.row for cell in below))
    is_column = ("preprocess" in layout.column) if "own" in layout.row else None
    notes = (*panel_notes(panel, shown, is_column), *ceiling_notes(foot))
    return make_panel(
        panel_title(panel, records, layout),
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
    parts = (("metric", "role"), layout.row[1:], layout.column, (*_PRINTED, "holds_zero"))
    keys = zip(foot.index, *(_keys(foot, names) for names in parts), strict=True)
    for record, (metric, role), own, place, printed in keys:
        value, low, high, reason, holds_zero = printed
        label = f"{rows.get((metric, *own), metric)} ({role})"
        for column, header in columns.items():
            if all(here in ("", there) for here, there in zip(place, column, strict=True)):
                cell = Cell(
                    value, low, high, reason=reason.strip(), holds_zero=holds_zero, record=int(record)
                )
                yield Placed(label, header, cell)


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
            if value and (name in layout.always or metric in several[name]):
                label += f" · {value}"
        labels[row] = label
    alike = Counter(labels.values())
    return {row: label if alike[label] == 1 else f"{label} [{row[0]}]" for row, label in labels.items()}


def _header(column: Labels, panel: pd.DataFrame, layout: TableLayout) -> Header:
    named = zip(layout.column, column, strict=True)
    levels = tuple("no blocks" if name == "block_size" and not value else str(value) for name, value in named)
    if not layout.counts_systems:
        return levels
    here = [key == column for key in _keys(panel, layout.column)]
    return (*levels, f"n = {count_range(panel.loc[here, 'n_systems'])}")
