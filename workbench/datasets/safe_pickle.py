"""Pickles as data: containers, texts, numbers, NumPy scalars and sets, and nothing that could run.

A pickle is a program for a small machine; Python's own runs whatever the program names. This one knows only
the instructions that build plain data, and of the names in a pickle only the three that the originals of
REALSumm and WMT20 use.
"""

import pickletools
from collections.abc import Callable
from pathlib import Path
from typing import cast

from workbench.datasets.pickle_parts import (
    INNER,
    KNOWN,
    MADE_BY,
    ORDERS,
    PickleName,
    RefusedError,
    StackMark,
    Type,
    as_key,
    as_tuple,
)
from workbench.datasets.places import shown
from workbench.errors import DataError, MissingDataError, Problem

_MOST = 1 << 30
"""Bytes of a file that is read at all."""


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
    machine = _Machine()
    place = 0
    try:
        for opcode, argument, position in pickletools.genops(content):
            place = position or 0
            if opcode.name == "STOP":
                return machine.result()
            machine.do(opcode.name, argument)
    except RefusedError as refused:
        allowed = "plain data, sets and NumPy scalars"
        raise DataError(Problem(f"{where}: byte {place + 1}", str(refused), allowed=allowed)) from None
    except (ValueError, IndexError, KeyError, TypeError, OverflowError, MemoryError) as error:
        what = f"is cut off or no pickle: {error}"
        raise DataError(Problem(f"{where}: byte {place + 1}", what)) from None
    raise DataError(Problem(where, "is cut off or no pickle: it does not end"))


class _Machine:
    """The stack and the memory of one pickle."""

    def __init__(self) -> None:
        self.stack: list[object] = []
        self.memory: dict[int, object] = {}

    def result(self) -> object:
        """Return the only thing on the stack."""
        if len(self.stack) != 1:
            raise ValueError("something is left over")
        return self._plain(self.stack.pop())

    def do(self, name: str, argument: object) -> None:
        """Follow one instruction."""
        if name in _IGNORED:
            return
        if name in _VALUES:
            self.stack.append(argument)
        elif name in _CONSTANTS:
            self.stack.append(_CONSTANTS[name])
        elif name in _EMPTY:
            self.stack.append(_EMPTY[name]())
        elif name in _PUT:
            self.memory[cast(int, argument)] = self.stack[-1]
        elif name in _GET:
            self.stack.append(self.memory[cast(int, argument)])
        elif name in _STEPS:
            _STEPS[name](self)
        elif name == "GLOBAL":
            self._name(*str(argument).split(" ", 1))
        else:
            raise RefusedError(f"the instruction {name} is not one of plain data")

    def _name(self, module: str, name: str) -> None:
        known = KNOWN.get((module, name))
        if known is None:
            raise RefusedError(f"names {module}.{name}, which is not read")
        self.stack.append(PickleName(known))

    def _pop(self) -> object:
        value = self.stack.pop()
        if isinstance(value, StackMark):
            raise ValueError("nothing to take")
        return value

    def _plain(self, value: object) -> object:
        if isinstance(value, INNER):
            raise RefusedError("holds a name instead of a value")
        return value

    def _all_since_mark(self) -> list[object]:
        for place in range(len(self.stack) - 1, -1, -1):
            if isinstance(self.stack[place], StackMark):
                values = self.stack[place + 1 :]
                del self.stack[place:]
                return values
        raise ValueError("no mark")

    def _since_mark(self) -> list[object]:
        return [self._plain(value) for value in self._all_since_mark()]

    def mark(self) -> None:
        self.stack.append(StackMark())

    def memoize(self) -> None:
        self.memory[len(self.memory)] = self.stack[-1]

    def stack_global(self) -> None:
        name, module = self._pop(), self._pop()
        if not isinstance(module, str) or not isinstance(name, str):
            raise ValueError("a name that is no text")
        self._name(module, name)

    def take_items(self, pairs: list[object]) -> None:
        target = self.stack[-1]
        if not isinstance(target, dict) or len(pairs) % 2:
            raise ValueError("items of no dictionary")
        target.update(zip(map(as_key, pairs[::2]), pairs[1::2], strict=True))

    def take_values(self, values: list[object]) -> None:
        target = self.stack[-1]
        if isinstance(target, set):
            target.update(map(as_key, values))
        elif isinstance(target, list):
            target.extend(values)
        else:
            raise ValueError("values of no list")

    def set_item(self) -> None:
        value, key = self._plain(self._pop()), self._plain(self._pop())
        self.take_items([key, value])

    def set_items(self) -> None:
        self.take_items(self._since_mark())

    def append(self) -> None:
        self.take_values([self._plain(self._pop())])

    def appends(self) -> None:
        self.take_values(self._since_mark())

    def make_tuple(self, size: int) -> None:
        self.stack.append(as_tuple([self._pop() for _ in range(size)][::-1]))

    def tuple_since_mark(self) -> None:
        self.stack.append(as_tuple(self._all_since_mark()))

    def list_since_mark(self) -> None:
        self.stack.append(self._since_mark())

    def dict_since_mark(self) -> None:
        pairs = self._since_mark()
        self.stack.append({})
        self.take_items(pairs)

    def pop(self) -> None:
        self.stack.pop()

    def duplicate(self) -> None:
        self.stack.append(self.stack[-1])

    def reduce(self) -> None:
        arguments, called = self._pop(), self._pop()
        if not isinstance(called, PickleName) or not isinstance(arguments, tuple):
            raise RefusedError("calls what is no name")
        self.stack.append(MADE_BY[called.name](arguments))

    def build(self) -> None:
        """Only the type of a NumPy scalar has a state: the order of its bytes stands second."""
        state, target = self._plain(self._pop()), self._pop()
        if not isinstance(target, Type) or not isinstance(state, tuple) or len(state) < 2:
            raise RefusedError("sets the state of an object")
        if state[1] not in ORDERS:
            raise RefusedError(f"a NumPy type with the byte order {shown(state[1])!r}")
        target.order = str(state[1])
        self.stack.append(target)


_IGNORED = frozenset({"PROTO", "FRAME"})
_VALUES = frozenset(
    {
        *("INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4", "FLOAT", "BINFLOAT"),
        *("UNICODE", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8"),
        *("SHORT_BINBYTES", "BINBYTES", "BINBYTES8"),
    }
)
_CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
_EMPTY: dict[str, Callable[[], object]] = {
    "EMPTY_DICT": dict,
    "EMPTY_LIST": list,
    "EMPTY_TUPLE": tuple,
    "EMPTY_SET": set,
}
_PUT = frozenset({"PUT", "BINPUT", "LONG_BINPUT"})
_GET = frozenset({"GET", "BINGET", "LONG_BINGET"})
_STEPS: dict[str, Callable[[_Machine], None]] = {
    "MARK": _Machine.mark,
    "MEMOIZE": _Machine.memoize,
    "STACK_GLOBAL": _Machine.stack_global,
    "SETITEM": _Machine.set_item,
    "SETITEMS": _Machine.set_items,
    "APPEND": _Machine.append,
    "APPENDS": _Machine.appends,
    "ADDITEMS": _Machine.appends,
    "TUPLE": _Machine.tuple_since_mark,
    "TUPLE1": lambda machine: machine.make_tuple(1),
    "TUPLE2": lambda machine: machine.make_tuple(2),
    "TUPLE3": lambda machine: machine.make_tuple(3),
    "LIST": _Machine.list_since_mark,
    "DICT": _Machine.dict_since_mark,
    "POP": _Machine.pop,
    "DUP": _Machine.duplicate,
    "REDUCE": _Machine.reduce,
    "BUILD": _Machine.build,
}
