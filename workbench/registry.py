"""Names with parameters, and the tables of things that have them.

Metrics, reference selections, coefficients and table layouts are all written the same way,
``rouge-w(weight=1.2)``: in code, in experiment files, in tables and in file names.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import Context, ContextVar
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from workbench.errors import LONGEST, Problem, SpecError, say, suggest

Value = int | float | bool | str
T = TypeVar("T")

_EVERY: dict[str, "Registry[Any]"] = {}
"""Kind of a thing -> its table."""
_CITES: dict[str, dict[str, str]] = {}
"""Kind of a thing -> its name -> the key of its paper in `workbench.papers`."""

ENTRY_POINTS = "workbench.metrics"
"""The group of entry points by which a package says what it brings along, metrics or anything else."""
_ASKED: list[str] = []
"""The group, once its packages were imported."""

_NAME = re.compile(r"\s*(?P<name>[a-z][a-z0-9-]*)\s*(?:\((?P<arguments>.*)\)\s*)?", re.DOTALL)
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_ARGUMENT = re.compile(
    rf"""\s*(?P<key>[a-z_][a-z0-9_]*)\s*=\s*(?P<value>{_QUOTED}|[^\s",()]+)\s*(?:,|$)""", re.DOTALL
)


class Name(NamedTuple):
    """A name and its keyword parameters."""

    name: str
    parameters: dict[str, Value]

    def __str__(self) -> str:
        return write_name(self.name, self.parameters)


def _read_value(text: str) -> Value:
    if text.startswith('"'):
        return re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _write_value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and (not re.fullmatch(r'[^\s",()]+', value) or _read_value(value) != value):
        escaped = re.sub(r'(["\\])', r"\\\1", value)
        return f'"{escaped}"'
    return str(value)


def read_name(text: str, where: str = "") -> Name:
    """Parse ``name(key=value, ...)``; values are numbers, true, false or words.

    Raises
    ------
    SpecError
        If the text has another form.

    Examples
    --------
    >>> read_name("rouge-w(weight=1.2)")
    Name(name='rouge-w', parameters={'weight': 1.2})
    >>> read_name('named(reference="ref (A), revised")').parameters
    {'reference': 'ref (A), revised'}
    """
    match = _NAME.fullmatch(text) if isinstance(text, str) else None
    mended = text.lower().replace("_", "-") if isinstance(text, str) else ""
    hint = ""
    if mended and mended != text and _NAME.fullmatch(mended) and "(" not in text:
        what = "An underscore is" if "_" in text else "Capitals are"
        hint = f"{what} not allowed: write {mended!r}"
    malformed = Problem(where, "not a name", text, "name or name(key=value, ...) in lower case", hint)
    if match is None:
        raise SpecError(malformed)
    parameters: dict[str, Value] = {}
    rest = (match["arguments"] or "").rstrip()
    while rest.strip():
        pair = _ARGUMENT.match(rest)
        if pair is None or pair["key"] in parameters:
            raise SpecError(malformed)
        parameters[pair["key"]] = _read_value(pair["value"])
        rest = rest[pair.end() :]
    return Name(match["name"], parameters)


def write_name(name: str, parameters: Mapping[str, Value]) -> str:
    """Write a name so that `read_name` gives it back.

    Examples
    --------
    >>> write_name("rouge-w", {"weight": 1.2})
    'rouge-w(weight=1.2)'
    """
    if not parameters:
        return name
    inside = ", ".join(f"{key}={_write_value(value)}" for key, value in parameters.items())
    return f"{name}({inside})"


def cite(kind: str, papers: Mapping[str, str]) -> None:
    """Say which papers things of a kind come from, by their names, beside where they are defined.

    Examples
    --------
    >>> cite("colour", {"red": "Newton 1704"})
    >>> cited("colour", "red"), cited("colour", "blue")
    ('Newton 1704', '')
    """
    _CITES.setdefault(kind, {}).update(papers)


def cited(kind: str, name: str) -> str:
    """Return the key of the paper of a thing, "" where none is said."""
    return _CITES.get(kind, {}).get(name, "")


class Registry(Generic[T]):
    """A table of named things; looking up an unknown name suggests a known one."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._items: dict[str, T] = {}
        _EVERY[kind] = self
        self._aside: ContextVar[dict[str, T] | None] = ContextVar(f"{kind} entered aside", default=None)

    def __call__(self, name: str, cites: str = "") -> Callable[[T], T]:
        """Decorate a class or function to enter it under a name, with the key of its paper."""

        def enter(item: T) -> T:
            if name in self:
                raise SpecError(Problem("", f"{self.kind} {name!r} is already registered"))
            self.replace(name, item)
            cite(self.kind, {name: cites})
            return item

        return enter

    def replace(self, name: str, item: T) -> None:
        """Enter an item, in place of one that may have the name."""
        aside = self._aside.get()
        (self._items if aside is None else aside)[name] = item

    @contextmanager
    def aside(self) -> Iterator[dict[str, T]]:
        """Collect what is entered inside the block in a table of its own; the registry stays as it is.

        Examples
        --------
        >>> colours = Registry("colour")
        >>> with colours.aside() as own:
        ...     _ = colours("red")(1)
        >>> own, "red" in colours
        ({'red': 1}, False)
        """
        own: dict[str, T] = {}
        token = self._aside.set(own)
        try:
            yield own
        finally:
            self._aside.reset(token)

    def __contains__(self, name: object) -> bool:
        return name in (self._aside.get() or ()) or name in self._items

    def elsewhere(self) -> Callable[[], "Registry[T]"]:
        """Return what finds this table in another process."""
        return partial(_table_of, self.kind)

    def remove(self, name: str) -> None:
        """Take a name out again."""
        del self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def get(self, name: str, where: str = "") -> T:
        """Return the item of that name, or raise a `SpecError` with a suggestion."""
        if name not in self:
            load_installed()
        items = {**self._items, **(self._aside.get() or {})}
        if name not in items:
            raise SpecError(Problem(where, f"unknown {self.kind} {name!r}", hint=suggest(name, items)))
        return items[name]


def load_installed() -> None:
    """Import what installed packages bring along, once: entry points of the group `ENTRY_POINTS`.

    An entry point names a module of a package; importing it enters its metrics, analyses, levels and so on.
    It is asked for when a name is not known otherwise. What cannot be imported is said; the rest is there.
    """
    if _ASKED:
        return
    _ASKED.append(ENTRY_POINTS)
    from importlib.metadata import entry_points

    for entry in entry_points(group=ENTRY_POINTS):
        try:
            Context().run(entry.load)  # whatever is collected aside just now: it is there for everybody
        except (Exception, SystemExit) as error:
            package = entry.dist.name if entry.dist else entry.module
            reason = f"{type(error).__name__}: {str(error)[:LONGEST]}"
            say(f"The package {package} brings nothing along: its module {entry.module} raised {reason}")


def entered_outside() -> list[tuple[Callable[[], "Registry[Any]"], dict[str, Any]]]:
    """Return what was entered from outside the package, by the table: no other process knows it."""
    found = [
        (
            registry.elsewhere(),
            {name: registry.get(name) for name in registry if not is_ours(registry.get(name))},
        )
        for registry in _EVERY.values()
    ]
    return [(find, items) for find, items in found if items]


def enter_outside(found: Iterable[tuple[Callable[[], "Registry[Any]"], Mapping[str, Any]]]) -> None:
    """Enter what another process has from outside the package."""
    for find, items in found:
        for name, item in items.items():
            find().replace(name, item)


def _table_of(kind: str) -> "Registry[Any]":
    return _EVERY[kind]


def is_ours(item: object) -> bool:
    """Tell whether an item was made by this package, and not by somebody's own file or notebook.

    Examples
    --------
    >>> is_ours(Registry), is_ours(re.compile)
    (True, False)
    """
    item = getattr(item, "func", item)  # of a partial
    module = getattr(item, "__module__", None) or type(item).__module__
    return str(module).partition(".")[0] == __name__.partition(".")[0]
