"""The section ``[test]``: which metrics are compared with which, and how."""

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from workbench.errors import Problem, SpecError, suggest
from workbench.experiment.correlation import Population, SystemPair
from workbench.experiment.sections import Section, known
from workbench.stats.tests.dependent import DEPENDENT_TESTS
from workbench.stats.tests.reach import Correction
from workbench.stats.tests.swapped import SwapStatistic


def _check_test(name: str) -> str:
    known_tests = ("permutation", "bootstrap", *DEPENDENT_TESTS)
    if name not in known_tests:
        raise SpecError(Problem("", f"unknown test {name!r}", hint=suggest(name, known_tests)))
    return name


class TestSpec(Section):
    """Which metrics are compared with which, and how."""

    __test__ = False

    method: Annotated[str, known(_check_test)] = "permutation"
    """permutation, bootstrap, or a test of dependent correlations: williams1959, steiger1980, ..."""
    against: str = Field(default="best", min_length=1)
    """best (every metric with the best one), all (all pairs), or a metric, with a component: "rouge-2 f"."""
    pairs: list[SystemPair] | None = Field(default=None, min_length=1)
    """In place of `against`: these pairs, chosen before the data were seen; a reference setting may be named:
    ["delta-bleu", "bleu(order=2)"], ["delta-bleu @ all", "delta-bleu @ shuffled"]."""
    within: Literal["column", "table"] = "table"
    """Which rows are compared: all of the table, or only those of a column (same references and
    preprocessing)."""
    swap: Literal["systems", "inputs", "both-cell", "both-xor"] = "systems"
    """What a permutation swaps."""
    statistic: SwapStatistic = "studentised"
    """What a permutation compares. studentised: the difference divided by its jackknife error over what is
    swapped, of scores on the scale of what is correlated; for Pearson's coefficients of systems and of all
    cells the difference of Fisher's z. Not divided are, at system level, differences of coefficients of the
    order alone (all but Pearson's, robust ones and your own) where systems are swapped, by their ranks, and
    where inputs or cells are swapped all but Pearson's. difference: that of scores standard over cells
    (nlpstats), over systems where a metric has scores of systems alone. `compared` in comparisons.csv says
    which it was."""
    population: Population | None = None
    """What the test shall speak of; refused where it does not."""
    override: bool = False
    """Known and meant: the test does not speak of the population that is asked for."""
    alternative: Literal["two", "greater", "less"] = "two"
    """Two-sided, or one-sided, for pairs chosen before the data were seen: greater is that the first metric
    of a pair (column metric) agrees better than the second (against_metric), less that it agrees worse. First
    is the one that stands first in `pairs`, with against = "all" in `metrics`; a metric that `against` names
    is the second one of every pair."""
    correction: Correction | None = None
    """Over all tests of a task, criterion, level and coefficient; not over several of these. Where nothing
    is said: max-t (the largest statistic under the same swaps) for a permutation, else holm. Where
    differences are not studentised (ranks at system level) the pair with the most noise decides what is
    largest, and holm may show more of metrics that are alike: choose before looking."""
    draws: int | None = Field(default=None, ge=1, le=1_000_000)
    """Swaps of a permutation; all patterns are taken where there are no more. Where nothing is said: 1,000,
    or as many as let a p-value that is corrected for all tests be below the level. Also the draws of a
    bootstrap, or of ranks, where correlation.interval draws none."""
    level: float = Field(default=0.05, gt=0, lt=0.5)
    """Of significance; intervals of the difference cover 1 - level."""
    simultaneous: bool = False
    """Whether the intervals of all differences of a family cover together, and not each alone: Bonferroni's
    of Zou's, or the sup-t band of a bootstrap."""
    margin: float | None = Field(default=None, gt=0, le=2)
    """Also test whether the difference is smaller than this (TOST)."""

    @property
    def rivals(self) -> str:
        """What is compared: best, all, a metric's name, or pairs."""
        return self.against if self.pairs is None else "pairs"

    @property
    def adjusted_by(self) -> Correction:
        """The correction, where none was asked for the one that fits the method."""
        return self.correction or ("max-t" if self.method == "permutation" else "holm")

    @model_validator(mode="after")
    def _sound(self) -> "TestSpec":
        if self.pairs is not None and self.against != "best":
            raise PydanticCustomError("known", "what is compared is said by against or by pairs, not by both")
        if self.alternative != "two" and self.rivals == "best":
            message = "which metric is best is seen in the data, so the test of it is two-sided"
            raise PydanticCustomError("known", f"{message}; a one-sided one needs a metric named before")
        if self.correction == "max-t" and self.method != "permutation":
            message = "max-t is the largest statistic under the same swaps: method is 'permutation'"
            raise PydanticCustomError("known", message)
        if self.method != "permutation":
            for name, what in (("swap", "swaps"), ("statistic", "compares")):
                if getattr(self, name) != type(self).model_fields[name].default:
                    message = f"{name} is what a permutation {what}, and method is '{self.method}'"
                    raise PydanticCustomError("known", message)
        if self.within == "column" and self.rivals not in ("best", "all"):
            message = "within is for against = 'best' or 'all': here it is said which pairs are compared"
            raise PydanticCustomError("known", message)
        return self
