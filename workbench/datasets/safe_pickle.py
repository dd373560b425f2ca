"""Pickles as data: containers, texts, numbers, NumPy scalars and sets, and nothing that could run.

A pickle is a program for a small machine. Here all of it is looked at first: instructions that build anything
but plain data, names, keys and sizes. What is left Python's own machine follows, with stand-ins for the three
names that the originals of REALSumm and WMT20 use.
"""

import io
import pickle
import pickletools
import re
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from workbench.datasets.places import shown
from workbench.errors import DataError, MissingDataError, Problem

_MOST = 1 << 30
"""Bytes of a file that is read at all."""
_INSTRUCTIONS = """
    PROTO FRAME STOP MARK POP DUP NONE NEWTRUE NEWFALSE INT BININT BININT1 BININT2 LONG LONG1 LONG4 FLOAT
    BINFLOAT UNICODE SHORT_BINUNICODE BINUNICODE BINUNICODE8 SHORT_BINBYTES BINBYTES BINBYTES8 PUT BINPUT
    LONG_BINPUT GET BINGET LONG_BINGET MEMOIZE EMPTY_DICT EMPTY_LIST EMPTY_TUPLE EMPTY_SET LIST DICT TUPLE
    TUPLE1 TUPLE2 TUPLE3 SETITEM SETITEMS APPEND APPENDS ADDITEMS GLOBAL STACK_GLOBAL REDUCE BUILD
"""
_PLAIN = frozenset(_INSTRUCTIONS.split())
_CHANGING = frozenset({"APPEND", "APPENDS", "SETITEM", "SETITEMS", "ADDITEMS", "BUILD"})
"""Instructions that leave on the stack what they change."""
_KEYS = {"SETITEM": 2, "SETITEMS": 2, "DICT": 2, "ADDITEMS": 1}
"""Those that hash what they take, each or every second."""
_TYPE = re.compile(r"[?]|[biuf][1248]|U[1-9][0-9]{0,5}")
_ORDERS = ("<", ">", "|", "=")


class RefusedError(Exception):
    """What a pickle holds that is no plain data."""


def read_pickle(path: Path) -> object:
    """Read a pickle file of plain data.

    Numbers of NumPy become numbers of Python. Nothing that the file names is imported or called.

    Raises
    ------
    MissingDataError
        If there is no such file.
    DataError
        Naming file and byte: another name than those of sets and NumPy scalars, an instruction that builds
        something else, a pickle that is cut off or damaged.
    """
    try:
        size = path.stat().st_size
        if size > _MOST:
            raise DataError(Problem(str(path), "is too large a pickle", size, f"{_MOST} bytes"))
        content = path.read_bytes()
    except FileNotFoundError:
        raise MissingDataError(Problem(str(path), "there is no such file")) from None
    except OSError as error:
        raise DataError(Problem(str(path), f"cannot be read: {error.strerror or error}")) from None
    return load_pickle(content, str(path))


def load_pickle(content: bytes, where: str) -> object:
    r"""Return what a pickle holds.

    Raises
    ------
    DataError
        As `read_pickle` does; `where` names the pickle.

    Examples
    --------
    >>> import pickle
    >>> load_pickle(pickle.dumps({"a": [1, 2.5, {"b"}]}), "x.pkl")
    {'a': [1, 2.5, {'b'}]}
    """
    place = 0
    try:
        for position in _look_at(content):
            place = position
        found = _Unpickler(io.BytesIO(content)).load()
        _refuse_stand_ins(found)
        return found
    except RefusedError as refused:
        allowed = "plain data, sets and NumPy scalars"
        raise DataError(Problem(f"{where}: byte {place + 1}", str(refused), allowed=allowed)) from None
    except (pickle.UnpicklingError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError,
            EOFError, MemoryError) as error:  # fmt: skip
        what = f"is cut off or no pickle: {error}"
        raise DataError(Problem(f"{where}: byte {place + 1}", what)) from None


class _Item(NamedTuple):
    """What is known of a value before it is made: how deep tuples are nested in it, and a text."""

    depth: int = 0
    text: str = ""


def _look_at(content: bytes) -> Iterator[int]:
    """Yield the place of each instruction, and refuse what is no plain data or would take too much.

    The stack has an item for each value, so that names and keys are known without making them.
    """
    stack: list[_Item] = []
    marks: list[int] = []
    memory: dict[int, _Item] = {}
    for opcode, argument, position in pickletools.genops(content):
        yield position or 0
        name = opcode.name
        if name not in _PLAIN:
            raise RefusedError(f"the instruction {name} is not one of plain data")
        if name == "MARK":
            marks.append(len(stack))
            continue
        if name == "POP" and marks and marks[-1] == len(stack):
            marks.pop()
            continue
        has_mark = pickletools.markobject in opcode.stack_before
        start = marks.pop() + 2 if has_mark else len(stack)
        start -= len(opcode.stack_before)
        if start < (marks[-1] if marks else 0):
            raise ValueError("nothing to take")
        taken = stack[start:]
        del stack[start:]
        if name in _KEYS and any(key.depth > 1 for key in taken[name != "DICT" :: _KEYS[name]]):
            raise RefusedError("a key that is no text, no number and no tuple of these")
        if name == "STOP" and (stack or marks):
            raise ValueError("something is left over")
        if name == "MEMOIZE":
            memory[len(memory)] = taken[0]
        elif name.endswith("PUT"):
            # Python's own machine has a table of that length
            if (number := cast(int, argument)) > len(content):
                raise ValueError("a place in memory beyond all values")
            memory[number] = stack[-1]
        elif name.endswith("GET"):
            taken = [memory[cast(int, argument)]]
        stack += _made(opcode, argument, taken)


def _made(opcode: pickletools.OpcodeInfo, argument: Any, taken: list[_Item]) -> list[_Item]:
    """Return what an instruction leaves on the stack."""
    name = opcode.name
    if name.endswith("GLOBAL"):
        known = [item.text for item in taken] if name == "STACK_GLOBAL" else str(argument).split(" ", 1)
        if tuple(known) not in _NAMES:
            raise RefusedError(f"names {'.'.join(known)}, which is not read")
        return [_Item()]
    if name in _CHANGING:
        return taken[:1]
    if name == "DUP":
        return taken * 2
    if name == "MEMOIZE" or name.endswith("GET"):
        return taken
    if name.startswith("TUPLE"):
        return [_Item(1 + max((item.depth for item in taken), default=0))]
    return [_Item(0, argument if isinstance(argument, str) else "") for _ in opcode.stack_after]


class _StandIn:
    """What a pickle names, or a NumPy type that it describes: no data, and nothing can be set on it."""

    __slots__ = ()

    def __setstate__(self, state: object) -> None:
        raise RefusedError("sets the state of an object")


class _Name(_StandIn):
    """A name that can be called."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[..., object]) -> None:
        self.make = make

    def __call__(self, *arguments: object) -> object:
        return self.make(*arguments)


class _Type(_StandIn):
    """The type of a NumPy scalar, as far as a pickle has described it."""

    __slots__ = ("code", "order")

    def __init__(self, code: object, *_: object) -> None:
        if not isinstance(code, str) or not _TYPE.fullmatch(code):
            raise RefusedError(f"a NumPy type {shown(code)!r}, which is no number and no text")
        self.code, self.order = code, "="

    def __setstate__(self, state: object) -> None:
        """Take the order of bytes, which stands second."""
        if not isinstance(state, tuple) or len(state) < 2:
            raise RefusedError("sets the state of an object")
        if state[1] not in _ORDERS:
            raise RefusedError(f"a NumPy type with the byte order {shown(state[1])!r}")
        self.order = str(state[1])


def _make_set(values: object = ()) -> set[Hashable]:
    if not isinstance(values, list | tuple | set):
        raise RefusedError("a set of what is no list")
    if any(isinstance(part, tuple) for value in values if isinstance(value, tuple) for part in value):
        raise RefusedError("a key that is no text, no number and no tuple of these")
    return set(values)


def _make_scalar(kind: object, content: object) -> object:
    if not isinstance(kind, _Type) or not isinstance(content, bytes):
        raise RefusedError("a NumPy scalar without type or bytes")
    dtype = np.dtype(("=" if kind.order == "|" else kind.order) + kind.code)
    if len(content) != dtype.itemsize:
        raise ValueError("a NumPy scalar of another size than its type")
    return np.frombuffer(content, dtype, 1)[0].item()


_NAMES: dict[tuple[str, ...], Callable[..., object]] = {
    ("builtins", "set"): _make_set,
    ("__builtin__", "set"): _make_set,
    ("numpy", "dtype"): _Type,
    ("numpy.core.multiarray", "scalar"): _make_scalar,
    # what NumPy 2 calls the same function
    ("numpy._core.multiarray", "scalar"): _make_scalar,
}


class _Unpickler(pickle.Unpickler):
    """Python's own machine, to which all names but these are unknown."""

    def find_class(self, module: str, name: str) -> object:
        if (module, name) not in _NAMES:
            raise RefusedError(f"names {module}.{name}, which is not read")
        return _Name(_NAMES[module, name])


def _refuse_stand_ins(found: object) -> None:
    waiting, seen = [found], set[int]()
    while waiting:
        each = waiting.pop()
        if isinstance(each, _StandIn):
            raise RefusedError("holds a name instead of a value")
        if isinstance(each, dict | list | tuple | set) and id(each) not in seen:
            seen.add(id(each))
            waiting += each
            if isinstance(each, dict):
                waiting += each.values()
