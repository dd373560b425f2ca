"""The command `workbench reproduce`."""

import sys
from pathlib import Path

import click

from workbench.commands.examples import examples
from workbench.commands.home_path import HomePath
from workbench.commands.options import DATA, ONLY, PAPER, speak_plainly


@click.command(epilog=examples("workbench reproduce", "workbench reproduce --all --only 'wmt*' --data data"))
@click.argument("name", required=False)
@click.option("--all", "every", is_flag=True, help="All tables, one line each.")
@ONLY
@PAPER
@DATA
@click.option(
    "--out",
    type=HomePath(path_type=Path, file_okay=False),
    help="With --all: write scoreboard.md, its page index.html and a CSV file a table to this folder.",
)
@speak_plainly
def reproduce(
    name: str | None, every: bool, only: str, paper: str, data: Path | None, out: Path | None
) -> None:
    """Compute the published table NAME again and print ours beside theirs.

    Only the rounding of the printed digits is forgiven. Without NAME list the tables that can be computed,
    and for which of them the data are at hand.
    """
    if (name is not None and every) or (out is not None and not every):
        raise click.UsageError("Give the NAME of a table, or --all and, if you like, --out.")
    if name is not None and (only or paper):
        raise click.UsageError("--only and --paper choose among tables: give no NAME.")
    from workbench.report.published import choose_published
    from workbench.reproduce.run import list_reproductions, reproduce_table

    names = {each.name for each in choose_published(only, paper)} if only or paper else None
    if every:
        _reproduce_all(data, out, names)
    elif name is None:
        for each in list_reproductions(data, names) or ["None of these tables can be computed."]:
            click.echo(each)
    else:
        click.echo("\n\n".join(each.text() for each in reproduce_table(name, data)))


def _reproduce_all(data: Path | None, out: Path | None, names: set[str] | None) -> None:
    from workbench.datasets.writers.beside import put_together
    from workbench.executor import Serial
    from workbench.reproduce.run import reproduce_all, reproduction_files

    found = list(reproduce_all(data, Serial(sys.stderr.isatty()), names))
    files = reproduction_files(found, names)
    click.echo(files["scoreboard.md"].decode(), nl=False)
    if out is not None:
        put_together(out, files)
        click.echo(f"\nWritten: {out}/scoreboard.md, {out}/index.html and {len(files) - 2} CSV files")
