"""How often intervals are right, and how wide they are, on simulated scores.

At system level. What is simulated is a population of systems, so an interval that covers less often than it
says is one that does not speak of all systems. The intervals are made by the functions that users get them
from. The same for tests is in `workbench.stats.simulation.rejections`.
"""

from collections.abc import Iterator
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from workbench.errors import Problem, SpecError, suggest
from workbench.stats.intervals.bootstrap_intervals import POPULATIONS, Method, interval_of
from workbench.stats.intervals.fisher import FISHER, Interval, fisher_half_widths
from workbench.stats.intervals.fisher_jackknife import fisher_jackknife_ends
from workbench.stats.resampling.batched import batch_draws, batch_means
from workbench.stats.resampling.leave_out import without_each
from workbench.stats.resampling.resample import Draws, Resample, draw
from workbench.stats.simulation.designs import Shape, from_components
from workbench.stats.simulation.variance_components import Components
from workbench.stats.simulation.worlds import World
from workbench.types import Array

AT_A_TIME = 25
"""Replications that share their draws and swaps; the next ones get others."""

RESAMPLES: tuple[Resample, ...] = ("systems", "inputs", "both")
_METHODS: tuple[Method, ...] = ("percentile", "basic", "bias-corrected", "bca")
INTERVALS: tuple[str, ...] = (
    "fisher",
    "fisher-jackknife",
    *(f"{method}, {resample}" for method in _METHODS for resample in RESAMPLES),
    "studentised, systems",
)


class Share(NamedTuple):
    """A share of replications, and its Monte-Carlo standard error."""

    value: float
    error: float


class Setting(NamedTuple):
    """What is simulated, and how often.

    `shape` and `step` are those of `from_components`; `draws` are made for each bootstrap and permutation.
    """

    n_systems: int
    n_inputs: int
    replications: int = 1000
    draws: int = 299
    coefficient: str = "pearson"
    shape: Shape = "normal"
    step: float = 0.0


class IntervalRate(NamedTuple):
    """How an interval did.

    `coverage` is of all replications; `below` and `above` say how often all of it lay below or above the
    target; `width` is the mean with its error, `undefined` the number of replications without an interval.
    """

    name: str
    population: str
    coverage: Share
    below: Share
    above: Share
    width: float
    width_error: float
    undefined: int


def share(hits: NDArray[np.bool_]) -> Share:
    """Return the share of hits with its standard error.

    The error is that of (hits + 2) of (n + 4), so that no hit at all is not taken for certainty (Agresti and
    Coull 1998).

    Examples
    --------
    >>> share(np.array([True, False, True, False] * 24))
    Share(value=0.5, error=0.05)
    """
    n = hits.size
    smooth = (hits.sum() + 2) / (n + 4)
    return Share(float(hits.mean()), float(np.sqrt(smooth * (1 - smooth) / (n + 4))))


def blocks(
    source: Components | World, setting: Setting, rng: np.random.Generator, n_metrics: int = 1
) -> Iterator[Array]:
    """Yield simulated scores, float64[n, n_replications, n_systems, n_inputs], a part at a time.

    Of a world they are those of systems as a whole: one input, and as many metrics as are asked for.
    """
    for start in range(0, setting.replications, AT_A_TIME):
        number = min(AT_A_TIME, setting.replications - start)
        if isinstance(source, World):
            yield source.draw(rng, number, setting.n_systems, n_metrics)[..., np.newaxis]
        else:
            size = setting.n_systems, setting.n_inputs, number
            yield from_components(source, *size, rng, setting.shape, setting.step)


def check_setting(setting: Setting, names: tuple[str, ...], known: tuple[str, ...], kind: str) -> None:
    """Raise a `SpecError` for names that are not known, and for a setting that cannot be simulated."""
    for name in names:
        if name not in known:
            close = suggest(name, known).partition("Known: ")[0]
            # names with commas in them
            hint = f"{close}Known: {'; '.join(known)}"
            raise SpecError(Problem("", f"unknown {kind} {name!r}", hint=hint))
    if setting.coefficient not in FISHER:
        hint = suggest(setting.coefficient, FISHER)
        raise SpecError(Problem("", f"{setting.coefficient!r} cannot be calibrated", hint=hint))
    if setting.shape not in get_args(Shape):
        hint = suggest(setting.shape, get_args(Shape))
        raise SpecError(Problem("", f"unknown shape {setting.shape!r}", hint=hint))
    for field, least in (("n_systems", 4), ("n_inputs", 1), ("replications", 1), ("draws", 1)):
        if getattr(setting, field) < least:
            what = f"too few {field.removeprefix('n_')}"
            raise SpecError(Problem("", what, getattr(setting, field), f"{least} or more"))


def calibrate_intervals(
    source: Components | World,
    setting: Setting,
    target: float,
    rng: np.random.Generator,
    intervals: tuple[str, ...] = INTERVALS,
    confidence: float = 0.95,
) -> list[IntervalRate]:
    """Return coverage and width of intervals of the first metric's coefficient.

    Parameters
    ----------
    source, setting
        What is simulated: variance components, or a world (`worlds.World`, of one input).
    target
        The coefficient over all systems that the intervals shall cover: `targets.population_value`, or
        `World.value`.
    rng
        Draws scores and resamples.
    intervals
        Some of `INTERVALS`.
    confidence
        Nominal coverage, in (0, 1).

    Raises
    ------
    SpecError
        For names that are not known, and fewer than 4 systems.

    Examples
    --------
    >>> from workbench.stats.simulation.designs import design_r
    >>> rng = np.random.default_rng(0)
    >>> [rate] = calibrate_intervals(design_r(), Setting(12, 50, 400), 0.8253, rng, ("fisher",))
    >>> bool(0.92 < rate.coverage.value < 0.98), round(rate.width, 1)
    (True, 0.5)
    """
    check_setting(setting, intervals, INTERVALS, "interval")
    ends: dict[str, list[Interval]] = {name: [] for name in intervals}
    wanted: dict[Resample, list[Method]] = {
        resample: [method for method in (*_METHODS, "studentised") if f"{method}, {resample}" in intervals]
        for resample in RESAMPLES
    }
    n = setting.n_systems
    whole = Draws(np.ones((1, n)), np.ones((1, setting.n_inputs)))
    # scores do not depend on which intervals are asked for, nor one interval on the others
    score_rng, *draw_rngs = rng.spawn(1 + len(RESAMPLES))
    for scores in blocks(source, setting, score_rng):
        z, x = scores[0], scores[1]
        estimates = batch_draws(x, z, whole, setting.coefficient)[0]
        if "fisher" in intervals:
            half = fisher_half_widths(estimates, n, setting.coefficient, confidence)
            with np.errstate(divide="ignore"):
                centre = np.arctanh(estimates)
            ends["fisher"] += _intervals(np.tanh(centre - half), np.tanh(centre + half))
        if "fisher-jackknife" in intervals:
            ours, theirs = (batch_means(each, whole.segments)[0] for each in (x, z))
            without = without_each(ours, theirs, setting.coefficient)
            found = fisher_jackknife_ends(without, estimates, n, setting.coefficient, confidence)
            ends["fisher-jackknife"] += _intervals(*found)
        for (resample, methods), draw_rng in zip(wanted.items(), draw_rngs, strict=True):
            if methods:
                draws = draw(draw_rng, setting.n_systems, setting.n_inputs, setting.draws, resample)
                values = batch_draws(x, z, draws, setting.coefficient)
                for method in methods:
                    ends[f"{method}, {resample}"] += _ends(
                        x, z, values, estimates, draws, resample, method, setting.coefficient, confidence
                    )
    return [_interval_rate(name, found, target) for name, found in ends.items()]


def _ends(
    x: Array, z: Array, values: Array, estimates: Array, draws: Draws, resample: Resample, method: Method,
    coefficient: str, confidence: float,
) -> list[Interval]:  # fmt: skip
    """Return the bootstrap interval of each replication, by the function that users get it from."""

    def interval(at: int) -> Interval:
        def statistic(drawn: Draws) -> Array:
            return batch_draws(x[at : at + 1], z[at : at + 1], drawn, coefficient)[:, 0]

        estimate = float(estimates[at])
        return interval_of(statistic, values[:, at], estimate, draws, resample, method, confidence, True)

    return [interval(at) for at in range(len(x))]


def _intervals(low: Array, high: Array) -> list[Interval]:
    return [Interval(*ends) for ends in zip(low.tolist(), high.tolist(), strict=True)]


def _interval_rate(name: str, found: list[Interval], target: float) -> IntervalRate:
    low, high = (np.array([interval[end] for interval in found]) for end in (0, 1))
    undefined = np.isnan(low) | np.isnan(high)
    widths = (high - low)[~undefined]
    width, error = (widths.mean(), widths.std() / np.sqrt(widths.size)) if widths.size else (np.nan, np.nan)
    with np.errstate(invalid="ignore"):
        covers, below, above = (low <= target) & (target <= high), high < target, low > target
    population = POPULATIONS[name.partition(", ")[2] or "systems"]
    return IntervalRate(
        name,
        population,
        share(covers),
        share(below),
        share(above),
        float(width),
        float(error),
        int(undefined.sum()),
    )
