"""What a level is: which observations of metric and people a coefficient takes, and what is drawn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import ClassVar, Literal, Protocol

import numpy as np

from workbench.errors import Problem, SpecError
from workbench.executor import Executor
from workbench.experiment.correlation import CorrelationSpec
from workbench.experiment.judged_task import JudgedTask
from workbench.experiment.judgments import Judged
from workbench.experiment.level_names import level_meant
from workbench.experiment.levels.cell import describe_cell, make_interval
from workbench.experiment.measured import Measured
from workbench.experiment.plan import Plan
from workbench.experiment.row_coefficients import (
    PARTIAL,
    Coefficient,
    Correlation,
    find_special,
    get_row_coefficient,
)
from workbench.experiment.rows import Correlated, Row
from workbench.registry import Registry
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.coefficients.tau_family import TIES_MAY_BE_RIGHT
from workbench.stats.levels.estimates import Estimate
from workbench.stats.levels.level_values import MatrixLevel as Swapped
from workbench.stats.resampling.resample import Draws
from workbench.types import Array, Record


class Correlatable(Protocol):
    """What can be held against judgments: a row of the table, or all judges as one row."""

    @property
    def task(self) -> JudgedTask:
        """Its task."""
        ...

    def find(self, judged: Judged, level: Level, coefficient: Coefficient) -> Correlation:
        """Return the coefficient with the judgments, what it rests on, and what is printed beside it."""
        ...

    def statistic(self, judged: Judged, level: Level, coefficient: Coefficient) -> Callable[[Draws], Array]:
        """Return the function from draws to the coefficient of each, float64[draws]."""
        ...


Place = tuple[Correlatable, "Judged", Coefficient]
Cells = dict[Place, list[Record]]
"""The cells of a level; several for one row, judgments and coefficient where blocks have several sizes."""

_MOST_ROWS, _MOST_CELLS = 32, 1_000_000
"""Rows that are correlated together, and their scores."""


@dataclass(frozen=True)
class Level(ABC):
    """A level; a new one says `observe`, `correlate` and `correlate_draws`, and is entered in `LEVELS`.

    Attributes
    ----------
    name : str
        Under which it was entered.
    described : str
        What is correlated there, in the words of the methods paragraph; empty for nothing more than the name.
    of_systems : bool
        Whether an observation is a system as a whole. Formulas for intervals and tests of correlations take
        the observations for a sample, which systems may be, and outputs of the same systems are not.
    averages_inputs : bool
        Whether an observation is an average over the inputs that a bootstrap draws, so that the ranks of
        observations stay as they are or jump where one of these inputs is left out.
    group : str
        What observations are grouped by, for instance "segment"; empty where all are one group.
    swaps : str
        How the statistics correlate `cells` of which a permutation test has swapped some: as "system",
        "segment" or "global" level. Empty where there is no such test.
    part : str
        The column of the outputs that has to say of which part of the data each segment is; empty for none.
    holds_constant : bool
        Whether there are coefficients with the length held constant: the level has `write_out`.
    """

    name: str
    described: ClassVar[str] = ""
    of_systems: ClassVar[bool] = False
    averages_inputs: ClassVar[bool] = False
    group: ClassVar[str] = ""
    swaps: ClassVar[Literal[Swapped, ""]] = ""
    part: ClassVar[str] = ""
    holds_constant: ClassVar[bool] = False

    def draws(self, task: JudgedTask, judged: Judged) -> Draws:
        """Return what a bootstrap draws, the same for all metrics of the task: systems and segments."""
        return judged.draws

    def n_inputs(self, task: JudgedTask, judged: Judged) -> int:
        """Return how many inputs a bootstrap draws from: those with a judgment."""
        return int((~np.isnan(judged.scores)).any(axis=0).sum())

    @abstractmethod
    def observe(self, outputs: Measured, task: JudgedTask) -> Array:
        """Return the observations of a metric, of people or of lengths, float64[groups, observations].

        A coefficient is taken over the observations of each group; where there are several groups it is
        averaged over these.
        """

    def observe_judged(self, task: JudgedTask, judged: Judged, *outputs: Measured) -> list[Array]:
        """Return the observations of outputs, then of judgments, in the groups in which something was judged.

        A group of which nobody judged anything is not one without a coefficient: it is not there.
        """
        judgments = self.observe(judged, task)
        has = ~np.isnan(judgments).all(axis=1)
        return [*(self.observe(each, task)[has] for each in outputs), judgments[has]]

    @abstractmethod
    def correlate(self, row: Correlated, judged: Judged, coefficient: str) -> Correlation:
        """Return a coefficient of two vectors, what it rests on, and what is printed beside it.

        `n_segments` counts the inputs of this level, and `n_undefined` the groups without a coefficient.
        """

    def correlate_rows(
        self, rows: Sequence[Correlated], judged: Judged, coefficient: str
    ) -> list[Correlation]:
        """Return `correlate` of each of some rows of one task; a level may do all of them at once."""
        return [self.correlate(row, judged, coefficient) for row in rows]

    @abstractmethod
    def correlate_draws(self, row: Correlated, judged: Judged, coefficient: str, draws: Draws) -> Array:
        """Return the same coefficient of each draw, float64[draws]."""

    def write_out(self, outputs: Measured, draws: Draws) -> Array:
        """Return the observations of each draw, float64[draws, groups, observations].

        Drawn systems and cells stand as often as they were drawn, so that each draw has equally many.
        """
        raise TypeError(f"nothing is held constant at {self.name} level")

    def weigh(self, draws: Draws) -> Array:
        """Return how often each group of `write_out` counts in each draw, float64[draws, groups]."""
        return np.ones((len(draws.systems), 1))

    def cells(self, outputs: Measured, task: JudgedTask) -> Array:
        """Return the scores that a permutation test may swap, float64[systems, inputs]."""
        return outputs.segments

    def why_whole(self, row: Row) -> str:
        """Say why no cell of a row can be swapped alone, but only all that a system has; "" where one can."""
        return ""

    @property
    def why_not_swapped(self) -> str:
        """Say why no scores can be swapped; "" where they can."""
        return "" if self.swaps else f"no permutation test at {self.name} level: use a bootstrap"

    def has(self, coefficient: Coefficient) -> bool:
        """Tell whether there is such a coefficient at this level."""
        if coefficient.given:
            return self.holds_constant and coefficient.name in PARTIAL
        special = get_row_coefficient(coefficient.name)
        return special is None or self.name in special.levels

    def why_nothing(self, row: Correlated, coefficient: Coefficient) -> str:
        """Say why a row has no coefficient here, whatever the judgments; "" where it may have one."""
        return row.why_nothing

    def find(self, row: Correlated, judged: Judged, coefficient: Coefficient) -> Correlation:
        """Return the coefficient of a row with judgments, whatever it is made of."""
        if why := self.why_nothing(row, coefficient):
            return Correlation(Estimate(np.nan, 0, 0, reason=why))
        row = row.facing(judged)
        special = find_special(coefficient)
        if special:
            return special.find(row, judged, self)
        found = self.correlate(row, judged, coefficient.name)
        return self._with_chance(found, row, judged, coefficient.name)

    def _with_chance(
        self, found: Correlation, row: Correlated, judged: Judged, coefficient: str
    ) -> Correlation:
        """Return a coefficient with what constant scores get beside it, where a tie may be right."""
        if coefficient.partition("(")[0] not in TIES_MAY_BE_RIGHT:
            return found
        x, z = self.observe_judged(row.task, judged, row)
        values = get_coefficient(coefficient)(np.where(np.isnan(x), np.nan, 0.0), round_noise(z))
        defined = values[~np.isnan(values)]
        return found._replace(chance=float(defined.mean()) if defined.size else np.nan)

    def why_no_statistic(self, coefficient: Coefficient) -> str:
        """Say why there is no bootstrap of a coefficient; "" where there is one."""
        special = find_special(coefficient)
        return special.why if special else ""

    def statistic(
        self, row: Correlated, judged: Judged, coefficient: Coefficient
    ) -> Callable[[Draws], Array]:
        """Return the function from draws to the coefficient of each, float64[draws].

        Raises
        ------
        SpecError
            If there is no bootstrap of the coefficient (`why_no_statistic`).
        """
        if self.why_nothing(row, coefficient):
            return lambda draws: np.full(len(draws.systems), np.nan)
        row = row.facing(judged)
        special = find_special(coefficient)
        if special is None:
            return lambda draws: self.correlate_draws(row, judged, coefficient.name, draws)
        drawn = special.statistic
        if drawn is None:
            raise SpecError(Problem("", f"no bootstrap of {coefficient}: {special.why}"))
        return lambda draws: drawn(row, judged, self, draws)

    def fill(self, plan: Plan, rows: Sequence[Correlatable], executor: Executor) -> Cells:
        """Return the cells of all rows with all judgments and coefficients."""
        settings = plan.spec.correlation
        coefficients = settings.coefficients_at(self.name)
        pieces = _pieces(rows)
        found = executor.map(
            partial(self._fill_piece, settings, coefficients, pieces), range(len(pieces)), "correlating"
        )
        places = (
            (row, judged, each)
            for piece in pieces
            for row in piece
            for each in coefficients
            for judged in row.task.judged
        )
        return dict(zip(places, ([cell] for cells in found for cell in cells), strict=True))

    def _fill_piece(
        self,
        settings: CorrelationSpec,
        coefficients: Sequence[Coefficient],
        pieces: Sequence[Sequence[Correlatable]],
        number: int,
    ) -> list[Record]:
        piece = pieces[number]
        places = [(judged, each) for each in coefficients for judged in piece[0].task.judged]
        found = [self._find_rows(piece, *place) for place in places]
        cells = []
        for at, row in enumerate(piece):
            for (judged, coefficient), correlations in zip(places, found, strict=True):
                each = correlations[at]
                made = make_interval(settings, self, row, judged, coefficient, each.estimate)
                cells.append(describe_cell(settings, self, coefficient, each, made))
            if isinstance(row, Correlated):
                row.forget()
        return cells

    def _find_rows(
        self, rows: Sequence[Correlatable], judged: Judged, coefficient: Coefficient
    ) -> list[Correlation]:
        """Return what `find` says of each row, and its coefficient on the segments judged for all systems."""
        plain = [
            row for row in rows if isinstance(row, Correlated) and not self.why_nothing(row, coefficient)
        ]
        together: dict[Correlatable, Correlation] = {}
        if plain and find_special(coefficient) is None:
            facing = [row.facing(judged) for row in plain]
            correlated = self.correlate_rows(facing, judged, coefficient.name)
            for row, seen, each in zip(plain, facing, correlated, strict=True):
                together[row] = self._with_chance(each, seen, judged, coefficient.name)
        found = [together.get(row) or row.find(judged, self, coefficient) for row in rows]
        if judged.complete is None:
            return found
        n_segments = int((~np.isnan(judged.complete.scores)).any(axis=0).sum())
        # 0 is said where nothing was left out
        return [
            each._replace(complete=shared.estimate.value, n_complete=n_segments or -1)
            if isinstance(row, Correlated)
            else each
            for row, each, shared in zip(
                rows, found, self._find_rows(rows, judged.complete, coefficient), strict=True
            )
        ]


def _pieces(rows: Sequence[Correlatable]) -> list[Sequence[Correlatable]]:
    """Return some rows of one task at a time, few enough for their scores to be laid side by side."""
    pieces: list[Sequence[Correlatable]] = []
    for task, group in groupby(rows, key=lambda row: row.task):
        mine = list(group)
        step = max(1, min(_MOST_ROWS, _MOST_CELLS // max(1, task.outputs.size)))
        pieces += [mine[start : start + step] for start in range(0, len(mine), step)]
    return pieces


LEVELS: Registry[type[Level]] = Registry("level")
"""What one observation is, by name."""


def get_level(name: str, where: str = "") -> Level:
    """Return the level of that name, or raise a `SpecError` with a suggestion.

    Examples
    --------
    >>> get_level("system").of_systems
    True
    """
    if name not in LEVELS and (meant := level_meant(name)):
        hint = f"Did you mean {meant!r}? Known: {', '.join(sorted(LEVELS))}"
        raise SpecError(Problem(where, f"unknown level {name!r}", hint=hint))
    return LEVELS.get(name, where)(name)
