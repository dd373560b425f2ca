"""The bundled data set, which needs no files."""

from collections.abc import Mapping
from pathlib import Path

from workbench.datasets.readers.registry import READERS, Tables
from workbench.datasets.simulate import simulate


@READERS("simulated")
def read_simulated(folder: Path, options: Mapping[str, str]) -> Tables:
    """Simulate the set that is called simulated-news."""
    evalset = simulate().evalset
    return Tables(evalset.outputs, evalset.references, evalset.judgments)
