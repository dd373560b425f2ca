"""Whether a mapping fits the columns that tables have, and has all that it needs."""

from collections.abc import Iterable, Iterator

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import COMMAS, is_nothing, is_number_with_comma
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.compared_systems import compared_systems
from workbench.datasets.mapping.paths import first_step, is_in
from workbench.datasets.mapping.ratings_of_nobody import is_a_system_a_column
from workbench.datasets.mapping.seen_columns import columns_left, columns_of
from workbench.datasets.mapping.source_table import SourceTable
from workbench.datasets.mapping.unnamed_weights import weights_of_others
from workbench.datasets.places import shown
from workbench.errors import Problem, SpecError, listed, suggest

_MOST_UNKNOWN = 5
"""Unknown columns that are said one by one."""
_LEAST_OF_A_FORM = 6
"""Columns of ratings from which on a table without texts and segments may have answers to a form."""
_ONE_THING = {
    "text": "text", "references": "reference", "segment": "segment", "system": "system",
    "criteria": "criterion", "rater": "rater", "task": "task", "weights": "weight",
}  # fmt: skip
"""What no column is two of, and what one of each is called."""


def check_columns(mapping: ColumnMap, sources: list[SourceTable], where: str) -> None:
    """Raise a `SpecError` that names every column that no table has, and what the mapping lacks."""
    asked = _MappingCheck(mapping, sources, where)
    problems = [
        *compared_systems(sources, mapping), *asked.unknown(), *asked.segment(), *asked.criteria(),
        *asked.references(), *asked.text(), *asked.named_twice(), *asked.criterion_name(), *asked.weights(),
    ]  # fmt: skip
    if problems:
        # a sheet of a workbook, say, that was not read
        raise SpecError(*problems, *(note for source in sources for note in source.notes))


def is_empty(column: str, sources: list[SourceTable]) -> bool:
    """Tell whether no row of any table has something in a column."""
    return all(is_nothing(row.get(column)) or row[column] == "" for each in sources for _, row in each.rows)


class _MappingCheck:
    """A mapping, the tables that it is for, and what each of its parts lacks."""

    def __init__(self, mapping: ColumnMap, sources: list[SourceTable], where: str) -> None:
        self.mapping, self.sources, self.where = mapping, sources, where
        self.known = {column: None for source in sources for column in source.columns}
        self.columns = f"Columns: {', '.join(self.known)}"
        # a table of references, say, beside one of outputs
        self.has_tables_without_systems = any(
            mapping.system and not is_in(mapping.system, source.columns) for source in sources
        )

    def unknown(self) -> Iterator[Problem]:
        """Yield the columns that no table has."""
        for held, asked in self.mapping.named.items():
            paths = [split_name(each, set(self.known))[1] for each in asked]
            unknown = [at for at, path in enumerate(paths) if not is_in(path, self.known)]
            if len(unknown) > _MOST_UNKNOWN:
                what = f"no table has {len(unknown):,} columns that are named"
                hint = f"Columns are named, not what is in them. {self.columns}"
                yield Problem(f"{self.where}: {held}", what, shown(asked[unknown[0]]), hint=hint)
                continue
            for step in (first_step(paths[at]) for at in unknown):
                what = f"no table has a column {step!r}"
                yield Problem(f"{self.where}: {held}", what, hint=suggest(step, self.known))

    def segment(self) -> Iterator[Problem]:
        """Yield that no column says what was judged."""
        if self.mapping.segment:
            return
        hint = "Any that is the same for all outputs of one input will do, for instance the input"
        if any(_has_a_row_a_system(each, self.mapping.system) for each in self.sources):
            hint = "Each system has one row: if these are means, add a column that is the same in all rows"
        elif not self.mapping.text and len(self.mapping.criteria) >= _LEAST_OF_A_FORM:
            hint = (
                "Where a row is one person's answers to a form, make a row of each answer (in pandas melt), "
                "with columns of segment, system, rater and rating"
            )
        what = "which column names what was judged?"
        yield Problem(f"{self.where}: segment", what, hint=f"{hint}. {self.columns}")

    def criteria(self) -> Iterator[Problem]:
        """Yield that no column has ratings."""
        if self.mapping.criteria:
            return
        seen = [each for source in self.sources for each in columns_of(source)]
        commas = [each.path for each in seen if any(map(is_number_with_comma, each.values))]
        hint = f"In {', '.join(commas)} {COMMAS}. {self.columns}" if commas else self.columns
        if wide := [each.name for each in self.sources if is_a_system_a_column(each, self.mapping)]:
            hint = (
                f"In {wide[0]} a column is a system's: write ratings below each other, in three columns of "
                f"segments, systems and ratings. {self.columns}"
            )
        yield Problem(f"{self.where}: criteria", "which columns are ratings?", hint=hint)

    def references(self) -> Iterator[Problem]:
        """Yield that nothing is a reference of texts that are there."""
        mapping = self.mapping
        if not mapping.text or mapping.references or mapping.people or self.has_tables_without_systems:
            return
        called = filter(names.is_reference, self.known)
        empty = next((each for each in called if is_empty(each, self.sources)), None)
        hint = f"Column {empty!r} is empty. " if empty is not None else ""
        hint += f"Where people are among the systems, name these as people. {self.columns}"
        yield Problem(f"{self.where}: references", "which columns are references?", hint=hint)

    def text(self) -> Iterator[Problem]:
        """Yield that no column is named for texts, where there are some."""
        if self.mapping.text:
            return
        texts = columns_left(self.sources, self.mapping, "text", "texts")
        if texts:
            have = f"{', '.join(texts)} {'has' if len(texts) == 1 else 'have'} texts"
            hint = f"{have}; what is not needed is left out (--leave-out). {self.columns}"
        elif self.mapping.references:
            hint = f"{_nested_texts(self.sources)}{self.columns}"
        else:
            return
        yield Problem(f"{self.where}: text", "which column has the texts of the systems?", hint=hint)

    def named_twice(self) -> Iterator[Problem]:
        """Yield the columns that are named as two things."""
        for held, what in _named_twice(self.mapping, self.known):
            hint = f"Name another column for one of them. {self.columns}"
            yield Problem(f"{self.where}: {held}", what, hint=hint)

    def criterion_name(self) -> Iterator[Problem]:
        """Yield that a row has one criterion by its name, and several by their columns."""
        if self.mapping.criterion_name and len(self.mapping.criteria) > 1:
            what = "with a column that names the criterion of a row, one column holds the ratings"
            yield Problem(f"{self.where}: criteria", what, ", ".join(self.mapping.criteria))

    def weights(self) -> Iterator[Problem]:
        """Yield that there is not a column of weights for each of references, or that it is another one's."""
        mapping, where = self.mapping, f"{self.where}: weights"
        # in a table of references their column may be called as that of the systems' texts
        texts = mapping.text if self.has_tables_without_systems else ()
        n_references = len(mapping.references or texts)
        if mapping.weights and len(mapping.weights) != n_references:
            what = "one column of weights a column of references"
            yield Problem(where, what, len(mapping.weights), str(n_references))
        elif mapping.references:
            yield from weights_of_others(where, mapping.references, mapping.weights, self.known)


def _has_a_row_a_system(source: SourceTable, column: str) -> bool:
    systems = [row[column] for _, row in source.rows if column in row]
    return len(source.rows) > 1 and len(systems) == len(source.rows) == len(set(map(str, systems)))


def _nested_texts(sources: list[SourceTable]) -> str:
    """Return where in nested records texts are, of which none is the one of the systems."""
    seen = [each for source in sources for each in columns_of(source) if "." in each.path]
    paths = [each.path for each in seen if each.kind in ("text", "objects of text")]
    return (
        f"Texts are at {listed(paths)}: a row needs one system, or a column of texts each. " if paths else ""
    )


def _named_twice(mapping: ColumnMap, known: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield what a column is named as that is something else already, and a sentence that says so."""
    taken: dict[str, str] = {}
    for held, what in _ONE_THING.items():
        named = mapping.named.get(held, ())
        for column in dict.fromkeys(each for each in named if named.count(each) > 1):
            yield held, f"column {column!r} is named as {what} twice"
        for column in named:
            path = split_name(column, set(known))[1]
            earlier = taken.setdefault(path, held)
            # segments that are numbered anew in each task
            if earlier != held and not ({earlier, held} == {"segment", "task"} and len(mapping.segment) > 1):
                why = ": every text would be its own reference" if held == "references" else ""
                yield held, f"column {path!r} is named as {_ONE_THING[earlier]} and as {what}{why}"
