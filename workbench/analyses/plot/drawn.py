"""A picture that can be drawn, and the numbers that are drawn in it."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from workbench.analyses.ceiling.judges import JUDGES
from workbench.analyses.plot.section import FILTERS, Kind, PlotSpec
from workbench.errors import Problem, SpecError, listed, suggest
from workbench.experiment.analysis import Analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
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
        _refuse_others(key, names, [*dict.fromkeys(called)], printed)
        is_asked &= called.isin(names) | printed.isin(names)
    return frame[is_asked]


def refuse_absent(plan: Plan, settings: PlotSpec) -> None:
    """Raise a `SpecError` for a filter that names what no picture of the experiment can have.

    Pictures of simulated and of printed numbers have names of their own, and a diagonal is one of rows.
    """
    asked = plan.spec.correlation
    metrics = list(dict.fromkeys(each.metric.name for each in plan.conditions))
    known = {
        "metrics": [*metrics, *([JUDGES] if plan.spec.section("ceiling") else [])],
        "criteria": list(plan.criteria),
        "levels": list(dict.fromkeys([*asked.levels, "system"])),
        "coefficients": [each.name for level in asked.levels for each in asked.coefficients_at(level)],
    }
    for key, names in known.items() if set(settings.kinds) - {"coverage", "reproduction", "diagonal"} else ():
        # as records call them, "bleu" is "bleu(order=4)"; what is no metric stays
        said = [plan.full_name(name) for name in getattr(settings, key)]
        _refuse_others(key, said, names, [str(metric_label(name)) for name in metrics])


def _refuse_others(key: str, asked: Sequence[str], known: Sequence[str], printed: Iterable[str]) -> None:
    """Raise a `SpecError` for the first name that is neither known nor printed."""
    for name in asked:
        if name not in (*known, *printed):
            hint = suggest(name, known) if known else ""
            raise SpecError(Problem(f"plot.{key}", "is not in the picture", name, hint=hint))


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


def say_apart(why: str, names: Sequence[str], total: int, title: str) -> str:
    """Name the metrics that have no place in a panel.

    Examples
    --------
    >>> say_apart("no test was possible", ["constant"], 3, "fluency")
    'Not drawn, as no test was possible: constant (1 of 3 metrics, fluency).'
    >>> say_apart("no test was possible", ["one", "two"], 3, "")
    'Not drawn, as no test was possible: one, two (2 of 3 metrics).'
    """
    where = f", {title}" if title else ""
    return f"Not drawn, as {why}: {listed(names)} ({len(names)} of {total} metrics{where})."


NOTHING = "No numbers were found that have all of the metrics, criteria, levels and coefficients named"
