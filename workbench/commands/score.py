"""The command that scores a text file."""

import sys
from io import StringIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import Literal

import click

from workbench.cluster import Workers, executor_of
from workbench.commands.completion import complete_metric
from workbench.commands.examples import examples
from workbench.commands.options import OWN, enter_own, on_workers, speak_plainly
from workbench.errors import listed


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
    shell_complete=complete_metric,
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
@click.option(
    "--confidence",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    is_flag=False,
    flag_value=0.95,
    help="An interval of each score from 1,000 draws of the lines, as sacrebleu draws them; 0.95 alone.",
)
@click.option(
    "--percent",
    is_flag=True,
    help="Print scores times 100, but length, NIST and the like as they are; two decimals.",
)
@OWN
@speak_plainly
@on_workers
def score(
    candidates: str,
    references: tuple[str, ...],
    names: tuple[str, ...],
    preprocess: str | None,
    combine: str,
    level: Literal["system", "segment"],
    format: Literal["text", "json", "csv"],
    confidence: float | None,
    percent: bool,
    own: tuple[Path, ...],
    workers: Workers,
) -> None:
    """Score a text file against reference files, however long they are.

    Of BLEU it also says precisions, brevity penalty and lengths, as sacrebleu does.
    """
    from workbench.experiment.files import FileScores, read_parts, read_texts, write_scores
    from workbench.experiment.score_table import explain_bleu, show_scores

    if percent and format != "text":
        raise click.UsageError("--percent is for people: json and csv have fractions.")
    if confidence is not None and level != "system":
        raise click.UsageError("--confidence is for the score of a whole file, not for --level segment.")
    enter_own(own)
    metrics = list(dict.fromkeys(names))
    texts = None if confidence is None else read_texts(candidates, references)
    parts = read_parts(candidates, references) if texts is None else [texts]
    executor = executor_of(workers, sys.stderr.isatty())
    scores = FileScores(parts, metrics, preprocess, combine, executor)
    if combine != "pooled" and (untouched := scores.asked.not_combined):
        why = "it is for metrics that are scored reference by reference"
        click.echo(f"note: --combine changes nothing for {listed(untouched)}: {why}", err=True)
    if level == "segment" and format != "text":
        # shown when all is well: a file that is too short is found at its end
        with TemporaryFile("w+", encoding="utf-8", newline="") as file:
            write_scores(scores.frames(), format, file)
            file.seek(0)
            for line in file:
                click.echo(line, nl=False)
        return
    frame = scores.columns() if level == "system" else scores.segments()
    if texts is not None and confidence is not None:
        import pandas as pd

        from workbench.experiment.resampled_texts import score_intervals

        found = score_intervals(texts, metrics, confidence, preprocess=preprocess, combine=combine)
        frame = pd.DataFrame(frame).merge(found.assign(confidence=confidence), on=["metric", "component"])
    if format != "text":
        sink = StringIO()
        write_scores([frame], format, sink)
        click.echo(sink.getvalue(), nl=False)
        return
    made_of = explain_bleu(scores.totals.sums) if level == "system" else {}
    click.echo(show_scores(frame, percent=percent, details=made_of))
    if confidence is not None:
        click.echo(
            f"\n± is half of the {100 * confidence:.6g}% interval: 1,000 draws of the lines, seed 12345"
        )
        if texts is not None and len(texts.candidates) == 1:
            click.echo("note: of 1 line all draws are the same, and ± says nothing")
