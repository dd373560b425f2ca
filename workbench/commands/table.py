"""The command that prints a published table."""

from pathlib import Path

import click

from workbench.commands.options import speak_plainly


@click.command()
@click.argument("name", required=False)
@click.option("--format", type=click.Choice(["md", "tex", "html", "csv"]), default="md", show_default=True)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file instead.")
@speak_plainly
def table(name: str | None, format: str, out: Path | None) -> None:
    """Print the published table NAME; without NAME list all."""
    from workbench.report.published import list_published, read_published

    if name is None:
        for each in list_published():
            click.echo(f"{each.name}\n    {each.title}\n    {each.citation}")
        return
    from workbench.experiment.store import write_beside
    from workbench.report.recipes.published import lay_out_published
    from workbench.report.render import render

    text = render(lay_out_published(read_published(name)), format)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_beside(out, text.encode())
