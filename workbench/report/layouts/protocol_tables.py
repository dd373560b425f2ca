"""The protocols of the WMT metrics tasks, as data: measures, their weights and headings."""

from dataclasses import dataclass
from typing import Literal

from workbench.registry import Registry

MeasureName = Literal[
    "pooled-pairwise-accuracy",
    "soft-pairwise-accuracy",
    "system-pearson",
    "segment-pearson",
    "segment-accuracy",
]


@dataclass(frozen=True)
class MeasureUse:
    """A measure of a protocol.

    Parameters
    ----------
    name : str
        One of `MeasureName`.
    heading : str
        As the paper's table has it.
    weight : float
        Of each language pair in the average; one value pooled over all pairs has the weight of all of them.
    """

    name: MeasureName
    heading: str
    weight: float = 1.0


@dataclass(frozen=True)
class Protocol:
    """Measures in the order of the columns of the paper's table; their average stands before them."""

    measures: tuple[MeasureUse, ...]
    average: str = "avg corr"


PROTOCOLS: Registry[Protocol] = Registry("protocol")

# Freitag et al. 2023, Table 1: ten tasks, the pooled accuracy weighs as much as three of them
PROTOCOLS("wmt23")(
    Protocol(
        (
            MeasureUse("pooled-pairwise-accuracy", "system pairwise accuracy"),
            MeasureUse("system-pearson", "system Pearson"),
            MeasureUse("segment-pearson", "segment Pearson"),
            MeasureUse("segment-accuracy", "segment acc-t"),
        )
    )
)

# Freitag et al. 2024 and Lavie et al. 2025: two tasks a language pair
for year in ("wmt24", "wmt25"):
    PROTOCOLS(year)(
        Protocol(
            (
                MeasureUse("soft-pairwise-accuracy", "system SPA"),
                MeasureUse("segment-accuracy", "segment acc-t"),
            )
        )
    )
