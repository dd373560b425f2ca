"""What a function reads besides its arguments: with other values it is another metric."""

import hashlib
import marshal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import suppress
from dis import Instruction, get_instructions
from functools import partial
from itertools import count
from types import CodeType, FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any
from weakref import ref

import numpy as np

from workbench.code.versions import version_of

_PLAIN = (bool, int, float, complex, str, bytes, type(None), np.generic)
_COLLECTIONS = (list, tuple, dict, set, frozenset)
_MADE_ANEW = (*_COLLECTIONS, MethodType)
"""What may be another object of the same content: a method is made whenever it is asked for."""
_NAMESPACES = (SimpleNamespace, Namespace)
_CALL = "__call__"
_STORED = ("STORE_GLOBAL", "STORE_DEREF")
_TAKEN = ("LOAD_ATTR", "LOAD_METHOD")

_NUMBERS: dict[int, tuple[Callable[[], object], int]] = {}
"""Address of a thing -> what tells whether it is still that thing, and its number."""
_COUNT = count()


_BEFORE: dict[str, str] = {}
"""What told a function after it was called -> what told it before, where it changes what it reads itself."""


def token_of(function: object) -> str:
    """Return what tells a function from others while the program runs: itself, and what it reads."""
    now = f"function {_number_of(function)}: {'; '.join(read_by(function))}"
    return _BEFORE.get(now, now)


def keep_token(function: object, before: str) -> None:
    """Let a function that was called just now be the same as before: what changed it changed itself.

    Examples
    --------
    >>> seen = []
    >>> def spy(candidate, references, *, seen=seen):
    ...     seen.append(candidate)
    >>> spy.__module__ = "__main__"
    >>> before = token_of(spy)
    >>> spy("a", ["b"])
    >>> token_of(spy) == before
    False
    >>> keep_token(spy, before)
    >>> token_of(spy) == before
    True
    """
    if (now := token_of(function)) != before:
        _BEFORE[now] = before


def _number_of(thing: object) -> int:
    """Return a number that nothing else has while the program runs."""
    found, number = _NUMBERS.get(id(thing), (lambda: None, 0))
    if found() is not thing:
        try:
            found = ref(thing)
        except TypeError:  # it is held from now on, so that no other thing gets its address
            found = partial(lambda held: held, thing)
        number = next(_COUNT)
        _NUMBERS[id(thing)] = found, number
    return number


def read_by(function: object) -> Iterator[str]:
    """Yield what a function reads and does not write, and what functions of the same origin do that it calls.

    Numbers, texts, collections and arrays count by what they hold, and so do objects of classes that belong
    to no installed package. Anything else counts as this very thing: what changes inside of it is not seen.

    Examples
    --------
    >>> def scaled(candidate, references, *, by=[2, 3]):
    ...     return len(candidate) / factor
    >>> scaled.__module__, scaled.__globals__["factor"] = "__main__", 7
    >>> [each for each in read_by(scaled) if each.startswith("factor")]
    ['factor=7']
    """
    return _Reading().inside("", function)


class _Reading:
    """What was looked at already, which may hold itself."""

    def __init__(self) -> None:
        self.seen: dict[int, object] = {}

    def told(self, name: str, value: Any) -> Iterator[str]:
        """Yield what tells a value from another one."""
        if isinstance(value, _PLAIN):
            yield f"{name}={value!r}"
        elif isinstance(value, _COLLECTIONS) and (content := _content(value)):
            yield f"{name}={content}"
        elif isinstance(value, np.ndarray) and not value.dtype.hasobject:
            yield f"{name}={value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
        elif id(value) not in self.seen:
            self.seen[id(value)] = value
            if not isinstance(value, _MADE_ANEW):
                yield f"{name} {_number_of(value)}"
            yield from self.inside(name, value)

    def inside(self, name: str, value: Any) -> Iterator[str]:
        """Yield what is told of the things that a thing holds or reads."""
        for key, each in _held_by(value):
            yield from self.told(f"{name}.{key}" if name else key, each)


def _held_by(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield what a thing holds or reads, by names; nothing of what an installed package brings."""
    if isinstance(value, dict):
        for number, item in enumerate(value.items()):
            yield from zip((f"key {number}", f"value {number}"), item, strict=True)
    elif isinstance(value, _COLLECTIONS):
        yield from ((str(number), each) for number, each in enumerate(value))
    elif isinstance(value, np.ndarray):
        yield "array", value.tolist()
    elif isinstance(value, partial):
        yield from (("func", value.func), ("args", value.args), *value.keywords.items())
    elif isinstance(value, MethodType):
        called: Any = value.__func__
        yield from _attributes(value.__self__, called)
    elif isinstance(value, FunctionType):
        if _is_own(value.__module__):
            yield from _globals_of(value)
    elif isinstance(value, type):
        if _is_own(value.__module__):
            for key, each in vars(value).items():
                if not key.startswith("__") or isinstance(each, FunctionType):
                    yield key, getattr(each, "__func__", getattr(each, "fget", each))
            yield from (("", base) for base in value.__bases__)
    elif not isinstance(value, ModuleType) and (
        isinstance(value, _NAMESPACES) or _is_own(type(value).__module__)
    ):
        called = getattr(type(value), _CALL, None)
        yield from _attributes(value, called if isinstance(called, FunctionType) else None)


def _attributes(value: Any, called: FunctionType | None) -> Iterator[tuple[str, Any]]:
    """Yield the class of an object, and its attributes except those that it changes as it is called."""
    written = (
        {step.argval for step in _steps(called.__code__) if step.opname == "STORE_ATTR"} if called else {}
    )
    yield "", called
    yield "", type(value)
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    held = {name: getattr(value, name) for name in slots if isinstance(name, str) and hasattr(value, name)}
    for name, each in {**held, **getattr(value, "__dict__", {})}.items():
        if name not in written:
            yield name, each


def _globals_of(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the values of a function's defaults, of its closure, and of the globals that it names."""
    steps = list(_steps(function.__code__))
    written = {step.argval for step in steps if step.opname in _STORED}
    yield "defaults", function.__defaults__
    yield from (function.__kwdefaults__ or {}).items()
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        if name not in written:
            with suppress(ValueError):  # of a cell that is empty still
                yield name, cell.cell_contents
    known = function.__globals__
    for number, step in enumerate(steps):
        name = step.argval
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and name in known and name not in written:
            value = known[name]
            for taken in steps[number + 1 :]:  # of a module what is taken of it, as `weight` in `mine.weight`
                if not isinstance(value, ModuleType) or taken.opname not in _TAKEN:
                    break
                name, value = f"{name}.{taken.argval}", getattr(value, taken.argval, None)
            yield name, value


def _steps(code: CodeType) -> Iterator[Instruction]:
    """Yield the steps of a function, and those of functions and generators that are written inside of it."""
    yield from get_instructions(code)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _steps(constant)


def _content(value: Any) -> str:
    """Return a digest of a collection of plain values; nothing for one that holds anything else."""
    try:
        return hashlib.sha256(marshal.dumps(value, 2)).hexdigest()[:32]
    except ValueError:
        return ""


def _is_own(module: object) -> bool:
    top = str(module).partition(".")[0]
    if top in sys.stdlib_module_names or top == "workbench":
        return False
    return top == "__main__" or version_of(top) is None
