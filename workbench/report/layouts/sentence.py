"""One sentence under a table: how many systems and inputs, which intervals, and what they speak of."""

from typing import NamedTuple

import pandas as pd

from workbench.report.layouts.counts import count_range, percent
from workbench.report.layouts.labels import INTERVALS

_RESTS = {
    "block": "{systems} systems and {inputs} segments",
    "system": "{systems} systems, each with one score and one mean judgment from {inputs} segments",
    "segment": "{systems} systems on each of {inputs} segments; the mean of the segments' coefficients",
    "document": "{systems} systems on each of {inputs} documents; the mean of the documents' coefficients",
    "domain": "{systems} systems in each domain ({inputs} segments); the mean of the domains' coefficients",
    "within-system": "{inputs} segments in each of {systems} systems; the mean of the systems' coefficients",
    "global": "all outputs of {systems} systems on {inputs} segments",
}
_DRAWN = {"both": "systems and inputs"}
_MISSING = {
    "complete": ", the segments that were judged for every system",
    "all": "; metrics are scored on all segments, judged or not",
}
_OF_OUTPUTS = ("segment", "within-system", "global")
"""Levels that hold each output against its own judgment: what nobody judged plays no part there."""
_OF_SEGMENTS = ("system", "block")
"""Levels whose sentence names segments last; their number at a level of documents is not said before."""


class PrintedParts(NamedTuple):
    """What of the records a table shows.

    Attributes
    ----------
    digits : int
    intervals : bool
        Whether intervals are printed.
    critical : bool
        Whether critical values are told beside intervals.
    """

    digits: int
    intervals: bool
    critical: bool


def describe_rest(panel: pd.DataFrame, shown: PrintedParts) -> str:
    """Return the sentence of a panel: n, and of intervals, printed or not, method and population."""
    defined = panel[panel["value"].notna()]
    counted = panel if defined.empty else defined
    systems, inputs = count_range(counted["n_systems"]), count_range(counted["n_segments"])
    level = panel["level"].iloc[0]
    rests = _RESTS.get(level, "{systems} systems and {inputs} segments")
    if level == "block" and (counted["n_systems"] == 0).all():
        # those that a larger block or fewer segments leave without one
        return f"n = 0: {inputs} segments are too few for a block of any two systems."
    if (counted["n_systems"] == 0).all() and (counted["missing"] == "complete").all():
        return (
            "n = 0: no segment was judged for every system, and missing = 'complete' takes no other; "
            "missing = 'pairwise' holds each system against what was judged of it."
        )
    text = f"n = {rests.format(systems=systems, inputs=inputs)}{_judged(panel, level, inputs)}"
    if about := _intervals(panel):
        text += f"; {'in brackets ' if shown.intervals else ''}{'; '.join(about)}"
    return f"{text}."


def _judged(panel: pd.DataFrame, level: str, inputs: str) -> str:
    """Say on how many outputs of a system people judged, where it is not on all, and what becomes of it."""
    asked = panel[panel["n_outputs"] != ""]
    said = []
    for missing, numbers in asked.groupby("missing", sort=False)["n_outputs"]:
        ends = {int(end) for number in numbers.unique() for end in number.split("-")}
        judged = " to ".join(f"{end:,}" for end in sorted({min(ends), max(ends)}))
        of_them = "of them" if level in _OF_SEGMENTS else "segments of each system"
        of = "" if judged == inputs and level != "document" else f", {judged} {of_them} judged"
        plays_no_part = missing == "all" and level in _OF_OUTPUTS
        said.append(of + ("" if plays_no_part else _MISSING.get(missing, "")))
    return " or".join(filter(None, said))


def _intervals(panel: pd.DataFrame) -> list[str]:
    """Say how the intervals of a panel were made, each kind once."""
    columns = ["interval", "confidence", "resampled", "draws", "population"]
    made = panel[panel["low"].notna() & panel["high"].notna()]
    kinds = list(made.groupby(columns, sort=False, dropna=False))
    said = []
    for (interval, confidence, resampled, draws, population), rows in kinds:
        how = INTERVALS.get(interval, f"{interval} bootstrap")
        if resampled not in ("", "none"):
            how += f", {draws:,} draws of {_DRAWN.get(resampled, resampled)}"
        of = f" of {', '.join(rows['coefficient'].unique())}" if len(kinds) > 1 else ""
        speak = f", which speak of {population}" if population else ""
        said.append(f"{percent(confidence)} intervals{of} ({how}){speak}")
    return said
