"""An analysis as a method of an experiment: its signature and its help are those of its section."""

import inspect
from collections.abc import Callable, Mapping
from textwrap import indent
from typing import TYPE_CHECKING, Any

from workbench.experiment.analysis import Analysis, Result

if TYPE_CHECKING:
    from workbench.experiment.experiment import Experiment


def method_of(kind: type[Analysis], experiment: "Experiment") -> Callable[..., Result]:
    """Return an analysis as a method of an experiment: it takes the keys of its section."""

    def ask(*given: Any, **named: Any) -> Result:
        options = options_given(kind, given, named)
        asked = experiment.asking(kind.section, options) if options else experiment
        settings = dict(asked.spec.asked).get(kind) or kind.Section()
        kind().check_plan(asked.plan, settings)
        return asked.result(kind, settings)

    ask.__name__ = ask.__qualname__ = kind.called
    ask.__doc__ = help_of(kind)
    vars(ask)["__signature__"] = signature_of(kind)
    return ask


def options_given(kind: type[Analysis], given: tuple[Any, ...], named: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a call by name.

    Raises
    ------
    TypeError
        For more options without a name than the analysis takes, or one that is given twice.
    """
    placed = dict(zip(kind.positional, given, strict=False))
    if len(given) > len(kind.positional) or set(placed) & set(named):
        raise TypeError(f"{kind.called}() takes {', '.join(kind.positional) or 'named options only'}")
    return {**named, **placed}


def signature_of(kind: type[Analysis]) -> inspect.Signature:
    """Return the signature of the method: the keys of the section, with its defaults.

    Options that need no name come first.
    """
    fields = kind.Section.model_fields
    names = [*kind.positional, *(name for name in fields if name not in kind.positional)]
    return inspect.Signature(
        [
            inspect.Parameter(
                name,
                inspect.Parameter.POSITIONAL_OR_KEYWORD
                if name in kind.positional
                else inspect.Parameter.KEYWORD_ONLY,
                default=inspect.Parameter.empty
                if fields[name].is_required()
                else fields[name].get_default(call_default_factory=True),
                annotation=fields[name].annotation,
            )
            for name in names
        ],
        return_annotation=Result,
    )


def help_of(kind: type[Analysis]) -> str:
    """Return the help of the method: what the analysis says of itself, and each key of its section."""
    lines = [inspect.cleandoc(kind.__doc__ or kind.Section.__doc__ or ""), "", "Parameters", "----------"]
    for name in signature_of(kind).parameters:
        said = inspect.cleandoc(kind.Section.model_fields[name].description or "")
        lines += [name, indent(said, "    ")]
    return "\n".join([*lines, "", f"They are the keys of the section ``[{kind.section}]``."])
