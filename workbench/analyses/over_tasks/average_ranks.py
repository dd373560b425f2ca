"""Mean ranks of metrics over tasks, with the critical difference of Demšar's diagram."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated

import numpy as np
import pandas as pd
from pydantic import Field

from workbench.errors import Problem, SpecError, plural
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.chosen_rows import choose_name
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
from workbench.experiment.sections import Section
from workbench.report.plot_critical import DrawnCritical, plot_critical
from workbench.report.plot_frames import label_conditions
from workbench.schema import AVERAGE_RANKS
from workbench.stats.ranking.average_ranks import average_ranks, ranks_within
from workbench.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_CONDITION = ["metric", "component", "preprocess", "references"]
_ABOUT = ["criterion", "level", "coefficient"]


class AverageRanksSpec(Section):
    """Mean ranks of metrics over tasks."""

    level: float = Field(default=0.05, gt=0, lt=0.5)
    """Of Friedman's and Nemenyi's tests."""
    weights: dict[str, Annotated[float, Field(ge=0)]] = Field(default={})
    """Of tasks, by name, 1 where nothing is said, 0 leaves one out; with weights there is no test."""


@analysis("average_ranks")
class AverageOverTasks(Analysis):
    """Rank metrics in each task and average over the tasks (Demšar 2006).

    Metrics whose mean ranks are closer than the critical difference are not told apart; `plot()` draws the
    diagram of it. Metrics without a coefficient in some task have no rank, and the ranks of the others are
    those without them.
    """

    section = "average_ranks"
    Section = AverageRanksSpec
    frames = (AVERAGE_RANKS,)
    place = 21

    def check_plan(self, plan: Plan, settings: AverageRanksSpec) -> None:
        """Refuse weights of tasks that the experiment does not have."""
        place = f"{plan.spec.name}: average_ranks.weights"
        for task in settings.weights:
            choose_name(task, list(plan.tasks), "task", place)
        if not any(settings.weights.get(task, 1.0) for task in plan.tasks):
            raise SpecError(Problem(place, "one of them has to be above 0"))

    def compute(self, experiment: Experiment, settings: AverageRanksSpec) -> Result:
        """Return a row for each metric, columns of `AVERAGE_RANKS`."""
        if experiment.spec.unit is not None:
            what = "works on systems, not on blocks: give it an experiment without [unit]"
            raise SpecError(Problem(f"{experiment.plan.spec.name}: average_ranks", what))
        records = experiment.records
        mine = records[(records["role"] == "") & (records["given"] == "")]
        found = [
            record
            for about, part in mine.groupby(_ABOUT, sort=False)
            for record in _rank(part, dict(zip(_ABOUT, about, strict=True)), settings)
        ]
        facts = {"experiment": experiment.plan.spec.name, "dataset": experiment.plan.dataset}
        frame = AVERAGE_RANKS.build([{**facts, **record} for record in found])
        return Result({"average_ranks": frame}, _SHOWN, (), partial(draw_critical, frame))

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say how metrics were ranked over tasks."""
        if result is None or result.frame["critical_difference"].isna().all():
            return []
        return ["Ranks were averaged over tasks and compared by Nemenyi's critical difference [Demšar 2006]."]


_NO_RANK: Record = {
    "rank": np.nan, "critical_difference": np.nan, "friedman_p": np.nan, "not_apart": "",
}  # fmt: skip
_SHOWN = (*_CONDITION, *_ABOUT, "rank", "critical_difference", "friedman_p", "not_apart", "n_tasks", "reason")


def _rank(part: pd.DataFrame, about: Record, settings: AverageRanksSpec) -> Iterator[Record]:
    """Yield the mean ranks under one criterion, level and coefficient, the first one first."""
    # a task that counts for nothing takes no metric out
    weights = part["task"].map(settings.weights).fillna(1.0)
    every = part[weights > 0].pivot(index="task", columns=_CONDITION, values="value")
    wide = every.dropna(axis=1)
    about = {**about, "n_tasks": len(wide), "n_metrics": wide.shape[1], "test_level": settings.level}
    yield from _ranked(wide, about, settings) if wide.shape[1] else ()
    lost = every.loc[:, every.isna().any()]
    for condition, values in lost.items():
        where = ", ".join(map(str, values.index[values.isna()]))
        yield {
            **dict(zip(_CONDITION, condition, strict=True)),
            **about,
            **_NO_RANK,
            "reason": f"no coefficient in {where}: left out of all ranks",
        }


def _ranked(wide: pd.DataFrame, about: Record, settings: AverageRanksSpec) -> Iterator[Record]:
    """Yield the rows of metrics with a coefficient in every task."""
    values = wide.to_numpy(np.float64)
    weights = np.array([settings.weights.get(str(task), 1.0) for task in wide.index])
    found = average_ranks(values, settings.level)
    ranks, critical, p = found.ranks, found.critical_difference, found.friedman_p
    reason = "" if len(wide) > 1 else "one task: no test"
    if settings.weights:
        each = ranks_within(values)
        ranks = weights @ each / weights.sum()
        critical, p, reason = np.nan, np.nan, "tasks have weights: no test"
    conditions = wide.columns.to_frame(index=False)
    names = label_conditions(conditions)
    for at in np.argsort(ranks, kind="stable"):
        near = [
            name
            for other, name in enumerate(names)
            if other != at and abs(ranks[other] - ranks[at]) <= critical
        ]
        yield {
            **conditions.iloc[at].to_dict(),
            **about,
            "rank": ranks[at],
            "critical_difference": critical,
            "friedman_p": p,
            "not_apart": "; ".join(near),
            "reason": reason,
        }


def draw_critical(frame: pd.DataFrame) -> "Figure":
    """Draw the diagram of critical differences, one for each criterion, level and coefficient."""
    panels = []
    for about, part in frame[frame["rank"].notna()].groupby(_ABOUT, sort=False):
        names = label_conditions(part)
        title = f"{' · '.join(about)}, {plural('task', int(part['n_tasks'].iloc[0]))}"
        panels.append(
            DrawnCritical(names, part["rank"].to_numpy(), part["critical_difference"].iloc[0], title)
        )
    return plot_critical(panels)
