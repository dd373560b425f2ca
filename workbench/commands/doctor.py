"""The command that looks at what the workbench has to work with."""

import sys
from pathlib import Path

import click

from workbench.commands.examples import examples
from workbench.commands.home_path import HomePath
from workbench.commands.options import CACHE, DATA, speak_plainly


@click.command(epilog=examples("workbench doctor", "workbench doctor --data data"))
@DATA
@CACHE
@click.option(
    "--out",
    type=HomePath(path_type=Path, file_okay=False),
    default=Path("reports"),
    show_default=True,
    help="Folder of the reports.",
)
@speak_plainly
def doctor(data: Path | None, cache: Path, out: Path) -> None:
    """Say whether everything is in order: versions, cache, data, write access, compiled kernels.

    The exit code is 1 where something has to be done first.
    """
    from workbench.experiment.doctor import examine

    findings = list(examine(data, cache, out))
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        mark = "ok" if finding.is_well else "TO DO"
        click.echo(f"{mark:5}  {finding.what:{width}}  {finding.said}")
        if finding.remedy:
            click.echo(f"{'':5}  {'':{width}}  {finding.remedy}")
    if not all(finding.is_well for finding in findings):
        sys.exit(1)
