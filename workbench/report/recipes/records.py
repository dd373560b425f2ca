"""From records to a table: what the layouts of correlation tables share."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from workbench.errors import DataError, Problem
from workbench.report.grid import Header, Placed, make_panel
from workbench.report.recipes.labels import COMPONENTS, DISATTENUATED, coefficient_label, metric_label
from workbench.report.recipes.notes import TESTED, ceiling_notes, count_range, panel_notes, table_notes
from workbench.report.recipes.registry import Marker
from workbench.report.table import Cell, Mark, Panel, Table
from workbench.schema import RECORDS

Key = tuple[str, ...]
_TESTED: dict[str, Mark] = {"best": "best", "tied": "equivalent"}
JUDGES = "ceiling"
_SETTING = ("references", "preprocess")


@dataclass(frozen=True)
class Axes:
    """Which columns of the records tell panels, rows and columns of a table apart; together all of its key.

    Parameters
    ----------
    panel, row, column : tuple of str
        Rows begin with metric and component.
    corner : str
    header_names : tuple of str
        One for each of `column`, and one more if systems are counted.
    orders : mapping of str to sequence of str
        The order of what such a column holds, for metrics that of their labels; other values follow as they
        come.
    always : tuple of str
        Those of `row` that a label names in any case; others only where a metric has several.
    counts_systems : bool
        Whether the innermost level of the header is the number of systems.
    """

    panel: tuple[str, ...]
    row: tuple[str, ...]
    column: tuple[str, ...]
    corner: str
    header_names: tuple[str, ...]
    orders: Mapping[str, Sequence[str]] = field(default_factory=dict)
    always: tuple[str, ...] = ()
    counts_systems: bool = False


def lay_out(records: pd.DataFrame, axes: Axes, mark: Marker, digits: int, intervals: bool) -> Table:
    """Return the table of the records; see `lin2004` for what is given and what is raised."""
    records = RECORDS.build(records)
    metrics, apart = records[records["role"] == ""], records[records["role"] != ""]
    groups = metrics.groupby(list(axes.panel), sort=False, dropna=False)
    panels = tuple(
        _panel(panel, _foot_of(panel, apart, axes), metrics, axes, mark, digits) for _, panel in groups
    )
    cells = [cell for panel in panels for row in panel.rows for cell in row.cells if cell]
    kinds = " and ".join(records["judgments"].unique())
    scope = _distinct(records, "dataset") + (
        _distinct(records, "task") if _is_single(records, "task") else []
    )
    return Table(
        title=f"Correlation with {kinds} judgments" + (f": {', '.join(scope)}" if scope else ""),
        corner=axes.corner,
        header_names=axes.header_names,
        panels=panels,
        notes=table_notes(records, digits, is_marked=any(cell.mark for cell in cells)),
        digits=digits,
        intervals=intervals,
        equivalent=TESTED if records["standing_test"].any() else Table.equivalent,
    )


def _foot_of(panel: pd.DataFrame, apart: pd.DataFrame, axes: Axes) -> pd.DataFrame:
    """Return the records that stand under a panel; their intervals may be of another kind."""
    here = pd.Series(True, apart.index)
    for name in axes.panel:
        if name != "interval":
            here &= apart[name] == panel[name].iloc[0]
    return apart[here]


def _panel(
    panel: pd.DataFrame, foot: pd.DataFrame, records: pd.DataFrame, axes: Axes, mark: Marker, digits: int
) -> Panel:
    place = [*axes.row, *axes.column]
    repeated = panel[panel.duplicated(place)]
    if len(repeated):
        where = ", ".join(str(repeated.iloc[0][name]) for name in [*place, *axes.panel])
        raise DataError(Problem("records", f"two records for one cell: {where}"))
    rows = _row_labels(_ordered(panel, axes.row, axes), records, axes)
    columns = {column: _header(column, panel, axes) for column in _ordered(panel, axes.column, axes)}
    placed = []
    for column, group in panel.groupby(list(axes.column), sort=False, dropna=False):
        found = dict(zip(_keys(group, axes.row), group.itertuples(index=False), strict=True))
        marks = _marks({row: found[row] for row in rows if row in found}, mark, digits)
        for row, record in found.items():
            cell = Cell(record.value, record.low, record.high, marks.get(row, ""), record.reason.strip())
            placed.append(Placed(rows[row], columns[column], cell))
    below = list(_below(foot, rows, columns, axes))
    apart = list(dict.fromkeys(cell.row for cell in below))
    notes = (*panel_notes(panel, digits), *ceiling_notes(foot))
    return make_panel(
        _title(panel, records, axes),
        placed + below,
        [*rows.values(), *apart],
        list(columns.values()),
        notes,
        apart,
    )


def _below(
    foot: pd.DataFrame, rows: Mapping[Key, str], columns: Mapping[Key, Header], axes: Axes
) -> Iterator[Placed]:
    """Yield the cells under the metrics.

    For judges no reference plays a part: they are the same for each setting. A metric without their noise
    stands in its own column, under its own label.
    """
    for record in foot.itertuples(index=False):
        label = record.metric
        if record.role != JUDGES:
            own = tuple(getattr(record, name) for name in axes.row[1:])
            label = rows.get((record.metric.removesuffix(DISATTENUATED), *own), record.metric) + DISATTENUATED
        for column, header in columns.items():
            named = zip(axes.column, column, strict=True)
            if all(
                getattr(record, name) == value or (record.role == JUDGES and name in _SETTING)
                for name, value in named
            ):
                cell = Cell(record.value, record.low, record.high, reason=record.reason.strip())
                yield Placed(label, header, cell)


def _keys(frame: pd.DataFrame, names: Sequence[str]) -> list[Key]:
    return list(frame[list(names)].itertuples(index=False, name=None))


def _ordered(panel: pd.DataFrame, names: Sequence[str], axes: Axes) -> list[Key]:
    """Return what those columns hold, in each known values in their order, then others as they come."""

    def places(name: str) -> dict[str, tuple[int, int]]:
        known = list(axes.orders.get(name, ()))
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


def _marks(column: dict[Key, Any], mark: Marker, digits: int) -> dict[Key, Mark]:
    """Mark the defined cells of a column; a single one has nothing to be compared with.

    Where a test compared them with the best, it says which are as good.
    """
    if any(record.standing_test for record in column.values()):
        return {row: _TESTED.get(record.standing, "") for row, record in column.items()}
    defined = {row: record for row, record in column.items() if not math.isnan(record.value)}
    if len(defined) < 2:
        return {}
    values = np.array([record.value for record in defined.values()], np.float64)
    lows = np.array([record.low for record in defined.values()], np.float64)
    return dict(zip(defined, mark(values, lows, digits), strict=True))


def _row_labels(rows: Iterable[Key], records: pd.DataFrame, axes: Axes) -> dict[Key, str]:
    several = {
        name: {metric for metric, group in records.groupby("metric") if group[name].nunique() > 1}
        for name in axes.row[1:]
    }
    labels = {}
    for row in rows:
        metric, component, *others = row
        label = str(metric_label(metric))
        if metric in several["component"]:
            label += f" ({COMPONENTS.get(component, component)})"
        for name, value in zip(axes.row[2:], others, strict=True):
            if name in axes.always or metric in several[name]:
                label += f" · {value}"
        labels[row] = label
    alike = Counter(labels.values())
    return {row: label if alike[label] == 1 else f"{label} [{row[0]}]" for row, label in labels.items()}


def _header(column: Key, panel: pd.DataFrame, axes: Axes) -> Header:
    values = dict(zip(axes.column, column, strict=True))
    given = values.pop("given", "")  # it stands behind the coefficient
    levels = tuple(
        coefficient_label(value, given) if name == "coefficient" else str(value)
        for name, value in values.items()
    )
    if not axes.counts_systems:
        return levels
    here = [key == column for key in _keys(panel, axes.column)]
    return (*levels, f"n = {count_range(panel.loc[here, 'n_systems'])}")


def _distinct(records: pd.DataFrame, name: str) -> list[str]:
    return [value for value in records[name].unique() if value]


def _is_single(records: pd.DataFrame, name: str) -> bool:
    return bool(records[name].nunique() == 1)


def _title(panel: pd.DataFrame, records: pd.DataFrame, axes: Axes) -> str:
    """Say what was correlated with what, on how much, and what the other panels do not share."""
    first = panel.iloc[0]
    scope = [
        first[name]
        for name in ("dataset", "task")
        if name in axes.panel and not _is_single(records, name) and first[name]
    ]
    simulated = " (simulated judgments)" if (panel["judgments"] == "simulated").any() else ""
    coefficient = "Correlation"
    if "coefficient" in axes.panel:
        coefficient = coefficient_label(first["coefficient"], first["given"])
    defined = panel[panel["value"].notna()]
    counted = panel if defined.empty else defined
    systems, segments = count_range(counted["n_systems"]), count_range(counted["n_segments"])
    inputs = "documents" if first["level"] == "document" else "segments"
    title = "".join(f"{part}: " for part in scope)
    title += f"{coefficient} with {first['criterion']}{simulated}, "
    title += f"{first['level']} level ({systems} systems, {segments} {inputs})"
    if "block_size" in axes.panel and first["block_size"] and not _is_single(records, "block_size"):
        title += f", blocks of {first['block_size']:,}"
    if not _is_single(records, "interval"):
        title += ", no intervals" if first["interval"] == "none" else f", {first['interval']} intervals"
    return title
