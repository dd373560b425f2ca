"""One function a published table layout."""

from workbench.report.recipes.galley2015 import galley2015
from workbench.report.recipes.lin2004 import lin2004
from workbench.report.recipes.registry import RECIPES, Marker, Recipe
from workbench.report.recipes.wmt import wmt

__all__ = ["RECIPES", "Marker", "Recipe", "galley2015", "lin2004", "wmt"]
