"""The level of documents: these are the inputs, correlated as segments are."""

import numpy as np

from workbench.experiment.levels.base import LEVELS, Array
from workbench.experiment.levels.segment import Segment
from workbench.experiment.measured import Measured
from workbench.experiment.sides import TaskSide
from workbench.stats.bootstrap import Prepared, prepare
from workbench.stats.resample import Draws, draw
from workbench.stats.streams import stream


@LEVELS("document")
class Document(Segment):
    """An observation is what a system has on a document as a whole, a group the systems of a document."""

    group = "document"
    part = "document"
    holds_constant = False

    def draws(self, side: TaskSide) -> Draws:
        """Return resamples of documents: as many as there are of segments, from a stream of their own."""
        n_draws, n_systems = side.draws.systems.shape
        rng = stream(side.seed, "bootstrap", side.data.name, side.resample, self.name)
        return draw(rng, n_systems, len(side.membership(self.part)), n_draws, side.resample)

    def cells(self, outputs: Measured, side: TaskSide) -> Array:
        """Return what each system has on the segments of each document, float64[systems, documents]."""
        return on_each_part(outputs, side.membership(self.part)).T

    def prepared(self, outputs: Measured, side: TaskSide, draws: Draws) -> Prepared:
        """Return what `segment_draws` needs of the documents."""
        return prepare(self.cells(outputs, side), draws)


def on_each_part(outputs: Measured, members: Array) -> Array:
    """Return what each system has on each part of the segments alone, float64[parts, systems].

    `members` is `TaskSide.membership`: a part is a draw of its segments, so that counts are summed over it.
    """
    return outputs.means(Draws(np.ones((len(members), len(outputs.segments))), members))
