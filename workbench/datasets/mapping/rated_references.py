"""Columns that rate references and no outputs: beside each reference, or as long as their list."""

from collections.abc import Collection, Iterator
from typing import Any

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import as_number, is_missing
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.fitting import may_be_rating
from workbench.datasets.mapping.paths import is_in, list_of, value_at, values_at
from workbench.datasets.mapping.seen_columns import LOOKED_AT, SeenColumn, columns_of
from workbench.datasets.mapping.source_table import SourceTable


def rates_references(source: SourceTable, column: SeenColumn, references: Collection[str]) -> bool:
    """Tell whether numbers of a table rate its references: what people said of outputs is not among them.

    They stand in the objects that hold the references, or are the same beside all outputs that share
    references: in a list as long as that of references, or in a column that is called after them.
    """
    known = set(source.columns)
    paths = [path for each in references if is_in(path := split_name(each, known)[1], known)]
    if not paths or not is_in(column.path, known):
        return False
    if home := list_of(column.path):
        return any(list_of(path) == home for path in paths)
    is_called = names.is_of_references(column.path)
    if column.kind == "number" and not is_called:
        return False
    given: dict[str, str] = {}
    number = 0
    for _, row in source.rows[:LOOKED_AT]:
        texts = [text for path in paths for found in values_at(row, path) for text in _members(found.value)]
        rating = value_at(row, column.path)
        if is_missing(rating) or not texts:
            continue
        if column.kind == "numbers" and len(_members(rating)) != len(texts):
            return False
        if given.setdefault(repr(texts), repr(rating)) != repr(rating):
            return False
        number += 1
    is_shared = number >= 2 * len(given) and len(set(given.values())) > 1
    return bool(given) and (is_called or is_shared)


def are_weights(column: SeenColumn) -> bool:
    """Tell whether ratings of references are weights: one is all that is said, and between -1 and 1.

    Examples
    --------
    >>> [are_weights(SeenColumn("rating", "number", each)) for each in (["-1", ".5"], ["3", "5"])]
    [True, False]
    """
    numbers = [as_number(each) for value in column.values for each in _members(value)]
    is_in_range = all(-1 <= number <= 1 for number in numbers if number is not None)
    return is_in_range and names.is_one_rating(column.path)


def ratings_of_references(sources: list[SourceTable], mapping: ColumnMap) -> Iterator[tuple[str, str]]:
    """Yield the table and the path of numbers that rate references and that a mapping does not name."""
    for source in sources:
        known = set(source.columns)
        taken = {split_name(path, known)[1] for held in mapping.named.values() for path in held}
        columns = list(columns_of(source))
        beside = {each.lower for each in columns}
        for each in columns:
            is_free = taken.isdisjoint((each.path, f"{each.path}[]")) and each.path not in mapping.leave_out
            is_rating = each.kind in ("number", "numbers") and may_be_rating(each, beside)
            if is_free and is_rating and rates_references(source, each, mapping.references):
                yield source.name, each.path


def _members(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
