"""Levels, a file each: what one observation is. A package of your own adds one with ``@LEVELS("name")``."""

from workbench.experiment.levels import (
    block,
    document,
    domain,
    global_level,
    segment,
    system,
    within_system,
)
from workbench.experiment.levels.base import LEVELS, Cell, Correlatable, Level, get_level
from workbench.experiment.row_coefficients import Coefficient, Found

__all__ = [
    "LEVELS",
    "Cell",
    "Coefficient",
    "Correlatable",
    "Found",
    "Level",
    "block",
    "document",
    "domain",
    "get_level",
    "global_level",
    "segment",
    "system",
    "within_system",
]
