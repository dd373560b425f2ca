"""Results as other programs and papers print them: a number stands for all that round to it."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from workbench.datasets.mapping.decimal_commas import write_points
from workbench.datasets.mapping.sources import separator_of
from workbench.datasets.readers.lines import read_number, read_separated
from workbench.errors import Problem, SpecError, suggest
from workbench.schema import REPORTED

_SLACK = 1e-9


class Printed(NamedTuple):
    """A number as printed."""

    value: float
    digits: int

    @property
    def error(self) -> float:
        """Return the largest rounding error."""
        return 0.5 * 10.0**-self.digits

    @property
    def ends(self) -> tuple[float, float, float]:
        """Return the smallest number that rounds to this one, the number itself, and the largest.

        Examples
        --------
        >>> Printed(1.0, 0).ends
        (0.5, 1.0, 1.5)
        """
        return self.value - self.error, self.value, self.value + self.error

    def stands_for(self, least: float, most: float | None = None) -> bool:
        """Say whether a number from `least` to `most` rounds to this one.

        Examples
        --------
        >>> Printed(0.27, 2).stands_for(0.2717), Printed(0.27, 2).stands_for(0.276, 0.98)
        (True, False)
        """
        highest = least if most is None else most
        return bool(least <= self.value + self.error + _SLACK and highest >= self.value - self.error - _SLACK)


def read_printed(text: str) -> Printed:
    """Read a number and count its decimals.

    Examples
    --------
    >>> read_printed(".260"), read_printed("1e-3")
    (Printed(value=0.26, digits=3), Printed(value=0.001, digits=3))
    """
    mantissa, _, exponent = text.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    return Printed(float(text), decimals - int(exponent or 0))


def corners(*numbers: Printed) -> Iterator[tuple[float, ...]]:
    """Yield every combination of least, printed and largest values that the numbers stand for."""
    yield from product(*(number.ends for number in numbers))


class Reported(NamedTuple):
    """One row of a table of results: where it is, and its cells as printed (columns of `schema.REPORTED`)."""

    place: str
    cells: dict[str, str]

    def text(self, column: str) -> str:
        """Return a cell in lower case; "" where there is none."""
        return self.cells.get(column, "").strip().lower()

    def number(self, column: str) -> Printed | None:
        """Return a cell as a number; None where it is empty."""
        text = self.text(column)
        return read_printed(text) if text else None

    def numbers(self, *columns: str) -> tuple[Printed, ...] | None:
        """Return several cells as numbers; None where one of them is empty."""
        found = [self.number(column) for column in columns]
        given = tuple(each for each in found if each is not None)
        return given if len(given) == len(columns) else None


def read_reported(path: Path) -> list[Reported]:
    """Read a table of results: a .csv or .tsv file with any of the columns of `schema.REPORTED`.

    Raises
    ------
    DataError
        If the file cannot be read, or a cell of a column of numbers is none.
    SpecError
        If a column has another name.
    """
    separator = separator_of(path)
    numbers = [column.name for column in REPORTED.columns if column.kind == "real"]
    reported = []
    rows = list(read_separated(path, (), separator))
    if separator == ";":
        write_points(rows, numbers)
    for place, row in rows:
        for name in row:
            if name not in REPORTED.names:
                what = f"unknown column {name!r}"
                raise SpecError(Problem(str(path), what, hint=suggest(name, REPORTED.names)))
        cells = {name: str(cell) for name, cell in row.items()}
        for name in numbers:
            if cells.get(name, "").strip():
                read_number(cells[name].strip(), place, name)
        reported.append(Reported(place, cells))
    return reported
