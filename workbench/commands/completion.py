"""What a shell may complete: names of metrics, data sets and experiments."""

import click
from click.shell_completion import CompletionItem


def complete_metric(context: click.Context, option: click.Parameter, begun: str) -> list[str]:
    """Return the names of metrics that begin so."""
    from workbench.metrics.base import METRICS
    from workbench.registry import load_installed

    load_installed()
    return sorted(name for name in METRICS if name.startswith(begun))


def complete_data(context: click.Context, option: click.Parameter, begun: str) -> list[str]:
    """Return the names of data sets that begin so: known ones, and those of the folder of data sets."""
    from workbench.datasets.card import card_names, own_names
    from workbench.datasets.load import home_of

    names = {*card_names(), *own_names(home_of(context.params.get("data")))}
    return sorted(name for name in names if name.startswith(begun))


def complete_experiment(context: click.Context, option: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the names of experiments that come along and begin so, and let the shell add files."""
    from workbench.shipped import bundled_experiments

    names = [CompletionItem(name) for name in bundled_experiments() if name.startswith(begun)]
    # bash forgets what stands before files
    return [CompletionItem(begun, type="file"), *names]
