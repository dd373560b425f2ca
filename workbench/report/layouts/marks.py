"""What sets cells off: what a test says, the shading after Lin, or only which is the highest."""

import numpy as np
import pandas as pd

from workbench.errors import plural
from workbench.report.layouts.layout import TableLayout
from workbench.report.table import format_value
from workbench.types import Mark

_SAID: dict[str, tuple[str, dict[str, Mark]]] = {
    "standing": ("standing_test", {"best": "best", "tied": "tied"}),
    "shade": ("shade_within", {"best": "best", "equivalent": "equivalent"}),
    "highest": ("highest", {"best": "best"}),
}
"""What marks cells -> the column that is empty where nothing of the kind was done, and what words mean."""
_AMONG = {
    "column": "those of the same references and preprocessing",
    "references": "those of the same references",
    "table": "all of the same task, criterion, level and coefficient",
}
"""The key `within` of the section ``[shading]`` -> the cells that are compared."""


def with_marks(metrics: pd.DataFrame, layout: TableLayout, digits: int) -> pd.DataFrame:
    """Return the records of metrics with what sets each off in the columns `mark`, `marked_by`, `holds_zero`.

    In each column of a panel that is the first of `layout.marks` of which anything is known. The highest is
    looked for among all preprocessings, and at the decimals that are printed; one value alone is not set
    off.
    """
    apart = [name for name in layout.column if name != "preprocess"]
    known = metrics.assign(highest=_highest(metrics, [*layout.panel, *apart], digits))
    place = [known[name] for name in (*layout.panel, *layout.column)]
    mark = pd.Series("", known.index, dtype=object)
    by = mark.copy()
    for name in layout.marks:
        done, meaning = _SAID[name]
        is_done = known[done] != ""
        if not is_done.any():
            continue
        here = (by == "") & is_done.groupby(place, dropna=False).transform("any")
        mark[here] = [meaning.get(said, "") for said in known.loc[here, name]]
        by[here] = name
    return known.assign(mark=mark, marked_by=by, holds_zero=holds_zero(metrics))


def holds_zero(records: pd.DataFrame) -> pd.Series:
    """Say of each record whether its interval holds 0; the interval may end there."""
    low, high = records["low"].round(12), records["high"].round(12)
    # for a coefficient that chance gives another value than 0 this says nothing
    return (low <= 0) & (high >= 0) & records["value"].notna() & records["chance"].isna()


def _highest(metrics: pd.DataFrame, place: list[str], digits: int) -> pd.Series:
    """Return "best" for the cells that print like the highest of their place, if it has two or more."""
    printed = metrics["value"].map(lambda value: float(format_value(value, digits)))
    groups = printed.groupby([metrics[name] for name in place], dropna=False)
    is_best = (printed == groups.transform("max")) & (groups.transform("count") > 1)
    return pd.Series(np.where(is_best, "best", ""), metrics.index, dtype=object)


def describe_best(marked: pd.DataFrame, layout: TableLayout) -> str:
    """Return what the best is the best of, from the records of metrics with their marks."""
    by = {*marked["marked_by"]} - {""}
    if by == {"standing"}:
        return "highest of those that were compared"
    if by == {"shade"}:
        names = marked["shade_within"].unique()
        among = [_AMONG[name] for name in names if name not in ("", layout.within)]
        return f"best among {' or '.join(among)}" if among else "best in its column"
    others = [name for name in layout.column if name != "preprocess"]
    if "preprocess" in layout.column and others:
        called = {"references": "reference setting"}
        return f"highest of its {' and '.join(called.get(name, name) for name in others)}"
    return "highest of the table" if "preprocess" in layout.column else "highest in its column"


def shading_rules(marked: pd.DataFrame, within: str) -> list[str]:
    """Return the rule of the shading after Lin, where that marks cells; columns share `within`."""
    shaded = marked[marked["marked_by"] == "shade"]
    made = shaded[["shade_within", "shade_digits"]].drop_duplicates()
    notes = []
    for name, digits in made.itertuples(index=False):
        among = "In a column of two cells or more"
        if name != within:
            among = f"Among {_AMONG[name]}, if there are two cells or more"
        rule = f"{among}, the best print equal to the highest at {plural('decimal', digits)}"
        if marked["low"].notna().any():
            rule += (
                "; equivalent, as Lin (2004) has it, are those at or above the lowest lower bound among the "
                "best, before rounding, which is no test of the difference"
            )
        notes.append(f"{rule}.")
    return notes
