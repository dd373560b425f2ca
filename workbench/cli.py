"""The command line: the commands of `workbench.commands` under one name."""

import click

from workbench.commands.audit import audit
from workbench.commands.metrics import metrics
from workbench.commands.reproduce import reproduce
from workbench.commands.rouge155 import rouge155
from workbench.commands.run import check, lint, run
from workbench.commands.score import score
from workbench.commands.simulate import calibrate, plan
from workbench.commands.table import table


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="workbench")
def main() -> None:
    """Regenerate, question and extend the correlation tables of text-generation metrics."""


for command in (run, check, score, metrics, table, reproduce, lint, calibrate, plan, audit, rouge155):
    main.add_command(command)
