"""The command line. Heavy imports happen inside the commands, so that --help is instant."""

import sys
from collections.abc import Callable
from functools import partial, wraps
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


class _OldOptions(click.Command):
    """A command of whose option -2 the number may be left out, as in ROUGE-1.5.5's command line."""

    def parse_args(self, context: click.Context, given: list[str]) -> list[str]:
        """Write -2 without a number as -2 -1, the gap without limit."""
        follow = [*given[1:], ""]
        written = [
            "-2-1" if this == "-2" and not following.lstrip("-").isdecimal() else this
            for this, following in zip(given, follow, strict=True)
        ]
        return super().parse_args(context, written)


@main.command(cls=_OldOptions)
@click.argument("config", type=click.Path(path_type=Path))
@click.argument("system", required=False)
@click.option("-a", "every", is_flag=True, help="Evaluate every system of the configuration.")
@click.option("-n", "orders", type=click.IntRange(0, 9), default=0, help="ROUGE-1 to ROUGE-n.")
@click.option("-x", "no_lcs", is_flag=True, help="No ROUGE-L.")
@click.option("-w", "weight", help="ROUGE-W with this power.")
@click.option(
    "-2", "gap", type=int, metavar="[GAP]", help="ROUGE-S; words between the two, -1 for any number."
)
@click.option("-u", "only_su", is_flag=True, help="ROUGE-SU instead of ROUGE-S.")
@click.option("-U", "also_su", is_flag=True, help="ROUGE-SU beside ROUGE-S.")
@click.option("-m", "stem", is_flag=True, help="Stem.")
@click.option("-s", "stop", is_flag=True, help="Leave stop words out.")
@click.option("-l", "words", type=click.IntRange(1), help="Read this many words of each text.")
@click.option("-b", "bytes_", type=click.IntRange(1), help="Read this many bytes of each text.")
@click.option(
    "-f",
    "formula",
    type=click.Choice(["A", "B"]),
    default="A",
    show_default=True,
    help="References: A all pooled, B the best.",
)
@click.option(
    "-p",
    "alpha",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    help="Weight of precision in F.",
)
@click.option("-c", "confidence", default="95", show_default=True, help="Of the intervals, in percent.")
@click.option("-r", "draws", type=click.IntRange(1), default=1000, show_default=True, help="Bootstrap draws.")
@click.option(
    "-t",
    "average",
    type=click.IntRange(0, 2),
    default=0,
    show_default=True,
    help="Average 0 scores or 1 counts, or 2 print summed counts.",
)
@click.option("-d", "details", is_flag=True, help="Print each evaluation, too.")
@click.option(
    "-z",
    "form",
    type=click.Choice(["SEE", "SPL", "ISI"], case_sensitive=False),
    help="CONFIG is a list: a text of this format and its references a line.",
)
@click.option("-e", "folder", help="Accepted and not used: the word lists are part of this package.")
@click.option("-v", "verbose", is_flag=True, help="Say on standard error which files are read.")
@_speak_plainly
def rouge155(
    config: Path, system: str | None, every: bool, orders: int, no_lcs: bool, weight: str | None,
    gap: int | None, only_su: bool, also_su: bool, stem: bool, stop: bool, words: int | None,
    bytes_: int | None, formula: str, alpha: float, confidence: str, draws: int, average: int,
    details: bool, form: str | None, folder: str | None, verbose: bool,
) -> None:  # fmt: skip
    """Evaluate CONFIG as ROUGE-1.5.5 does, with its options and its output.

    Without -a only SYSTEM is evaluated. In a list (-z) SYSTEM names the one system, else it is called X.
    """
    from workbench.experiment.rouge155 import evaluate_files
    from workbench.experiment.rouge155_options import Options

    def say(kind: str, line: str) -> None:
        click.echo(f"{kind}{line}", err=True)

    if system is None and not every and form is None:
        raise click.UsageError("Which system? Name one after CONFIG, or give -a for all.")
    if folder is not None:
        say("note: ", f"-e {folder} is not used: the word lists are part of this package")
    if details and average == 2:
        say("note: ", "-d prints nothing with -t 2")
    if every and form is None and system is not None:
        say("note: ", f"-a evaluates all systems, not only {system}")
        system = None
    skip: Literal["S", "SU", "both"] = "both" if also_su else "SU" if only_su else "S"
    options = Options(
        orders=orders, lcs=not no_lcs, weight=weight, gap=gap, skip=skip, stem=stem, stop=stop, words=words,
        bytes=bytes_, best=formula == "B", alpha=alpha, confidence=confidence, draws=draws,
        average=average, details=details,
    )  # fmt: skip
    warn = partial(say, "warning: ")
    note = partial(say, "") if verbose else None
    for section in evaluate_files(config, options, system=system, form=form, warn=warn, note=note):
        click.echo(section, nl=False)


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
        mark = "holds" if verdict.holds else "waived" if verdict.declared else "BROKEN"
        detail = verdict.declared or verdict.example
        click.echo(f"{mark:6}  {verdict.law}" + (f": {detail}" if detail else ""))
    if not all(verdict.holds or verdict.declared for verdict in verdicts):
        sys.exit(1)
