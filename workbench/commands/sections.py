"""The command that explains experiment files."""

import click

from workbench.commands.examples import examples
from workbench.commands.options import speak_plainly


@click.command(epilog=examples("workbench sections", "workbench sections correlation"))
@click.argument("name", required=False, default="")
@speak_plainly
def sections(name: str) -> None:
    """List every key of an experiment file, of all sections or of section NAME."""
    from workbench.experiment.section_reference import describe_sections

    click.echo(describe_sections(name))
