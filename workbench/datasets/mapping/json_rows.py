"""The rows of a JSON document, in the forms in which people and pandas write tables."""

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.datasets.mapping import names
from workbench.errors import listed

_NAMED = 5
"""Keys that are named in a sentence."""
_ID = "id"
"""The column of what names a row where rows are objects by name; a row's own counts more."""


def json_rows(content: object) -> list[dict[str, Any]] | str:
    """Return the rows of a document, or what is wrong with it.

    It is a list of rows, an object with one list, columns that are as long as each other, or objects by
    name, also one in each row: rows with what names them as ``id``, or columns as pandas writes them, by
    default or as ``orient="split"``, whose rows have an ``id`` where they have names and not numbers. Any
    other object is one row.

    Examples
    --------
    >>> json_rows({"d1": {"out": "a", "flow": 1}, "d2": {"out": "b", "flow": 2}})
    [{'id': 'd1', 'out': 'a', 'flow': 1}, {'id': 'd2', 'out': 'b', 'flow': 2}]
    >>> json_rows({"out": {"0": "a", "1": "b"}, "flow": {"0": 1, "1": 2}})
    [{'out': 'a', 'flow': 1}, {'out': 'b', 'flow': 2}]
    """
    if isinstance(content, dict):
        if len(content) > 1 and all(isinstance(each, dict) for each in content.values()):
            found = _by_column(content) or _by_name(content)
            return found or "is an object of objects, and no list of them"
        if {"columns", "data"} <= content.keys() <= {"index", "columns", "data"}:
            content = _split(content["columns"], content["data"], content.get("index")) or content
    if isinstance(content, dict):
        lists = [value for value in content.values() if isinstance(value, list)]
        if len(lists) == len(content) and _are_columns(lists):
            content = [dict(zip(content, row, strict=True)) for row in zip(*lists, strict=True)]
        else:
            content = lists[0] if len(lists) == 1 else [content]
    if not isinstance(content, list) or not all(isinstance(each, dict) for each in content):
        return "is no list of objects"
    keys = [key for row in content for key, value in row.items() if isinstance(value, dict)]
    if len(content) > 1 and [[key] for key in dict.fromkeys(keys)] == [[*row] for row in content]:
        what = f"each object has one key of its own, {listed(keys[:_NAMED])}, and all else is below it"
        return _by_name({key: value for row in content for key, value in row.items()}) or what
    return content


def _by_column(content: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of columns by name that are objects by row; none where it is not sure that they are.

    Rows of a table are numbered, or have names: then a column is all text, or all numbers, and another one is
    something else. Rows by name have both in each of them.
    """
    (first, *others) = content.values()
    if not first or any(each.keys() != first.keys() for each in others):
        return []
    rows = [{name: column[row] for name, column in content.items()} for row in first]
    if all(row.isdecimal() for row in first):
        return [] if all(name.isdecimal() for name in content) else rows
    kinds = [{_kind(cell) for cell in column.values() if cell is not None} for column in content.values()]
    is_table = len(first) > 1 and max(map(len, kinds)) == 1 and len(set.union(*kinds)) > 1
    return _with_names(first, rows) if is_table else []


def _kind(cell: object) -> type:
    return float if isinstance(cell, int) and not isinstance(cell, bool) else type(cell)


def _with_names(names_of_rows: Iterable[str], rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{_ID: name, **row} for name, row in zip(names_of_rows, rows, strict=True)]


def _by_name(content: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows that are objects by name; none where it is not sure that they are rows.

    Objects of objects alone may be systems by document or documents by system. Where a column says the
    system, numbers from 0 on are those of rows and name nothing.
    """
    shared = set.intersection(*(set(each) for each in content.values()))
    if not any(not isinstance(each[field], Mapping) for each in content.values() for field in shared):
        return []
    is_counted = list(content) == [str(number) for number in range(len(content))]
    if is_counted and any(names.plain(each) in names.NAMES["system"] for each in shared):
        return list(content.values())
    return _with_names(content, content.values())


def _split(columns: object, rows: object, index: object) -> list[dict[str, Any]]:
    """Return the rows of a table whose columns are named once; none if it is no such table."""
    if not isinstance(columns, list) or not isinstance(rows, list):
        return []
    if not all(isinstance(each, list) and len(each) == len(columns) for each in rows):
        return []
    found = [dict(zip(map(str, columns), row, strict=True)) for row in rows]
    if not isinstance(index, list) or len(index) != len(rows):
        return found
    return _with_names(index, found) if all(isinstance(name, str) for name in index) else found


def _are_columns(lists: list[list[Any]]) -> bool:
    """Tell whether lists are the columns of a table, as pandas writes one, and no lists of rows."""
    is_even = len(lists) > 1 and len({len(each) for each in lists}) == 1
    return is_even and not all(isinstance(member, dict) for each in lists for member in each)
