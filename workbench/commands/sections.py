"""The command that explains experiment files."""

import click

from workbench.commands.options import speak_plainly


@click.command()
@click.argument("name", required=False, default="")
@speak_plainly
def sections(name: str) -> None:
    """List every key of an experiment file, of all sections or of section NAME."""
    from workbench.experiment.section_reference import describe_sections

    click.echo(describe_sections(name))
