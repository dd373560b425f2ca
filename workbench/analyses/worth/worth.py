"""How much a point is worth: the share of pairs of systems that people rank as a metric does."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
import pandas as pd

from workbench.analyses.worth.fitted import FittedWorth, fit_all, fit_one
from workbench.analyses.worth.section import WorthSpec
from workbench.errors import Problem, SpecError, suggest
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.report.curves import Curve, CurvePanel, plot_curves
from workbench.report.layouts.labels import metric_label
from workbench.report.plot_frames import label_conditions
from workbench.schema import DECIDED, WORTH
from workbench.stats.decisions.decided import decided
from workbench.types import Array, Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_POINTS = 25
"""Of a curve that is drawn."""
_SLACK = 1e-8
"""Differences whose distances differ by no more, as a share of the largest difference, are as near."""


class Banded(NamedTuple):
    """A value and the ends of its band; NaN without one, infinite for what is never reached."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, eq=False, repr=False)
class Worth(Result):
    """What differences of scores are worth, as tables and as two functions of any difference.

    Attributes
    ----------
    fitted : tuple of FittedWorth
        The curve of each metric and criterion.
    """

    fitted: tuple[FittedWorth, ...] = field(default=())

    def accuracy_of(self, metric: str, delta: float, criterion: str = "") -> Banded:
        """Return the share of pairs that people rank the same way where a metric sees a difference.

        Parameters
        ----------
        metric : str
            As the table calls it, or as papers print it.
        delta : float
            The difference in points (times the scale of the section).
        criterion : str
            Needed where there are several.

        Raises
        ------
        SpecError
            If it names no row or several.
        """
        one = self._one(metric, criterion)
        at = np.array([abs(delta)])
        return _banded(one.curve.accuracy(at), one.ends(one.drawn.accuracy(at)))

    def delta_for(self, metric: str, accuracy: float, criterion: str = "") -> Banded:
        """Return the difference in points from which people rank that share of pairs the same way.

        The inverse of `accuracy_of`, with the same parameters and errors; infinite where no difference is
        enough.
        """
        one = self._one(metric, criterion)
        at = np.array([accuracy])
        return _banded(one.curve.difference(at), one.ends(one.drawn.difference(at)))

    def _one(self, metric: str, criterion: str) -> FittedWorth:
        def names(about: Record) -> tuple[str, ...]:
            return str(about["metric"]), str(metric_label(str(about["metric"])))

        named = [each for each in self.fitted if metric in names(each.about)]
        mine = [each for each in named if criterion in ("", each.about["criterion"])]
        if len(mine) == 1:
            return mine[0]
        known = list(dict.fromkeys(name for each in self.fitted for name in names(each.about)))
        criteria = list(dict.fromkeys(str(each.about["criterion"]) for each in self.fitted))
        if named and not mine:
            what = f"no curve of {metric!r} with criterion {criterion!r}"
            raise SpecError(Problem("", what, hint=suggest(criterion, criteria)))
        if not mine:
            allowed = f"{', '.join(known)}; criteria {', '.join(criteria)}"
            raise SpecError(
                Problem("", f"no curve of {metric!r}", allowed=allowed, hint=suggest(metric, known))
            )
        hint = "Name the criterion, or ask for one component, preprocessing and reference setting"
        raise SpecError(Problem("", f"{len(mine)} curves of {metric!r}", hint=hint))


def _banded(value: Array, ends: Array) -> Banded:
    return Banded(float(value[0, 0]), float(ends[0, 0]), float(ends[1, 0]))


@analysis("worth")
class PointsWorth(Analysis):
    """Say how much a point is worth: how often people rank two systems as a metric does, by its difference.

    Kocmi et al. 2024: pairs of systems of each task, pooled over the tasks; a curve from the difference of
    their scores to the share that people rank the same way, with bands under the resamples of the experiment.
    `accuracy_of` and `delta_for` of the answer read it in both directions.
    """

    section: ClassVar[str] = "worth"
    Section = WorthSpec
    frames = (WORTH, DECIDED)
    place = 45
    positional = ("accuracies",)

    def compute(self, experiment: Experiment, settings: WorthSpec) -> Worth:
        """Return the difference that each share needs, columns of `WORTH`, and more in `DECIDED`."""
        plan = experiment.plan
        jobs = list(fit_all(plan, experiment.rows))
        fitted = list(
            experiment.resources.executor.map(partial(_fit, plan, jobs, settings), range(len(jobs)))
        )
        needed = WORTH.build([record for each in fitted for record in _needed(each, settings)])
        shares = DECIDED.build([record for each in fitted for record in _shares(each, settings)])
        return Worth(
            {"worth": needed, "decided": shares},
            _SHOWN,
            tuple(_lines(fitted)),
            partial(_draw, fitted),
            fitted=tuple(fitted),
        )

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say how it was found what differences are worth."""
        if result is None or result.frame.empty:
            return []
        return [
            "What a difference of scores is worth was estimated by a curve, ceiling / (1 + exp(-slope × "
            "difference)), fitted by least squares to the pairs of systems that people tell apart "
            "[Kocmi et al. 2024]."
        ]


_SHOWN = (
    "metric", "component", "preprocess", "references", "task", "criterion", "accuracy", "delta", "low",
    "high", "ceiling", "n_pairs", "reason",
)  # fmt: skip


def _fit(plan: Plan, jobs: list[tuple[list[Row], int]], settings: WorthSpec, number: int) -> FittedWorth:
    rows, judged = jobs[number]
    return fit_one(plan, rows, judged, settings)


def _needed(one: FittedWorth, settings: WorthSpec) -> Iterator[Record]:
    """Yield the difference that each share needs."""
    at = np.array(settings.accuracies)
    deltas, ends = one.curve.difference(at)[0], one.ends(one.drawn.difference(at))
    for accuracy, delta, low, high in zip(at, deltas, *ends, strict=True):
        reason = one.about["reason"]
        if not reason and np.isinf(delta):
            reason = f"the curve stays below {one.about['ceiling']:.3f}"
        elif not reason and np.isinf(high):
            reason = "some draws have no upper end: their curves never get there"
        finite = [value if np.isfinite(value) else np.nan for value in (delta, low, high)]
        named = dict(zip(("delta", "low", "high"), finite, strict=True))
        yield {**one.about, "accuracy": accuracy, **named, "reason": reason}


def _shares(one: FittedWorth, settings: WorthSpec) -> Iterator[Record]:
    """Yield the share of each difference, and what the difference decides as a threshold."""
    told = one.told
    if not told.size:
        return
    tenths = np.unique(np.quantile(told, np.linspace(0, 0.9, 10), method="lower"))
    at = np.array(settings.deltas) if settings.deltas else tenths
    accuracy, ends = one.curve.accuracy(at)[0], one.ends(one.drawn.accuracy(at))
    calls = decided(one.pairs, at)
    for number, delta in enumerate(at):
        yield {
            **one.about,
            "delta": delta,
            "accuracy": accuracy[number],
            "low": ends[0, number],
            "high": ends[1, number],
            "observed": _observed(one, delta),
            "n_decided": int(calls.pairs[number]),
            "precision": calls.precision[number],
            "recall": calls.recall[number],
            "f": calls.f[number],
        }


def _observed(one: FittedWorth, delta: float) -> float:
    """Return the share of right signs among the tenth of the pairs whose differences are next to this one.

    Pairs that are as near as the last of these count, too: .9 and 1.3 are as far from 1.1.
    """
    told = one.pairs.weights[0] > 0
    differences = one.pairs.differences[0][told]
    away = np.abs(differences - delta)
    farthest = np.sort(away)[max(1, len(away) // 10) - 1]
    near = away <= farthest + _SLACK * differences.max()
    return float(one.pairs.agrees[0][told][near].mean())


def _lines(fitted: list[FittedWorth]) -> Iterator[str]:
    """Yield what one point is worth, a line for each metric and criterion."""
    names = label_conditions(pd.DataFrame([each.about for each in fitted])) if fitted else []
    for name, one in zip(names, fitted, strict=True):
        about = one.about
        if about["reason"]:
            yield f"{name} ({about['criterion']}): no curve, {about['reason']}"
            continue
        at = np.array([1.0])
        (value,), (low, high) = one.curve.accuracy(at)[0], one.ends(one.drawn.accuracy(at))[:, 0]
        band = "" if np.isnan(low) else f" [{low:.3f}, {high:.3f}]"
        yield (
            f"{name} ({about['criterion']}): people rank systems one point apart as the metric does in "
            f"{value:.3f}{band} of the pairs; the curve stays below {about['ceiling']:.3f}"
        )


def _draw(fitted: list[FittedWorth]) -> "Figure":
    # panels are made where a picture is asked for: tables are there without any curve
    return plot_curves(worth_panels(fitted))


def worth_panels(fitted: list[FittedWorth]) -> list[CurvePanel]:
    """Return a panel for each criterion: the share over the difference, a curve with its band a metric.

    Raises
    ------
    SpecError
        If no metric has a curve.
    """
    drawn = [each for each in fitted if not each.about["reason"]]
    if not drawn:
        raise SpecError(Problem("worth", "no metric has a curve"))
    names = label_conditions(pd.DataFrame([each.about for each in drawn]))
    panels = []
    for criterion in dict.fromkeys(str(each.about["criterion"]) for each in drawn):
        mine = [
            (name, one) for name, one in zip(names, drawn, strict=True) if one.about["criterion"] == criterion
        ]
        curves = []
        for name, one in mine:
            x = np.linspace(0, one.told[-1], _POINTS)
            low, high = one.ends(one.drawn.accuracy(x))
            curves.append(Curve(name, x, one.curve.accuracy(x)[0], low, high))
        about = mine[0][1].about
        notes = [f"{about['n_systems']} systems, {about['n_pairs']} pairs; {about['task']}."]
        if about["population"]:
            notes.append(f"{100 * one.confidence:.6g}% bands speak of {about['population']}.")
        x_name = f"difference of scores × {about['scale']:g}"
        panels.append(
            CurvePanel(criterion, x_name, "share ranked as people do", tuple(curves), (), False, tuple(notes))
        )
    return panels
