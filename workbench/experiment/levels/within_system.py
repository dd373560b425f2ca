"""The level inside systems: over the segments of each system, then the mean over the systems."""

from workbench.experiment.judged_task import JudgedTask
from workbench.experiment.judgments import Judged
from workbench.experiment.levels.base import LEVELS, Level
from workbench.experiment.measured import Measured
from workbench.experiment.row_coefficients import Correlation
from workbench.experiment.rows import Correlated
from workbench.stats.levels.estimates import grouped_level
from workbench.stats.levels.level_values import level_draws
from workbench.stats.resampling.resample import Draws
from workbench.types import Array


@LEVELS("within-system")
class WithinSystemLevel(Level):
    """An observation is an output, a group the outputs of a system: the segment level with both turned."""

    described = "over the segments of each system, then averaged"
    group = "system"

    def observe(self, outputs: Measured, task: JudgedTask) -> Array:
        """Return what the outputs of each system have, float64[systems, segments]."""
        return outputs.segments

    def correlate(self, row: Correlated, judged: Judged, coefficient: str) -> Correlation:
        """Return the mean over the systems that have a coefficient."""
        x, z = self.observe_judged(row.task, judged, row)
        turned = grouped_level(x, z, coefficient, self.group, "segments")
        return Correlation(turned._replace(n_systems=turned.n_segments, n_segments=turned.n_systems))

    def correlate_draws(self, row: Correlated, judged: Judged, coefficient: str, draws: Draws) -> Array:
        """Return the mean over the drawn systems of the coefficient over the drawn segments."""
        turned = Draws(draws.segments, draws.systems)
        return level_draws(row.segments.T, judged.segments.T, turned, "segment", coefficient)
