"""Correlating at block level: for each row the mean coefficient over the assignments, and its interval."""

from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from workbench.executor import Executor
from workbench.experiment.blocks.side import BlockSide, Observations
from workbench.experiment.correlation import CorrelationSpec
from workbench.experiment.judgments import Judged
from workbench.experiment.plan import Plan
from workbench.experiment.sides import Row
from workbench.experiment.units import BLOCK
from workbench.schema import PAIRS
from workbench.stats.blocks import (
    POPULATIONS,
    RANKED,
    BlockEstimate,
    average_assignments,
    block_coefficients,
    block_fisher,
    sort_blocks,
)
from workbench.stats.bootstrap import percentile
from workbench.stats.bootstrap_intervals import basic, bias_corrected, shift, why_no_interval
from workbench.stats.intervals import Interval

Array = NDArray[np.float64]
BlockCells = dict[tuple[Row, Judged, str], list[dict[str, object]]]
"""What a record says about its value, by row, judgments and coefficient; one for each size of a block."""
NO_BLOCKS: dict[str, object] = {
    "n_pairs": 0, "n_blocks": 0, "block_size": 0, "assignments": 0, "orientation": "",
}  # fmt: skip
"""What it says about blocks at the other levels."""
_INTERVALS: dict[str, Callable[[Array, float, float], Interval]] = {
    "percentile": lambda values, estimate, confidence: percentile(values, confidence),
    "basic": basic,
    "bias-corrected": bias_corrected,
}


def correlate_blocks(plan: Plan, sides: list[BlockSide], executor: Executor) -> BlockCells:
    """Return the cells of all rows at block level; none where there are no block sides."""
    cells: BlockCells = {}
    for side in sides:
        for place, cell in _side_cells(plan.experiment.correlation, side, executor):
            cells.setdefault(place, []).append(cell)
    return cells


def pair_frame(sides: list[BlockSide]) -> pd.DataFrame:
    """Return the compared pairs, a `schema.PAIRS` frame."""
    return PAIRS.build(
        [
            {
                "task": side.side.data.name,
                "criterion": judged.criterion,
                "a": a,
                "b": b,
                "orientation": "both" if side.unit.orientation == "both" else "a-b" if sign > 0 else "b-a",
                "n_segments": n_segments,
                "block_size": side.size,
                "n_blocks": n_segments // side.size,
            }
            for side in sides
            for judged in side.judged
            for (a, b), sign, n_segments in zip(side.pairs, side.signs, side.usable.sum(axis=1), strict=True)
        ]
    )


def _side_cells(
    settings: CorrelationSpec, side: BlockSide, executor: Executor
) -> Iterator[tuple[tuple[Row, Judged, str], dict[str, object]]]:
    names = settings.coefficients_at(BLOCK)
    places = [
        (row, judged, name)
        for row in range(len(side.rows))
        for judged in range(len(side.judged))
        for name in names
    ]

    def coefficients(found: Observations) -> list[Array]:
        """Return those of each place, float64[n]."""
        # sorted once for all places, which is most of the work
        x_orders, z_orders = (
            list(executor.map(sort_blocks, side_of)) if set(names) & set(RANKED) else None
            for side_of in found
        )

        def of_place(place: tuple[int, int, str]) -> Array:
            row, judged, name = place
            orders = (x_orders[row], z_orders[judged]) if x_orders and z_orders else None
            return block_coefficients(found.metrics[row], found.judges[judged], name, orders)

        return list(executor.map(of_place, places))

    assigned, drawn, first = [], [], None
    for found in side.assigned():
        first = first or Observations(*([values[0] for values in each] for each in found))
        assigned.append(coefficients(found))
    if settings.interval in _INTERVALS:
        drawn = [coefficients(found) for found in side.drawn()]
    n_blocks = int(side.n_blocks.sum())
    for place, (row, judged, name) in enumerate(places):
        values = np.concatenate([part[place] for part in assigned])
        x, z = (first.metrics[row], first.judges[judged]) if first else (np.zeros(0), np.zeros(0))
        estimate = average_assignments(values, x, z, n_blocks)
        if side.rows[row].why_nothing:
            estimate = estimate._replace(value=np.nan, reason=side.rows[row].why_nothing)
        resampled = np.concatenate([part[place] for part in drawn]) if drawn else None
        cell = _cell(settings, side, estimate, name, resampled)
        yield (side.rows[row], side.judged[judged], name), cell


def _cell(
    settings: CorrelationSpec, side: BlockSide, estimate: BlockEstimate, name: str, drawn: Array | None
) -> dict[str, object]:
    """Return the value, its interval and what both rest on; `drawn` is float64[n_draws], None without."""
    interval, population, why, moved = Interval(np.nan, np.nan), "", "", np.nan
    if settings.interval == "fisher":
        interval, population = block_fisher(estimate, name, settings.confidence)
    elif drawn is not None:
        population = POPULATIONS[settings.resample]
        interval = _INTERVALS[settings.interval](drawn, estimate.value, settings.confidence)
        why = why_no_interval(drawn, interval, "percentile")
        moved = shift(drawn, estimate.value)
    systems = {system for pair, n in zip(side.pairs, side.n_blocks, strict=True) if n for system in pair}
    return {
        "level": BLOCK,
        "coefficient": name,
        "value": estimate.value,
        "low": interval.low if not estimate.reason else np.nan,
        "high": interval.high if not estimate.reason else np.nan,
        "confidence": settings.confidence if settings.interval != "none" else np.nan,
        "interval": settings.interval,
        "resampled": settings.resample if drawn is not None else "none",
        "population": population,
        "draws": interval.draws,
        "undefined_draws": interval.undefined,
        "interval_reason": why,
        "shift": moved,
        "critical": np.nan,
        "n_systems": len(systems),
        "n_segments": int(side.usable.any(axis=0).sum()),
        "n_undefined": estimate.n_undefined,
        "n_pairs": int((side.n_blocks > 0).sum()),
        "n_blocks": estimate.n_blocks,
        "block_size": side.size,
        "assignments": side.assignments,
        "orientation": side.unit.orientation,
        "reason": estimate.reason,
    }
