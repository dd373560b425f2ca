"""Coefficients along what changes: least weights of references, sizes of a block, orders of n-grams."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd

from workbench.analyses.block_tests.block_tests import BlockTestSpec, CompareBlocks
from workbench.analyses.curves.curves import Along, check_axis, curve_panels, places
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.sections import Section
from workbench.experiment.spec import Spec
from workbench.registry import read_name
from workbench.report.curves import CurvePanel, differences_of, plot_curves
from workbench.report.picture import pictures


class FigureSpec(Section):
    """A picture of the records beside the table: coefficients along what changes, a curve for each metric."""

    x: Along
    """threshold: least weight of the references; block-size: of unit.size; order: of n-grams;
    references: their number."""
    title: str = ""
    """Over the panel; figures drawn side by side are lettered."""
    differences: bool = False
    """A panel below of what each curve is above the first one; on blocks with the intervals of
    paired differences."""


@dataclass(frozen=True, eq=False, repr=False)
class Curves(Result):
    """Curves to be drawn.

    Attributes
    ----------
    panels : tuple of CurvePanel
        What `workbench.plot_curves` draws, alone or beside the panels of others.
    differences : tuple of CurvePanel
        What each curve is above the first one; drawn after all panels.
    """

    panels: tuple[CurvePanel, ...] = ()
    differences: tuple[CurvePanel, ...] = ()


@analysis("curves")
class Figure(Analysis):
    """Draw coefficients along what changes, a curve for each metric."""

    section = "figure"
    Section = FigureSpec
    positional = ("x",)
    on_blocks = True
    place = 70

    def compute(self, experiment: Experiment, settings: FigureSpec) -> Curves:
        """Return the panels, one for each task, criterion, level and coefficient."""
        panels = tuple(curve_panels(experiment.records, settings.x, settings.title))
        columns = ["metric", "component", "preprocess", "references", "block_size", "value", "low", "high"]
        frames = {"curves": experiment.records[columns]}
        below = _differences(experiment, settings, panels) if settings.differences else ()
        picture = partial(plot_curves, (*panels, *below))
        return Curves(frames, picture=picture, panels=panels, differences=below)

    def check(self, spec: Spec, settings: FigureSpec) -> None:
        """Refuse an axis along which there is nothing to draw."""
        check_axis(spec, settings.x)

    def files(self, result: Result) -> dict[str, bytes]:
        """Return the picture as PNG and SVG."""
        return pictures(result.plot)


def _differences(
    experiment: Experiment, settings: FigureSpec, panels: tuple[CurvePanel, ...]
) -> tuple[CurvePanel, ...]:
    """Return what each curve is above the first one; on blocks with intervals, as all see the same draws."""
    apart = [panel for panel in panels if len(panel.curves) > 1]
    tested = _tested(experiment, settings.x) if experiment.spec.unit and apart else pd.DataFrame()
    if tested.empty:
        return tuple(differences_of(panel) for panel in apart)
    # a metric is compared with the first one in its own settings, and each curve's label has such settings
    base, *settings_of = apart[0].curves[0].label.split(" · ")
    minus = f" minus that of {base}{' in the same settings' if settings_of else ''}"
    found = curve_panels(tested, settings.x, settings.title)
    return tuple(replace(panel, y_name=f"{panel.y_name}{minus}") for panel in found)


def _tested(experiment: Experiment, x: Along) -> pd.DataFrame:
    """Return the records of what is compared with the first metric, with differences in place of values.

    Without a value where the first metric has none at the same place.
    """
    records, first = experiment.records, experiment.plan.conditions[0].metric.name
    base = read_name(first)[0] if x == "order" else first
    frame = experiment.result(CompareBlocks, BlockTestSpec(against=base)).frame
    keys = zip(*(records[name] for name in (*_PLACED, *_SIDES)), strict=True)
    at = dict(zip(keys, places(records, x), strict=True))
    ours, theirs = (
        [at[key] for key in zip(*(frame[name] for name in (*_PLACED, *side)), strict=True)]
        for side in (_SIDES, [f"against_{name}" for name in _SIDES])
    )
    apart = frame[[*_SAME, *_ANSWERED]].rename(columns={"difference": "value"})
    apart.loc[np.array(ours) != np.array(theirs), ["value", "low", "high"]] = np.nan
    asked = records.drop(columns=apart.columns.difference(_SAME))
    return asked.merge(apart, on=_SAME, validate="one_to_one").assign(interval="basic")


_PLACED, _SIDES = ["task", "block_size"], ["metric", "component", "preprocess", "references"]
_SAME = [*_PLACED, *_SIDES, "criterion", "coefficient"]
_ANSWERED = ["difference", "low", "high", "confidence", "population", "draws"]
