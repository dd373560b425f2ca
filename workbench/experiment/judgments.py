"""The judgments of a task: ratings of the plan's raters and their means, so that higher is better."""

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np
import pandas as pd

from workbench.errors import DataError, Problem
from workbench.experiment.kept_scores import Matrix
from workbench.experiment.measured import Measured
from workbench.experiment.plan import Plan
from workbench.experiment.task_data import TaskData
from workbench.stats.coefficients.noise import cancelled
from workbench.stats.resampling.resample import Draws, Resample, draw_among
from workbench.types import Integers, Masks


class DrawnFrom(NamedTuple):
    """Systems and segments of a task, bool[n_systems] and bool[n_segments]."""

    systems: Masks
    segments: Masks

    @property
    def packed(self) -> bytes:
        """What tells it from another population of the task."""
        return np.packbits(np.concatenate(self)).tobytes()


@dataclass(frozen=True, eq=False)
class Judged(Measured):
    """The judgments of one task on one criterion: means over the raters, higher is better.

    Attributes
    ----------
    unjudged : tuple of str
        Systems of which no output was judged.
    is_held_against_all : bool
        Whether metrics keep the outputs that were not judged, as the key ``missing = "all"`` says.
    """

    criterion: str
    direction: str
    unjudged: tuple[str, ...] = ()
    is_held_against_all: bool = False

    @property
    def scores(self) -> Matrix:
        """What its `segments` are, float64[systems, segments]."""
        return self.segments

    @cached_property
    def cells(self) -> Masks:
        """The outputs on which metrics are held against these judgments, bool[systems, segments]."""
        return np.ones(self.segments.shape, bool) if self.is_held_against_all else ~np.isnan(self.segments)

    @cached_property
    def has_all_cells(self) -> bool:
        """Whether metrics keep every output, be it there or not."""
        return bool(self.cells.all())

    @cached_property
    def complete(self) -> Self | None:
        """The same on the segments that were judged for every system; None where all that were judged are.

        Systems of which nothing was judged do not count.
        """
        judged = ~np.isnan(self.segments)
        shared = judged[judged.any(axis=1)].all(axis=0)
        if not (judged.any(axis=0) & ~shared).any():
            return None
        return replace(self, held=np.where(shared, self.segments, np.nan), is_held_against_all=False)

    @cached_property
    def population(self) -> DrawnFrom:
        """The systems and segments that intervals speak of: those of which something was judged.

        Metrics that are held against all outputs have all segments. Where nothing was judged all count, and
        no coefficient has a value.
        """
        outputs: Masks = ~np.isnan(self.segments)
        if not outputs.any():
            outputs = np.ones_like(outputs)
        segments = np.ones(outputs.shape[1], bool) if self.is_held_against_all else outputs.any(axis=0)
        return DrawnFrom(np.asarray(outputs.any(axis=1)), np.asarray(segments))

    def resampled(self, rng: np.random.Generator, number: int, resample: Resample) -> Draws:
        """Draw from its systems and segments."""
        return draw_among(rng, *self.population, number, resample)

    @property
    def n_outputs(self) -> str:
        """How many outputs of a system were judged, of systems with any: a number, or least-most."""
        counts = (~np.isnan(self.segments)).sum(axis=1)
        return write_range(counts[counts > 0])


def write_range(counts: Integers) -> str:
    """Write counts as one number, or as least-most.

    Examples
    --------
    >>> write_range(np.array([3, 3])), write_range(np.array([3, 12, 5]))
    ('3', '3-12')
    """
    least, most = counts.min(initial=counts.max(initial=0)), counts.max(initial=0)
    return str(most) if least == most else f"{least}-{most}"


def find_ratings(plan: Plan, data: TaskData, criterion: str) -> pd.DataFrame:
    """Return the judgments of a task on a criterion by the plan's group of raters, columns of `JUDGMENTS`.

    Higher is better in all that is returned: the sign of a criterion of which less is better is turned here
    and nowhere else.

    Raises
    ------
    DataError
        If there are none.
    """
    rows = plan.evalset.judgments
    rows = rows[(rows["task"] == data.name) & (rows["criterion"] == criterion)]
    patterns = plan.evalset.card.raters[plan.raters]
    raters = rows["rater"].unique()
    mine = [rater for rater in raters if any(fnmatchcase(rater, pattern) for pattern in patterns)]
    rows = rows if len(mine) == len(raters) else rows[rows["rater"].isin(mine)]
    if rows.empty:
        where = f"{plan.spec.name}: data"
        what = f"no rater of the group {plan.raters!r} judged {criterion} in {data.name}"
        hint = "data.criteria names those that are wanted, data.tasks the tasks"
        raise DataError(Problem(where, what, hint=hint))
    is_turned = plan.evalset.card.criteria[criterion].direction == "lower"
    return rows.assign(score=-rows["score"]) if is_turned else rows


def lay_ratings(data: TaskData, rows: pd.DataFrame) -> Matrix:
    """Lay the ratings of one rater, or means, out as [systems, segments]; NaN where there is none.

    Ratings that cancel out have a mean of 0 (`cancelled`).
    """
    place = ["system", "segment"]
    means = rows.groupby(place)["score"].mean()
    if rows["score"].min() < 0 < rows["score"].max():  # of one sign nothing cancels out
        sizes = rows.assign(score=rows["score"].abs()).groupby(place)["score"].mean()
        means = pd.Series(cancelled(means.to_numpy(), sizes.to_numpy()), means.index)
    table = means.unstack()
    matrix: Matrix = table.reindex(index=data.systems, columns=data.segments).to_numpy(np.float64)
    return matrix


def require_judgments(plan: Plan) -> None:
    """Raise a `DataError` where a criterion was judged nowhere in a task, or where it was not and has to be.

    Whether all outputs were judged is known before anything is scored where no segment is left out.
    """
    missing_is_known = plan.spec.correlation.missing == "error" and plan.spec.data.unscorable == "error"
    for data in plan.tasks.values():
        for criterion in plan.criteria:
            ratings = find_ratings(plan, data, criterion)
            if missing_is_known:
                refuse_missing(plan, data, criterion, lay_ratings(data, ratings))


def refuse_missing(plan: Plan, data: TaskData, criterion: str, matrix: Matrix) -> None:
    """Raise a `DataError` that names the first cells without a judgment."""
    cells = [(data.systems[i], data.segments[j]) for i, j in np.argwhere(np.isnan(matrix))]
    if cells:
        named = "; ".join(f"system {system}, segment {segment}" for system, segment in cells[:3])
        more = f"; and {len(cells) - 3:,} more" if len(cells) > 3 else ""
        what = f"no judgment of {criterion} in {data.name}: {named}{more}"
        hint = "With correlation.missing = 'pairwise' such cells are left out"
        raise DataError(Problem(f"{plan.spec.name}: correlation.missing", what, hint=hint))
