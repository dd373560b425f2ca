"""Parameters of a metric: their defaults, what they may be, and whether the name always shows them."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import TypeVar

V = TypeVar("V")
HIGHEST_ORDER = 100
"""Of n-grams; longer ones have nothing to say about a text, and room for them may be more than there is."""


def shown(default: V) -> V:
    """Declare a parameter that a metric's name always shows, with its default."""
    field: V = dataclasses.field(default=default, metadata={"shown": True})
    return field


def part_of_name(default: V) -> V:
    """Declare a field that is a part of a metric's name itself, no parameter that the name may give."""
    field: V = dataclasses.field(default=default, metadata={"given": False})
    return field


def parameter(default: V, allowed: str, holds: Callable[[V], bool], *, shown: bool = False) -> V:
    """Declare a parameter with its default, what is allowed in words, and whether a value is.

    Examples
    --------
    >>> @dataclasses.dataclass
    ... class Ratio:
    ...     share: float = parameter(0.5, "0 to 1", lambda share: 0 <= share <= 1)
    >>> Ratio().share
    0.5
    """
    metadata = {"shown": shown, "allowed": allowed, "holds": holds}
    field: V = dataclasses.field(default=default, metadata=metadata)
    return field


def between(default: float, low: float, high: float, *, shown: bool = False) -> float:
    """Declare a number between two others, which it may be."""
    return parameter(default, f"{low} to {high}", lambda value: low <= value <= high, shown=shown)


def whole(default: int, least: int = 1, most: int = HIGHEST_ORDER, *, shown: bool = False) -> int:
    """Declare a whole number between two others, which it may be."""
    allowed = f"{least}, {least + 1}, ... {most}"
    return parameter(default, allowed, lambda v: type(v) is int and least <= v <= most, shown=shown)


def one_of(default: str, choices: Sequence[str]) -> str:
    """Declare one of several words, which the name always shows."""
    return parameter(default, ", ".join(choices), lambda word: word in choices, shown=True)
