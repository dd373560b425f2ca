"""The commands around an experiment file: run, check, lint."""

import sys
from pathlib import Path

import click

from workbench.cluster import Workers
from workbench.commands.examples import examples
from workbench.commands.home_path import HomePath
from workbench.commands.options import CACHE, DATA, EXPERIMENT, OWN, on_workers, out_folder, speak_plainly


@click.command(
    epilog=examples("workbench run simulated-news", "workbench run summeval --data data --workers 2")
)
@EXPERIMENT
@DATA
@out_folder("reports", "Folder of the reports; the experiment gets a folder of its own in it.")
@CACHE
@OWN
@speak_plainly
@on_workers
def run(
    experiment: Path, data: Path | None, out: Path, workers: Workers, cache: Path, own: tuple[Path, ...]
) -> None:
    """Run an experiment file, or the folder of a report again, and write table, records and scores."""
    from workbench.commands.run_summary import summary_lines
    from workbench.experiment.read import read

    asked = read(experiment, data, metric_files=own, workers=workers, cache=cache)
    report = asked.write(out / asked.name)
    for line in summary_lines(asked, report):
        click.echo(line)


@click.command(
    epilog=examples("workbench check galley-simulated", "workbench check mine.toml --data data --cost")
)
@EXPERIMENT
@DATA
@CACHE
@OWN
@click.option(
    "--cost",
    is_flag=True,
    help="Try it with few pairs and draws, and say what all of it takes: as long as a small experiment.",
)
@speak_plainly
def check(experiment: Path, data: Path | None, cache: Path, own: tuple[Path, ...], cost: bool) -> None:
    """Say what an experiment would do, which data are missing, and what it costs."""
    from workbench.experiment.check import describe_file

    click.echo(describe_file(experiment, data, own, cache, cost=cost))


@click.command(
    epilog=examples("workbench lint simulated-comparison", "workbench lint --table results.csv --strict")
)
@click.argument("experiment", type=HomePath(path_type=Path), required=False)
@DATA
@CACHE
@OWN
@click.option(
    "--table",
    type=HomePath(path_type=Path),
    help="A table of results of other programs, .csv or .tsv, with columns such as result, coefficient, "
    "value, low, high, n, p, test and correction; the documentation's page on tables has all (reported).",
)
@click.option("--rules", "list_rules", is_flag=True, help="List the rules.")
@click.option("--strict", is_flag=True, help="Exit with 1 when there are findings.")
@speak_plainly
def lint(
    experiment: Path | None, data: Path | None, cache: Path, own: tuple[Path, ...], table: Path | None,
    list_rules: bool, strict: bool,
) -> None:  # fmt: skip
    """Look for pitfalls of meta-evaluation in an experiment, or in a table of results."""
    from workbench.analyses.lint.lint import explain, explain_rules, lint_table
    from workbench.experiment.read import read

    if list_rules:
        click.echo(explain_rules())
        return
    findings = [] if table is None else lint_table(table)
    if experiment is not None:
        findings += read(experiment, data, metric_files=own, cache=cache).lint().findings
    elif table is None:
        raise click.UsageError("What shall be looked at? Name an experiment file, or a table with --table.")
    click.echo(explain(findings))
    if findings and strict:
        sys.exit(1)
