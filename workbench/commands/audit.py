"""The command that audits printed numbers."""

import click

from workbench.commands.examples import examples
from workbench.commands.options import speak_plainly


@click.command(
    epilog=examples(
        "workbench audit --r 0.66 --low 0.30 --high 0.85", "workbench audit --table lin2004-table1"
    )
)
@click.option("--table", "name", help="A published table; `workbench table` lists them.")
@click.option("--r", "value", help="A coefficient as printed, zeros included.")
@click.option("--low", help="Lower end of its interval as printed.")
@click.option("--high", help="Upper end of its interval as printed.")
@click.option(
    "--coefficient",
    type=click.Choice(["pearson", "spearman", "kendall"]),
    default="pearson",
    show_default=True,
    help="What --r is.",
)
@click.option(
    "--confidence",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="Of the interval.",
)
@click.option(
    "--n", "observations", type=click.IntRange(2, 1_000_000), help="Observations that the paper states."
)
@speak_plainly
def audit(
    name: str | None, value: str | None, low: str | None, high: str | None, coefficient: str,
    confidence: float, observations: int | None,
) -> None:  # fmt: skip
    """Say which interval method and which n printed numbers are consistent with.

    Give --r, --low and --high of one interval, or --table: there the values of Kendall's tau tell the number
    of systems, too, and the marks of a column are compared with its values.
    """
    from workbench.audit.audit import audit_interval, audit_published
    from workbench.audit.text import explain_interval, explain_table

    if name is not None:
        if value is not None or low is not None or high is not None:
            raise click.UsageError("Either --table, or --r with --low and --high.")
        from workbench.report.published import read_published

        published = read_published(name)
        click.echo(explain_table(audit_published(published, observations), published.description.equivalent))
    elif value is None or low is None or high is None:
        raise click.UsageError("Give --r, --low and --high as printed, or --table NAME.")
    else:
        finding = audit_interval(value, low, high, coefficient, observations, confidence)
        click.echo(explain_interval(finding))
