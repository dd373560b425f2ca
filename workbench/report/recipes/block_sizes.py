"""A layout for blocks of several sizes, as in Galley et al. 2015, Figure 2B: metrics down, sizes across."""

import pandas as pd

from workbench.report.recipes.records import Axes, lay_out
from workbench.report.recipes.registry import RECIPES, Marker
from workbench.report.table import Table

AXES = Axes(
    panel=("dataset", "task", "criterion", "level", "coefficient", "given", "interval"),
    row=("metric", "component", "references", "preprocess"),
    column=("block_size",),
    corner="Metric",
    header_names=("segments of a block",),
)


@RECIPES("block-sizes")
def block_sizes(records: pd.DataFrame, mark: Marker, digits: int = 3, intervals: bool = False) -> Table:
    """Lay out correlations over blocks, one panel for each task, criterion and coefficient.

    Rows are metrics as they come; a reference setting or a preprocessing is named where a metric has several.
    Columns are the sizes of a block as they come. See `lin2004` for the arguments, what is raised and what is
    undefined.
    """
    return lay_out(records, AXES, mark, digits, intervals)
