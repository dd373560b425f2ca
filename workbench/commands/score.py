"""The command that scores a text file."""

from pathlib import Path
from typing import Literal

import click

from workbench.commands.examples import examples
from workbench.commands.options import OWN, enter_own, speak_plainly


@click.command(
    epilog=examples(
        "workbench score -c outputs.txt -r references.txt -m bleu -m chrf",
        "workbench score -c outputs.txt -r ref1.txt -r ref2.txt -m rouge-2 --level segment --format csv",
    )
)
@click.option("-c", "--candidates", required=True, help="Candidates, a segment a line; - is standard input.")
@click.option("-r", "--references", required=True, multiple=True, help="A file of references; repeatable.")
@click.option(
    "-m",
    "--metric",
    "names",
    multiple=True,
    default=["bleu"],
    show_default=True,
    help="A name of `workbench metrics`; repeatable.",
)
@click.option("--preprocess", help="CASE, STEM, STOP, STEM+STOP, 13a, none; each metric's own by default.")
@click.option("--combine", default="pooled", show_default=True, help="How ROUGE combines references.")
@click.option(
    "--level",
    type=click.Choice(["system", "segment"]),
    default="system",
    show_default=True,
    help="One score of the whole file, or one a line.",
)
@click.option(
    "--format",
    type=click.Choice(["text", "json", "csv"]),
    default="text",
    show_default=True,
    help="For people, or for programs.",
)
@OWN
@speak_plainly
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

    enter_own(own)
    frame = score_files(
        candidates, references, list(names), preprocess=preprocess, combine=combine, level=level
    )
    click.echo(write_scores(frame, format))
