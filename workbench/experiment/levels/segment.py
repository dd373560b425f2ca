"""The level of segments: over the systems in each segment, then the mean over the segments."""

from collections.abc import Sequence

import numpy as np

from workbench.experiment.judged_task import JudgedTask
from workbench.experiment.judgments import Judged
from workbench.experiment.levels.base import LEVELS, Level
from workbench.experiment.measured import Measured
from workbench.experiment.row_coefficients import Correlation
from workbench.experiment.rows import Correlated
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.levels.estimates import grouped_levels
from workbench.stats.resampling.bootstrap import Prepared, segment_draws
from workbench.stats.resampling.resample import Draws, expand
from workbench.types import Array


@LEVELS("segment")
class SegmentLevel(Level):
    """An observation is an output, a group the outputs of a segment."""

    described = "over the systems of each segment, then averaged"
    group = "segment"
    swaps = "segment"
    holds_constant = True

    def observe(self, outputs: Measured, task: JudgedTask) -> Array:
        """Return what the outputs of each segment have, float64[segments, systems]."""
        return self.cells(outputs, task).T

    def correlate(self, row: Correlated, judged: Judged, coefficient: str) -> Correlation:
        """Return the mean over the segments that have a coefficient."""
        [found] = self.correlate_rows([row], judged, coefficient)
        return found

    def correlate_rows(
        self, rows: Sequence[Correlated], judged: Judged, coefficient: str
    ) -> list[Correlation]:
        """Return the same of each row of a task."""
        *x, z = self.observe_judged(rows[0].task, judged, *rows)
        return [Correlation(each) for each in grouped_levels(np.stack(x), z, coefficient, self.group)]

    def correlate_draws(self, row: Correlated, judged: Judged, coefficient: str, draws: Draws) -> Array:
        """Return the mean over the drawn segments of the coefficient of the drawn systems."""
        x, z = (self.prepared(each, row.task, draws) for each in (row, judged))
        return segment_draws(x, z, coefficient)

    def prepared(self, outputs: Measured, task: JudgedTask, draws: Draws) -> Prepared:
        """Return what `segment_draws` needs of the outputs."""
        return outputs.prepared(draws)

    def write_out(self, outputs: Measured, draws: Draws) -> Array:
        """Return the drawn systems in each segment, float64[draws, segments, systems]."""
        return np.moveaxis(round_noise(outputs.segments.T).T[expand(draws.systems)], 1, -1)

    def weigh(self, draws: Draws) -> Array:
        """Return how often each segment was drawn."""
        return draws.segments
