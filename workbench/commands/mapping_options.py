"""Options that name the columns of somebody's tables; made of the mapping's own fields."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from workbench.datasets.mapping.column_map import ColumnMap

_OTHER_NAMES = {"criteria": ("--judgment",)}


def takes_mapping(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each field of `ColumnMap`; it gets them as one argument, `mapping`."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        said = {name: options.pop(f"map_{name}") for name in ColumnMap.model_fields}
        command(*arguments, mapping=ColumnMap.of("command line", **said), **options)

    for name, field in reversed(ColumnMap.model_fields.items()):
        extra = field.json_schema_extra
        option = str(extra["option"]) if isinstance(extra, dict) else f"--{name}"
        is_several = field.annotation is not str
        what = f"{field.description}; may be given again" if is_several else field.description
        names = (option, *_OTHER_NAMES.get(name, ()), f"map_{name}")
        kind = {"multiple": True} if is_several else {"default": ""}
        run = click.option(*names, help=f"{what}.", metavar="COLUMN", **kind)(run)
    return run
