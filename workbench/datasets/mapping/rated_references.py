"""Columns that rate references and no outputs: beside each reference, or as long as their list."""

from collections.abc import Iterator, Mapping
from typing import Any

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import as_name, as_number, in_words, is_missing
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.fitting import is_written_rating, may_be_rating
from workbench.datasets.mapping.paths import is_in, list_of, value_at, values_at
from workbench.datasets.mapping.seen_columns import LOOKED_AT, SeenColumn, columns_of
from workbench.datasets.mapping.source_table import SourceTable


def rates_references(source: SourceTable, column: SeenColumn, found: Mapping[str, Any]) -> bool:
    """Tell whether ratings of a table are of its references: what people said of outputs is not among them.

    They stand in the objects that hold the references, in a table of references without systems, or are the
    same beside all outputs of a segment: in a list as long as that of references, or in a column that is
    called after them.

    Parameters
    ----------
    source, column
    found : mapping
        Which columns hold what, by the names of `ColumnMap`, as far as that is known.
    """
    known = set(source.columns)
    is_apart = bool(found["system"]) and not is_in(found["system"], known)
    # references in a table of their own may be called as the texts of the systems are
    called = found["references"] or (found["text"] if is_apart and len(found["text"]) == 1 else ())
    paths = [path for each in called if is_in(path := split_name(each, known)[1], known)]
    if not paths or not is_in(column.path, known):
        return False
    if home := list_of(column.path):
        return any(list_of(path) == home for path in paths)
    holder, _, member = column.path.rpartition(".")
    if holder and holder in {path.rpartition(".")[0] for path in paths} and names.is_of_references(holder):
        return True
    is_called, is_inside = names.is_of_references(member), names.is_of_references(holder)
    texts_of_systems = [path for each in found["text"] if is_in(path := split_name(each, known)[1], known)]
    if is_apart and set(texts_of_systems) <= set(paths) and names.is_one_rating(column.path):
        return True
    if column.kind != "numbers" and not (is_called or is_inside):
        return False
    # one text may be a reference of several segments, and several people may have rated it
    beside = [*found["segment"], found["task"], found["rater"]]
    given: dict[str, str] = {}
    lengths: set[int] = set()
    number = 0
    for _, row in source.rows[:LOOKED_AT]:
        texts = [text for path in paths for each in values_at(row, path) for text in _members(each.value)]
        rating = value_at(row, column.path)
        if is_missing(rating) or not texts:
            continue
        if column.kind == "numbers" and len(_members(rating)) != len(texts):
            return False
        written = repr([_number_or_word(each) for each in _members(rating)])
        place = repr([texts, *(as_name(value_at(row, path)) for path in beside if path)])
        if given.setdefault(place, written) != written:
            return False
        number += 1
        lengths.add(len(texts))
    # as long as the references where these are not as many everywhere
    is_as_long = column.kind == "numbers" and len(lengths) > 1
    is_shared = number >= 2 * len(given)
    # of one output a segment nothing but the name of the column itself tells that
    is_theirs = is_shared and (is_inside or len(set(given.values())) > 1)
    return bool(given) and (is_called or is_as_long or is_theirs)


def are_weights(column: SeenColumn, words: Mapping[str, float]) -> bool:
    """Tell whether ratings of references are weights: one is all that is said, and between -1 and 1.

    Examples
    --------
    >>> [are_weights(SeenColumn("rating", "number", each), {}) for each in (["-1", ".5"], ["3", "5"])]
    [True, False]
    >>> are_weights(SeenColumn("rating", "name", ["good", "bad"]), {"good": 4.0, "bad": 1.0})
    False
    """
    members = [each for value in column.values for each in _members(value)]
    numbers = [as_number(each) if (counted := in_words(each, words)) is None else counted for each in members]
    # what counts as missing is not below or above anything
    is_in_range = not any(abs(each) > 1 for each in numbers if each is not None)
    # a list beside the text of one reference has several people's
    is_one = not (column.kind == "numbers" and list_of(column.path))
    return is_in_range and is_one and names.is_one_rating(column.path)


def may_rate_references(
    column: SeenColumn, beside: Mapping[str, Any] | set[str], words: Mapping[str, float]
) -> bool:
    """Tell whether a column may hold ratings of references: numbers, or words whose number is known."""
    is_written = column.kind == "name" and bool(words) and is_written_rating(column, words)
    return (column.kind in ("number", "numbers") or is_written) and may_be_rating(column, beside)


def ratings_of_references(sources: list[SourceTable], mapping: ColumnMap) -> Iterator[tuple[str, str]]:
    """Yield the table and the path of ratings of references that a mapping does not name."""
    found, words = mapping.model_dump(), mapping.word_values("mapping")
    for source in sources:
        known = set(source.columns)
        # ratings of outputs are in tables that name systems: what is called alike elsewhere is none of them
        is_apart = bool(mapping.system) and not is_in(mapping.system, known)
        named = {held: paths for held, paths in mapping.named.items() if held != "criteria" or not is_apart}
        taken = {split_name(path, known)[1] for paths in named.values() for path in paths}
        columns = list(columns_of(source))
        beside = {each.lower for each in columns}
        for each in columns:
            is_free = taken.isdisjoint((each.path, f"{each.path}[]")) and each.path not in mapping.leave_out
            if is_free and may_rate_references(each, beside, words) and rates_references(source, each, found):
                yield source.name, each.path


def _members(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.values()]
    return value if isinstance(value, list) else [value]


def _number_or_word(value: Any) -> float | str | None:
    number = as_number(value)
    return as_name(value) if number is None else number
