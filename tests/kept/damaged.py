"""Damage of files of rows, one kind after the other: a field without a value, of another kind, not there."""

import json
from collections.abc import Iterator

from made_up import Row

OF_KIND: dict[type, tuple[object, ...]] = {
    str: (7,),
    int: ("x",),
    float: (None, True),
    bool: (None,),
    list: ({}, []),
    dict: ([], {}),
    set: ((), [["x"]]),
    type(None): ("x",),
}
"""What takes the place of a value, by its kind."""
OF_CELLS, OF_NUMBERS = ("", "x"), ("1_5", "-7.5", "")
_MOST = 3
"""Fields of a record in a record that are damaged: others of it are like them."""
_TAKEN_OUT = object()


def paths(value: object, is_inner: bool = False) -> Iterator[tuple[object, ...]]:
    """Yield the way to every field of a record; of what is alike to the first one."""
    inside: list[tuple[object, object]] = []
    if isinstance(value, list):
        inside = [*enumerate(value[:1])]
    elif isinstance(value, dict):
        is_of_alike = all(isinstance(each, dict) for each in value.values())
        inside = [*value.items()][: 1 if is_of_alike else _MOST if is_inner else None]
    for key, each in inside:
        yield (key,)
        yield from ((key, *rest) for rest in paths(each, is_inner=True))


def at_end(value: object, path: tuple[object, ...]) -> object:
    """Return what is at the end of a way."""
    for each in path:
        value = value[each]
    return value


def changed(value: object, path: tuple[object, ...], new: object) -> object:
    """Return a record with another value at the end of a way."""
    first, *rest = path
    inside = {**value} if isinstance(value, dict) else [*value]
    if rest:
        inside[first] = changed(inside[first], tuple(rest), new)
    elif new is _TAKEN_OUT:
        del inside[first]
    else:
        inside[first] = new
    return inside


def damaged_rows(rows: list[Row], at: int) -> Iterator[tuple[str, list[object]]]:
    """Yield records of which one is damaged, and what was done to it."""
    for path in paths(rows[at]):
        name = ".".join(map(str, path))
        old = at_end(rows[at], path)
        # of another kind shows that a field of a record is needed, too
        is_typed = len(path) == 1 and isinstance(old, str | int | list)
        for new in (*OF_KIND[type(old)], *(() if is_typed else (_TAKEN_OUT,))):
            other = changed(rows[at], path, new)
            said = "taken out" if new is _TAKEN_OUT else json.dumps(new)
            if other != rows[at]:
                yield f"{name} {said}", [*rows[:at], other, *rows[at + 1 :]]


def damaged_cells(lines: list[str], separator: str, at: int) -> Iterator[tuple[str, list[str]]]:
    """Yield lines of cells of which one is damaged; the first line names the columns."""
    names, cells = (lines[number].split(separator) for number in (0, at))
    numbers = 0
    for number, name in enumerate(names):
        is_number = cells[number].lstrip("-").replace(".", "").isdigit()
        numbers += is_number
        # further numbers are read as the first one
        kinds = OF_NUMBERS[: 1 if numbers > 1 else None] if is_number else OF_CELLS
        for new in kinds:
            if new != cells[number]:
                other = separator.join([*cells[:number], new, *cells[number + 1 :]])
                yield f"{name} {new!r}", [*lines[:at], other, *lines[at + 1 :]]
        without = [line.split(separator) for line in lines]
        if number in (1, len(names) - 1):
            rows = [separator.join([*row[:number], *row[number + 1 :]]) for row in without]
            yield f"no column {name}", rows
    yield "a cell more", [*lines[:at], f"{lines[at]}{separator}x", *lines[at + 1 :]]


def damaged_lines(lines: list[str], head: int) -> Iterator[tuple[str, list[str]]]:
    """Yield lines some of which are not there, or there twice, or no rows; the first `head` are none."""
    yield "no file", []
    yield "without the last row", lines[:-1]
    yield "the last row twice", [*lines, lines[-1]]
