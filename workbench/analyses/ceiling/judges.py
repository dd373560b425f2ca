"""The judges as rows of the table: each of them against the others, as if a judge were a metric."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from workbench.datasets.evalset import natural_key
from workbench.experiment.judgments import Judged, find_ratings
from workbench.experiment.parts import at_level
from workbench.experiment.plan import Plan
from workbench.experiment.row_coefficients import Found, get_row_coefficient
from workbench.experiment.score import Matrix
from workbench.experiment.sides import Correlated, Row, TaskSide
from workbench.stats.ceilings import rater_mean, shared_cells
from workbench.stats.levels import Estimate, row_means
from workbench.stats.resample import Draws
from workbench.version import __version__

Array = NDArray[np.float64]
JUDGES = "judges"
ONE_RATER = "one rater: nobody to agree with"
NOTHING_SHARED = "no two raters rated the same output"


@dataclass(frozen=True, eq=False)
class Rater(Correlated):
    """One judge in the place of a metric."""

    side: TaskSide
    ratings: Matrix

    @cached_property
    def segments(self) -> Matrix:
        """The judge's ratings, float64[systems, segments]; higher is better."""
        return self.ratings

    @cached_property
    def systems(self) -> Array:
        """Their mean over the segments, float64[systems]."""
        return row_means(self.ratings)


@dataclass(frozen=True, eq=False)
class Judges:
    """Each rater against the mean of the others, on the outputs that both rated, averaged over the raters.

    Attributes
    ----------
    side : TaskSide
    ratings : dict of criterion to float64[raters, systems, segments]
        Of the kept segments, higher is better; NaN where a rater did not rate.
    """

    side: TaskSide
    ratings: dict[str, Array]
    _found: dict[str, list[tuple[Rater, Judged]]] = field(default_factory=dict)

    def about(self, plan: Plan, judged: Judged) -> dict[str, object]:
        """Return what a record of theirs is about."""
        return about_judges(plan, self, judged)

    def _each(self, judged: Judged) -> list[tuple[Rater, Judged]]:
        """Return each rater and the judgments of the others, the same objects for every coefficient."""
        if judged.criterion not in self._found:
            self._found[judged.criterion] = list(self._lay(judged))
        return self._found[judged.criterion]

    def _lay(self, judged: Judged) -> Iterator[tuple[Rater, Judged]]:
        ratings = self.ratings[judged.criterion]
        for number, own in enumerate(ratings if len(ratings) > 1 else ()):
            own, others = shared_cells(own, rater_mean(np.delete(ratings, number, axis=0)))
            if not np.isnan(own).all():
                yield Rater(self.side, own), Judged(judged.criterion, judged.direction, others, judged.draws)

    def find(self, judged: Judged, level: str, coefficient: str) -> Found:
        """Return the mean coefficient of the raters that have one."""
        found = [
            one.find(others, inner, coefficient)
            for one, others, inner in (at_level(*each, level) for each in self._each(judged))
        ]
        if not found:
            reason = ONE_RATER if len(self.ratings[judged.criterion]) < 2 else NOTHING_SHARED
            return Found(Estimate(np.nan, 0, 0, reason=reason))
        values = [each.estimate.value for each in found]
        most = np.array([each.estimate[1:4] for each in found]).max(axis=0)
        value, reason = _mean(values), ""
        if np.isnan(value):
            reason = " or ".join(sorted({each.estimate.reason for each in found}))
        shares = ("tied_metric", "tied_human", "chance", "epsilon")
        beside = {name: _mean([getattr(each, name) for each in found]) for name in shares}
        return Found(Estimate(value, int(most[0]), int(most[1]), int(most[2]), reason), **beside)

    def why_no_statistic(self, coefficient: str) -> str:
        """Say why there is no bootstrap of a coefficient; "" where there is one."""
        special = get_row_coefficient(coefficient)
        return "" if special is None else special.why

    def statistic(self, judged: Judged, level: str, coefficient: str) -> Callable[[Draws], Array]:
        """Return the function from draws to the mean coefficient of the raters, float64[draws]."""

        def coefficients(draws: Draws) -> Array:
            total, number = np.zeros(len(draws.systems)), np.zeros(len(draws.systems))
            for each in self._each(judged):
                one, others, inner = at_level(*each, level)
                values = one.statistic(others, inner, coefficient)(draws)
                total, number = total + np.nan_to_num(values), number + ~np.isnan(values)
            means: Array = np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0)
            return means

        return coefficients


def _mean(values: list[float]) -> float:
    """Return the mean of what is defined, NaN where nothing is."""
    defined = [value for value in values if not np.isnan(value)]
    return float(np.mean(defined)) if defined else np.nan


def rating_array(plan: Plan, side: TaskSide, judged: Judged) -> Array:
    """Return the ratings of the plan's group one by one, float64[raters, systems, segments].

    Raters are in natural order; only the kept segments; higher is better.
    """
    rows = find_ratings(plan, side.data, judged.criterion)
    raters = sorted(rows["rater"].unique(), key=natural_key)
    names = (raters, side.data.systems, side.data.segments)
    ratings = np.full([len(each) for each in names], np.nan)
    places = zip(("rater", "system", "segment"), names, strict=True)
    at = tuple(pd.Index(each).get_indexer(rows[column]) for column, each in places)
    ratings[at] = rows["score"]  # nobody rates an output twice
    return ratings[..., side.kept] * (-1.0 if judged.direction == "lower" else 1.0)


def lay_judges(plan: Plan, rows: list[Row]) -> list[Judges]:
    """Return the judges of each task."""
    sides = list(dict.fromkeys(row.side for row in rows))
    return [
        Judges(side, {judged.criterion: rating_array(plan, side, judged) for judged in side.judged})
        for side in sides
    ]


def about_judges(
    plan: Plan, judges: Judges, judged: Judged, role: str = "leave one out"
) -> dict[str, object]:
    """Return what a record of the judges is about, in that role."""
    card, side = plan.evalset.card, judges.side
    number = len(judges.ratings[judged.criterion])
    return {
        "experiment": plan.experiment.name,
        "dataset": f"{card.name} {card.version}",
        "task": side.data.name,
        "metric": JUDGES,
        "component": "score",
        "preprocess": "",
        "references": "",
        "select": "",
        "combine": "",
        "weights": "",
        "ablation": "",
        "n_references": "",
        "criterion": judged.criterion,
        "raters": plan.raters,
        "direction": judged.direction,
        "judgments": card.judgments,
        "n_dropped": int((~side.kept).sum()),
        "seed": str(plan.experiment.seed),
        "signature": f"{JUDGES} ({role})|profile:own|pre:none|refs:{number} raters|v:{__version__}",
        "profile": "",
        "cites": "",
        "role": role,
    }
