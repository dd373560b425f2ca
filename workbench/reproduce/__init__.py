"""The computations behind published tables: one module a family, one function a table."""

from workbench.registry import import_modules
from workbench.reproduce.recipe import REPRODUCTIONS

import_modules(__name__, __path__)

__all__ = ["REPRODUCTIONS"]
