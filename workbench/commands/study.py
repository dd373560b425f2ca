"""The command that runs a folder of experiments."""

from pathlib import Path

import click

from workbench.cluster import Workers
from workbench.commands.examples import examples
from workbench.commands.home_path import HomePath
from workbench.commands.options import CACHE, DATA, OWN, on_workers, out_folder, speak_plainly
from workbench.errors import plural


@click.command(
    epilog=examples(
        "workbench study study --data data", 'workbench study my-experiments --title "What holds" --workers 2'
    )
)
@click.argument("folder", type=HomePath(path_type=Path, file_okay=False))
@DATA
@out_folder("reports/study", "Folder of the page and of the experiments' own folders.")
@click.option("--title", default="", help="Of the page; the folder's name by default.")
@CACHE
@OWN
@speak_plainly
@on_workers
def study(
    folder: Path,
    data: Path | None,
    out: Path,
    title: str,
    workers: Workers,
    cache: Path,
    own: tuple[Path, ...],
) -> None:
    """Run all experiments of FOLDER, and write one page about what holds in which data."""
    from workbench.analyses.study import run_study

    done = run_study(folder, title=title, data=data, out=out, metric_files=own, workers=workers, cache=cache)
    for part in done.parts:
        said = part.missing or plural("record", len(done.experiments[part.name].records))
        click.echo(f"{part.name}: {said}")
    click.echo(f"Written: {done.page} and {done.sheet}")
