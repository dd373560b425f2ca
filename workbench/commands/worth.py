"""The command that says what a difference of two systems' scores is worth, by published curves."""

import click

from workbench.commands.examples import examples
from workbench.commands.options import speak_plainly

# a difference below 0 looks like an option
_NEGATIVE = {"ignore_unknown_options": True}
CHANCE = 0.5
"""Share of the pairs on which a coin agrees with people."""


@click.command(
    context_settings=_NEGATIVE, epilog=examples("workbench worth BLEU 1", "workbench worth chrF 0.7")
)
@click.argument("metric")
@click.argument("delta", type=float)
@speak_plainly
def worth(metric: str, delta: float) -> None:
    """Say how often people agree about two systems DELTA points of METRIC apart.

    By the curves of Kocmi et al. 2024 for machine translation. It also says which difference other metrics
    need for the same. Of data of your own a section [worth] says it.
    """
    from workbench.experiment.published_curves import accuracy_of, delta_for, published_curves

    share = accuracy_of(metric, delta)
    click.echo(
        f"{metric} {abs(delta):g}: people rank {share:.1%} of such pairs of systems as the metric does"
    )
    if share < CHANCE:
        click.echo("  That is less than a coin does: so small a difference says nothing of who is better.")
        return
    for name in published_curves():
        if name.casefold() != metric.casefold():
            needed = delta_for(name, share)
            click.echo(f"  {name:22}{'never' if needed == float('inf') else f'{needed:.2f}':>8}")
