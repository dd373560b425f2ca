"""Coefficients, resampling, intervals, tests: NumPy batches in, arrays out; a folder for each idea.

Importing this package enters the coefficients of all its modules.
"""

from workbench.found_modules import import_modules

import_modules(__name__, __path__)
