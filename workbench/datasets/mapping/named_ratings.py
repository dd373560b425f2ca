"""Lists of ratings in which each object names what it rates, made into objects by criterion."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import as_number, is_missing
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.seen_columns import LOOKED_AT
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import Problem, listed

LeafPath = tuple[str | int, ...]
"""Names of members, and the place of one in a list."""
_MOST_CRITERIA = 20
_LONGEST = 60
"""Characters beyond which what a field holds is a remark, and names nothing."""


def open_named_ratings(source: SourceTable, said: ColumnMap) -> SourceTable:
    """Return a table in which lists of ratings by criterion are objects: else all were ratings of one.

    Of ``marks: [{criterion: flow, score: 3}, {criterion: style, score: 5}]`` it is ``marks: {flow: 3, style:
    5}``; where raters are named in the list, too, each criterion has the list of its ratings. A list of which
    the mapping names a member stays as it is.

    Examples
    --------
    >>> row = {"marks": [{"criterion": "flow", "score": 3}, {"criterion": "style", "score": 5}]}
    >>> open_named_ratings(SourceTable("x", [("x:1", row)]), ColumnMap()).rows
    [('x:1', {'marks': {'flow': 3, 'style': 5}})]
    """
    seen: dict[str, list[list[Any]]] = {}
    for _, row in source.rows[:LOOKED_AT]:
        for path, members in _lists(row):
            seen.setdefault(path, []).append(members)
    known = set(source.columns)
    asked = [split_name(each, known)[1] for held in said.named.values() for each in held]
    for path, lists in seen.items():
        field = _field_of_criteria(lists)
        if not field or any(each.startswith(f"{path}[]") for each in asked):
            continue
        leaf = _only_number(lists, field)
        rows = [(place, _opened(row, path, field, leaf)) for place, row in source.rows]
        called = list(dict.fromkeys(each[field] for members in lists for each in members))
        note = Problem(source.name, f"{path} says in {field} what was rated: {listed(called)}")
        source = replace(source, rows=rows, notes=(*source.notes, note))
    return source


def _lists(value: Any, path: str = "") -> Iterator[tuple[str, list[Any]]]:
    """Yield the lists of objects in a record, and where they are."""
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from _lists(each, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
        yield path, value
        for each in value:
            yield from _lists(each, f"{path}[]")


def _field_of_criteria(lists: list[list[Any]]) -> str:
    """Return the field of objects that names what they rate, "" where there is none.

    It is called so, or its words are what people often judge; most lists have all of them.
    """
    for field in lists[0][0]:
        values = [[each.get(field) for each in members] for members in lists]
        every = {each if isinstance(each, str) else "" for members in values for each in members}
        if "" in every or not 1 < len(every) <= _MOST_CRITERIA or max(map(len, every)) > _LONGEST:
            continue
        plain = names.plain(field)
        is_other = plain in (*names.NAMES["rater"], *names.NAMES["system"], *names.TEXT)
        is_called = plain in names.NAMES["criterion_name"] or any(map(names.is_criterion, every))
        if is_called and not is_other and all(_is_usual(each, values) for each in every):
            return str(field)
    return ""


def _is_usual(value: str, lists: list[list[Any]]) -> bool:
    return 2 * sum(value in members for members in lists) >= len(lists)


def _only_number(lists: list[list[Any]], field: str) -> LeafPath:
    """Return the path of the one number that objects have, where a list names no criterion twice.

    Nothing if there are several numbers, or raters are named beside them.
    """
    objects = [each for members in lists for each in members]
    if any(len({each[field] for each in members}) < len(members) for members in lists):
        return ()
    if any(names.plain(name) in names.NAMES["rater"] for each in objects for name in each):
        return ()
    found = list(dict.fromkeys(path for each in objects for path in _numbers(each)))
    return found[0] if len(found) == 1 else ()


def _numbers(value: Any, path: LeafPath = ()) -> Iterator[LeafPath]:
    if isinstance(value, Mapping):
        for name, each in value.items():
            if not names.is_no_rating(str(name)):
                yield from _numbers(each, (*path, name))
    elif isinstance(value, list) and len(value) == 1:
        # one choice of those that there were
        yield from _numbers(value[0], (*path, 0))
    elif not is_missing(value) and as_number(value) is not None:
        yield path


def _opened(value: Any, path: str, field: str, leaf: LeafPath) -> Any:
    """Return a copy of a record in which the list at a path is an object by criterion."""
    if isinstance(value, list):
        return [_opened(each, path.removeprefix("[]").removeprefix("."), field, leaf) for each in value]
    if not isinstance(value, Mapping):
        return value
    # of names with dots in them the one that the path goes on from
    for name in (each for each in value if path == each or path.startswith((f"{each}.", f"{each}[]"))):
        inside = value[name]
        rest = path[len(name) :]
        if rest:
            opened = _opened(inside, rest.removeprefix("."), field, leaf)
        else:
            opened = _by_criterion(inside, field, leaf)
        return {**value, name: opened}
    return value


def _by_criterion(members: Any, field: str, leaf: LeafPath) -> Any:
    if not isinstance(members, list) or not all(isinstance(each, Mapping) for each in members):
        return members
    found: dict[str, Any] = {}
    for each in members:
        called = str(each.get(field))
        if leaf:
            found[called] = _at(each, leaf)
        else:
            rest = {name: value for name, value in each.items() if name != field}
            found.setdefault(called, []).append(rest)
    return found


def _at(value: Any, path: LeafPath) -> Any:
    for step in path:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and len(value) == 1 else None
        else:
            value = value.get(step) if isinstance(value, Mapping) else None
    return value
