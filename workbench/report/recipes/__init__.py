"""One function a published table layout."""

from workbench.report.recipes.block_sizes import block_sizes
from workbench.report.recipes.by_coefficient import by_coefficient
from workbench.report.recipes.galley2015 import galley2015
from workbench.report.recipes.lin2004 import lin2004
from workbench.report.recipes.lin2004_tables import lin2004_table1, lin2004_table2, lin2004_table3
from workbench.report.recipes.registry import RECIPES, Marker, Recipe
from workbench.report.recipes.wmt import wmt

__all__ = [
    "RECIPES",
    "Marker",
    "Recipe",
    "block_sizes",
    "by_coefficient",
    "galley2015",
    "lin2004",
    "lin2004_table1",
    "lin2004_table2",
    "lin2004_table3",
    "wmt",
]
