"""An analysis as a method of an experiment: its signature and its help are those of its section."""

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from workbench.errors import Problem, SpecError
from workbench.experiment.analysis import Analysis, Result
from workbench.generated import field_help, field_parameters, options_given

if TYPE_CHECKING:
    from workbench.experiment.experiment import Experiment


_NO_OPTIONS = "There are no options"


def method_of(kind: type[Analysis], experiment: "Experiment") -> Callable[..., Result]:
    """Return an analysis as a method of an experiment: it takes the keys of its section."""

    def ask(*given: Any, **named: Any) -> Result:
        options = options_given(kind.called, kind.positional, given, named)
        if any(options.get(name) is not None for name in kind.one_of):
            options = {**dict.fromkeys(kind.one_of), **options}
        if not kind.section and options:
            places = (f"{experiment.name}: {kind.called}.{key}" for key in options)
            raise SpecError(*(Problem(each, "unknown key", hint=_NO_OPTIONS) for each in places))
        needs = any(field.is_required() for field in kind.Section.model_fields.values())
        asked = experiment.asking(kind.section, options) if options or needs else experiment
        settings = dict(asked.spec.asked).get(kind) or kind.Section()
        return asked.result(kind, settings)

    ask.__name__ = ask.__qualname__ = kind.called
    ask.__doc__ = help_of(kind)
    vars(ask)["__signature__"] = signature_of(kind)
    return ask


def signature_of(kind: type[Analysis]) -> inspect.Signature:
    """Return the signature of the method: the keys of the section, with its defaults."""
    return inspect.Signature(field_parameters(kind.Section, kind.positional), return_annotation=Result)


def help_of(kind: type[Analysis]) -> str:
    """Return the help of the method: what the analysis says of itself, and each key of its section."""
    lines = [inspect.cleandoc(kind.__doc__ or kind.Section.__doc__ or ""), "", "Parameters", "----------"]
    lines += field_help(kind.Section, [*signature_of(kind).parameters.values()])
    return "\n".join([*lines, "", f"They are the keys of the section ``[{kind.section}]``."])
