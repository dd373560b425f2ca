"""Where systems lie in records that hold several: a column, or the record itself, and its members."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import as_name, as_number, is_missing
from workbench.datasets.mapping.flat_systems import SystemParts
from workbench.datasets.mapping.seen_columns import kind_of
from workbench.datasets.places import shown
from workbench.errors import DataError, Problem

RowPart = Mapping[str, Any]
LAST_STEP = re.compile(r"(.+)[.](?<![0-9][.](?=[0-9]))([^.]+)")
"""What is before and behind the last dot of a column; that of ``gpt3.5_output`` is one of a number."""
NAMED = (*names.NAMES["system"], "name")
"""What fields are called that name a system."""
_OTHER_ROLES = {*names.INPUT, *names.TEXT, *names.NAMES["document"], "title", "metadata", "meta"}
"""What members of a record are called that are parts of one example, and no systems."""


class Fold(NamedTuple):
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
        step = LAST_STEP.fullmatch(self.members[0]) if self.members and not self.column else None
        begin = f"{step[1]}." if step else ""
        shared = begin if all(each.startswith(begin) for each in self.members) else ""
        return {each: each.removeprefix(shared) for each in self.members}


def _no_systems(place: str, column: str, value: object) -> DataError:
    hint = "An object a system, in each row"
    return DataError(Problem(place, f"{column} has no systems as in other rows", shown(value), hint=hint))


def find_folds(rows: list[RowPart]) -> Iterator[Fold]:
    """Yield each place of some rows where objects, or texts that others rate, may be systems."""
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


def _text_fold(column: str, values: list[Any], rows: list[RowPart]) -> Fold | None:
    """Return members that are texts as systems, if another column has as many objects of their ratings."""
    if not all(isinstance(each, Mapping) for each in values):
        return None
    texts = [text for each in values for text in each.values() if not is_missing(text)]
    members = tuple(dict.fromkeys(name for each in values for name in each))
    if len(members) < 2 or not all(isinstance(text, str) for text in texts) or kind_of(texts) != "text":
        return None
    fold = Fold(column, members, column, is_rated=True)
    return fold if columns_beside(fold, rows) else None


def columns_beside(fold: Fold, rows: list[RowPart]) -> tuple[str, ...]:
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


def _fold(column: str, records: list[RowPart], members: Iterable[str]) -> Fold | None:
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
    return Fold(column, tuple(shared[field]), field, _has_numbers(objects))


def _list_fold(column: str, values: list[Any]) -> Fold | None:
    """Return a list of objects as systems if each names its system, and has a text."""
    objects = [each for value in values if isinstance(value, list) for each in value]
    if not objects or not all(isinstance(value, list) for value in values):
        return None
    if not all(isinstance(each, Mapping) for each in objects):
        return None
    named = [
        field
        for field in objects[0]
        if names.plain(field) in NAMED and all(as_name(each.get(field)) is not None for each in objects)
    ]
    fields = [each for each in _text_fields(objects) if each not in named[:1]]
    systems = {as_name(each.get(name)) for name in named[:1] for each in objects}
    if not named or not fields or len(systems) < 2:
        return None
    return Fold(column, (), min(fields, key=_likeliness), _has_numbers(objects), named[0])


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


def name_inside(fold: Fold, rows: list[RowPart]) -> str:
    """Return the field that names the system of each member, "" where members are systems.

    Where one member is always of one system it is called as that.
    """
    found = [each for row in rows for each in fold.outputs(row)]
    for field in dict.fromkeys(name for _, record in found for name in record):
        if names.plain(field) not in NAMED[:-1] or field == fold.text:
            continue
        systems = {(member, as_name(record.get(field))) for member, record in found}
        is_of_places = len(systems) > len(fold.members) or not any(
            each.strip("0123456789") for each in fold.members
        )
        if is_of_places and all(name for _, name in systems):
            return field
    return ""
