"""What an experiment file may hold: every section with every key, its default and what it means."""

from textwrap import wrap
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from workbench.errors import Problem, SpecError, suggest
from workbench.experiment.spec import Spec, spec_model
from workbench.fault_words import models_in
from workbench.registry import load_installed

_INDENT, _WIDTH = 30, 104


def sections() -> dict[str, type[BaseModel]]:
    """Return the sections of an experiment file as it writes them, the keys above all sections first.

    Examples
    --------
    >>> list(sections())[:4]
    ['', '[scores]', '[[metrics]]', '[data]']
    """
    found: dict[str, type[BaseModel]] = {"": spec_model()}
    for name, field in spec_model().model_fields.items():
        for model in models_in(field.annotation):
            found[f"[[{name}]]" if get_origin(field.annotation) is list else f"[{name}]"] = model
    return found


def describe_sections(name: str = "") -> str:
    """Return the reference as text, of all sections or of one.

    Raises
    ------
    SpecError
        For an unknown section.

    Examples
    --------
    >>> print(describe_sections("ceiling").partition(" One of")[0])
    [ceiling]
      How well the judges agree: rows beside the metrics, and correlations without the judges' noise.
      over = "raters"             What is split in halves for the reliability: would another panel say the
                                  same, or other inputs?
    """
    if name not in {heading.strip("[]") for heading in sections()}:
        load_installed()
    every = sections()
    names = {heading.strip("[]"): heading for heading in every}
    if name not in names:
        known = [each for each in names if each]
        raise SpecError(Problem("", f"there is no section {name!r}", hint=suggest(name, known)))
    chosen = every if not name else {names[name]: every[names[name]]}
    return "\n\n".join(_section(heading, model) for heading, model in chosen.items())


def _section(heading: str, model: type[BaseModel]) -> str:
    about = (model.__doc__ or "").strip().splitlines()
    lines = [heading or "above all sections"]
    lines += [f"  {line.strip()}" for line in about if line.strip()] if heading else []
    fields = {
        name: field
        for name, field in model.model_fields.items()
        if not issubclass(model, Spec) or not models_in(field.annotation) or name == "metrics"
    }
    for name, field in fields.items():
        head = f"  {name} = {_default(field)}"
        said = " ".join((field.description or "").split())
        choices = _choices(field.annotation)
        if any(choice not in said for choice in choices):
            said += f" One of: {' | '.join(choices)}."
        lines += wrap(f"{head:{_INDENT - 1}} {said}", _WIDTH, subsequent_indent=" " * _INDENT)
    return "\n".join(lines)


def _default(field: FieldInfo) -> str:
    """Return a default as TOML writes it, or what is needed or left out."""
    value = field.default
    if field.is_required():
        return "(needed)"
    if value is None:
        return "(left out)"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).replace("'", '"') if isinstance(value, list) else _quoted(value)


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _choices(annotation: Any) -> list[str]:
    """Return the words of a Literal inside a type."""
    if get_origin(annotation) is Literal:
        return [str(word) for word in get_args(annotation)]
    if get_origin(annotation) in (Union, UnionType, list):
        return [word for part in get_args(annotation) for word in _choices(part)]
    return []
