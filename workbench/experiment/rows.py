"""What an analysis sees of each condition: its scores, beside what all metrics of the task share.

Scores are turned here by `Row`, in one place, so that higher is better everywhere after this step.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Self

import numpy as np

from workbench.experiment.judged_task import JudgedTask, lay_task
from workbench.experiment.judgments import (
    Judged,
)
from workbench.experiment.measured import Measured
from workbench.experiment.plan import Plan
from workbench.experiment.row_coefficients import Coefficient, Correlation
from workbench.experiment.scored import WHOLES, Scored, Scores
from workbench.metrics.base import Metric
from workbench.metrics.external import External
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.levels.estimates import Estimate
from workbench.stats.resampling.resample import Draws, Resample
from workbench.types import Array, Integers, Masks

if TYPE_CHECKING:
    from workbench.experiment.levels.base import Level


@dataclass(frozen=True, eq=False)
class Correlated(Measured):
    """Scores of outputs that can be held against judgments: those of a metric, or of one of the judges.

    Attributes
    ----------
    segments : float64[systems, segments]
        Scores of the kept segments; higher is better, all NaN for `why_nothing`.
    systems : float64[systems]
        The score of each system; higher is better, all NaN for `why_nothing` but for `wholes`.
    task : JudgedTask
    why_nothing : str
        Why no level has a coefficient, whatever the judgments, but for the level of systems where there are
        `wholes`; "" where some may.
    """

    task: JudgedTask
    why_nothing: str
    _facing: dict[bytes, Self] = field(default_factory=dict, init=False, repr=False)

    def facing(self, judged: Judged) -> Self:
        """Return the row on the outputs on which it is held against judgments.

        Made once for all criteria that were judged on the same outputs, with the resamples of these.
        """
        cells = judged.cells
        if self.draws is judged.draws and (judged.has_all_cells or (cells | np.isnan(self.segments)).all()):
            return self
        key = np.packbits(cells).tobytes() + judged.population.packed
        if key not in self._facing:
            self._facing[key] = replace(self.on(cells), draws=judged.draws)
        return self._facing[key]

    def forget(self) -> None:
        """Free the same of all outputs and of some."""
        super().forget()
        self._facing.clear()

    @cached_property
    def lengths(self) -> Measured:
        """The words of the same outputs, which some coefficients hold constant."""
        return replace(self.task.lengths.on(~np.isnan(self.segments)), draws=self.draws)

    @property
    def wholes(self) -> Array | None:
        """The scores of whole systems where there are no others, float64[systems]; higher is better."""
        return None

    @property
    def why_no_systems(self) -> str:
        """Why the level of systems has no coefficient, whatever the judgments; "" where it may have one."""
        return "" if self.wholes is not None else self.why_nothing

    def why_not_drawn(self, resample: Resample) -> str:
        """Say why there are no scores of what is resampled; "" where there are."""
        if self.wholes is None or resample == "systems":
            return ""
        return f"{WHOLES}, of no drawn inputs; resample = 'systems' draws systems alone"

    @property
    def pools(self) -> bool:
        """Whether a system's score is that of its summed counts, and not the mean of its segments' scores."""
        return False

    @property
    def pooled(self) -> tuple[Array, Callable[[Array], Array]] | None:
        """The counts and the function that makes a score of their sums, where a system's score pools them."""
        return None

    def find(self, judged: Judged, level: "Level", coefficient: Coefficient) -> Correlation:
        """Return the coefficient with the judgments, what it rests on, and what is printed beside it."""
        return level.find(self, judged, coefficient)

    def statistic(self, judged: Judged, level: "Level", coefficient: Coefficient) -> Callable[[Draws], Array]:
        """Return the function from draws to the coefficient of each, float64[draws]."""
        return level.statistic(self, judged, coefficient)

    def estimate(self, judged: Judged, level: str, coefficient: str) -> Estimate:
        """Return the coefficient of that name at the level of that name, and what it rests on."""
        from workbench.experiment.levels.base import get_level

        return self.find(judged, get_level(level), Coefficient(coefficient)).estimate


@dataclass(frozen=True, eq=False)
class Row(Correlated):
    """One component of one condition: a row of a table.

    Attributes
    ----------
    scored : Scored
    component : str
    without : dict of str to Scored
        By the name of a system from which some of the references come: the scores without these references.
        They take the place of `scored` where another system is compared with that one.
    cells : bool[systems, segments] or None
        The outputs that the row rests on; None for all.
    """

    scored: Scored
    component: str
    without: dict[str, Scored]
    cells: Masks | None = None

    def __repr__(self) -> str:
        n_systems, n_segments = self.scored.segments[self.component].shape
        said = (*self.label, self.scored.condition.task)
        return f"Row({', '.join(said)}: {n_systems} systems × {n_segments} segments)"

    @property
    def wholes(self) -> Array | None:
        """The scores of whole systems where there are no others, float64[systems]; higher is better."""
        found = self.scored.wholes
        return None if found is None else _turned(self.scored.condition.metric, found)

    @property
    def pools(self) -> bool:
        """Whether a system's score is that of its summed counts, and not the mean of its segments' scores."""
        return self.scored.counts is not None

    @property
    def pooled(self) -> tuple[Array, Callable[[Array], Array]] | None:
        """The counts and the function that makes a score of their sums, where a system's score pools them."""
        return (self._summands, lambda sums: self.score_sums(sums, 1)) if self.pools else None

    @property
    def label(self) -> tuple[str, str, str, str]:
        """Metric, component, preprocessing and reference setting."""
        condition = self.scored.condition
        return condition.metric.name, self.component, condition.preprocess, condition.references.name

    @property
    def scored_as(self) -> tuple[str, str, str, str]:
        """The label of its scores, without settings where these change nothing: of a table of scores."""
        metric, component, preprocess, references = self.label
        is_table = isinstance(self.scored.condition.metric, External)
        return (metric, component, "", "") if is_table else (metric, component, preprocess, references)

    @property
    def has_other_systems(self) -> bool:
        """Whether a table of scores has both of segments and of whole systems, and means of those differ."""
        metric, data = self.scored.condition.metric, self.task.data
        found = metric.of_systems(data.name, data.systems) if isinstance(metric, External) else None
        if found is None or self.scored.wholes is not None:
            return False
        means = self.scored.systems(self.component)
        return not np.allclose(found, means, rtol=1e-6, atol=0.0, equal_nan=True)

    def facts(self, plan: Plan) -> dict[str, str]:
        """Return what a record says of a row, in any frame: experiment, data, task and `label`."""
        metric, component, preprocess, references = self.label
        return {
            "experiment": plan.spec.name,
            "dataset": plan.dataset,
            "task": self.task.data.name,
            "metric": metric,
            "component": component,
            "preprocess": preprocess,
            "references": references,
        }

    def with_scores(self, scored: Scored) -> Self:
        """Return the same row with other scores, for instance of fewer references."""
        held = partial(_segments_of, scored, self.component, self.task.kept)
        return replace(self, held=held, scored=scored, without={})

    def score_sums(self, sums: Array, number: int | Integers) -> Array:
        """Return the score of a system on some segments, higher is better, from sums over these segments.

        See `Scored.pool`.
        """
        return _turned(self.scored.condition.metric, self.scored.pool(self.component, sums, number))

    @cached_property
    def systems(self) -> Array:
        """The score of each system, float64[systems]; higher is better.

        NaN for `why_nothing`, unless a table has the scores of whole systems.
        """
        if self.wholes is not None:
            return self.wholes
        if self.why_nothing:
            return np.full(len(self.segments), np.nan)
        number = self._present.sum(axis=1)
        return np.where(number > 0, self.score_sums(self._summands.sum(axis=1), number), np.nan)

    def on(self, cells: Masks) -> Self:
        """Return the row on some outputs: what is left out is in no mean and in no sum of counts."""
        return replace(super().on(cells), cells=cells if self.cells is None else self.cells & cells)

    @cached_property
    def _present(self) -> Masks:
        """The outputs that a system's score is made of, bool[systems, segments]."""
        if not self.pools:
            return ~np.isnan(self.segments)
        return self.task.outputs if self.cells is None else self.task.outputs & self.cells

    @cached_property
    def _summands(self) -> Array:
        """What is summed for it, 0 for an output that is left out, float64[systems, segments, n]."""
        summands = self.scored.summands(self.component)[:, self.task.kept]
        return np.where(self._present[..., np.newaxis], summands, 0.0)

    def means(self, draws: Draws) -> Array:
        """Return the score of each system under each draw of segments, float64[draws, systems].

        NaN for scores of whole systems, unless the segments are the same in all draws.
        """
        if self.wholes is not None:
            is_drawn = (draws.segments != draws.segments[:1]).any()
            return np.tile(np.where(is_drawn, np.nan, self.wholes), (len(draws.segments), 1))
        if not self.pools:
            return super().means(draws)
        # one system at a time: the counts of all of them under all draws would be large
        scores = [
            np.where(
                draws.segments @ there > 0,
                self.score_sums(draws.segments @ counts, draws.segments.shape[1]),
                np.nan,
            )
            for counts, there in zip(self._summands, self._present, strict=True)
        ]
        return round_noise(np.stack(scores, axis=1))


def _turned(metric: Metric, scores: Array) -> Array:
    """Return scores so that higher is better: the only place where the sign of a metric is turned."""
    return scores if metric.higher_is_better else -scores


def _segments_of(scored: Scored, component: str, kept: Masks) -> Array:
    segments = scored.segments[component]
    return _turned(scored.condition.metric, segments if kept.all() else segments[:, kept])


def _why_nothing(task: JudgedTask, component: str, versions: list[Scored]) -> str:
    if not task.kept.any():
        return "every segment was left out"
    return next(filter(None, (scored.why_unusable(component) for scored in versions)), "")


def lay_rows(plan: Plan, scores: Scores) -> list[Row]:
    """Return the rows of all conditions, in the order of the plan."""
    tasks = {name: lay_task(plan, data, scores.dropped[name]) for name, data in plan.tasks.items()}
    found = {scored.condition: scored for scored in scores.scored}
    rows = []
    for condition in plan.conditions:
        if condition.references not in plan.spec.references:
            continue  # it takes the place of another one in pairs with a system that references come from
        settings = plan.without.get((condition.references.name, condition.task), {})
        without = {name: found[replace(condition, references=each)] for name, each in settings.items()}
        task, scored = tasks[condition.task], found[condition]
        for component in condition.components:
            why = _why_nothing(task, component, [scored, *without.values()])
            held: Array | Callable[[], Array] = partial(_segments_of, scored, component, task.kept)
            if why:
                held = np.full(task.outputs.shape, np.nan)
            rows.append(Row(held, task.draws, task, why, scored, component, without))
    return rows
