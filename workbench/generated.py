"""Calls whose options are the fields of a model: their signatures, their help and what they were given."""

import inspect
from collections.abc import Mapping, Sequence
from textwrap import indent
from typing import Any

from pydantic import BaseModel


def field_parameters(model: type[BaseModel], positional: Sequence[str]) -> list[inspect.Parameter]:
    """Return the fields of a model as parameters of a call; those that need no name come first.

    Examples
    --------
    >>> class Section(BaseModel):
    ...     level: float = 0.05
    ...     test: str
    >>> [str(each) for each in field_parameters(Section, ["test"])]
    ['test: str', 'level: float = 0.05']
    """
    fields = model.model_fields
    names = [*positional, *(name for name in fields if name not in positional)]
    return [
        inspect.Parameter(
            name,
            inspect.Parameter.POSITIONAL_OR_KEYWORD if name in positional else inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty
            if fields[name].is_required()
            else fields[name].get_default(call_default_factory=True),
            annotation=fields[name].annotation,
        )
        for name in names
    ]


def field_help(model: type[BaseModel], parameters: Sequence[inspect.Parameter]) -> list[str]:
    """Return the lines of a docstring that explain parameters which are fields of a model."""
    lines = []
    for each in parameters:
        said = inspect.cleandoc(model.model_fields[each.name].description or "")
        lines += [each.name, indent(said, "    ")]
    return lines


def options_given(
    called: str, positional: Sequence[str], given: tuple[Any, ...], named: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the options of a call by name.

    Raises
    ------
    TypeError
        For more options without a name than the call takes, or one that is given twice.

    Examples
    --------
    >>> options_given("compare", ["a", "b"], (1,), {"b": 2})
    {'b': 2, 'a': 1}
    >>> options_given("compare", ["a", "b"], (1, 3), {})
    {'a': 1, 'b': 3}
    """
    placed = dict(zip(positional, given, strict=False))
    if len(given) > len(positional):
        takes = f"{' and '.join(positional)} alone" if positional else "nothing"
        what = f"{called}() takes {takes} without a name, and got {len(given)} values"
        raise TypeError(f"{what}; the help has the names of all options: {called}(name=value)")
    if twice := [name for name in placed if name in named]:
        raise TypeError(f"{called}() got {twice[0]} twice, with and without its name")
    return {**named, **placed}
