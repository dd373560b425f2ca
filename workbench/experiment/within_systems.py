"""The level inside systems: over the segments of each system, then the mean over the systems."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.experiment.judgments import Judged
from workbench.experiment.row_coefficients import Found
from workbench.experiment.sides import Correlated, TaskSide
from workbench.stats.level_values import level_draws
from workbench.stats.levels import Estimate, segment_level
from workbench.stats.resample import Draws

Array = NDArray[np.float64]
WITHIN = "within-system"


@dataclass(frozen=True, eq=False)
class WithinSystems:
    """The coefficient over the segments of each system, averaged: the segment level with both turned."""

    side: TaskSide
    row: Correlated

    def find(self, judged: Judged, level: str, coefficient: str) -> Found:
        """Return the mean over the systems that have a coefficient; `n_undefined` of them have none."""
        if self.row.why_nothing:
            return Found(Estimate(np.nan, 0, 0, reason=self.row.why_nothing))
        value, n_segments, n_systems, n_undefined, reason = segment_level(
            self.row.segments.T, judged.scores.T, coefficient
        )
        for here, there in (("every segment", "every system"), ("2 systems", "2 segments")):
            reason = reason.replace(here, there)
        return Found(Estimate(value, n_systems, n_segments, n_undefined, reason))

    def why_no_statistic(self, coefficient: str) -> str:
        """Say why there is no bootstrap of a coefficient; "" where there is one."""
        return self.row.why_no_statistic(coefficient)

    def statistic(self, judged: Judged, level: str, coefficient: str) -> Callable[[Draws], Array]:
        """Return the function from draws of systems and segments to the mean over the systems."""

        def coefficients(draws: Draws) -> Array:
            turned = Draws(draws.segments, draws.systems)
            return level_draws(self.row.segments.T, judged.scores.T, turned, "segment", coefficient)

        return coefficients
