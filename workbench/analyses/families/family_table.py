"""Families of systems as a table says them: a row a system, a column a way to group them."""

from glob import escape
from pathlib import Path

import pandas as pd

from workbench.datasets.mapping.cells import is_missing
from workbench.datasets.mapping.sources import frame_source, read_source
from workbench.errors import DataError, Problem, suggest

COLUMN = "family"
"""What says the family where no column is named."""
_SYSTEM = "system"


def families_in(table: str | pd.DataFrame, column: str, folder: Path) -> dict[str, str]:
    """Return the family of each system by its name, in which nothing is a wildcard.

    Parameters
    ----------
    table
        A file, whose path starts from `folder`, or a frame; a system without a family is left to itself.
    column
        What says the family.
    folder

    Raises
    ------
    DataError
        For a table without rows, a column that is not there, a system in two families, and no family at all.

    Examples
    --------
    >>> table = pd.DataFrame({"system": ["A", "B[1]", "C"], "team": ["x", "x", ""]})
    >>> families_in(table, "team", Path())
    {'A': 'x', 'B[[]1]': 'x'}
    """
    source = frame_source("table", table) if isinstance(table, pd.DataFrame) else read_source(folder / table)
    if not source.rows:
        raise DataError(Problem(source.name, "has no rows"))
    for name in (_SYSTEM, column):
        if name not in source.columns:
            what = f"there is no column {name!r} among {', '.join(source.columns)}"
            raise DataError(Problem(source.name, what, hint=suggest(name, source.columns)))
    found: dict[str, str] = {}
    for place, row in source.rows:
        if is_missing(row[column]):
            continue
        system, family = str(row[_SYSTEM]), str(row[column])
        if found.setdefault(escape(system), family) != family:
            what = f"system {system!r} is of {family!r}, and of {found[escape(system)]!r} before"
            raise DataError(Problem(place, what))
    if not found:
        raise DataError(Problem(source.name, f"no system has a {column}"))
    return found
