"""Scoring: from counts to a score for every output, and for every system."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.code.identity import code_of
from workbench.datasets.scores import LOOKED_FOR
from workbench.errors import Problem, ScoreError
from workbench.experiment.count import Counted, may_be_on_disk
from workbench.experiment.kept_scores import KeptScores, Matrix
from workbench.experiment.left_out import cannot_score, left_out_lines
from workbench.experiment.plan import Condition, CountTask, Plan
from workbench.experiment.scored import Scored, Scores
from workbench.experiment.store import Store, content_key
from workbench.experiment.task_data import TaskData
from workbench.experiment.unmatched_scores import place_of_scores
from workbench.metrics.base import Counts, Metric
from workbench.metrics.batch import BatchLayout
from workbench.metrics.external import External
from workbench.metrics.own_class import scores_of
from workbench.metrics.references import score_candidates
from workbench.types import Masks


def score_all(plan: Plan, counted: Counted, store: Store) -> Scores:
    """Score every condition.

    Raises
    ------
    ScoreError
        If a condition cannot score a segment and the experiment does not say that such segments are dropped.
    """
    made: dict[Condition, _Made] = {}
    of_source: dict[CountTask, list[Condition]] = {}
    for condition in plan.conditions:
        of_source.setdefault(counted.source_of(condition.count_task), []).append(condition)
    # together what is made of the same counts, which may be large: they are read once, and then let go
    for source, conditions in of_source.items():
        here = counted.holding(source)
        made |= {condition: _score(plan, condition, here, store) for condition in conditions}
    without = {task: np.zeros(len(data.segments), bool) for task, data in plan.tasks.items()}
    unscored = [(each, made[each].missing) for each in plan.conditions if made[each].missing.size]
    for condition, missing in unscored:
        if plan.spec.data.unscorable == "error":
            raise cannot_score(plan, condition, missing)
        without[condition.task][missing] = True
    scored = [
        _lay(
            plan,
            condition,
            made.pop(condition),
            without[condition.task],
            partial(_read, counted=counted, store=store),
        )
        for condition in plan.conditions
    ]
    dropped = {
        task: [plan.tasks[task].segments[number] for number in np.flatnonzero(left_out)]
        for task, left_out in without.items()
    }
    return Scores(scored, dropped, plan.tasks, left_out_lines(plan.tasks, unscored))


def refuse_wholes(plan: Plan, scores: Scores) -> Scores:
    """Return the scores unless something is asked of them that scores of whole systems cannot answer.

    Raises
    ------
    ScoreError
        If a metric has no scores of segments, and no level and no analysis that is asked for does without.
    """
    answers = "system" in plan.spec.correlation.levels or any(kind.on_wholes for kind, _ in plan.spec.asked)
    if not answers:
        for each in scores.scored:
            if each.wholes is not None:
                task = each.condition.task
                what = f"the table has scores of whole systems, but {task!r} is judged segment by segment"
                hint = (
                    f"Scores of segments are told by a column {LOOKED_FOR}; "
                    "those of whole systems are correlated at level system and by [protocol]"
                )
                raise ScoreError(
                    Problem(place_of_scores(plan.spec, each.condition.metric.name), what, hint=hint)
                )
    return scores


class _Made(NamedTuple):
    """What is made of the counts of a condition, before any segment is left out of all conditions.

    Attributes
    ----------
    values : float64[n_candidates, components] or None
        Of all components of the metric; None where they are on disk alone.
    missing : int64[n]
        The segments without a score, unless there are none but of whole systems.
    counts, wholes
        See `Scored`.
    """

    values: Matrix | None
    missing: NDArray[np.int64]
    counts: NDArray[np.float64] | None
    wholes: NDArray[np.float64] | None


def _score(plan: Plan, condition: Condition, counted: Counted, store: Store) -> _Made:
    data, metric = plan.tasks[condition.task], condition.metric
    values = _read(plan, condition, counted, store)
    counts, wholes = None, None
    if metric.system == "pooled":
        counts = data.pooled(counted.rows(condition.count_task))
    if isinstance(metric, External) and np.isnan(values).all():
        wholes = metric.of_systems(condition.task, data.systems)
    unscored = np.isnan(values[:, metric.components.index(condition.components[0])]) & (wholes is None)
    is_on_disk = _key(plan, condition, counted) is not None and store.is_on_disk(values.size)
    return _Made(None if is_on_disk else values, np.unique(data.segment_of[unscored]), counts, wholes)


def _key(plan: Plan, condition: Condition, counted: Counted) -> str | None:
    """Return what the scores of a condition are kept under; None where they cannot be kept."""
    metric, layout = condition.metric, plan.layouts[condition.references.name, condition.task]
    counts_key, code = counted.key(condition.count_task), code_of(metric, score_candidates).digest
    # what a function returned is its score
    if not (counts_key and code and may_be_on_disk(condition.count_task)):
        return None
    combine, chosen = condition.references.combine, np.packbits(layout.chosen).tobytes().hex()
    return content_key(code, counts_key, metric.name, combine, chosen)


def _read(plan: Plan, condition: Condition, counted: Counted, store: Store) -> Matrix:
    """Return the scores of all candidates, float64[n_candidates, components]: kept ones, or made now."""
    layout = plan.layouts[condition.references.name, condition.task]
    metric, key = condition.metric, _key(plan, condition, counted)
    kept = store.load("scores", key, metric.components, layout.n_candidates) if key else None
    if kept is None:
        rows = counted.rows(condition.count_task)
        data = plan.tasks[condition.task]
        scores = score_outputs(data, metric, rows, layout, condition.references.combine)
        kept = np.column_stack([scores[name] for name in metric.components])
        if key:
            store.save("scores", key, metric.components, kept)
    return kept


def score_outputs(
    data: TaskData, metric: Metric, counts: Counts, layout: BatchLayout, combine: str
) -> Mapping[str, NDArray[np.float64]]:
    """Return the scores of all candidates by component, float64[n_candidates] each.

    Where an output is cut into lines, a metric that pools counts has one score for all lines of it.
    """
    if data.has_lines and metric.system == "pooled":
        return scores_of(metric, data.summed(counts))
    return score_candidates(metric, counts, layout, combine)


def _lay(
    plan: Plan, condition: Condition, made: _Made, without: Masks, read: Callable[[Plan, Condition], Matrix]
) -> Scored:
    """Return the scores of a condition with some segments left out; `read` returns those that are on disk."""
    values = made.values
    kept = KeptScores(
        plan.tasks[condition.task],
        {name: condition.metric.components.index(name) for name in condition.components},
        partial(read, plan, condition) if values is None else lambda: values,
        without,
    )
    if made.counts is not None:
        made.counts[:, without] = 0
    return Scored(condition, kept if values is None else dict(kept), made.counts, made.wholes)
