"""Coefficients that need more than the two scores: lengths, the segments behind a mean, random numbers."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from workbench.errors import Problem, SpecError, suggest
from workbench.registry import read_name
from workbench.stats.bootstrap import resampled_means
from workbench.stats.coefficients import COEFFICIENTS, get_coefficient
from workbench.stats.levels import Estimate, row_means
from workbench.stats.noise import round_noise
from workbench.stats.partial import partial_correlation, why_partial_undefined
from workbench.stats.resample import Draws, expand
from workbench.stats.soft_pairwise import soft_pairwise_accuracy
from workbench.stats.streams import stream
from workbench.stats.tie_calibration import calibrate_ties

Array = NDArray[np.float64]
GIVEN = " given length"
"""Follows the coefficient's name where the length is held constant."""
PARTIAL = ("pearson", "spearman", "kendall")
_BLOCK = 2_000_000
"""Cells that are copied at a time."""


@dataclass(frozen=True, eq=False)
class Pairing:
    """Metric scores beside judgments, and what else a coefficient may ask for.

    Attributes
    ----------
    segments, judgments : float64[systems, segments]
        Of the metric and of people, higher is better. NaN for a missing cell.
    make_lengths : callable
        Returns the words of the candidates, float64[systems, segments]; only called where they are needed.
    systems : float64[systems]
        The metric's score of each system.
    means : callable
        From draws to the metric's score of each system under each of them, float64[draws, systems].
    pools : bool
        Whether a system's score is that of its summed counts.
    seed : int
    task : str
    """

    segments: Array
    judgments: Array
    make_lengths: Callable[[], Array]
    systems: Array
    means: Callable[[Draws], Array]
    pools: bool
    seed: int
    task: str

    @property
    def lengths(self) -> Array:
        """Words of the candidates, float64[systems, segments]."""
        return self.make_lengths()


@dataclass(frozen=True)
class Found:
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
    """

    estimate: Estimate
    tied_metric: float = np.nan
    tied_human: float = np.nan
    chance: float = np.nan
    epsilon: float = np.nan


@dataclass(frozen=True)
class RowCoefficient:
    """A coefficient of a pairing.

    Attributes
    ----------
    levels : tuple of str
        Where there is such a coefficient.
    find : callable
        ``find(pairing, level)`` returns a `Found`.
    statistic : callable or None
        ``statistic(pairing, level, draws)`` returns the coefficient of each draw, float64[draws]; None where
        no bootstrap is defined, and `why` says why.
    """

    levels: tuple[str, ...]
    find: Callable[[Pairing, str], Found]
    statistic: Callable[[Pairing, str, Draws], Array] | None = None
    why: str = ""


def _along(scores: Array, level: str) -> Array:
    """Lay scores out as a level looks at them: [segments, systems] or [1, cells]."""
    return round_noise(scores.T if level == "segment" else scores.reshape(1, -1))


def _find_partial(coefficient: str, pairing: Pairing, level: str) -> Found:
    if level == "system":
        groups = [pairing.systems, row_means(pairing.judgments), row_means(pairing.lengths)]
        x, y, given = (round_noise(each)[np.newaxis] for each in groups)
    else:
        x, y, given = (_along(each, level) for each in (pairing.segments, pairing.judgments, pairing.lengths))
    values = partial_correlation(x, y, given, coefficient)
    defined = ~np.isnan(values)
    complete = ~np.isnan(x) & ~np.isnan(y) & ~np.isnan(given)
    used = complete[defined] if defined.any() else complete
    cells = pairing.segments, pairing.judgments
    shared = int((~np.isnan(cells[0]) & ~np.isnan(cells[1])).any(axis=0).sum())
    n_systems = int((~np.isnan(cells[0]) & ~np.isnan(cells[1])).any(axis=1).sum())
    n_segments, n_undefined = shared, 0
    if level == "segment":
        n_systems, n_segments = int(used.any(axis=0).sum()), int(defined.sum())
        n_undefined = len(defined) - n_segments
    elif level == "system":
        n_systems = int(complete.sum())
    if not defined.any():
        every = [why_partial_undefined(*each, coefficient) for each in zip(x, y, given, strict=True)]
        where = "in every segment " if level == "segment" else ""
        reason = where + (" or ".join(sorted(set(filter(None, every)))) or "no segments")
        return Found(Estimate(np.nan, n_systems, n_segments, n_undefined, reason))
    return Found(Estimate(float(values[defined].mean()), n_systems, n_segments, n_undefined))


def _draw_partial(coefficient: str, pairing: Pairing, level: str, draws: Draws) -> Array:
    """Return the coefficient of each draw, the drawn systems or cells written out."""
    n_systems, n_segments = pairing.segments.shape
    size = n_systems if level == "system" else n_systems * n_segments
    step = max(1, _BLOCK // size)
    found = [np.empty(0)]
    for start in range(0, len(draws.systems), step):
        part = Draws(*(counts[start : start + step] for counts in draws))
        found.append(_draw_some(coefficient, pairing, level, part))
    return np.concatenate(found)


def _draw_some(coefficient: str, pairing: Pairing, level: str, draws: Draws) -> Array:
    drawn = expand(draws.systems)
    if level == "system":
        sides = [
            pairing.means(draws),
            resampled_means(pairing.judgments, draws.segments),
            resampled_means(pairing.lengths, draws.segments),
        ]
        x, y, given = (np.take_along_axis(each, drawn, axis=1) for each in sides)
        return partial_correlation(x, y, given, coefficient)
    cells = [round_noise(each.T).T for each in (pairing.segments, pairing.judgments, pairing.lengths)]
    if level == "segment":
        x, y, given = (np.moveaxis(each[drawn], 1, -1) for each in cells)
        values = partial_correlation(x, y, given, coefficient)
        counts = np.where(np.isnan(values), 0.0, draws.segments)
        total, number = (counts * np.nan_to_num(values)).sum(axis=1), counts.sum(axis=1)
        means: Array = np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0)
        return means
    columns = expand(draws.segments)
    x, y, given = (
        each[drawn[:, :, np.newaxis], columns[:, np.newaxis, :]].reshape(len(drawn), -1) for each in cells
    )
    return partial_correlation(x, y, given, coefficient)


def _find_soft_pairwise(pairing: Pairing, level: str) -> Found:
    n_systems, n_segments = pairing.segments.shape
    if pairing.pools:
        reason = "the score of a system is not the mean of its segments'"
        return Found(Estimate(np.nan, n_systems, n_segments, reason=reason))
    # one stream for a task: every metric and criterion is held against the same sign patterns
    rng = stream(pairing.seed, "soft-pairwise", pairing.task)
    found = soft_pairwise_accuracy(pairing.segments, pairing.judgments, rng)
    complete = ~np.isnan(pairing.segments) & ~np.isnan(pairing.judgments)
    n_systems, n_segments = int(complete.any(axis=1).sum()), int(complete.any(axis=0).sum())
    return Found(Estimate(found.value, n_systems, n_segments, reason=found.reason))


def _find_calibrated(pairing: Pairing, level: str, *, folds: int, is_held_out: bool) -> Found:
    x, z = _along(pairing.segments, level), _along(pairing.judgments, level)
    found = calibrate_ties(x, z, stream(pairing.seed, "folds", pairing.task), folds)
    value = found.cross_validated if is_held_out else found.accuracy
    complete = ~np.isnan(x) & ~np.isnan(z)
    n_systems = int(complete.any(axis=0).sum())
    reason = found.reason if np.isnan(value) else ""
    estimate = Estimate(value, n_systems, found.n_groups, found.n_undefined, reason)
    return Found(estimate, chance=found.chance, epsilon=found.epsilon)


def _soft_pairwise() -> RowCoefficient:
    why = "no bootstrap: a draw pairs a system with itself, and p-values of resampled segments are too small"
    return RowCoefficient(("system",), _find_soft_pairwise, why=why)


def _calibrated() -> RowCoefficient:
    find = partial(_find_calibrated, folds=2, is_held_out=False)
    return RowCoefficient(("segment",), find, why=_TIES)


def _cross_validated(folds: int = 5) -> RowCoefficient:
    if isinstance(folds, bool) or not isinstance(folds, int) or folds < 2:
        raise SpecError(Problem("", "folds is out of range", folds, "2 or more"))
    find = partial(_find_calibrated, folds=folds, is_held_out=True)
    return RowCoefficient(("segment",), find, why=_TIES)


_TIES = "no bootstrap: the threshold of ties would be chosen on copies of the segments that it is used for"
ROW_COEFFICIENTS: dict[str, tuple[Callable[..., RowCoefficient], tuple[str, ...]]] = {
    "soft-pairwise-accuracy": (_soft_pairwise, ()),
    "acc-eq-calibrated": (_calibrated, ()),
    "acc-eq-cross-validated": (_cross_validated, ("folds",)),
}
"""Name -> what makes it, and its parameters."""


def get_row_coefficient(coefficient: str, where: str = "") -> RowCoefficient | None:
    """Return the coefficient of that name, None for one that needs the two scores alone.

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
    plain = coefficient.removesuffix(GIVEN)
    if plain != coefficient:
        find, statistic = partial(_find_partial, plain), partial(_draw_partial, plain)
        return RowCoefficient(("system", "segment", "global"), find, statistic)
    name, parameters = read_name(coefficient, where)
    if name not in ROW_COEFFICIENTS:
        return None
    make, known = ROW_COEFFICIENTS[name]
    for key in parameters:
        if key not in known:
            hint = suggest(key, known) if known else "It has none"
            raise SpecError(Problem(where, f"{name} has no parameter {key!r}", hint=hint))
    return make(**parameters)


def check_coefficient(coefficient: str, where: str = "") -> None:
    """Raise a `SpecError` unless an experiment may ask for this coefficient."""
    name = read_name(coefficient, where).name
    if name in ROW_COEFFICIENTS:
        get_row_coefficient(coefficient, where)
    elif name not in COEFFICIENTS:
        hint = suggest(name, [*COEFFICIENTS, *ROW_COEFFICIENTS])
        raise SpecError(Problem(where, f"unknown coefficient {name!r}", hint=hint))
    else:
        get_coefficient(coefficient, where)


def exists_at(coefficient: str, level: str) -> bool:
    """Tell whether there is such a coefficient at a level."""
    special = get_row_coefficient(coefficient)
    return special is None or level in special.levels
