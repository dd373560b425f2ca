"""The level of documents: these are the inputs, correlated as segments are."""

import numpy as np

from workbench.experiment.judged_task import JudgedTask
from workbench.experiment.judgments import Judged
from workbench.experiment.levels.base import LEVELS
from workbench.experiment.levels.segment import SegmentLevel
from workbench.experiment.measured import Measured
from workbench.stats.resampling.bootstrap import Prepared, prepare
from workbench.stats.resampling.resample import Draws, draw_among
from workbench.stats.resampling.streams import stream
from workbench.types import Array


@LEVELS("document")
class DocumentLevel(SegmentLevel):
    """An observation is what a system has on a document as a whole, a group the systems of a document."""

    described = "over the systems of each document, then averaged"
    group = "document"
    part = "document"
    holds_constant = False

    def draws(self, task: JudgedTask, judged: Judged) -> Draws:
        """Return resamples of documents: as many as there are of segments, from a stream of their own."""
        rng = stream(task.seed, "bootstrap", task.data.name, task.resample, self.name)
        systems, segments = judged.population
        documents = task.membership(self.part) @ segments > 0
        return draw_among(rng, systems, documents, len(judged.draws.systems), task.resample)

    def n_inputs(self, task: JudgedTask, judged: Judged) -> int:
        """Return how many documents have a judgment."""
        segments = (~np.isnan(judged.scores)).any(axis=0)
        return int((task.membership(self.part) @ segments > 0).sum())

    def cells(self, outputs: Measured, task: JudgedTask) -> Array:
        """Return what each system has on the segments of each document, float64[systems, documents]."""
        return on_each_part(outputs, task.membership(self.part)).T

    def prepared(self, outputs: Measured, task: JudgedTask, draws: Draws) -> Prepared:
        """Return what `segment_draws` needs of the documents."""
        return prepare(self.cells(outputs, task), draws)


def on_each_part(outputs: Measured, members: Array) -> Array:
    """Return what each system has on each part of the segments alone, float64[parts, systems].

    `members` is `TaskSide.membership`: a part is a draw of its segments, so that counts are summed over it.
    """
    return outputs.means(Draws(np.ones((len(members), len(outputs.segments))), members))
