"""The command line. Heavy imports happen inside the commands, so that --help is instant."""

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Literal

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
OWN = click.option(
    "--metrics",
    "own",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A Python file that defines metrics of your own; it is run.",
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


def _load(own: tuple[Path, ...]) -> None:
    if own:
        from workbench.experiment.files import load_metrics

        for path in own:
            load_metrics(path)


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
@OWN
@_speak_plainly
def run(
    experiment: Path, data: Path | None, out: Path, workers: int, cache: Path, own: tuple[Path, ...]
) -> None:
    """Run an experiment file and write its table, records and scores."""
    from workbench.experiment.run import run_experiment

    _load(own)
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
@OWN
@_speak_plainly
def check(experiment: Path, data: Path | None, cache: Path, own: tuple[Path, ...]) -> None:
    """Say what an experiment would do, and which data are missing."""
    from workbench.experiment.check import describe

    _load(own)
    click.echo(describe(experiment, data=data, cache=cache))


@main.command()
@click.option("-c", "--candidates", required=True, help="Candidates, a segment a line; - is standard input.")
@click.option("-r", "--references", required=True, multiple=True, help="A file of references; repeatable.")
@click.option(
    "-m", "--metric", "names", multiple=True, default=["bleu"], show_default=True, help="Repeatable."
)
@click.option("--preprocess", help="CASE, STEM, STOP, STEM+STOP, 13a, none; each metric's own by default.")
@click.option("--combine", default="pooled", show_default=True, help="How ROUGE combines references.")
@click.option("--level", type=click.Choice(["system", "segment"]), default="system", show_default=True)
@click.option("--format", type=click.Choice(["text", "json", "csv"]), default="text", show_default=True)
@OWN
@_speak_plainly
def score(
    candidates: str,
    references: tuple[str, ...],
    names: tuple[str, ...],
    preprocess: str | None,
    combine: str,
    level: Literal["system", "segment"],
    format: Literal["text", "json", "csv"],
    own: tuple[Path, ...],
) -> None:
    """Score a text file against reference files."""
    from workbench.experiment.files import score_files, write_scores

    _load(own)
    frame = score_files(
        candidates, references, list(names), preprocess=preprocess, combine=combine, level=level
    )
    click.echo(write_scores(frame, format))


@main.group(invoke_without_command=True)
@click.pass_context
def metrics(context: click.Context) -> None:
    """List the metrics; `check` tries the laws on one."""
    if context.invoked_subcommand is None:
        from workbench.metrics.explain import explain_all

        click.echo(explain_all())


@metrics.command("check")
@click.argument("name")
@OWN
@_speak_plainly
def check_metric(name: str, own: tuple[Path, ...]) -> None:
    """Try the laws of a sound metric on NAME."""
    from workbench.metrics.laws import check_laws

    _load(own)
    verdicts = check_laws(name)
    for verdict in verdicts:
        mark = "holds" if verdict.holds else "BROKEN"
        click.echo(f"{mark:6}  {verdict.law}" + (f": {verdict.example}" if verdict.example else ""))
    if not all(verdict.holds for verdict in verdicts):
        sys.exit(1)
