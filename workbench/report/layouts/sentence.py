"""One sentence under a table: how many systems and inputs, which intervals, and what they speak of."""

from typing import NamedTuple

import pandas as pd

from workbench.report.layouts.counts import count_range, counted, percent
from workbench.report.layouts.labels import INTERVALS

_RESTS = {
    "block": "{systems} and {inputs}",
    "system": "{systems}, each with one score and one mean judgment from {inputs}",
    "segment": "{systems} on {each_input}; the mean of the segments' coefficients",
    "document": "{systems} on {each_input}; the mean of the documents' coefficients",
    "domain": "{systems} in each domain ({inputs}); the mean of the domains' coefficients",
    "within-system": "{inputs} in {each_system}; the mean of the systems' coefficients",
    "global": "all outputs of {systems} on {inputs}",
}
_DRAWN = {"both": "systems and inputs"}
_MISSING = {
    "complete": ", the segments that were judged for every system",
    "all": "; metrics are scored on all segments, judged or not",
}
_OF_OUTPUTS = ("segment", "within-system", "global", "block")
"""Levels that hold each output against its own judgment, or blocks of outputs that were all judged: what
nobody judged plays no part there."""
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
    rows = panel if defined.empty else defined
    inputs = count_range(rows["n_segments"])
    level = panel["level"].iloc[0]
    if level == "block" and (rows["n_systems"] == 0).all():
        # those that a larger block or fewer segments leave without one
        are = "segment is" if inputs == "1" else "segments are"
        return f"n = 0: {inputs} {are} too few for a block of any two systems."
    if (rows["n_systems"] == 0).all() and (rows["missing"] == "complete").all():
        return (
            "n = 0: no segment was judged for every system, and missing = 'complete' takes no other; "
            "missing = 'pairwise' holds each system against what was judged of it."
        )
    text = f"n = {_rests(level, rows)}{_judged(panel, level, inputs)}"
    if about := _intervals(panel):
        text += f"; {'in brackets ' if shown.intervals else ''}{'; '.join(about)}"
    return f"{text}."


def _rests(level: str, counts: pd.DataFrame) -> str:
    """Say of how many systems and inputs coefficients of a level are.

    Examples
    --------
    >>> _rests("segment", pd.DataFrame({"n_systems": [8, 8], "n_segments": [5, 6]}))
    "8 systems on each of 5 to 6 segments; the mean of the segments' coefficients"
    >>> _rests("global", pd.DataFrame({"n_systems": [1], "n_segments": [1]}))
    'all outputs of 1 system on 1 segment'
    """
    systems = counted(counts["n_systems"], "system")
    inputs = counted(counts["n_segments"], "document" if level == "document" else "segment")
    of_each = {
        f"each_{name}": said if said.startswith("1 ") and " to " not in said else f"each of {said}"
        for name, said in (("system", systems), ("input", inputs))
    }
    return _RESTS.get(level, _RESTS["block"]).format(systems=systems, inputs=inputs, **of_each)


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
