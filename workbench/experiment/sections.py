"""The sections of an experiment file, each a frozen object whose fields are its keys."""

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from workbench.errors import SpecError
from workbench.experiment.row_coefficients import (
    GIVEN,
    PARTIAL,
    check_coefficient,
    exists_at,
    get_row_coefficient,
)
from workbench.metrics.base import get_metric
from workbench.metrics.references import check_selection, get_combination
from workbench.report.recipes import RECIPES
from workbench.stats.dependent import DEPENDENT_TESTS
from workbench.stats.intervals import FISHER
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
Coefficient = Annotated[str, known(check_coefficient)]


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


Level = Literal["system", "segment", "document", "domain", "global", "block"]
IntervalMethod = Literal[
    "fisher", "fisher-jackknife", "percentile", "basic", "bias-corrected", "bca", "studentised", "none"
]


class CorrelationSpec(Part):
    """What is correlated, and how sure it is.

    `given` holds the words of the candidates constant, beside the plain coefficient. `missing` says what
    becomes of an output without a judgment: it is left out, or named as an error.
    """

    levels: list[Level] = Field(default=["system"], min_length=1)
    coefficients: list[Coefficient] = Field(default=["pearson", "spearman", "kendall"], min_length=1)
    given: Literal["length"] | None = None
    missing: Literal["pairwise", "error"] = "pairwise"
    interval: IntervalMethod = "percentile"
    resample: Literal["systems", "inputs", "both"] = "both"
    draws: int = Field(default=1000, ge=1, le=1_000_000)
    confidence: float = Field(default=0.95, gt=0, lt=1)

    def coefficients_at(self, level: str) -> list[str]:
        """Return the coefficients that there are at a level, each followed by itself given the length."""
        return [
            name
            for coefficient in self.coefficients
            for name in (coefficient, coefficient + GIVEN)
            if exists_at(name, level) and (name == coefficient or (self.given and coefficient in PARTIAL))
        ]

    @model_validator(mode="after")
    def _coefficients_are_possible(self) -> "CorrelationSpec":
        for name in self.coefficients:
            special = get_row_coefficient(name)
            if special is not None and not set(special.levels) & set(self.levels):
                where = " or ".join(special.levels)
                raise PydanticCustomError("known", f"{name} exists at {where} level only")
            if self.interval.startswith("fisher") and name not in FISHER:
                message = f"no Fisher interval for {name}. Known: {', '.join(sorted(FISHER))}"
                raise PydanticCustomError("known", message)
        if self.given and not set(self.coefficients) & set(PARTIAL):
            message = f"given: there is a partial coefficient of {', '.join(PARTIAL)} only"
            raise PydanticCustomError("known", message)
        return self

    @model_validator(mode="after")
    def _studentised_over_systems(self) -> "CorrelationSpec":
        if self.interval == "studentised" and self.resample != "systems":
            message = "a studentised interval takes its errors from the systems: resample must be 'systems'"
            raise PydanticCustomError("known", message)
        return self


Pair = Annotated[list[str], Field(min_length=2, max_length=2)]


class UnitSpec(Part):
    """What one observation is at the level block: two systems' difference on a block of segments.

    `pairs` are the compared systems, all of them or those that are listed as [A, B]. In each of the
    assignments the segments are dealt anew to blocks of `size`, the same for all metrics. The difference is
    A - B (fixed), turned round for pairs drawn by the seed (random), or taken both ways.
    """

    kind: Literal["block"] = "block"
    size: int = Field(default=100, ge=1)
    pairs: Literal["all"] | list[Pair] = "all"
    assignments: int = Field(default=1000, ge=1, le=1_000_000)
    orientation: Literal["fixed", "random", "both"] = "random"

    @model_validator(mode="after")
    def _different_pairs(self) -> "UnitSpec":
        pairs = [] if self.pairs == "all" else [tuple(sorted(pair)) for pair in self.pairs]
        for one, other in pairs:
            if one == other:
                raise PydanticCustomError("known", f"{one} cannot be compared with itself")
            if pairs.count((one, other)) > 1:
                raise PydanticCustomError("known", f"the pair {one}, {other} is there twice")
        if self.pairs == []:
            raise PydanticCustomError("known", "there is no pair of systems")
        return self


def _check_test(name: str) -> str:
    if name not in ("permutation", "bootstrap"):
        DEPENDENT_TESTS.get(name)
    return name


Population = Literal[
    "all systems, these inputs",
    "these systems, all inputs",
    "all systems, all inputs",
    "these systems, these inputs",
]


class TestSpec(Part):
    """Which metrics are compared with which, and how.

    `against` is "best" (every metric with the best one), "all" (all pairs), or the name of a metric, followed
    by a component where it has several. `within` says among which rows: those of a column (the same
    references and preprocessing) or all of the table that share task, criterion, level and coefficient; where
    nothing is said, what the layout has in a column.
    `population` is what the test shall speak of; one that it does not speak of is refused unless `override`
    says that this is known. With a `margin` the comparison says, too, whether the difference is smaller.
    """

    __test__ = False

    method: Annotated[str, known(_check_test)] = "permutation"
    against: str = Field(default="best", min_length=1)
    within: Literal["column", "table"] | None = None
    swap: Literal["systems", "inputs", "both-cell", "both-xor"] = "systems"
    population: Population | None = None
    override: bool = False
    alternative: Literal["two", "greater", "less"] = "two"
    correction: Literal["none", "holm", "bh", "by", "bonferroni", "max-t"] = "holm"
    draws: int = Field(default=1000, ge=1, le=1_000_000)
    level: float = Field(default=0.05, gt=0, lt=0.5)
    margin: float | None = Field(default=None, gt=0, le=2)

    @model_validator(mode="after")
    def _sound(self) -> "TestSpec":
        if self.alternative != "two" and self.against == "best":
            message = "which metric is best is seen in the data, so the test of it is two-sided"
            raise PydanticCustomError("known", f"{message}; a one-sided one needs a metric named before")
        if self.correction == "max-t":
            if self.method != "permutation" or self.swap != "systems":
                message = "max-t reorders whole systems: method is 'permutation' and swap 'systems'"
                raise PydanticCustomError("known", message)
            if self.alternative != "two":
                raise PydanticCustomError("known", "max-t is two-sided: alternative is 'two'")
        return self


class RankingSpec(Part):
    """Which metrics rank as equals: clusters, intervals of ranks, who beats whom.

    Tests, their correction and the rows that are ranked together are those of the section `test`.
    """

    confidence: float = Field(default=0.95, gt=0, lt=1)


class CeilingSpec(Part):
    """How well the judges agree: rows beside the metrics, and correlations without the judges' noise.

    `over` is what reliability is about: would another panel (raters) or would other inputs (segments) say
    the same? At most `splits` pairs of halves are compared.
    """

    over: Literal["raters", "segments"] = "raters"
    splits: int = Field(default=100, ge=1, le=100_000)


class RobustnessSpec(Part):
    """What a coefficient owes to single systems, and what is left of it among the best and the close ones.

    `cut` is the distance from the median, in robust standard deviations, beyond which a system is an outlier;
    `steps` is the number of points of the curve over close pairs.
    """

    cut: float = Field(default=2.5, gt=0)
    steps: int = Field(default=10, ge=1, le=1000)


class TableSpec(Part):
    """How the records become a table."""

    layout: Annotated[str, known(RECIPES.get)] = "lin2004"
    digits: int = Field(default=2, ge=1, le=6)
    intervals: bool = False
