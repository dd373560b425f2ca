"""Scores that were computed elsewhere of what there is no output of: named, or left out and counted."""

from collections.abc import Iterator, Mapping
from math import isclose
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from workbench.datasets.evalset import EvalSet
from workbench.datasets.looks.oddity import SHOWN, Oddity
from workbench.datasets.unmatched import Unmatched, find_unmatched
from workbench.errors import Problem
from workbench.experiment.chosen_data import chosen_tasks
from workbench.experiment.python_content import GIVEN
from workbench.experiment.sections import ScoresSpec
from workbench.experiment.spec import Spec
from workbench.metrics.base import Metric
from workbench.metrics.external import External, ScoreTable
from workbench.types import WHOLE

_DIFFERENT = 3
"""Different ratings below which scores may well be the same."""


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
    if not tables:
        return
    places = _Places.of(evalset)
    left_out: dict[tuple[str, str], list[str]] = {}
    for metric in tables:
        rows = places.rows_of(metric.table)
        yield from _other_lines(spec, metric, evalset)
        for found in find_unmatched(evalset.outputs, rows, "score"):
            if _is_dropped(spec, metric, evalset):
                place = place_of_scores(spec, metric.called)
                share = f"{place}: {int(found.rows.sum()):,} of {len(rows):,}"
                left_out.setdefault((found.describe(), _why(spec, metric)), []).append(share)
            else:
                yield _fault(spec, metric, found, evalset)
    for (what, why), shares in left_out.items():
        yield _left_out(spec, what, shares, why)
    yield from _ratings_as_scores(spec, tables, evalset)


def _other_lines(spec: Spec, metric: External, evalset: EvalSet) -> Iterator[Problem]:
    """Yield tasks of which score files have another number of lines than there are segments.

    Line k of a system is segment k: where one is missing or too much nobody knows which, and each score after
    it is that of its neighbour.
    """
    lines = metric.table.n_lines
    every = evalset.outputs[["task", "segment"]].drop_duplicates()["segment"]
    for task in chosen_tasks(spec.data, evalset) if lines else ():
        number = lines.get(task, lines.get("", 0))
        sizes = [len(evalset.segments(task))]
        if "" in lines and every.is_unique:
            # one file for all: segments are numbered on from task to task
            sizes.append(len(every))
        if number in (0, *sizes) or {*evalset.segments(task)} != {*map(str, range(1, sizes[0] + 1))}:
            continue
        if sizes[0] > 1:
            what = f"another number of lines a system than task {task!r} has segments"
            hint = "Line k is segment k: with one too few or too many, scores are those of other segments"
            yield Problem(place_of_scores(spec, metric.called), what, number, f"{sizes[0]:,}", hint)


def _ratings_as_scores(spec: Spec, tables: list[External], evalset: EvalSet) -> Iterator[Oddity]:
    """Yield tables whose scores are the mean ratings of a criterion, number for number where both are."""
    by_output = evalset.judgments.groupby(
        ["criterion", "task", "segment", "system"], sort=False, observed=True
    )
    means = by_output["score"].mean()
    for criterion in evalset.criteria:
        ratings = means[criterion] if criterion in means.index else means.iloc[:0]
        if ratings.nunique() < _DIFFERENT:
            continue
        for metric in tables:
            if _are_equal(metric.table, ratings):
                place = place_of_scores(spec, metric.called)
                what = f"{place}: all scores are the ratings of {criterion}, number for number"
                remedy = "Was the column of the ratings read? They would be held against themselves"
                yield Oddity("ratings-as-scores", what, (), 1, remedy)


def _are_equal(table: ScoreTable, ratings: pd.Series) -> bool:
    """Tell whether a table has a few different scores of outputs with a rating, and each is this rating."""
    equal = set()
    for (task, segment, system), mean in zip(ratings.index, ratings.tolist(), strict=True):
        score = table.find(task, segment, system, or_whole=False)
        if score is not None and not isclose(score, mean, abs_tol=1e-9):
            return False  # of all metrics but such a one it is nearly always the first
        if score is not None:
            equal.add(score)
    return len(equal) >= _DIFFERENT


def _left_out(spec: Spec, what: str, shares: list[str], why: str) -> Oddity:
    """Return what of tables is left out, and of which: metrics of one test set have the same in common."""
    if len(shares) == 1:
        sentence, examples = f"{shares[0]} scores are left out, {what}", []
    else:
        sentence = f"{spec.name}: {len(shares)} tables have rows that are left out, {what}"
        examples = [each.removeprefix(f"{spec.name}: ") for each in shares]
    return Oddity("unmatched-scores", sentence, tuple(examples[:SHOWN]), len(shares), why)


def place_of_scores(spec: Spec, called: str) -> str:
    """Return where the scores of a metric are from: its key in the experiment, and the file."""
    return f"{spec.name}: scores.{called} ({_file_of(spec, called)})"


def _file_of(spec: Spec, called: str) -> str:
    said = spec.scores.get(called)
    return said.file if isinstance(said, ScoresSpec) else said or GIVEN


def _asked(spec: Spec, metric: External) -> str | None:
    said = spec.scores.get(metric.called)
    return (said.unmatched if isinstance(said, ScoresSpec) else None) or spec.data.unmatched


def _is_of_folder(spec: Spec, metric: External) -> bool:
    file = _file_of(spec, metric.called)
    return file != GIVEN and not Path(file).suffix


def _is_dropped(spec: Spec, metric: External, evalset: EvalSet) -> bool:
    # a folder has the scores of a whole test set, with translations that the data set leaves out
    usual = "drop" if _is_of_folder(spec, metric) else evalset.card.unmatched
    return (_asked(spec, metric) or usual) == "drop"


def _why(spec: Spec, metric: External) -> str:
    """Say why rows of a table are left out."""
    if _asked(spec, metric) or not _is_of_folder(spec, metric):
        return "As unmatched = 'drop' says"
    return "A folder has scores of a whole test set: unmatched = 'error' refuses what these data have not"


def _fault(spec: Spec, metric: External, found: Unmatched, evalset: EvalSet) -> Problem:
    place = place_of_scores(spec, metric.called)
    section = "[data]" if _file_of(spec, metric.called) == GIVEN else f"scores.{metric.called}"
    remedy = f"Or leave such rows out, and have them counted: unmatched = 'drop' in {section}"
    of_task = evalset.references["task"].astype(str) == found.task
    if found.what == "system" and {*found.names} <= {*evalset.references["reference"][of_task]}:
        they = "They are references" if len(found.names) > 1 else "It is a reference"
        remedy = f"{they} in these data, of which no score is correlated. {remedy}"
    return found.problem(lambda _: place, remedy)
