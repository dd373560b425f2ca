"""The command line of ROUGE-1.5.5."""

from functools import partial
from pathlib import Path
from typing import Literal

import click

from workbench.commands.options import speak_plainly


class _OldOptions(click.Command):
    """A command of whose option -2 the number may be left out, as in ROUGE-1.5.5's command line."""

    def parse_args(self, context: click.Context, given: list[str]) -> list[str]:
        """Write -2 without a number as -2 -1, the gap without limit."""
        follow = [*given[1:], ""]
        written = [
            "-2-1" if this == "-2" and not following.lstrip("-").isdecimal() else this
            for this, following in zip(given, follow, strict=True)
        ]
        return super().parse_args(context, written)


@click.command(cls=_OldOptions)
@click.argument("config", type=click.Path(path_type=Path))
@click.argument("system", required=False)
@click.option("-a", "every", is_flag=True, help="Evaluate every system of the configuration.")
@click.option("-n", "orders", type=click.IntRange(0, 9), default=0, help="ROUGE-1 to ROUGE-n.")
@click.option("-x", "no_lcs", is_flag=True, help="No ROUGE-L.")
@click.option("-w", "weight", help="ROUGE-W with this power.")
@click.option(
    "-2", "gap", type=int, metavar="[GAP]", help="ROUGE-S; words between the two, -1 for any number."
)
@click.option("-u", "only_su", is_flag=True, help="ROUGE-SU instead of ROUGE-S.")
@click.option("-U", "also_su", is_flag=True, help="ROUGE-SU beside ROUGE-S.")
@click.option("-m", "stem", is_flag=True, help="Stem.")
@click.option("-s", "stop", is_flag=True, help="Leave stop words out.")
@click.option("-l", "words", type=click.IntRange(1), help="Read this many words of each text.")
@click.option("-b", "bytes_", type=click.IntRange(1), help="Read this many bytes of each text.")
@click.option(
    "-f",
    "formula",
    type=click.Choice(["A", "B"]),
    default="A",
    show_default=True,
    help="References: A all pooled, B the best.",
)
@click.option(
    "-p",
    "alpha",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    help="Weight of precision in F.",
)
@click.option("-c", "confidence", default="95", show_default=True, help="Of the intervals, in percent.")
@click.option("-r", "draws", type=click.IntRange(1), default=1000, show_default=True, help="Bootstrap draws.")
@click.option(
    "-t",
    "average",
    type=click.IntRange(0, 2),
    default=0,
    show_default=True,
    help="Average 0 scores or 1 counts, or 2 print summed counts.",
)
@click.option("-d", "details", is_flag=True, help="Print each evaluation, too.")
@click.option(
    "-z",
    "form",
    type=click.Choice(["SEE", "SPL", "ISI"], case_sensitive=False),
    help="CONFIG is a list: a text of this format and its references a line.",
)
@click.option("-e", "folder", help="Accepted and not used: the word lists are part of this package.")
@click.option("-v", "verbose", is_flag=True, help="Say on standard error which files are read.")
@speak_plainly
def rouge155(
    config: Path, system: str | None, every: bool, orders: int, no_lcs: bool, weight: str | None,
    gap: int | None, only_su: bool, also_su: bool, stem: bool, stop: bool, words: int | None,
    bytes_: int | None, formula: str, alpha: float, confidence: str, draws: int, average: int,
    details: bool, form: str | None, folder: str | None, verbose: bool,
) -> None:  # fmt: skip
    """Evaluate CONFIG as ROUGE-1.5.5 does, with its options and its output.

    Without -a only SYSTEM is evaluated. In a list (-z) SYSTEM names the one system, else it is called X.
    """
    from workbench.rouge155.evaluate import evaluate_files
    from workbench.rouge155.options import Options

    def say(kind: str, line: str) -> None:
        click.echo(f"{kind}{line}", err=True)

    if system is None and not every and form is None:
        raise click.UsageError("Which system? Name one after CONFIG, or give -a for all.")
    if folder is not None:
        say("note: ", f"-e {folder} is not used: the word lists are part of this package")
    if details and average == 2:
        say("note: ", "-d prints nothing with -t 2")
    if every and form is None and system is not None:
        say("note: ", f"-a evaluates all systems, not only {system}")
        system = None
    skip: Literal["S", "SU", "both"] = "both" if also_su else "SU" if only_su else "S"
    options = Options(
        orders=orders, lcs=not no_lcs, weight=weight, gap=gap, skip=skip, stem=stem, stop=stop, words=words,
        bytes=bytes_, best=formula == "B", alpha=alpha, confidence=confidence, draws=draws,
        average=average, details=details,
    )  # fmt: skip
    warn = partial(say, "warning: ")
    note = partial(say, "") if verbose else None
    for section in evaluate_files(config, options, system=system, form=form, warn=warn, note=note):
        click.echo(section, nl=False)
