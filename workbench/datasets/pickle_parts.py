"""What a pickle is put together from: names it may use, and what they make."""

import re
from collections.abc import Callable, Hashable

import numpy as np

from workbench.datasets.places import shown

KNOWN = {
    ("builtins", "set"): "set",
    ("__builtin__", "set"): "set",
    ("numpy", "dtype"): "dtype",
    ("numpy.core.multiarray", "scalar"): "scalar",
    # what NumPy 2 calls the same function
    ("numpy._core.multiarray", "scalar"): "scalar",
}
_TYPE = re.compile(r"[?]|[biuf][1248]|U[1-9][0-9]{0,5}")
ORDERS = ("<", ">", "|", "=")


class PickleName:
    """A name that a pickle may use: what it makes is in `MADE_BY`."""

    def __init__(self, name: str) -> None:
        self.name = name


class Type:
    """The type of a NumPy scalar, as far as a pickle has described it."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.order = "="


class Arguments(tuple[object, ...]):
    """A tuple that holds a name or a type: arguments of a call, no data."""


class StackMark:
    """Where the arguments of an instruction begin."""


class RefusedError(Exception):
    """What a pickle holds that is no plain data."""


def as_tuple(values: list[object]) -> tuple[object, ...]:
    """Return values as a tuple: as arguments if they are no data."""
    return Arguments(values) if any(isinstance(value, INNER) for value in values) else tuple(values)


def as_key(value: object) -> Hashable:
    """Return what a dictionary or a set may be asked for: hashing a deep tuple could exhaust the stack."""
    for part in value if isinstance(value, tuple) else (value,):
        if not isinstance(part, str | int | float | bytes | None):
            raise RefusedError("a key that is no text, no number and no tuple of these")
    return value


def _make_set(arguments: tuple[object, ...]) -> set[Hashable]:
    if not arguments:
        return set()
    (values,) = arguments
    if not isinstance(values, list | tuple | set):
        raise RefusedError("a set of what is no list")
    return set(map(as_key, values))


def _make_type(arguments: tuple[object, ...]) -> Type:
    code = arguments[0] if arguments else None
    if not isinstance(code, str) or not _TYPE.fullmatch(code):
        raise RefusedError(f"a NumPy type {shown(code)!r}, which is no number and no text")
    return Type(code)


def _make_scalar(arguments: tuple[object, ...]) -> object:
    kind, content = arguments
    if not isinstance(kind, Type) or not isinstance(content, bytes):
        raise RefusedError("a NumPy scalar without type or bytes")
    dtype = np.dtype(kind.code).newbyteorder("=" if kind.order == "|" else kind.order)  # type: ignore[arg-type]
    if len(content) != dtype.itemsize:
        raise ValueError("a NumPy scalar of another size than its type")
    return np.frombuffer(content, dtype, 1)[0].item()


INNER = (PickleName, Type, Arguments, StackMark)
MADE_BY: dict[str, Callable[[tuple[object, ...]], object]] = {
    "set": _make_set,
    "dtype": _make_type,
    "scalar": _make_scalar,
}
