"""The tables of NIST: rows of cells between blanks, told apart by their number and place alone.

No line names the columns, so that a row with another number of cells is a fault and never read on.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.datasets.readers.lines import read_number
from workbench.datasets.readers.nist.files import Member
from workbench.errors import DataError, Problem

_SET = re.compile(r"[A-Za-z]+[0-9]+[A-Za-z0-9-]*")


class NistRow(NamedTuple):
    """A row: the place that messages name, and its cells."""

    where: str
    cells: tuple[str, ...]

    def number(self, column: int, what: str, low: float = -1e9, high: float = 1e9) -> float:
        """Return the number of a cell, counted from 0, or raise a `DataError`."""
        where = f"{self.where}: column {column}"
        value = read_number(self.cells[column], where, what)
        if not low <= value <= high:
            raise DataError(Problem(where, f"{what} is out of range", value, f"{low:g} to {high:g}"))
        return value


def read_rows(
    member: Member, columns: int | None, *, has_header: bool, notes: list[Problem]
) -> Iterator[NistRow]:
    r"""Yield the rows of a table; every line that is not empty is one, after the header if there is one.

    Parameters
    ----------
    member : Member
    columns : int or None
        How many cells a row has; None if that differs from row to row.
    has_header : bool
        Whether prose stands above the rows. It ends where a line begins with a document set and M or P.
    notes : list of Problem
        What does not stop the reading is added to it.

    Raises
    ------
    DataError
        If there are no rows, a row has another number of cells, or is not ASCII.

    Examples
    --------
    >>> table = Member("t", ("t",), b"D90 M 1\nD91 M 2\n")
    >>> [row.cells for row in read_rows(table, 3, has_header=False, notes=[])]
    [('D90', 'M', '1'), ('D91', 'M', '2')]
    """
    lines = member.content.split(b"\n")
    if lines[-1].strip():
        what = "its last line has no end: the file may be cut off there"
        notes.append(Problem(f"{member.where}:{len(lines)}", what))
    in_header, found = has_header, False
    for number, line in enumerate(lines, start=1):
        where = f"{member.where}:{number}"
        cells = tuple(line.decode("ascii", "replace").split())
        in_header = in_header and not _begins_rows(cells)
        if in_header and columns is not None and len(cells) == columns:
            got = " ".join(cells[:3])
            raise DataError(Problem(where, "a row that does not begin with a document set and M or P", got))
        if in_header or not cells:
            continue
        if not line.isascii():
            raise DataError(Problem(where, "is not ASCII", " ".join(cells[:4])))
        if columns is not None and len(cells) != columns:
            raise DataError(Problem(where, "wrong number of cells", len(cells), str(columns)))
        found = True
        yield NistRow(where, cells)
    if not found:
        hint = "" if member.content.strip() else "It is empty"
        raise DataError(Problem(member.where, "holds no rows of the table", hint=hint))


def _begins_rows(cells: tuple[str, ...]) -> bool:
    return len(cells) > 1 and _SET.fullmatch(cells[0]) is not None and cells[1] in ("M", "P")
