"""What a function needs to be a metric, and how its parameters become the metric's."""

import inspect
from collections.abc import Callable
from types import MethodType
from typing import TypeVar, cast

import numpy as np

from workbench.errors import Problem, SpecError
from workbench.registry import Value

NUMBER = (int, float, np.integer, np.floating, np.bool_)
"""What a function may return, and what its bounds are."""
Called = TypeVar("Called", bound=Callable[..., object])


def defaults_of(function: Callable[..., object]) -> dict[str, Value]:
    """Return the parameters of the metric that a function is: keyword-only ones that have a default."""
    return {
        parameter.name: parameter.default
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is parameter.KEYWORD_ONLY and parameter.default is not parameter.empty
    }


def how_taken(function: Callable[..., object], key: str) -> str:
    """Say how a parameter of a function becomes one of the metric, where it is none yet."""
    found = inspect.signature(function).parameters.get(key)
    if found is None or key in list(inspect.signature(function).parameters)[:2]:
        return ""
    default = "..." if found.default is found.empty else repr(found.default)
    allowed = f"def f(candidate, references, *, {key}={default})"
    return f"Parameters of a metric stand behind a star and have a default: {allowed}"


def what_else(default: object, value: Value) -> str:
    """Say what is allowed where a value is of another kind than the default; nothing where it is not."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(default, bool):
        return "" if isinstance(value, bool) else "true or false"
    if isinstance(default, int | float):
        return "" if is_number else "a number"
    if isinstance(default, str):
        bare = str(value).strip("'")
        if not isinstance(value, str):
            return f'a word, as in "{value}"'
        return "" if value == bare else f'{bare} or "{bare}", without other quotes'
    return ""


def are_bounds(bounds: object) -> bool:
    """Tell whether something is the least and the largest value of a metric."""
    if not isinstance(bounds, tuple | list) or not all(isinstance(each, NUMBER) for each in bounds):
        return False
    return len(bounds) == 2 and bool(bounds[0] <= bounds[1])


def hashable(function: Called) -> Called:
    """Return the function; of an object that can be called and be changed, as a dataclass, its method."""
    try:
        hash(function)
    except TypeError:
        return cast("Called", MethodType(type(function).__call__, function))
    return function


def refuse_other_than_function(name: str, function: Callable[..., object]) -> None:
    """Raise a `SpecError` for what cannot be called, or does not say what it takes, as Python's `max`."""
    try:
        inspect.signature(function)
    except (TypeError, ValueError):
        allowed = "def, with a candidate and a list of references"
        raise SpecError(Problem(name, "a metric is made of a function", function, allowed)) from None
