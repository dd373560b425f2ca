"""A picture that can be drawn, and the numbers that are drawn in it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from workbench.analyses.plot.section import FILTERS, Kind, PlotSpec
from workbench.errors import Problem, SpecError, suggest
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
    """Return the rows that were asked for; what has no column for its level is about whole systems.

    Raises
    ------
    SpecError
        If nothing in the frame has a name that was asked for.

    Examples
    --------
    >>> frame = pd.DataFrame({"metric": ["rouge-2", "bleu"], "level": "system"})
    >>> chosen(frame, PlotSpec(metrics=["R-2"]))["metric"].tolist()
    ['rouge-2']
    """
    is_asked = pd.Series(True, frame.index)
    for key, column in FILTERS.items():
        names: list[str] = getattr(settings, key)
        if not names:
            continue
        called = frame[column] if column in frame else pd.Series("system", frame.index)
        printed = called.map(lambda name: str(metric_label(name))) if column == "metric" else called
        known = [*dict.fromkeys(called)]
        for name in names:
            if name not in (*known, *printed):
                hint = suggest(name, known) if known else ""
                raise SpecError(Problem(f"plot.{key}", "is not in the picture", name, hint=hint))
        is_asked &= called.isin(names) | printed.isin(names)
    return frame[is_asked]


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


NOTHING = "No numbers were found that have all of the metrics, criteria, levels and coefficients named"
