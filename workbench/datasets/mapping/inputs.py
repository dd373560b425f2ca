"""Texts that are neither systems' nor references: what outputs were made of, and what a form says."""

from collections.abc import Mapping, Sequence
from typing import Any

from workbench.datasets.mapping import names
from workbench.datasets.mapping.fitting import is_constant, is_reference
from workbench.datasets.mapping.mqm import CRITERION
from workbench.datasets.mapping.paths import value_at
from workbench.datasets.mapping.seen_columns import LOOKED_AT, SeenColumn
from workbench.datasets.mapping.source_table import SourceTable

SeenTables = Sequence[tuple[SourceTable, list[SeenColumn]]]


def is_no_output(column: SeenColumn, tables: SeenTables, found: Mapping[str, Any]) -> bool:
    """Tell whether a text that nobody takes is needed for nothing: an input, one with marks, or a form's.

    Parameters
    ----------
    column, tables
    found : mapping
        Which columns hold what, by the names of `ColumnMap`, as far as that is known.
    """
    return (
        column.plain in names.INPUT
        or _is_input(column, tables, found)
        or _is_marked(column, tables, found)
        or _is_of_the_form(column, tables, found)
    )


def _is_input(column: SeenColumn, tables: SeenTables, found: Mapping[str, Any]) -> bool:
    """Tell whether a text is what outputs were made of: each segment's own, and longer than they are.

    Where references are not found it may be one of them.
    """
    if not found["references"] or len(found["segment"]) != 1 or len(found["text"]) != 1:
        return False
    (segment,), (text,) = found["segment"], found["text"]
    given: dict[Any, str] = {}
    seen = 0
    for source, _ in tables:
        for _, row in source.rows[:LOOKED_AT] if column.path in source.columns else ():
            value, output = str(value_at(row, column.path)), str(value_at(row, text))
            if given.setdefault(value_at(row, segment), value) != value or len(value) <= len(output):
                return False
            seen += 1
    return seen > len(given) == len(set(given.values()))


def _is_marked(column: SeenColumn, tables: SeenTables, found: Mapping[str, Any]) -> bool:
    """Tell whether a text is of outputs with marked errors, and another table has the texts."""
    homes = [source for source, columns in tables if column in columns]
    texts = found["text"]
    return (
        column.path == "target"
        and bool(texts)
        and all(CRITERION in each.columns and {*texts}.isdisjoint(each.columns) for each in homes)
    )


def _is_of_the_form(column: SeenColumn, tables: SeenTables, found: Mapping[str, Any]) -> bool:
    """Tell whether a text is the same for all segments, as a question is, or says when or where.

    What is called as outputs or references are is asked about.
    """
    if column.plain in names.TEXT or is_reference(column):
        return False
    homes = [source for source, columns in tables if column in columns]
    segments = {
        tuple(str(value_at(row, each)) for each in found["segment"])
        for source in homes
        for _, row in source.rows[:LOOKED_AT]
    }
    is_alike = column.kind == "text" and is_constant(column) and len(segments) > 1
    return is_alike or names.is_when_or_where(column.lower)
