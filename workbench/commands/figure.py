"""The command that draws several experiments side by side."""

from pathlib import Path

import click

from workbench.commands.examples import examples
from workbench.commands.home_path import HomePath
from workbench.commands.options import CACHE, DATA, OWN, WORKERS, out_folder, speak_plainly
from workbench.errors import plural


@click.command(
    epilog=examples(
        "workbench figure galley-figure2a galley-figure2b galley-figure2c",
        "workbench figure ted-figure2a ted-figure2b ted-figure2c --data data --workers 2",
    )
)
@click.argument("experiments", type=HomePath(path_type=Path), nargs=-1, required=True)
@DATA
@out_folder("reports", "Folder of the reports; the figure and each experiment get one of their own in it.")
@click.option(
    "--name", help="Folder of the figure; what the names of the experiments begin with if not given."
)
@WORKERS
@CACHE
@OWN
@speak_plainly
def figure(
    experiments: tuple[Path, ...], data: Path | None, out: Path, name: str | None, workers: int, cache: Path,
    own: tuple[Path, ...],
) -> None:  # fmt: skip
    """Run EXPERIMENTS that have a section [figure] and draw them side by side.

    For instance Figure 2 of Galley et al. 2015: experiments/galley-figure2a.toml, b and c.
    """
    from workbench.analyses.curves.figure import draw_figure

    done, files = draw_figure(
        experiments, name=name, data=data, out=out, metric_files=own, workers=workers, cache=cache
    )
    for experiment in done:
        click.echo(f"{out / experiment.name}: {plural('record', len(experiment.records))}")
    click.echo(f"Written: {', '.join(map(str, files))}")
