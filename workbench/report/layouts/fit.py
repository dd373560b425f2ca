"""A layout fitted to records: what says nothing is left out, and what is too wide becomes panels."""

from collections import Counter
from dataclasses import replace

import pandas as pd

from workbench.report.layouts.layout import TableLayout

ROOM = 60
"""Intervals are printed in tables of up to so many cells."""
WIDEST = 12
"""Columns of a panel, beyond which criteria and then coefficients get panels of their own; one with
intervals counts twice."""
OWN = "own"
"""The column, beside those of the preprocessings, of metrics that have one of their own."""
_MAY_BE_PANELS = ("criterion", "coefficient")


def fit(
    records: pd.DataFrame, layout: TableLayout, intervals: bool | None
) -> tuple[pd.DataFrame, TableLayout]:
    """Return the records and the layout in which they are easy to read.

    A preprocessing that metrics have of their own stands in their labels; only where most metrics come in
    several are there columns for these. What all records share has no column. Intervals are printed where
    there is room.

    Parameters
    ----------
    records : DataFrame
        Columns of `RECORDS`, with the labels of coefficients.
    layout : TableLayout
    intervals : bool, optional
        Whether they are printed, where that is asked for.

    Returns
    -------
    DataFrame
        With a column `own`: the preprocessing that a label names, empty for none.
    TableLayout
    """
    metrics = records[records["role"] == ""]
    records, is_swept = _name_own(records, metrics)
    metrics = records[records["role"] == ""]
    column = [
        name for name in layout.column if metrics[name].nunique() > 1 and (name != "preprocess" or is_swept)
    ] or ["coefficient"]
    if intervals is None:
        intervals = len(metrics) <= ROOM and bool((metrics["low"].notna() & metrics["high"].notna()).any())
    panel = list(layout.panel)
    for name in _MAY_BE_PANELS:
        if _width(metrics, panel, column) * (2 if intervals else 1) > WIDEST and {name} < {*column}:
            column.remove(name)
            panel.append(name)
    return records, replace(layout, panel=tuple(panel), column=tuple(column), intervals=intervals, fits=False)


def _width(metrics: pd.DataFrame, panel: list[str], column: list[str]) -> int:
    """Return the columns of the widest panel."""
    headers = set(zip(*(metrics[name] for name in (*panel, *column)), strict=True))
    return max(Counter(header[: len(panel)] for header in headers).values(), default=0)


def _name_own(records: pd.DataFrame, metrics: pd.DataFrame) -> tuple[pd.DataFrame, bool]:
    """Return the records with what labels name in `own`, and whether there is a column a preprocessing.

    Where there is, a metric that has another one than these stands in a column for all such metrics.
    """
    each = metrics[["metric", "preprocess"]].drop_duplicates()
    numbers = each["metric"].value_counts()
    several = {*numbers[numbers > 1].index}
    is_swept = 2 * len(several) >= max(len(numbers), 1)
    if is_swept:
        columns = {*each.loc[each["metric"].isin(several), "preprocess"], ""}
        is_own = ~records["preprocess"].isin(columns)
        preprocess = records["preprocess"].where(~is_own, OWN)
    else:
        # scores computed elsewhere have none, which no label need say
        is_counted = records["profile"] != "table"
        counted = each[each["metric"].isin(records.loc[is_counted, "metric"])]
        usual = "" if counted.empty else counted["preprocess"].value_counts(sort=True).index[0]
        is_own = is_counted & ((records["preprocess"] != usual) | records["metric"].isin(several))
        preprocess = records["preprocess"]
    return records.assign(own=records["preprocess"].where(is_own, ""), preprocess=preprocess), is_swept
