"""What the weights of references do: dealt anew many times, and what the noise of ratings takes from them.

Weights are ratings, and ratings err, so that a metric that uses them agrees less with people than it would
with weights that are right. By simulation and extrapolation (SIMEX, Cook and Stefanski 1994): more noise of
the same kind is added, of λ times the variance that the weights have already, and the curve of the
coefficient over λ is followed back to λ = -1, where the weights would be without.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from workbench.analyses.reference_choice.reference_subsets import Subsets, correlate_subset
from workbench.datasets.weight_error import weight_error
from workbench.errors import Problem, SpecError, plural
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.chosen_rows import refuse_unknown_metrics
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Condition, Plan
from workbench.experiment.row_coefficients import get_row_coefficient
from workbench.experiment.rows import Row
from workbench.experiment.sections import MetricName, Section
from workbench.experiment.spec import Spec
from workbench.metrics.batch import BatchLayout
from workbench.metrics.references import reweigh
from workbench.report.layouts.labels import coefficient_label, metric_label
from workbench.schema import WEIGHT_NOISE
from workbench.stats.levels.estimates import Estimate
from workbench.stats.resampling.streams import stream
from workbench.types import Array, Record

RATED, SHUFFLED, NOISE, CORRECTED = "rated", "shuffled", "noise", "corrected"
NO_ERROR = "nothing says how far the weights err: no [mined] raters of the same outputs, no error"


class WeightNoiseSpec(Section):
    """What the weights of references do to each system-level coefficient, and what their noise hides."""

    metrics: list[MetricName] | None = Field(default=None, min_length=1)
    """Which of the metrics that weigh references; all where nothing is said."""
    references: list[str] | None = Field(default=None, min_length=1)
    """Which reference settings; all with rated weights where nothing is said."""
    shuffles: int = Field(default=100, ge=1, le=100_000)
    """How often weights are dealt anew among the references of a segment."""
    error: float | None = Field(default=None, gt=0)
    """Standard deviation of the error of a weight; where nothing is said, what the raters of ``[mined]``
    tell of it."""
    steps: list[Annotated[float, Field(gt=0)]] = Field(default=[0.5, 1.0, 2.0], min_length=2)
    """How much noise is added, in variances of this error."""
    repeats: int = Field(default=20, ge=1, le=10_000)
    """How often, at each step."""


@analysis("weight_noise")
class WeightNoise(Analysis):
    """Say what weights of references do: against shuffled ones, and without the noise of their ratings."""

    section = "weight_noise"
    Section = WeightNoiseSpec
    frames = (WEIGHT_NOISE,)
    place = 52

    def check(self, spec: Spec, settings: WeightNoiseSpec) -> None:
        """Refuse reference settings that the experiment does not have."""
        spec.check_settings(settings.references, "weight_noise.references")

    def check_plan(self, plan: Plan, settings: WeightNoiseSpec) -> None:
        """Refuse metrics that are not there, and an experiment in which none weighs references by ratings."""
        refuse_unknown_metrics(plan, settings.metrics, "weight_noise.metrics")
        if not any(_is_asked(plan, settings, condition) for condition in plan.conditions):
            where = f"{plan.spec.name}: weight_noise"
            raise SpecError(Problem(where, "no metric weighs references by ratings here"))

    def compute(self, experiment: Experiment, settings: WeightNoiseSpec) -> Result:
        """Return a row for the rated and for shuffled weights, each step of noise, and what they come to."""
        plan = experiment.plan
        error = settings.error
        if error is None and plan.spec.mined is not None:
            error = weight_error(experiment.data, plan.spec.mined)
        asked = [row for row in experiment.rows if _is_asked(plan, settings, row.scored.condition)]
        found: list[Record] = []
        for setting in plan.spec.references:
            for data in plan.tasks.values():
                rows = [
                    row
                    for row in asked
                    if row.task.data is data and row.scored.condition.references == setting
                ]
                if rows:
                    layout = plan.layouts[setting.name, data.name]
                    using = Subsets(plan, experiment.counts, layout, np.zeros(len(layout.weights), np.int64))
                    found += _one_setting(plan, rows, using, settings, error)
        frame = WEIGHT_NOISE.build(found)
        return Result({"weight_noise": frame}, _SHOWN, tuple(_lines(frame.to_dict("records"))))

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say how weights were varied."""
        if result is None or result.frame.empty:
            return []
        shuffles = result.frame.loc[result.frame["kind"] == SHUFFLED, "n"].max()
        return [
            f"Weights of references were dealt anew within each segment ({plural('shuffle', shuffles)}); "
            "what the noise of ratings takes from a coefficient was estimated by simulation and "
            "extrapolation [Cook & Stefanski 1994]."
        ]


_SHOWN = (
    "metric", "component", "preprocess", "references", "task", "criterion", "coefficient", "kind", "noise",
    "value", "sd", "least", "most", "n", "p", "reason",
)  # fmt: skip


def _is_asked(plan: Plan, settings: WeightNoiseSpec, condition: Condition) -> bool:
    metrics = settings.metrics and {plan.full_name(name) for name in settings.metrics}
    setting = condition.references
    in_settings = settings.references is None or setting.name in settings.references
    weighs = condition.metric.weighted and setting.weights == RATED
    return weighs and in_settings and (not metrics or condition.metric.name in metrics)


def _one_setting(
    plan: Plan, rows: list[Row], using: Subsets, settings: WeightNoiseSpec, error: float | None
) -> Iterator[Record]:
    """Yield the records of the rows of a reference setting and task."""
    base, task = using.base, rows[0].task.data.name
    names = [name for name in plan.spec.correlation.coefficients if get_row_coefficient(name) is None]

    def estimates(layout: BatchLayout) -> list[Estimate]:
        return [
            correlate_subset(row, judged, name)
            for row in using.under(rows, layout)
            for judged in row.task.judged
            for name in names
        ]

    def rng(purpose: str, number: int) -> np.random.Generator:
        return stream(plan.spec.seed, f"weights {purpose}", task, rows[0].label[3], str(number))

    rated = estimates(base)
    shuffled = [
        estimates(reweigh("shuffled", base, rng(SHUFFLED, number))) for number in range(settings.shuffles)
    ]
    noisy: dict[float, list[list[Estimate]]] = {}
    if error is not None and np.isfinite(error):
        for number in range(settings.repeats):
            # one noise for all steps, so that the curve over them is smooth
            noise = rng(NOISE, number).normal(scale=error, size=len(base.weights))
            for step in settings.steps:
                made = estimates(_with_noise(base, np.sqrt(step) * noise))
                noisy.setdefault(step, []).append(made)
    places = [(row, judged, name) for row in rows for judged in row.task.judged for name in names]
    for at, (row, judged, name) in enumerate(places):
        about: Record = {
            **row.facts(plan), "criterion": judged.criterion, "coefficient": name,
            "n_systems": rated[at].n_systems, "n_segments": rated[at].n_segments,
            "error": np.nan if error is None else error, "n_undefined": 0, "reason": "", "caution": "",
            "population": "these systems, these inputs", "seed": str(plan.spec.seed),
        }  # fmt: skip
        value = rated[at].value
        yield {**about, "kind": RATED, "noise": 0.0, "value": value, "n": 1, "reason": rated[at].reason}
        drawn = [each[at] for each in shuffled]
        record = {**about, "kind": SHUFFLED, **_spread(drawn, rated[at])}
        if not np.isnan(value):
            # one-sided: do the weights that people gave do better than weights of nothing?
            known = _known(drawn)
            record["p"] = (1 + int((known >= value - 1e-12).sum())) / (1 + len(known))
        yield record
        curve = {0.0: value}
        for step, draws in noisy.items():
            drawn = [made[at] for made in draws]
            yield {**about, "kind": NOISE, "noise": step, **_spread(drawn, rated[at])}
            known = _known(drawn)
            curve[step] = float(known.mean()) if len(known) else np.nan
        corrected = without_noise(np.array([*curve]), np.array([*curve.values()])) if noisy else np.nan
        reason = "" if np.isfinite(corrected) else (NO_ERROR if not noisy else "a step has no coefficient")
        drawn = [made[at] for draws in noisy.values() for made in draws]
        caution = _on_fewer(drawn, rated[at]) if not reason else ""
        record = {**about, "kind": CORRECTED, "noise": -1.0, "value": corrected, "n": 1, "reason": reason}
        yield {**record, "caution": caution}


def without_noise(steps: Array, values: Array) -> float:
    """Return where the curve of a coefficient over added noise is at -1: weights without noise.

    A parabola through the values by least squares; NaN where one of them is, cut off at -1 and 1.

    Examples
    --------
    >>> round(without_noise(np.array([0.0, 1.0, 2.0]), np.array([0.6, 0.5, 0.42])), 3)
    0.72
    """
    if np.isnan(values).any():
        return np.nan
    return float(np.clip(np.polyval(np.polyfit(steps, values, 2), -1.0), -1, 1))


def _with_noise(layout: BatchLayout, noise: NDArray[np.float64]) -> BatchLayout:
    return replace(layout, weights=layout.weights + noise)


def _spread(drawn: Sequence[Estimate], rated: Estimate) -> Record:
    known = _known(drawn)
    counts: Record = {"n": len(drawn), "n_undefined": len(drawn) - len(known)}
    counts["caution"] = _on_fewer(drawn, rated)
    if not len(known):
        return {**counts, "reason": "no draw has a coefficient"}
    sd = known.std(ddof=1) if len(known) > 1 else np.nan
    return {**counts, "value": known.mean(), "sd": sd, "least": known.min(), "most": known.max()}


def _known(drawn: Sequence[Estimate]) -> Array:
    return np.array([each.value for each in drawn if not np.isnan(each.value)])


def _on_fewer(drawn: Sequence[Estimate], rated: Estimate) -> str:
    """Say on how many segments draws are scored where that is not on all that the given weights score.

    A segment is left out where a system has no reference of a positive weight.

    Examples
    --------
    >>> five, four = Estimate(0.5, 8, 5), Estimate(0.4, 8, 4)
    >>> _on_fewer([five, four], five), _on_fewer([five], five)
    ('scored on 4 to 5 of the 5 segments', '')
    """
    numbers = [each.n_segments for each in drawn if not np.isnan(each.value)]
    if all(number == rated.n_segments for number in numbers):
        return ""
    ends = " to ".join(str(number) for number in sorted({min(numbers), max(numbers)}))
    return f"scored on {ends} of the {rated.n_segments} segments"


def _lines(records: Sequence[Record]) -> Iterator[str]:
    """Yield a sentence for each metric, setting and criterion, in the first coefficient."""
    mine: dict[tuple[object, ...], dict[str, Record]] = {}
    apart = ("component", "preprocess", "task")
    metrics = {record["metric"] for record in records}
    # of one metric: components and preprocessings of different ones are theirs
    several = [
        name for name in apart if len({(each["metric"], each[name]) for each in records}) > len(metrics)
    ]
    for record in records:
        if record["coefficient"] != records[0]["coefficient"]:
            continue
        key = tuple(record[name] for name in _SHOWN[:7])
        mine.setdefault(key, {})[str(record["kind"])] = record  # of the steps of noise the last
    for of in mine.values():
        rated, shuffled, corrected = of[RATED], of[SHUFFLED], of[CORRECTED]
        place = (*several, "references", "criterion")
        where = ", ".join([str(metric_label(str(rated["metric"]))), *(str(rated[name]) for name in place)])
        if rated["reason"]:
            yield f"{where}: {rated['reason']}."
            continue
        measure = coefficient_label(str(rated["coefficient"]), "")
        said = (
            f"{where}: {measure} {rated['value']:.3f} with the weights "
            f"that were given, {shuffled['least']:.3f} to {shuffled['most']:.3f} with "
            f"{shuffled['n']:,} shuffle{'' if shuffled['n'] == 1 else 's'} of them (mean "
            f"{shuffled['value']:.3f}, p = {shuffled['p']:.2g} that shuffled ones do as well"
        )
        said += f"; {shuffled['caution']})" if shuffled["caution"] else ")"
        if not corrected["reason"]:
            cut = "cut off there; " if corrected["value"] in (-1.0, 1.0) else ""
            said += (
                f"; without the noise of their ratings, extrapolated, {corrected['value']:.3f} "
                f"({cut}the error of a weight is {corrected['error']:.2f}"
            )
            said += f"; with more noise {corrected['caution']})" if corrected["caution"] else ")"
        yield f"{said}."
