"""Which segments are left out of all conditions, and because of which metric."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from workbench.errors import Problem, ScoreError, listed
from workbench.experiment.missing_scores import output_keys
from workbench.experiment.task_data import TaskData
from workbench.metrics.external import External

if TYPE_CHECKING:
    from workbench.experiment.plan import Condition, Plan

Unscored = tuple["Condition", NDArray[np.int64]]
"""A condition and the segments that it cannot score, one or more."""


def left_out_lines(tasks: Mapping[str, TaskData], unscored: Iterable[Unscored]) -> tuple[str, ...]:
    """Return a sentence for each task of which segments are left out: how many, which metrics, and why."""
    segments: dict[str, set[int]] = {}
    settings: dict[str, dict[str, dict[str, dict[str, None]]]] = {}
    for condition, missing in unscored:
        metric, task = condition.metric, condition.task
        segments.setdefault(task, set()).update(missing.tolist())
        of_reason = settings.setdefault(task, {}).setdefault(metric.undefined, {})
        of_reason.setdefault(metric.name, {})[condition.references.name] = None
    lines = []
    for task, numbers in segments.items():
        of_task = f" of {task}" if len(tasks) > 1 else ""
        number = f"{len(numbers):,} of {len(tasks[task].segments):,} segments{of_task}"
        reasons = (
            f"{listed([f'{name} ({listed(list(under))})' for name, under in metrics.items()])}: {reason}"
            for reason, metrics in settings[task].items()
        )
        verb = "is" if len(numbers) == 1 else "are"
        lines.append(f"{number} {verb} left out of all conditions: {'; '.join(reasons)}")
    return tuple(lines)


def known_before(plan: Plan) -> Iterator[Unscored]:
    """Yield what cannot be scored as far as that is known before anything is counted.

    That is what tables lack, and of metrics that weigh references the segments in which none is good.
    """
    for condition in plan.conditions:
        metric, task = condition.metric, plan.tasks[condition.task]
        missing = np.empty(0, np.int64)
        if isinstance(metric, External) and metric.table.by_segment & {task.name, ""}:
            lacking = {segment for _, segment, _ in metric.table.lacking(output_keys(task))}
            missing = np.flatnonzero([segment in lacking for segment in task.segments])
        elif metric.weighted:
            layout = plan.layouts[condition.references.name, condition.task]
            is_good = layout.chosen & (layout.weights[layout.pair_reference] > 0)
            goods = np.bincount(layout.pair_candidate[is_good], minlength=layout.n_candidates)
            missing = np.unique(task.segment_of[goods == 0])
        if missing.size:
            yield condition, missing


def cannot_score(plan: Plan, condition: Condition, segments: NDArray[np.int64]) -> ScoreError:
    """Return the error where segments cannot be scored and may not be left out."""
    data = plan.tasks[condition.task]
    names = [data.segments[number] for number in segments]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    where = f"{plan.spec.name}: {condition.metric.name}, references {condition.references.name!r}"
    noun = "segment" if len(names) == 1 else "segments"
    what = f"cannot score {noun} {', '.join(names[:3])}{more} of {condition.task}"
    hint = "With data.unscorable = 'drop' such segments are left out of every condition"
    return ScoreError(Problem(where, f"{what}: {condition.metric.undefined}", hint=hint))
