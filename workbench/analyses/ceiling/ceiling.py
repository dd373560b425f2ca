"""How well the judges agree: rows beside the metrics, and correlations without the judges' noise."""

import pandas as pd

from workbench.analyses.ceiling.ceiling_rows import with_ceilings
from workbench.analyses.ceiling.judges import lay_judges
from workbench.analyses.ceiling.reliability import describe_reliability, reliability_all
from workbench.analyses.ceiling.section import CeilingSpec
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.correlate import correlate_others
from workbench.experiment.experiment import Experiment
from workbench.report.methods_inference import describe_judges
from workbench.schema import RELIABILITY


@analysis("reliability")
class Ceiling(Analysis):
    """Say how reliable the judgments are, and what each metric would reach without their noise.

    With one rater there are no halves of raters: a reason, and no value.
    """

    section = "ceiling"
    Section = CeilingSpec
    frames = (RELIABILITY,)
    place = 30

    def compute(self, experiment: Experiment, settings: CeilingSpec) -> Result:
        """Return a row for each metric, criterion and coefficient, columns of `RELIABILITY`."""
        plan, rows = experiment.plan, experiment.rows
        frame = reliability_all(plan, rows, settings, experiment.resources.executor)
        below = correlate_others(plan, lay_judges(plan, rows))
        judges = with_ceilings(plan, rows, settings, below, frame)
        return Result({"reliability": frame, "judges": judges}, _SHOWN, tuple(describe_reliability(frame)))

    def annotate(self, experiment: Experiment, settings: CeilingSpec, records: pd.DataFrame) -> pd.DataFrame:
        """Add the judges, and the metrics without their noise, below the metrics."""
        judges = experiment.result(Ceiling, settings).frames["judges"]
        return pd.concat([records, judges], ignore_index=True)

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say how well the judges agree."""
        return [] if result is None else describe_judges(result.frames["judges"], result.frame)


_SHOWN = (
    "task", "criterion", "coefficient", "metric", "component", "preprocess", "references",
    "reliability", "reliability_low", "reliability_high", "plain", "value", "low", "high", "reason",
)  # fmt: skip
