"""The section ``[protocol]``: what the metrics tasks of WMT compute of all language pairs together."""

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from workbench.experiment.sections import Section, known
from workbench.report.layouts.protocol_tables import PROTOCOLS, MeasureName


class ProtocolSpec(Section):
    """How metrics do on all tasks together: weighted averages, tests of each pair of metrics, clusters."""

    like: Annotated[str, known(PROTOCOLS.get)] = "wmt24"
    """wmt23: pooled pairwise accuracy and Pearson of systems, Pearson and acc-t of segments. wmt24, wmt25:
    soft pairwise accuracy of systems, acc-t of segments."""
    weights: dict[MeasureName, Annotated[float, Field(ge=0)]] = Field(default={})
    """Of a measure in each task, in place of 1; 0 leaves it out of the average."""
    test: Literal["both", "perm-both", "jackknife"] = "both"
    """perm-both: random swaps, as in the tasks: of these systems, where outputs are swapped. jackknife, the
    recommended one: would the order hold for other systems and other inputs? Both stand beside each other."""
    draws: int = Field(default=1000, ge=0, le=100_000)
    """Random swaps of each test; 0 for no tests and no clusters. The jackknife alone needs none."""
    coins: Literal["independent", "together"] = "independent"
    """In the test of the average. independent: those of each measure, as in the tasks, which finds a better
    metric too often; together: measures of one language pair rise and fall together under swaps, the most
    that they can depend on each other."""
    exact: bool = False
    """Judgments that differ by a rounding error only are different, as in the tables of the tasks; else they
    are ties."""
    level: float = Field(default=0.05, gt=0, lt=0.5)
    """A metric is better than another one at a p-value of at most this, one-sided, as in the tasks."""

    @model_validator(mode="after")
    def _weighs(self) -> "ProtocolSpec":
        names = [use.name for use in PROTOCOLS.get(self.like).measures]
        for name in self.weights:
            if name not in names:
                message = f"weights: {self.like} has no {name}, but {', '.join(names)}"
                raise PydanticCustomError("known", message)
        if not any(self.weights.get(use.name, use.weight) for use in PROTOCOLS.get(self.like).measures):
            raise PydanticCustomError("known", "weights: one of them has to be above 0")
        return self
