"""Groups whose help lists commands with whole sentences."""

from collections.abc import Iterable

import click


class SentenceGroup(click.Group):
    """A group that lists each command with the first sentence of its help, however long."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by name."""
        self.write_commands(formatter, "Commands", self.list_commands(ctx))

    def write_commands(self, formatter: click.HelpFormatter, heading: str, names: Iterable[str]) -> None:
        """Write those of some commands that there are under a heading."""
        known = [(name, self.commands[name]) for name in names if name in self.commands]
        if known:
            with formatter.section(heading):
                formatter.write_dl([(name, each.get_short_help_str(limit=200)) for name, each in known])
