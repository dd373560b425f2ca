"""The command line: all commands of the modules of `workbench.commands` under one name."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import click

from workbench import commands


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="workbench")
def main() -> None:
    """Regenerate, question and extend the correlation tables of text-generation metrics."""


def _commands() -> Iterator[click.Command]:
    """Yield the commands of every module, but for those that a group of theirs holds."""
    for module in iter_modules(commands.__path__, f"{commands.__name__}."):
        found = [
            each for each in vars(import_module(module.name)).values() if isinstance(each, click.Command)
        ]
        groups = [each for each in found if isinstance(each, click.Group)]
        held = [each for group in groups for each in group.commands.values()]
        yield from (each for each in found if each not in held)


for command in _commands():
    main.add_command(command)
