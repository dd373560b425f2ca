"""Records that hold the outputs of several systems, made into a row an output."""

from collections import Counter
from dataclasses import replace
from typing import Any

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import as_name
from workbench.datasets.mapping.choices import join_choices
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.flat_systems import SystemParts, flat_systems
from workbench.datasets.mapping.folds import (
    LAST_STEP,
    NAMED,
    Fold,
    RowPart,
    columns_beside,
    find_folds,
    name_inside,
)
from workbench.datasets.mapping.named_ratings import open_named_ratings
from workbench.datasets.mapping.parallel_lists import join_lists
from workbench.datasets.mapping.seen_columns import LOOKED_AT
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import Problem, listed

_SYSTEM = "system"


def unfold(sources: list[SourceTable], said: ColumnMap | None = None) -> list[SourceTable]:
    """Return tables in which a row has one system, where rows have an object or a list of systems.

    So are ``outputs: {bart: {text, score}, gpt2: {text, score}}``, the same without ``outputs``, a list of
    objects that name their system, flat columns ``bart.text`` and ``bart.score``, and those of
    `flat_systems`. A table with a column of systems stays as it is, and so does one of which the mapping
    names a path into such an object.

    Examples
    --------
    >>> row = {"id": 1, "outputs": {"A": {"text": "it rained a lot"}, "B": {"text": "a dry day then"}}}
    >>> unfold([SourceTable("x", [("x:1", row)])])[0].rows[1]
    ('x:1', {'id': 1, 'system': 'B', 'text': 'a dry day then'})
    """
    for change in (join_choices, open_named_ratings, join_lists, _unfolded):
        sources = [change(source, said or ColumnMap()) for source in sources]
    return sources


def _unfolded(source: SourceTable, said: ColumnMap) -> SourceTable:
    flat = _flat(source)
    looked_at = [_nested(row, flat) for _, row in source.rows[:LOOKED_AT]]
    if source.roles or said.system in source.columns or _names_systems(source, looked_at):
        return source
    folds = [each for each in find_folds(looked_at) if not _is_named(each, source, said, flat)]
    # beside systems whose texts are rated, other objects with texts are none
    folds = [each for each in folds if each.is_rated] or folds
    if len(folds) != 1:
        return source
    (fold,) = folds
    names_of = fold.systems()
    fold = fold._replace(beside=columns_beside(fold, looked_at))
    fold = fold if fold.named or fold.beside else fold._replace(called=name_inside(fold, looked_at))
    astray = _ratings_of_others(fold, flat)
    taken = {_SYSTEM, *fold.others(dict.fromkeys(source.columns), flat)} - {*fold.beside, *astray}

    def called(field: str) -> str:
        return f"{fold.column or _SYSTEM}.{field}" if field in taken else field

    rows = [
        (
            place,
            {name: value for name, value in fold.others(row, flat).items() if name not in astray}
            | {name: row[name].get(system) for name in fold.beside if row.get(name)}
            | {_SYSTEM: names_of.get(system, system)}
            | {
                called(name): value for name, value in record.items() if name not in (fold.named, fold.called)
            },
        )
        for place, row in source.rows
        for system, record in fold.outputs(_nested(row, flat), place)
    ]
    systems = list(dict.fromkeys(row[_SYSTEM] for _, row in rows))
    what = f"{fold.column or 'each row'} has the outputs of several systems, each read as a row of its own"
    left_out = (f"{name} is left out: it rates none of these" for name in astray)
    notes = (
        *source.notes,
        *(Problem(source.name, each) for each in (f"{what}: {listed(systems)}", *left_out)),
    )
    return replace(source, rows=rows, notes=notes, roles={called(fold.text): "text"})


def _ratings_of_others(fold: Fold, flat: SystemParts) -> list[str]:
    """Return columns that say of a title, or of a person's text, what others say of those of systems.

    Left in rows they would be ratings of the outputs of all systems. Ratings of references by name are known
    as such, and may be weights.
    """
    mine = {part for part in flat.values() if not fold.column and part[0] in fold.members}
    rated = {field for _, field in mine if field != fold.text}
    texts = {system for system, field in flat.values() if field == fold.text}
    return [
        name
        for name, (system, field) in flat.items()
        if system in texts.difference(fold.members) and field in rated and not names.is_of_references(name)
    ]


def _flat(source: SourceTable) -> SystemParts:
    """Return object and field of each column a.text that stands beside a.score, or system and field."""
    found = {name: LAST_STEP.fullmatch(name) for name in source.columns}
    parts = {name: (step[1], step[2]) for name, step in found.items() if step}
    times = Counter(system for system, _ in parts.values())
    dotted = {name: each for name, each in parts.items() if times[each[0]] > 1}
    return dotted or flat_systems(source)


def _nested(row: RowPart, flat: SystemParts) -> RowPart:
    """Return a row with objects in the place of flat columns."""
    if not flat:
        return row
    found: dict[str, Any] = {name: value for name, value in row.items() if name not in flat}
    for name, (system, field) in flat.items():
        if name in row and isinstance(inside := found.setdefault(system, {}), dict):
            inside[field] = row[name]
    return found


def _names_systems(source: SourceTable, rows: list[RowPart]) -> bool:
    """Tell whether a column says of each row which system it is of."""
    called_so = [each for each in source.columns if "." not in each and names.plain(each) in NAMED[:-1]]
    return any(as_name(row.get(each)) is not None for each in called_so for row in rows)


def _is_named(fold: Fold, source: SourceTable, said: ColumnMap, flat: SystemParts) -> bool:
    """Tell whether a mapping names a path into what is folded."""
    begins = [f"{fold.column}.", f"{fold.column}[]"] if fold.column else [f"{each}." for each in fold.members]
    known = set(source.columns)
    paths = [split_name(each, known)[1] for held in said.named.values() for each in held]
    of_systems = {name for name, (system, _) in flat.items() if not fold.column and system in fold.members}
    return any(path in of_systems or path.startswith(begin) for path in paths for begin in begins)
