"""Paths on the command line."""

from typing import Any

import click

from workbench.errors import path_of


class HomePath(click.Path):
    """A path in which ``~`` is the home also where a shell leaves it as it is, between quotation marks."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        return super().convert(path_of(value, "path"), param, ctx)
