"""Rows of a table that are compared with each other, and what tests of them start from."""

from dataclasses import dataclass
from functools import cached_property
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from workbench.experiment.groups import find_groups
from workbench.experiment.plan import Plan
from workbench.experiment.sections import TestSpec
from workbench.experiment.sides import Judged, Row, TaskSide
from workbench.stats.level_values import Level
from workbench.stats.levels import Estimate
from workbench.stats.resample import Draws, draw
from workbench.stats.streams import stream

Array = NDArray[np.float64]
Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Rivals:
    """Rows that are compared with each other by one coefficient with one criterion.

    Attributes
    ----------
    rows : list of Row
        Of one task.
    judged : Judged
    level, coefficient : str
    draws : Draws
        Resamples, the same for all rows; may be none.
    """

    rows: list[Row]
    judged: Judged
    level: str
    coefficient: str
    draws: Draws

    @cached_property
    def estimates(self) -> list[Estimate]:
        """The coefficient of each row."""
        if self.level not in get_args(Level):
            return [Estimate(np.nan, 0, 0, reason=f"no comparison at {self.level} level")] * len(self.rows)
        return [row.estimate(self.judged, self.level, self.coefficient) for row in self.rows]

    @cached_property
    def values(self) -> Array:
        """Its values, float64[rows]."""
        return np.array([estimate.value for estimate in self.estimates], np.float64)

    @property
    def why_not_drawn(self) -> str:
        """Say why no coefficient can be had of resamples; "" where it can."""
        if self.level not in get_args(Level):
            return f"no comparison at {self.level} level"
        if len(self.draws.systems) == 0:
            return "nothing was resampled"
        return self.rows[0].why_no_statistic(self.coefficient)

    @cached_property
    def drawn(self) -> Array:
        """The coefficients of the resamples, float64[draws, rows]."""
        statistics = [row.statistic(self.judged, self.level, self.coefficient) for row in self.rows]
        return np.stack([statistic(self.draws) for statistic in statistics], axis=1)

    def why_undefined(self, pair: Pair) -> str:
        """Say why one of two rows has no coefficient; "" where both have one."""
        return " or ".join(
            dict.fromkeys(self.estimates[row].reason for row in pair if self.estimates[row].reason)
        )


def lay_rivals(
    plan: Plan, rows: list[Row], test: TestSpec, resample: bool
) -> list[tuple[Rivals, list[Pair]]]:
    """Return the rows that are compared with each other, and which pairs of them, level by level.

    With `resample` they have resamples also where the intervals of the experiment need none.
    """
    settings = plan.experiment.correlation
    groups = []
    for task in plan.tasks:
        mine = [row for row in rows if row.side.data.name == task]
        draws = _draws(plan, mine[0].side, test, resample)
        groups += [
            ([mine[row] for row in group.rows], group.pairs, draws)
            for group in find_groups([row.label for row in mine], test)
        ]
    return [
        (Rivals(members, judged, level, coefficient, draws), pairs)
        for level in settings.levels
        for coefficient in settings.coefficients_at(level)
        for number in range(len(plan.criteria))
        for members, pairs, draws in groups
        for judged in [members[0].side.judged[number]]
    ]


def _draws(plan: Plan, side: TaskSide, test: TestSpec, resample: bool) -> Draws:
    """Return the resamples of the intervals, or as many as the test has, where there are none."""
    if len(side.draws.systems) or not resample:
        return side.draws
    kind = plan.experiment.correlation.resample
    rng = stream(plan.experiment.seed, "bootstrap", side.data.name, kind)
    return draw(rng, len(side.data.systems), len(side.segments), test.draws, kind)
