"""Paths into records: a column, a member of an object, every member of a list."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple


class Found(NamedTuple):
    """A value at a path, and its positions in the lists that the path goes through, from 0."""

    at: tuple[int, ...]
    value: Any


def first_step(path: str) -> str:
    """Return the column in which a path begins.

    Examples
    --------
    >>> first_step("expert_annotations[].coherence"), first_step("human.fluency"), first_step("ref1")
    ('expert_annotations', 'human', 'ref1')
    """
    return re.split(r"\[\]|[.]", path, maxsplit=1)[0]


def column_of(path: str, columns: Mapping[str, object] | set[str]) -> str:
    """Return the column that a path leads into, "" for none; names of columns may have dots themselves.

    Examples
    --------
    >>> column_of("flow.responses[]", {"flow.responses", "flow"}), column_of("flow.ann", {"flow"})
    ('flow', 'flow')
    >>> column_of("flow.responses[]", {"flow.responses"}), column_of("flow", {"style"})
    ('flow.responses', '')
    """
    if (first := first_step(path)) in columns:
        return first
    begins = [path[: found.start()] for found in re.finditer(r"\[\]|[.]", path)]
    return max((each for each in begins if each in columns), key=len, default="")


def list_of(path: str) -> str:
    """Return the part of a path up to its last list; empty if it goes through none.

    Examples
    --------
    >>> list_of("ratings[].flow"), list_of("flow")
    ('ratings[]', '')
    """
    return path[: path.rindex("[]") + 2] if "[]" in path else ""


def is_in(path: str, columns: Mapping[str, object] | set[str]) -> bool:
    """Tell whether a table with these columns has a path."""
    return path in columns or bool(column_of(path, columns))


def values_at(record: Mapping[str, Any], path: str) -> Iterator[Found]:
    """Yield every value of a record at a path; nothing where the path ends early.

    A column that is called like the whole path comes first: ``a.b`` may be a name.

    Examples
    --------
    >>> record = {"id": 7, "ratings": [{"flow": 3}, {"flow": 5}]}
    >>> [found.value for found in values_at(record, "ratings[].flow")]
    [3, 5]
    >>> list(values_at(record, "id"))
    [Found(at=(), value=7)]
    """
    if path in record:
        yield Found((), record[path])
        return
    if begin := column_of(path, record):
        steps = [step for step in re.split(r"(\[\])|[.]", path[len(begin) :]) if step]
        yield from _walk(record[begin], steps, ())


def _walk(value: Any, steps: list[str], at: tuple[int, ...]) -> Iterator[Found]:
    if not steps:
        yield Found(at, value)
    elif steps[0] == "[]":
        members = value if isinstance(value, list) else [] if value is None else [value]
        for number, member in enumerate(members):
            yield from _walk(member, steps[1:], (*at, number))
    elif isinstance(value, Mapping) and steps[0] in value:
        yield from _walk(value[steps[0]], steps[1:], at)


def value_at(record: Mapping[str, Any], path: str) -> Any:
    """Return the only value of a record at a path, None if there is none."""
    if path in record:
        return record[path]
    return next((found.value for found in values_at(record, path)), None)
