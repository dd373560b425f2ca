"""The command that holds two reports against each other."""

import sys
from itertools import chain
from pathlib import Path

import click

from workbench.commands.examples import examples
from workbench.commands.home_path import HomePath
from workbench.commands.options import speak_plainly


@click.command(
    epilog=examples("workbench diff reports/before reports/after", "workbench diff --strict old new")
)
@click.argument("before", type=HomePath(path_type=Path))
@click.argument("after", type=HomePath(path_type=Path))
@click.option("--strict", is_flag=True, help="Exit with 1 where a number changed, a cell went or came.")
@speak_plainly
def diff(before: Path, after: Path, strict: bool) -> None:
    """Say which cells of two reports differ, and what in their identity does.

    BEFORE and AFTER are folders that `workbench run` wrote. Numbers that differ by less than 1e-12 are the
    same.
    """
    from workbench.report.runs import describe_changed_files, describe_difference, read_report

    reports = {folder: read_report(folder) for folder in (before, after)}
    lines = describe_difference(reports[before], reports[after])
    for line in (*lines, *chain.from_iterable(map(describe_changed_files, reports.values()))):
        click.echo(line)
    if strict and not lines[0].startswith("All "):
        sys.exit(1)
