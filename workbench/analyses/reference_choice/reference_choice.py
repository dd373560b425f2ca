"""What a coefficient owes to the choice of references: other subsets of them, and its share of the error."""

from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from workbench.analyses.reference_choice.reference_lines import describe_reference_choice
from workbench.analyses.reference_choice.reference_subsets import (
    SMOOTH,
    Subset,
    Subsets,
    caution_of_uneven,
    correlate_subset,
    segments_of,
    subset_error,
    subsets,
)
from workbench.errors import Problem, SpecError, suggest
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.chosen_rows import refuse_unknown_metrics
from workbench.experiment.count import Counted
from workbench.experiment.experiment import Experiment
from workbench.experiment.levels.base import get_level
from workbench.experiment.plan import Condition, Plan
from workbench.experiment.row_coefficients import Coefficient, get_row_coefficient
from workbench.experiment.rows import Row
from workbench.experiment.sections import MetricName, Section
from workbench.experiment.spec import Spec
from workbench.experiment.task_data import TaskData
from workbench.metrics.batch import BatchLayout
from workbench.report.table import format_value
from workbench.schema import ERROR_SOURCES, REFERENCE_CHOICE
from workbench.stats.coefficients.noise import NEARLY_ONE
from workbench.stats.distributions import t
from workbench.stats.intervals.fisher import FISHER
from workbench.stats.levels.estimates import Estimate
from workbench.stats.resampling.jackknife import jackknife, leave_one_out
from workbench.stats.resampling.streams import stream
from workbench.types import Array, Masks, Record

SubsetEstimates = dict[Subset, Estimate]
MIN_REFERENCES = 5
"""Fewest references of which a variance says something; of two it has one degree of freedom."""
INPUT_DRAWS = 400


class ReferenceChoiceSpec(Section):
    """What the choice of references does to each system-level coefficient."""

    metrics: list[MetricName] | None = Field(default=None, min_length=1)
    """Which metrics; all where nothing is said."""
    references: list[str] | None = Field(default=None, min_length=1)
    """Which reference settings; all with two references or more where nothing is said."""
    by: Literal["name", "segment"] = "name"
    """name: references of one name belong together (the work of one person or system); segment: they have
    nothing in common but the name, and are dealt anew in each segment."""
    sizes: list[Annotated[int, Field(ge=1)]] = Field(default=[1], min_length=1)
    """How many references a subset has; sizes that a setting does not have are left out."""
    subsets: int = Field(default=30, ge=2, le=10_000)
    """All subsets of a size, or a sample of so many where there are more."""


@analysis("reference_choice")
class ReferenceChoice(Analysis):
    """Say what other references would give, and which share of a coefficient's error is theirs."""

    section = "reference_choice"
    Section = ReferenceChoiceSpec
    frames = (REFERENCE_CHOICE, ERROR_SOURCES)
    place = 50

    def check_plan(self, plan: Plan, settings: ReferenceChoiceSpec) -> None:
        """Refuse metrics that are not there, and settings without references to choose from."""
        refuse_unknown_metrics(plan, settings.metrics, "reference_choice.metrics")
        asked = [each for each in plan.conditions if _is_asked(plan, settings, each)]
        if not asked:
            hint = suggest((settings.metrics or [""])[0], {each.metric.name for each in plan.conditions})
            what = "no condition has these metrics and reference settings"
            raise SpecError(Problem(f"{plan.spec.name}: reference_choice", what, hint=hint))
        layouts = {(each.references.name, each.task): each.task for each in asked}
        numbers = [
            len(_things(plan.tasks[task], plan.layouts[key], settings.by, plan.spec.seed)[1])
            for key, task in layouts.items()
        ]
        if max(numbers) < 2:
            where = f"{plan.spec.name}: reference_choice"
            raise SpecError(Problem(where, "no reference setting has two references to choose from"))
        if min(settings.sizes) >= max(numbers):
            where = f"{plan.spec.name}: reference_choice.sizes"
            most = max(numbers) - 1
            what, allowed = "no reference setting has more references", f"1 to {most}" if most > 1 else "1"
            raise SpecError(Problem(where, what, settings.sizes, allowed))

    def compute(self, experiment: Experiment, settings: ReferenceChoiceSpec) -> Result:
        """Return the coefficients of subsets of references, and what the error of each is made of."""
        plan, counted = experiment.plan, experiment.counts
        rows = [row for row in experiment.rows if _is_asked(plan, settings, row.scored.condition)]
        choices: list[Record] = []
        sources: list[Record] = []
        for setting in plan.spec.references:
            for data in plan.tasks.values():
                mine = [
                    row
                    for row in rows
                    if row.task.data is data and row.scored.condition.references == setting
                ]
                if mine:
                    found = _one_setting(plan, mine, counted, plan.layouts[setting.name, data.name], settings)
                    choices += found[0]
                    sources += found[1]
        frames = {
            "reference_choice": REFERENCE_CHOICE.build(choices),
            "error_sources": ERROR_SOURCES.build(sources),
        }
        lines = tuple(describe_reference_choice(*frames.values()))
        found = frames["reference_choice"]
        brief = found[found["n_subsets"] > 1]
        if (brief["n_segments"] == brief["n_segments_most"]).all():
            brief = brief.drop(columns="n_segments_most")
        return Result(frames, _SHOWN, lines, brief=brief)

    def check(self, spec: Spec, settings: ReferenceChoiceSpec) -> None:
        """Refuse reference settings that the experiment does not have."""
        spec.check_settings(settings.references, "reference_choice.references")


_SHOWN = (
    "metric", "component", "preprocess", "references", "task", "criterion", "coefficient",
    "n_references", "size", "n_subsets", "n_segments", "n_segments_most", "mean", "least", "least_references",
    "most", "most_references", "reason",
)  # fmt: skip


def _is_asked(plan: Plan, settings: ReferenceChoiceSpec, condition: Condition) -> bool:
    metrics = settings.metrics and {plan.full_name(name) for name in settings.metrics}
    in_metrics = not metrics or condition.metric.name in metrics
    return in_metrics and (settings.references is None or condition.references.name in settings.references)


def _one_setting(
    plan: Plan, rows: list[Row], counted: Counted, base: BatchLayout, settings: ReferenceChoiceSpec
) -> tuple[list[Record], list[Record]]:
    data = rows[0].task.data
    code, names = _things(data, base, settings.by, plan.spec.seed)
    n = len(names)
    if n < 2:
        return [], []
    wanted = {
        size: subsets(n, size, settings.subsets, stream(plan.spec.seed, "subsets", data.name, str(size)))
        for size in settings.sizes
        if size < n
    }
    whole: Subset = tuple(range(n))
    without = subsets(n, n - 1, n, np.random.default_rng(0))
    alone = [(number,) for number in range(n)] if n < MIN_REFERENCES else []
    using = Subsets(plan, counted, base, code)
    coefficients = [name for name in plan.spec.correlation.coefficients if get_row_coefficient(name) is None]
    halves: list[Subset] = []
    if not alone and any(name in FISHER and name not in SMOOTH for name in coefficients):
        halves = subsets(n, n // 2, settings.subsets, stream(plan.spec.seed, "half of references", data.name))
    found: dict[tuple[int, int, str], SubsetEstimates] = {}
    scored: dict[tuple[int, int], dict[Subset, Masks]] = {}
    for subset in dict.fromkeys(
        [*(each for size in wanted.values() for each in size), *without, *alone, *halves, whole]
    ):
        for at, row in enumerate(using.score(rows, subset)):
            for number, judged in enumerate(row.task.judged):
                scored.setdefault((at, number), {})[subset] = segments_of(row, judged)
                for coefficient in coefficients:
                    estimate = correlate_subset(row, judged, coefficient)
                    found.setdefault((at, number, coefficient), {})[subset] = estimate
    choices: list[Record] = []
    sources: list[Record] = []
    for (at, number, coefficient), estimates in found.items():
        row, judged = rows[at], rows[at].task.judged[number]
        about: Record = {**row.facts(plan), "criterion": judged.criterion, "coefficient": coefficient}
        sizes = {**wanted, n: [whole]}
        choices += [
            {**about, **_summary(estimates, each, names, size), "caution": _caution(scored[at, number], each)}
            for size, each in sizes.items()
        ]
        if coefficient in FISHER:
            parts = without if coefficient in SMOOTH else halves
            rest = np.array([estimates[subset].value for subset in parts])
            of_references = np.nan if alone else subset_error(np.arctanh(_inside(rest)), n, len(parts[0]))
            each = {name: estimates[subset] for name, subset in zip(names, alone, strict=False)}
            of_best = "best" in row.scored.condition.references.combine
            caution = "" if alone else caution_of_uneven(base, code, n, parts, of_best)
            errors = _errors(plan, row, number, coefficient, n, of_references, each)
            sources.append({**about, **errors, "caution": caution})
    return choices, sources


def _things(data: TaskData, base: BatchLayout, by: str, seed: int) -> tuple[NDArray[np.int64], list[str]]:
    """Return which thing each reference is (-1 where no candidate meets it), and what the things are called.

    By name it is the reference of that name in all segments. By segment the references of each are dealt to
    places 1, 2, ..., since those of one name have nothing in common but it.
    """
    used = np.zeros(len(base.weights), bool)
    used[base.pair_reference[base.chosen]] = True
    code = np.full(len(used), -1, np.int64)
    if by == "name":
        labels = data.references["reference"].to_numpy()
        names = list(dict.fromkeys(labels[used]))
        place = {name: number for number, name in enumerate(names)}
        code[used] = [place[name] for name in labels[used]]
        return code, names
    rng = stream(seed, "references dealt", data.name)
    for start, stop in zip(base.reference_groups[:-1], base.reference_groups[1:], strict=True):
        mine = start + np.flatnonzero(used[start:stop])
        code[mine] = rng.permutation(len(mine))
    return code, [str(number + 1) for number in range(int(code.max(initial=-1)) + 1)]


def _caution(scored: dict[Subset, Masks], chosen: list[Subset]) -> str:
    """Say it where subsets differ in the segments that they can score, too, and not in references alone."""
    unlike = len({scored[subset].tobytes() for subset in chosen}) > 1
    return "the subsets are scored on different segments" if unlike else ""


def _summary(estimates: SubsetEstimates, chosen: list[Subset], names: list[str], size: int) -> Record:
    values = np.array([estimates[subset].value for subset in chosen])
    defined = np.flatnonzero(~np.isnan(values))
    record: Record = {
        "n_references": len(names),
        "size": size,
        "n_subsets": len(chosen),
        "n_undefined": len(chosen) - len(defined),
        "n_segments": min(estimates[subset].n_segments for subset in chosen),
        "n_segments_most": max(estimates[subset].n_segments for subset in chosen),
        "n_systems": min(estimates[subset].n_systems for subset in chosen),
    }
    if not len(defined):
        return {**record, "reason": estimates[chosen[0]].reason}
    known = values[defined]
    least, most = (chosen[defined[at]] for at in (known.argmin(), known.argmax()))
    return {
        **record,
        "mean": known.mean(),
        "sd": known.std(ddof=1) if len(known) > 1 else np.nan,
        "least": known.min(),
        "least_references": "; ".join(names[at] for at in least),
        "most": known.max(),
        "most_references": "; ".join(names[at] for at in most),
        "reason": "",
    }


def _errors(
    plan: Plan, row: Row, number: int, coefficient: str, n_references: int, of_references: float,
    alone: dict[str, Estimate],
) -> Record:  # fmt: skip
    """Return the errors of atanh(value) by their sources.

    Over systems it is the jackknife's (Arvesen 1969; rank coefficients are U-statistics of systems). Over
    inputs it is the bootstrap's: a rank coefficient is no smooth function of means, and its jackknife is
    wrong there. Over references, of five or more, it is that of `subset_error`: for ranks of subsets of half
    of them, which does not presume that it is smooth.

    What two sources do together (noise of an output is system × input) is in the error over each of them, so
    that the sum of the three variances is no less than that of all together (Efron and Stein 1981, Annals of
    Statistics 9), and the interval is wider than it has to be.
    """
    judged, confidence = row.task.judged[number], plan.spec.correlation.confidence
    estimate = row.estimate(judged, "system", coefficient)
    statistic = row.statistic(judged, get_level("system"), Coefficient(coefficient))
    rng = stream(plan.spec.seed, "error of inputs", row.task.data.name)
    drawn = np.arctanh(_inside(statistic(judged.resampled(rng, INPUT_DRAWS, "inputs"))))
    without_each = leave_one_out(statistic, judged.scores.shape, "systems")[judged.population.systems]
    rest = np.arctanh(_inside(without_each))
    errors = {
        "systems": jackknife(rest, 0.0).error,
        "inputs": float(np.nanstd(drawn, ddof=1)) if np.isfinite(drawn).mean() > 0.9 else np.nan,
        "references": of_references,
    }
    sizes = {"systems": estimate.n_systems, "inputs": estimate.n_segments, "references": n_references}
    if estimate.n_segments < 2:  # as of one published mean for each system: no inputs are to be drawn
        errors["inputs"], sizes["inputs"] = np.nan, 0
    known = {
        over: error
        for over, error in errors.items()
        if sizes[over] > 1 and (over != "references" or not alone)
    }
    total = float(np.sqrt(sum(error**2 for error in known.values())))
    spread = sum(error**4 / (sizes[over] - 1) for over, error in known.items())
    # degrees of freedom of a sum of variances (Satterthwaite 1946)
    half = t.ppf((1 + confidence) / 2, total**4 / spread) * total if spread > 0 else np.nan
    centre = float(np.arctanh(_inside(np.array(estimate.value))))
    reason, is_uneven = estimate.reason, len({each.n_segments for each in alone.values()}) > 1
    if not reason and np.isnan(half + centre):
        is_half = not alone and coefficient not in SMOOTH and np.isnan(of_references)
        where = "with half of the references" if is_half else "without one system, input or reference"
        reason = f"{where} the coefficient is 1, -1 or undefined"
    return {
        "value": estimate.value,
        **{f"error_{over}": error for over, error in errors.items()},
        "error": total,
        "alone": "; ".join(
            f"{name} {_printed(each.value)}" + (f" ({_segments(each.n_segments)})" if is_uneven else "")
            for name, each in alone.items()
        ),
        "low": np.tanh(centre - half),
        "high": np.tanh(centre + half),
        "confidence": confidence,
        "n_systems": estimate.n_systems,
        "n_segments": estimate.n_segments,
        "n_references": n_references,
        "reason": reason,
    }


def _printed(value: float) -> str:
    return "none" if np.isnan(value) else format_value(value, 3)


def _segments(number: int) -> str:
    return "1 segment" if number == 1 else f"{number} segments"


def _inside(values: Array) -> Array:
    """Return values with NaN for those that have no atanh."""
    return np.where(np.abs(values) < NEARLY_ONE, values, np.nan)
