"""Columns a system: a text and ratings of each, told apart by what their names begin or end in."""

import re
from collections.abc import Iterator

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import is_missing
from workbench.datasets.mapping.seen_columns import LOOKED_AT, kind_of
from workbench.datasets.mapping.source_table import SourceTable

SystemParts = dict[str, tuple[str, str]]
"""System and field of each column."""
_BETWEEN = re.compile(r"[ _.-]+|(?<=[a-z])(?=(?:[A-Z]|[0-9]+)$)")


def flat_systems(source: SourceTable) -> SystemParts:
    """Return system and field of each column that is one of a system's: its text, or what is said of it.

    So are ``A`` and ``A_flow`` beside ``B`` and ``B_flow``, and ``output1`` and ``flow1`` beside ``output2``
    and ``flow2``. A reference or a title may be among them.

    Examples
    --------
    >>> row = {"A": "it rained a lot", "B": "a dry day then", "A_flow": 4, "B_flow": 2, "hard": 1}
    >>> flat_systems(SourceTable("x", [("x:1", row)]))
    {'A': ('A', 'text'), 'B': ('B', 'text'), 'A_flow': ('A', 'flow'), 'B_flow': ('B', 'flow')}
    """
    kinds = {name: _kind(source, name) for name in source.columns}
    for columns in _texts_of_systems([name for name, kind in kinds.items() if kind == "text"]):
        systems = {system for system, _ in columns.values()}
        rest = [name for name in kinds if name not in columns]
        shared = {field for name in rest for _, field in _splits(name) if _is_shared(field, rest, systems)}
        beside = {
            name: part
            for name in rest
            for part in _splits(name)
            if part[0] in systems and part[1] not in shared
        }
        rated: dict[str, set[str]] = {}
        for name, (system, field) in beside.items():
            if kinds[name] == "number":
                rated.setdefault(system, set()).add(field)
        if len(rated) > 1 and set.intersection(*rated.values()):
            parts = columns | beside
            return {name: part for name in kinds if (part := parts.get(name)) and part[0] in rated}
    return {}


def _is_shared(field: str, columns: list[str], systems: set[str]) -> bool:
    """Tell whether a field is of references that are not one a system: ref1 and ref2 beside three systems."""
    if not names.is_reference(field):
        return False
    return {system for name in columns for system, each in _splits(name) if each == field} != systems


def _kind(source: SourceTable, column: str) -> str:
    cells = [row.get(column) for _, row in source.rows[:LOOKED_AT]]
    return kind_of([each for each in cells if not is_missing(each)], source.has_decimal_commas)


def _splits(column: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a name before and behind each place where words meet, in both orders.

    Examples
    --------
    >>> list(_splits("flow_gpt-2"))
    [('flow', 'gpt-2'), ('gpt-2', 'flow'), ('flow_gpt', '2'), ('2', 'flow_gpt')]
    >>> list(_splits("flow1")) == list(_splits("flow_1")) == [("flow", "1"), ("1", "flow")]
    True
    """
    for found in _BETWEEN.finditer(column):
        before, behind = column[: found.start()], column[found.end() :]
        if before and behind:
            yield from ((before, behind), (behind, before))


def _texts_of_systems(texts: list[str]) -> Iterator[SystemParts]:
    """Yield columns of texts that may be systems': called as texts and a system each, or as a system."""
    called: dict[str, SystemParts] = {}
    for name in texts:
        for system, field in _splits(name):
            if names.plain(field) in names.TEXT:
                called.setdefault(field, {})[name] = system, field
    yield from called.values()
    yield {each: (each, "text") for each in texts}
