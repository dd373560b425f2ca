"""The command line. Heavy imports happen inside the commands, so that --help is instant."""

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from workbench.errors import WorkbenchError

DATA = click.option(
    "--data",
    type=click.Path(path_type=Path),
    envvar="WORKBENCH_DATA",
    help="Folder of the data sets; also the environment variable WORKBENCH_DATA.",
)
CACHE = click.option(
    "--cache",
    type=click.Path(path_type=Path),
    envvar="WORKBENCH_CACHE",
    default=Path("data/cache"),
    show_default=True,
    help="Where counts and scores are kept; may be deleted at any time.",
)
EXPERIMENT = click.argument("experiment", type=click.Path(path_type=Path))


def _speak_plainly(command: Callable[..., None]) -> Callable[..., None]:
    """Print a user's mistakes as lines, without a traceback, and exit with 2."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except WorkbenchError as error:
            for problem in error.problems:
                click.echo(f"error: {problem}", err=True)
            sys.exit(2)
        except PermissionError as error:
            click.echo(f"error: {error.filename}: permission denied", err=True)
            sys.exit(2)

    return run


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="workbench")
def main() -> None:
    """Regenerate, question and extend the correlation tables of text-generation metrics."""


@main.command()
@EXPERIMENT
@DATA
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("reports"),
    show_default=True,
    help="Folder of the reports; the experiment gets a folder of its own in it.",
)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Threads to use.")
@CACHE
@_speak_plainly
def run(experiment: Path, data: Path | None, out: Path, workers: int, cache: Path) -> None:
    """Run an experiment file and write its table, records and scores."""
    from workbench.experiment.run import run_experiment

    result = run_experiment(
        experiment, data=data, out=out, workers=workers, cache=cache, progress=sys.stderr.isatty()
    )
    if len(result.table.panels) <= 2:
        click.echo(result.text("md"))
    click.echo(f"{result.counted_pairs:,} pairs of texts counted, {len(result.records):,} records")
    click.echo(
        f"Written: {result.folder}/table.md, .tex, .html, .csv, records.csv, scores.parquet, manifest.json"
    )


@main.command()
@EXPERIMENT
@DATA
@CACHE
@_speak_plainly
def check(experiment: Path, data: Path | None, cache: Path) -> None:
    """Say what an experiment would do, and which data are missing."""
    from workbench.experiment.check import describe

    click.echo(describe(experiment, data=data, cache=cache))
