"""Ratings of which nothing says whose they are."""

from collections.abc import Iterator

from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.paths import is_in, value_at
from workbench.datasets.mapping.seen_columns import columns_of
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import Problem, listed

_MOST_NAMED = 5
"""Columns that are named in a sentence."""


def is_a_system_a_column(source: SourceTable, mapping: ColumnMap) -> bool:
    """Tell whether numbers stand in columns that are called as the systems are whose texts are elsewhere."""
    numbers = {each.path for each in columns_of(source) if each.kind == "number"}
    return len(numbers & set(mapping.text)) > 1


def ratings_of_nobody(mapping: ColumnMap, sources: list[SourceTable]) -> Iterator[Problem]:
    """Yield tables whose ratings are of no system: several columns of texts are several systems."""
    yield from _ratings_of_texts_in_lists(mapping, sources)
    if mapping.system:
        yield from _ratings_beside_no_system(mapping, sources)
    if len(mapping.text) < 2 or mapping.system:
        return
    for source in sources:
        rated = [
            each for each in mapping.criteria if is_in(split_name(each, {*source.columns})[1], source.columns)
        ]
        if rated:
            what = f"whose are the ratings in {listed(rated[:_MOST_NAMED])}? Each column of texts is a system"
            hint = (
                "Ratings have a row for each segment and system, and a column that names the system: in a "
                "table of their own, or beside one column of texts. Columns such as A, A_flow, B and B_flow "
                "are read so where nothing names them"
            )
            yield Problem(source.name, what, hint=hint)


def _ratings_beside_no_system(mapping: ColumnMap, sources: list[SourceTable]) -> Iterator[Problem]:
    """Yield criteria that are in tables alone that do not name systems, where others are rated."""
    has_system = [bool(mapping.system) and is_in(mapping.system, each.columns) for each in sources]
    lost: dict[str, list[str]] = {}
    paths = [
        split_name(each, {name for source in sources for name in source.columns})[1]
        for each in mapping.criteria
    ]
    for path in dict.fromkeys(paths):
        homes = [number for number, source in enumerate(sources) if is_in(path, source.columns)]
        if homes and not any(has_system[number] for number in homes):
            lost.setdefault(sources[homes[0]].name, []).append(path)
    # where there is no rating at all, that is said
    if sum(map(len, lost.values())) < len(dict.fromkeys(paths)):
        for name, columns in lost.items():
            columns = columns[:_MOST_NAMED]
            what = f"whose are the ratings in {listed(columns)}? There is no column {mapping.system!r}"
            hint = "A row of ratings names its system; what is no rating is not named as a criterion"
            yield Problem(name, what, hint=hint)


def _ratings_of_texts_in_lists(mapping: ColumnMap, sources: list[SourceTable]) -> Iterator[Problem]:
    """Yield lists of texts beside as long lists of ratings, a member of which is a system's.

    These are lists that nobody takes, or the texts that are scored: their members would be lines of one.
    """
    taken, scored = (
        {split_name(each, set())[1].removesuffix("[]") for held in named for each in held}
        for named in (mapping.named.values(), [mapping.text])
    )
    rated = [split_name(each, set())[1] for each in mapping.criteria]
    columns = [each.removesuffix("[]") for each in rated if each.endswith("[]")]
    for source in sources if not mapping.system else ():
        for texts in columns_of(source):
            if texts.kind != "texts" or texts.path in taken - scored | set(mapping.leave_out):
                continue
            alike = [
                each
                for each in columns
                if all(
                    1 < _length(value_at(row, texts.path)) == _length(value_at(row, each))
                    for _, row in source.rows
                )
            ]
            if alike:
                what = (
                    f"{texts.path} has as many texts in each row as {listed(alike[:_MOST_NAMED])} "
                    f"{'has' if len(alike) == 1 else 'have'} ratings: are they of as many systems?"
                )
                remedy = f"leave {texts.path} out"
                if texts.path in scored:
                    remedy = f"join the sentences in {texts.path}"
                hint = (
                    "Then write a row an output, with a column that names the system; if they are raters' "
                    f"ratings of one text, {remedy}"
                )
                yield Problem(source.name, what, hint=hint)


def _length(value: object) -> int:
    return len(value) if isinstance(value, list) else 0
