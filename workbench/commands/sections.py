"""The command that explains experiment files."""

from pathlib import Path

import click

from workbench.commands.examples import examples
from workbench.commands.options import OWN, enter_own, speak_plainly


@click.command(epilog=examples("workbench sections", "workbench sections correlation"))
@click.argument("name", required=False, default="")
@OWN
@speak_plainly
def sections(name: str, own: tuple[Path, ...]) -> None:
    """List every key of an experiment file, of all sections or of section NAME."""
    from workbench.experiment.section_reference import describe_sections

    enter_own(own)
    click.echo(describe_sections(name))
