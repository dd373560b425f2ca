"""What the organisers of the WMT metrics tasks take for a language pair: its reference, its human score."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from workbench.datasets.mt_test_set import LEVELS, FileLevel, MtTestSet


class Standard(NamedTuple):
    """The choices of the organisers for a language pair, as mt-metrics-eval keeps them.

    Attributes
    ----------
    reference : str
        The one that metrics compare with; the other translations by people are systems.
    human, human_of_systems : str
        The human score of segments, and that of systems; empty where there is none.
    outliers : tuple of str
        Outputs that take no part, neither as systems nor as references.
    """

    reference: str
    human: str
    human_of_systems: str
    outliers: tuple[str, ...]


@cache
def standards(test_set: str) -> dict[str, Standard]:
    """Return the choices for the pairs of a test set, those of the main tables first.

    Source: ``meta_info.py`` of github google-research/mt-metrics-eval.

    Examples
    --------
    >>> standards("wmt23")["he-en"].reference, standards("wmt23")["en-de"].outliers
    ('refB', ('synthetic_ref',))
    >>> standards("mine")
    {}
    """
    _, *lines = Path(__file__).with_suffix(".tsv").read_text("utf-8").splitlines()
    found = {}
    for name, pair, reference, human, of_systems, outliers in (line.split("\t") for line in lines):
        if name == test_set:
            left_out = tuple(filter(None, outliers.split(", ")))
            found[pair] = Standard(reference, human, of_systems, left_out)
    return found


def standard_of(test_set: str, found: MtTestSet) -> Standard:
    """Return the choices for a pair; of a test set that is not known, what lies there first by name."""
    human = min((name for name, _ in found.human), default="")
    known = standards(test_set).get(found.pair, Standard("", human, human, ()))
    if known.reference in found.references:
        return known
    return known._replace(reference=min(found.references, default=""))


def levels_of(found: MtTestSet, human: str) -> list[FileLevel]:
    """Return the levels at which a human score, or any where it is empty, lies there; the finest first."""
    there = {level for name, level in found.human if human in ("", name)}
    return [level for level in reversed(LEVELS) if level in there]
