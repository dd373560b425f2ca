"""Records that hold the outputs of several systems, made into a row an output."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import as_name, as_number, is_missing
from workbench.datasets.mapping.choices import join_choices
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.flat_systems import SystemParts, flat_systems
from workbench.datasets.mapping.named_ratings import open_named_ratings
from workbench.datasets.mapping.parallel_lists import join_lists
from workbench.datasets.mapping.seen_columns import LOOKED_AT, kind_of
from workbench.datasets.mapping.source_table import SourceTable
from workbench.datasets.places import shown
from workbench.errors import DataError, Problem, listed

RowPart = Mapping[str, Any]
_LAST_STEP = re.compile(r"(.+)[.](?<![0-9][.](?=[0-9]))([^.]+)")
"""What is before and behind the last dot of a column; that of ``gpt3.5_output`` is one of a number."""
_SYSTEM = "system"
_NAMED = (*names.NAMES["system"], "name")
_OTHER_ROLES = {*names.INPUT, *names.TEXT, *names.NAMES["document"], "title", "metadata", "meta"}
"""What members of a record are called that are parts of one example, and no systems."""


class _Fold(NamedTuple):
    """Where systems lie: a column, or "" for the record itself, the members, and the field of their texts.

    `named` is the field that names the system where the column is a list. Members that are texts themselves
    have no field: it is the column's name. `beside` are other columns that are objects with a value a system,
    and `called` is the field that names the system where members are places, as of texts in another order in
    each row.
    """

    column: str
    members: tuple[str, ...]
    text: str
    is_rated: bool
    named: str = ""
    beside: tuple[str, ...] = ()
    called: str = ""

    def outputs(self, row: RowPart, place: str = "") -> Iterator[tuple[str, RowPart]]:
        """Yield each system of a row, and its record; what is none is a fault."""
        inside: Any = row.get(self.column) if self.column else row
        if is_missing(inside):
            return
        kind: Any = list if self.named else Mapping
        if not isinstance(inside, kind):
            raise _no_systems(place, self.column, inside)
        members = (
            [("", each) for each in inside]
            if self.named
            else [(each, inside[each]) for each in self.members if not is_missing(inside.get(each))]
        )
        for member, value in members:
            if self.text == self.column:
                yield member, {self.text: value}
            elif not isinstance(value, Mapping):
                raise _no_systems(place, self.column or member, value)
            else:
                yield as_name(value.get(self.named or self.called)) or member, value

    def others(self, row: RowPart, flat: SystemParts) -> dict[str, Any]:
        """Return what a row has besides its systems; `flat` are columns that stand for members."""
        folded = {self.column} if self.column else set(self.members)
        return {name: value for name, value in row.items() if flat.get(name, (name, ""))[0] not in folded}

    def systems(self) -> dict[str, str]:
        """Return what each member is called: what all have before a dot is no part of a name."""
        step = _LAST_STEP.fullmatch(self.members[0]) if self.members and not self.column else None
        begin = f"{step[1]}." if step else ""
        shared = begin if all(each.startswith(begin) for each in self.members) else ""
        return {each: each.removeprefix(shared) for each in self.members}


def _no_systems(place: str, column: str, value: object) -> DataError:
    hint = "An object a system, in each row"
    return DataError(Problem(place, f"{column} has no systems as in other rows", shown(value), hint=hint))


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
    folds = [each for each in _folds(looked_at) if not _is_named(each, source, said, flat)]
    # beside systems whose texts are rated, other objects with texts are none
    folds = [each for each in folds if each.is_rated] or folds
    if len(folds) != 1:
        return source
    (fold,) = folds
    names_of = fold.systems()
    fold = fold._replace(beside=_beside(fold, looked_at))
    fold = fold if fold.named or fold.beside else fold._replace(called=_name_in(fold, looked_at))
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


def _ratings_of_others(fold: _Fold, flat: SystemParts) -> list[str]:
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


def _name_in(fold: _Fold, rows: list[RowPart]) -> str:
    """Return the field that names the system of each member, "" where members are systems.

    Where one member is always of one system it is called as that.
    """
    found = [each for row in rows for each in fold.outputs(row)]
    for field in dict.fromkeys(name for _, record in found for name in record):
        if names.plain(field) not in _NAMED[:-1] or field == fold.text:
            continue
        systems = {(member, as_name(record.get(field))) for member, record in found}
        is_of_places = len(systems) > len(fold.members) or not any(
            each.strip("0123456789") for each in fold.members
        )
        if is_of_places and all(name for _, name in systems):
            return field
    return ""


def _flat(source: SourceTable) -> SystemParts:
    """Return object and field of each column a.text that stands beside a.score, or system and field."""
    found = {name: _LAST_STEP.fullmatch(name) for name in source.columns}
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
    called_so = [each for each in source.columns if "." not in each and names.plain(each) in _NAMED[:-1]]
    return any(as_name(row.get(each)) is not None for each in called_so for row in rows)


def _is_named(fold: _Fold, source: SourceTable, said: ColumnMap, flat: SystemParts) -> bool:
    """Tell whether a mapping names a path into what is folded."""
    begins = [f"{fold.column}.", f"{fold.column}[]"] if fold.column else [f"{each}." for each in fold.members]
    known = set(source.columns)
    paths = [split_name(each, known)[1] for held in said.named.values() for each in held]
    of_systems = {name for name, (system, _) in flat.items() if not fold.column and system in fold.members}
    return any(path in of_systems or path.startswith(begin) for path in paths for begin in begins)


def _folds(rows: list[RowPart]) -> Iterator[_Fold]:
    columns = dict.fromkeys(name for row in rows for name in row)
    own = _fold("", rows, columns)
    # a title and a body are rated by nobody
    systems: tuple[str, ...] = ()
    if own is not None and own.is_rated:
        systems = own.members
        yield own
    for column in (each for each in columns if each not in systems):
        values = [row[column] for row in rows if not is_missing(row.get(column))]
        if not values or names.is_rating_group(column) or _is_role(column):
            continue
        if all(isinstance(each, Mapping) for each in values):
            found = _fold(column, values, dict.fromkeys(name for each in values for name in each))
        else:
            found = _list_fold(column, values)
        found = found or _text_fold(column, values, rows)
        if found is not None:
            yield found


def _text_fold(column: str, values: list[Any], rows: list[RowPart]) -> _Fold | None:
    """Return members that are texts as systems, if another column has as many objects of their ratings."""
    if not all(isinstance(each, Mapping) for each in values):
        return None
    texts = [text for each in values for text in each.values() if not is_missing(text)]
    members = tuple(dict.fromkeys(name for each in values for name in each))
    if len(members) < 2 or not all(isinstance(text, str) for text in texts) or kind_of(texts) != "text":
        return None
    fold = _Fold(column, members, column, is_rated=True)
    return fold if _beside(fold, rows) else None


def _beside(fold: _Fold, rows: list[RowPart]) -> tuple[str, ...]:
    """Return the columns outside of a fold that are objects of which each member is a system's."""
    systems = set(fold.members) | {name for row in rows for name, _ in fold.outputs(row)}
    found = []
    for column in dict.fromkeys(name for row in rows for name in row):
        values = [row[column] for row in rows if not is_missing(row.get(column))]
        if column == fold.column or column in systems or not values:
            continue
        if all(isinstance(each, Mapping) and each.keys() <= systems for each in values):
            found += [column] if any(len(each) > 1 for each in values) else []
    return tuple(found)


def _fold(column: str, records: list[RowPart], members: Iterable[str]) -> _Fold | None:
    """Return the members of records that are systems: objects with one field of texts in common."""
    texts: dict[str, dict[str, list[RowPart]]] = {}
    for member in members:
        objects = [each[member] for each in records if not is_missing(each.get(member))]
        if not objects or not all(isinstance(each, Mapping) for each in objects):
            continue
        if names.plain(member) in _OTHER_ROLES or (not column and _is_role(member)):
            continue
        for field in _text_fields(objects):
            texts.setdefault(field, {})[member] = objects
    shared = {field: having for field, having in texts.items() if len(having) > 1}
    if not shared:
        return None
    field = min(shared, key=_likeliness)
    objects = [each for having in shared[field].values() for each in having]
    return _Fold(column, tuple(shared[field]), field, _has_numbers(objects))


def _list_fold(column: str, values: list[Any]) -> _Fold | None:
    """Return a list of objects as systems if each names its system, and has a text."""
    objects = [each for value in values if isinstance(value, list) for each in value]
    if not objects or not all(isinstance(value, list) for value in values):
        return None
    if not all(isinstance(each, Mapping) for each in objects):
        return None
    named = [
        field
        for field in objects[0]
        if names.plain(field) in _NAMED and all(as_name(each.get(field)) is not None for each in objects)
    ]
    fields = [each for each in _text_fields(objects) if each not in named[:1]]
    systems = {as_name(each.get(name)) for name in named[:1] for each in objects}
    if not named or not fields or len(systems) < 2:
        return None
    return _Fold(column, (), min(fields, key=_likeliness), _has_numbers(objects), named[0])


def _text_fields(objects: list[RowPart]) -> list[str]:
    """Return the fields that hold texts, or words where they are called as outputs are."""
    found = []
    for field in dict.fromkeys(name for each in objects for name in each):
        values = [each[field] for each in objects if not is_missing(each.get(field))]
        kind = kind_of(values) if all(isinstance(each, str) for each in values) else ""
        if kind == "text" or (kind == "name" and names.plain(field) in names.TEXT):
            found.append(field)
    return found


def _has_numbers(objects: list[RowPart]) -> bool:
    return any(
        as_number(value) is not None or isinstance(value, Mapping | list)
        for each in objects
        for value in each.values()
    )


def _likeliness(field: str) -> int:
    plain = names.plain(field)
    return names.TEXT.index(plain) if plain in names.TEXT else len(names.TEXT)


def _is_role(name: str) -> bool:
    """Tell whether a column or a member is called as references and inputs are."""
    return names.is_reference(name) or names.plain(name) in names.INPUT
