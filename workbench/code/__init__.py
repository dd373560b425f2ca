"""What a result was computed by: one digest of the code behind a metric, or none where that cannot be told.

Modules are known by their sources and those of the modules that they import (`modules`), installed packages
by their versions (`versions`), functions of a notebook by what Python made of them (`values`).
"""

from time import time_ns

STARTED = time_ns()
"""When this process began with the workbench; a source that changed later may not be what is loaded."""
