"""What is seen in the columns of a table: their names, and whether they hold texts, numbers or names."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import as_name, as_number, is_missing
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.paths import column_of, values_at
from workbench.datasets.mapping.source_table import SourceTable

LOOKED_AT = 2000
"""Rows of a table that are looked at."""


class SeenColumn(NamedTuple):
    """A column, or a path into nested records, and what it holds."""

    path: str
    kind: str
    values: list[Any]

    @property
    def plain(self) -> str:
        """The last step in letters and digits."""
        return names.plain(self.path)

    @property
    def lower(self) -> str:
        """The last step in lower case, its words joined by underscores."""
        return plain_name(self.path)


def plain_name(path: str) -> str:
    """Return the last step of a path in lower case, its words joined by underscores."""
    return names.last_step(path).removesuffix("[]").lower().replace(" ", "_").replace("-", "_")


def columns_of(source: SourceTable) -> Iterator[SeenColumn]:
    """Yield the columns of a table and, of nested records, the paths to what they hold."""
    rows = [row for _, row in source.rows[:LOOKED_AT]]
    for name in source.columns:
        yield from _inside(name, [row.get(name) for row in rows], source.has_decimal_commas)


def _inside(path: str, values: list[Any], comma: bool) -> Iterator[SeenColumn]:
    filled = [value for value in values if not is_missing(value)]
    lists = [value for value in filled if isinstance(value, list)]
    members = [member for value in lists for member in value if member is not None]
    if filled and len(lists) == len(filled):
        if members and all(isinstance(each, str) for each in members):
            yield SeenColumn(path, "texts", filled)
        elif members and all(isinstance(each, dict) for each in members):
            yield from _of_objects(f"{path}[]", members, comma)
        elif members and all(as_number(each) is not None for each in members):
            yield SeenColumn(path, "numbers", filled)
        elif members and all(isinstance(each, list) for each in members):
            yield SeenColumn(path, "lists", filled)
    elif filled and all(isinstance(each, dict) for each in filled):
        yield from _of_objects(path, filled, comma)
    else:
        yield SeenColumn(path, kind_of(filled, comma), filled)


def _of_objects(path: str, members: list[dict[str, Any]], comma: bool) -> Iterator[SeenColumn]:
    for key in dict.fromkeys(key for member in members for key in member):
        values = [found.value for member in members for found in values_at(member, key)]
        for each in _inside(f"{path}.{key}", values, comma):
            is_text = path.endswith("[]") and each.kind == "text"
            yield each._replace(kind="objects of text") if is_text else each


def kind_of(values: list[Any], decimal_comma: bool = False) -> str:
    """Return what cells hold: number, text, name, or nothing.

    A text has blanks, more than one in a cell on average, or letters of a script without them.

    Examples
    --------
    >>> kind_of(["4", "5"]), kind_of(["sys-1", "sys-2"]), kind_of(["It rained.", "It was a long day."])
    ('number', 'name', 'text')
    """
    if not values:
        return "nothing"
    if all(not isinstance(value, bool) and as_number(value, decimal_comma) is not None for value in values):
        return "number"
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) < len(values):
        return "name" if all(as_name(value) is not None for value in values) else "other"
    blanks = sum(text.strip().count(" ") + text.strip().count("\n") for text in texts) / len(texts)
    foreign = sum(len(text) - len(text.encode("ascii", "ignore")) for text in texts) / len(texts)
    return "text" if blanks > 1 or foreign > 5 else "name"


def columns_left(sources: list[SourceTable], mapping: ColumnMap, *kinds: str) -> list[str]:
    """Return the columns of some kinds that a mapping neither takes nor leaves out."""
    found = []
    for source in sources:
        known = set(source.columns)
        asked = {split_name(path, known)[1] for held in mapping.named.values() for path in held}
        taken = asked & known | {column_of(path, known) for path in asked}
        for column in columns_of(source):
            step = column.path if column.path in known else column_of(column.path, known)
            if step not in taken and step not in mapping.leave_out and column.kind in kinds:
                found.append(step)
    return list(dict.fromkeys(found))


def has_texts(source: SourceTable) -> bool:
    """Tell whether a table has a column of texts."""
    return any(each.kind in ("text", "texts") for each in columns_of(source))


def has_outputs(source: SourceTable) -> bool:
    """Tell whether a table has texts that are called as those of systems or as references are."""
    texts = [each for each in columns_of(source) if each.kind in ("text", "texts")]
    return any(each.plain in names.TEXT or names.is_reference(each.lower) for each in texts)


def adds_to(source: SourceTable, other: SourceTable) -> bool:
    """Tell whether another table has the texts, or the numbers, that a table lacks, and a column of its."""
    shared = source.columns.keys() & other.columns.keys()
    ours, theirs = (
        {each.kind for each in columns_of(table) if each.path not in shared} for table in (source, other)
    )
    return bool(shared) and any(kind in theirs and kind not in ours for kind in ("text", "texts", "number"))
