"""The command line: the commands of `workbench.commands` under one name."""

import click

from workbench.commands.audit import audit
from workbench.commands.data import data
from workbench.commands.figure import figure
from workbench.commands.metrics import metrics
from workbench.commands.reproduce import reproduce
from workbench.commands.rouge155 import rouge155
from workbench.commands.run import check, lint, run
from workbench.commands.score import score
from workbench.commands.sections import sections
from workbench.commands.segments import show_segments
from workbench.commands.simulate import calibrate, plan
from workbench.commands.study import study
from workbench.commands.table import table


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="workbench")
def main() -> None:
    """Regenerate, question and extend the correlation tables of text-generation metrics."""


for command in (
    run,
    check,
    figure,
    sections,
    score,
    metrics,
    table,
    reproduce,
    lint,
    calibrate,
    plan,
    audit,
    rouge155,
    show_segments,
    study,
    data,
):
    main.add_command(command)
