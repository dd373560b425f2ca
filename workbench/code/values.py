"""What a function is made of: its bytecode, and the values that it refers to."""

import builtins
import dataclasses
import dis
import functools
import hashlib
import importlib.util
import re
import sys
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import PurePath
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from workbench.code.modules import UNKNOWN, Module, Modules, top_of
from workbench.code.steps import steps_of

SIMPLE = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis), range)
_OPAQUE = ("open", "input", "eval", "exec", "compile", "__import__", "globals", "locals", "__file__")
_OUTSIDE = {"_io", "io", "os", "posix", "nt", "pathlib", "glob", "importlib", "pkgutil", "shelve", "sqlite3"}
_OUTSIDE |= {"subprocess", "socket", "urllib", "http", "time"}
"""Names and modules of Python whose use makes a function depend on what cannot be seen here."""


class Values:
    """Digests values: two of the same content have the same digest, in every process.

    Functions, classes and modules of installed packages and of the workbench count as their modules do. Other
    functions count by their bytecode, their defaults, and the values of their closures and of the globals
    that they name, in turn; other classes by the source of their module. Numbers, texts and what lists,
    tuples, dicts, sets, frozen dataclasses and arrays hold count by content. Anything else cannot be
    digested; it is entered as such in the parts.

    Parameters
    ----------
    modules : Modules
        Where modules and versions are entered.
    """

    def __init__(self, modules: Modules) -> None:
        self.modules = modules
        self._hash = hashlib.sha256()
        self._seen: dict[int, tuple[int, object]] = {}

    @property
    def digest(self) -> str:
        """The digest of what was added, 16 hexadecimal digits."""
        return self._hash.hexdigest()[:16]

    def _write(self, *parts: object) -> None:
        self._hash.update(repr(parts).encode() + b"\n")

    def _refuse(self, where: str) -> None:
        self.modules.put(where, UNKNOWN)

    def add(self, value: object, where: str) -> None:
        """Add a value.

        Parameters
        ----------
        value : object
        where : str
            What is said of it if it cannot be digested.
        """
        kind = type(value)
        if kind in SIMPLE:
            # the digits of a long number may be more than Python is ready to write
            self._write(kind.__name__, hex(value) if isinstance(value, int) else value)
        elif id(value) in self._seen:
            self._write("again", self._seen[id(value)][0])
        else:
            if not isinstance(
                value, tuple | frozenset
            ):  # whether equal ones are one object is Python's choice
                self._seen[id(value)] = len(self._seen), value
            self._add_other(value, where)

    def _add_other(self, value: Any, where: str) -> None:
        home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
        if isinstance(home, str) and top_of(home) in _OUTSIDE:
            self._refuse(where)
        elif isinstance(value, FunctionType):
            self._add_function(value, where)
        elif isinstance(value, type):
            self._add_class(value, where)
        elif isinstance(value, ModuleType):
            self._write("module", value.__name__, self.modules.version(value.__name__))
            self.modules.reach(value.__name__)
        elif isinstance(value, tuple | list | dict | set | frozenset):
            self._add_collection(value, where)
        elif isinstance(value, re.Pattern):
            self._write("pattern", value.pattern, value.flags)
        elif isinstance(value, functools.partial):
            self._add_all("partial", [value.func, value.args, value.keywords], where)
        elif isinstance(value, MethodType):
            self._add_all("method", [value.__self__, value.__func__], where)
        elif self._is_held_by_a_package(value):
            self._write("held", value.__module__, _name_of(value), self.modules.version(value.__module__))
        elif isinstance(value, BuiltinFunctionType):
            self._add_all(f"method {value.__name__}", [value.__self__], where)
        elif isinstance(value, functools._lru_cache_wrapper):
            self._add_all("cached", [value.__wrapped__], where)
        elif top_of(type(value).__module__) == "numba" and hasattr(value, "py_func"):
            self._add_all("compiled", [type(value), value.py_func, value.targetoptions], where)
        elif isinstance(value, Enum):
            self._add_all(f"member {value.name}", [type(value)], where)
        elif isinstance(digest := getattr(value, "digest", None), str):
            self._add_all(f"digest {digest}", [type(value)], where)
        elif dataclasses.is_dataclass(value):
            held = [getattr(value, field.name) for field in dataclasses.fields(value)]
            self._add_all("dataclass", [type(value), *held], where)
        elif not self._add_array(value, where):
            self._refuse(where)

    def _add_all(self, kind: str, values: list[Any], where: str) -> None:
        self._write(kind, len(values))
        for value in values:
            self.add(value, where)

    def _add_collection(self, value: Any, where: str) -> None:
        kind = type(value)
        if kind.__module__ != "builtins":
            self.add(kind, where)
            self.add(getattr(value, "default_factory", None), where)
        if isinstance(value, set | frozenset):
            self._write(kind.__name__, sorted(self._digest_alone(each, where) for each in value))
        elif isinstance(value, dict):
            self._add_all(kind.__name__, [each for item in value.items() for each in item], where)
        else:
            self._add_all(kind.__name__, list(value), where)

    def _digest_alone(self, value: object, where: str) -> str:
        alone = Values(self.modules)
        alone.add(value, where)
        return alone.digest

    def _add_array(self, value: Any, where: str) -> bool:
        numpy = sys.modules.get("numpy")
        if numpy is None or not (
            type(value) is numpy.ndarray or isinstance(value, numpy.generic | numpy.dtype)
        ):
            return False
        if isinstance(value, numpy.dtype):
            self._write("dtype", repr(value))
        elif value.dtype.hasobject:
            self._add_all("array", [value.dtype, value.shape, value.tolist()], where)
        else:
            self._write("array", repr(value.dtype), value.shape, hashlib.sha256(value.tobytes()).hexdigest())
        return True

    def _counts_by_module(self, name: str) -> bool:
        return top_of(name) == "workbench" or self.modules.version(name) is not None

    def _is_held_by_a_package(self, value: Any) -> bool:
        """Tell whether an installed package has this very thing under its name."""
        module, found = getattr(value, "__module__", None), None
        if isinstance(module, str) and module in sys.modules and self.modules.version(module) is not None:
            found = sys.modules[module]
            for name in _name_of(value).split("."):
                found = getattr(found, name, None)
        return found is value

    def _add_function(self, function: FunctionType, where: str) -> None:
        home = str(function.__globals__.get("__name__"))
        own = vars(sys.modules[home]) if sys.modules.get(home) else None
        self._write("function")
        if own is function.__globals__ and self._counts_by_module(home):
            self._write(home, function.__qualname__)
            self.modules.reach(home)
        else:
            self._add_code(function.__code__, function.__globals__, where)
            self._add_all("defaults", [function.__defaults__, function.__kwdefaults__, vars(function)], where)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            try:
                self.add(cell.cell_contents, f"{name} of {where}")
            except ValueError:
                self._write("empty cell")

    def _add_code(self, code: CodeType, known: Mapping[str, Any], where: str) -> None:
        self._write(
            steps_of(code), code.co_flags, code.co_names, code.co_varnames,
            code.co_freevars, code.co_cellvars,
            code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount,
        )  # fmt: skip
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._add_code(constant, known, where)
            else:
                self.add(constant, where)
        steps = list(dis.get_instructions(code))
        for number, step in enumerate(steps):
            if step.opname == "IMPORT_NAME":
                level, taken = (each.argval for each in steps[number - 2 : number])  # pushed before it
                self._add_import("." * level + step.argval, taken, known, where)
            elif step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                self._add_global(step.argval, map(_attribute, steps[number + 1 :]), known, where)
            elif step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
                self._refuse(f"{step.argval}, which {where} changes")

    def _add_import(self, name: str, taken: Any, known: Mapping[str, Any], where: str) -> None:
        package = Module.of(known).package
        if top_of(name) in _OUTSIDE:
            self._refuse(f"{name} in {where}")
            return
        try:
            self.modules.reach(importlib.util.resolve_name(name, package), taken)
        except ImportError:
            self._refuse(f"{name} of {where}")

    def _add_global(
        self, name: str, attributes: Iterable[str | None], known: Mapping[str, Any], where: str
    ) -> None:
        if name in _OPAQUE:
            self._refuse(f"{name} in {where}")
        elif name not in known:
            self._write("builtin" if hasattr(builtins, name) else "missing", name)
        else:
            value = known[name]
            self._write("global", name)
            for attribute in attributes:  # what is taken of a module, as `mean` in `numpy.mean`
                if not isinstance(value, ModuleType) or attribute is None or not hasattr(value, attribute):
                    break
                self.modules.version(value.__name__)
                value, name = getattr(value, attribute), f"{name}.{attribute}"
            self.add(value, f"{name} of {where}")

    def _add_class(self, kind: type, where: str) -> None:
        if self.modules.version(kind.__module__) is not None:
            self._write("class", kind.__module__, kind.__qualname__)
            return
        functions = [each for each in map(_function_in, vars(kind).values()) if each is not None]
        homes = [
            each.__globals__ for each in functions if each.__globals__.get("__name__") == kind.__module__
        ]
        loaded = sys.modules.get(kind.__module__)
        namespace = homes[0] if homes else vars(loaded) if loaded else {}
        module = Module.of(namespace)
        self._write("class", module.label, kind.__qualname__)
        for base in kind.__bases__:
            self.add(base, f"{base.__name__} of {where}")
        if module.path is None:
            self._refuse(where)
            return
        self.modules.walk(module)
        for function in functions:
            file = PurePath(function.__code__.co_filename).name
            is_made_by_dataclass = file == "<string>" and function.__qualname__.startswith(kind.__qualname__)
            if file != PurePath(module.path).name and not is_made_by_dataclass:
                self.add(function, f"{function.__name__} of {where}")  # it was put in from elsewhere


def _name_of(value: Any) -> str:
    return str(getattr(value, "__qualname__", None) or getattr(value, "__name__", ""))


def _attribute(step: dis.Instruction) -> str | None:
    return step.argval if step.opname in ("LOAD_ATTR", "LOAD_METHOD") else None


def _function_in(value: Any) -> FunctionType | None:
    for attribute in ("__func__", "fget", "func"):
        value = getattr(value, attribute, value)
    return value if isinstance(value, FunctionType) else None
