"""Calibration: what tests and intervals are worth on data like the user's own, or on a known design."""

from functools import partial

import pandas as pd
from pydantic import Field

from workbench.analyses.simulation.calibration_text import advise, recommend, write_calibration
from workbench.analyses.simulation.components import (
    DataOfRows,
    Simulated,
    choose_asked,
    fit_rows,
    require_systems_to_differ,
)
from workbench.errors import Problem, SpecError
from workbench.executor import Executor, one_blas_thread
from workbench.experiment.analysis import Analysis, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
from workbench.report.plot_checks import plot_coverage
from workbench.schema import CALIBRATION
from workbench.stats.resampling.streams import stream
from workbench.stats.simulation.calibration import (
    INTERVALS,
    IntervalRate,
    Setting,
    calibrate_intervals,
    check_setting,
)
from workbench.stats.simulation.designs import Shape, design_r, design_t
from workbench.stats.simulation.planning import apart
from workbench.stats.simulation.rejections import TESTS, RejectionRate, calibrate_tests
from workbench.stats.simulation.targets import population_value
from workbench.stats.simulation.variance_components import Components
from workbench.types import Record


class CalibrationSpec(DataOfRows):
    """What intervals and tests are worth on data like these, at system level."""

    coefficient: str = "pearson"
    """pearson, spearman or kendall."""
    shapes: list[Shape] = Field(default=["normal", "exponential"], min_length=1)
    """Of the systems' qualities; exponential: a few systems stand out; outliers: one of twelve falls far
    behind."""
    difference: float = Field(default=0.1, ge=0, lt=2)
    """Of the two correlations, Pearson's whatever the coefficient, for the power."""
    systems: int = Field(default=0, ge=0)
    """Of a replication; those of the data where nothing is said."""
    inputs: int = Field(default=0, ge=0)
    """Of a replication; those of the data where nothing is said."""
    replications: int = Field(default=1000, ge=1)
    """Simulated data sets."""
    draws: int = Field(default=299, ge=1)
    """Resamples or swaps of each."""
    level: float = Field(default=0.05, gt=0, lt=0.5)
    """Of the tests; intervals have the coverage 1 - level."""
    step: float = Field(default=0.0, ge=0)
    """Judgments are rounded to multiples of this, for ties; 0: they are not."""
    intervals: list[str] = Field(default=[*INTERVALS])
    """Which intervals; all that are known where nothing is said."""
    tests: list[str] = Field(default=[*TESTS])
    """Which tests; all that are known where nothing is said."""
    seed: int = Field(default=0, ge=0)
    """Of the simulation."""


@analysis("calibrate")
class Calibrate(Analysis):
    """Simulate data like these and say which intervals and tests are right on them, at system level.

    With one metric intervals only; with a second one tests, too: made equal for the type-I error, apart by
    `difference` for the power.
    """

    section = "calibration"
    Section = CalibrationSpec
    frames = (CALIBRATION,)
    place = 110

    def check_plan(self, plan: Plan, settings: CalibrationSpec) -> None:
        """Refuse names that the experiment does not have, and what cannot be simulated."""
        data = plan.tasks[choose_asked(plan, settings).task]
        try:
            _check_asked(settings, len(data.systems), len(data.segments))
        except SpecError as refused:
            # what is simulated has no place in a file
            placed = [each._replace(where=each.where or self.section) for each in refused.problems]
            raise SpecError(*placed) from None

    def compute(self, experiment: Experiment, settings: CalibrationSpec) -> Simulated:
        """Return how each interval and test did, columns of `CALIBRATION`."""
        fitted = fit_rows(experiment, settings)
        found = calibrate_components(fitted.components, settings, experiment.resources.executor)
        text = write_calibration(found, fitted)
        picture = partial(plot_coverage, found)
        return Simulated({"calibration": found}, _SHOWN, tuple(recommend(found)), picture, text=text)


_SHOWN = (
    "kind", "name", "population", "shape", "n_systems", "coverage", "coverage_error", "width", "type_one",
    "power", "advice",
)  # fmt: skip


def calibrate_components(
    components: Components, question: CalibrationSpec, executor: Executor
) -> pd.DataFrame:
    """Simulate data from components and return how intervals and tests did, columns of `CALIBRATION`.

    The intervals are those of the first metric's coefficient. With two metrics tests compare them: made equal
    for the type-I error, `question.difference` apart for the power (`stats.planning.apart`).

    Raises
    ------
    SpecError
        For judgments that do not differ between systems, and for a difference that is not possible.
    """
    _check(components, question)
    parts = [_intervals, *([_tests] if len(components.names) > 2 else [])]
    jobs = [partial(part, components, question, shape) for part in parts for shape in question.shapes]
    records: list[Record] = []
    # one BLAS thread: several would fight over the cores, and sums would depend on their number
    with one_blas_thread():
        for found in executor.map(lambda job: job(), jobs, "simulated"):
            records += found
    return CALIBRATION.build(advise(records))


def _check(components: Components, question: CalibrationSpec) -> None:
    """Raise a `SpecError` for what would else fail after minutes."""
    require_systems_to_differ(components)
    _check_asked(question, components.n_systems, components.n_each)
    if len(components.names) > 2:
        apart(components, question.inputs or components.n_each, question.difference)


def _check_asked(question: CalibrationSpec, n_systems: int, n_inputs: int) -> None:
    """Raise a `SpecError` for what cannot be simulated of data of so many systems and inputs."""
    if not question.shapes or not question.intervals + question.tests:
        raise SpecError(
            Problem("calibration", "nothing to simulate", allowed="a shape, and an interval or a test")
        )
    for shape in question.shapes:
        setting = _as_asked(question, n_systems, n_inputs, shape)
        check_setting(setting, tuple(question.intervals), INTERVALS, "interval")
        check_setting(setting, tuple(question.tests), TESTS, "test")


def _as_asked(question: CalibrationSpec, n_systems: int, n_inputs: int, shape: Shape) -> Setting:
    """Return what is simulated of data of so many systems and inputs."""
    return Setting(
        question.systems or n_systems,
        question.inputs or n_inputs,
        question.replications,
        question.draws,
        question.coefficient,
        shape,
        question.step,
    )


def _setting(components: Components, question: CalibrationSpec, shape: Shape) -> tuple[Setting, Record]:
    """Return what is simulated, and what all its records say of it."""
    setting = _as_asked(question, components.n_systems, components.n_each, shape)
    return setting, setting._asdict()


def _intervals(components: Components, question: CalibrationSpec, shape: Shape) -> list[Record]:
    setting, shared = _setting(components, question, shape)
    target = population_value(components, setting.n_inputs, question.coefficient, shape, question.step)
    rng = stream(question.seed, "calibrate", "intervals", shape)
    rates = calibrate_intervals(
        components, setting, target, rng, tuple(question.intervals), 1 - question.level
    )
    return [{**shared, **interval_record(rate, target, 1 - question.level)} for rate in rates]


def _tests(components: Components, question: CalibrationSpec, shape: Shape) -> list[Record]:
    setting, shared = _setting(components, question, shape)
    equal, differ = (
        calibrate_tests(
            apart(components, setting.n_inputs, difference),
            setting,
            stream(question.seed, "calibrate", "tests", shape),
            tuple(question.tests),
            question.level,
        )
        for difference in (0.0, question.difference)
    )
    return [{**shared, **_test_record(*rates, question)} for rates in zip(equal, differ, strict=True)]


def interval_record(rate: IntervalRate, target: float, nominal: float) -> Record:
    """Return what a record of `CALIBRATION` says of an interval."""
    return {
        "kind": "interval", "name": rate.name, "population": rate.population, "nominal": nominal,
        "target": target, "coverage": rate.coverage.value, "coverage_error": rate.coverage.error,
        "below": rate.below.value, "above": rate.above.value, "width": rate.width,
        "undefined": rate.undefined,
    }  # fmt: skip


def _test_record(equal: RejectionRate, differ: RejectionRate, question: CalibrationSpec) -> Record:
    return {
        "kind": "test", "name": equal.name, "population": equal.population, "nominal": question.level,
        "type_one": equal.rejected.value, "type_one_error": equal.rejected.error,
        "difference": question.difference, "power": differ.rejected.value,
        "power_error": differ.rejected.error, "undefined": equal.undefined + differ.undefined,
    }  # fmt: skip


def calibrate_design(name: str, question: CalibrationSpec, executor: Executor) -> pd.DataFrame:
    """Calibrate on a known design: T for the errors of tests, R for the coverage of intervals.

    Raises
    ------
    SpecError
        Unless the question says how many systems and inputs.
    """
    if not question.systems or not question.inputs:
        what = "nothing says how many systems and inputs"
        raise SpecError(Problem(f"design {name}", what, hint="--systems 12 --inputs 50"))
    components = design_t() if name == "T" else design_r()
    return calibrate_components(components, question, executor)
