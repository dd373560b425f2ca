"""What all metrics of a task share at block level: pairs of systems, assignments, and sums over blocks."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.experiment.correlation import UnitSpec
from workbench.experiment.judgments import Judged
from workbench.experiment.plan import Plan
from workbench.experiment.score import Scored
from workbench.experiment.sides import Row, TaskSide
from workbench.experiment.units import find_pairs
from workbench.stats.blocks import (
    Orders,
    assign,
    assign_drawn,
    clean,
    draw_orientation,
    in_parts,
    orient,
    repeat_pairs,
    sum_blocks,
)
from workbench.stats.resample import draw, expand
from workbench.stats.streams import stream

Array = NDArray[np.float64]
_CELLS = 2_000_000
"""Sums that are held at a time."""


class Observations(NamedTuple):
    """Differences of pairs of systems on blocks, under some assignments or draws.

    Attributes
    ----------
    metrics : list of float64[n, n_pairs, blocks]
        For each row.
    judges : list of float64[n, n_pairs, blocks]
        For each criterion of the side.
    """

    metrics: list[Array]
    judges: list[Array]


class Columns(NamedTuple):
    """Numbers to be summed over blocks, each once, however many rows need it.

    Attributes
    ----------
    values : dict of str to float64[systems, segments, n_columns]
        By the system with which a pair is made: under "" what holds for all others, and for those from which
        references come what is left without these.
    of : list of int64[n]
        The columns of each row.
    """

    values: dict[str, Array]
    of: list[NDArray[np.int64]]


def gather_columns(rows: Sequence[Row]) -> Columns:
    """Collect the counts of metrics that pool them, and the scores of others, for the kept segments."""
    makers = sorted({name for row in rows for name in row.without})
    found: dict[bytes, int] = {}
    stacks: list[Array] = []
    of = []
    for row in rows:
        versions = [row.scored, *(row.without.get(name, row.scored) for name in makers)]
        numbers = np.stack([_numbers(each, row.component)[:, row.side.kept] for each in versions])
        mine = []
        for column in np.moveaxis(numbers, -1, 0):
            column = np.ascontiguousarray(column)
            key = column.tobytes()
            if key not in found:
                found[key] = len(stacks)
                stacks.append(column)
            mine.append(found[key])
        of.append(np.array(mine, np.int64))
    values = np.stack(stacks, axis=-1)
    return Columns(dict(zip(["", *makers], values, strict=True)), of)


def _numbers(scored: Scored, component: str) -> Array:
    """Return what is summed over segments, float64[systems, segments, n_columns]."""
    if scored.counts is None:
        scores = scored.segments[component][:, :, np.newaxis]
        # the row has no coefficient then, whatever stands here
        return np.zeros_like(scores) if scored.is_infinite(component) else scores
    return scored.counts


@dataclass(frozen=True, eq=False)
class BlockSide:
    """Pairs of systems on blocks of segments, of criteria that were judged on the same outputs.

    Attributes
    ----------
    side : TaskSide
    unit : UnitSpec
    size : int
        Segments of a block.
    resample : str
        systems (here: pairs of systems), inputs or both.
    rows : list of Row
    judged : list of Judged
    pairs : list of (str, str)
        A and B.
    usable : bool[n_pairs, segments]
        Kept segments on which both systems have a score of every row, and judgments.
    signs : int64[n_pairs]
        -1 for a pair that is turned round.
    """

    side: TaskSide
    unit: UnitSpec
    size: int
    resample: str
    rows: list[Row]
    judged: list[Judged]
    pairs: list[tuple[str, str]]
    usable: NDArray[np.bool_]
    signs: NDArray[np.int64]

    @property
    def n_blocks(self) -> NDArray[np.int64]:
        """Full blocks of each pair, int64[n_pairs]."""
        blocks: NDArray[np.int64] = self.usable.sum(axis=1) // self.size
        return blocks

    @property
    def assignments(self) -> int:
        """As many as are asked for; 1 where all have the same blocks, of one segment or of all."""
        same = self.size == 1 or bool((self.usable.sum(axis=1) == self.size).all())
        return 1 if same else self.unit.assignments

    @cached_property
    def columns(self) -> Columns:
        """What is summed for the rows."""
        return gather_columns(self.rows)

    def assigned(self) -> Iterator[Observations]:
        """Yield the observations of the assignments, some at a time."""
        streams = self._streams("assignment")

        def orders(part: slice) -> list[Orders]:
            number = part.stop - part.start
            return [
                assign(rng, np.flatnonzero(usable), number)
                for rng, usable in zip(streams, self.usable, strict=True)
            ]

        return self._observe(self.assignments, orders)

    def drawn(self) -> Iterator[Observations]:
        """Yield the observations of the bootstrap draws, some at a time: one assignment for each draw."""
        streams = self._streams("bootstrap assignment")
        counts = self.side.draws.segments
        rng = stream(self.side.seed, "bootstrap pairs", self.side.data.name)
        repeated = np.ones((len(counts), len(self.pairs)))
        if self.resample != "inputs":
            repeated = draw(rng, len(self.pairs), 1, len(counts), "systems").systems

        def orders(part: slice) -> list[Orders]:
            drawn = expand(counts[part]).astype(np.int32)
            return [
                assign_drawn(rng, usable, drawn) for rng, usable in zip(streams, self.usable, strict=True)
            ]

        start = 0
        for found in self._observe(len(counts), orders):
            stop = start + len(found.judges[0])
            yield Observations(*([repeat_pairs(x, repeated[start:stop]) for x in each] for each in found))
            start = stop

    def _streams(self, purpose: str) -> list[np.random.Generator]:
        """Return the stream of each pair, which no other pair and no orientation changes."""
        return [stream(self.side.seed, purpose, self.side.data.name, *sorted(pair)) for pair in self.pairs]

    def _values(self) -> list[Array]:
        """Return what is summed for each pair, float64[segments, 2 * n]: that of A, then that of B."""
        systems = self.side.data.systems
        values = []
        for pair in self.pairs:
            halves = []
            for own, other in (pair, pair[::-1]):
                at = systems.index(own)
                scores = self.columns.values.get(other, self.columns.values[""])[at]
                halves += [scores, *(judged.scores[at][:, np.newaxis] for judged in self.judged)]
            values.append(np.concatenate(halves, axis=1))
        return values

    def _observe(self, number: int, make_orders: Callable[[slice], list[Orders]]) -> Iterator[Observations]:
        if not self.pairs:
            nothing = np.full((number, 1, 1), np.nan)
            yield Observations([nothing] * len(self.rows), [nothing] * len(self.judged))
            return
        values = self._values()
        cells = int(self.n_blocks.max(initial=0)) * sum(each.shape[1] for each in values)
        for part in in_parts(number, cells, _CELLS):
            sums = sum_blocks(values, make_orders(part), self.size)
            # a block that is not there is NaN in every column
            absent = np.isnan(sums[..., -1])
            sums[absent] = 0.0
            both = sums.reshape(*sums.shape[:-1], 2, sums.shape[-1] // 2)
            first_judged = both.shape[-1] - len(self.judged)
            metrics = [
                _difference(row, both[..., columns], self.size)
                for row, columns in zip(self.rows, self.columns.of, strict=True)
            ]
            judges = [both[..., 0, n] - both[..., 1, n] for n in range(first_judged, both.shape[-1])]
            judges = [each / self.size for each in judges]
            yield Observations(*([self._finish(x, absent) for x in each] for each in (metrics, judges)))

    def _finish(self, differences: Array, absent: NDArray[np.bool_]) -> Array:
        cleaned = clean(np.where(absent, np.nan, differences))
        return orient(cleaned, self.signs, self.unit.orientation)


def _difference(row: Row, sums: Array, size: int) -> Array:
    """Return the score of A minus that of B, higher is better, from sums of blocks [..., 2, n_columns]."""
    sign = 1.0 if row.scored.condition.metric.higher_is_better else -1.0
    if row.pools:
        scores = row.scored.condition.metric.score(sums)[row.component]
        return sign * (scores[..., 0] - scores[..., 1])
    return sign * (sums[..., 0, 0] - sums[..., 1, 0]) / size


def lay_blocks(plan: Plan, rows: Sequence[Row]) -> list[BlockSide]:
    """Return the block sides of all tasks, criteria judged on the same outputs together; none without a unit.

    An output counts in a pair where both systems have one on the segment, scored by every row and judged.
    Each size of a block is a side of its own; they share pairs, orientation and orders of the segments.
    """
    unit, found = plan.experiment.unit, list[BlockSide]()
    if unit is None:
        return found
    for side in dict.fromkeys(row.side for row in rows):
        mine = [row for row in rows if row.side is side]
        pairs = find_pairs(unit, side.data.systems)
        groups: dict[bytes, tuple[NDArray[np.bool_], list[Judged]]] = {}
        for judged in side.judged:
            usable = _usable(side, mine, judged, pairs)
            groups.setdefault(usable.tobytes(), (usable, []))[1].append(judged)
        signs = np.array(
            [
                draw_orientation(
                    stream(side.seed, "orientation", side.data.name, *sorted(pair)), unit.orientation
                )
                for pair in pairs
            ],
            np.int64,
        )
        found += [
            BlockSide(
                side, unit, size, plan.experiment.correlation.resample, mine, judged, pairs, usable, signs
            )
            for usable, judged in groups.values()
            for size in unit.sizes
        ]
    return found


def _usable(
    side: TaskSide, rows: list[Row], judged: Judged, pairs: list[tuple[str, str]]
) -> NDArray[np.bool_]:
    there = ~np.isnan(judged.scores)
    for row in rows:
        for scored in (row.scored, *row.without.values()):
            there = there & ~np.isnan(scored.segments[row.component][:, side.kept])
    at = side.data.systems.index
    usable = [there[at(one)] & there[at(other)] for one, other in pairs]
    return np.array(usable, bool).reshape(len(pairs), there.shape[1])
