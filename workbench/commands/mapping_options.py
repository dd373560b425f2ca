"""Options that name the columns of somebody's tables, made of the mapping's own fields."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

_OTHER_NAMES = {"criteria": ("--judgment",)}


class MappingCommand(click.Command):
    """A command with an option for each field of `ColumnMap`; its function is one that `takes_mapping`."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own options and those of the mapping."""
        *own, help_option = super().get_params(ctx)
        return [*own, *_options(), help_option]


def takes_mapping(command: Callable[..., None]) -> Callable[..., None]:
    """Give a function what the options of a mapping say as one argument, `mapping`."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        from workbench.datasets.mapping.column_map import ColumnMap

        said = {name: options.pop(f"map_{name}") for name in ColumnMap.model_fields}
        command(*arguments, mapping=ColumnMap.of("command line", **said), **options)

    return run


def _options() -> list[click.Option]:
    from workbench.datasets.mapping.column_map import ColumnMap

    made = []
    for name, field in ColumnMap.model_fields.items():
        extra = field.json_schema_extra
        option = str(extra["option"]) if isinstance(extra, dict) else f"--{name}"
        is_several = field.annotation is not str
        what = f"{field.description}; may be given again" if is_several else field.description
        names = [option, *_OTHER_NAMES.get(name, ()), f"map_{name}"]
        kind: dict[str, Any] = {"multiple": True} if is_several else {"default": ""}
        made.append(click.Option(names, help=f"{what}.", metavar="COLUMN", **kind))
    return made
