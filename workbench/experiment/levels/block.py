"""The level of blocks: differences of two systems on blocks of segments, averaged over assignments."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from workbench.executor import Executor
from workbench.experiment.correlation import CorrelationSpec
from workbench.experiment.judged_task import JudgedTask
from workbench.experiment.judgments import Judged
from workbench.experiment.levels.base import LEVELS, Cells, Correlatable, Level, Place
from workbench.experiment.levels.block_pairs import BlockTask, Observations, lay_blocks
from workbench.experiment.levels.cell import Made, describe_cell
from workbench.experiment.measured import Measured
from workbench.experiment.plan import Plan
from workbench.experiment.row_coefficients import Coefficient, Correlation
from workbench.experiment.rows import Correlated, Row
from workbench.experiment.units import BLOCK
from workbench.stats.intervals.bootstrap_ends import basic, bias_corrected, percentile, shift
from workbench.stats.intervals.bootstrap_intervals import why_no_interval
from workbench.stats.intervals.cautions import input_caution, why_not_of_inputs
from workbench.stats.intervals.fisher import Interval
from workbench.stats.levels.blocks import (
    POPULATIONS,
    RANKED,
    BlockEstimate,
    average_assignments,
    block_coefficients,
    block_fisher,
    sort_blocks,
)
from workbench.stats.levels.estimates import Estimate
from workbench.stats.resampling.resample import Draws
from workbench.types import Array, Record

_INTERVALS: dict[str, Callable[[Array, float, float], Interval]] = {
    "percentile": lambda values, estimate, confidence: percentile(values, confidence),
    "basic": basic,
    "bias-corrected": bias_corrected,
}
_ALONE = "no comparison at block level"


@LEVELS(BLOCK)
class BlockLevel(Level):
    """An observation is the difference of two systems on a block.

    Which segments two systems can be compared on depends on all rows, so that the rows of a task are
    correlated together (`fill`), and a row by itself has no coefficient.
    """

    described = "differences of pairs of systems on blocks of segments"

    def observe(self, outputs: Measured, task: JudgedTask) -> Array:
        """Return nothing, float64[1, 0]: the blocks are those of all rows."""
        return np.empty((1, 0))

    def correlate(self, row: Correlated, judged: Judged, coefficient: str) -> Correlation:
        """Return why a row has no coefficient by itself."""
        return Correlation(Estimate(np.nan, 0, 0, reason=_ALONE))

    def correlate_draws(self, row: Correlated, judged: Judged, coefficient: str, draws: Draws) -> Array:
        """Return nothing, float64[draws]."""
        return np.full(len(draws.systems), np.nan)

    def why_no_statistic(self, coefficient: Coefficient) -> str:
        """Say why a row has none by itself."""
        return _ALONE

    def fill(self, plan: Plan, rows: Sequence[Correlatable], executor: Executor) -> Cells:
        """Return the cells of all rows, one for each size of a block; judges have none."""
        cells: Cells = {}
        for task in lay_blocks(plan, [row for row in rows if isinstance(row, Row)]):
            for place, cell in self._fill_side(plan.spec.correlation, task, executor).items():
                cells.setdefault(place, []).append(cell)
        return cells

    def _fill_side(
        self, settings: CorrelationSpec, task: BlockTask, executor: Executor
    ) -> dict[Place, Record]:
        asked = settings.coefficients_at(self.name)
        assigned, first = correlate_assignments(task, asked, executor)
        drawn = None
        if any(method in _INTERVALS for method in settings.methods):
            drawn = correlate_blocks_drawn(task, asked, executor)
        cells: dict[Place, Record] = {}
        for place in np.ndindex(*assigned.shape[:-1]):
            judged, number, row = place
            coefficient, values = asked[number], assigned[place]
            x, z = (first.metrics[row], first.judges[judged]) if first else (np.zeros(0), np.zeros(0))
            estimate = average_assignments(values, x, z, int(task.n_blocks.sum()))
            if why := task.rows[row].why_nothing:
                estimate = estimate._replace(value=np.nan, reason=why)
            resampled = None if drawn is None else drawn[place]
            method = settings.interval_at(self.name, coefficient)
            made = _make_interval(settings, method, task, estimate, coefficient.name, resampled)
            cells[task.rows[row], task.judged[judged], coefficient] = {
                **describe_cell(settings, self, coefficient, Correlation(_rests_on(task, estimate)), made),
                "n_outputs": task.n_outputs,
                "n_pairs": int((task.n_blocks > 0).sum()),
                "n_blocks": estimate.n_blocks,
                "block_size": task.size,
                "assignments": task.assignments,
                "orientation": task.unit.orientation,
            }
        return cells


def correlate_assignments(
    task: BlockTask, coefficients: Sequence[Coefficient], executor: Executor
) -> tuple[Array, Observations | None]:
    """Return float64[criteria, coefficients, rows, assignments], and the observations of the first one."""
    first: list[Observations] = []

    def all_of_them() -> Iterator[Observations]:
        for found in task.assigned():
            if not first:
                first.append(Observations(*([values[0] for values in each] for each in found)))
            yield found

    def make() -> tuple[Array, Observations | None]:
        values = correlate_parts(all_of_them(), task, coefficients, executor)
        return values, first[0] if first else None

    return task.once(("assigned", *coefficients), make)


def correlate_blocks_drawn(task: BlockTask, coefficients: Sequence[Coefficient], executor: Executor) -> Array:
    """Return float64[criteria, coefficients, rows, draws]; 0 draws where there are none."""
    return task.once(
        ("drawn", *coefficients), lambda: correlate_parts(task.drawn(), task, coefficients, executor)
    )


def correlate_parts(
    parts: Iterable[Observations], task: BlockTask, coefficients: Sequence[Coefficient], executor: Executor
) -> Array:
    """Return the coefficients of all observations, float64[criteria, coefficients, rows, n]."""
    shape = len(task.judged), len(coefficients), len(task.rows)
    times = 2 if task.unit.orientation == "both" else 1
    found = [_correlate(part, [*np.ndindex(*shape)], coefficients, times, executor) for part in parts]
    return np.concatenate(found, axis=1).reshape(*shape, -1) if found else np.empty((*shape, 0))


def _correlate(
    found: Observations,
    places: Sequence[tuple[int, ...]],
    coefficients: Sequence[Coefficient],
    times: int,
    executor: Executor,
) -> Array:
    """Return the coefficients of places, float64[places, n]: a criterion, a coefficient, a row by number."""
    # sorted once for all places, which is most of the work
    x_orders, z_orders = (
        list(executor.here.map(sort_blocks, numbers))
        if {coefficient.name for coefficient in coefficients} & set(RANKED)
        else None
        for numbers in found
    )

    def of_place(place: tuple[int, ...]) -> Array:
        judged, number, row = place
        orders = (x_orders[row], z_orders[judged]) if x_orders and z_orders else None
        sides = found.metrics[row], found.judges[judged]
        return block_coefficients(*sides, coefficients[number].name, orders, times)

    return np.stack(list(executor.here.map(of_place, places)))


def _rests_on(task: BlockTask, estimate: BlockEstimate) -> Estimate:
    """Return the estimate with the systems that have a block, and the segments that some pair can use."""
    return Estimate(estimate.value, len(task.systems), task.n_inputs, estimate.n_undefined, estimate.reason)


def _make_interval(
    settings: CorrelationSpec,
    method: str,
    task: BlockTask,
    estimate: BlockEstimate,
    coefficient: str,
    drawn: Array | None,
) -> Made:
    """Return the interval; `drawn` is float64[n_draws], None where it needs no draws."""
    if method == "fisher":
        ends, population = block_fisher(estimate, coefficient, settings.confidence)
        return Made(ends, "fisher", population=population)
    if drawn is None:
        return Made()
    if why := why_not_of_inputs(task.n_inputs, settings.resample):
        return Made(why=why)
    ends = _INTERVALS[method](drawn, estimate.value, settings.confidence)
    why = why_no_interval(drawn, ends, "percentile")
    population = POPULATIONS[settings.resample]
    caution = input_caution(task.n_inputs, settings.resample)
    return Made(ends, method, settings.resample, population, why, shift(drawn, estimate.value), caution)
