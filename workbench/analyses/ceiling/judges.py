"""The judges as rows of the table: each of them against the others, as if a judge were a metric."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from workbench.datasets.evalset import natural_key
from workbench.experiment.judged_task import JudgedTask, about_task
from workbench.experiment.judgments import Judged, find_ratings, write_range
from workbench.experiment.levels.base import Level
from workbench.experiment.plan import Plan
from workbench.experiment.row_coefficients import Coefficient, Correlation
from workbench.experiment.rows import Correlated, Row
from workbench.stats.judges.ceilings import rater_mean, shared_cells
from workbench.stats.levels.estimates import Estimate, mean_of_defined
from workbench.stats.resampling.resample import Draws
from workbench.types import Array, Integers
from workbench.version import VERSION

JUDGES = "judges"
ONE_RATER = "one rater: nobody to agree with"
NOTHING_SHARED = "no two raters rated the same output"
FEWEST, LEAST_SHARE = 30, 0.1
"""A rater of fewer outputs than both, the number and the share of all, says little of agreement."""


@dataclass(frozen=True, eq=False)
class Judges:
    """Each rater against the mean of the others, on the outputs that both rated, averaged over the raters.

    Attributes
    ----------
    task : JudgedTask
    ratings : dict of criterion to float64[raters, systems, segments]
        As `rating_array` gives them.
    """

    task: JudgedTask
    ratings: dict[str, Array]
    _found: dict[str, list[tuple[Correlated, Judged]]] = field(default_factory=dict)

    def about(self, plan: Plan, judged: Judged) -> dict[str, object]:
        """Return what a record of theirs is about."""
        return about_judges(plan, self, judged)

    def n_ratings(self, judged: Judged) -> Integers:
        """Return how many of the kept outputs each rater rated who rated any, int64[raters]."""
        counts: Integers = (~np.isnan(self.ratings[judged.criterion])).sum(axis=(1, 2))
        return counts[counts > 0]

    def why_sparse(self, judged: Judged) -> str:
        """Say that half of the raters or more rated too few outputs to be held against others; else ""."""
        counts = self.n_ratings(judged)
        middle, outputs = np.median(counts) if counts.size else np.inf, (~np.isnan(judged.scores)).sum()
        if middle >= FEWEST or middle >= LEAST_SHARE * outputs:
            return ""
        return f"raters are too sparse: half of the {counts.size:,} rated {middle:g} outputs or fewer"

    def _each(self, judged: Judged) -> list[tuple[Correlated, Judged]]:
        """Return each rater and the judgments of the others, the same objects for every coefficient."""
        if judged.criterion not in self._found:
            self._found[judged.criterion] = list(self._lay(judged))
        return self._found[judged.criterion]

    def _lay(self, judged: Judged) -> Iterator[tuple[Correlated, Judged]]:
        ratings = self.ratings[judged.criterion]
        for number, own in enumerate(ratings if len(ratings) > 1 else ()):
            own, others = shared_cells(own, rater_mean(np.delete(ratings, number, axis=0)))
            if not np.isnan(own).all():
                rater = Correlated(own, judged.draws, self.task, why_nothing="")
                yield rater, replace(judged, held=others)

    def find(self, judged: Judged, level: Level, coefficient: Coefficient) -> Correlation:
        """Return the mean coefficient of the raters that have one; none where raters are sparse."""
        if why := self.why_sparse(judged):
            return Correlation(Estimate(np.nan, 0, 0, reason=why))
        found = [one.find(others, level, coefficient) for one, others in self._each(judged)]
        if not found:
            reason = ONE_RATER if len(self.ratings[judged.criterion]) < 2 else NOTHING_SHARED
            return Correlation(Estimate(np.nan, 0, 0, reason=reason))
        rests_on = _rests_on([each.estimate for each in found])
        value, reason = _mean([each.estimate.value for each in found]), ""
        if np.isnan(value):
            reason = " or ".join(sorted({each.estimate.reason for each in found}))
        estimate = Estimate(value, *rests_on, reason)

        def mean(name: str) -> float:
            return _mean([getattr(each, name) for each in found])

        return Correlation(estimate, mean("tied_metric"), mean("tied_human"), mean("chance"), mean("epsilon"))

    def statistic(self, judged: Judged, level: Level, coefficient: Coefficient) -> Callable[[Draws], Array]:
        """Return the function from draws to the mean coefficient of the raters, float64[draws]."""
        each = [one.statistic(others, level, coefficient) for one, others in self._each(judged)]
        return lambda draws: mean_of_defined([of_one(draws) for of_one in each], len(draws.systems))


def _rests_on(estimates: Sequence[Estimate]) -> tuple[int, int, int]:
    """Return numbers of systems, segments and undefined parts for all raters, the greatest.

    Where a rater has undefined parts they are those of the rater with the most: of different raters they
    do not add up.
    """
    most = max(estimates, key=lambda each: (each.n_undefined, each.n_segments, each.n_systems))
    if most.n_undefined:
        return most.n_systems, most.n_segments, most.n_undefined
    return max(each.n_systems for each in estimates), most.n_segments, 0


def _mean(values: list[float]) -> float:
    """Return the mean of what is defined, NaN where nothing is."""
    defined = [value for value in values if not np.isnan(value)]
    return float(np.mean(defined)) if defined else np.nan


def rating_array(plan: Plan, task: JudgedTask, judged: Judged) -> Array:
    """Return the ratings of the plan's group one by one, float64[raters, systems, segments].

    Raters are in natural order; only the kept segments, and of these the ratings that the mean judgments are
    made of, without those that ``missing = "complete"`` leaves out; higher is better.
    """
    rows = find_ratings(plan, task.data, judged.criterion)
    raters = sorted(rows["rater"].unique(), key=natural_key)
    names = (raters, task.data.systems, task.data.segments)
    ratings = np.full([len(each) for each in names], np.nan)
    places = zip(("rater", "system", "segment"), names, strict=True)
    at = tuple(pd.Index(each).get_indexer(rows[column]) for column, each in places)
    ratings[at] = rows["score"]  # nobody rates an output twice
    return np.where(np.isnan(judged.scores), np.nan, ratings[..., task.kept])


def lay_judges(plan: Plan, rows: list[Row]) -> list[Judges]:
    """Return the judges of each task."""
    tasks = list(dict.fromkeys(row.task for row in rows))
    return [
        Judges(task, {judged.criterion: rating_array(plan, task, judged) for judged in task.judged})
        for task in tasks
    ]


_OF_METRICS = (
    "preprocess", "references", "select", "combine", "weights", "ablation", "n_references", "profile",
    "cites",
)  # fmt: skip


def about_judges(
    plan: Plan, judges: Judges, judged: Judged, role: str = "leave one out"
) -> dict[str, object]:
    """Return what a record of the judges is about, in that role."""
    counts = judges.n_ratings(judged)
    return {
        **about_task(plan, judges.task, judged),
        **dict.fromkeys(_OF_METRICS, ""),
        "metric": JUDGES,
        "component": "score",
        "signature": f"{JUDGES} ({role})|profile:own|pre:none|refs:{counts.size} raters|v:{VERSION}",
        "n_raters": counts.size,
        "n_ratings": write_range(counts),
        "role": role,
    }
