"""The layout of Galley et al. 2015, Table 2: metrics and their references down, coefficients across."""

import pandas as pd

from workbench.report.recipes.records import Axes, lay_out
from workbench.report.recipes.registry import RECIPES, Marker
from workbench.report.table import Table

AXES = Axes(
    panel=("dataset", "task", "criterion", "level", "block_size", "interval"),
    row=("metric", "component", "references", "preprocess"),
    column=("coefficient", "given"),
    corner="Metric · references",
    header_names=("coefficient",),
    always=("references",),
)


@RECIPES("galley2015")
def galley2015(records: pd.DataFrame, mark: Marker, digits: int = 3, intervals: bool = True) -> Table:
    """Lay out correlations as Galley et al. 2015 do, one panel for each task, criterion and level.

    Rows are metrics as they come, and for each its reference settings as they come; a preprocessing is named
    where a metric has several. Columns are coefficients. See `lin2004` for the arguments, what is raised and
    what is undefined; a column is marked over all metrics and reference settings.
    """
    return lay_out(records, AXES, mark, digits, intervals)
