"""Rows of a table that are compared with each other, and what tests of them start from."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from workbench.analyses.compare.groups import find_groups
from workbench.analyses.compare.section import TestSpec
from workbench.experiment.judgments import Judged
from workbench.experiment.parts import DOCUMENT, ByDomain, at_level, draws_at
from workbench.experiment.plan import Plan
from workbench.experiment.sides import Correlated, Row, TaskSide
from workbench.experiment.units import BLOCK
from workbench.experiment.within_systems import WithinSystems
from workbench.stats.level_values import Level
from workbench.stats.levels import Estimate
from workbench.stats.resample import Draws, draw
from workbench.stats.streams import stream

Array = NDArray[np.float64]
Pair = tuple[int, int]
Laid = tuple[Correlated | ByDomain | WithinSystems, Judged, str]
NO_BLOCKS = "no comparison at block level"


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
    def laid(self) -> list[Laid]:
        """Each row's scores, the judgments and the level at which a coefficient takes both."""
        return [at_level(row, self.judged, self.level) for row in self.rows]

    @cached_property
    def estimates(self) -> list[Estimate]:
        """The coefficient of each row."""
        if self.level == BLOCK:
            return [Estimate(np.nan, 0, 0, reason=NO_BLOCKS)] * len(self.rows)
        return [row.find(judged, level, self.coefficient).estimate for row, judged, level in self.laid]

    @cached_property
    def values(self) -> Array:
        """Its values, float64[rows]."""
        return np.array([estimate.value for estimate in self.estimates], np.float64)

    @property
    def why_not_swapped(self) -> str:
        """Say why no scores can be swapped; "" where they can."""
        known = (*get_args(Level), DOCUMENT)
        return "" if self.level in known else f"no permutation test at {self.level} level: use a bootstrap"

    def cells(self, row: int) -> Array:
        """Return the scores of a row that can be swapped, float64[systems, segments or documents]."""
        scores = self.laid[row][0]
        if not isinstance(scores, Correlated):
            raise TypeError(self.why_not_swapped)
        return scores.segments

    @property
    def why_not_drawn(self) -> str:
        """Say why no coefficient can be had of resamples; "" where it can."""
        if self.level == BLOCK:
            return NO_BLOCKS
        if len(self.draws.systems) == 0:
            return "nothing was resampled"
        return self.rows[0].why_no_statistic(self.coefficient)

    @cached_property
    def level_draws(self) -> Draws:
        """The resamples of the level: of documents where these are the inputs."""
        return draws_at(replace(self.rows[0].side, draws=self.draws), self.level)

    def statistic(self, row: int) -> Callable[[Draws], Array]:
        """Return the function from draws to the coefficients of a row, float64[draws]."""
        scores, judged, level = self.laid[row]
        return scores.statistic(judged, level, self.coefficient)

    @cached_property
    def drawn(self) -> Array:
        """The coefficients of the resamples, float64[draws, rows]."""
        each = [self.statistic(row)(self.level_draws) for row in range(len(self.rows))]
        return np.stack(each, axis=1)

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
            for group in find_groups(plan, [row.label for row in mine], test)
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
