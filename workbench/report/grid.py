"""From cells that know their place to a panel: published numbers and our own records go the same way."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from workbench.errors import DataError, Problem
from workbench.report.table import Cell, Panel, TableRow

Header = tuple[str, ...]


class Placed(NamedTuple):
    """A cell, the label of its row and the header levels of its column."""

    row: str
    column: Header
    cell: Cell


def make_panel(
    title: str,
    cells: Iterable[Placed],
    rows: Sequence[str] | None = None,
    columns: Sequence[Header] | None = None,
    notes: Sequence[str] = (),
    apart: Sequence[str] = (),
) -> Panel:
    """Set cells in a grid; a place without a cell stays empty.

    Parameters
    ----------
    title : str
    cells : iterable of Placed
    rows, columns : sequence, optional
        The order of the labels and of the headers; by default that in which they first come.
    notes : sequence of str
    apart : sequence of str
        Labels of rows that are no competitors of the others; a line is drawn above the first of them.

    Raises
    ------
    DataError
        If two cells have one place.

    Examples
    --------
    >>> placed = [Placed("R-1", ("CASE",), Cell(0.5)), Placed("R-2", ("STEM",), Cell(0.25))]
    >>> panel = make_panel("Pearson's r", placed)
    >>> panel.columns, [row.cells[0] is None for row in panel.rows]
    ((('CASE',), ('STEM',)), [False, True])
    """
    found: dict[tuple[str, Header], Cell] = {}
    for row, column, cell in cells:
        if (row, column) in found:
            raise DataError(Problem(title, f"two numbers for one cell: {', '.join((row, *column))}"))
        found[row, column] = cell
    if rows is None:
        rows = list(dict.fromkeys(row for row, _ in found))
    if columns is None:
        columns = list(dict.fromkeys(column for _, column in found))
    return Panel(
        title,
        tuple(columns),
        tuple(
            TableRow(
                row, tuple(found.get((row, column)) for column in columns), row in apart, row in apart[:1]
            )
            for row in rows
        ),
        tuple(notes),
    )
