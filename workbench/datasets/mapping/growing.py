"""A mapping that grows: which columns are free, taking one, and what is asked of several of them."""

from collections.abc import Iterable, Iterator
from typing import Any

from workbench.datasets.mapping import names
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.fitting import is_of_several
from workbench.datasets.mapping.paths import is_in, value_at
from workbench.datasets.mapping.rated_references import may_rate_references, rates_references
from workbench.datasets.mapping.seen_columns import LOOKED_AT, SeenColumn
from workbench.datasets.mapping.source_table import SourceTable


class GrowingMap:
    """A mapping that grows; a column is taken once.

    Attributes
    ----------
    tables : list of (SourceTable, list of SeenColumn)
    every : dict
        The columns of all tables by their path; of the same one in several tables that of the first.
    known : set of str
        The names of columns, which a path may only look like.
    found : dict
        What is said and found so far, by the names of `ColumnMap`.
    taken : set of str
        The columns that are something already, or left out.
    """

    def __init__(self, said: ColumnMap, tables: list[tuple[SourceTable, list[SeenColumn]]]) -> None:
        self.tables = tables
        self.every = {column.path: column for _, columns in reversed(tables) for column in columns}
        self.known = {path for source, _ in tables for path in source.columns}
        self.found: dict[str, Any] = said.model_dump()
        self.said_segment = bool(said.segment)
        self.words = said.word_values("mapping")
        said_paths = {split_name(path, self.known)[1] for held in said.named.values() for path in held}
        self.taken = said_paths | set(said.leave_out)

    def free(self, *kinds: str) -> Iterator[SeenColumn]:
        """Return the columns of some kinds that are not taken."""
        return (each for each in self.every.values() if each.kind in kinds and not self.is_taken(each.path))

    def is_taken(self, path: str) -> bool:
        """Tell whether a column is taken, or what it is a part of: a member of an object or list."""
        is_part = path not in self.known and any(
            path.startswith((f"{each}.", f"{each}[]")) for each in self.taken
        )
        return is_part or path in self.taken

    def take(self, what: str, *columns: SeenColumn) -> None:
        """Say what columns are; of a member that is one column the first counts."""
        paths = tuple(column.path for column in columns)
        self.found[what] = paths if isinstance(self.found[what], tuple) else paths[0]
        self.taken.update(paths)

    def by_name(self, what: str, kinds: Iterable[str], or_repeated: bool = False) -> None:
        """Take the column whose name is the likeliest of those that a member has, if any is called so."""
        if self.found[what]:
            return
        called = names.NAMES[what]
        fitting = [each for each in self.free(*kinds) if each.plain in called and "[]" not in each.path]
        if or_repeated and not fitting:
            # a name of several words looks like a text, but what systems wrote differs from row to row
            called_so = [each for each in self.free("text") if each.plain in called]
            fitting = [each for each in called_so if 2 * len(set(each.values)) <= len(each.values)]
        if what == "segment" and self.found["system"]:
            # what stands for each system in its rows is another name of it
            fitting = [each for each in fitting if not self._is_a_system_s(each)]
        if fitting:
            first = min(fitting, key=lambda each: called.index(each.plain))
            is_number = self.is_row_number(first)
            is_document = first.plain in names.NAMES["document"] and not self.is_of_several(first)
            if what == "segment" and len(fitting) > 1 and (is_number or is_document):
                # rows are numbered, or documents have several, and segments are those of several systems
                shared = [each for each in fitting if self.is_of_several(each)]
                self.taken |= {first.path} if shared and is_number else set()
                first = min(shared, key=lambda each: called.index(each.plain), default=first)
            self.take(what, first)

    def _is_a_system_s(self, column: SeenColumn) -> bool:
        """Tell whether each of several systems has one value of a column, and each value one of them."""
        system = self.found["system"]
        pairs = [
            (str(value_at(row, system)), str(value_at(row, column.path)))
            for source, columns in self.tables
            if column in columns and is_in(system, source.columns)
            for _, row in source.rows[:LOOKED_AT]
        ]
        sides = [len({pair[side] for pair in pairs}) for side in (0, 1)]
        return len(pairs) > len(set(pairs)) == sides[0] == sides[1] > 1

    def is_row_number(self, column: SeenColumn) -> bool:
        """Tell whether no value of a column is there twice."""
        return len({str(each) for each in column.values}) == len(column.values)

    def is_of_several(self, column: SeenColumn) -> bool:
        """Tell whether outputs of several systems share a value of a column, in a table that has both."""
        system = self.found["system"]
        others = [each for what in ("rater", "criterion_name", "task") if (each := self.found[what])]
        return bool(system) and any(
            is_of_several(source, column, system, [each for each in others if is_in(each, source.columns)])
            for source, columns in self.tables
            if column in columns and is_in(system, source.columns)
        )

    def ratings_of_references(self) -> list[SeenColumn]:
        """Return the free columns of ratings that are of references, of those that are found."""
        called = {each.lower for each in self.every.values()}
        return [
            each
            for each in self.free("number", "numbers", "name")
            if may_rate_references(each, called, self.words)
            if any(rates_references(source, each, self.found) for source, seen in self.tables if each in seen)
        ]

    def is_beside_none(self, columns: list[SeenColumn]) -> bool:
        """Tell whether columns are in tables alone that do not name systems."""
        system = self.found["system"]
        paths = {each.path for each in columns}
        homes = [source for source, seen in self.tables if any(each.path in paths for each in seen)]
        return bool(system) and all(not is_in(system, source.columns) for source in homes)
