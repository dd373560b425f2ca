"""The command that shows segments on which metrics and judges disagree."""

from pathlib import Path
from typing import Any

import click

from workbench.commands.completion import complete_metric
from workbench.commands.examples import examples
from workbench.commands.home_path import HomePath
from workbench.commands.options import CACHE, DATA, EXPERIMENT, OWN, speak_plainly
from workbench.commands.section_options import from_section


@click.command(
    "show-segments",
    cls=from_section("disagreements", without=("first", "second")),
    epilog=examples(
        "workbench show-segments simulated-comparison --metric rouge-1 --metric bleu",
        "workbench show-segments summeval --data data --metric rouge-2 --metric rouge-l --criterion fluency",
    ),
)
@EXPERIMENT
@click.option(
    "--metric",
    "names",
    multiple=True,
    shell_complete=complete_metric,
    help="Two of them: 'rouge-1', or more of a row: 'rouge-1 f STEM', 'rouge-1 4 refs'. The first two of the "
    "experiment by default.",
)
@DATA
@click.option(
    "--out",
    type=HomePath(path_type=Path, dir_okay=False),
    help="The page; segments.html in the folder of the experiment's report by default.",
)
@CACHE
@OWN
@speak_plainly
def show_segments(
    experiment: Path, names: tuple[str, ...], data: Path | None, out: Path | None, cache: Path,
    own: tuple[Path, ...], **asked: Any,
) -> None:  # fmt: skip
    """Write a page of the segments on which two metrics of EXPERIMENT disagree most with the judges.

    Two outputs side by side, and what each metric matches in their references.
    """
    from workbench.experiment.read import read

    if len(names) > 2:
        raise click.UsageError("Two metrics are compared: give --metric twice at most.")
    made = read(experiment, data, metric_files=own, cache=cache)
    found = made.disagreements(*names, **asked)
    page = out or Path("reports") / made.name / "segments.html"
    found.write(page)
    for line in found.describe():
        click.echo(line)
    click.echo(f"Written: {page}")
