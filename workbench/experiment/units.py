"""What an experiment may ask of blocks of segments: a section ``[unit]``, and what cannot stand beside it."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from pydantic_core import PydanticCustomError

from workbench.experiment.correlation import CorrelationSpec, UnitSpec

BLOCK = "block"
"""The level at which an observation is a pair of systems on a block of segments."""
_INTERVALS = ("recommended", "percentile", "basic", "bias-corrected", "fisher", "none")


def name_level(values: dict[str, Any]) -> dict[str, Any]:
    """Return what an experiment file holds, with the level of a section ``[unit]`` where it names none.

    Examples
    --------
    >>> name_level({"unit": {"size": 10}})
    {'unit': {'size': 10}, 'correlation': {'levels': ['block']}}
    """
    correlation = values.get("correlation", {})
    if values.get("unit") is None or not isinstance(correlation, dict) or "levels" in correlation:
        return values
    return {**values, "correlation": {**correlation, "levels": [BLOCK]}}


def check_unit(unit: UnitSpec | None, correlation: CorrelationSpec, others: Sequence[str]) -> None:
    """Raise a pydantic error unless blocks can be made and correlated as asked.

    Parameters
    ----------
    others
        Sections of the file that analyse systems and not blocks.
    """
    asked = BLOCK in correlation.levels
    if asked and unit is None:
        raise PydanticCustomError("known", "correlation.levels: the level 'block' needs a section [unit]")
    if unit is None:
        return
    if not asked:
        message = "correlation.levels: a section [unit] is for the level 'block', which is not among them"
        raise PydanticCustomError("known", message)
    if others:
        message = f"{others[0]}: works on systems, not on blocks: give it an experiment without [unit]"
        raise PydanticCustomError("known", message)
    if correlation.given:
        raise PydanticCustomError("known", "correlation.given: not at block level")
    if correlation.interval not in _INTERVALS:
        message = f"correlation.interval: at block level one of {', '.join(_INTERVALS)}"
        raise PydanticCustomError("known", message)


def find_pairs(unit: UnitSpec, systems: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of a task's systems that are compared, each as A, B: all, or those that are listed.

    Examples
    --------
    >>> find_pairs(UnitSpec(), ["S1", "S2", "S3"])
    [('S1', 'S2'), ('S1', 'S3'), ('S2', 'S3')]
    >>> find_pairs(UnitSpec(pairs=[["S3", "S1"], ["S3", "other"]]), ["S1", "S2", "S3"])
    [('S3', 'S1')]
    """
    if unit.pairs == "all":
        return list(combinations(systems, 2))
    return [(one, other) for one, other in unit.pairs if one in systems and other in systems]
