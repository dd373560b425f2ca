"""Coefficients along what changes: least weights of references, sizes of a block, orders of n-grams."""

from dataclasses import dataclass
from functools import partial

from workbench.analyses.curves.curves import Along, check_axis, curve_panels
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.sections import Section
from workbench.experiment.spec import Spec
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
    """A panel below of what each curve is above the first one."""


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
        below = tuple(differences_of(panel) for panel in panels if len(panel.curves) > 1)
        below = below if settings.differences else ()
        picture = partial(plot_curves, (*panels, *below))
        return Curves(frames, picture=picture, panels=panels, differences=below)

    def check(self, spec: Spec, settings: FigureSpec) -> None:
        """Refuse an axis along which there is nothing to draw."""
        check_axis(spec, settings.x)

    def files(self, result: Result) -> dict[str, bytes]:
        """Return the picture as PNG and SVG."""
        return pictures(result.plot)
