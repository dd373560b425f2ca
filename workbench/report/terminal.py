"""A table for a terminal: aligned, and folded where it is long."""

from workbench.report.table import Cell, Panel, Table

ROWS, PANELS, WIDTH = 24, 2, 120
"""Rows of a panel and panels of a table that are printed, and characters of a line."""
_SIGNS = {"best": "*", "tied": "~", "equivalent": "~", "": ""}


def terminal_text(
    table: Table, *, rows: int | None = None, panels: int | None = None, width: int | None = None
) -> str:
    """Return a table in columns of equal width, without what would not be read on a terminal.

    Intervals are left out where lines would be too long, then columns; what is left out is counted. The
    files of the report have everything.

    Parameters
    ----------
    table : Table
    rows, panels, width : int, optional
        Rows of a panel, panels and characters of a line beyond which it is folded; no limit where nothing is
        said.

    Examples
    --------
    >>> from workbench.report.table import TableRow
    >>> cells = Cell(0.756, mark="best"), Cell(0.0361, holds_zero=True)
    >>> lines = TableRow("R-1", cells[:1]), TableRow("R-2", cells[1:])
    >>> panel = Panel("Pearson's r", (("CASE",),), lines)
    >>> print(terminal_text(Table("Correlation", "Metric", ("",), (panel,))))
    Correlation
    * highest in its column; ° not shown to differ from 0: its interval holds 0
    <BLANKLINE>
    Pearson's r
    Metric   CASE
    R-1     0.76*
    R-2     0.04°
    """
    shown = table.panels[:panels]
    lines = [table.title]
    signs = {**_SIGNS, "zero": "°"}
    if table.legend:
        lines.append("; ".join(f"{signs[mark]} {meaning}" for mark, meaning in table.legend.items()))
    for panel in shown:
        lines += ["", panel.title, *_grid(table, panel, rows, width)]
    hidden = [panel.title for panel in table.panels[len(shown) :]]
    if hidden:
        lines += ["", f"{len(hidden):,} more: {'; '.join(hidden[:3])}{'; ...' if len(hidden) > 3 else ''}"]
    return "\n".join(lines)


def _grid(table: Table, panel: Panel, rows: int | None, width: int | None) -> list[str]:
    """Return the lines of a panel, with intervals if they are printed and there is room."""
    kept = panel.rows[:rows]
    room = max((len(_signs(cell)) for row in kept for cell in row.cells if cell), default=0)
    for intervals in (True, False) if table.intervals else (False,):
        header = [[table.corner], *([" ".join(column)] for column in panel.columns)]
        labels = [row.label for row in kept]
        columns = [header[0] + labels] + [
            header[place + 1] + [_text(row.cells[place], table, intervals, room) for row in kept]
            for place in range(len(panel.columns))
        ]
        sizes = [max(map(len, column)) for column in columns]
        if width is None or sum(sizes) + 2 * len(sizes) <= width:
            break
    fits = len(sizes)
    while width is not None and fits > 2 and sum(sizes[:fits]) + 2 * fits > width:
        fits -= 1
    lines = [
        "  ".join(
            text.ljust(size) if place == 0 else text.rjust(size)
            for place, (text, size) in enumerate(zip(line[:fits], sizes, strict=False))
        ).rstrip()
        for line in zip(*columns, strict=True)
    ]
    left_out = [
        f"{number:,} more {what}{'' if number == 1 else 's'}"
        for number, what in ((len(panel.rows) - len(kept), "row"), (len(sizes) - fits, "column"))
        if number
    ]
    return lines + ([f"... and {' and '.join(left_out)}"] if left_out else [])


def _signs(cell: Cell) -> str:
    return _SIGNS[cell.mark] + ("°" if cell.holds_zero else "")


def _text(cell: Cell | None, table: Table, intervals: bool, room: int) -> str:
    if cell is None:
        return ""
    if not cell.is_defined:
        return "–"
    text = cell.printed(table.digits) + _signs(cell).ljust(room)
    if intervals and cell.has_interval:
        text += f" [{', '.join(cell.printed_ends(table.digits))}]"
    return text
