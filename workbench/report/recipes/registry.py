"""Layouts by name, and what a layout is given."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from workbench.registry import Registry
from workbench.report.table import Mark, Table

Marker = Callable[[NDArray[np.float64], NDArray[np.float64], int], Sequence[Mark]]
"""Marks the cells of one column: float64[n] values, float64[n] lower bounds (NaN where there is none) and the
decimals that are printed give n of "best", "equivalent" or "". All values are defined."""


class Recipe(Protocol):
    """A function from records to a table."""

    def __call__(
        self, records: pd.DataFrame, mark: Marker, digits: int = 2, intervals: bool = False
    ) -> Table:
        """Return the table of the records, with the marks that `mark` gives to each column."""
        ...


RECIPES: Registry[Recipe] = Registry("table layout")
