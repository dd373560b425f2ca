"""The sections of an experiment file that say what is asked of the scores, and how the answer is laid out."""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from workbench.experiment.row_coefficients import (
    PARTIAL,
    Coefficient,
    check_coefficient,
    find_special,
    get_row_coefficient,
)
from workbench.experiment.sections import ONCE, Section, known
from workbench.report.layouts import LAYOUTS
from workbench.stats.intervals.bootstrap_intervals import POPULATIONS
from workbench.stats.intervals.fisher import FISHER

if TYPE_CHECKING:
    from workbench.experiment.levels.base import Level


def _level(name: str) -> "Level":
    # levels know rows, and rows know the plan, which knows this section
    from workbench.experiment.levels.base import get_level

    return get_level(name)


CoefficientName = Annotated[str, known(check_coefficient)]
LevelName = Annotated[str, known(_level)]
MadeInterval = Literal[
    "fisher",
    "fisher-jackknife",
    "jackknife",
    "percentile",
    "basic",
    "bias-corrected",
    "bca",
    "studentised",
    "none",
]
UNDRAWN = ("fisher", "fisher-jackknife", "jackknife", "none")
"""Those that need no draws; they take the systems for a sample, and the inputs as they are."""
IntervalMethod = Literal["recommended", MadeInterval]
Population = Literal[
    "all systems, these inputs",
    "these systems, all inputs",
    "all systems, all inputs",
    "these systems, these inputs",
]

Missing = Literal["pairwise", "complete", "all", "error"]


class CorrelationSpec(Section):
    """What is correlated, and how sure it is."""

    levels: Annotated[list[LevelName], ONCE] = Field(default=["system"], min_length=1)
    """system; segment, document (over the systems of each, then the mean); within-system (over the segments
    of each system, then the mean); domain (systems in each, then the mean); global (all cells); block."""
    coefficients: Annotated[list[CoefficientName], ONCE] = Field(
        default=["pearson", "spearman", "kendall"], min_length=1
    )
    """Also kendall-a, kendall-c, pairwise-accuracy, soft-pairwise-accuracy, acc-eq, acc-eq-calibrated and
    others: an unknown name is told all. With parameters where they have some; of your own what
    `workbench.coefficient` made one."""
    given: Literal["length"] | None = None
    """length: Pearson, Spearman and Kendall also with the words of the candidates held constant; at system,
    segment and global level."""
    missing: Missing = "pairwise"
    """On which outputs metric and people are held against each other: those that were judged (pairwise), the
    segments judged for every system (complete), or the metric's on all, as WMT has it (all); error: an output
    without a judgment is named."""
    interval: IntervalMethod = "recommended"
    """recommended: fisher-jackknife where it exists (Pearson, Spearman and Kendall at system level, unless
    inputs alone are resampled), jackknife for soft pairwise accuracy, else percentile. Or one for all: a
    bootstrap (percentile, basic, bias-corrected, bca, studentised), Fisher's z, fisher-jackknife (the wider
    of Fisher's z and the jackknife's over systems), jackknife (over systems), or none."""
    resample: Literal["systems", "inputs", "both"] = "both"
    """What a bootstrap draws, of what was judged, and so what the interval speaks of."""
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

    def interval_at(self, level: str, coefficient: Coefficient) -> MadeInterval:
        """Return the method of the intervals of a coefficient at a level.

        Examples
        --------
        >>> settings = CorrelationSpec()
        >>> settings.interval_at("system", Coefficient("kendall"))
        'fisher-jackknife'
        >>> settings.interval_at("segment", Coefficient("kendall"))
        'percentile'
        """
        if self.interval != "recommended":
            return self.interval
        special = find_special(coefficient)
        if special is not None and special.interval is not None:
            return "jackknife"
        known = coefficient.name in FISHER and not coefficient.given and self.resample != "inputs"
        exists = known and _level(level).of_systems
        return "fisher-jackknife" if exists else "percentile"

    @property
    def methods(self) -> list[MadeInterval]:
        """The methods of the intervals that are asked for."""
        each = [
            self.interval_at(level, name) for level in self.levels for name in self.coefficients_at(level)
        ]
        return list(dict.fromkeys(each))

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
        if self.given and not any(_level(name).holds_constant for name in self.levels):
            message = f"given: not at {' or '.join(self.levels)} level, where nothing is held constant"
            raise PydanticCustomError("known", message)
        return self

    @model_validator(mode="after")
    def _speaks_of_what_is_asked(self) -> "CorrelationSpec":
        if self.population is None:
            return self
        if self.interval == "none":
            raise PydanticCustomError("known", "population: there are no intervals to speak of it")
        for method in self.methods:
            self._check_population(method)
        return self

    def _check_population(self, method: str) -> None:
        speaks = POPULATIONS["systems" if method in UNDRAWN else self.resample]
        if self.population != speaks:
            drawn = next((name for name, about in POPULATIONS.items() if about == self.population), "")
            chosen = self.interval == "recommended" and method in UNDRAWN
            bootstrap = "interval = 'percentile' and" if chosen else "a bootstrap with"
            remedy = f"; use {bootstrap} resample = '{drawn}'" if drawn else ""
            what = f"asked for '{self.population}', and these intervals speak of '{speaks}'"
            raise PydanticCustomError("known", f"population: {what}{remedy}")

    @model_validator(mode="after")
    def _studentised_over_systems(self) -> "CorrelationSpec":
        if self.interval == "studentised" and self.resample != "systems":
            message = "a studentised interval takes its errors from the systems: resample must be 'systems'"
            raise PydanticCustomError("known", message)
        return self


SystemPair = Annotated[list[str], Field(min_length=2, max_length=2)]


def _check_sizes(size: object) -> object:
    sizes = size if isinstance(size, list) else [size]
    if not sizes or any(type(each) is not int or each < 1 for each in sizes):
        raise PydanticCustomError("known", "a whole number, 1 or more, or a list of such numbers")
    if len(set(sizes)) < len(sizes):
        raise PydanticCustomError("known", "a size is there twice")
    return size


class UnitSpec(Section):
    """What one observation is at the level block: two systems' difference on a block of segments."""

    size: Annotated[int | list[int], BeforeValidator(_check_sizes)] = 100
    """Segments of a block; a remainder is not used. Of several sizes each has its records."""
    pairs: Literal["all"] | list[SystemPair] = "all"
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


class TableSpec(Section):
    """How the records become a table."""

    layout: Annotated[str, known(LAYOUTS.get)] = "standard"
    """standard, lin2004, galley2015, wmt, block-sizes, by-coefficient or another one of `LAYOUTS`."""
    digits: int | None = Field(default=None, ge=1, le=6)
    """Decimals that are printed; as many as the layout has where nothing is said."""
    intervals: bool | None = None
    """Print the intervals, too; as the layout has it where nothing is said: the standard one where there is
    room."""
    coefficients: list[CoefficientName] | None = Field(default=None, min_length=1)
    """Those that are printed; all where nothing is said. The records have all of them in any case."""
