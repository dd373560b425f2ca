"""The global level: all outputs of a task at once."""

import numpy as np

from workbench.experiment.judged_task import JudgedTask
from workbench.experiment.judgments import Judged
from workbench.experiment.levels.base import LEVELS, Level
from workbench.experiment.measured import Measured
from workbench.experiment.row_coefficients import Correlation
from workbench.experiment.rows import Correlated
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.levels.estimates import global_level
from workbench.stats.resampling.bootstrap import global_draws
from workbench.stats.resampling.resample import Draws, expand
from workbench.types import Array


@LEVELS("global")
class GlobalLevel(Level):
    """An observation is an output, whatever its system and segment."""

    described = "all systems and segments together"
    swaps = "global"
    holds_constant = True

    def observe(self, outputs: Measured, task: JudgedTask) -> Array:
        """Return what all outputs have, float64[1, systems * segments]."""
        return outputs.segments.reshape(1, -1)

    def correlate(self, row: Correlated, judged: Judged, coefficient: str) -> Correlation:
        """Return the coefficient over the outputs that have both."""
        return Correlation(global_level(row.segments, judged.segments, coefficient))

    def correlate_draws(self, row: Correlated, judged: Judged, coefficient: str, draws: Draws) -> Array:
        """Return the coefficient over the outputs of the drawn systems on the drawn segments."""
        return global_draws(row.segments, judged.segments, draws, coefficient)

    def write_out(self, outputs: Measured, draws: Draws) -> Array:
        """Return the outputs of the drawn systems on the drawn segments, float64[draws, 1, outputs]."""
        # on one scale: rounded segment by segment, equal outputs of two segments would not be tied
        cells = round_noise(outputs.segments.reshape(1, -1)).reshape(outputs.segments.shape)
        systems, segments = expand(draws.systems), expand(draws.segments)
        drawn = cells[systems[:, :, np.newaxis], segments[:, np.newaxis, :]]
        return drawn.reshape(len(drawn), 1, -1)
