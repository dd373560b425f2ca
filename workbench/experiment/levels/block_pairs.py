"""What all metrics of a task share at block level: pairs of systems, assignments, and sums over blocks.

Random streams. What a pair of systems gets must depend on nothing but the seed, the task and its two names:
other pairs, other metrics and other settings of the experiment change nothing of it. So each pair has three
streams of its own, in which the names stand sorted: one for its orientation (whether the difference is A - B
or B - A), one that deals all segments to blocks for the plain value, one that deals the drawn segments to
blocks for the bootstrap. Blocks of all sizes are cut from the same orders of segments. Which pairs a draw has
is one drawing of all of them and comes from a stream of the task; which segments it has are the resamples of
the task, the same as at the other levels.

References that come from a system. An output that serves as a reference (`made_by`) is left out when its own
system is scored. In a pair of that system with another one both do without it, as the two would else be
measured with different references; in pairs of two other systems it stays. So the numbers that are summed
for a system depend on whom it is compared with: `Columns.values` has them by the system that the references
to leave out come from.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar, cast

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from workbench.experiment.correlation import UnitSpec
from workbench.experiment.judged_task import JudgedTask
from workbench.experiment.judgments import Judged, write_range
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.experiment.scored import Scored
from workbench.experiment.units import find_pairs
from workbench.schema import PAIRS
from workbench.stats.levels.blocks import (
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
from workbench.stats.resampling.resample import draw_among, expand
from workbench.stats.resampling.streams import stream
from workbench.types import Array, Masks

Once = TypeVar("Once")
_CELLS = 2_000_000
"""Sums that are held at a time."""


class Observations(NamedTuple):
    """Differences of pairs of systems on blocks, under some assignments or draws.

    Attributes
    ----------
    metrics : list of float64[n, n_pairs, blocks]
        For each row.
    judges : list of float64[n, n_pairs, blocks]
        For each criterion of the task.
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
        numbers = np.stack([_summands(each, row.component)[:, row.task.kept] for each in versions])
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


def _summands(scored: Scored, component: str) -> Array:
    """Return what is summed over segments, float64[systems, segments, n_columns]."""
    summands = scored.summands(component)
    # the row has no coefficient then, whatever stands here
    return np.zeros_like(summands) if scored.why_unusable(component) else summands


@dataclass(frozen=True, eq=False)
class BlockTask:
    """Pairs of systems on blocks of segments, of criteria that were judged on the same outputs.

    Attributes
    ----------
    task : JudgedTask
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
    """

    task: JudgedTask
    unit: UnitSpec
    size: int
    resample: str
    rows: list[Row]
    judged: list[Judged]
    pairs: list[tuple[str, str]]
    usable: NDArray[np.bool_]

    def once(self, key: tuple[object, ...], make: Callable[[], Once]) -> Once:
        """Return what is made of these blocks under a key, made when it is first asked for.

        The table and the tests of differences ask for the same coefficients. They are kept with the judged
        task, as the blocks themselves are laid anew for everyone who asks.
        """
        mine = self.unit.model_dump_json(), self.size, self.resample, self.usable.tobytes()
        kept = self.task.of_blocks
        whole = (*mine, *self.rows, *self.judged, *key)
        if whole not in kept:
            kept[whole] = make()
        return cast(Once, kept[whole])

    @cached_property
    def signs(self) -> NDArray[np.int64]:
        """-1 for a pair that is turned round, else 1, int64[n_pairs]."""
        streams = self._streams("orientation")
        return np.array([draw_orientation(rng, self.unit.orientation) for rng in streams], np.int64)

    @property
    def n_inputs(self) -> int:
        """Segments on which some pair is compared."""
        return int(self.usable.any(axis=0).sum())

    @cached_property
    def systems(self) -> set[str]:
        """Systems of which some pair has a block."""
        return {system for pair, n in zip(self.pairs, self.n_blocks, strict=True) if n for system in pair}

    @cached_property
    def n_outputs(self) -> str:
        """On how many segments a system is compared, of those that have a block: a number, or least-most."""
        of_each = [
            self.usable[[system in pair for pair in self.pairs]].any(axis=0).sum() for system in self.systems
        ]
        return write_range(np.array(of_each, np.int64))

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

    def drawn(self, counts: Array | None = None, times: int = 1) -> Iterator[Observations]:
        """Yield the observations of the bootstrap draws, some at a time: one assignment for each draw.

        Parameters
        ----------
        counts
            float64[draws, segments]: how often each segment was drawn; the draws of the task where nothing
            is said. Rows have one sum, which may be a multiple of the judged segments: pairs that are too
            small for a block then have some.
        times
            So many times the pairs that there are.
        """
        streams = self._streams("bootstrap assignment")
        counts = self.judged[0].draws.segments if counts is None else counts
        rng = stream(self.task.seed, "bootstrap pairs", self.task.data.name)
        # a pair without a full block is no observation, as in the plain value, unless there is none at all
        enlarged = counts[:1].sum() / max(1, self.judged[0].population.segments.sum())
        there, one = self.usable.sum(axis=1) * enlarged >= self.size, np.ones(1, np.bool_)
        there |= not there.any()
        repeated = np.tile(there.astype(np.float64), (len(counts), 1))
        if self.resample != "inputs":
            every = draw_among(rng, there, one, len(counts) * times, "systems").systems
            repeated = every.reshape(len(counts), times, len(self.pairs)).sum(axis=1)

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
        return [stream(self.task.seed, purpose, self.task.data.name, *sorted(pair)) for pair in self.pairs]

    def _values(self) -> list[Array]:
        """Return what is summed for each pair, float64[segments, 2 * n]: that of A, then that of B."""
        systems = self.task.data.systems
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
            both = np.moveaxis(sums, -1, 0).reshape(2, sums.shape[-1] // 2, *absent.shape)
            metrics = [
                self._subtract(row.score_sums, both[:, columns], absent, row.pools)
                for row, columns in zip(self.rows, self.columns.of, strict=True)
            ]
            judges = [
                self._subtract(lambda sums, size: sums[..., 0] / size, both[:, [at]], absent)
                for at in range(-len(self.judged), 0)
            ]
            yield Observations(metrics, judges)

    def _subtract(
        self, score: Callable[[Array, int], Array], sums: Array, absent: Masks, pools: bool = False
    ) -> Array:
        """Return the score of A less that of B, higher is better, from sums of blocks [2, n_columns, ...]."""
        a, b = np.moveaxis(sums, 1, -1)
        scores = score(a, self.size), score(b, self.size)
        # means are linear: with one division a difference of 0 stays 0, and less rounding is left to clean
        differences = scores[0] - scores[1] if pools else score(a - b, self.size)
        cleaned = clean(np.where(absent, np.nan, differences), scores)
        return orient(cleaned, self.signs, self.unit.orientation)


def lay_blocks(plan: Plan, rows: Sequence[Row]) -> list[BlockTask]:
    """Return the block tasks of all tasks, criteria judged on the same outputs together; none without a unit.

    An output counts in a pair where both systems have one on the segment, scored by every row and judged.
    Each size of a block is a task of its own; they share pairs, orientation and orders of the segments.
    """
    unit, found = plan.spec.unit, list[BlockTask]()
    if unit is None:
        return found
    for task in dict.fromkeys(row.task for row in rows):
        mine = [row for row in rows if row.task is task]
        pairs = find_pairs(unit, task.data.systems)
        groups: dict[bytes, tuple[NDArray[np.bool_], list[Judged]]] = {}
        for judged in task.judged:
            usable = _usable(task, mine, judged, pairs)
            same = usable.tobytes() + judged.population.packed
            groups.setdefault(same, (usable, []))[1].append(judged)
        found += [
            BlockTask(task, unit, size, plan.spec.correlation.resample, mine, judged, pairs, usable)
            for usable, judged in groups.values()
            for size in unit.sizes
        ]
    return found


def _usable(
    task: JudgedTask, rows: list[Row], judged: Judged, pairs: list[tuple[str, str]]
) -> NDArray[np.bool_]:
    there = ~np.isnan(judged.scores)
    for row in rows:
        for scored in (row.scored, *row.without.values()):
            there = there & ~np.isnan(scored.segments[row.component][:, task.kept])
    at = task.data.systems.index
    usable = [there[at(one)] & there[at(other)] for one, other in pairs]
    return np.array(usable, bool).reshape(len(pairs), there.shape[1])


def pair_frame(tasks: list[BlockTask]) -> pd.DataFrame:
    """Return the compared pairs, a `schema.PAIRS` frame."""
    return PAIRS.build(
        [
            {
                "task": task.task.data.name,
                "criterion": judged.criterion,
                "a": a,
                "b": b,
                "orientation": "both" if task.unit.orientation == "both" else "a-b" if sign > 0 else "b-a",
                "n_segments": n_segments,
                "block_size": task.size,
                "n_blocks": n_segments // task.size,
            }
            for task in tasks
            for judged in task.judged
            for (a, b), sign, n_segments in zip(task.pairs, task.signs, task.usable.sum(axis=1), strict=True)
        ]
    )
