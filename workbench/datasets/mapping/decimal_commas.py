"""Numbers of tables between semicolons, whose decimals may follow a comma."""

from collections.abc import Iterable, Sequence
from typing import Any

from workbench.datasets.mapping.cells import as_number, decimals_of


def write_points(rows: Sequence[tuple[str, dict[str, Any]]], columns: Iterable[str]) -> None:
    """Write 3.5 in the place of 3,5 in columns of numbers of a table between semicolons.

    A column is left as it is where numbers as 1,234 stand beside others with their decimals behind a point:
    one of the signs sets off thousands, and nothing says which.

    Examples
    --------
    >>> rows = [("x:2", {"a": "0,5", "b": "1,234"}), ("x:3", {"a": "-7", "b": "850.5"})]
    >>> write_points(rows, ["a", "b"])
    >>> [row for _, row in rows]
    [{'a': '0.5', 'b': '1,234'}, {'a': '-7', 'b': '850.5'}]
    """
    for name in columns:
        written = {found for _, row in rows if (found := decimals_of(row.get(name))) is not None}
        signs = {each.sign for each in written}
        if "," not in signs or (len(signs) > 1 and any(each.may_be_thousands for each in written)):
            continue
        for _, row in rows:
            if isinstance(cell := row.get(name), str) and as_number(cell) is None:
                row[name] = cell.strip().replace(",", ".") if as_number(cell, True) is not None else cell
