"""Options that several commands have, and how a user's mistake is said."""

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from workbench.commands.completion import complete_experiment
from workbench.commands.ended_early import remember_cache
from workbench.commands.home_path import HomePath
from workbench.errors import WorkbenchError
from workbench.user_cache import user_cache

DATA = click.option(
    "--data",
    type=HomePath(path_type=Path),
    envvar="WORKBENCH_DATA",
    help="Folder of the data sets; also the environment variable WORKBENCH_DATA.",
)
CACHE = click.option(
    "--cache",
    type=HomePath(path_type=Path),
    envvar="WORKBENCH_CACHE",
    default=user_cache,
    callback=remember_cache,
    show_default="workbench in the user's cache folder",
    help="Where counts and scores are kept; may be deleted at any time. Also WORKBENCH_CACHE.",
)
OWN = click.option(
    "--metrics",
    "own",
    type=HomePath(path_type=Path),
    multiple=True,
    help="A Python file that defines metrics of your own; it is run.",
)
EXPERIMENT = click.argument("experiment", type=HomePath(path_type=Path), shell_complete=complete_experiment)
WORKERS = click.option(
    "--workers", type=click.IntRange(1), default=1, show_default=True, help="Threads to use."
)
CLUSTER = click.option(
    "--cluster",
    type=click.IntRange(1),
    help="Processes of Dask to start on this machine, in place of threads.",
)
SCHEDULER = click.option(
    "--scheduler", default="", help="Address of a scheduler of Dask that runs already: tcp://host:8786."
)


ONLY = click.option("--only", default="", help="Tables of this name: a part of it, or a pattern: 'wmt*'.")
PAPER = click.option(
    "--paper", default="", help="Tables of this paper: a part of its authors, title or year."
)


def out_folder(default: str, what: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return the option --out of a command that writes into a folder."""
    folder = HomePath(path_type=Path, file_okay=False)
    return click.option("--out", type=folder, default=Path(default), show_default=True, help=what)


def speak_plainly(command: Callable[..., None]) -> Callable[..., None]:
    """Print a user's mistakes as lines, without a traceback, and exit with 2."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except WorkbenchError as error:
            for problem in error.problems:
                click.echo(f"error: {problem}", err=True)
            sys.exit(2)

    return run


def enter_own(own: tuple[Path, ...]) -> None:
    """Run files of the user's own metrics, for a command that is about metrics and no experiment."""
    if own:
        from workbench.experiment.own_metrics import load_metrics
        from workbench.metrics.base import METRICS

        for path in own:
            for name, make in load_metrics(path).items():
                METRICS.replace(name, make)


def on_workers(command: Callable[..., None]) -> Callable[..., None]:
    """Add --workers, --cluster and --scheduler; the command gets `workers`, threads or a client of Dask."""

    @WORKERS
    @CLUSTER
    @SCHEDULER
    @wraps(command)
    def run(
        *arguments: Any, workers: int = 1, cluster: int | None = None, scheduler: str = "", **options: Any
    ) -> None:
        if (workers > 1) + bool(cluster) + bool(scheduler) > 1:
            raise click.UsageError("One of --workers, --cluster and --scheduler says who computes.")
        if not (cluster or scheduler):
            command(*arguments, workers=workers, **options)
            return
        from workbench.cluster import cluster_of

        with cluster_of(cluster or 0, scheduler) as client:
            command(*arguments, workers=client, **options)

    return run
