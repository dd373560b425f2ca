"""How often tests of a protocol find one of two equally good metrics better (reports/calibration)."""

from collections.abc import Iterator

import pandas as pd

from workbench.analyses.protocol.averages import AVERAGE

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
