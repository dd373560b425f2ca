"""The references of the rows of one table, by a mapping."""

from typing import Any, NamedTuple

from workbench.datasets.mapping.cells import as_name, as_number, in_words, is_missing, is_nothing
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.laid import Key, Laid
from workbench.datasets.mapping.paths import Found, is_in, list_of, value_at, values_at
from workbench.datasets.mapping.source_table import SourceTable
from workbench.datasets.mapping.unnamed_weights import weight_paths
from workbench.datasets.places import shown
from workbench.errors import Problem


class RowReferences:
    """References beside outputs, the same for all of a segment, or in a table without systems."""

    def __init__(self, mapping: ColumnMap, source: SourceTable, laid: Laid, names_system: bool) -> None:
        self.mapping, self.source, self.laid = mapping, source, laid
        self.is_beside_outputs = names_system or not mapping.system
        self.words = mapping.word_values(source.name)
        known = set(source.columns)
        pairs = [split_name(column, known) for column in mapping.references]
        weights = weight_paths(mapping.references, mapping.weights, known) or [""] * len(pairs)
        # in a table of references the column may be called as that of the systems' texts
        if not pairs and not self.is_beside_outputs and len(mapping.text) == 1:
            pairs = [split_name(column, known) for column in mapping.text]
            weights = weights or [""]
        self.columns = [
            (name, path, weight)
            for (name, path), weight in zip(pairs, weights, strict=False)
            if is_in(path, known)
        ]

    def take(self, place: str, row: dict[str, Any], key: Key) -> None:
        """Lay the references of a row; other ones than beside another output of the segment are a fault."""
        found: list[dict[str, Any]] = []
        for name, path, weight_path in self.columns:
            members = self._members(row, name, path)
            weights = self._weights(place, row, path, weight_path, members)
            for member, weight in zip(members, weights, strict=True):
                if not _is_filled(member.value):
                    continue
                if text := self.laid.text_of(place, member.value, member.what):
                    called = member.called
                    found.append({"place": place, "reference": called, "text": text, "weight": weight})
        if not found:
            return
        if not self.is_beside_outputs:
            self._long(row, key, found)
            return
        before, earlier = self.laid.stated.setdefault(key, (found, place))
        if before is found:
            self.laid.references.setdefault(key, []).extend(found)
        elif [each["text"] for each in before] != [each["text"] for each in found]:
            what = f"the references of segment {key[1]!r} are not those of {earlier}"
            hint = "Outputs of one segment share its references: " + _why(before, found)
            self.laid.faults.append(Problem(place, what, hint=hint))
        else:
            self._share_weights(key, before, found)

    def _share_weights(self, key: Key, before: list[dict[str, Any]], found: list[dict[str, Any]]) -> None:
        """Fill in weights that earlier rows of a segment do not have; two of one reference are a fault."""
        for known, each in zip(before, found, strict=True):
            if known["weight"] is None and each["weight"] is not None:
                known |= {"weight": each["weight"], "place": each["place"]}
            elif each["weight"] is not None and each["weight"] != known["weight"]:
                called, first = known["reference"], known["place"]
                what = f"the weight of {called} of segment {key[1]!r} is not that of {first}"
                hint = "A reference has one: where several people rated it, write their mean in each row"
                got, allowed = each["weight"], str(known["weight"])
                self.laid.faults.append(Problem(each["place"], what, got, allowed, hint))
                return

    def _members(self, row: dict[str, Any], name: str, path: str) -> list["_MayBeReference"]:
        """Return what may be references at a path; an object that is no text names each."""
        at_path = list(values_at(row, path))
        if named := _named(at_path):
            return [_MayBeReference(called, (), value, called) for called, value in named.items()]
        is_list = "[]" in path or any(isinstance(each.value, list) for each in at_path)
        found = _opened(at_path)
        begin = "ref" if len(self.columns) == 1 else f"{name}-"
        return [
            _MayBeReference(f"{begin}{number}" if is_list else name, each.at, _text_in(each.value), path)
            for number, each in enumerate(found, start=1)
        ]

    def _weights(
        self, place: str, row: dict[str, Any], path: str, weight_path: str, members: list["_MayBeReference"]
    ) -> list[float | None]:
        """Return the weight of each member, None where none is said: by place, or by name in an object."""
        given = _opened(list(values_at(row, weight_path))) if weight_path else []
        values: list[Any] = [each.value for each in given]
        if all(map(is_missing, values)):
            return [None] * len(members)
        by_name = values[0] if len(values) == 1 and isinstance(values[0], dict) else None
        if list_of(path) and list_of(path) == list_of(weight_path):
            # beside the text of each reference, and some may have none
            by_place = {each.at: each.value for each in given}
            if any(len(at) > len(members[0].at) for at in by_place):
                what = f"{weight_path} has a list of weights of one reference"
                hint = "A reference has one: where several people rated it, write their mean"
                self.laid.faults.append(Problem(place, what, hint=hint))
                return [None] * len(members)
            values = [by_place.get(member.at) for member in members]
        elif by_name is not None and set(by_name) <= {each.called for each in members}:
            values = [by_name.get(member.called) for member in members]
        elif by_name is not None or len(values) != len(members):
            texts = [each for each in members if not is_nothing(each.value)]
            what = f"{weight_path} has not as many weights as {path} has references"
            got = len(values) if by_name is None else shown(by_name)
            hint = "One for each, in their order or by their names; null where there is none"
            self.laid.faults.append(Problem(place, what, got, str(len(members) if texts else 0), hint))
            return [None] * len(members)
        return [self._weight(place, value) for value in values]

    def _long(self, row: dict[str, Any], key: Key, found: list[dict[str, Any]]) -> None:
        """Take a row of a table of references: several rows of a segment are several references."""
        known = self.laid.references.setdefault(key, [])
        column = self.mapping.reference_name
        has_names = bool(column) and is_in(column, self.source.columns)
        name = as_name(value_at(row, column)) if has_names else None
        for each in found:
            taken = {other["reference"] for other in known}
            if name is not None:
                each["reference"] = name if len(found) == 1 else f"{name}-{each['reference']}"
            elif each["reference"] in taken or (len(found) == 1 and self._is_long):
                each["reference"] = f"ref{len(known) + 1}"
            known.append(each)

    @property
    def _is_long(self) -> bool:
        return len(self.columns) == 1 and "[]" not in self.columns[0][1] and not self.source.roles

    def _weight(self, place: str, value: Any) -> float | None:
        """Return a weight; of a word what it counts."""
        if (counted := in_words(value, self.words, self.source.has_decimal_commas)) is not None:
            return None if is_nothing(counted) else counted
        if is_missing(value):
            return None
        number = as_number(value, self.source.has_decimal_commas)
        if number is None:
            hint = 'What a word counts is said by --word good=1, in Python words={"good": 1}'
            what = "weight of a reference is not a number"
            self.laid.faults.append(Problem(place, what, shown(value), hint=hint))
        return number


class _MayBeReference(NamedTuple):
    """What may be a reference: its name, its places in lists, what stands there, and what that is."""

    called: str
    at: tuple[int, ...]
    value: Any
    what: str


def _named(found: list[Found]) -> dict[str, Any]:
    """Return what an object at a path holds by name; nothing if it is the text of one reference."""
    value = found[0].value if len(found) == 1 else None
    return value if isinstance(value, dict) and "text" not in value else {}


def _opened(found: list[Found]) -> list[Found]:
    """Return what is at a path, the members of lists one by one."""
    return [
        member
        for each in found
        for member in (
            [Found((*each.at, number), value) for number, value in enumerate(each.value)]
            if isinstance(each.value, list)
            else [each]
        )
    ]


def _text_in(value: Any) -> Any:
    return value.get("text") if isinstance(value, dict) else value


def _why(before: list[dict[str, Any]], found: list[dict[str, Any]]) -> str:
    """Say why references of two rows may differ: a cell is empty, or one thing is taken for another."""
    one, other = ({each["reference"]: each["text"] for each in side} for side in (before, found))
    if all(one[name] == other[name] for name in one.keys() & other.keys()):
        empty = sorted(one.keys() ^ other.keys())
        return f"{', '.join(empty)} {'is' if len(empty) == 1 else 'are'} empty in one of the two"
    return "is this the right column for segments, and are texts and references not swapped?"


def empty_columns(mapping: ColumnMap, source: SourceTable) -> list[str]:
    """Return the columns of references of a table that have no text in any row."""
    known = set(source.columns)
    named = [
        path for _, path in (split_name(column, known) for column in mapping.references) if path in known
    ]
    return [path for path in named if not any(_is_filled(row.get(path)) for _, row in source.rows)]


def _is_filled(value: Any) -> bool:
    return not is_nothing(value) and value != ""
