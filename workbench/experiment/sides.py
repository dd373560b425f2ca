"""What an analysis sees: of each task the judgments and the resamples, of each condition its scores.

Judgments come turned from `judgments`, scores are turned here, each once, so that higher is better everywhere
after this step.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from workbench.errors import Problem, SpecError
from workbench.experiment.judgments import Judged, judgment_matrix, refuse_missing
from workbench.experiment.plan import Plan, TaskData
from workbench.experiment.row_coefficients import Found, Pairing, get_row_coefficient
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
from workbench.stats.pair_counts import count
from workbench.stats.resample import Draws, Resample, draw
from workbench.stats.streams import stream

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TaskSide:
    """What all metrics of a task share: the segments that are kept, the resamples, the judgments."""

    data: TaskData
    kept: NDArray[np.bool_]
    draws: Draws
    judged: list[Judged]
    seed: int = 0
    resample: Resample = "both"

    @property
    def segments(self) -> list[str]:
        """Names of the kept segments."""
        return [name for name, is_kept in zip(self.data.segments, self.kept, strict=True) if is_kept]


class Correlated(ABC):
    """Scores of outputs that can be held against judgments: those of a metric, or of one of the judges.

    Attributes
    ----------
    side : TaskSide
    segments : float64[systems, segments]
        Scores of the kept segments; higher is better.
    systems : float64[systems]
        The score of each system; higher is better.
    pools : bool
        Whether a system's score is that of its summed counts, and not the mean of its segments' scores.
    """

    side: "TaskSide"

    @cached_property
    @abstractmethod
    def segments(self) -> Matrix: ...  # noqa: D102

    @cached_property
    @abstractmethod
    def systems(self) -> Array: ...  # noqa: D102

    @property
    def pools(self) -> bool:  # noqa: D102
        return False

    @cached_property
    def why_nothing(self) -> str:
        """Say why no level has a coefficient, whatever the judgments; "" where some may."""
        return "" if self.side.kept.any() else "every segment was left out"

    def means(self, draws: Draws) -> Array:
        """Return the score of each system under each draw of segments, float64[draws, systems]."""
        return resampled_means(self.segments, draws.segments)

    @cached_property
    def drawn_means(self) -> Array:
        """The same under the resamples of the task."""
        return self.means(self.side.draws)

    @cached_property
    def prepared(self) -> Prepared:
        """For the segment level under the resamples of the task."""
        return prepare(self.segments, self.side.draws)

    def _pairing(self, judged: Judged) -> Pairing:
        side = self.side
        return Pairing(
            self.segments,
            judged.scores,
            lambda: side.data.lengths[:, side.kept],
            self.systems,
            lambda draws: self.drawn_means if draws is side.draws else self.means(draws),
            self.pools,
            side.seed,
            side.data.name,
        )

    def find(self, judged: Judged, level: str, coefficient: str) -> Found:
        """Return the coefficient with the judgments, what it rests on, and what is printed beside it."""
        if self.why_nothing:
            return Found(Estimate(np.nan, 0, 0, reason=self.why_nothing))
        special = get_row_coefficient(coefficient)
        if special is not None:
            return special.find(self._pairing(judged), level)
        if level == "segment":
            return Found(segment_level(self.segments, judged.scores, coefficient))
        if level == "global":
            return Found(global_level(self.segments, judged.scores, coefficient))
        x, z, n_segments = self.systems, row_means(judged.scores), int(self.side.kept.sum())
        return Found(pooled_level(x, z, coefficient, n_segments), *tie_shares(x, z))

    def estimate(self, judged: Judged, level: str, coefficient: str) -> Estimate:
        """Return the coefficient with the judgments and what it rests on."""
        return self.find(judged, level, coefficient).estimate

    def why_no_statistic(self, coefficient: str) -> str:
        """Say why there is no bootstrap of a coefficient; "" where there is one."""
        special = get_row_coefficient(coefficient)
        return "" if special is None else special.why

    def statistic(self, judged: Judged, level: str, coefficient: str) -> Callable[[Draws], Array]:
        """Return the function from draws to the coefficient of each, float64[draws].

        Raises
        ------
        SpecError
            If there is no bootstrap of the coefficient (`why_no_statistic`).
        """
        if self.why_nothing:
            return lambda draws: np.full(len(draws.systems), np.nan)
        special = get_row_coefficient(coefficient)
        if special is not None:
            drawn = special.statistic
            if drawn is None:
                raise SpecError(Problem("", f"no bootstrap of {coefficient}: {special.why}"))
            return lambda draws: drawn(self._pairing(judged), level, draws)

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


@dataclass(frozen=True, eq=False)
class Row(Correlated):
    """One component of one condition: a row of a table.

    Attributes
    ----------
    side : TaskSide
    scored : Scored
    component : str
    without : dict of str to Scored
        What takes the place of `scored` in a pair with that system, from which some references come.
    """

    side: TaskSide
    scored: Scored
    component: str
    without: dict[str, Scored] = field(default_factory=dict)

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
    def why_nothing(self) -> str:
        """Say why no level has a coefficient, whatever the judgments; "" where some may."""
        versions = [self.scored, *self.without.values()]
        infinite = any(scored.is_infinite(self.component) for scored in versions)
        return super().why_nothing or ("infinite scores" if infinite else "")

    @cached_property
    def segments(self) -> Matrix:
        """Scores of kept segments, float64[systems, segments]; higher is better, NaN for `why_nothing`."""
        scores = self.scored.segments[self.component][:, self.side.kept]
        return np.full(scores.shape, np.nan) if self.why_nothing else self._sign * scores

    @cached_property
    def systems(self) -> Array:
        """The score of each system, float64[systems]; higher is better, NaN for `why_nothing`."""
        scores = self.scored.systems(self.component)
        return np.full(scores.shape, np.nan) if self.why_nothing else self._sign * scores

    def means(self, draws: Draws) -> Array:
        """Return the score of each system under each draw of segments, float64[draws, systems]."""
        if self.scored.counts is None:
            return resampled_means(self.segments, draws.segments)
        # one system at a time: the counts of all of them under all draws would be large
        pooled = [draws.segments @ counts[self.side.kept] for counts in self.scored.counts]
        values = [self.scored.condition.metric.score(counts)[self.component] for counts in pooled]
        return round_noise(self._sign * np.stack(values, axis=1))


def tie_shares(x: Array, z: Array) -> tuple[float, float]:
    """Return which share of the pairs of systems the metric ties, and which people tie; NaN without a pair.

    Examples
    --------
    >>> metric, human = tie_shares(np.array([1.0, 1.0, 2.0]), np.array([1.0, 2.0, 3.0]))
    >>> round(metric, 3), human
    (0.333, 0.0)
    """
    pairs = count(round_noise(x), round_noise(z))
    total = int(pairs.pairs)
    if total == 0:
        return np.nan, np.nan
    both = int(pairs.tied_both)
    return (int(pairs.tied_metric) + both) / total, (int(pairs.tied_human) + both) / total


def _task_side(plan: Plan, data: TaskData, dropped: list[str]) -> TaskSide:
    settings = plan.experiment.correlation
    kept = ~np.isin(data.segments, dropped)
    n_draws = 0 if settings.interval in ("fisher", "fisher-jackknife", "none") else settings.draws
    # one stream for a task: every metric, criterion and coefficient sees the same resamples
    rng = stream(plan.experiment.seed, "bootstrap", data.name, settings.resample)
    draws = draw(rng, len(data.systems), int(kept.sum()), n_draws, settings.resample)
    judged = []
    for criterion in plan.criteria:
        matrix, direction = judgment_matrix(plan, data, criterion)
        if settings.missing == "error":
            refuse_missing(plan, data, criterion, np.where(kept, matrix, 0.0))
        judged.append(Judged(criterion, direction, matrix[:, kept], draws))
    return TaskSide(data, kept, draws, judged, plan.experiment.seed, settings.resample)


def lay_rows(plan: Plan, scores: Scores) -> list[Row]:
    """Return the rows of all conditions, in the order of the plan."""
    sides = {name: _task_side(plan, data, scores.dropped[name]) for name, data in plan.tasks.items()}
    found = {scored.condition: scored for scored in scores.scored}
    rows = []
    for condition in plan.conditions:
        if condition.references not in plan.experiment.references:
            continue
        settings = plan.without.get((condition.references.name, condition.task), {})
        without = {name: found[replace(condition, references=each)] for name, each in settings.items()}
        rows += [
            Row(sides[condition.task], found[condition], component, without)
            for component in condition.components
        ]
    return rows
