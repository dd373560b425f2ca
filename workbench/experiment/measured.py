"""Numbers of outputs, whatever they are: all are averaged over segments and resampled in the same way."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from workbench.stats.coefficients.weighted import FEW, WEIGHTED, Side, make_side
from workbench.stats.levels.estimates import row_means
from workbench.stats.resampling.bootstrap import Prepared, prepare, resampled_means
from workbench.stats.resampling.resample import Draws
from workbench.types import Array, Masks


@dataclass(frozen=True, eq=False)
class Measured:
    """A number for each output of a task: scores of a metric, judgments, ratings of one judge, or lengths.

    Attributes
    ----------
    held : float64[systems, segments] or callable
        The numbers, or what returns them: scores that are on disk are read when they are needed.
    segments : float64[systems, segments]
        The numbers, of the kept segments; NaN where there is none.
    systems : float64[systems]
        What a system has as a whole: the mean of its segments, unless a class says otherwise.
    draws : Draws
        The resamples that everything of the task shares; what is made of them is kept.
    """

    held: Array | Callable[[], Array]
    draws: Draws

    @cached_property
    def segments(self) -> Array:  # noqa: D102
        return self.held() if callable(self.held) else self.held

    @cached_property
    def systems(self) -> Array:  # noqa: D102
        return row_means(self.segments)

    def on(self, cells: Masks) -> Self:
        """Return the same of some outputs, bool[systems, segments]: what was not judged counts nowhere."""
        return replace(self, held=np.where(cells, self.segments, np.nan))

    def means(self, draws: Draws) -> Array:
        """Return what each system has under each draw of segments, float64[draws, systems]."""
        return resampled_means(self.segments, draws.segments)

    @cached_property
    def _task_means(self) -> Array:
        return self.means(self.draws)

    @cached_property
    def _task_prepared(self) -> Prepared:
        return prepare(self.segments, self.draws)

    def drawn_means(self, draws: Draws) -> Array:
        """Return the same as `means`, computed once for the resamples of the task."""
        return self._task_means if draws is self.draws else self.means(draws)

    @cached_property
    def _task_sides(self) -> dict[tuple[str, str], Side | None]:
        return {}

    def side(self, level: str, coefficient: str, scores: Array) -> Side | None:
        """Return what a level observes under the resamples of the task, made once; None with gaps."""
        key = level, coefficient
        if key not in self._task_sides:
            weights = self.draws.systems
            usable = coefficient in WEIGHTED and weights.shape[1] < FEW and not np.isnan(scores).any()
            self._task_sides[key] = make_side(scores, weights, coefficient) if usable else None
        return self._task_sides[key]

    def forget(self) -> None:
        """Free the numbers that are on disk, and what was made of the resamples of the task.

        Both are made again where they are needed again.
        """
        for name in ("segments", "_task_means", "_task_prepared", "_task_sides", "_summands", "_present"):
            vars(self).pop(name, None)

    def prepared(self, draws: Draws) -> Prepared:
        """Return what `segment_draws` needs, made once for the resamples of the task."""
        return self._task_prepared if draws is self.draws else prepare(self.segments, draws)
