"""Metrics: two pure functions each, count and score; selecting and combining references.

Importing this package enters the metrics of all its modules.
"""

from workbench.registry import import_modules

import_modules(__name__, __path__)
