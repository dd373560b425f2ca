"""What all metrics of a task share: the segments that are kept, the judgments and their resamples.

Judgments come turned from `judgments`, so that higher is better everywhere after this step.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from workbench.experiment.correlation import UNDRAWN
from workbench.experiment.judgments import (
    Judged,
    find_ratings,
    lay_ratings,
    refuse_missing,
)
from workbench.experiment.measured import Measured
from workbench.experiment.plan import Plan
from workbench.experiment.task_data import TaskData
from workbench.stats.resampling.resample import Draws, Resample
from workbench.stats.resampling.streams import stream
from workbench.types import Array, Masks


@dataclass(frozen=True, eq=False)
class JudgedTask:
    """What all metrics of a task share: the segments that are kept, the judgments and their resamples."""

    data: TaskData
    kept: Masks
    judged: list[Judged]
    seed: int = 0
    resample: Resample = "both"
    of_blocks: dict[tuple[object, ...], object] = field(default_factory=dict, init=False, repr=False)
    """Coefficients on blocks that were made before, by what they rest on."""

    @property
    def segments(self) -> list[str]:
        """Names of the kept segments."""
        return [name for name, is_kept in zip(self.data.segments, self.kept, strict=True) if is_kept]

    @property
    def draws(self) -> Draws:
        """The resamples of the first criterion, and of all that were judged on the same outputs."""
        return self.judged[0].draws

    @cached_property
    def outputs(self) -> Masks:
        """The outputs that there are, bool[systems, segments]."""
        there = np.zeros((len(self.data.systems), len(self.data.segments)), bool)
        there[self.data.system_of, self.data.segment_of] = True
        return there[:, self.kept]

    @cached_property
    def lengths(self) -> Measured:
        """The words of each output, which some coefficients hold constant; counted when first asked for."""
        return Measured(self.data.lengths[:, self.kept], self.draws)

    def membership(self, part: str) -> Array:
        """Return which kept segments each document or domain has, float64[parts, segments] of 0 and 1.

        Parts stand as they first come; a part without a kept segment is left out.
        """
        names = np.array(self.data.parts(part), object)[self.kept]
        each = [names == name for name in dict.fromkeys(names)]
        return np.array(each, np.float64).reshape(len(each), len(names))


def lay_task(plan: Plan, data: TaskData, dropped: list[str]) -> JudgedTask:
    """Return a task without the segments that are dropped, with its judgments and their resamples."""
    settings = plan.spec.correlation
    kept = ~np.isin(data.segments, dropped)
    n_draws = 0 if settings.interval in UNDRAWN else settings.draws
    judged, none = [], Draws(np.empty((0, len(data.systems))), np.empty((0, int(kept.sum()))))
    for criterion in plan.criteria:
        matrix = lay_ratings(data, find_ratings(plan, data, criterion))
        if settings.missing == "error":
            refuse_missing(plan, data, criterion, np.where(kept, matrix, 0.0))
        direction = plan.evalset.card.criteria[criterion].direction
        matrix = matrix[:, kept]
        without = np.array(data.systems, object)[np.isnan(matrix).all(axis=1)]
        found = Judged(matrix, none, criterion, direction, tuple(without), settings.missing == "all")
        judged.append(found.complete or found if settings.missing == "complete" else found)
    drawn: dict[bytes, Draws] = {}
    for number, each in enumerate(judged):
        # one stream for a task: metrics, coefficients and criteria of the same outputs see the same resamples
        rng = stream(plan.spec.seed, "bootstrap", data.name, settings.resample)
        same = each.population.packed
        drawn[same] = drawn.get(same) or each.resampled(rng, n_draws, settings.resample)
        judged[number] = replace(each, draws=drawn[same])
    return JudgedTask(data, kept, judged, plan.spec.seed, settings.resample)


def about_task(plan: Plan, task: JudgedTask, judged: Judged) -> dict[str, object]:
    """Return what all records with these judgments have in common."""
    return {
        "experiment": plan.spec.name,
        "dataset": plan.dataset,
        "task": task.data.name,
        "criterion": judged.criterion,
        "raters": plan.raters,
        "direction": judged.direction,
        "judgments": plan.evalset.card.judgments,
        "n_dropped": int((~task.kept).sum()),
        "missing": plan.spec.correlation.missing,
        "n_outputs": judged.n_outputs,
        "unjudged": "; ".join(judged.unjudged),
        "n_raters": 0,
        "n_ratings": "",
        "seed": str(plan.spec.seed),
    }
