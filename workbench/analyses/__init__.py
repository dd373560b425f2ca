"""The analyses of an experiment. Importing this package enters those of all its modules."""

from workbench.registry import import_modules

import_modules(__name__, __path__)
