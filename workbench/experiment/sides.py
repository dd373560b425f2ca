"""What an analysis sees: of each task the judgments and the resamples, of each condition its scores.

Both are turned here, once, so that higher is better everywhere after this step.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from workbench.errors import DataError, Problem
from workbench.experiment.plan import Plan, TaskData
from workbench.experiment.score import Matrix, Scored, Scores
from workbench.stats.bootstrap import (
    Prepared,
    global_draws,
    prepare,
    resampled_means,
    segment_draws,
    system_draws,
)
from workbench.stats.levels import Estimate, global_level, pooled_level, row_means, segment_level
from workbench.stats.noise import round_noise
from workbench.stats.resample import Draws, draw
from workbench.stats.streams import stream

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Judged:
    """The judgments of one task on one criterion.

    Attributes
    ----------
    criterion, direction : str
    scores : float64[systems, segments]
        Mean over the raters; higher is better.
    draws : Draws
        The resamples of the task.
    """

    criterion: str
    direction: str
    scores: Matrix
    draws: Draws

    @cached_property
    def means(self) -> Array:
        """Mean of each system under each resample, float64[draws, systems]."""
        return resampled_means(self.scores, self.draws.segments)

    @cached_property
    def prepared(self) -> Prepared:
        """For the segment level under the resamples."""
        return prepare(self.scores, self.draws)


@dataclass(frozen=True, eq=False)
class TaskSide:
    """What all metrics of a task share: the segments that are kept, the resamples, the judgments."""

    data: TaskData
    kept: NDArray[np.bool_]
    draws: Draws
    judged: list[Judged]

    @property
    def segments(self) -> list[str]:
        """Names of the kept segments."""
        return [name for name, is_kept in zip(self.data.segments, self.kept, strict=True) if is_kept]


@dataclass(frozen=True, eq=False)
class Row:
    """One component of one condition: a row of a table.

    Attributes
    ----------
    side : TaskSide
    scored : Scored
    component : str
    """

    side: TaskSide
    scored: Scored
    component: str

    @property
    def _sign(self) -> float:
        return 1.0 if self.scored.condition.metric.higher_is_better else -1.0

    @property
    def pools(self) -> bool:
        """Whether a system's score is that of its summed counts, and not the mean of its segments' scores."""
        return self.scored.counts is not None

    @property
    def label(self) -> tuple[str, str, str, str]:
        """Metric, component, preprocessing and reference setting."""
        condition = self.scored.condition
        return condition.metric.name, self.component, condition.preprocess, condition.references.name

    @cached_property
    def segments(self) -> Matrix:
        """Scores of the kept segments, float64[systems, segments]; higher is better."""
        return self._sign * self.scored.segments[self.component][:, self.side.kept]

    @cached_property
    def systems(self) -> Array:
        """The score of each system, float64[systems]; higher is better."""
        return self._sign * self.scored.systems(self.component)

    def means(self, draws: Draws) -> Array:
        """Return the score of each system under each draw of segments, float64[draws, systems]."""
        if self.scored.counts is None:
            return resampled_means(self.segments, draws.segments)
        # one system at a time: the counts of all of them under all draws would be large
        pooled = [draws.segments @ counts[self.side.kept] for counts in self.scored.counts]
        values = [self.scored.condition.metric.score(counts)[self.component] for counts in pooled]
        return round_noise(self._sign * np.stack(values, axis=1))

    @cached_property
    def drawn_means(self) -> Array:
        """The same under the resamples of the task."""
        return self.means(self.side.draws)

    @cached_property
    def prepared(self) -> Prepared:
        """For the segment level under the resamples of the task."""
        return prepare(self.segments, self.side.draws)

    def estimate(self, judged: Judged, level: str, coefficient: str) -> Estimate:
        """Return the coefficient with the judgments and what it rests on."""
        if level == "segment":
            return segment_level(self.segments, judged.scores, coefficient)
        if level == "global":
            return global_level(self.segments, judged.scores, coefficient)
        n_segments = int(self.side.kept.sum())
        return pooled_level(self.systems, row_means(judged.scores), coefficient, n_segments)

    def statistic(self, judged: Judged, level: str, coefficient: str) -> Callable[[Draws], Array]:
        """Return the function from draws to the coefficient of each, float64[draws]."""

        def coefficients(draws: Draws) -> Array:
            mine = draws is self.side.draws
            if level == "global":
                return global_draws(self.segments, judged.scores, draws, coefficient)
            if level == "segment":
                x = self.prepared if mine else prepare(self.segments, draws)
                return segment_draws(
                    x, judged.prepared if mine else prepare(judged.scores, draws), coefficient
                )
            means = self.drawn_means if mine else self.means(draws)
            judgments = judged.means if mine else resampled_means(judged.scores, draws.segments)
            return system_draws(means, judgments, draws.systems, coefficient)

        return coefficients


def judgment_matrix(plan: Plan, data: TaskData, criterion: str) -> tuple[Matrix, str]:
    """Return the mean judgment of each output, float64[systems, segments], and the criterion's direction.

    Judgments are averaged over the raters of the plan's group; NaN where none of them judged.
    """
    card = plan.evalset.card
    rows = plan.evalset.judgments
    rows = rows[(rows["task"] == data.name) & (rows["criterion"] == criterion)]
    patterns = card.raters[plan.raters]
    mine = [any(fnmatchcase(rater, pattern) for pattern in patterns) for rater in rows["rater"]]
    rows = rows[np.array(mine, bool)]
    if rows.empty:
        where = f"{plan.experiment.name}: data"
        what = f"no rater of the group {plan.raters!r} judged {criterion} in {data.name}"
        raise DataError(Problem(where, what))
    means = rows.groupby(["system", "segment"])["score"].mean().unstack()
    matrix = means.reindex(index=data.systems, columns=data.segments).to_numpy(np.float64)
    direction = card.criteria[criterion].direction
    return (-matrix if direction == "lower" else matrix), direction


def _task_side(plan: Plan, data: TaskData, dropped: list[str]) -> TaskSide:
    settings = plan.experiment.correlation
    kept = ~np.isin(data.segments, dropped)
    n_draws = 0 if settings.interval in ("fisher", "none") else settings.draws
    # one stream for a task: every metric, criterion and coefficient sees the same resamples
    rng = stream(plan.experiment.seed, "bootstrap", data.name, settings.resample)
    draws = draw(rng, len(data.systems), int(kept.sum()), n_draws, settings.resample)
    judged = []
    for criterion in plan.criteria:
        matrix, direction = judgment_matrix(plan, data, criterion)
        judged.append(Judged(criterion, direction, matrix[:, kept], draws))
    return TaskSide(data, kept, draws, judged)


def lay_rows(plan: Plan, scores: Scores) -> list[Row]:
    """Return the rows of all conditions, in the order of the plan."""
    sides = {name: _task_side(plan, data, scores.dropped[name]) for name, data in plan.tasks.items()}
    return [
        Row(sides[scored.condition.task], scored, component)
        for scored in scores.scored
        for component in scored.condition.components
    ]
