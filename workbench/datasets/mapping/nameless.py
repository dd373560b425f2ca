"""Columns without a name, as merged cells of a heading leave them: what they hold must not be lost."""

import re
from collections.abc import Collection
from itertools import groupby, pairwise

from workbench.datasets.mapping.cells import as_number, is_missing
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import Problem, listed

_NAMELESS = re.compile(r"Unnamed: ([0-9]+)")
"""As pandas calls a column without a name, by its number from 0."""
_MOST_ARE = 0.8
"""The share of cells that are numbers in a column of numbers: below a name in two lines the first is none."""


def nameless_numbers(source: SourceTable, known: Collection[str]) -> Problem | None:
    """Return the fault of a table that has numbers below no name, None where it has none.

    Parameters
    ----------
    source : SourceTable
    known : collection of str
        Columns of which it is said what is done with them.

    Examples
    --------
    >>> rows = [("x:2", {"system": "A", "flow": "4", "Unnamed: 2": "5"})]
    >>> str(nameless_numbers(SourceTable("x", rows), ()))[:48]
    'x: column 3 has numbers and no name (behind flow'
    """
    columns = list(source.columns)
    found = [
        name
        for name in columns
        # the first column is an index, as pandas writes it
        if (match := _NAMELESS.fullmatch(name)) and match[1] != "0" and name not in known
        if _has_numbers(source, name)
    ]
    if not found:
        return None
    numbers = [str(int(name.removeprefix("Unnamed: ")) + 1) for name in found]
    columns_have = f"column {numbers[0]} has" if len(numbers) == 1 else f"columns {listed(numbers)} have"
    before = _names_before(columns, found)
    behind = f" (behind {listed(before)})" if before else ""
    what = f"{columns_have} numbers and no name{behind}: are they ratings by further people?"
    first = before[0] if before else "Fluency"
    is_in_two = any(not _is_number(source.rows[0][1].get(name)) for name in found)
    where = ", in one line and not in two" if is_in_two else ""
    hint = (
        f"Write a name above each column ({first} 1, {first} 2 and so on{where}). What is not needed can be "
        f"left out (--leave-out '{found[0]}')"
    )
    return Problem(source.name, what, hint=hint)


def _has_numbers(source: SourceTable, name: str) -> bool:
    filled = [row[name] for _, row in source.rows if not is_missing(row.get(name))]
    return bool(filled) and sum(map(_is_number, filled)) >= _MOST_ARE * len(filled)


def _is_number(cell: object) -> bool:
    return as_number(cell) is not None


def _names_before(columns: list[str], found: list[str]) -> list[str]:
    """Return the names that stand before a run of columns without one."""
    runs = [list(names) for _, names in groupby(columns, key=lambda name: bool(_NAMELESS.fullmatch(name)))]
    return [before[-1] for before, names in pairwise(runs) if before[-1] and not set(found).isdisjoint(names)]
