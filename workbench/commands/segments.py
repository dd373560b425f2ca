"""The command that shows segments on which metrics and judges disagree."""

from pathlib import Path

import click

from workbench.commands.options import CACHE, DATA, EXPERIMENT, OWN, speak_plainly


@click.command("show-segments")
@EXPERIMENT
@click.option(
    "--metric",
    "names",
    multiple=True,
    help="Two of them: 'rouge-1', or more of a row: 'rouge-1 f STEM'. The first two of the experiment by "
    "default.",
)
@click.option("--criterion", help="The first one by default.")
@click.option("--task", help="The first one by default.")
@click.option(
    "--most", type=click.IntRange(1), default=5, show_default=True, help="Segments of each kind, at most."
)
@DATA
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The page; segments.html in the folder of the experiment's report by default.",
)
@CACHE
@OWN
@speak_plainly
def show_segments(
    experiment: Path, names: tuple[str, ...], criterion: str | None, task: str | None, most: int,
    data: Path | None, out: Path | None, cache: Path, own: tuple[Path, ...],
) -> None:  # fmt: skip
    """Write a page of the segments on which two metrics of EXPERIMENT disagree most with the judges.

    Two outputs side by side, and what each metric matches in their references.
    """
    from workbench.experiment.experiment import read

    if len(names) > 2:
        raise click.UsageError("Two metrics are compared: give --metric twice at most.")
    asked = read(experiment, data, metric_files=own, cache=cache)
    found = asked.disagreements(*names, criterion=criterion, task=task, most=most)
    page = out or Path("reports") / asked.name / "segments.html"
    found.write(page)
    for line in found.describe():
        click.echo(line)
    click.echo(f"Written: {page}")
