"""The commands around an experiment file: run, check, lint."""

import sys
from pathlib import Path

import click

from workbench.commands.options import CACHE, DATA, EXPERIMENT, OWN, load_own, speak_plainly


@click.command()
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
@speak_plainly
def run(
    experiment: Path, data: Path | None, out: Path, workers: int, cache: Path, own: tuple[Path, ...]
) -> None:
    """Run an experiment file and write its table, records and scores."""
    from workbench.analyses.lint.lint import brief
    from workbench.experiment.run import run_experiment

    load_own(own)
    result = run_experiment(
        experiment, data=data, out=out, workers=workers, cache=cache, progress=sys.stderr.isatty()
    )
    if len(result.table.panels) <= 2:
        click.echo(result.text("md"))
    for line in result.findings:
        click.echo(line)
    for line in brief(result.pitfalls):
        click.echo(line)
    if result.notes:
        click.echo(f"data: {len(result.notes):,} notes on the files (`workbench check`): {result.notes[0]}")
    click.echo(f"{result.counted_pairs:,} pairs of texts counted, {len(result.records):,} records")
    click.echo(
        f"Written: {result.folder}/table.md, .tex, .html, .csv, {'figure.png, .svg, ' * bool(result.panels)}"
        f"{', '.join(f'{name}.csv' for name in result.frames)}, lint.csv, methods.md, scores.parquet, "
        "manifest.json"
    )


@click.command()
@EXPERIMENT
@DATA
@CACHE
@OWN
@speak_plainly
def check(experiment: Path, data: Path | None, cache: Path, own: tuple[Path, ...]) -> None:
    """Say what an experiment would do, and which data are missing."""
    from workbench.experiment.check import describe

    load_own(own)
    click.echo(describe(experiment, data=data, cache=cache))


@click.command()
@click.argument("experiment", type=click.Path(path_type=Path), required=False)
@DATA
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("reports"),
    show_default=True,
    help="Folder of the reports: records of the same experiment are read, not made again.",
)
@CACHE
@OWN
@click.option(
    "--table", type=click.Path(path_type=Path), help="A table of results of other programs, .csv or .tsv."
)
@click.option("--rules", "list_rules", is_flag=True, help="List the rules.")
@click.option("--strict", is_flag=True, help="Exit with 1 when there are findings.")
@speak_plainly
def lint(
    experiment: Path | None, data: Path | None, out: Path, cache: Path, own: tuple[Path, ...],
    table: Path | None, list_rules: bool, strict: bool,
) -> None:  # fmt: skip
    """Look for pitfalls of meta-evaluation in an experiment, or in a table of results."""
    from workbench.analyses.lint.lint import explain, explain_rules, lint_experiment, lint_table

    if list_rules:
        click.echo(explain_rules())
        return
    load_own(own)
    findings = [] if table is None else lint_table(table)
    if experiment is not None:
        findings += lint_experiment(experiment, data=data, out=out, cache=cache)
    elif table is None:
        raise click.UsageError("What shall be looked at? Name an experiment file, or a table with --table.")
    click.echo(explain(findings))
    if findings and strict:
        sys.exit(1)
