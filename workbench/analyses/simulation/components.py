"""The variance components of an experiment's data: its judgments and one or two of its metrics."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from pydantic import Field

from workbench.errors import Problem, SpecError, plural
from workbench.experiment.analysis import Result
from workbench.experiment.chosen_rows import choose_labels, choose_name, choose_rows
from workbench.experiment.count import Counted
from workbench.experiment.experiment import Experiment
from workbench.experiment.judgments import Judged, find_ratings, lay_ratings
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.experiment.sections import Section
from workbench.stats.coefficients.plain import pearson
from workbench.stats.judges.repeated_scores import (
    Repeats,
    rating_variance,
    reference_variance,
    shared_reference_covariance,
)
from workbench.stats.simulation.planning import SharedReferences
from workbench.stats.simulation.variance_components import (
    Components,
    fit_components,
    mean_correlations,
    specific_effects,
)
from workbench.types import Array

_APART = 0.01
"""Correlations of means that are no further apart are the same but for cells that are missing."""


class Fitted(NamedTuple):
    """Components of an experiment's data and what else is known about their noise.

    Attributes
    ----------
    components : Components
        Judgments first, then the metrics.
    task : str
    ratings : Repeats
        Between the ratings of an output.
    references : list of Repeats
        For each metric: system × reference.
    notes : list of str
        What the reader has to know.
    shared : SharedReferences or None
        What a reference does to two metrics alike; None for one metric, and where it is not known of both
        what references do.
    """

    components: Components
    task: str
    ratings: Repeats
    references: list[Repeats]
    notes: list[str]
    shared: SharedReferences | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Simulated(Result):
    """What was found on simulated data.

    Attributes
    ----------
    text : str
        All of it for a terminal, with what the data were simulated from.
    """

    text: str = ""


class DataOfRows(Section):
    """Which judgments and metrics the simulated data are to be like."""

    metrics: list[str] = Field(default=[], max_length=2)
    """One or two rows: a metric's name, or more of metric, component, preprocessing and reference setting.
    The first two metrics where nothing is said."""
    criterion: str | None = None
    """The first where nothing is said."""
    task: str | None = None
    """The first where nothing is said."""


class RowsOfTask(NamedTuple):
    """The task, the criterion and the number of rows that are asked for."""

    task: str
    criterion: str
    number: int


def choose_asked(plan: Plan, asked: DataOfRows) -> RowsOfTask:
    """Return what is asked for, of what the experiment has.

    Raises
    ------
    SpecError
        For names that the experiment does not have, and two names of one row.
    """
    name = plan.spec.name
    task = choose_name(asked.task, list(plan.tasks), "task", name)
    criterion = choose_name(asked.criterion, list(plan.criteria), "criterion", name)
    labels = choose_labels(plan, task, asked.metrics or ["", ""])
    if len(labels) < len(asked.metrics):
        raise SpecError(Problem(name, "the same metric twice", " ".join(labels[0]), "two metrics"))
    return RowsOfTask(task, criterion, len(labels))


def fit_rows(experiment: Experiment, asked: DataOfRows) -> Fitted:
    """Fit the components of one task, one criterion and one or two rows of an experiment.

    Raises
    ------
    SpecError
        For names that the experiment does not have.
    """
    plan = experiment.plan
    task, criterion, _ = choose_asked(plan, asked)
    chosen = choose_rows(plan, experiment.rows, task, asked.metrics or ["", ""])
    [judged] = [each for each in chosen[0].task.judged if each.criterion == criterion]
    labels = (f"judgments of {criterion}", *(" ".join(row.label) for row in chosen))
    matrices = np.stack([judged.scores, *(row.segments for row in chosen)])
    components = fit_components(matrices, labels)
    notes = [*_left_out(chosen[0], matrices), *components.notes]
    if components.notes:
        notes += _departures(components, matrices)
    if components.n_each < components.n_inputs:
        notes.append(
            f"a system has {components.n_each} of the {components.n_inputs} inputs with every score "
            "(harmonic mean): where nothing else is said so many are taken, as if the same for all systems"
        )
    notes += [
        f"{label}: its system score pools counts; the scores of its segments stand for it here"
        for label, row in zip(labels[1:], chosen, strict=True)
        if row.pools
    ]
    single = [_single_scores(plan, experiment.counts, row) for row in chosen]
    references = [_references(row, scores) for row, scores in zip(chosen, single, strict=True)]
    ratings = rating_variance(_ratings(plan, chosen[0], judged))
    return Fitted(components, task, ratings, references, notes, _shared(single, references))


def require_systems_to_differ(components: Components) -> None:
    """Raise a `SpecError` where the judgments, or a metric, do not tell systems apart."""
    variances = components.systems.diagonal()
    without = [name for name, variance in zip(components.names, variances, strict=True) if variance == 0]
    if without:
        what = f"no differences between systems beyond noise: {', '.join(without)}"
        hint = "Without them there is no correlation to calibrate or plan for; name other metrics"
        raise SpecError(Problem("", what, hint=hint))


def _left_out(row: Row, matrices: Array) -> list[str]:
    """Name the systems and count the inputs and outputs without all scores."""
    present = np.isfinite(matrices.sum(axis=0))
    without = [name for name, has in zip(row.task.data.systems, present.any(axis=1), strict=True) if not has]
    notes = []
    if without:
        notes.append(f"left out, no output with every score: {', '.join(without)}")
    missing = int((~present[present.any(axis=1)][:, present.any(axis=0)]).sum())
    inputs = int((~present.any(axis=0)).sum())
    if inputs:
        are = "is" if inputs == 1 else "are"
        notes.append(f"{plural('input', inputs)} without any complete output {are} left out")
    if missing:
        who = f"{missing:,} of the other outputs" if notes else plural("output", missing)
        notes.append(f"{who} {'lacks' if missing == 1 else 'lack'} a score; the components allow for it")
    return notes


def _departures(components: Components, matrices: Array) -> list[str]:
    """Say where the components have another correlation of means than the scores that they were fitted on."""
    complete = np.isfinite(matrices.sum(axis=0))
    seen = complete.any(axis=1)
    means = np.nanmean(np.where(complete, matrices, np.nan)[:, seen], axis=2)
    found = pearson(means[1:], means[0])
    fitted = mean_correlations(components, components.n_each)[0, 1:]
    notes = [
        f"{name}: r of means is {of_means:.3f} in these scores, not {of_fit:.3f}"
        for name, of_means, of_fit in zip(components.names[1:], found, fitted, strict=True)
        if abs(of_means - of_fit) > _APART
    ]
    return notes


def _ratings(plan: Plan, row: Row, judged: Judged) -> Array:
    ratings = find_ratings(plan, row.task.data, judged.criterion)
    each = [lay_ratings(row.task.data, rows)[:, row.task.kept] for _, rows in ratings.groupby("rater")]
    return np.stack(each)


def _single_scores(plan: Plan, counted: Counted, row: Row) -> Array | str:
    """Return the scores against single references, [system, segment, reference], or why there are none."""
    condition, data = row.scored.condition, row.task.data
    layout = plan.layouts[condition.references.name, condition.task]
    if not condition.metric.reads_texts:
        return "references play no part in it"
    if condition.metric.counter.rows != "pair":
        return "it counts a candidate against all its references at once"
    if "best" in condition.references.combine:
        return f"{condition.references.combine} of several takes the best, which is no average of them"
    if layout.candidate_groups.size - 1 != len(data.segments):
        return "references are meant for one system each"
    values = condition.metric.score(counted.rows(condition.count_task))[row.component]
    single = layout.spread(np.where(layout.chosen, values, np.nan))
    there = layout.spread(np.ones(layout.n_pairs, np.bool_))
    return data.matrix(np.where(there, single, np.nan))[:, row.task.kept]


def _references(row: Row, single: Array | str) -> Repeats:
    """Return the variance system × reference of a metric, from its scores against single references."""
    if isinstance(single, str):
        return Repeats(np.nan, np.nan, 0, single)
    found = reference_variance(single)
    if found.number == 1:
        setting = row.scored.condition.references.name
        return found._replace(reason=f"there is one of an input in {setting!r}; name a setting with several")
    return found


def _shared(single: list[Array | str], references: list[Repeats]) -> SharedReferences | None:
    """Return what a reference does to two metrics alike, None where there are no two."""
    arrays = [scores for scores in single if not isinstance(scores, str)]
    if len(arrays) < 2 or any(each.reason for each in references):
        return None
    x, y = arrays
    there = [~np.isnan(scores) for scores in arrays]
    of_x, of_y, common = (each.sum(axis=2) for each in (*there, there[0] & there[1]))
    both = (of_x > 0) & (of_y > 0)
    covariance = shared_reference_covariance(x, y)
    if np.isnan(covariance) or not both.any():
        return None
    return SharedReferences(covariance, float((common[both] / (of_x[both] * of_y[both])).mean()))


_HEAD = ("systems", "not shared", "inputs", "the rest", "r", "r of means")
_LEGEND = (
    "Variances: systems, what tells systems apart; not shared, the part of it that the judgments do not see "
    "(metric × system);\ninputs, what makes all outputs of an input score alike; the rest, system × input "
    "and noise of a single output.\nr, correlation with the judgments: free of that noise, and of means over "
    "the inputs at hand."
)


def describe(fitted: Fitted) -> list[str]:
    """Return the components as lines of text."""
    found = fitted.components
    width = max(len(name) for name in found.names)
    lines = [
        f"{fitted.task}: {found.n_systems} systems × {found.n_inputs} inputs, {found.n_cells:,} outputs"
        + f", {found.n_each} of a system" * (found.n_each < found.n_inputs),
        " " * width + "".join(f"{title:>12}" for title in _HEAD),
    ]
    correlations = mean_correlations(found, found.n_each)[0]
    for number, name in enumerate(found.names):
        system, of_input, rest = (
            float(part[number, number]) for part in (found.systems, found.inputs, found.residual)
        )
        cells = [f"{system:.4g}", "", f"{of_input:.4g}", f"{rest:.4g}"]
        if number:
            effects = specific_effects(found, number)
            cells[1] = f"{effects.variance:.4g}"
            cells += [f"{effects.correlation:.3f}", f"{correlations[number]:.3f}"]
        lines.append(name.ljust(width) + "".join(f"{cell:>12}" for cell in cells))
    lines += _LEGEND.split("\n")
    lines.append(_say("Raters: between the ratings of an output", fitted.ratings, "ratings"))
    for name, each in zip(found.names[1:], fitted.references, strict=True):
        lines.append(_say(f"References: {name}, system × reference", each, "references"))
    return [*lines, *(f"Note: {note}." for note in fitted.notes)]


def _say(what: str, repeats: Repeats, unit: str) -> str:
    if repeats.reason:
        return f"{what}: not known, {repeats.reason}."
    return f"{what}: variance {repeats.variance:.4g}; {repeats.number:.3g} {unit} on average."
