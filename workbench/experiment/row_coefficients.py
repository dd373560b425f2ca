"""Coefficients that need more than two vectors: lengths, the segments behind a mean, random numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from workbench.errors import Problem, SpecError, suggest
from workbench.registry import cite, load_installed, read_name
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.partial import partial_correlation, why_partial_undefined
from workbench.stats.coefficients.plain import COEFFICIENTS, get_coefficient, lead_coefficient
from workbench.stats.coefficients.soft_pairwise import (
    SIGN_PATTERNS,
    flip_patterns,
    pair_gaps,
    soft_pairwise_accuracy,
)
from workbench.stats.coefficients.tie_calibration import calibrate_ties, deal
from workbench.stats.intervals.fisher import Interval
from workbench.stats.intervals.soft_pairwise_interval import soft_pairwise_interval
from workbench.stats.levels.estimates import Estimate
from workbench.stats.resampling.resample import Draws
from workbench.stats.resampling.streams import stream
from workbench.stats.tests.soft_pairwise_swaps import pseudo_scores, soft_pairwise_under_swaps
from workbench.stats.tests.tie_swaps import calibrated_under_swaps
from workbench.stats.tests.under_swaps import Statistics, Swapping
from workbench.types import Array

if TYPE_CHECKING:
    from workbench.experiment.judgments import Judged
    from workbench.experiment.levels.base import Level
    from workbench.experiment.rows import Correlated

PARTIAL = ("pearson", "spearman", "kendall")
"""Those that there are also with the length of the candidates held constant."""
_BLOCK = 2_000_000
"""Cells that are copied at a time."""


class Coefficient(NamedTuple):
    """A coefficient's name, and what is held constant: "length", or "" for nothing.

    Examples
    --------
    >>> print(Coefficient("pearson"), Coefficient("pearson", "length"), sep=", ")
    pearson, pearson given length
    """

    name: str
    given: str = ""

    def __str__(self) -> str:
        return f"{self.name} given {self.given}" if self.given else self.name


class Correlation(NamedTuple):
    """A coefficient, and what is printed beside it; NaN where that says nothing.

    Attributes
    ----------
    estimate : Estimate
    tied_metric, tied_human : float
        Share of the pairs of systems with equal scores.
    chance : float
        What constant scores get.
    epsilon : float
        The metric difference up to which a pair was called a tie.
    complete : float
        The coefficient on the segments that were judged for every system, where not all of them were.
    n_complete : int
        How many these segments are; 0 where all that were judged are, -1 where none is.
    error : float
        Monte-Carlo standard error, of a coefficient that is itself made of random draws.
    n_pairs : int
        Pairs of systems that it is the mean of, where it is one.
    """

    estimate: Estimate
    tied_metric: float = np.nan
    tied_human: float = np.nan
    chance: float = np.nan
    epsilon: float = np.nan
    complete: float = np.nan
    n_complete: int = 0
    error: float = np.nan
    n_pairs: int = 0


@dataclass(frozen=True)
class RowCoefficient:
    """A coefficient that sees the whole row and not two vectors.

    Attributes
    ----------
    levels : tuple of str
        Where there is such a coefficient; one with the length held constant is where a level says so.
    find : callable
        ``find(row, judged, level)`` returns a `Correlation`.
    statistic : callable or None
        ``statistic(row, judged, level, draws)`` returns the coefficient of each draw, float64[draws]; None
        where no bootstrap is defined, and `why` says why.
    interval : callable or None
        ``interval(row, judged, confidence)`` returns the recommended interval, where that is no bootstrap.
    swapped : callable or None
        ``swapped(rows, judged, how)`` returns what a permutation test compares, and whether that is
        studentised; None where there is none.
    """

    levels: tuple[str, ...]
    find: Callable[[Correlated, Judged, Level], Correlation]
    statistic: Callable[[Correlated, Judged, Level, Draws], Array] | None = None
    why: str = ""
    interval: Callable[[Correlated, Judged, float], Interval] | None = None
    swapped: Callable[[Sequence[Correlated], Judged, Swapping], tuple[Statistics, bool]] | None = None


def _find_partial(coefficient: str, row: Correlated, judged: Judged, level: Level) -> Correlation:
    """Correlate in each group of observations with the lengths held constant; the mean over the groups."""
    x, given, y = map(round_noise, level.observe_judged(row.task, judged, row, row.lengths))
    values = partial_correlation(x, y, given, coefficient)
    defined = ~np.isnan(values)
    complete = ~np.isnan(x) & ~np.isnan(y) & ~np.isnan(given)
    shared = ~np.isnan(row.segments) & ~np.isnan(judged.segments)
    used = complete[defined] if defined.any() else complete
    counts = int(shared.any(axis=1).sum()), int(shared.any(axis=0).sum()), 0
    if level.of_systems:
        counts = int(used.sum()), counts[1], 0
    elif level.group:
        counts = int(used.any(axis=0).sum()), int(defined.sum()), int((~defined).sum())
    if defined.any():
        return Correlation(Estimate(float(values[defined].mean()), *counts))
    every = {why_partial_undefined(*each, coefficient) for each in zip(x, y, given, strict=True)}
    where = f"in every {level.group} " if level.group else ""
    reason = where + (" or ".join(sorted(filter(None, every))) or "no segments")
    return Correlation(Estimate(np.nan, *counts, reason))


def _draw_partial(coefficient: str, row: Correlated, judged: Judged, level: Level, draws: Draws) -> Array:
    """Return the coefficient of each draw, some draws at a time: what is drawn is written out."""
    step = max(1, _BLOCK // row.segments.size)
    found = [np.empty(0)]
    for start in range(0, len(draws.systems), step):
        part = Draws(*(counts[start : start + step] for counts in draws))
        x, y, given = (level.write_out(each, part) for each in (row, judged, row.lengths))
        values = partial_correlation(x, y, given, coefficient)
        counts = np.where(np.isnan(values), 0.0, level.weigh(part))
        total, number = (counts * np.nan_to_num(values)).sum(axis=1), counts.sum(axis=1)
        found.append(np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0))
    return np.concatenate(found)


def _find_soft_pairwise(row: Correlated, judged: Judged, level: Level) -> Correlation:
    x, z = row.segments, judged.segments
    found = soft_pairwise_accuracy(x, z, _sign_stream(row), pooled=row.pooled)
    complete = ~np.isnan(x) & ~np.isnan(z)
    n_systems, n_segments = int(complete.any(axis=1).sum()), int(complete.any(axis=0).sum())
    estimate = Estimate(found.value, n_systems, n_segments, found.n_undefined, found.reason)
    return Correlation(estimate, chance=found.chance, error=found.error, n_pairs=found.n_pairs)


def _sign_stream(row: Correlated) -> np.random.Generator:
    # one stream for a task: every metric and criterion is held against the same sign patterns
    return stream(row.task.seed, "soft-pairwise", row.task.data.name)


def _sign_patterns(row: Correlated) -> Array:
    return flip_patterns(row.segments.shape[1], _sign_stream(row), SIGN_PATTERNS)[0]


def soft_pairwise_gaps(row: Correlated, judged: Judged) -> Array:
    """Return what soft pairwise accuracy is the mean of, float64[systems, systems]: see `pair_gaps`."""
    return pair_gaps(row.segments, judged.segments, _sign_patterns(row), pooled=row.pooled).gaps


def _soft_pairwise_interval(row: Correlated, judged: Judged, confidence: float) -> Interval:
    return soft_pairwise_interval(soft_pairwise_gaps(row, judged), confidence)


def _swap_soft_pairwise(rows: Sequence[Correlated], judged: Judged, how: Swapping) -> tuple[Statistics, bool]:
    """Swap scores of segments; of a metric that pools counts, what each segment contributes to its score.

    Counts of one metric do not add up with those of another. The difference that is reported is that of the
    pooled scores; the statistic is that of the contributions, whose sign may be another one where two metrics
    are as good as each other: both are near 0 then, and the two-sided p-value is large.
    """
    scores = [
        row.segments if row.pooled is None else pseudo_scores(*row.pooled, ~np.isnan(row.segments))
        for row in rows
    ]
    patterns = _sign_patterns(rows[0])
    statistics = soft_pairwise_under_swaps(np.stack(scores), judged.segments, patterns, how)
    return statistics, how.leaves_out_systems


def _swap_calibrated(
    rows: Sequence[Correlated], judged: Judged, how: Swapping, *, folds: int, is_held_out: bool
) -> tuple[Statistics, bool]:
    x, z, dealt = np.stack([row.segments for row in rows]), judged.segments, None
    if is_held_out:
        # as many groups as `calibrate_ties` finds, in the same folds
        groups = ((~np.isnan(x).all(axis=0)) & ~np.isnan(z)).sum(axis=0) > 1
        task = rows[0].task
        dealt = np.full(groups.size, -1)
        dealt[groups] = deal(int(groups.sum()), folds, stream(task.seed, "folds", task.data.name))
    return calibrated_under_swaps(x, z, dealt, how), how.leaves_out_systems


def _find_calibrated(
    row: Correlated, judged: Judged, level: Level, *, folds: int, is_held_out: bool
) -> Correlation:
    x, z = map(round_noise, level.observe_judged(row.task, judged, row))
    found = calibrate_ties(x, z, stream(row.task.seed, "folds", row.task.data.name), folds)
    value = found.cross_validated if is_held_out else found.accuracy
    n_systems = int((~np.isnan(x) & ~np.isnan(z)).any(axis=0).sum())
    reason = found.reason if np.isnan(value) else ""
    estimate = Estimate(value, n_systems, found.n_groups, found.n_undefined, reason)
    return Correlation(estimate, chance=found.chance, epsilon=found.epsilon)


def _soft_pairwise() -> RowCoefficient:
    why = "no bootstrap: a draw pairs a system with itself, and p-values of resampled segments are too small"
    return RowCoefficient(
        ("system",), _find_soft_pairwise, None, why, _soft_pairwise_interval, _swap_soft_pairwise
    )


def _calibrated() -> RowCoefficient:
    return _ties(2, is_held_out=False)


def _cross_validated(folds: int = 5) -> RowCoefficient:
    if isinstance(folds, bool) or not isinstance(folds, int) or folds < 2:
        raise SpecError(Problem("", "folds is out of range", folds, "2 or more"))
    return _ties(folds, is_held_out=True)


def _ties(folds: int, is_held_out: bool) -> RowCoefficient:
    find = partial(_find_calibrated, folds=folds, is_held_out=is_held_out)
    swapped = partial(_swap_calibrated, folds=folds, is_held_out=is_held_out)
    return RowCoefficient(("segment",), find, why=_TIES, swapped=swapped)


_TIES = "no bootstrap: the threshold of ties would be chosen on copies of the segments that it is used for"
ROW_COEFFICIENTS: dict[str, tuple[Callable[..., RowCoefficient], tuple[str, ...]]] = {
    "soft-pairwise-accuracy": (_soft_pairwise, ()),
    "acc-eq-calibrated": (_calibrated, ()),
    "acc-eq-cross-validated": (_cross_validated, ("folds",)),
}
"""Name -> what makes it, and its parameters."""
cite(
    COEFFICIENTS.kind,
    {
        "soft-pairwise-accuracy": "Thompson et al. 2024",
        "acc-eq-calibrated": "Deutsch et al. 2023",
        "acc-eq-cross-validated": "Deutsch et al. 2023",
    },
)


@cache
def get_row_coefficient(coefficient: str, where: str = "") -> RowCoefficient | None:
    """Return the coefficient of that name, None for one that needs the two vectors alone.

    Raises
    ------
    SpecError
        For a wrong parameter.

    Examples
    --------
    >>> get_row_coefficient("acc-eq-cross-validated(folds=3)").levels
    ('segment',)
    >>> get_row_coefficient("pearson") is None
    True
    """
    name, parameters = read_name(coefficient, where)
    if name not in ROW_COEFFICIENTS:
        return None
    make, known = ROW_COEFFICIENTS[name]
    for key in parameters:
        if key not in known:
            hint = suggest(key, known) if known else "It has none"
            raise SpecError(Problem(where, f"{name} has no parameter {key!r}", hint=hint))
    return make(**parameters)


def find_special(coefficient: Coefficient) -> RowCoefficient | None:
    """Return what computes a coefficient, None where the two vectors are enough."""
    if not coefficient.given:
        return get_row_coefficient(coefficient.name)
    find, statistic = partial(_find_partial, coefficient.name), partial(_draw_partial, coefficient.name)
    return RowCoefficient((), find, statistic)


def check_coefficient(coefficient: str, where: str = "") -> None:
    """Raise a `SpecError` unless an experiment may ask for this coefficient."""
    known = [*COEFFICIENTS, *ROW_COEFFICIENTS]
    hint = lead_coefficient(coefficient, known)
    try:
        name = read_name(coefficient, where).name
    except SpecError as error:
        raise SpecError(error.problems[0]._replace(hint=hint)) from None
    if name not in known:
        load_installed()
    if name not in known and name not in COEFFICIENTS:
        raise SpecError(Problem(where, f"unknown coefficient {name!r}", hint=hint))
    if get_row_coefficient(coefficient, where) is None:
        get_coefficient(coefficient, where)
