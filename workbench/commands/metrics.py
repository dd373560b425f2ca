"""The commands about metrics: list, show, check."""

import sys
from pathlib import Path

import click

from workbench.commands.completion import complete_metric
from workbench.commands.examples import examples
from workbench.commands.options import OWN, enter_own, speak_plainly
from workbench.commands.sentences import SentenceGroup


@click.group(
    cls=SentenceGroup,
    invoke_without_command=True,
    epilog=examples("workbench metrics", "workbench metrics show rouge-l"),
)
@click.pass_context
def metrics(context: click.Context) -> None:
    """List the metrics; `show` explains one, `check` tries the laws on it."""
    if context.invoked_subcommand is None:
        from workbench.metrics.explain import explain_all

        click.echo(explain_all())


@metrics.command(
    "show", epilog=examples("workbench metrics show bleu", 'workbench metrics show "rouge-w(weight=1.2)"')
)
@click.argument("name", shell_complete=complete_metric)
@OWN
@speak_plainly
def show_metric(name: str, own: tuple[Path, ...]) -> None:
    """Explain the metric NAME: options, bounds, profiles, citation."""
    from workbench.metrics.explain import explain

    enter_own(own)
    click.echo(explain(name))


@metrics.command(
    "check",
    epilog=examples(
        "workbench metrics check rouge-2", "workbench metrics check first-letter --metrics first_letter.py"
    ),
)
@click.argument("name", shell_complete=complete_metric)
@OWN
@speak_plainly
def check_metric(name: str, own: tuple[Path, ...]) -> None:
    """Try the laws of a sound metric on NAME."""
    from workbench.metrics.laws import check_laws

    enter_own(own)
    verdicts = check_laws(name)
    for verdict in verdicts:
        mark = "holds" if verdict.holds else "waived" if verdict.declared else "BROKEN"
        detail = verdict.declared or verdict.example
        click.echo(f"{mark:6}  {verdict.law}" + (f": {detail}" if detail else ""))
    if not all(verdict.holds or verdict.declared for verdict in verdicts):
        sys.exit(1)
