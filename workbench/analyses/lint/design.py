"""Rules for what an experiment asks for, and for what a table of results says was done."""

from collections.abc import Iterator
from fnmatch import fnmatchcase

from workbench.analyses.compare.populations import population_of
from workbench.analyses.compare.section import TestSpec
from workbench.analyses.lint.rules import Firing, Subject, rule
from workbench.experiment.spec import Spec
from workbench.registry import read_name

_FIXED = "these systems"
_BOOTSTRAPS = ("percentile", "basic", "bias-corrected", "bca", "studentised")


def _experiment(subject: Subject) -> Spec | None:
    return subject.plan.spec if subject.plan else None


def _test(subject: Subject) -> TestSpec | None:
    spec = _experiment(subject)
    test = None if spec is None else spec.section("test")
    return test if isinstance(test, TestSpec) else None


@rule(
    "human-ties-discordant",
    effect="Calling human ties discordant lowers the coefficient of every metric, a perfect one included",
    size=".333 instead of .8165",
    remedy="leave human ties out (tau-14), divide by them (kendall) or reward them (acc-eq)",
)
def human_ties_discordant(subject: Subject) -> Iterator[Firing]:
    """Find coefficients that call human ties discordant."""
    spec = _experiment(subject)
    for number, name in enumerate(spec.correlation.coefficients if spec else []):
        parameters = read_name(name).parameters
        if parameters.get("human_ties") is True and parameters.get("threshold") == 0:
            yield Firing(f"correlation.coefficients[{number}]", f"{name} calls human ties discordant")
    for row in subject.reported:
        if row.text("ties") == "discordant" and "spa" not in row.text("coefficient"):
            yield Firing(row.place, "human ties count as discordant")


@rule(
    "systems-fixed",
    effect="With the systems fixed an interval or a test says nothing about other systems, yet it is read so",
    size="coverage .50 to .56 of a 95 % interval, type-I error .61 to .75 at a level of .05",
    remedy="resample (swap) systems or both; if it is meant, say population = 'these systems, all inputs'",
)
def systems_fixed(subject: Subject) -> Iterator[Firing]:
    """Find intervals and tests that keep the systems and do not say so."""
    spec = _experiment(subject)
    if spec is not None:
        settings, test = spec.correlation, _test(subject)
        drawn = any(method in _BOOTSTRAPS for method in settings.methods)
        if settings.resample == "inputs" and drawn and not settings.population:
            what = (
                "the intervals resample inputs and keep the systems; the population that is meant: not stated"
            )
            yield Firing("correlation.resample", what)
        if test is not None and population_of(test, settings.resample).startswith(_FIXED):
            meant: str = test.population or "not stated"
            if not meant.startswith(_FIXED):
                key = "test.swap" if test.method == "permutation" else "test.method"
                yield Firing(key, f"the test keeps the systems; the population that is meant: {meant}")
    for row in subject.reported:
        if row.text("resampled") == "inputs" and _FIXED not in row.text("population"):
            meant = row.text("population") or "not stated"
            yield Firing(row.place, f"inputs were drawn, systems were not; the population is {meant}")


@rule(
    "many-tests",
    effect="Of many uncorrected tests some are significant by chance",
    size="of 20 independent tests at a level of .05 where nothing is to be found, one or more rejects in .64",
    remedy="correct for their number: max-t, holm or bh",
)
def many_tests(subject: Subject) -> Iterator[Firing]:
    """Find families of two tests or more without correction."""
    test = _test(subject)
    if test is not None and test.correction == "none":
        number = _n_tests(subject)
        if number > 1:
            yield Firing("test.correction", f"{number} tests, not corrected")
    for group in subject.groups:
        uncorrected = [row for row in group if row.text("p") and row.text("correction") in ("", "none", "no")]
        if len(uncorrected) > 1:
            yield Firing(uncorrected[0].place, f"{len(uncorrected)} tests, not corrected")


def _n_tests(subject: Subject) -> int:
    """Count the tests: those that were made, or else the metrics that stand against each other."""
    if subject.comparisons is not None:
        return int(subject.comparisons["p"].notna().sum())
    return len(subject.rows) - 1


@rule(
    "p-zero",
    effect="A p of 0 says that something is impossible, and stays 0 whatever it is multiplied by",
    size="0 instead of (1 + hits) / (1 + draws): no number of draws shows a p of 0",
    remedy="print (1 + hits) / (1 + draws), or p < .001 where a small number was rounded away",
)
def p_zero(subject: Subject) -> Iterator[Firing]:
    """Find p-values of 0."""
    if subject.comparisons is not None:
        for place, p in enumerate(subject.comparisons["p"]):
            if p == 0:
                yield Firing(f"comparisons[{place}]", "p = 0")
    for row in subject.reported:
        p = row.number("p")
        if p is not None and p.value == 0:
            draws = row.text("draws")
            yield Firing(row.place, f"p = {row.text('p')}" + (f" of {draws} draws" if draws else ""))


@rule(
    "human-reliability-ignored",
    effect="Without the judges' own agreement nobody knows whether a low coefficient is the metric's fault",
    size="SummEval consistency: an expert against the others has tau .878, crowd against experts -.14 to .14",
    remedy="ask for a [ceiling] section: the judges in the same table (of one rater with over = 'segments')",
)
def human_reliability_ignored(subject: Subject) -> Iterator[Firing]:
    """Find experiments without a [ceiling] section, and tables with an empty reliability."""
    plan = subject.plan
    # of blocks there is no ceiling that could be asked for
    if plan is not None and plan.spec.section("ceiling") is None and plan.spec.unit is None:
        patterns = plan.evalset.card.raters[plan.raters]
        names = plan.evalset.judgments["rater"].unique()
        raters = sum(any(fnmatchcase(name, pattern) for pattern in patterns) for name in names)
        known = f"{raters} raters judged" if raters > 1 else "the data have one rater's judgments"
        yield Firing("ceiling", f"{known}, and no row says how well judgments agree")
    for row in subject.reported:
        reliability = row.cells.get("reliability")
        if reliability is not None and not reliability.strip():
            yield Firing(row.place, "the reliability of the judgments is not known")
