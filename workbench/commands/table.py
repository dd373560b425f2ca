"""The command that prints a published table."""

from pathlib import Path

import click

from workbench.commands.examples import examples
from workbench.commands.options import speak_plainly

_FORMATS = ("md", "tex", "html", "csv")


@click.command(epilog=examples("workbench table", "workbench table galley2015-table2 --format tex"))
@click.argument("name", required=False)
@click.option("--all", "every", is_flag=True, help="All tables in all formats; needs --out.")
@click.option("--format", type=click.Choice(_FORMATS), default="md", show_default=True, help="Of the table.")
@click.option("--out", type=click.Path(path_type=Path), help="Write to this file; with --all, folder.")
@speak_plainly
def table(name: str | None, every: bool, format: str, out: Path | None) -> None:
    """Print the published table NAME; without NAME list all."""
    if every and (name is not None or out is None):
        raise click.UsageError("--all writes all tables: give no NAME, and the folder with --out.")
    from workbench.report.published import list_published, read_published

    if every and out is not None:
        _write_all(out)
        return
    if name is None:
        for each in list_published():
            click.echo(f"{each.name}\n    {each.title}\n    {each.citation}")
        return
    from workbench.experiment.store import write_beside
    from workbench.report.layouts.published import lay_out_published
    from workbench.report.render import render

    text = render(lay_out_published(read_published(name)), format)
    if out is None:
        click.echo(text, nl=False)
    elif out.is_dir():
        raise click.UsageError(f"--out {out} is a folder: name a file in it.")
    else:
        write_beside(out, text.encode())


def _write_all(folder: Path) -> None:
    from workbench.experiment.store import write_beside
    from workbench.report.layouts.published import lay_out_published
    from workbench.report.published import list_published, read_published
    from workbench.report.render import render

    published = list_published()
    for each in published:
        laid_out = lay_out_published(read_published(each.name))
        for format in _FORMATS:
            write_beside(folder / f"{each.name}.{format}", render(laid_out, format).encode())
    click.echo(f"Written: {len(published)} published tables in {len(_FORMATS)} formats to {folder}")
