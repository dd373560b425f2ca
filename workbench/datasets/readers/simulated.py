"""The data sets that need no files."""

from collections.abc import Mapping
from pathlib import Path

from workbench.datasets.readers.registry import READERS, Tables
from workbench.datasets.simulate import Simulation, simulate


@READERS("simulated")
def read_simulated(folder: Path, options: Mapping[str, str]) -> Tables:
    """Simulate the set that is called simulated-news."""
    return _tables(simulate())


@READERS("simulated-briefs")
def read_briefs(folder: Path, options: Mapping[str, str]) -> Tables:
    """Simulate the set that is called simulated-briefs: as many short texts as blocks of segments need."""
    return _tables(simulate(2015, topics=520, systems=8, references=8, raters=5, words=40))


def _tables(made: Simulation) -> Tables:
    return Tables(made.evalset.outputs, made.evalset.references, made.evalset.judgments)
