"""The command line of ROUGE-1.5.5."""

from functools import partial
from pathlib import Path
from typing import Any

import click

from workbench.commands.examples import examples
from workbench.commands.home_path import HomePath
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


def _keep(context: click.Context, option: click.Parameter, value: object) -> None:
    """Put what an option says beside what the others say, by name."""
    context.ensure_object(dict)[option.name] = value


_LENGTH = click.IntRange(1, 1_000_000_000)
_setting = partial(click.option, expose_value=False, callback=_keep)
"""An option of the evaluation itself, a field of `workbench.rouge155.options.Options` but for a few."""


@click.command(
    cls=_OldOptions,
    epilog=examples(
        "workbench rouge155 -a -n 2 -m settings.xml", "workbench rouge155 -z SPL -n 4 -w 1.2 -2 4 -U list.txt"
    ),
)
@click.argument("config", type=HomePath(path_type=Path))
@click.argument("system", required=False)
@click.option("-a", "every", is_flag=True, help="Evaluate every system of the configuration.")
@_setting("-n", "orders", type=click.IntRange(0, 9), default=0, help="ROUGE-1 to ROUGE-n.")
@_setting("-x", "no_lcs", is_flag=True, help="No ROUGE-L.")
@_setting("-w", "weight", help="ROUGE-W with this power.")
@_setting("-2", "gap", type=int, metavar="[GAP]", help="ROUGE-S; words between the two, -1 for any number.")
@_setting("-u", "only_su", is_flag=True, help="ROUGE-SU instead of ROUGE-S.")
@_setting("-U", "also_su", is_flag=True, help="ROUGE-SU beside ROUGE-S.")
@_setting("-m", "stem", is_flag=True, help="Stem.")
@_setting("-s", "stop", is_flag=True, help="Leave stop words out.")
@_setting("-l", "words", type=_LENGTH, help="Read this many words of each text.")
@_setting("-b", "bytes", type=_LENGTH, help="Read this many bytes of each text.")
@_setting(
    "-f",
    "formula",
    type=click.Choice(["A", "B"]),
    default="A",
    show_default=True,
    help="References: A all pooled, B the best.",
)
@_setting(
    "-p",
    "alpha",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    help="Weight of precision in F.",
)
@_setting("-c", "confidence", default="95", show_default=True, help="Of the intervals, in percent.")
@_setting(
    "-r", "draws", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, help="Bootstrap draws."
)
@_setting(
    "-t",
    "average",
    type=click.IntRange(0, 2),
    default=0,
    show_default=True,
    help="Average 0 scores or 1 counts, or 2 print summed counts.",
)
@_setting("-d", "details", is_flag=True, help="Print each evaluation, too.")
@click.option(
    "-z",
    "form",
    type=click.Choice(["SEE", "SPL", "ISI"], case_sensitive=False),
    help="CONFIG is a list: a text of this format and its references a line.",
)
@click.option("-e", "folder", help="Accepted and not used: the word lists are part of this package.")
@click.option("-v", "verbose", is_flag=True, help="Say on standard error which files are read.")
@click.pass_obj
@speak_plainly
def rouge155(
    said: dict[str, Any], config: Path, system: str | None, every: bool, form: str | None,
    folder: str | None, verbose: bool,
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
    if said["details"] and said["average"] == 2:
        say("note: ", "-d prints nothing with -t 2")
    if every and form is None and system is not None:
        say("note: ", f"-a evaluates all systems, not only {system}")
        system = None
    only_su, also_su = said.pop("only_su"), said.pop("also_su")
    options = Options(
        skip="both" if also_su else "SU" if only_su else "S",
        lcs=not said.pop("no_lcs"),
        best=said.pop("formula") == "B",
        **said,
    )
    warn = partial(say, "warning: ")
    note = partial(say, "") if verbose else None
    for section in evaluate_files(config, options, system=system, form=form, warn=warn, note=note):
        click.echo(section, nl=False)
