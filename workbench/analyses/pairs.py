"""Which pairs of systems are compared on blocks of segments, and which way round each difference is taken."""

from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.levels.block_pairs import lay_blocks, pair_frame
from workbench.experiment.sections import Section
from workbench.schema import PAIRS


@analysis("pairs")
class Pairs(Analysis):
    """List the pairs of systems whose differences are observed at block level; none without ``[unit]``."""

    frames = (PAIRS,)
    is_standing = True
    on_blocks = True
    place = 80

    def compute(self, experiment: Experiment, settings: Section) -> Result:
        """Return one row a pair, columns of `PAIRS`."""
        return Result({"pairs": pair_frame(lay_blocks(experiment.plan, experiment.rows))})
