"""Lists of texts, ratings and systems that stand beside each other, made into a list of outputs."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from workbench.datasets.mapping import names
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.source_table import SourceTable

_OUTPUTS = "outputs"
"""The column that lists of a row become."""


def join_lists(source: SourceTable, said: ColumnMap) -> SourceTable:
    """Return a table in which lists beside one of systems are a list of objects, an output each.

    They are members of an object, as ``outs: {model: [A, B], text: [...], flow: [3, 4]}``, or columns. Else
    texts were one text of several lines, and ratings several people's. Lists of which the mapping names one
    stay as they are.

    Examples
    --------
    >>> row = {"id": 1, "outs": {"model": ["A", "B"], "text": ["it rained", "dry"], "flow": [3, 4]}}
    >>> join_lists(SourceTable("x", [("x:1", row)]), ColumnMap()).rows[0][1]["outs"][1]
    {'model': 'B', 'text': 'dry', 'flow': 4}
    """
    known = set(source.columns)
    asked = [split_name(each, known)[1] for held in said.named.values() for each in held]
    for column in source.columns:
        inside = [row.get(column) for _, row in source.rows]
        if any(each.startswith((f"{column}.", f"{column}[]")) for each in asked):
            continue
        if all(isinstance(each, Mapping) for each in inside) and (fields := _beside_systems(inside)):
            rows = [(place, {**row, column: _together(row[column], fields)}) for place, row in source.rows]
            source = replace(source, rows=rows)
    fields = [
        each for each in _beside_systems([row for _, row in source.rows])
        if not names.is_reference(each.lower()) and names.plain(each) not in names.INPUT
    ]  # fmt: skip
    is_named = any(each.startswith(field) for each in asked for field in fields)
    if len(fields) < 2 or is_named or (_OUTPUTS in known and _OUTPUTS not in fields):
        return source
    rows = [
        (
            place,
            {name: value for name, value in row.items() if name not in fields}
            | {_OUTPUTS: _together(row, fields)},
        )
        for place, row in source.rows
    ]
    return replace(source, rows=rows)


def _beside_systems(records: list[Any]) -> list[str]:
    """Return the fields that are lists as long as one of systems in each record; none without such a one."""
    first = records[0] if records else {}
    lists = [each for each in first if all(isinstance(row.get(each), list) for row in records)]
    for each in lists:
        called = names.plain(each)
        is_called = any(name in names.NAMES["system"] for name in (called, called.removesuffix("s")))
        members = [member for row in records for member in row[each]]
        if not is_called or not members or not all(isinstance(member, str) for member in members):
            continue
        # one system of which a text is a list of lines has none of these
        if max(len(row[each]) for row in records) > 1:
            return [field for field in lists if all(len(row[field]) == len(row[each]) for row in records)]
    return []


def _together(record: Mapping[str, Any], fields: list[str]) -> list[dict[str, Any]]:
    columns = [record[each] for each in fields]
    called = [_of_one(each) for each in fields]
    return [dict(zip(called, members, strict=True)) for members in zip(*columns, strict=True)]


def _of_one(field: str) -> str:
    """Return what a list is called that is named after several systems or outputs, of one of them."""
    called, known = names.plain(field), names.NAMES["system"]
    is_of_several = called not in known and (field == _OUTPUTS or called.removesuffix("s") in known)
    return field.removesuffix("s") if is_of_several else field
