"""Our numbers beside printed ones, cell by cell."""

import math
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from typing import Literal, NamedTuple

from workbench.report.table import Cell

CellPlace = tuple[str, ...]
Verdict = Literal["equal", "within 0.01", "different", "not computable"]

NEAR = Decimal("0.01")
NOISE = Decimal("1e-9")
"""So far beyond half of the last digit a number still rounds to what is printed: it may be half-way."""

_VERDICTS: tuple[Verdict, ...] = ("equal", "within 0.01", "different", "not computable")


class Difference(NamedTuple):
    """One printed number and ours.

    Attributes
    ----------
    place : tuple of str
        Whatever names the cell in both tables.
    ours : float
        NaN where it is not computable.
    theirs : str
        As printed.
    difference : float
        Ours less theirs; NaN where ours is.
    verdict : "equal", "within 0.01", "different" or "not computable"
    reason : str
        Why it is not computable; else empty.
    """

    place: CellPlace
    ours: float
    theirs: str
    difference: float
    verdict: Verdict
    reason: str


class Comparison(NamedTuple):
    """All printed numbers in their order, and how many of ours have no printed number beside them."""

    rows: tuple[Difference, ...]
    n_unprinted: int

    @property
    def summary(self) -> str:
        """One line: how many numbers got which verdict, and the largest difference."""
        counts = Counter(row.verdict for row in self.rows)
        parts = [f"{counts[verdict]:,} {verdict}" for verdict in _VERDICTS if counts[verdict]]
        line = f"Printed numbers: {len(self.rows):,}; {', '.join(parts) or 'none compared'}"
        sizes = [abs(row.difference) for row in self.rows if not math.isnan(row.difference)]
        if sizes:
            line += f"; largest difference {max(sizes):.3g}"
        if self.n_unprinted:
            line += f"; {self.n_unprinted:,} of ours are not printed"
        return f"{line}."


def rounds_to(value: float, printed: str) -> bool:
    """Return whether a number may have been printed so: it is within half of the last printed digit.

    Examples
    --------
    >>> rounds_to(0.9149, "0.91"), rounds_to(0.905, "0.91"), rounds_to(0.9149, "0.910")
    (True, True, False)
    """
    if not math.isfinite(value):
        return False
    last = Decimal(printed).as_tuple().exponent
    half = Decimal(5).scaleb(int(last) - 1)
    return abs(Decimal(value) - Decimal(printed)) <= half + NOISE


def compare(ours: Mapping[CellPlace, Cell], theirs: Mapping[CellPlace, str]) -> Comparison:
    """Compare numbers with printed ones; only the rounding of the printed digits is forgiven.

    Parameters
    ----------
    ours : mapping of place to Cell
        Numbers that are not rounded. An undefined cell keeps its reason.
    theirs : mapping of place to str
        The printed numbers with all their digits; 0.90 is another claim than 0.9.

    Returns
    -------
    Comparison
        One row for each printed number, in their order. *equal* rounds to what is printed, *within 0.01* is
        no farther than that from the printed number, *not computable* is undefined or absent on our side.

    Examples
    --------
    >>> theirs = {("R-1",): "0.91", ("R-2",): "0.91", ("R-3",): "0.91", ("R-4",): "0.91"}
    >>> ours = {("R-1",): Cell(0.9149), ("R-2",): Cell(0.9151), ("R-3",): Cell(0.95)}
    >>> comparison = compare(ours, theirs)
    >>> [row.verdict for row in comparison.rows]
    ['equal', 'within 0.01', 'different', 'not computable']
    >>> round(comparison.rows[2].difference, 2)
    0.04
    >>> comparison.summary
    'Printed numbers: 4; 1 equal, 1 within 0.01, 1 different, 1 not computable; largest difference 0.04.'
    """
    rows = tuple(_compare(place, ours.get(place), printed) for place, printed in theirs.items())
    return Comparison(rows, sum(place not in theirs for place in ours))


def _compare(place: CellPlace, cell: Cell | None, printed: str) -> Difference:
    if cell is None or not cell.is_defined:
        reason = cell.reason if cell else "not among our numbers"
        return Difference(place, math.nan, printed, math.nan, "not computable", reason)
    verdict: Verdict = "different"
    if rounds_to(cell.value, printed):
        verdict = "equal"
    elif math.isfinite(cell.value) and abs(Decimal(cell.value) - Decimal(printed)) <= NEAR + NOISE:
        verdict = "within 0.01"
    return Difference(place, cell.value, printed, cell.value - float(printed), verdict, "")
