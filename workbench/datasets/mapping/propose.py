"""Proposing a mapping from what is seen in tables: names of columns first, then what they hold."""

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import as_name, as_number
from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.mapping.criterion_levels import name_criteria
from workbench.datasets.mapping.fitting import (
    is_constant,
    is_of_role,
    is_reference,
    is_written_rating,
    may_be_rating,
)
from workbench.datasets.mapping.inputs import is_no_output
from workbench.datasets.mapping.mqm import CRITERION
from workbench.datasets.mapping.nameless import nameless_numbers
from workbench.datasets.mapping.paths import is_in, list_of
from workbench.datasets.mapping.rated_references import are_weights
from workbench.datasets.mapping.rater_columns import rater_columns
from workbench.datasets.mapping.seen_columns import SeenColumn, columns_of
from workbench.datasets.mapping.segmented import SegmentedMap
from workbench.datasets.mapping.source_table import SourceTable
from workbench.datasets.mapping.unnamed_weights import in_order_of
from workbench.errors import DataError

_MAY_AGREE = 10
"""Ratings below which people may all have said the same."""
_MOST_RATERS = 20
"""Numbers in a list beyond which they are no ratings of one output."""


def propose(sources: list[SourceTable], said: ColumnMap | None = None) -> ColumnMap:
    """Return a mapping with what is not said filled in, as far as it can be found without doubt.

    Raises
    ------
    DataError
        If it is not said which columns are ratings, and there are numbers below no name.

    Examples
    --------
    >>> from pathlib import Path
    >>> rows = [(f"x:{n}", {"doc_id": str(n // 2), "system": "AB"[n % 2], "summary": "it rained a lot",
    ...     "ref1": "much rain fell here", "coherence": "4"}) for n in range(4)]
    >>> propose([SourceTable("x", rows)]).command([Path("x.csv")])[28:]
    '--text summary --reference ref1 --segment doc_id --system system --criterion coherence'
    """
    mapping = said or ColumnMap()
    if not mapping.criteria:
        known = {path for held in mapping.named.values() for path in held} | set(mapping.leave_out)
        if lost := [found for each in sources if (found := nameless_numbers(each, known))]:
            raise DataError(*lost)
    tables = [(source, list(columns_of(source))) for source in sources]
    return _Proposal(mapping, tables).made()


class _Proposal(SegmentedMap):
    """What is found without doubt, a member of the mapping after the other."""

    def made(self) -> ColumnMap:
        self._roles()
        self.by_name("system", ("name", "number"), or_repeated=True)
        for what in ("rater", "task", "domain"):
            self.by_name(what, ("name", "number"))
        if not self.found["criteria"] and not self.found["criterion_name"]:
            self._long_judgments()
        self.by_name("segment", ("name", "number", "text"))
        self.take_document()
        self._texts()
        if not self.found["references"]:
            self._references()
        if self.found["system"] and not self.found["people"]:
            self._people()
        if not self.found["weights"]:
            self._weights()
        self.take_segment()
        if not self.found["criteria"]:
            self._criteria()
        inputs = [
            each.path for each in self.free("text", "texts") if is_no_output(each, self.tables, self.found)
        ]
        self.found["leave_out"] = (*self.found["leave_out"], *inputs)
        return ColumnMap.of("mapping", **self.found)

    def _roles(self) -> None:
        """Take the columns of which is known what they hold, and people who are rated and references."""
        known = [(name, role) for source, _ in self.tables for name, role in source.roles.items()]
        for what, of in (("text", "text"), ("references", "reference"), ("leave_out", "input")):
            columns = tuple(name for name, role in known if role == of and name not in self.taken)
            if columns and not self.found[what]:
                self.found[what] = columns
                self.taken.update(columns)

    def _long_judgments(self) -> None:
        for column in self.free("name"):
            if column.plain in names.NAMES["criterion_name"]:
                scores = [each for each in self.free("number") if each.plain in names.SCORE]
                if len(scores) == 1:
                    self.take("criterion_name", column)
                    self.take("criteria", scores[0])
                return

    def _texts(self) -> None:
        if self.found["text"]:
            return
        system = self.found["system"]
        mine = {
            each.path
            for source, columns in self.tables
            for each in columns
            if not system or is_in(system, source.columns)
        }
        fitting = [
            each
            for each in self.free("text", "name", "texts")
            if each.path in mine and not is_of_role(each.path) and not names.is_when_or_where(each.lower)
        ]
        # what a form or a program writes into each row is no output
        fitting = [each for each in fitting if not is_constant(each)] or fitting
        known = [each for each in fitting if each.plain in names.TEXT and each.kind != "texts"]
        known = known or [each for each in fitting if each.plain in names.TEXT]
        alone = [
            each
            for each in fitting
            if each.kind == "text" and each.plain not in names.INPUT and not is_reference(each)
        ]
        if known:
            first = min(known, key=lambda each: names.TEXT.index(each.plain))
            # of several objects that each have a text, none is the one
            if sum(each.plain == first.plain for each in known) == 1:
                self.take("text", first)
        elif len(alone) == 1:
            self.take("text", alone[0])
        elif len(columns := self._columns_of_systems()) > 1:
            self.take("text", *columns)

    def _columns_of_systems(self) -> list[SeenColumn]:
        """Return columns of texts that are called as the systems are in a table of ratings."""
        system = self.found["system"]
        known = {
            as_name(value) for each in self.every.values() if each.path == system for value in each.values
        }
        return [
            each
            for source, columns in self.tables
            for each in columns
            if system and not is_in(system, source.columns)
            if each.path in known and each.kind in ("text", "name") and not self.is_taken(each.path)
        ]

    def _references(self) -> None:
        system = self.found["system"]
        fitting = [each for each in self.free("text", "texts", "objects of text") if is_reference(each)]
        for source, columns in self.tables:
            # what else would the texts of a table without systems be, if these are not theirs?
            is_of_systems = not set(self.found["text"]).isdisjoint(source.columns)
            if (
                system
                and not is_in(system, source.columns)
                and not (is_of_systems and len(self.found["text"]) > 1)
            ):
                mine = [
                    each
                    for each in columns
                    if each.kind in ("text", "texts") and each.plain not in names.INPUT
                ]
                known = {each.path for each in fitting}
                # several tables may have it, a file each
                fresh = {each.path: each for each in mine if each.path not in known}
                fitting += [each for each in fresh.values() if not self.is_taken(each.path)]
                self.by_name("reference_name", ("name",))
        # beside outputs of a word or two references may be as short
        fitting = fitting or [each for each in self.free("name") if is_reference(each)]
        if fitting:
            self.take("references", *fitting)

    def _people(self) -> None:
        """Take systems that are called like references, or are references of which ratings are there, too."""
        system, text = self.found["system"], self.found["text"]
        values = [value for each in self.every.values() if each.path == system for value in each.values]
        known = {as_name(value) or "" for value in values}
        if references := set(self.found["references"]):
            self.found["people"] = tuple(sorted(known & references - set(text)) if len(text) > 1 else ())
        elif len(text) > 1:
            self.found["people"] = tuple(sorted(filter(names.is_person, text)))
        elif text and all(is_in(system, source.columns) for source, _ in self.tables):
            self.found["people"] = tuple(sorted(filter(names.is_person, known)))

    def _weights(self) -> None:
        weights = [
            each
            for each in self.free("number", "numbers", "name")
            if names.WEIGHT.fullmatch(each.lower)
            if each.kind != "name" or is_written_rating(each, self.words)
        ]
        weights = weights or [each for each in self.ratings_of_references() if are_weights(each, self.words)]
        # references in a table of their own may be called as the texts of the systems are
        references = self.found["references"] or (self.found["text"] if self.is_beside_none(weights) else ())
        if weights and len(weights) == len(references):
            self.take("weights", *in_order_of(references, weights))

    def _criteria(self) -> None:
        called = {each.lower for each in self.every.values()}
        fitting = [
            each
            for each in self.free("number", "name", "text")
            if may_be_rating(each, called) and (each.kind == "number" or is_written_rating(each, self.words))
        ]
        of_references = self.ratings_of_references()
        fitting = [
            each
            for each in fitting
            if each not in of_references and not self._is_of_rater(each) and not self._is_of_a_part(each)
        ]
        # a number beside references is of no system
        fitting = [each for each in fitting if not self.is_beside_none([each])] or fitting
        # a list of numbers has a rating of each rater
        fitting += [
            each._replace(path=f"{each.path}[]")
            for each in self.free("numbers")
            if may_be_rating(each, called) and max(map(len, each.values)) <= _MOST_RATERS
            if each not in of_references
        ]
        fitting = [each for each in fitting if not self._is_of_all_rows(each, fitting)] or fitting
        single = {each.plain for each in fitting if "[]" in each.path}
        # beside the ratings of each rater their means would be one rater more
        fitting = [each for each in fitting if "[]" in each.path or each.plain not in single]
        if fitting:
            self.take("criteria", *fitting)
            # what is lacking is said first
            is_whole = self.found["segment"] and (self.found["text"] or not any(self.free("text")))
            paths = [each.path for each in fitting] if is_whole else []
            numbered = name_criteria(paths, [source for source, _ in self.tables])
            self.found["criteria"] = tuple(
                f"{numbered[each.path]}={each.path}" if each.path in numbered else each.path
                for each in fitting
            )
            self.found["lower"] = self.found["lower"] or tuple(
                each.path for each in fitting if each.path == CRITERION and self._counts_up(each.path)
            )
            nested = [each for each in fitting if "[]" in each.path]
            if nested and not self.found["rater"]:
                who = [
                    each for each in self.free("name", "number")
                    if list_of(each.path) == list_of(nested[0].path) and each.plain in names.NAMES["rater"]
                ]  # fmt: skip
                who = who or self._lists_of_raters(nested[0])
                if who:
                    self.take("rater", who[0])

    def _is_of_all_rows(self, column: SeenColumn, beside: list[SeenColumn]) -> bool:
        """Tell whether a number is the same in all rows, as that of a project is."""
        if column.path not in self.known or len(column.values) < _MAY_AGREE or not is_constant(column):
            return False
        of_raters = rater_columns([each.path for each in beside]).values()
        return not names.is_criterion(column.path) and not any(column.path in each for each in of_raters)

    def _is_of_rater(self, column: SeenColumn) -> bool:
        """Tell whether a number in a list of ratings says who rated."""
        return "[]" in column.path and column.plain in names.NAMES["rater"]

    def _is_of_a_part(self, column: SeenColumn) -> bool:
        """Tell whether a number in a list is said of a part of a text, as of a marked error."""
        home = list_of(column.path)
        return bool(home) and any(
            list_of(each.path) == home and names.is_place(each.lower) for each in self.every.values()
        )

    def _lists_of_raters(self, ratings: SeenColumn) -> list[SeenColumn]:
        """Return lists with the name of a rater for each rating in a list of numbers."""
        if not ratings.path.endswith("[]"):
            return []
        return [
            each._replace(path=f"{each.path}[]")
            for each in self.free("texts")
            if each.plain.removesuffix("s") in names.NAMES["rater"]
            and [*map(len, each.values)] == [*map(len, ratings.values)]
        ]

    def _counts_up(self, path: str) -> bool:
        """Tell whether no points of a column are below 0, as where errors are subtracted."""
        cells = (row.get(path) for source, _ in self.tables for _, row in source.rows)
        return not any((number := as_number(cell)) is not None and number < 0 for cell in cells)
