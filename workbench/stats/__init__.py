"""Coefficients, resampling, intervals: NumPy batches in, arrays out.

Importing this package enters the coefficients of all its modules.
"""

from workbench.found_modules import import_modules

import_modules(__name__, __path__)
