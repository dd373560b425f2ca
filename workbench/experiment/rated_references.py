"""Whether the references that a metric weighs have weights: a weight that is missing is none, not 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from workbench.errors import Problem, listed
from workbench.experiment.task_data import TaskData
from workbench.metrics.base import Metric
from workbench.metrics.batch import BatchLayout

if TYPE_CHECKING:
    from workbench.experiment.plan import Condition
    from workbench.experiment.spec import Spec

REMEDY = (
    "Give every reference a number in [-1, 1] in the column weight (section [mined] makes them of ratings), "
    "leave the others out (select), take weights = 'one', or a metric that does not weigh"
)


def check_weights(
    name: str,
    conditions: Iterable[Condition],
    tasks: Mapping[str, TaskData],
    layouts: Mapping[tuple[str, str], BatchLayout],
) -> Iterator[Problem]:
    """Yield a problem for each metric and reference setting that needs weights which are not there.

    Metrics that weigh need one of every reference that is used, unless the setting says that all count 1;
    the setting ``positive`` needs them to choose by.
    """
    seen = set()
    for condition in conditions:
        setting, metric = condition.references, condition.metric
        place = metric.name, setting.name, condition.task
        needs = setting.weights == "positive" or (metric.weighted and setting.weights != "one")
        if not needs or place in seen:
            continue
        seen.add(place)
        layout, task = layouts[setting.name, condition.task], tasks[condition.task]
        is_used = np.bincount(layout.pair_reference[layout.chosen], minlength=len(layout.weights)) > 0
        unrated = np.flatnonzero(is_used & np.isnan(layout.weights))
        if unrated.size:
            candidate = layout.pair_candidate[layout.pair_reference == unrated[0]][0]
            reference = task.references["reference"].iloc[unrated[0]]
            what = (
                f"{unrated.size:,} of {is_used.sum():,} references of {task.name} have no weight, the first "
                f"is {reference} of segment {task.segments[task.segment_of[candidate]]}"
            )
            yield Problem(f"{name}: {metric.name}, references {setting.name!r}", what, hint=REMEDY)


def without_weighing(spec: Spec, named: Mapping[str, Metric]) -> Iterator[Problem]:
    """Yield a problem for each setting whose weights no metric looks at, of an experiment without others."""
    for number, setting in enumerate(spec.references):
        if setting.weights not in ("rated", "positive"):
            where = f"{spec.name}: references[{number}].weights"
            what = f"{setting.weights!r} is for metrics that weigh references, and none of these does"
            asked = listed([metric.name for metric in named.values()])
            hint = "Add such a metric, or a setting with weights = 'rated'"
            yield Problem(where, what, asked, "metrics such as delta-bleu or rouge-1(profile=weighted)", hint)
