"""The section ``[ceiling]``: how well the judges agree."""

from typing import Literal

from pydantic import Field

from workbench.experiment.sections import Section


class CeilingSpec(Section):
    """How well the judges agree: rows beside the metrics, and correlations without the judges' noise."""

    over: Literal["raters", "segments"] = "raters"
    """What is split in halves for the reliability: would another panel say the same, or other inputs?"""
    splits: int = Field(default=100, ge=1, le=100_000)
    """Pairs of halves; all of them where there are no more."""
    disattenuated: bool = True
    """A row for each metric with its system-level correlation without the judges' noise."""
