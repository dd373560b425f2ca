"""The rows of one table, by a mapping: outputs, references, ratings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from workbench.datasets.mapping.cells import (
    WrittenRating,
    as_name,
    as_number,
    as_written,
    is_missing,
    is_nothing,
)
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.paths import first_step, is_in, list_of, value_at, values_at
from workbench.datasets.mapping.source_table import ONE_RATER, ONE_SYSTEM, SourceTable
from workbench.datasets.places import shown
from workbench.errors import Problem

Key = tuple[str | None, str]
"""Task and segment; the task is None in a table without a column for it."""


_NO_NUMBER = (
    "Missing ratings may be empty, NA, NaN or null; what a word counts is said by --word good=4, in Python "
    'words={"good": 4}; if this column has no ratings, leave it out'
)


class Rated(NamedTuple):
    """A rating of an output, or a hole where one could be."""

    criterion: str
    rater: str
    score: float | None


@dataclass
class Laid:
    """What is found row by row; `missing` counts ratings that are not there, `of_people` those of people.

    `written` counts those that are more than a number, by column, with the first one.
    """

    outputs: list[dict[str, Any]] = field(default_factory=list)
    references: dict[Key, list[dict[str, Any]]] = field(default_factory=dict)
    judgments: list[dict[str, Any]] = field(default_factory=list)
    groups: dict[str, None] = field(default_factory=dict)
    missing: int = 0
    written: dict[str, tuple[str, int]] = field(default_factory=dict)
    empty_texts: int = 0
    of_people: int = 0
    faults: list[Problem] = field(default_factory=list)


class MappedTable:
    """One table under a mapping: what it has columns for goes into `laid`."""

    def __init__(self, mapping: ColumnMap, source: SourceTable, laid: Laid) -> None:
        self.mapping, self.source, self.laid = mapping, source, laid
        known = set(source.columns)

        def mine(columns: Iterable[str]) -> list[tuple[str, str]]:
            pairs = [split_name(column, known) for column in columns]
            return [(name, path) for name, path in pairs if is_in(path, known)]

        asked = {name: mapping.named.get(name, ()) for name in ("segment", "system", "task", "rater")}
        self.has = {name for name, paths in asked.items() if paths and all(map(self._has, paths))}
        self.names_system = "system" in self.has
        is_of_systems = not mapping.system or self.names_system
        self.texts = mine(mapping.text) if is_of_systems or len(mapping.text) > 1 else []
        self.criteria = mine(mapping.criteria) if is_of_systems else []
        pairs = [split_name(column, known) for column in mapping.references]
        weights = [split_name(each, known)[1] for each in mapping.weights] or [""] * len(pairs)
        # in a table of references the column may be called as that of the systems' texts
        if not pairs and mapping.system and not self.names_system and len(mapping.text) == 1:
            pairs, weights = [split_name(column, known) for column in mapping.text], [""] * len(mapping.text)
        self.references = [
            (name, path, weight)
            for (name, path), weight in zip(pairs, weights, strict=False)
            if is_in(path, known)
        ]
        self.words = mapping.word_values(source.name)
        self.no_numbers: dict[tuple[str, object], tuple[str, int]] = {}
        self.out_of: dict[str, int] = {}
        self.seen: dict[tuple[str | None, str, str], str] = {}
        self.first: dict[Key, tuple[list[dict[str, Any]], str]] = {}

    def _has(self, path: str) -> bool:
        return bool(path) and is_in(path, self.source.columns)

    def lay(self) -> None:
        """Go through the rows."""
        if not (self.texts or self.criteria or self.references) or self._lacks_names():
            return
        for place, row in self.source.rows:
            segment = self._name(place, row, "segment")
            task = self._name(place, row, "task") if "task" in self.has else None
            if segment is None or ("task" in self.has and task is None):
                continue
            self._references(place, row, (task, segment))
            for name, path in self.texts:
                system = name if len(self.mapping.text) > 1 else self._system(place, row)
                if system is not None:
                    self._output(place, row, (task, segment), system, value_at(row, path))
            if self.criteria and (system := self._system(place, row)) is not None:
                self._judgments(place, row, (task, segment), system)
        said: set[str] = set()
        for (path, value), (place, times) in self.no_numbers.items():
            often = f"So it is in {times:,} rows" if times > 1 else ""
            hint = ". ".join(filter(None, (often, "" if path in said else _NO_NUMBER)))
            self.laid.faults.append(Problem(place, f"{path} is not a number", value, hint=hint))
            said.add(path)

    def _lacks_names(self) -> bool:
        """Tell, and say once, that a column of segments or systems is in other tables only."""
        needed = ["segment"]
        if self.mapping.system and (self.criteria or (self.texts and len(self.mapping.text) == 1)):
            needed.append("system")
        for what in needed:
            for path in self.mapping.named[what]:
                if not self._has(path):
                    hint = f"Its columns: {', '.join(self.source.columns)}"
                    problem = Problem(self.source.name, f"column {path!r} ({what}) is missing", hint=hint)
                    self.laid.faults.append(problem)
                    return True
        return False

    def _name(self, place: str, row: dict[str, Any], what: str) -> str | None:
        """Return what a row calls its segment, system or task: of several columns one name."""
        names = []
        for path in self.mapping.named[what]:
            name = as_name(value := value_at(row, path))
            if name is None:
                hint = "Fill it in (of merged cells the first alone is filled), or leave the row out"
                if not is_missing(value):
                    hint = "Names are texts, whole numbers or days"
                self.laid.faults.append(
                    Problem(place, f"{path} ({what}) is no name", shown(value), hint=hint)
                )
                return None
            names.append(name)
        return ":".join(names)

    def _system(self, place: str, row: dict[str, Any]) -> str | None:
        return self._name(place, row, "system") if self.mapping.system else ONE_SYSTEM

    def _output(self, place: str, row: dict[str, Any], key: Key, system: str, value: Any) -> None:
        text = self._text(place, value, "text")
        if text is None:
            return
        if any(fnmatchcase(system, pattern) for pattern in self.mapping.people):
            # who rated several texts of one person stands in as many rows
            known = self.laid.references.setdefault(key, [])
            if system not in {each["reference"] for each in known}:
                known.append({"place": place, "reference": system, "text": text, "weight": None})
            return
        if self.seen.get((*key, system)) == text and (self.mapping.rater or self.mapping.criterion_name):
            return
        self.seen[(*key, system)] = text
        self.laid.empty_texts += not text.strip()
        parts = {part: self._part(row, part) for part in ("document", "domain")}
        self.laid.outputs.append(
            {"place": place, "task": key[0], "segment": key[1], "system": system, "text": text, **parts}
        )

    def _part(self, row: dict[str, Any], part: str) -> str:
        path = getattr(self.mapping, part)
        return as_name(value_at(row, path)) or "" if self._has(path) else ""

    def _text(self, place: str, value: Any, what: str) -> str | None:
        if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
            return "\n".join(value)
        if value is None or is_nothing(value):
            return ""
        if not isinstance(value, str):
            self.laid.faults.append(Problem(place, f"{what} is no text", shown(value)))
            return None
        return value

    def _references(self, place: str, row: dict[str, Any], key: Key) -> None:
        found: list[dict[str, Any]] = []
        for name, path, weight_path in self.references:
            values = [each for found_at in values_at(row, path) for each in _flat(found_at.value)]
            weights = (
                [each for found_at in values_at(row, weight_path) for each in _flat(found_at.value)]
                if weight_path
                else []
            )
            is_list = "[]" in path or any(isinstance(each.value, list) for each in values_at(row, path))
            for number, value in enumerate(values, start=1):
                if is_nothing(value) or value == "":
                    continue
                text = self._text(place, value, path)
                weight = weights[number - 1] if number <= len(weights) else None
                if text is not None:
                    called = (
                        name
                        if not is_list
                        else f"ref{number}"
                        if len(self.references) == 1
                        else f"{name}-{number}"
                    )
                    found.append(
                        {
                            "place": place,
                            "reference": called,
                            "text": text,
                            "weight": self._weight(place, weight),
                        }
                    )
        if not found:
            return
        if not self.names_system and self.mapping.system:
            self._long_reference(row, key, found)
            return
        before, earlier = self.first.setdefault(key, (found, place))
        if before is found:
            self.laid.references.setdefault(key, []).extend(found)
        elif [each["text"] for each in before] != [each["text"] for each in found]:
            what = f"the references of segment {key[1]!r} are not those of {earlier}"
            hint = (
                "Outputs of one segment share its references: is this the right column for segments, and are "
                "texts and references not swapped?"
            )
            self.laid.faults.append(Problem(place, what, hint=hint))

    def _long_reference(self, row: dict[str, Any], key: Key, found: list[dict[str, Any]]) -> None:
        """Take a row of a table of references: several rows of a segment are several references."""
        known = self.laid.references.setdefault(key, [])
        name = (
            as_name(value_at(row, self.mapping.reference_name))
            if self._has(self.mapping.reference_name)
            else None
        )
        for each in found:
            taken = {other["reference"] for other in known}
            if name is not None:
                each["reference"] = name if len(found) == 1 else f"{name}-{each['reference']}"
            elif each["reference"] in taken or (len(found) == 1 and not known and self._is_long):
                each["reference"] = f"ref{len(known) + 1}"
            known.append(each)

    @property
    def _is_long(self) -> bool:
        return len(self.references) == 1 and "[]" not in self.references[0][1] and not self.source.roles

    def _weight(self, place: str, value: Any) -> float | None:
        if is_missing(value):
            return None
        number = as_number(value, self.source.has_decimal_commas)
        if number is None:
            self.laid.faults.append(Problem(place, "weight of a reference is not a number", shown(value)))
        return number

    def _judgments(self, place: str, row: dict[str, Any], key: Key, system: str) -> None:
        if any(fnmatchcase(system, pattern) for pattern in self.mapping.people):
            self.laid.of_people += 1
            return
        for each in self._rated(place, row):
            if each.score is None:
                self.laid.missing += 1
                continue
            self.laid.judgments.append(
                {
                    "place": place, "task": key[0], "segment": key[1], "system": system,
                    "criterion": each.criterion, "rater": each.rater, "score": each.score,
                }
            )  # fmt: skip

    def _rated(self, place: str, row: dict[str, Any]) -> Iterator[Rated]:
        named = [name for name, _ in self.criteria]
        for name, path in self.criteria:
            criterion = name
            if self.mapping.criterion_name:
                criterion = as_name(value_at(row, self.mapping.criterion_name)) or ""
                if not criterion:
                    self.laid.faults.append(
                        Problem(place, f"{self.mapping.criterion_name} (criterion) is empty")
                    )
                    continue
            # several columns of one criterion are several people's
            raters = [path] if named.count(name) > 1 and "[]" not in path else self._raters(row, path)
            for number, found in enumerate(values_at(row, path)):
                score = self._score(place, path, found.value)
                yield Rated(criterion, raters[number] if number < len(raters) else ONE_RATER, score)

    def _score(self, place: str, path: str, value: Any) -> float | None:
        """Return a rating; a number, or what begins with one, as "4 - good" and "4/5" do."""
        if isinstance(value, str) and (counted := self.words.get(value.strip().lower())) is not None:
            return counted
        if is_missing(value):
            return None
        number = as_number(value, self.source.has_decimal_commas)
        written = as_written(value) if number is None else WrittenRating(number, 0)
        if written is None:
            first, times = self.no_numbers.get((path, shown(value)), (place, 0))
            self.no_numbers[path, shown(value)] = first, times + 1
            return None
        if number is None:
            first, times = self.laid.written.get(path, (value, 0))
            self.laid.written[path] = first, times + 1
        # 0 is 0 on every scale
        if number != 0 and self.out_of.setdefault(path, written.out_of) != written.out_of:
            allowed = f"out of {self.out_of[path]}" if self.out_of[path] else "a number alone"
            hint = "Write all ratings of a criterion on one scale"
            self.laid.faults.append(Problem(place, f"{path} is on another scale", value, allowed, hint))
        return written.score

    def _raters(self, row: dict[str, Any], path: str) -> list[str]:
        """Return who gave each rating at a path: named beside it, else by the place in the list."""
        inside, who = list_of(path), self.mapping.rater
        found = list(values_at(row, path))
        if who and list_of(who) == inside and inside:
            names = {each.at: as_name(each.value) or ONE_RATER for each in values_at(row, who)}
            return _apart([names.get(each.at, ONE_RATER) for each in found])
        if inside:
            group = first_step(inside)
            self.laid.groups.setdefault(group)
            return [f"{group}-{number}" for number in range(1, len(found) + 1)]
        name = as_name(value_at(row, who)) if self._has(who) and not list_of(who) else None
        return [name or ONE_RATER] * len(found)


def _apart(names: list[str]) -> list[str]:
    """Give the second and later ratings by one rater a number."""
    return [
        name if name not in names[:number] else f"{name}#{names[:number].count(name) + 1}"
        for number, name in enumerate(names)
    ]


def _flat(value: Any) -> list[Any]:
    """Return the members of a list of texts, one that stands alone, or the text of an object."""
    members = value if isinstance(value, list) else [value]
    return [each.get("text") if isinstance(each, dict) else each for each in members]
