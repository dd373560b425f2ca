"""How often tests of a protocol find one of two equally good metrics better (reports/calibration)."""

from collections.abc import Iterator

import pandas as pd

from workbench.analyses.protocol.averages import AVERAGE
from workbench.errors import listed, plural
from workbench.stats.intervals.cautions import FEW

FOUND: dict[tuple[str, str, str], tuple[str, str]] = {
    ("wmt23", "average", "independent"): (".071 to .126", ".154 to .225"),
    ("wmt23", "system-pearson", ""): (".053 to .073", ".058 to .088"),
    ("wmt23", "segment-pearson", ""): (".041 to .058", ".157 to .270"),
    ("wmt23", "segment-accuracy", ""): (".108 to .201", ".243 to .390"),
    ("wmt24", "average", "independent"): (".059 to .089", ".286 to .386"),
    ("wmt24", "average", "together"): (".030 to .054", ".237 to .356"),
    ("wmt24", "soft-pairwise-accuracy", ""): (".042 to .056", ".262 to .342"),
    ("wmt24", "segment-accuracy", ""): (".121 to .210", ".247 to .398"),
}
"""Of a protocol, a measure and the coins of its test: shares of simulated tables, least to most, where
metrics differ in their noise of outputs alone, and where they differ in what they make of systems, too."""
_SAME = {"wmt25": "wmt24"}
OF_SYSTEMS = ("system-pearson", "pooled-pairwise-accuracy")
"""Measures under which whole systems are swapped; under the others outputs are."""


def caution(protocol: str, measure: str, coins: str) -> str:
    """Return how often a test at the level .05 finds the first of two equally good metrics better.

    Empty for a test that does so in no more than .065 of the tables, and for one that was not tried.

    Examples
    --------
    >>> caution("wmt23", "pooled-pairwise-accuracy", "")
    ''
    """
    found = FOUND.get((_SAME.get(protocol, protocol), measure, coins))
    if found is None:
        return ""
    return (
        f"finds the first of two equally good metrics better in {found[0]} of simulated tables at the level "
        f".05, in {found[1]} where metrics differ in what they make of systems"
    )


def describe_cautions(tests: pd.DataFrame) -> Iterator[str]:
    """Yield a sentence for each kind of test that finds differences too often, the average first."""
    said = tests[tests["caution"] != ""][["measure", "coins", "caution"]].drop_duplicates()
    for measure, coins, text in said.itertuples(index=False):
        name = f"average, coins {coins}" if measure == AVERAGE else measure
        yield f"The test of {name} {text} (documentation, about/calibration)."


def describe_system_scores(values: pd.DataFrame) -> Iterator[str]:
    """Yield which scores of systems were taken where a metric has two, from columns of `schema.PROTOCOL`."""
    for said, mine in values[values["system_scores"] != ""].groupby("system_scores", sort=False):
        yield f"Scores of systems of {listed(list(mine['metric'].unique()))}: {said}."


def describe_sizes(values: pd.DataFrame) -> Iterator[str]:
    """Yield on how much a protocol rests, and where that is too little for its tests.

    Parameters
    ----------
    values : DataFrame
        Columns of `schema.PROTOCOL`.
    """
    measured = values[values["measure"] != AVERAGE]
    sizes = measured[measured["task"] != ""].groupby("task", sort=False)[["n_systems", "n_segments"]].max()
    each = [f"{task} {row.n_systems:,} × {row.n_segments:,}" for task, row in sizes.iterrows()]
    yield f"n, systems × segments: {listed(each)}."
    draws, level = int(values["draws"].iloc[0]), float(values["test_level"].iloc[0])
    if not draws and not values["rank_jackknife"].any():
        return
    few = [f"{task} {number:,}" for task, number in sizes["n_systems"].items() if number < FEW]
    if few:
        yield (
            f"Fewer than {FEW} systems ({listed(few)}): tests of so few find little, and that metrics share "
            "a cluster is no evidence that they are equally good."
        )
    if draws and smallest_of_swaps(draws) > level:
        yield (
            f"{plural('swap', draws)} {'has' if draws == 1 else 'have'} no p-value below "
            f"{smallest_of_swaps(draws):.2g}: at the level {level:g} "
            "PERM-BOTH can show no difference, whatever the scores, and its clusters say nothing."
        )
        return
    swapped = measured[measured["measure"].isin(OF_SYSTEMS)]
    for (measure, task), number in (
        swapped.groupby(["measure", "task"], sort=False)["n_systems"].max().items()
    ):
        if draws and smallest_of_swaps(draws, number) > level:
            yield (
                f"Swaps of {plural('system', number)} have no p-value below "
                f"{smallest_of_swaps(draws, number):.2g}: at the level {level:g} PERM-BOTH can show no "
                f"difference of {measure} ({task or 'all tasks'})."
            )


def smallest_of_swaps(draws: int, units: int | None = None) -> float:
    """Return the smallest p-value that one-sided random swaps can give, of so many units where that binds.

    Of n units one pattern in 2^n swaps nothing, and is as extreme as what was seen.

    Examples
    --------
    >>> smallest_of_swaps(9), smallest_of_swaps(999, 4), smallest_of_swaps(999, 30)
    (0.1, 0.0625, 0.001)
    """
    alone = 1 / (draws + 1)
    return alone if units is None else max(alone, 0.5**units)
