"""The judgments of a task: the ratings of the plan's raters, their means, and how good is turned up."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from workbench.errors import DataError, Problem
from workbench.experiment.plan import Plan, TaskData
from workbench.experiment.score import Matrix
from workbench.stats.bootstrap import Prepared, prepare, resampled_means
from workbench.stats.resample import Draws

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Judged:
    """The judgments of one task on one criterion.

    Attributes
    ----------
    criterion, direction : str
    scores : float64[systems, segments]
        Mean over the raters; higher is better.
    draws : Draws
        The resamples of the task.
    """

    criterion: str
    direction: str
    scores: Matrix
    draws: Draws

    @cached_property
    def means(self) -> Array:
        """Mean of each system under each resample, float64[draws, systems]."""
        return resampled_means(self.scores, self.draws.segments)

    @cached_property
    def prepared(self) -> Prepared:
        """For the segment level under the resamples."""
        return prepare(self.scores, self.draws)


def find_ratings(plan: Plan, data: TaskData, criterion: str) -> pd.DataFrame:
    """Return the judgments of a task on a criterion by the plan's group of raters, columns of `JUDGMENTS`.

    Raises
    ------
    DataError
        If there are none.
    """
    rows = plan.evalset.judgments
    rows = rows[(rows["task"] == data.name) & (rows["criterion"] == criterion)]
    patterns = plan.evalset.card.raters[plan.raters]
    mine = [any(fnmatchcase(rater, pattern) for pattern in patterns) for rater in rows["rater"]]
    rows = rows[np.array(mine, bool)]
    if rows.empty:
        where = f"{plan.experiment.name}: data"
        what = f"no rater of the group {plan.raters!r} judged {criterion} in {data.name}"
        raise DataError(Problem(where, what))
    return rows


def lay_ratings(data: TaskData, rows: pd.DataFrame) -> Matrix:
    """Lay the ratings of one rater, or means, out as [systems, segments]; NaN where there is none."""
    table = rows.groupby(["system", "segment"])["score"].mean().unstack()
    matrix: Matrix = table.reindex(index=data.systems, columns=data.segments).to_numpy(np.float64)
    return matrix


def judgment_matrix(plan: Plan, data: TaskData, criterion: str) -> tuple[Matrix, str]:
    """Return the mean judgment of each output, float64[systems, segments], and the criterion's direction.

    Judgments are averaged over the raters of the plan's group; NaN where none of them judged.
    """
    matrix = lay_ratings(data, find_ratings(plan, data, criterion))
    direction = plan.evalset.card.criteria[criterion].direction
    return (-matrix if direction == "lower" else matrix), direction


def refuse_missing(plan: Plan, data: TaskData, criterion: str, matrix: Matrix) -> None:
    """Raise a `DataError` that names the first cells without a judgment."""
    cells = [(data.systems[i], data.segments[j]) for i, j in np.argwhere(np.isnan(matrix))]
    if cells:
        named = "; ".join(f"system {system}, segment {segment}" for system, segment in cells[:3])
        more = f"; and {len(cells) - 3:,} more" if len(cells) > 3 else ""
        what = f"no judgment of {criterion} in {data.name}: {named}{more}"
        hint = "With correlation.missing = 'pairwise' such cells are left out"
        raise DataError(Problem(f"{plan.experiment.name}: correlation.missing", what, hint=hint))
