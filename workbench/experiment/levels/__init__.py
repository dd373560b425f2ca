"""Levels, a file each: what one observation is. A package of your own adds one with ``@LEVELS("name")``."""

from workbench.found_modules import import_modules

import_modules(__name__, __path__)
