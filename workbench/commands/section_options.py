"""Options of a command that are the keys of an analysis's section, made when the command is used."""

from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import click

_TYPES: "dict[Any, click.ParamType[Any]]" = {int: click.INT, float: click.FLOAT, str: click.STRING}


def from_section(name: str, *, without: tuple[str, ...] = ()) -> type[click.Command]:
    """Return a kind of command with an option for each key of an analysis's section.

    The defaults stay where they are, in the section: what is not given on the command line is not passed on.
    The sections are read when the command is used, so that `workbench --help` need not know them.

    Parameters
    ----------
    name : str
        Of the analysis.
    without : tuple of str
        Keys that the command has options of its own for.
    """

    class SectionCommand(click.Command):
        def get_params(self, ctx: click.Context) -> list[click.Parameter]:
            *own, help_option = super().get_params(ctx)
            return [*own, *section_options(name, without), help_option]

        def invoke(self, ctx: click.Context) -> Any:
            given = {key: value for key, value in ctx.params.items() if value not in (None, ())}
            named = {key.name for key in self.params}
            ctx.params = {
                key: list(value) if isinstance(value, tuple) and key not in named else value
                for key, value in ctx.params.items()
                if key in named or key in given
            }
            return super().invoke(ctx)

    return SectionCommand


def section_options(name: str, without: tuple[str, ...]) -> list[click.Option]:
    """Return an option for each key of the section of an analysis.

    Examples
    --------
    >>> [option.opts for option in section_options("size_for", ())][:2]
    [['--metric'], ['--criterion']]
    """
    from workbench.experiment.analysis import ANALYSES, known_analyses

    known_analyses()
    options = []
    for key, field in ANALYSES.get(name).Section.model_fields.items():
        if key in without:
            continue
        kind, several = _plain_type(field.annotation)
        default = field.default
        said = " ".join((field.description or "").split())
        if default not in (None, "", []) and not several:
            said += f"  [default: {default}]"
        option = f"--{key.removesuffix('s') if several else key}".replace("_", "-")
        options.append(
            click.Option(
                [option, key], type=kind, multiple=several, help=f"{said} Repeatable." if several else said
            )
        )
    return options


def _plain_type(annotation: Any) -> "tuple[click.ParamType[Any], bool]":
    """Return the type of an option, and whether it may be repeated."""
    if get_origin(annotation) in (Union, UnionType):
        [annotation] = [each for each in get_args(annotation) if each is not NoneType]
    if get_origin(annotation) is list:
        return _plain_type(get_args(annotation)[0])[0], True
    if get_origin(annotation) is Literal:
        return click.Choice(list(get_args(annotation))), False
    return _TYPES.get(annotation, click.STRING), False
