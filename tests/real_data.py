"""Real data sets beside the project, of which each is read once by all tests of a process."""

from functools import cache
from pathlib import Path

import workbench
from workbench.datasets.evalset import EvalSet


@cache
def load_real(shared: Path, name: str, **options: str) -> EvalSet:
    """Return a data set as its reader makes it; who changes a frame takes a copy."""
    return workbench.load(name, shared / "data", options)
