"""Rows of a table that are compared with each other, and what tests of them start from."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from workbench.analyses.compare.groups import find_groups
from workbench.analyses.compare.section import TestSpec
from workbench.experiment.judged_task import JudgedTask
from workbench.experiment.judgments import Judged
from workbench.experiment.levels.base import Level, get_level
from workbench.experiment.plan import Plan
from workbench.experiment.row_coefficients import Coefficient
from workbench.experiment.rows import Row
from workbench.stats.intervals.cautions import why_not_of_inputs, why_not_of_systems
from workbench.stats.levels.estimates import Estimate
from workbench.stats.resampling.resample import Draws
from workbench.stats.resampling.streams import stream
from workbench.stats.tests.reach import draws_needed
from workbench.types import Array

RowPair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Rivals:
    """Rows that are compared with each other by one coefficient with one criterion.

    Attributes
    ----------
    rows : list of Row
        Of one task.
    judged : Judged
    level : Level
    coefficient : Coefficient
    draws : Draws
        Resamples of the task, the same for all rows; may be none.
    """

    rows: list[Row]
    judged: Judged
    level: Level
    coefficient: Coefficient
    draws: Draws

    @property
    def place(self) -> dict[str, str]:
        """What is compared, in the columns of its records."""
        return {
            "task": self.rows[0].task.data.name,
            "criterion": self.judged.criterion,
            "level": self.level.name,
            "coefficient": self.coefficient.name,
            "given": self.coefficient.given,
        }

    @cached_property
    def estimates(self) -> list[Estimate]:
        """The coefficient of each row."""
        return [row.find(self.judged, self.level, self.coefficient).estimate for row in self.rows]

    @cached_property
    def values(self) -> Array:
        """Its values, float64[rows]."""
        return np.array([estimate.value for estimate in self.estimates], np.float64)

    def swapped(self, whole: bool) -> tuple[Array, Array]:
        """Return the scores that a test may swap, and the judgments of the same places.

        Parameters
        ----------
        whole
            Whether all that a system has is swapped at once, and not its inputs one by one.

        Returns
        -------
        tuple of Array
            float64[rows, systems, inputs] and float64[systems, inputs]; one input for `whole`.
        """
        task = self.rows[0].task
        outputs = [*(row.facing(self.judged) for row in self.rows), self.judged]
        *scores, judgments = (
            self.level.observe(each, task).T if whole else self.level.cells(each, task) for each in outputs
        )
        return np.stack(scores), judgments

    @property
    def n_inputs(self) -> int:
        """How many inputs are drawn from where inputs are: with a judgment, also without a coefficient."""
        return self.level.n_inputs(self.rows[0].task, self.judged)

    @property
    def why_not_drawn(self) -> str:
        """Say why no coefficient can be had of resamples; "" where it can."""
        task = self.rows[0].task
        why = self.level.why_no_statistic(self.coefficient)
        why = why or why_not_of_inputs(self.n_inputs, task.resample)
        n_systems = int((~np.isnan(self.judged.scores)).any(axis=1).sum())
        why = why or why_not_of_systems(n_systems, task.resample)
        return why if len(self.draws.systems) else "nothing was resampled"

    @cached_property
    def level_draws(self) -> Draws:
        """The resamples of the level: of documents where these are the inputs."""
        return self.level.draws(self.rows[0].task, replace(self.judged, draws=self.draws))

    def statistic(self, row: int) -> Callable[[Draws], Array]:
        """Return the function from draws to the coefficients of a row, float64[draws]."""
        return self.rows[row].statistic(self.judged, self.level, self.coefficient)

    @cached_property
    def drawn(self) -> Array:
        """The coefficients of the resamples, float64[draws, rows]."""
        each = [self.statistic(row)(self.level_draws) for row in range(len(self.rows))]
        return np.stack(each, axis=1)

    def why_undefined(self, pair: RowPair) -> str:
        """Say why one of two rows has no coefficient; "" where both have one."""
        return " or ".join(
            dict.fromkeys(self.estimates[row].reason for row in pair if self.estimates[row].reason)
        )


def lay_rivals(
    plan: Plan, rows: list[Row], test: TestSpec, resample: bool
) -> list[tuple[Rivals, list[RowPair]]]:
    """Return the rows that are compared with each other, and which pairs of them, level by level.

    With `resample` they have resamples also where the intervals of the experiment need none.
    """
    settings = plan.spec.correlation
    groups = []
    for task in plan.tasks:
        mine = [row for row in rows if row.task.data.name == task]
        draws = [_draws(plan, mine[0].task, each, test, resample) for each in mine[0].task.judged]
        groups += [
            ([mine[row] for row in group.rows], group.pairs, draws)
            for group in find_groups(plan, [row.label for row in mine], test)
        ]
    return [
        (Rivals(members, judged, get_level(level), coefficient, draws[number]), pairs)
        for level in settings.levels
        for coefficient in settings.coefficients_at(level)
        for number in range(len(plan.criteria))
        for members, pairs, draws in groups
        for judged in [members[0].task.judged[number]]
    ]


def _draws(plan: Plan, task: JudgedTask, judged: Judged, test: TestSpec, resample: bool) -> Draws:
    """Return the resamples of the intervals, or as many as the test has, where there are none."""
    if len(judged.draws.systems) or not resample:
        return judged.draws
    kind = plan.spec.correlation.resample
    rng = stream(plan.spec.seed, "bootstrap", task.data.name, kind)
    number = test.draws or draws_needed(1, "none", test.level)
    return judged.resampled(rng, number, kind)
