"""The curve of each metric: its pairs of systems, of all tasks together, and the draws of its band."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from workbench.analyses.worth.section import WorthSpec
from workbench.experiment.judgments import Judged
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.decisions.accuracy_curve import (
    NO_DIFFERENCE,
    NO_PAIR,
    AccuracyCurve,
    SystemPairs,
    fit_curve,
    join_pairs,
    pair_systems,
)
from workbench.stats.intervals.bootstrap_intervals import POPULATIONS
from workbench.stats.levels.estimates import row_means
from workbench.types import Array, Record

ALL_TASKS = "all tasks"
_AT_ONCE = 2_000_000
"""Pairs of draws that are fitted at a time."""


class FittedWorth(NamedTuple):
    """The curve of one metric and criterion.

    Attributes
    ----------
    about : dict
        What every row of a frame says of it.
    pairs : SystemPairs
        Of the data themselves; differences in points.
    curve : AccuracyCurve
        Of the data themselves.
    drawn : AccuracyCurve
        Of each draw.
    confidence : float
    """

    about: Record
    pairs: SystemPairs
    curve: AccuracyCurve
    drawn: AccuracyCurve
    confidence: float

    @property
    def told(self) -> Array:
        """The differences of the pairs that people tell apart, from small to large."""
        return np.sort(self.pairs.differences[0][self.pairs.weights[0] > 0])

    def ends(self, values: Array) -> Array:
        """Return the ends of the band of values of each draw, float64[2, m]; an infinite one stays so."""
        defined = values[~np.isnan(self.drawn.ceiling)]
        if not len(defined):
            return np.full((2, values.shape[1]), np.nan)
        alpha = round((1 - self.confidence) / 2, 12)  # of .9 it is less than .05 by a last bit
        low = np.quantile(defined, alpha, axis=0, method="lower")
        return np.stack([low, np.quantile(defined, 1 - alpha, axis=0, method="higher")])


def fit_all(plan: Plan, rows: list[Row]) -> Iterator[tuple[list[Row], int]]:
    """Yield the rows of each metric, one a task, and which criterion they are held against."""
    same: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        same.setdefault(row.label, []).append(row)
    for each in same.values():
        for number in range(len(plan.criteria)):
            yield each, number


def fit_one(plan: Plan, rows: list[Row], number: int, settings: WorthSpec) -> FittedWorth:
    """Return the curve of a metric, given by its row of each task, for one criterion."""
    judged = [row.task.judged[number] for row in rows]
    facing = [row.facing(each) for row, each in zip(rows, judged, strict=True)]
    # equal differences are equal in all tasks, so that a threshold that one of them has decides them all
    largest = float(np.fmax.reduce(np.abs(np.concatenate([row.systems for row in facing])), initial=0.0))
    whole = [
        _whole(row, each, settings.scale, settings.scale * largest)
        for row, each in zip(facing, judged, strict=True)
    ]
    pairs = join_pairs(whole)
    curve = fit_curve(*pairs)
    n_draws = len(judged[0].draws.systems)
    step = max(1, _AT_ONCE // max(1, pairs.weights.shape[1]))
    parts = [
        fit_curve(*join_pairs([_drawn(row, each, settings.scale, slice(at, at + step)) for row, each in
                               zip(facing, judged, strict=True)]))
        for at in range(0, n_draws, step)
    ]  # fmt: skip
    drawn = AccuracyCurve(
        *(np.concatenate([np.empty(0), *sides]) for sides in zip(*parts, strict=True))
        if parts
        else (np.empty(0), np.empty(0))
    )
    told = pairs.weights[0] > 0
    n_systems = [_present(row, each) for row, each in zip(facing, judged, strict=True)]
    why = next(filter(None, (row.why_nothing for row in rows)), "")
    if not why and np.isnan(curve.ceiling[0]):
        why = NO_DIFFERENCE if told.any() else NO_PAIR
    made = n_draws > 0 and not why
    about: Record = {
        **rows[0].facts(plan),
        "task": rows[0].task.data.name if len(rows) == 1 else ALL_TASKS,
        "criterion": judged[0].criterion,
        "scale": settings.scale,
        "confidence": plan.spec.correlation.confidence if made else np.nan,
        "population": POPULATIONS[plan.spec.correlation.resample] if made else "",
        "draws": n_draws,
        "undefined_draws": int(np.isnan(drawn.ceiling).sum()),
        "ceiling": curve.ceiling[0],
        "slope": curve.slope[0],
        "n_systems": sum(n_systems),
        "n_pairs": int(told.sum()),
        "n_ties": sum(count * (count - 1) // 2 for count in n_systems) - int(told.sum()),
        "reason": why,
        "seed": str(plan.spec.seed),
    }
    return FittedWorth(about, pairs, curve, drawn, plan.spec.correlation.confidence)


def _present(row: Row, judged: Judged) -> int:
    return int((~np.isnan(row.systems) & ~np.isnan(row_means(judged.scores))).sum())


def _whole(row: Row, judged: Judged, scale: float, largest: float) -> SystemPairs:
    """Return the pairs of the data themselves."""
    x, z = (round_noise(scores)[np.newaxis] for scores in (row.systems, row_means(judged.scores)))
    return pair_systems(scale * x, z, np.ones(x.shape), largest)


def _drawn(row: Row, judged: Judged, scale: float, part: slice) -> SystemPairs:
    """Return the pairs of some of the draws."""
    draws = judged.draws
    x, z = (each.drawn_means(draws)[part] for each in (row, judged))
    return pair_systems(scale * x, z, draws.systems[part])
