"""The sections of an experiment file that say what is asked of the scores, and how the answer is laid out."""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from workbench.errors import Problem, SpecError, suggest
from workbench.experiment.row_coefficients import PARTIAL, Coefficient, check_coefficient, get_row_coefficient
from workbench.experiment.sections import MetricName, Part, known
from workbench.report.recipes import RECIPES
from workbench.stats.dependent import DEPENDENT_TESTS
from workbench.stats.intervals import FISHER

if TYPE_CHECKING:
    from workbench.experiment.levels.base import Level


def _level(name: str) -> "Level":
    # levels know rows, and rows know the plan, which knows this section
    from workbench.experiment.levels.base import get_level

    return get_level(name)


CoefficientName = Annotated[str, known(check_coefficient)]
LevelName = Annotated[str, known(_level)]
IntervalMethod = Literal[
    "fisher", "fisher-jackknife", "percentile", "basic", "bias-corrected", "bca", "studentised", "none"
]
Population = Literal[
    "all systems, these inputs",
    "these systems, all inputs",
    "all systems, all inputs",
    "these systems, these inputs",
]


class CorrelationSpec(Part):
    """What is correlated, and how sure it is."""

    levels: list[LevelName] = Field(default=["system"], min_length=1)
    """system; segment, document (over the systems of each, then the mean); within-system (over the segments
    of each system, then the mean); domain (systems in each, then the mean); global (all cells); block."""
    coefficients: list[CoefficientName] = Field(default=["pearson", "spearman", "kendall"], min_length=1)
    """Names, with parameters where they have some; of your own what `workbench.coefficient` made one."""
    given: Literal["length"] | None = None
    """length: Pearson, Spearman and Kendall also with the words of the candidates held constant."""
    missing: Literal["pairwise", "error"] = "pairwise"
    """An output without a judgment: left out, or named as an error."""
    interval: IntervalMethod = "percentile"
    """A bootstrap (percentile, basic, bias-corrected, bca, studentised), Fisher's z, or none."""
    resample: Literal["systems", "inputs", "both"] = "both"
    """What a bootstrap draws, and so what the interval speaks of."""
    population: Population | None = None
    """What the intervals shall speak of; refused where they do not."""
    draws: int = Field(default=1000, ge=1, le=1_000_000)
    """Bootstrap draws."""
    confidence: float = Field(default=0.95, gt=0, lt=1)
    """Nominal coverage of the intervals."""

    def coefficients_at(self, level: str) -> list[Coefficient]:
        """Return the coefficients that there are at a level, each followed by itself given the length."""
        constant = ["", self.given] if self.given else [""]
        every = [Coefficient(name, given) for name in self.coefficients for given in constant]
        return [coefficient for coefficient in every if _level(level).has(coefficient)]

    @property
    def parts(self) -> list[str]:
        """What the data have to say of each segment for these levels: its document, its domain."""
        return [part for name in self.levels if (part := _level(name).part)]

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


def _check_sizes(size: object) -> object:
    sizes = size if isinstance(size, list) else [size]
    if not sizes or any(type(each) is not int or each < 1 for each in sizes):
        raise PydanticCustomError("known", "a whole number, 1 or more, or a list of such numbers")
    if len(set(sizes)) < len(sizes):
        raise PydanticCustomError("known", "a size is there twice")
    return size


class UnitSpec(Part):
    """What one observation is at the level block: two systems' difference on a block of segments."""

    kind: Literal["block"] = "block"
    """The only kind there is."""
    size: Annotated[int | list[int], BeforeValidator(_check_sizes)] = 100
    """Segments of a block; a remainder is not used. Of several sizes each has its records."""
    pairs: Literal["all"] | list[Pair] = "all"
    """The compared systems: all pairs, or those that are listed as [A, B]."""
    assignments: int = Field(default=1000, ge=1, le=1_000_000)
    """How often all segments are dealt anew to blocks, the same way for all metrics; the mean is taken."""
    orientation: Literal["fixed", "random", "both"] = "random"
    """The difference is A - B, turned round for pairs drawn by the seed, or taken both ways."""

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

    @property
    def sizes(self) -> list[int]:
        """The sizes of a block, one or several."""
        return self.size if isinstance(self.size, list) else [self.size]


def _check_test(name: str) -> str:
    known_tests = ("permutation", "bootstrap", *DEPENDENT_TESTS)
    if name not in known_tests:
        raise SpecError(Problem("", f"unknown test {name!r}", hint=suggest(name, known_tests)))
    return name


class TestSpec(Part):
    """Which metrics are compared with which, and how."""

    __test__ = False

    method: Annotated[str, known(_check_test)] = "permutation"
    """permutation, bootstrap, or a test of dependent correlations: williams1959, steiger1980, ..."""
    against: str = Field(default="best", min_length=1)
    """best (every metric with the best one), all (all pairs), or a metric, with a component: "rouge-2 f"."""
    pairs: list[Annotated[list[str], Field(min_length=2, max_length=2)]] | None = Field(
        default=None, min_length=1
    )
    """In place of `against`: these pairs, chosen before the data were seen; a reference setting may be named:
    ["delta-bleu", "bleu(order=2)"], ["delta-bleu @ all", "delta-bleu @ shuffled"]."""
    within: Literal["column", "table"] | None = None
    """Rows of a column (same references and preprocessing) or of the table; as the layout where not said."""
    swap: Literal["systems", "inputs", "both-cell", "both-xor"] = "systems"
    """What a permutation swaps."""
    population: Population | None = None
    """What the test shall speak of; refused where it does not."""
    override: bool = False
    """Known and meant: the test does not speak of the population that is asked for."""
    alternative: Literal["two", "greater", "less"] = "two"
    """Two-sided, or one-sided with a metric named before."""
    correction: Literal["none", "holm", "bh", "by", "bonferroni", "max-t"] = "holm"
    """Over all tests of a task, criterion, level and coefficient."""
    draws: int = Field(default=1000, ge=1, le=1_000_000)
    """Swaps or draws; all patterns are taken where there are no more."""
    level: float = Field(default=0.05, gt=0, lt=0.5)
    """Of significance; intervals of the difference cover 1 - level."""
    margin: float | None = Field(default=None, gt=0, le=2)
    """Also test whether the difference is smaller than this (TOST)."""

    @property
    def rivals(self) -> str:
        """What is compared: best, all, a metric's name, or pairs."""
        return self.against if self.pairs is None else "pairs"

    @model_validator(mode="after")
    def _sound(self) -> "TestSpec":
        if self.pairs is not None and self.against != "best":
            raise PydanticCustomError("known", "what is compared is said by against or by pairs, not by both")
        if self.alternative != "two" and self.rivals == "best":
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
    """Nominal coverage of the intervals of ranks."""


class CeilingSpec(Part):
    """How well the judges agree: rows beside the metrics, and correlations without the judges' noise."""

    over: Literal["raters", "segments"] = "raters"
    """What is split in halves for the reliability: would another panel say the same, or other inputs?"""
    splits: int = Field(default=100, ge=1, le=100_000)
    """Pairs of halves; all of them where there are no more."""
    disattenuated: bool = True
    """A row for each metric with its system-level correlation without the judges' noise."""


class ReferenceChoiceSpec(Part):
    """What the choice of references does to each system-level coefficient."""

    metrics: list[MetricName] | None = Field(default=None, min_length=1)
    """Which metrics; all where nothing is said."""
    references: list[str] | None = Field(default=None, min_length=1)
    """Which reference settings; all with two references or more where nothing is said."""
    by: Literal["name", "segment"] = "name"
    """name: references of one name belong together (the work of one person or system); segment: they have
    nothing in common but the name, and are dealt anew in each segment."""
    sizes: list[Annotated[int, Field(ge=1)]] = Field(default=[1], min_length=1)
    """How many references a subset has; sizes that a setting does not have are left out."""
    subsets: int = Field(default=30, ge=2, le=10_000)
    """All subsets of a size, or a sample of so many where there are more."""


class RobustnessSpec(Part):
    """What a coefficient owes to single systems, and what is left of it among the best and the close ones."""

    cut: float = Field(default=2.5, gt=0)
    """Distance from the median, in robust standard deviations, beyond which a system is an outlier."""
    steps: int = Field(default=10, ge=1, le=1000)
    """Points of the curve over close pairs."""


class TableSpec(Part):
    """How the records become a table."""

    layout: Annotated[str, known(RECIPES.get)] = "lin2004"
    """lin2004, galley2015, wmt or block-sizes."""
    digits: int = Field(default=2, ge=1, le=6)
    """Decimals that are printed."""
    intervals: bool = False
    """Print the intervals, too."""


class FigureSpec(Part):
    """A picture of the records beside the table: coefficients along what changes, a curve for each metric."""

    x: Literal["threshold", "block-size", "order"]
    """threshold: least weight of the references; block-size: of unit.size; order: of n-grams."""
    title: str = ""
    """Over the panel; figures drawn side by side are lettered."""
