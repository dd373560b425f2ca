"""The layout of Lin 2004, Tables 1 to 3: measures down, reference settings and preprocessing across."""

import pandas as pd

from workbench.report.recipes.records import Axes, lay_out
from workbench.report.recipes.registry import RECIPES, Marker
from workbench.report.table import Table

AXES = Axes(
    panel=("dataset", "task", "criterion", "level", "block_size", "coefficient", "given", "interval"),
    row=("metric", "component"),
    column=("references", "preprocess"),
    corner="Measure",
    header_names=("references", "preprocessing"),
    orders={
        "metric": (
            *(f"R-{order}" for order in range(1, 10)),
            *("R-L", "R-S*", "R-S4", "R-S9", "R-SU*", "R-SU4", "R-SU9", "R-W-1.2"),
        ),
        "preprocess": ("CASE", "STEM", "STOP", "STEM+STOP"),
    },
)


@RECIPES("lin2004")
def lin2004(records: pd.DataFrame, mark: Marker, digits: int = 2, intervals: bool = False) -> Table:
    """Lay out correlations as Lin 2004 does, one panel for each task, criterion, level and coefficient.

    Rows are the paper's 17 measures in its order, as far as there are records, then all other metrics as they
    come. Columns are reference settings as they come, and in each CASE, STEM, STOP, STEM+STOP and then other
    preprocessings. A condition without a record is an empty cell.

    Parameters
    ----------
    records : DataFrame
        Columns of `RECORDS`.
    mark : callable
        ``mark(values, lows, digits)`` returns the marks of one column: float64[n] values and lower bounds of
        the defined cells to n of "best", "equivalent" or "". Columns with one defined cell are not marked.
    digits : int
        Decimals that are printed.
    intervals : bool
        Whether intervals are printed.

    Raises
    ------
    DataError
        If columns are missing, or two records belong in one cell.
    ValueError
        If a record is undefined without a reason.

    Undefined
    ---------
    A NaN value is a cell with the record's reason, and takes no part in marking.
    """
    return lay_out(records, AXES, mark, digits, intervals)
