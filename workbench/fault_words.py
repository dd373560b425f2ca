"""What pydantic says of a value, in plain words: what is wrong, what was given and what is allowed."""

import re
from typing import Any

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from workbench.errors import Problem, suggest

_ALLOWED = {
    "bool_type": "true or false",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "a text",
    "list_type": "a list in [brackets]",
    "tuple_type": "a list in [brackets]",
    "dict_type": "a table of keys and values",
    "model_type": "a table of keys and values",
}
"""Kinds of faults -> what a value has to be."""
_EXPECTED = "Input should be "


def say_fault(place: str, details: ErrorDetails, hint: str = "") -> Problem:
    """Return a fault of a value in plain words, with a hint if there is a better one than its own.

    Parameters
    ----------
    place : str
        The file and the path in it.
    details : ErrorDetails
        What pydantic says.
    hint : str, optional

    Examples
    --------
    >>> from pydantic import TypeAdapter, ValidationError
    >>> try:
    ...     _ = TypeAdapter(dict[str, int]).validate_python({"draws": "10"}, strict=True)
    ... except ValidationError as error:
    ...     print(say_fault("x.toml: draws", error.errors()[0]))
    x.toml: draws: unusable value: got '10', allowed: a whole number. It stands without quotation marks
    """
    kind, got, said = details["type"], details["input"], details["msg"]
    if kind == "missing":
        return Problem(place, "is missing", hint=hint)
    if kind in ("too_short", "too_long"):
        found, least, most = (details["ctx"].get(f"{name}_length") for name in ("actual", "min", "max"))
        if kind == "too_short":
            return Problem(place, "too few", found, f"{least} or more")
        return Problem(place, "too many", found, f"at most {most}")
    if kind == "literal_error":
        allowed = str(details["ctx"]["expected"])
        meant = suggest(str(got), re.findall(r"'([^']*)'", allowed)).partition("Known:")[0].strip()
        return Problem(place, "unknown value", got, allowed, hint or meant)
    shown = None if isinstance(got, dict | list) else got
    if kind in _ALLOWED or said.startswith(_EXPECTED):
        if kind in ("bool_type", "int_type", "float_type") and isinstance(got, str):
            hint = hint or "It stands without quotation marks"
        return Problem(
            place, "unusable value", shown, _ALLOWED.get(kind) or said.removeprefix(_EXPECTED), hint
        )
    said = said.removeprefix("Value error, ")
    return Problem(place, said[0].lower() + said[1:], shown, hint=hint)


def models_in(annotation: Any) -> list[type[BaseModel]]:
    """Return the tables inside the type of a key, for instance of a list of them.

    Examples
    --------
    >>> class Setting(BaseModel):
    ...     name: str
    >>> models_in(list[Setting] | None), models_in(list[str])
    ([<class 'workbench.fault_words.Setting'>], [])
    """
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in getattr(annotation, "__args__", ()) for model in models_in(part)]
