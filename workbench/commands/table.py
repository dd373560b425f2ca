"""The command that prints a published table."""

from pathlib import Path

import click

from workbench.commands.examples import examples
from workbench.commands.home_path import HomePath
from workbench.commands.options import DATA, ONLY, PAPER, speak_plainly

_FORMATS = ("md", "tex", "html", "csv")


@click.command(
    epilog=examples("workbench table --paper lin", "workbench table galley2015-table2 --format tex")
)
@click.argument("name", required=False)
@click.option("--all", "every", is_flag=True, help="All tables in all formats; needs --out.")
@click.option(
    "--format", type=click.Choice((*_FORMATS, "text")), default="md", show_default=True, help="Of the table."
)
@click.option("--out", type=HomePath(path_type=Path), help="Write to this file; with --all, folder.")
@ONLY
@PAPER
@DATA
@speak_plainly
def table(
    name: str | None, every: bool, format: str, out: Path | None, only: str, paper: str, data: Path | None
) -> None:
    """Print the published table NAME; without NAME list them, with those that can be computed here."""
    if name is not None and (only or paper):
        raise click.UsageError("--only and --paper choose among tables: give no NAME.")
    if every and (name is not None or out is None):
        raise click.UsageError("--all writes all tables: give no NAME, and the folder with --out.")
    from workbench.report.published import choose_published, read_published

    if every and out is not None:
        _write_all(out, only, paper)
        return
    if name is None:
        from workbench.reproduce.run import how_computable

        for each in choose_published(only, paper):
            click.echo(f"{each.name}\n    {each.title}\n    {each.citation}")
            click.echo(f"    workbench reproduce: {how_computable(each.name, data)}")
        return
    from workbench.datasets.writers.files import write_bytes
    from workbench.report.layouts.published import lay_out_published
    from workbench.report.render import render
    from workbench.report.terminal import terminal_text

    table = lay_out_published(read_published(name))
    text = f"{terminal_text(table)}\n" if format == "text" else render(table, format)
    if out is None:
        click.echo(text, nl=False)
    elif out.is_dir():
        raise click.UsageError(f"--out {out} is a folder: name a file in it.")
    else:
        write_bytes(out, text.encode())


def _write_all(folder: Path, only: str, paper: str) -> None:
    from workbench.datasets.writers.beside import put_together
    from workbench.report.layouts.published import lay_out_published
    from workbench.report.published import choose_published, read_published
    from workbench.report.render import render

    published = choose_published(only, paper)
    tables = {each.name: lay_out_published(read_published(each.name)) for each in published}
    put_together(
        folder,
        {
            f"{name}.{format}": render(table, format).encode()
            for name, table in tables.items()
            for format in _FORMATS
        },
    )
    click.echo(f"Written: {len(published)} published tables in {len(_FORMATS)} formats to {folder}")
