"""The section ``[plot]``: which pictures, of what, how wide, in which formats."""

from typing import Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from workbench.errors import listed
from workbench.experiment.sections import Section
from workbench.report.picture import PictureFormat

Kind = Literal[
    "intervals", "differences", "heat", "clusters", "scatter", "wins", "ranks", "influence", "curves",
    "coverage", "reproduction", "diagonal", "worth",
]  # fmt: skip
FILTERS = {"metrics": "metric", "criteria": "criterion", "levels": "level", "coefficients": "coefficient"}
"""Keys that choose what is drawn, and the column of the frames that each looks at."""
_WITHOUT: dict[Kind, tuple[str, ...]] = {
    "clusters": ("criteria", "levels", "coefficients"),
    "diagonal": ("levels", "coefficients"),
    "worth": ("coefficients",),
    "coverage": ("metrics", "criteria", "levels"),
    "reproduction": ("coefficients",),
}
"""Filters that a kind does not have: its picture is not made of such things."""


class PlotSpec(Section):
    """Pictures of what was found, drawn from the records."""

    kinds: list[Kind] = Field(default=["intervals"], min_length=1)
    """intervals: coefficients, with ties; differences: of paired coefficients; heat: metric by condition;
    clusters: metrics that go together; scatter: metric and judgments, a point a system; wins: who beats whom;
    ranks: their intervals; influence: of single systems; curves: along thresholds, block sizes, orders and
    numbers of references; coverage: of intervals in simulated data like these; reproduction: ours against
    printed numbers; diagonal: errors of the first two metrics, a point a segment; worth: how often
    people rank two systems as a metric does, by its difference."""
    columns: Literal[1, 2] = 2
    """Width: one column of a paper (3.3 inches) or two (6.9)."""
    formats: list[PictureFormat] = Field(default=["png", "svg"], min_length=1)
    """png, svg, pdf."""
    metrics: list[str] = Field(default=[])
    """Only these, as records or tables call them; all where nothing is said."""
    criteria: list[str] = Field(default=[])
    """Only these."""
    levels: list[str] = Field(default=[])
    """Only these."""
    coefficients: list[str] = Field(default=[])
    """Only these."""
    reproduced: list[str] = Field(default=[])
    """For reproduction: CSV files of `workbench reproduce --all --out DIR`."""

    @model_validator(mode="after")
    def _filters_choose(self) -> Self:
        """Refuse what would choose nothing in some picture that is asked for."""
        for kind in self.kinds:
            for key in _WITHOUT.get(kind, ()):
                if getattr(self, key):
                    has = [name for name in FILTERS if name not in _WITHOUT[kind]]
                    message = (
                        f"{key} does not choose in pictures of the kind {kind}, which have {listed(has)}"
                    )
                    raise PydanticCustomError("known", message)
        if self.reproduced and "reproduction" not in self.kinds:
            message = "reproduced is for pictures of the kind reproduction, which is not among the kinds"
            raise PydanticCustomError("known", message)
        return self
