"""A table as a value: titles, headers, cells with marks, notes. It knows no output format."""

import math
from dataclasses import dataclass
from itertools import groupby
from string import ascii_lowercase
from typing import NamedTuple

from workbench.types import Mark


@dataclass(frozen=True)
class Cell:
    """One number and what is known about it.

    Parameters
    ----------
    value : float
        NaN where it is undefined; then `reason` says why.
    low, high : float
        Ends of the interval, NaN where there is none.
    mark : "", "best", "tied" or "equivalent"
    holds_zero : bool
        Whether 0 lies in the interval, so that the value is not shown to differ from 0.
    reason : str
        Becomes the footnote of an undefined value.
    digits, interval_digits : int, optional
        Decimals of the value and of the ends, where they are not the table's.
    record : int, optional
        The row of the records that it prints; None where it is of no record.

    Raises
    ------
    ValueError
        For an undefined value without a reason, or with a mark.
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    mark: Mark = ""
    reason: str = ""
    holds_zero: bool = False
    digits: int | None = None
    interval_digits: int | None = None
    record: int | None = None

    def __post_init__(self) -> None:
        if math.isnan(self.value) and not self.reason.strip():
            raise ValueError("an undefined value needs a reason")
        if math.isnan(self.value) and self.mark:
            raise ValueError("an undefined value cannot have a mark")

    @property
    def is_defined(self) -> bool:
        """Whether there is a value."""
        return not math.isnan(self.value)

    @property
    def has_interval(self) -> bool:
        """Whether there are a value and both ends of its interval."""
        return self.is_defined and not math.isnan(self.low) and not math.isnan(self.high)

    def printed(self, digits: int) -> str:
        """Return the value as all formats print it, in a table of so many decimals.

        Examples
        --------
        >>> Cell(0.756).printed(2), Cell(363, digits=0).printed(2)
        ('0.76', '363')
        """
        return format_value(self.value, digits if self.digits is None else self.digits)

    def printed_ends(self, digits: int) -> tuple[str, str]:
        """Return the ends of the interval as all formats print them, in a table of so many decimals."""
        own = digits if self.interval_digits is None else self.interval_digits
        return format_value(self.low, own), format_value(self.high, own)


@dataclass(frozen=True)
class TableRow:
    """A label and one cell for each column; None where the condition does not exist.

    A row that `is_apart` is no competitor of the others, for instance a ceiling. With `has_rule` a line is
    drawn above it.
    """

    label: str
    cells: tuple[Cell | None, ...]
    is_apart: bool = False
    has_rule: bool = False


class Span(NamedTuple):
    """A header over neighbouring columns."""

    text: str
    start: int
    length: int


@dataclass(frozen=True)
class Panel:
    """A grid of cells under its own title.

    Parameters
    ----------
    title : str
    columns : tuple of tuple of str
        The header levels of each column, outermost first, for instance ("1 ref", "CASE").
    rows : tuple of TableRow
    notes : tuple of str

    Raises
    ------
    ValueError
        If two columns have the same header, headers differ in depth, or a row has another length.
    """

    title: str
    columns: tuple[tuple[str, ...], ...]
    rows: tuple[TableRow, ...]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.columns)) != len(self.columns):
            raise ValueError("two columns have the same header")
        if len({len(header) for header in self.columns}) > 1:
            raise ValueError("headers differ in depth")
        if any(len(row.cells) != len(self.columns) for row in self.rows):
            raise ValueError("a row needs one cell for each column")

    def spans(self, level: int) -> list[Span]:
        """Return the headers of one level; neighbours that agree down to that level share one.

        Examples
        --------
        >>> panel = Panel("", (("1 ref", "CASE"), ("1 ref", "STEM"), ("2 refs", "CASE")), ())
        >>> [(span.text, span.length) for span in panel.spans(0)]
        [('1 ref', 2), ('2 refs', 1)]
        """
        spans = []
        start = 0
        for header, columns in groupby(self.columns, key=lambda header: header[: level + 1]):
            length = len(list(columns))
            spans.append(Span(header[-1], start, length))
            start += length
        return spans

    @property
    def reasons(self) -> list[str]:
        """Why cells are undefined: each reason once, row by row."""
        cells = [cell for row in self.rows for cell in row.cells]
        return list(dict.fromkeys(cell.reason for cell in cells if cell and not cell.is_defined))


@dataclass(frozen=True, repr=False)
class Table:
    """Panels under one title.

    Parameters
    ----------
    title : str
    corner : str
        What the row labels are, for instance "Measure".
    header_names : tuple of str
        What each header level is, for instance ("references", "preprocessing").
    panels : tuple of Panel
    notes : tuple of str
        What holds for every panel.
    digits : int
        Decimals that are printed.
    intervals : bool
        Whether intervals are printed.
    best, tied, equivalent, zero : str
        What the marks mean; `zero` is of cells whose interval holds 0.

    Raises
    ------
    ValueError
        If a panel has headers of another depth.
    """

    title: str
    corner: str
    header_names: tuple[str, ...]
    panels: tuple[Panel, ...]
    notes: tuple[str, ...] = ()
    digits: int = 2
    intervals: bool = False
    best: str = "highest in its column"
    tied: str = "not shown to differ from the best, by a test of the difference"
    equivalent: str = "equivalent to the best"
    zero: str = "not shown to differ from 0: its interval holds 0"

    def __post_init__(self) -> None:
        depth = len(self.header_names)
        if any(len(header) != depth for panel in self.panels for header in panel.columns):
            raise ValueError("each header level needs a name")

    @property
    def footnotes(self) -> dict[str, str]:
        """The letter of each reason, the same in all panels."""
        reasons = dict.fromkeys(reason for panel in self.panels for reason in panel.reasons)
        return {reason: letter(index) for index, reason in enumerate(reasons)}

    @property
    def legend(self) -> dict[str, str]:
        """What each mark means that some cell has: best, tied, equivalent, zero."""
        cells = [cell for panel in self.panels for row in panel.rows for cell in row.cells if cell]
        found = {cell.mark for cell in cells} | {"zero" for cell in cells if cell.holds_zero}
        meanings = {
            "best": self.best,
            "tied": self.tied,
            "equivalent": self.equivalent,
            "zero": self.zero,
        }
        return {mark: meaning for mark, meaning in meanings.items() if mark in found}

    def text(self, format: str = "md") -> str:
        """Return the table as md, tex, html or csv."""
        from workbench.report.render import render  # it is made of tables

        return render(self, format)

    def __repr__(self) -> str:
        return self.text()

    def _repr_markdown_(self) -> str:
        # the styles of the page are for a page of its own
        return self.text()


def letter(index: int) -> str:
    """Return a, b, ..., z, aa, ab, ... for 0, 1, ...

    Examples
    --------
    >>> letter(0), letter(25), letter(26)
    ('a', 'z', 'aa')
    """
    text = ""
    index += 1
    while index:
        index, place = divmod(index - 1, len(ascii_lowercase))
        text = ascii_lowercase[place] + text
    return text


def format_value(value: float, digits: int) -> str:
    """Return a number as all formats print it, without a negative zero and without rounding noise.

    Examples
    --------
    >>> format_value(0.756, 2), format_value(-0.04, 2), format_value(-0.004, 2)
    ('0.76', '-0.04', '0.00')
    >>> 0.375 - 5e-17 < 0.375, format_value(0.375 - 5e-17, 2), format_value(0.375, 2)
    (True, '0.38', '0.38')
    """
    text = f"{round(float(value), max(12, digits)):.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text
