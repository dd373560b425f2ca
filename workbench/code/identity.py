"""The code behind a metric, as one digest that keys of what is kept can be made of."""

import dataclasses
import hashlib
from types import FunctionType
from typing import Any, NamedTuple

from workbench.code.modules import UNKNOWN, Modules, top_of
from workbench.code.values import SIMPLE, Values
from workbench.code.versions import version_of


class Code(NamedTuple):
    """What something is computed by.

    Attributes
    ----------
    digest : str or None
        16 hexadecimal digits, the same in every process; None if it cannot be told what it is made of, so
        that nothing which it computes may be kept.
    parts : tuple of (str, str)
        What it is made of, in order: digests of modules and functions, versions of packages and of Python.
        What cannot be digested is ``unknown``.
    """

    digest: str | None
    parts: tuple[tuple[str, str], ...]


def code_of(*things: object) -> Code:
    """Return what some things, each a metric, a counter or a function, are computed by.

    A metric or a counter counts by the modules of its class and of the classes above it, and by all modules
    that those import, in turn, if they belong to the same package, to the workbench, or to no installed
    package; of an installed package that they import its version counts. Of a plug-in package both count. A
    function counts by its bytecode and by what it refers to, so that one from a notebook can be told, too. Of
    the parameters of a metric only those that are code count: the others are in its name.

    What cannot be seen is not counted: metrics that are looked up by their names while scores are computed,
    files that are opened under names of the metric's own making, and the packages that an installed package
    needs itself.

    Examples
    --------
    >>> def share(candidate, references):
    ...     return len(set(candidate) & set(references[0])) / len(set(candidate))
    >>> code = code_of(share)
    >>> [name for name, _ in code.parts], len(code.digest)
    (['function share', 'python'], 16)
    >>> code_of(lambda candidate, references: open("x").read()).digest
    """
    key = tuple(map(_told_by, things))
    if None in key:
        return _compute(things)
    if key not in _KNOWN:
        _KNOWN[key] = _compute(things)
    return _KNOWN[key]


_KNOWN: dict[tuple[object, ...], Code] = {}
"""What was told of loaded classes, whose code is that with which they were loaded."""


def _told_by(thing: Any) -> object:
    """Return what the code of a thing is told by for as long as it is loaded; None for what may change."""
    if isinstance(digest := getattr(thing, "digest", None), str):
        return type(thing), digest
    if isinstance(thing, FunctionType):
        return thing if top_of(thing.__module__) == "workbench" else None
    if not dataclasses.is_dataclass(thing) or isinstance(thing, type):
        return None
    held = [getattr(thing, field.name) for field in dataclasses.fields(thing)]
    inside = tuple(_told_by(value) for value in held if not _is_told_by_a_name(value))
    return None if None in inside else (type(thing), inside)


def _compute(things: tuple[object, ...]) -> Code:
    modules = Modules()
    for thing in things:
        for name, value in _made_of(thing):
            _own(value, modules)
            values = Values(modules)
            values.add(value, name)
            modules.put(name, values.digest)
    parts = tuple(sorted(modules.parts.items()))
    is_known = not any(UNKNOWN in digest.split("+") for _, digest in parts)
    return Code(hashlib.sha256(repr(parts).encode()).hexdigest()[:16] if is_known else None, parts)


def _made_of(thing: Any) -> list[tuple[str, object]]:
    """Return a function, or a class and those parameters of its that are not told by a name."""
    if isinstance(thing, FunctionType):
        return [(f"function {thing.__name__}", thing)]
    if dataclasses.is_dataclass(thing):
        held = {field.name: getattr(thing, field.name) for field in dataclasses.fields(thing)}
    else:
        held = getattr(thing, "__dict__", {})
    found: list[tuple[str, object]] = [(f"class {type(thing).__name__}", type(thing))]
    for name, value in held.items():
        if isinstance(value, FunctionType):
            found.append((f"function {value.__name__}", value))
        elif not _is_told_by_a_name(value):
            found.append((f"{name} of {type(thing).__name__}", value))
    return found


def _is_told_by_a_name(value: object) -> bool:
    return type(value) in SIMPLE or (type(value) is tuple and all(map(_is_told_by_a_name, value)))


def _own(thing: Any, modules: Modules) -> None:
    """Let the sources of the package that a thing comes from count, and its version."""
    top = top_of(str(getattr(thing, "__module__", None) or ""))
    if top not in modules.own and top and (version := version_of(top)):
        modules.parts[top] = version
    modules.own.add(top)
