"""A layout of one study: metrics down, reference settings and coefficients across."""

import pandas as pd

from workbench.report.recipes.lin2004 import AXES as LIN2004
from workbench.report.recipes.records import Axes, lay_out
from workbench.report.recipes.registry import RECIPES, Marker
from workbench.report.table import Table

AXES = Axes(
    panel=("dataset", "task", "criterion", "level", "block_size", "interval"),
    row=("metric", "component", "preprocess"),
    column=("references", "coefficient", "given"),
    corner="Metric",
    header_names=("references", "coefficient"),
    orders={"metric": LIN2004.orders["metric"]},
)


@RECIPES("by-coefficient")
def by_coefficient(records: pd.DataFrame, mark: Marker, digits: int = 2, intervals: bool = False) -> Table:
    """Lay out correlations with all coefficients side by side, one panel for each criterion and level.

    Rows are metrics, the 17 measures of Lin (2004) first and in his order; a preprocessing is named where a
    metric has several. Columns are reference settings as they come, and in each the coefficients. See
    `lin2004` for the arguments, what is raised and what is undefined.
    """
    return lay_out(records, AXES, mark, digits, intervals)
