"""A page of all commands, from the command line itself, and one of all sections of an experiment file."""

from collections.abc import Iterator

import click
from markup import heading, page, plain, table, verbatim

from workbench.cli import main
from workbench.experiment.section_reference import describe_sections, sections


def pages() -> Iterator[tuple[str, str]]:
    """Yield the page of the commands and that of the sections."""
    yield "commands.rst", _commands()
    yield "sections.rst", _sections()


def every_command(group: click.Group, called: str) -> Iterator[tuple[str, click.Command, click.Context]]:
    """Yield all commands of a group and of the groups in it, with their full names."""
    with click.Context(group, info_name=called) as context:
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            if command is None or command.hidden:
                continue
            inner = click.Context(command, info_name=name, parent=context, max_content_width=100)
            yield f"{called} {name}", command, inner
            if isinstance(command, click.Group):
                yield from every_command(command, f"{called} {name}")


def _commands() -> str:
    found = list(every_command(main, "workbench"))
    rows = [[f"`{name}`_", plain(command.get_short_help_str(200))] for name, command, _ in found]
    lines = [
        *heading("Commands"),
        "The help of every command, as ``--help`` prints it.",
        "",
        *table(["command", "does"], rows, "30 70"),
    ]
    for name, command, context in found:
        lines += [*heading(name, 1), *verbatim(command.get_help(context))]
    return page(lines)


def _sections() -> str:
    lines = [
        *heading("Experiment files"),
        "Every section with every key, its default and what it means, as ``workbench sections`` prints it. "
        "Only ``metrics`` and ``data`` are needed. ``experiments/all-sections.toml`` has all of them in one "
        "small file that runs.",
        "",
    ]
    for mark in sections():
        name = mark.strip("[]")
        text = describe_sections(name).split("\n", 1)[1] if name else _top()
        lines += [*heading(mark or "Above all sections", 1), *verbatim(text)]
    return page(lines)


def _top() -> str:
    return describe_sections().split("\n\n", 1)[0].split("\n", 1)[1]
