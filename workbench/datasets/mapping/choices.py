"""Answers with a column a choice, of which one is true in each row: made into the number that was chosen."""

import re
from dataclasses import replace
from typing import Any

from workbench.datasets.mapping.cells import as_number, as_written, is_missing
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import Problem

_CHOICE = re.compile(r"(?P<asked>.*[^ _.:-])[ _.:-]+(?P<chosen>[0-9]{1,3})")
_LEAST_COLUMNS, _LEAST_ROWS = 3, 5
"""Below these one true cell in each row may be chance."""
_MOST_ARE = 0.8
"""The share of rows that have an answer; of others it is missing."""


def join_choices(source: SourceTable, said: ColumnMap) -> SourceTable:
    """Return a table in which a group of columns of true and false, one of them true, is one of numbers.

    As ratings of several people such columns had the same mean in each row. Columns that a mapping names stay
    as they are.

    Examples
    --------
    >>> rows = [(f"x:{n}", {f"flow.{each}": each == n % 3 + 1 for each in (1, 2, 3)}) for n in range(5)]
    >>> [row for _, row in join_choices(SourceTable("x", rows), ColumnMap()).rows][:2]
    [{'flow': 1}, {'flow': 2}]
    """
    known = set(source.columns)
    asked = {split_name(each, known)[1] for held in said.named.values() for each in held}
    groups: dict[str, dict[str, int]] = {}
    for column in source.columns:
        if found := _CHOICE.fullmatch(column):
            groups.setdefault(found["asked"], {})[column] = int(found["chosen"])
    for name, choices in groups.items():
        if name in known or asked & choices.keys() or not _is_one_chosen(source, choices):
            continue
        rows = [(place, _joined(row, name, choices)) for place, row in source.rows]
        first, *_, last = choices
        what = f"of {first} to {last} one is true in each row: read as {name}, the number that was chosen"
        source = replace(source, rows=rows, notes=(*source.notes, Problem(source.name, what)))
    return source


def _is_one_chosen(source: SourceTable, choices: dict[str, int]) -> bool:
    if len(choices) < _LEAST_COLUMNS or len(source.rows) < _LEAST_ROWS:
        return False
    answered = 0
    for _, row in source.rows:
        cells = [_truth(row.get(column)) for column in choices]
        if any(cell not in (0, 1) for cell in cells) or sum(map(bool, cells)) > 1:
            return False
        answered += any(cells)
    return answered >= _MOST_ARE * len(source.rows)


def _truth(value: Any) -> float | None:
    """Return 1 of what is true, 0 of what is not or empty, another number or None of what is neither."""
    if is_missing(value):
        return 0
    number = as_number(value)
    written = as_written(value) if number is None else None
    return written.score if written is not None and written.out_of == 1 else number


def _joined(row: dict[str, Any], name: str, choices: dict[str, int]) -> dict[str, Any]:
    chosen = next((number for column, number in choices.items() if _truth(row.get(column))), None)
    joined: dict[str, Any] = {}
    for column, value in row.items():
        if column in choices:
            joined.setdefault(name, chosen)
        else:
            joined[column] = value
    return joined
