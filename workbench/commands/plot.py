"""The command that draws what an experiment found."""

from pathlib import Path
from typing import Any

import click

from workbench.commands.examples import examples
from workbench.commands.home_path import HomePath
from workbench.commands.options import CACHE, DATA, OWN, WORKERS, out_folder, speak_plainly
from workbench.commands.section_options import from_section


@click.command(
    cls=from_section("plot"),
    epilog=examples(
        "workbench plot simulated-news --kind intervals --kind heat",
        "workbench plot simulated-comparison --kind wins --columns 1 --format pdf",
    ),
)
@click.argument("what", type=HomePath(path_type=Path))
@DATA
@out_folder("reports", "Folder of the reports; the pictures go into a folder of WHAT's name in it.")
@WORKERS
@CACHE
@OWN
@speak_plainly
def plot(
    what: Path, data: Path | None, out: Path, workers: int, cache: Path, own: tuple[Path, ...], **asked: Any
) -> None:
    """Draw what an experiment found: --kind intervals, differences, heat, clusters, scatter, wins and more.

    WHAT is an experiment file, or a CSV file of `workbench reproduce --all --out DIR`. Of each kind
    plot-KIND.png and .svg are written, and plot-KIND.csv, the numbers that are drawn.
    """
    from workbench.analyses.plot.plot import reproduction_files
    from workbench.analyses.plot.section import PlotSpec
    from workbench.datasets.writers.beside import put_together
    from workbench.experiment.read import read
    from workbench.experiment.spec import build_section

    if what.suffix == ".csv":
        options = {"kinds": ["reproduction"], **asked, "reproduced": [str(what)]}
        name, files = what.stem, reproduction_files(build_section("plot", PlotSpec, options))
    else:
        experiment = read(what, data, metric_files=own, workers=workers, cache=cache)
        name, files = experiment.name, experiment.plot(**asked).files()
    put_together(out / name, files)
    click.echo(f"Written: {out / name}/{', '.join(files)}")
