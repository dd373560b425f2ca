"""The sections of an experiment file, each a frozen object whose fields are its keys."""

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from workbench.errors import SpecError
from workbench.metrics.base import get_metric
from workbench.metrics.references import check_selection, get_combination
from workbench.report.recipes import RECIPES
from workbench.stats.coefficients import get_coefficient
from workbench.stats.overlapping import DEPENDENT_TESTS
from workbench.text.preprocess import get_preprocess


def known(look_up: Callable[[str], object]) -> AfterValidator:
    """Turn a look-up that raises a `SpecError` into a check of a field."""

    def check(name: str) -> str:
        try:
            look_up(name)
        except SpecError as error:
            problem = error.problems[0]
            what = problem.what if problem.got is None else f"{problem.what}: got {problem.got!r}"
            allowed = f", allowed: {problem.allowed}" if problem.allowed else ""
            hint = f". {problem.hint}" if problem.hint else ""
            # braces would be read as a template
            message = f"{what}{allowed}{hint}".replace("{", "(").replace("}", ")")
            raise PydanticCustomError("known", message) from None
        return name

    return AfterValidator(check)


MetricName = Annotated[str, known(get_metric)]
PreprocessName = Annotated[str, known(get_preprocess)]
Coefficient = Annotated[str, known(get_coefficient)]


class Part(BaseModel):
    """A section: strict, frozen, and without other keys than its fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class MetricSpec(Part):
    """A metric and, if it differs from the rest of the experiment, how it is used."""

    name: MetricName
    preprocess: list[PreprocessName] | None = Field(default=None, min_length=1)
    components: list[str] | None = Field(default=None, min_length=1)
    references: list[str] | None = Field(default=None, min_length=1)


class ReferenceSpec(Part):
    """A reference setting: which references, and how several become one score."""

    name: str = Field(min_length=1)
    select: Annotated[str, known(check_selection)] = "all"
    combine: Annotated[str, known(get_combination)] = "pooled"


class ScoresSpec(Part):
    """A file of scores computed elsewhere: which of its columns, and which of its rows."""

    file: str = Field(min_length=1)
    column: str = "score"
    where: dict[str, str] = {}


class DataSpec(Part):
    """The data set and what of it is used."""

    name: str
    criteria: list[str] | None = Field(default=None, min_length=1)
    raters: str | None = None
    options: dict[str, str] = {}
    unscorable: Literal["error", "drop"] = "error"


Level = Literal["system", "segment", "global"]
IntervalMethod = Literal["fisher", "percentile", "basic", "bias-corrected", "bca", "studentised", "none"]


class CorrelationSpec(Part):
    """What is correlated, and how sure it is."""

    levels: list[Level] = Field(default=["system"], min_length=1)
    coefficients: list[Coefficient] = Field(default=["pearson", "spearman", "kendall"], min_length=1)
    interval: IntervalMethod = "percentile"
    resample: Literal["systems", "inputs", "both"] = "both"
    draws: int = Field(default=1000, ge=1, le=1_000_000)
    confidence: float = Field(default=0.95, gt=0, lt=1)

    @model_validator(mode="after")
    def _studentised_over_systems(self) -> "CorrelationSpec":
        if self.interval == "studentised" and self.resample != "systems":
            message = "a studentised interval takes its errors from the systems: resample must be 'systems'"
            raise PydanticCustomError("known", message)
        return self


def _check_test(name: str) -> str:
    if name not in ("permutation", "bootstrap"):
        DEPENDENT_TESTS.get(name)
    return name


class TestSpec(Part):
    """Which metrics are compared with which, and how.

    `against` is "best" (every metric with the best one of its column), "all" (all pairs), or the label of a
    metric. `population` is what the test shall speak of; one that it cannot speak of is refused unless
    `override` says that this is known.
    """

    __test__ = False

    method: Annotated[str, known(_check_test)] = "permutation"
    against: str = "best"
    swap: Literal["systems", "inputs", "both-cell", "both-xor"] = "systems"
    population: Literal[
        "all systems, these inputs", "these systems, all inputs", "all systems, all inputs",
        "these systems, these inputs",
    ] | None = None  # fmt: skip
    override: bool = False
    alternative: Literal["two", "greater", "less"] = "two"
    correction: Literal["none", "holm", "bh", "by", "bonferroni", "max-t"] = "holm"
    draws: int = Field(default=1000, ge=1, le=1_000_000)
    level: float = Field(default=0.05, gt=0, lt=1)


class RankingSpec(Part):
    """Which metrics rank as equals: clusters, intervals of ranks, who beats whom."""

    level: float = Field(default=0.05, gt=0, lt=1)


class CeilingSpec(Part):
    """How well the judges agree, as rows beside the metrics."""

    splits: int = Field(default=100, ge=1, le=100_000)


class RobustnessSpec(Part):
    """What a coefficient owes to single systems."""

    cut: float = Field(default=2.5, gt=0)


class TableSpec(Part):
    """How the records become a table."""

    layout: Annotated[str, known(RECIPES.get)] = "lin2004"
    digits: int = Field(default=2, ge=1, le=6)
    intervals: bool = False
