"""The rows of one table, by a mapping: whose outputs they are, and what else stands beside them."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any

from workbench.datasets.mapping.cells import as_name, is_missing
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.laid import Key, Laid
from workbench.datasets.mapping.paths import is_in, value_at
from workbench.datasets.mapping.row_ratings import RowRatings
from workbench.datasets.mapping.row_references import RowReferences
from workbench.datasets.mapping.source_table import ONE_SYSTEM, SourceTable
from workbench.datasets.places import shown
from workbench.errors import Problem

NO_SYSTEM = (
    "No column of systems is named: which one says who wrote the text? Of a file a system each needs one"
)
"""What is said where texts or ratings look like those of several systems, and are of one."""
_OF_WHOLES = (
    "Ratings of whole systems are of one segment, whose text is all that a system wrote, a line each, with "
    "lines = 'segments' on the card"
)
_OF_TASKS = "Files of several tasks, as language pairs, each need a column that says which, named as task"


class MappedTable:
    """One table under a mapping: what it has columns for goes into `laid`."""

    def __init__(self, mapping: ColumnMap, source: SourceTable, laid: Laid) -> None:
        self.mapping, self.source, self.laid = mapping, source, laid
        known = set(source.columns)

        def mine(columns: Iterable[str]) -> list[tuple[str, str]]:
            pairs = [split_name(column, known) for column in columns]
            return [(name, path) for name, path in pairs if is_in(path, known)]

        named = mapping.named
        self.paths = {name: named.get(name, ()) for name in ("segment", "system", "task")}
        self.has = {name for name, paths in self.paths.items() if paths and all(map(self._has, paths))}
        self.names_system = "system" in self.has
        is_of_systems = not mapping.system or self.names_system
        self.texts = mine(mapping.text) if is_of_systems or len(mapping.text) > 1 else []
        self.ratings = RowRatings(mapping, source, laid, mine(mapping.criteria) if is_of_systems else [])
        self.references = RowReferences(mapping, source, laid, self.names_system)

    def _has(self, path: str) -> bool:
        return bool(path) and is_in(path, self.source.columns)

    def lay(self) -> None:
        """Go through the rows."""
        if not (self.texts or self.ratings.criteria or self.references.columns) or self._lacks_names():
            return
        for place, row in self.source.rows:
            segment = self._name(place, row, "segment")
            task = self._name(place, row, "task") if "task" in self.has else None
            if segment is None or ("task" in self.has and task is None):
                continue
            self.references.take(place, row, (task, segment))
            for name, path in self.texts:
                system = name if len(self.mapping.text) > 1 else self._system(place, row)
                if system is not None:
                    self._output(place, row, (task, segment), system, path)
            if self.ratings.criteria and (system := self._system(place, row)) is not None:
                self._judgments(place, row, (task, segment), system)
        self.ratings.say_no_numbers()

    def _lacks_names(self) -> bool:
        """Tell, and say once, that a column of segments or systems is in other tables only."""
        needed = ["segment"]
        if self.mapping.system and (self.ratings.criteria or (self.texts and len(self.mapping.text) == 1)):
            needed.append("system")
        for what in needed:
            for path in self.paths[what]:
                if not self._has(path):
                    hint = f"It has one name in all tables. Its columns: {', '.join(self.source.columns)}"
                    if what == "segment" and self.ratings.criteria and self._has_a_row_a_system():
                        hint = f"{_OF_WHOLES}. {hint}"
                    problem = Problem(self.source.name, f"column {path!r} ({what}) is missing", hint=hint)
                    self.laid.faults.append(problem)
                    return True
        return False

    def _has_a_row_a_system(self) -> bool:
        """Tell whether no system of a task is there twice, as where systems were rated as a whole."""
        columns = [each for each in (self.mapping.task, self.mapping.system) if each]
        rated = [tuple(as_name(value_at(row, each)) for each in columns) for _, row in self.source.rows]
        return self.names_system and len(set(rated)) == len(rated)

    def _name(self, place: str, row: dict[str, Any], what: str) -> str | None:
        """Return what a row calls its segment, system or task: of several columns one name."""
        names = []
        for path in self.paths[what]:
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

    def _output(self, place: str, row: dict[str, Any], key: Key, system: str, path: str) -> None:
        text = self.laid.text_of(place, value_at(row, path), f"{path} (text)")
        if text is None:
            return
        if any(fnmatchcase(system, pattern) for pattern in self.mapping.people):
            # who rated several texts of one person stands in as many rows
            known = self.laid.references.setdefault(key, [])
            if system not in {each["reference"] for each in known}:
                known.append({"place": place, "reference": system, "text": text, "weight": None})
            return
        output = (*key, system)
        repeats_texts = bool(self.mapping.rater or self.mapping.criterion_name)
        before, earlier = self.laid.texts.setdefault(output, (text, place))
        if repeats_texts and earlier != place:
            if before != text:
                what = f"the text of segment {key[1]!r}, system {system!r} is not that of {earlier}"
                hint = _how_other(before, text) if self.mapping.system else NO_SYSTEM
                if not self.mapping.task and place.rpartition(":")[0] != earlier.rpartition(":")[0]:
                    hint += f". {_OF_TASKS}"
                self.laid.faults.append(Problem(place, what, hint=hint))
            return
        parts = {part: self._part(row, part) for part in ("document", "domain")}
        self.laid.outputs.append(
            {"place": place, "task": key[0], "segment": key[1], "system": system, "text": text, **parts}
        )

    def _part(self, row: dict[str, Any], part: str) -> str:
        path = getattr(self.mapping, part)
        return as_name(value_at(row, path)) or "" if self._has(path) else ""

    def _judgments(self, place: str, row: dict[str, Any], key: Key, system: str) -> None:
        if any(fnmatchcase(system, pattern) for pattern in self.mapping.people):
            self.laid.of_people += 1
            return
        for each in self.ratings.of_row(place, row):
            if each.score is None:
                self.laid.missing += 1
                continue
            self.laid.judgments.append(
                {
                    "place": place, "task": key[0], "segment": key[1], "system": system,
                    "criterion": each.criterion, "rater": each.rater, "score": each.score,
                }
            )  # fmt: skip


def _how_other(before: str, text: str) -> str:
    """Say in what two texts of an output differ, of which each rating repeats one."""
    if before.split() == text.split():
        return "They differ in blanks alone: write the text alike in each row of its ratings"
    return "Each rating of an output repeats its text: is a rating with another system, segment or text?"
