"""A mapping that finds what names segments and the documents that they are from."""

from typing import Any

from workbench.datasets.mapping import names
from workbench.datasets.mapping.fitting import names_outputs, tells_apart
from workbench.datasets.mapping.growing import GrowingMap
from workbench.datasets.mapping.paths import is_in, value_at
from workbench.datasets.mapping.seen_columns import LOOKED_AT


class SegmentedMap(GrowingMap):
    """A mapping that takes columns of segments by name, and by what they tell apart."""

    def take_document(self) -> None:
        """Take a column of documents; where segments are numbered in each anew, both name a segment."""
        if self.found["document"] or len(self.found["segment"]) != 1:
            return
        (segment,) = self.found["segment"]
        for each in self.free("name", "number"):
            if each.plain not in names.NAMES["document"]:
                continue
            named = self.every.get(segment)
            if named and not self.said_segment and self.is_row_number(named) and self.is_of_several(each):
                self.found["segment"] = ()
                self.take("segment", each)
                return
            rows = [
                row
                for source, columns in self.tables
                if each in columns and is_in(segment, source.columns)
                for _, row in source.rows[:LOOKED_AT]
            ]
            # segments of each task have documents of their own
            task = self.found["task"]
            homes: dict[Any, set[Any]] = {}
            for row in rows:
                name = value_at(row, task) if task else None, value_at(row, segment)
                homes.setdefault(name, set()).add(value_at(row, each.path))
            if any(len(home) > 1 for home in homes.values()):
                self.found["segment"] = (each.path, segment)
            self.take("document", each)
            return

    def take_segment(self) -> None:
        """Take the first column that with the system identifies the rows of a table, and repeats.

        Where one is named that does not, as a dialogue of which several turns are judged, it is taken if no
        other one does.
        """
        system, named = self.found["system"], self.found["segment"]
        if named and (len(named) > 1 or not self._is_unsure(named[0])):
            return
        for source, columns in self.tables:
            if not system or not is_in(system, source.columns):
                continue
            for column in columns:
                # in the place of a named one a number would rather be a rating
                kinds = ("name", "text") if named else ("name", "number", "text")
                if self.is_taken(column.path) or column.kind not in kinds:
                    continue
                (text, *others) = self.found["text"] or [""]
                is_one = not named and not others and text in source.columns
                if tells_apart(source, column, system) or (
                    is_one and names_outputs(source, column, system, text)
                ):
                    self.taken -= set(named)
                    self.found["segment"] = ()
                    self.take("segment", column)
                    return self.take_document() if named else None
        for column in self.free("name", "number"):
            # rated by several people, a row is no output
            if not named and column.plain in names.NAMES["document"] and self.is_of_several(column):
                return self.take("segment", column)

    def _is_unsure(self, path: str) -> bool:
        """Tell whether a column was taken as that of segments by a name that others have, and is it not."""
        column = self.every.get(path)
        is_repeated = bool(self.found["rater"] or self.found["criterion_name"])
        if self.said_segment or is_repeated or column is None or column.plain in names.SURE_SEGMENTS:
            return False
        homes = [source for source, columns in self.tables if column in columns]
        system = self.found["system"]
        return not any(tells_apart(each, column, system) for each in homes if is_in(system, each.columns))
