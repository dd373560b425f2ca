"""The command line: all commands of the modules of `workbench.commands` under one name."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import click

from workbench import commands
from workbench.commands.ended_early import ended_plainly
from workbench.commands.examples import examples
from workbench.commands.refused import refusals_in_a_line
from workbench.commands.sentences import SentenceGroup

_HEADINGS = {
    "Every day": (
        "new",
        "check",
        "run",
        "plot",
        "diff",
        "show-segments",
        "score",
        "compare-systems",
        "metrics",
        "sections",
        "doctor",
    ),
    "Statistics": ("lint", "plan", "calibrate", "worth", "audit"),
    "Data": ("data",),
    "For experts": ("study", "figure", "table", "reproduce", "rouge155"),
}
_OTHERS = "More"
"""Heading of the commands that no other heading names."""


class CommandLine(SentenceGroup):
    """The commands, listed under headings, and how all of them end."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run the program; what the system refuses is said in a line."""
        with refusals_in_a_line():
            return super().main(*arguments, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; say what was kept where it is ended early."""
        with ended_plainly(ctx):
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in groups, each with the whole first sentence of its help."""
        headed = {name for names in _HEADINGS.values() for name in names}
        others = [name for name in self.list_commands(ctx) if name not in headed]
        for heading, names in {**_HEADINGS, _OTHERS: others}.items():
            self.write_commands(formatter, heading, names)


_CODES = """

\b
Exit codes:
  0    done
  1    done, and something was found (data validate, doctor, lint --strict, ...)
  2    a mistake, which the message names: nothing was written
  130  Ctrl-C, 143 SIGTERM: what was counted is kept, the same command goes on from there
  141  nobody read on (| head)
"""


@click.command(
    cls=CommandLine,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("workbench new simulated-news", "workbench run simulated-news.toml") + _CODES,
)
@click.version_option(package_name="workbench", prog_name="workbench")
def main() -> None:
    """Regenerate, question and extend the correlation tables of text-generation metrics.

    `workbench COMMAND --help` explains a command and ends with examples.
    """


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
