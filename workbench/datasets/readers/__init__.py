"""One function a source format. Importing this package enters the readers of all its modules."""

from workbench.datasets.readers.registry import READERS, Tables
from workbench.registry import import_modules

import_modules(__name__, __path__)

__all__ = ["READERS", "Tables"]
