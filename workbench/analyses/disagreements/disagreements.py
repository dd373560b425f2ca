"""Segments on which two metrics disagree with the judges, chosen and laid out to be looked at."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd
from pydantic import Field

from workbench.analyses.disagreements.cases import lay_case, say_percent
from workbench.analyses.disagreements.conditions import say_settings, settings_columns
from workbench.analyses.disagreements.views import Viewer
from workbench.datasets.writers.files import write_bytes
from workbench.errors import Problem, SpecError, path_of, plural
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.chosen_rows import choose_labels, choose_name, choose_rows
from workbench.experiment.count import Counted
from workbench.experiment.experiment import Experiment
from workbench.experiment.judgments import Judged
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.experiment.sections import Section
from workbench.report.layouts.labels import metric_label
from workbench.report.plot_sheet import PageColumns
from workbench.report.plots import Scatter, plot_scatters
from workbench.report.segment_page import CaseGroup, SegmentPage, render_segments
from workbench.schema import DISAGREEMENTS
from workbench.stats.robustness.disagreement import OUTCOMES, Errors, Outcome, choose_segments, segment_errors
from workbench.types import Array

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TOLERANCE = 1e-9
"""Shares of pairs that differ by no more than this are the same."""
NO_PAIRS = "the judges decide between no two systems that both metrics score"


class DisagreementsSpec(Section):
    """Segments on which two metrics disagree most with the judges, side by side."""

    first: str = ""
    """A metric's name, or more of a row: metric, component, preprocessing, reference setting. The first row
    where nothing is said."""
    second: str = ""
    """Another row; the first one of another metric where nothing is said."""
    criterion: str | None = None
    """The first where nothing is said."""
    task: str | None = None
    """The first where nothing is said."""
    most: int = Field(default=3, ge=1)
    """Segments of each kind, at most."""


@dataclass(frozen=True, eq=False)
class Disagreements(Result):
    """Segments on which two metrics disagree with the judges; in a notebook it shows them.

    Attributes
    ----------
    page : SegmentPage
    caption : tuple of str
        What stands under a picture of it.
    settings : dict of str to str
        Component, preprocessing and references of both metrics, by the names of columns.
    """

    page: SegmentPage = field(kw_only=True)
    caption: tuple[str, ...] = field(kw_only=True)
    settings: dict[str, str] = field(kw_only=True)

    def html(self) -> str:
        """Return a page that needs no other file."""
        return render_segments(self.page, alone=True)

    def write(self, path: str | Path) -> None:
        """Write the page to a file."""
        write_bytes(path_of(path, "path"), self.html().encode("utf-8"))

    def describe(self) -> list[str]:
        """Return what is on the page as lines of text."""
        lines = [self.page.title, *self.page.notes[:2]]
        for section in self.page.sections:
            lines.append(f"{section.title}:")
            lines += [
                f"  {case.segment}: {case.better} before {case.worse}. {case.errors}"
                for case in section.cases
            ]
            lines += [] if section.cases else [f"  {section.empty}"]
        return lines

    def _repr_html_(self) -> str:
        return render_segments(self.page, alone=False)

    def __repr__(self) -> str:
        return "\n".join(self.describe())


class Choice(NamedTuple):
    """What is compared with what: two rows of a task, one criterion, and how many segments of each kind."""

    rows: tuple[Row, Row]
    judged: Judged
    most: int


@analysis("disagreements")
class Disagree(Analysis):
    """Show the segments on which two metrics disagree with the judges, and what matches there.

    In a segment, a metric's error is the share of the pairs of systems, of those between which the judges
    decide, that it ranks the other way round; a tie is half an error. Three kinds of segments are shown:
    where both err most, by the smaller of the two errors, and where one errs least as against the other. Of
    each segment two outputs stand side by side, those that show it most
    (`workbench.stats.robustness.disagreement`), with what each metric matches in the references set off: as
    many n-grams, words on an LCS or skip-bigrams as it counts. A segment in which the judges do not decide
    between two systems that both metrics score has no error, and is not shown.
    """

    section = "disagreements"
    Section = DisagreementsSpec
    frames = (DISAGREEMENTS,)
    positional = ("first", "second")
    place = 100

    def check_plan(self, plan: Plan, settings: DisagreementsSpec) -> None:
        """Refuse names that the experiment does not have, and two names of one row."""
        name = plan.spec.name
        task = choose_name(settings.task, list(plan.tasks), "task", name)
        choose_name(settings.criterion, list(plan.criteria), "criterion", name)
        if plan.tasks[task].has_lines:
            what = f"task {task!r} is judged by whole texts of many lines, and none is shown"
            raise SpecError(Problem(f"{name}: disagreements", what))
        labels = choose_labels(plan, task, [settings.first, settings.second])
        if len(labels) != 2:
            got = "; ".join(" ".join(label) for label in labels)
            raise SpecError(Problem(name, "two conditions are compared", got, "two different ones"))

    def compute(self, experiment: Experiment, settings: DisagreementsSpec) -> Disagreements:
        """Return the errors of each segment, columns of `DISAGREEMENTS`, and the page."""
        plan = experiment.plan
        name = plan.spec.name
        task = choose_name(settings.task, list(plan.tasks), "task", name)
        criterion = choose_name(settings.criterion, list(plan.criteria), "criterion", name)
        one, other = choose_rows(plan, experiment.rows, task, [settings.first, settings.second])
        [judged] = [each for each in one.task.judged if each.criterion == criterion]
        return _lay_out(plan, experiment.counts, Choice((one, other), judged, settings.most))

    def files(self, result: Result) -> dict[str, bytes]:
        """Return the page."""
        return {"segments.html": result.html().encode()} if isinstance(result, Disagreements) else {}


def _lay_out(plan: Plan, counted: Counted, choice: Choice) -> Disagreements:
    rows, judged = choice.rows, choice.judged
    task = rows[0].task
    names, labels = _labels(rows, str), _labels(rows, _printed)
    errors = segment_errors(np.stack([row.segments for row in rows]), judged.scores)
    frame = DISAGREEMENTS.build(
        {
            "dataset": plan.dataset,
            "task": task.data.name,
            "criterion": judged.criterion,
            "segment": segment,
            "first": names[0],
            "second": names[1],
            "n_pairs": int(errors.pairs[number]),
            "first_error": float(errors.values[0, number]),
            "second_error": float(errors.values[1, number]),
            "reason": "" if errors.pairs[number] else NO_PAIRS,
        }
        for number, segment in enumerate(task.segments)
    )
    page = SegmentPage(
        f"{labels[0]}, {labels[1]} and the judges of {judged.criterion}, segment by segment",
        f"judges ({judged.criterion})",
        labels,
        _notes(plan, choice, labels, errors),
        [_section(plan, counted, choice, labels, errors, kind) for kind in OUTCOMES],
    )
    card, known = plan.evalset.card, int((errors.pairs > 0).sum())
    people = " (simulated)" if card.judgments == "simulated" else ""
    caption = (
        f"{card.name}, {task.data.name}, {judged.criterion}{people}: "
        f"{plural('system', len(task.data.systems))}. "
        f"A point a segment: {known} of {len(frame)}, those in which the judges tell systems apart.",
        *filter(None, [say_settings(plan, rows)]),
    )
    return Disagreements(
        {"disagreements": frame},
        picture=partial(plot_errors, frame, labels, notes=caption),
        page=page,
        caption=caption,
        settings=settings_columns(rows),
    )


def plot_errors(
    frame: pd.DataFrame, labels: Sequence[str], columns: PageColumns = 2, notes: Sequence[str] = ()
) -> "Figure":
    """Draw the errors of both metrics by their printed names, a point a segment.

    The frame has columns of `schema.DISAGREEMENTS`.
    """
    (first, second), known = labels, frame[frame["first_error"].notna()]
    better = int((known["second_error"] - known["first_error"] > _TOLERANCE).sum())
    cloud = Scatter(
        known["second_error"],
        known["first_error"],
        list(known["segment"]),
        f"{second}: share of pairs ranked wrongly",
        f"{first}: share of pairs ranked wrongly",
        f"{first} errs less in {better} of {len(known)} segments: those below the line",
        "diagonal",
    )
    return plot_scatters([cloud], columns, notes)


def _printed(metric: str) -> str:
    return str(metric_label(metric))


def _labels(rows: tuple[Row, Row], said: Callable[[str], str]) -> list[str]:
    """Return the names of the metrics, their component where they have several, and what tells them apart."""
    differs = [one != other for one, other in zip(rows[0].label, rows[1].label, strict=True)]
    labels = []
    for row in rows:
        several = len(row.scored.condition.metric.components) > 1
        shown = [True, several, differs[2] and not differs[0], differs[3]]
        parts = (said(row.label[0]), *row.label[1:])
        labels.append(" ".join(part for part, is_shown in zip(parts, shown, strict=True) if is_shown))
    return labels


def _notes(plan: Plan, choice: Choice, labels: list[str], errors: Errors) -> list[str]:
    rows, judged = choice.rows, choice.judged
    task, card = rows[0].task, plan.evalset.card
    known = errors.pairs > 0
    means = [
        f"{label} {say_percent(float(value))}" for label, value in zip(labels, _means(errors), strict=True)
    ]
    better = [int((np.diff(errors.values[:, known], axis=0) * sign > _TOLERANCE).sum()) for sign in (1, -1)]
    said = say_settings(plan, rows)
    notes = [
        f"{card.name}, {task.data.name}: {plural('system', len(task.data.systems))}, "
        f"{plural('segment', int(known.sum()))} with judgments that tell systems apart. Of the pairs of "
        f"systems of a segment the metrics rank wrongly, on average: {', '.join(means)} (a tie is half "
        "wrong; chance: 50 %).",
        *filter(None, [said]),
        f"{labels[0]} errs less than {labels[1]} in {plural('segment', better[0])}, more in {better[1]}, "
        f"as much in {int(known.sum()) - sum(better)}.",
        "The segments below are the extremes: they show how a metric errs, not how often.",
        f"Judgments: {card.judgments}; raters: {plan.raters}."
        + (" Lower is better." if judged.direction == "lower" else ""),
    ]
    for label, row in zip(labels, rows, strict=True):
        scored = row.segments[np.isfinite(row.segments)]
        if row.pools and scored.size:
            zeros = say_percent(float(np.mean(scored == 0)))
            notes.append(
                f"{label}: a system's score pools counts. These are the scores of single outputs; {zeros} of "
                "them are 0, and tied."
            )
    dropped = int((~task.kept).sum())
    if dropped:
        are, them = ("is", "it") if dropped == 1 else ("are", "them")
        notes.append(f"{plural('segment', dropped)} {are} left out: one of the metrics cannot score {them}.")
    return notes


def _means(errors: Errors) -> Array:
    known = errors.pairs > 0
    means: Array = errors.values[:, known].mean(axis=1) if known.any() else np.full(2, np.nan)
    return means


def _section(
    plan: Plan, counted: Counted, choice: Choice, labels: list[str], errors: Errors, kind: Outcome
) -> CaseGroup:
    first, second = labels
    titles = {
        "both wrong": f"Both {first} and {second} against the judges",
        "first right": f"{first} with the judges, {second} against them",
        "second right": f"{second} with the judges, {first} against them",
    }
    chosen = choose_segments(errors, kind, choice.most)
    viewers = [Viewer(plan, counted, row) for row in choice.rows]
    cases = [lay_case(viewers, choice.judged, labels, errors, kind, number) for number in chosen]
    return CaseGroup(titles[kind], "There is no such segment.", cases)
