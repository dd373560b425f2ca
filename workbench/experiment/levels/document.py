"""The level of documents: these are the inputs, correlated as segments are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from workbench.experiment.levels.base import LEVELS, Level
from workbench.experiment.row_coefficients import Found
from workbench.stats.bootstrap import prepare, segment_draws
from workbench.stats.levels import grouped_level
from workbench.stats.resample import Draws, draw
from workbench.stats.streams import stream

if TYPE_CHECKING:
    from workbench.experiment.judgments import Judged
    from workbench.experiment.measured import Measured
    from workbench.experiment.sides import Correlated, TaskSide

Array = NDArray[np.float64]


@LEVELS("document")
class Document(Level):
    """An observation is what a system has on a document as a whole, a group the systems of a document."""

    group = "document"
    swaps = "segment"
    part = "document"

    def draws(self, side: TaskSide) -> Draws:
        """Return resamples of documents: as many as there are of segments, from a stream of their own."""
        n_draws, n_systems = side.draws.systems.shape
        rng = stream(side.seed, "bootstrap", side.data.name, side.resample, self.name)
        return draw(rng, n_systems, len(side.membership(self.part)), n_draws, side.resample)

    def observe(self, outputs: Measured, side: TaskSide) -> Array:
        """Return what each system has on the segments of each document, float64[documents, systems]."""
        return on_each_part(outputs, side.membership(self.part))

    def correlate(self, row: Correlated, judged: Judged, coefficient: str) -> Found:
        """Return the mean over the documents that have a coefficient."""
        x, z = self.observe(row, row.side), self.observe(judged, row.side)
        return Found(grouped_level(x, z, coefficient, self.group))

    def correlate_draws(self, row: Correlated, judged: Judged, coefficient: str, draws: Draws) -> Array:
        """Return the mean over the drawn documents of the coefficient of the drawn systems."""
        x, z = (prepare(self.cells(each, row.side), draws) for each in (row, judged))
        return segment_draws(x, z, coefficient)

    def cells(self, outputs: Measured, side: TaskSide) -> Array:
        """Return what each system has on each document, float64[systems, documents]."""
        return self.observe(outputs, side).T


def on_each_part(outputs: Measured, members: Array) -> Array:
    """Return what each system has on each part of the segments alone, float64[parts, systems].

    `members` is `TaskSide.membership`: a part is a draw of its segments, so that counts are summed over it.
    """
    return outputs.means(Draws(np.ones((len(members), len(outputs.segments))), members))
