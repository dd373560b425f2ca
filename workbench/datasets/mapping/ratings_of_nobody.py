"""Ratings of which nothing says whose they are."""

from collections.abc import Iterator

from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.paths import is_in
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
                "table of their own, or beside one column of texts"
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
