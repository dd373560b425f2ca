"""Scores that were computed elsewhere of what there is no output of: named, or left out and counted."""

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import NamedTuple

import pandas as pd

from workbench.datasets.evalset import EvalSet
from workbench.datasets.looks.oddity import Oddity
from workbench.datasets.unmatched import Unmatched, find_unmatched
from workbench.errors import Problem
from workbench.experiment.python_content import GIVEN
from workbench.experiment.sections import ScoresSpec
from workbench.experiment.spec import Spec
from workbench.metrics.base import Metric
from workbench.metrics.external import External, ScoreTable
from workbench.types import WHOLE


class _Places(NamedTuple):
    """Of the outputs of a data set, what stands for every task or for all segments in a table of scores.

    Attributes
    ----------
    evalset : EvalSet
    task_of : dict of (segment, system) to str
        The first task with the output.
    first_of : dict of str to (task, segment)
        The first output of a system.
    segment_of : dict of (task, system) to str
        The first segment of a system in a task.
    """

    evalset: EvalSet
    task_of: dict[tuple[str, str], str]
    first_of: dict[str, tuple[str, str]]
    segment_of: dict[tuple[str, str], str]

    @classmethod
    def of(cls, evalset: EvalSet) -> "_Places":
        """Look all outputs through, once for all tables."""
        places = cls(evalset, {}, {}, {})
        columns = (evalset.outputs[name].tolist() for name in ("task", "segment", "system"))
        for task, segment, system in zip(*columns, strict=True):
            places.task_of.setdefault((segment, system), task)
            places.first_of.setdefault(system, (task, segment))
            places.segment_of.setdefault((task, system), segment)
        return places

    def rows_of(self, table: ScoreTable) -> pd.DataFrame:
        """Return whose scores a table has, in its order: columns task, segment, system."""
        somewhere = (self.evalset.tasks[0], "")
        rows = []
        for task, segment, system in table.values:
            if segment == WHOLE:
                task = task or self.first_of.get(system, somewhere)[0]
                first = self.segment_of.get((task, system))
                segment = first or next(iter(self.evalset.segments(task)), segment)
            elif not task:
                task = self.task_of.get((segment, system)) or self.first_of.get(system, somewhere)[0]
            rows.append((task, segment, system))
        return pd.DataFrame(rows, columns=["task", "segment", "system"], dtype=str)


def find_strange_scores(
    spec: Spec, named: Mapping[str, Metric], evalset: EvalSet
) -> Iterator[Problem | Oddity]:
    """Yield what tables of scores have of tasks, segments, systems or outputs that the data set has not.

    Parameters
    ----------
    spec : Spec
    named : mapping of str to Metric
    evalset : EvalSet
        All of it, whatever part an experiment looks at.

    Yields
    ------
    Problem or Oddity
        A fault; or, where the experiment says that such rows are left out, how many these are. Of a table
        that no metric uses it is said that it is not used.
    """
    used = {each.name.partition("(")[0] for each in spec.metrics}
    for name in (name for name in spec.scores if name not in used):
        what = f"{spec.name}: scores.{name}: no metric is called so, and its scores are not used"
        yield Oddity("unused-scores", what, (), 1, f"Add {name!r} to metrics, or leave its scores out")
    tables = [metric for metric in dict.fromkeys(named.values()) if isinstance(metric, External)]
    if tables:
        places = _Places.of(evalset)
        for metric in tables:
            yield from _of_table(spec, metric, places)


def place_of_scores(spec: Spec, called: str) -> str:
    """Return where the scores of a metric are from: its key in the experiment, and the file."""
    return f"{spec.name}: scores.{called} ({_file_of(spec, called)})"


def _file_of(spec: Spec, called: str) -> str:
    said = spec.scores.get(called)
    return said.file if isinstance(said, ScoresSpec) else said or GIVEN


def _of_table(spec: Spec, metric: External, places: _Places) -> Iterator[Problem | Oddity]:
    said = spec.scores.get(metric.called)
    asked = said.unmatched if isinstance(said, ScoresSpec) else None
    file = _file_of(spec, metric.called)
    # a folder has the scores of a whole test set, with translations that the data set leaves out
    usual = places.evalset.card.unmatched if file == GIVEN or PurePath(file).suffix else "drop"
    place = place_of_scores(spec, metric.called)
    section = "[data]" if file == GIVEN else f"scores.{metric.called}"
    remedy = f"Or leave such rows out, and have them counted: unmatched = 'drop' in {section}"
    rows = places.rows_of(metric.table)
    for each in find_unmatched(places.evalset.outputs, rows, "score"):
        if (asked or spec.data.unmatched or usual) == "drop":
            yield _left_out(each, place, len(rows))
        else:
            yield each.problem(lambda _: place, remedy)


def _left_out(found: Unmatched, place: str, number: int) -> Oddity:
    rule, what = "unmatched-scores", f"{place}: {int(found.rows.sum()):,} of {number:,} scores are left out"
    return Oddity(rule, f"{what}, {found.describe()}", (), len(found.names), "As unmatched = 'drop' says")
