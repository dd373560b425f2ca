"""The data sets that need no files."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from workbench.datasets.readers.registry import READERS, Tables
from workbench.datasets.simulate import Simulation, simulate


@READERS("simulated")
def read_simulated(folder: Path, options: Mapping[str, str]) -> Tables:
    """Simulate the set that is called simulated-news."""
    return _tables(_news())


@READERS("simulated-briefs")
def read_briefs(folder: Path, options: Mapping[str, str]) -> Tables:
    """Simulate the set that is called simulated-briefs: as many short texts as blocks of segments need."""
    return _tables(_briefs())


# Writing the texts takes about a second; a study or a notebook reads the same set many times.
@cache
def _news() -> Simulation:
    return simulate()


@cache
def _briefs() -> Simulation:
    return simulate(2015, topics=520, systems=8, references=8, raters=5, words=40)


def _tables(made: Simulation) -> Tables:
    evalset = made.evalset
    return Tables(*(frame.copy() for frame in (evalset.outputs, evalset.references, evalset.judgments)))
