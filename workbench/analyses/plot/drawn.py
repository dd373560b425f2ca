"""A picture that can be drawn, and the numbers that are drawn in it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from workbench.analyses.plot.section import Kind, PlotSpec
from workbench.errors import Problem, SpecError
from workbench.experiment.analysis import Analysis
from workbench.experiment.experiment import Experiment
from workbench.report.layouts.labels import metric_label

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Drawn(NamedTuple):
    """A picture and what it shows.

    Attributes
    ----------
    draw : callable
        Makes the Figure.
    frame : DataFrame
        The numbers that are drawn, a row each.
    """

    draw: "Callable[[], Figure]"
    frame: pd.DataFrame


def chosen(frame: pd.DataFrame, settings: PlotSpec) -> pd.DataFrame:
    """Return the rows that were asked for; what a frame has no column for does not choose.

    Examples
    --------
    >>> frame = pd.DataFrame({"metric": ["rouge-2", "bleu"], "level": "system"})
    >>> chosen(frame, PlotSpec(metrics=["R-2"]))["metric"].tolist()
    ['rouge-2']
    """
    wanted = {
        "metric": settings.metrics,
        "criterion": settings.criteria,
        "level": settings.levels,
        "coefficient": settings.coefficients,
    }
    for column, names in wanted.items():
        if names and column in frame:
            is_asked = frame[column].isin(names)
            if column == "metric":
                is_asked |= frame[column].map(lambda name: str(metric_label(name))).isin(names)
            frame = frame[is_asked]
    return frame


def answers(experiment: Experiment, kind: type[Analysis]) -> dict[str, pd.DataFrame]:
    """Return the frames of an analysis, as the experiment asks for it, else with its defaults."""
    settings = dict(experiment.spec.asked).get(kind) or kind.Section()
    return dict(experiment.result(kind, settings).frames)


def some(frame: pd.DataFrame, settings: PlotSpec, kind: Kind) -> pd.DataFrame:
    """Return the rows that were asked for.

    Raises
    ------
    SpecError
        If there is none.
    """
    found = chosen(frame, settings)
    if found.empty:
        raise SpecError(Problem(f"plot.{kind}", "there is nothing to draw", hint=NOTHING))
    return found.reset_index(drop=True)


NOTHING = "Are metrics, criteria, levels and coefficients called so in the records?"
