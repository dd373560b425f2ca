"""Which of two metrics agrees better with the judgments, and how sure that is."""

from functools import partial

import pandas as pd
from pydantic_core import PydanticCustomError

from workbench.analyses.compare.cautioned import describe_cautions, describe_few_inputs
from workbench.analyses.compare.compared import Compared, compare_rows
from workbench.analyses.compare.groups import check_groups
from workbench.analyses.compare.populations import check_population
from workbench.analyses.compare.records import comparison_frame
from workbench.analyses.compare.section import TestSpec
from workbench.analyses.compare.standings import with_standings
from workbench.analyses.compare.verdict_lines import describe_comparisons
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.correlation import UNDRAWN
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
from workbench.experiment.spec import Spec
from workbench.report.methods_inference import describe_tests
from workbench.report.plot_intervals import plot_intervals
from workbench.schema import COMPARISONS


@analysis("compare")
class Compare(Analysis):
    """Test which metrics agree better with the judgments than others.

    Each pair of rows gives a difference of two coefficients, its interval, and a p-value, adjusted for all
    tests of the same task, criterion, level and coefficient. A pair without a coefficient, and one that the
    test does not take, has no p-value and a reason.
    """

    section = "test"
    Section = TestSpec
    frames = (COMPARISONS,)
    positional = ("against",)
    one_of = ("against", "pairs")
    place = 10

    def compute(self, experiment: Experiment, settings: TestSpec) -> Result:
        """Return every tested pair, columns of `COMPARISONS`."""
        compared = compare_as_asked(experiment, settings)
        frame = comparison_frame(experiment.plan, compared, experiment.resources.executor)
        cautions = (*describe_cautions(compared), *describe_few_inputs(frame, compared))
        lines = (*describe_comparisons(frame), *cautions)
        return Result({"comparisons": frame}, _SHOWN, lines, partial(plot_intervals, frame, "difference"))

    def check(self, spec: Spec, settings: TestSpec) -> None:
        """Refuse a test that speaks of another population than was asked for, and draws that nobody takes."""
        check_population(settings, spec.correlation)
        if settings.draws is None or settings.method == "permutation":
            return
        if settings.method != "bootstrap" and spec.section("ranking") is None:
            raise PydanticCustomError(
                "known", f"test.draws: {settings.method} is a formula and draws nothing"
            )
        if spec.correlation.interval not in UNDRAWN:
            message = "test.draws: the draws are those of the intervals, and correlation.draws says how many"
            raise PydanticCustomError("known", message)

    def check_plan(self, plan: Plan, settings: TestSpec) -> None:
        """Refuse metrics that the experiment does not have."""
        check_groups(plan, settings)

    def annotate(self, experiment: Experiment, settings: TestSpec, records: pd.DataFrame) -> pd.DataFrame:
        """Say of each cell whether it is the best, tied with it or behind."""
        if settings.rivals != "best":
            return records
        return with_standings(experiment.plan, records, compare_as_asked(experiment, settings))

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say how differences were tested."""
        return describe_tests(None if result is None else result.frame)


def compare_as_asked(experiment: Experiment, settings: TestSpec, *, resample: bool = False) -> list[Compared]:
    """Return the tested rivals of an experiment, each test made once.

    With `resample` rivals have resamples also where neither the test nor the intervals need any.
    """
    # where the intervals are of a bootstrap there are resamples anyway
    apart = resample and not len(experiment.rows[0].task.draws.systems)
    return experiment.once(
        ("compared", settings.model_dump_json(), apart),
        lambda: compare_rows(
            experiment.plan, experiment.rows, settings, experiment.resources.executor, resample=resample
        ),
    )


_SHOWN = (
    "metric", "component", "preprocess", "references",
    "against_metric", "against_component", "against_preprocess", "against_references",
    "task", "criterion", "level", "coefficient", "given",
    "difference", "low", "high", "p", "p_adjusted", "verdict", "equivalence_p", "reason",
)  # fmt: skip
