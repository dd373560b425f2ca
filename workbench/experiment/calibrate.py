"""Calibration: what tests and intervals are worth on data like the user's own, or on a known design."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import pandas as pd
from threadpoolctl import threadpool_limits

from workbench.errors import Problem, SpecError
from workbench.experiment.calibration_text import advise, write_calibration
from workbench.experiment.components import Fitted, fit_plan, read_plan
from workbench.experiment.store import Store
from workbench.schema import CALIBRATION
from workbench.stats.calibration import IntervalRate, Setting, calibrate_intervals
from workbench.stats.designs import Shape, design_r, design_t
from workbench.stats.planning import apart
from workbench.stats.rejections import RejectionRate, calibrate_tests
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


def calibrate_components(components: Components, question: Question) -> pd.DataFrame:
    """Simulate data from components and return how intervals and tests did, columns of `CALIBRATION`.

    The intervals are those of the first metric's coefficient. With two metrics tests compare them: made equal
    for the type-I error, `question.difference` apart for the power (`stats.planning.apart`).

    Raises
    ------
    SpecError
        For judgments that do not differ between systems, and for a difference that is not possible.
    """
    if components.systems[0, 0] == 0 or components.systems[1, 1] == 0:
        what = "without differences between systems, in judgments and metric, there is no correlation"
        raise SpecError(Problem("", what))
    # one BLAS thread: several would fight over the cores, and sums would depend on their number
    with threadpool_limits(1):
        records = [record for shape in question.shapes for record in _simulate(components, question, shape)]
    return CALIBRATION.build(advise(records))


def _simulate(components: Components, question: Question, shape: Shape) -> list[Record]:
    n_systems, n_inputs = question.n_systems or components.n_systems, question.n_inputs or components.n_inputs
    setting = Setting(n_systems, n_inputs, question.replications, question.draws, question.coefficient, shape)
    target = population_value(components, n_inputs, question.coefficient, shape)
    rng = stream(question.seed, "calibrate", "intervals", shape)
    intervals = calibrate_intervals(components, setting, target, rng, confidence=1 - question.nominal)
    records = [_interval_record(rate, target, 1 - question.nominal) for rate in intervals]
    if len(components.names) > 2:
        equal, differ = (
            calibrate_tests(
                apart(components, n_inputs, difference),
                setting,
                stream(question.seed, "calibrate", "tests", shape),
                level=question.nominal,
            )
            for difference in (0.0, question.difference)
        )
        records += [_test_record(*rates, question) for rates in zip(equal, differ, strict=True)]
    shared: Record = {
        "coefficient": question.coefficient, "shape": shape, "n_systems": n_systems, "n_inputs": n_inputs,
        "replications": question.replications, "draws": question.draws,
    }  # fmt: skip
    return [{**shared, **record} for record in records]


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


def calibrate_design(name: Design, question: Question) -> Calibration:
    """Calibrate on a known design: T for the errors of tests, R for the coverage of intervals.

    Raises
    ------
    SpecError
        Unless the question says how many systems and inputs.
    """
    if not question.n_systems or not question.n_inputs:
        raise SpecError(
            Problem(f"design {name}", "how many systems and inputs?", hint="--systems 12 --inputs 50")
        )
    components = design_t() if name == "T" else design_r()
    return Calibration(calibrate_components(components, question), None)


def calibrate_experiment(
    experiment: str | Path,
    question: Question,
    *,
    data: str | Path | None,
    cache: str | Path,
    metrics: Sequence[str] = (),
    criterion: str | None = None,
    task: str | None = None,
) -> Calibration:
    """Calibrate on the components of an experiment's data; see `fit_experiment`."""
    plan = read_plan(experiment, data)
    fitted = fit_plan(plan, Store(Path(cache)), metrics, criterion, task)
    return Calibration(calibrate_components(fitted.components, question), fitted)
