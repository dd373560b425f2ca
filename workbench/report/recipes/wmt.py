"""The layout of the WMT metrics tasks: metrics down, language pairs with their numbers of systems across."""

import pandas as pd

from workbench.report.recipes.records import Axes, lay_out
from workbench.report.recipes.registry import RECIPES, Marker
from workbench.report.table import Table

AXES = Axes(
    panel=("dataset", "criterion", "level", "block_size", "coefficient", "given", "interval"),
    row=("metric", "component", "references", "preprocess"),
    column=("task",),
    corner="Metric",
    header_names=("task", "systems"),
    counts_systems=True,
)


@RECIPES("wmt")
def wmt(records: pd.DataFrame, mark: Marker, digits: int = 3, intervals: bool = False) -> Table:
    """Lay out correlations as Mathur et al. 2020 do, one panel for each criterion, level and coefficient.

    Rows are metrics as they come; a reference setting or a preprocessing is named where a metric has several.
    Columns are tasks (language pairs) as they come, and under each the number of its systems. See `lin2004`
    for the arguments, what is raised and what is undefined.
    """
    return lay_out(records, AXES, mark, digits, intervals)
