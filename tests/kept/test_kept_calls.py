"""What public functions return or refuse, call by call, on small arrays and texts, kept.

A file of `calls/` holds a line of Python each; what a line that is no statement comes to is kept below it.
"""

import warnings
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from kept.text import frame_text, hold, value_text

from workbench.errors import WorkbenchError

HERE = Path(__file__).parent
CALLS = sorted(path.stem for path in (HERE / "calls").glob("*.txt"))


def shown(value: Any) -> str:
    """Return a value on one line, its parts with their names and numbers with seven digits."""
    if isinstance(value, pd.DataFrame):
        return frame_text("frame", value)
    if isinstance(value, np.ndarray | np.generic):
        return shown(value.tolist())
    if isinstance(value, float | int | str | None):
        return value_text(value) if isinstance(value, float) else repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{shown(key)}: {shown(each)}" for key, each in value.items()) + "}"
    if hasattr(value, "_fields"):
        named = ", ".join(f"{name}={shown(getattr(value, name))}" for name in value._fields)
        return f"{type(value).__name__}({named})"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(shown, value)) + "]"
    if is_dataclass(value) and type(value).__repr__ is object.__repr__:
        return (
            f"{type(value).__name__}({', '.join(shown(getattr(value, each.name)) for each in fields(value))})"
        )
    return repr(value)


def outcome(line: str, names: dict[str, Any]) -> str:
    """Return what an expression comes to, or how it is refused; nothing of a statement."""
    try:
        try:
            code = compile(line, "call", "eval")
        except SyntaxError:
            exec(line, names)
            return ""
        found = eval(code, names)
        if type(found) is dict:
            return "\n".join(f"{shown(key)}: {shown(each)}" for key, each in found.items())
        return "\n".join(map(shown, found)) if type(found) is list else shown(found)
    except WorkbenchError as refused:
        return f"{type(refused).__name__}: {refused}"


@pytest.mark.parametrize("name", CALLS)
def test_calls_come_to_what_is_kept(name: str) -> None:
    names: dict[str, Any] = {}
    said = []
    for line in (HERE / "calls" / f"{name}.txt").read_text("utf-8").splitlines():
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = outcome(line, names)
        said += [f">>> {line}", found] if found else []
    hold("\n".join([*said, ""]), HERE / "answers" / f"calls-{name}.txt")
