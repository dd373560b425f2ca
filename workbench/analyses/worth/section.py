"""The section ``[worth]``: how much a difference of two systems' scores is worth."""

from typing import Annotated

from pydantic import Field

from workbench.experiment.sections import Section

_Share = Annotated[float, Field(gt=0, lt=1)]
_Difference = Annotated[float, Field(ge=0)]


class WorthSpec(Section):
    """How large a difference of two systems' scores has to be for people to rank them the same way."""

    accuracies: list[_Share] = Field(
        default=[0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95], min_length=1
    )
    """Shares of pairs that people rank the same way, for each of which a difference is sought."""
    deltas: list[_Difference] = Field(default=[])
    """Differences whose share is sought, in points; tenths of the pairs where nothing is said."""
    scale: float = Field(default=100, gt=0)
    """What makes points of scores: with 100, one point is .01. Scores of files that count otherwise keep
    their unit with 1."""
