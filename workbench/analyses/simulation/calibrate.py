"""Calibration: what tests and intervals are worth on data like the user's own, or on a known design."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

import pandas as pd
from threadpoolctl import threadpool_limits

from workbench.analyses.simulation.calibration_text import advise, write_calibration
from workbench.analyses.simulation.components import Fitted, fit_plan, read_plan, require_systems_to_differ
from workbench.errors import Problem, SpecError
from workbench.executor import Executor, Serial
from workbench.experiment.store import Store
from workbench.schema import CALIBRATION
from workbench.stats.calibration import INTERVALS, IntervalRate, Setting, calibrate_intervals, check_setting
from workbench.stats.designs import Shape, design_r, design_t
from workbench.stats.planning import apart
from workbench.stats.rejections import TESTS, RejectionRate, calibrate_tests
from workbench.stats.streams import stream
from workbench.stats.targets import population_value
from workbench.stats.variance_components import Components

Record = dict[str, object]
Design = Literal["T", "R"]


class Question(NamedTuple):
    """What is asked of a calibration, beside the components; sizes of 0 are those of the data."""

    n_systems: int = 0
    n_inputs: int = 0
    replications: int = 1000
    draws: int = 299
    coefficient: str = "pearson"
    shapes: tuple[Shape, ...] = ("normal", "exponential")
    difference: float = 0.1
    nominal: float = 0.05
    seed: int = 0
    step: float = 0.0
    intervals: tuple[str, ...] = INTERVALS
    tests: tuple[str, ...] = TESTS


def calibrate_components(components: Components, question: Question, executor: Executor) -> pd.DataFrame:
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
    with threadpool_limits(1):
        for found in executor.map(lambda job: job(), jobs, "simulated"):
            records += found
    return CALIBRATION.build(advise(records))


def _check(components: Components, question: Question) -> None:
    """Raise a `SpecError` for what would else fail after minutes."""
    require_systems_to_differ(components)
    if not question.shapes or not question.intervals + question.tests:
        raise SpecError(Problem("", "nothing to simulate", allowed="a shape, and an interval or a test"))
    if not 0 <= question.difference < 2:
        allowed = "0 or more, below 2"
        raise SpecError(Problem("", "no difference of correlations", question.difference, allowed))
    if question.step < 0:
        raise SpecError(Problem("", "judgments cannot be rounded to this", question.step, "0 or more"))
    for shape in question.shapes:
        setting, _ = _setting(components, question, shape)
        check_setting(setting, question.intervals, INTERVALS, "interval")
        check_setting(setting, question.tests, TESTS, "test")
        if len(components.names) > 2:
            apart(components, setting.n_inputs, question.difference)


def _setting(components: Components, question: Question, shape: Shape) -> tuple[Setting, Record]:
    """Return what is simulated, and what all its records say of it."""
    setting = Setting(
        question.n_systems or components.n_systems,
        question.n_inputs or components.n_inputs,
        question.replications,
        question.draws,
        question.coefficient,
        shape,
        question.step,
    )
    return setting, setting._asdict()


def _intervals(components: Components, question: Question, shape: Shape) -> list[Record]:
    setting, shared = _setting(components, question, shape)
    target = population_value(components, setting.n_inputs, question.coefficient, shape, question.step)
    rng = stream(question.seed, "calibrate", "intervals", shape)
    rates = calibrate_intervals(components, setting, target, rng, question.intervals, 1 - question.nominal)
    return [{**shared, **_interval_record(rate, target, 1 - question.nominal)} for rate in rates]


def _tests(components: Components, question: Question, shape: Shape) -> list[Record]:
    setting, shared = _setting(components, question, shape)
    equal, differ = (
        calibrate_tests(
            apart(components, setting.n_inputs, difference),
            setting,
            stream(question.seed, "calibrate", "tests", shape),
            question.tests,
            question.nominal,
        )
        for difference in (0.0, question.difference)
    )
    return [{**shared, **_test_record(*rates, question)} for rates in zip(equal, differ, strict=True)]


def _interval_record(rate: IntervalRate, target: float, nominal: float) -> Record:
    return {
        "kind": "interval", "name": rate.name, "population": rate.population, "nominal": nominal,
        "target": target, "coverage": rate.coverage.value, "coverage_error": rate.coverage.error,
        "below": rate.below.value, "above": rate.above.value, "width": rate.width,
        "undefined": rate.undefined,
    }  # fmt: skip


def _test_record(equal: RejectionRate, differ: RejectionRate, question: Question) -> Record:
    return {
        "kind": "test", "name": equal.name, "population": equal.population, "nominal": question.nominal,
        "type_one": equal.rejected.value, "type_one_error": equal.rejected.error,
        "difference": question.difference, "power": differ.rejected.value,
        "power_error": differ.rejected.error, "undefined": equal.undefined + differ.undefined,
    }  # fmt: skip


class Calibration(NamedTuple):
    """A calibration: records, columns of `CALIBRATION`, and the components of the data, if there are any."""

    records: pd.DataFrame
    fitted: Fitted | None

    def write(self, format: Literal["text", "csv"]) -> str:
        """Return it for people, or as CSV."""
        if format == "csv":
            return str(self.records.to_csv(index=False, lineterminator="\n"))
        return write_calibration(self.records, self.fitted) + "\n"


def calibrate_design(name: Design, question: Question, executor: Executor = Serial()) -> Calibration:
    """Calibrate on a known design: T for the errors of tests, R for the coverage of intervals.

    Raises
    ------
    SpecError
        Unless the question says how many systems and inputs.
    """
    if not question.n_systems or not question.n_inputs:
        what = "nothing says how many systems and inputs"
        raise SpecError(Problem(f"design {name}", what, hint="--systems 12 --inputs 50"))
    components = design_t() if name == "T" else design_r()
    return Calibration(calibrate_components(components, question, executor), None)


def calibrate_experiment(
    experiment: str | Path,
    question: Question,
    *,
    data: str | Path | None,
    cache: str | Path,
    metrics: Sequence[str] = (),
    criterion: str | None = None,
    task: str | None = None,
    executor: Executor = Serial(),
) -> Calibration:
    """Calibrate on the components of an experiment's data; see `fit_plan`."""
    plan = read_plan(experiment, data)
    fitted = fit_plan(plan, Store(Path(cache)), metrics, criterion, task)
    return Calibration(calibrate_components(fitted.components, question, executor), fitted)
