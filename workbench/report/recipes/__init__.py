"""One function a published table layout."""

from workbench.report.recipes.lin2004 import lin2004
from workbench.report.recipes.registry import RECIPES, Marker, Recipe

__all__ = ["RECIPES", "Marker", "Recipe", "lin2004"]
