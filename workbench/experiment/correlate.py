"""Correlating: from scores and judgments to records, one for each cell."""

import math
from fnmatch import fnmatchcase
from typing import NamedTuple

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from numpy.typing import NDArray

from workbench.errors import Problem, SpecError
from workbench.experiment.plan import Plan, TaskData
from workbench.experiment.progress import Progress
from workbench.experiment.score import Matrix, Scored, Scores
from workbench.metrics.signature import signature
from workbench.schema import RECORDS
from workbench.stats.bootstrap import Prepared, percentile, prepare, resampled_means, segment_draws, system_draws
from workbench.stats.coefficients import COEFFICIENTS, why_undefined
from workbench.stats.critical import critical_value
from workbench.stats.intervals import fisher_z
from workbench.stats.levels import Estimate, row_means, round_noise, segment_level
from workbench.stats.resample import Draws, draw
from workbench.stats.streams import stream

POPULATIONS = {
    "systems": "all systems, these inputs",
    "inputs": "these systems, all inputs",
    "both": "all systems, all inputs",
}


class Judged(NamedTuple):
    """The judgments of one task on one criterion.

    Attributes
    ----------
    task, criterion, direction : str
    scores : float64[systems, segments]
        Mean over the raters, higher is better (the sign of a lower-is-better scale is turned here, once).
    draws : Draws or None
        The resamples that all metrics share.
    means : float64[draws, systems] or None
        Mean judgment of each system under each resample.
    prepared : Prepared or None
        The segment-level side of the resamples.
    """

    task: str
    criterion: str
    direction: str
    scores: Matrix
    draws: Draws | None
    means: NDArray[np.float64] | None
    prepared: Prepared | None
