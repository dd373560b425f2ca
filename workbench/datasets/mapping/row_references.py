"""The references of the rows of one table, by a mapping."""

from typing import Any

from workbench.datasets.mapping.cells import as_name, as_number, is_missing, is_nothing
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.laid import Key, Laid
from workbench.datasets.mapping.paths import Found, is_in, value_at, values_at
from workbench.datasets.mapping.source_table import SourceTable
from workbench.datasets.places import shown
from workbench.errors import Problem


class RowReferences:
    """References beside outputs, the same for all of a segment, or in a table without systems."""

    def __init__(self, mapping: ColumnMap, source: SourceTable, laid: Laid, names_system: bool) -> None:
        self.mapping, self.source, self.laid = mapping, source, laid
        self.is_beside_outputs = names_system or not mapping.system
        known = set(source.columns)
        pairs = [split_name(column, known) for column in mapping.references]
        weights = [split_name(each, known)[1] for each in mapping.weights] or [""] * len(pairs)
        # in a table of references the column may be called as that of the systems' texts
        if not pairs and not self.is_beside_outputs and len(mapping.text) == 1:
            pairs, weights = [split_name(column, known) for column in mapping.text], [""] * len(mapping.text)
        self.columns = [
            (name, path, weight)
            for (name, path), weight in zip(pairs, weights, strict=False)
            if is_in(path, known)
        ]

    def take(self, place: str, row: dict[str, Any], key: Key) -> None:
        """Lay the references of a row; other ones than beside another output of the segment are a fault."""
        found: list[dict[str, Any]] = []
        for name, path, weight_path in self.columns:
            at_path = list(values_at(row, path))
            weights = _members(row, weight_path) if weight_path else []
            is_list = "[]" in path or any(isinstance(each.value, list) for each in at_path)
            if named := _named(at_path):
                found += self._of_object(place, named)
                continue
            for number, value in enumerate(_members(row, path), start=1):
                if is_nothing(value) or value == "":
                    continue
                text = self.laid.text_of(place, value, path)
                weight = weights[number - 1] if number <= len(weights) else None
                if text is None:
                    continue
                of_list = f"ref{number}" if len(self.columns) == 1 else f"{name}-{number}"
                called, counts = of_list if is_list else name, self._weight(place, weight)
                found.append({"place": place, "reference": called, "text": text, "weight": counts})
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

    def _of_object(self, place: str, named: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the references of an object that has a text a name."""
        texts = {name: self.laid.text_of(place, value, name) for name, value in named.items() if value != ""}
        return [
            {"place": place, "reference": name, "text": text, "weight": None}
            for name, text in texts.items()
            if text
        ]

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
        if is_missing(value):
            return None
        number = as_number(value, self.source.has_decimal_commas)
        if number is None:
            self.laid.faults.append(Problem(place, "weight of a reference is not a number", shown(value)))
        return number


def _named(found: list[Found]) -> dict[str, Any]:
    """Return what an object at a path holds by name; nothing if it is the text of one reference."""
    value = found[0].value if len(found) == 1 else None
    return value if isinstance(value, dict) and "text" not in value else {}


def _members(row: dict[str, Any], path: str) -> list[Any]:
    """Return what is at a path, the members of lists one by one, of objects their texts."""
    found = [
        each
        for at in values_at(row, path)
        for each in (at.value if isinstance(at.value, list) else [at.value])
    ]
    return [each.get("text") if isinstance(each, dict) else each for each in found]


def _why(before: list[dict[str, Any]], found: list[dict[str, Any]]) -> str:
    """Say why references of two rows may differ: a cell is empty, or one thing is taken for another."""
    one, other = ({each["reference"]: each["text"] for each in side} for side in (before, found))
    if all(one[name] == other[name] for name in one.keys() & other.keys()):
        return f"{', '.join(sorted(one.keys() ^ other.keys()))} is empty in one of the two"
    return "is this the right column for segments, and are texts and references not swapped?"
