"""Which systems and inputs a test speaks of, and whether these are the ones that were asked for."""

from pydantic_core import PydanticCustomError

from workbench.analyses.compare.section import TestSpec
from workbench.experiment.correlation import CorrelationSpec
from workbench.report.layouts.labels import RESAMPLED
from workbench.stats.intervals.bootstrap_intervals import POPULATIONS as DRAWN
from workbench.stats.tests.swaps import POPULATIONS as SWAPPED

_SPEAKS = {
    DRAWN["systems"]: "method = 'permutation' with swap = 'systems', or 'williams1959'",
    DRAWN["inputs"]: "method = 'permutation' with swap = 'inputs'",
    DRAWN["both"]: "method = 'bootstrap' with correlation.resample = 'both'",
}
_ADJUSTED = {
    "max-t": "max-t",
    "bh": "Benjamini-Hochberg",
    "by": "Benjamini-Yekutieli",
    "none": "no correction",
}


def population_of(test: TestSpec, resample: str) -> str:
    """Return what a test speaks of.

    A test of dependent correlations takes the systems for a sample and the inputs as they are.

    Examples
    --------
    >>> population_of(TestSpec(swap="both-cell"), "both"), population_of(TestSpec(method="bootstrap"), "both")
    ('these systems, all inputs', 'all systems, all inputs')
    """
    if test.method == "permutation":
        return SWAPPED[test.swap]
    return DRAWN[resample if test.method == "bootstrap" else "systems"]


def population_asked(test: TestSpec, resample: str) -> str:
    """Return the population that was asked for, where it is another one than the test's; else ""."""
    asked = test.population or ""
    return "" if asked == population_of(test, resample) else asked


def resampled_by(test: TestSpec, resample: str) -> str:
    """Return what a test swaps or draws, "none" for a formula."""
    return {"permutation": test.swap, "bootstrap": resample}.get(test.method, "none")


def check_population(test: TestSpec, correlation: CorrelationSpec) -> None:
    """Refuse a test that does not speak of the population that was asked for, unless that is overridden."""
    asked = population_asked(test, correlation.resample)
    if not asked or test.override:
        return
    speaks = population_of(test, correlation.resample)
    none = "no test does: where nothing is a sample, a difference is what it is"
    remedy = f"use {_SPEAKS[asked]}" if asked in _SPEAKS else none
    what = f"test.population: asked for '{asked}', and this test speaks of '{speaks}'"
    raise PydanticCustomError("known", f"{what}; {remedy}, or say override = true")


def describe_test(test: TestSpec, resample: str) -> str:
    """Return how a test was made, as the notes of a table say it.

    Examples
    --------
    >>> describe_test(TestSpec(), "both")
    'permutation of systems; population: all systems, these inputs; max-t; level 0.05'
    """
    of = resampled_by(test, resample)
    how = test.method if of == "none" else f"{test.method} of {RESAMPLED.get(of, of)}"
    parts = [how, f"population: {population_of(test, resample)}"]
    asked = population_asked(test, resample)
    if asked:
        parts.append(f"overridden: asked for {asked}")
    parts += [_ADJUSTED.get(test.adjusted_by, test.adjusted_by), f"level {test.level:g}"]
    return "; ".join(parts)
