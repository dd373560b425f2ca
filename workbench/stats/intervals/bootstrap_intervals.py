"""Bootstrap intervals of a coefficient: percentile, basic, bias-corrected, BCa and studentised."""

from typing import Literal, NamedTuple

import numpy as np

from workbench.errors import Problem, SpecError
from workbench.registry import cite
from workbench.stats.coefficients.noise import EQUAL_COEFFICIENTS
from workbench.stats.intervals.bootstrap_ends import (
    acceleration,
    basic,
    bias_corrected,
    percentile,
    shift,
    studentised,
)
from workbench.stats.intervals.fisher import Interval
from workbench.stats.levels.level_values import (
    MatrixLevel,
    check_choice,
    check_matrices,
    level_draws,
    level_estimate,
)
from workbench.stats.resampling.jackknife import LeftOut, Statistic, jackknife, leave_one_out, system_errors
from workbench.stats.resampling.resample import Draws, Resample, drawn_from
from workbench.stats.resampling.tally import NO_DRAW
from workbench.types import Array

Method = Literal["percentile", "basic", "bias-corrected", "bca", "studentised"]
cite(
    "interval",
    {
        **dict.fromkeys(("percentile", "basic", "studentised"), "Efron & Tibshirani 1993"),
        **dict.fromkeys(("bias-corrected", "bca"), "Efron 1987"),
    },
)
POPULATIONS: dict[str, str] = {
    "systems": "all systems, these inputs",
    "inputs": "these systems, all inputs",
    "both": "all systems, all inputs",
}
"""What an interval speaks of, by what was resampled."""
_LEFT_OUT: dict[str, tuple[LeftOut, ...]] = {
    "systems": ("systems",),
    "inputs": ("inputs",),
    "both": ("systems", "inputs"),
}


class BootstrapInterval(NamedTuple):
    """An estimate with its bootstrap interval.

    `draws` were made, `undefined` of them had no value. `shift` is the share of the others below the
    estimate, equal ones by half: far from .5 the resampling itself moves the value, and the percentile
    interval with it. `reason` says why an end is NaN, "" where none is.
    """

    value: float
    low: float
    high: float
    draws: int
    undefined: int
    shift: float
    method: str
    population: str
    reason: str = ""


def interval_of(
    statistic: Statistic,
    values: Array,
    estimate: float,
    draws: Draws,
    resample: Resample,
    method: Method,
    confidence: float,
    bounded: bool,
) -> Interval:
    """Return the interval of any statistic of draws.

    Parameters
    ----------
    statistic
        Gives the value of each draw.
    values
        float64[n_draws]: that of `draws`.
    bounded
        Whether the statistic lies in [-1, 1]: the studentised interval is then made on the scale of atanh,
        where the error depends less on the value, and stays inside.

    Raises
    ------
    SpecError
        For a studentised interval when inputs are resampled.
    """
    if method == "percentile":
        return percentile(values, confidence)
    if method == "basic":
        return basic(values, estimate, confidence)
    if method == "bias-corrected":
        return bias_corrected(values, estimate, confidence)
    there = {"systems": drawn_from(draws.systems), "inputs": drawn_from(draws.segments)}
    shape = draws.systems.shape[1], draws.segments.shape[1]
    if method == "bca":
        without = [leave_one_out(statistic, shape, over)[there[over]] for over in _LEFT_OUT[resample]]
        influences = [jackknife(each, estimate).influences for each in without]
        return bias_corrected(values, estimate, confidence, acceleration(influences))
    if resample != "systems":
        what = "a studentised interval takes its errors from the systems"
        raise SpecError(Problem("", what, resample, "systems", "bca takes every kind of resampling"))
    errors = system_errors(statistic, draws)
    [error] = system_errors(
        statistic, Draws(*(each[np.newaxis].astype(np.float64) for each in there.values()))
    )
    if not bounded:
        return studentised(values, errors, estimate, error, confidence)
    inside, here = np.abs(values) < 1 - EQUAL_COEFFICIENTS, abs(estimate) < 1 - EQUAL_COEFFICIENTS
    scaled = np.arctanh(np.where(inside, values, np.nan))
    slopes = np.where(inside, 1 - values**2, np.nan)
    centre, slope = (np.arctanh(estimate), 1 - estimate**2) if here else (np.nan, np.nan)
    ends = studentised(scaled, errors / slopes, float(centre), float(error / slope), confidence)
    return ends._replace(low=float(np.tanh(ends.low)), high=float(np.tanh(ends.high)))


def why_no_bca(resample: Resample, of_means: bool, coefficient: str) -> str:
    """Say why there is no BCa interval where inputs are resampled and ranks of systems are correlated.

    These are ranks of means over inputs (`of_means`), of all of them or of those of a domain.
    Its acceleration comes from a jackknife over inputs, which is not valid for a coefficient that is not
    smooth in them: the ranks of a few systems do not change, or jump (Efron and Tibshirani 1993, section
    11.6). Returns "" where there is one.

    Examples
    --------
    >>> why_no_bca("systems", True, "kendall"), why_no_bca("both", True, "pearson")
    ('', '')
    >>> why_no_bca("inputs", True, "kendall")
    'no BCa over inputs of kendall, a coefficient of ranks of systems: take bias-corrected'
    """
    if resample == "systems" or not of_means or coefficient == "pearson":
        return ""
    return f"no BCa over inputs of {coefficient}, a coefficient of ranks of systems: take bias-corrected"


def why_no_interval(values: Array, interval: Interval, method: Method) -> str:
    """Say why an interval has NaN ends; "" when it has none."""
    if not (np.isnan(interval.low) or np.isnan(interval.high)):
        return ""
    if np.isnan(values).all():
        return NO_DRAW
    if method == "studentised":
        return "no standard error"
    why = "all draws on one side of the estimate"
    if method == "bca":
        why += ", a system or input without which there is no coefficient, or none that moves it"
    return why


def bootstrap_interval(
    x: Array,
    z: Array,
    draws: Draws,
    resample: Resample,
    level: MatrixLevel = "system",
    coefficient: str = "pearson",
    method: Method = "percentile",
    confidence: float = 0.95,
) -> BootstrapInterval:
    """Return a coefficient with its bootstrap interval.

    Parameters
    ----------
    x, z
        float64[n_systems, n_segments]: scores of the metric and judgments, NaN for a missing cell.
    draws, resample
        From `draw`, and what it was told to resample.
    level
        system, segment or global.
    coefficient
        A name that `get_coefficient` knows.
    method
        percentile; basic; bias-corrected; bca, whose acceleration comes from the jackknife over what is
        resampled (`why_no_bca`); studentised, for `systems`, with errors from the jackknife over the systems
        of a draw.
    confidence
        Nominal coverage, in (0, 1).

    Raises
    ------
    SpecError
        For unknown names, different shapes, and studentised with inputs resampled.

    Undefined
    ---------
    NaN ends and a `reason` where there is no coefficient, no defined draw, or where the method says so.

    Examples
    --------
    >>> from workbench.stats.resampling.resample import draw
    >>> x = np.arange(7.0)[:, np.newaxis]
    >>> draws = draw(np.random.default_rng(0), 7, 1, 99, "systems")
    >>> found = bootstrap_interval(x, -x, draws, "systems")
    >>> [round(float(value), 3) for value in (found.value, found.low, found.high)], found.population
    ([-1.0, -1.0, -1.0], 'all systems, these inputs')
    """
    check_choice("level", level, MatrixLevel)
    check_choice("resample", resample, Resample)
    check_choice("method", method, Method)
    check_matrices(z, x)
    check_confidence(confidence)
    number, population = len(draws.systems), POPULATIONS[resample]
    estimate = level_estimate(x, z, level, coefficient)
    nan = np.nan
    if estimate.reason:
        return BootstrapInterval(nan, nan, nan, number, number, nan, method, population, estimate.reason)
    if method == "bca" and (why := why_no_bca(resample, level == "system", coefficient)):
        return BootstrapInterval(estimate.value, nan, nan, number, number, nan, method, population, why)

    def statistic(draws: Draws) -> Array:
        return level_draws(x, z, draws, level, coefficient)

    values = statistic(draws)
    bounded = abs(estimate.value) <= 1 and bool(np.nanmax(np.abs(values), initial=0.0) <= 1)
    ends = interval_of(statistic, values, estimate.value, draws, resample, method, confidence, bounded)
    return BootstrapInterval(
        estimate.value,
        ends.low,
        ends.high,
        number,
        ends.undefined,
        shift(values, estimate.value),
        method,
        population,
        why_no_interval(values, ends, method),
    )


def check_confidence(confidence: float) -> None:
    """Raise a `SpecError` unless a confidence is a share."""
    if not 0 < confidence < 1:
        raise SpecError(Problem("", "confidence is not a share", confidence, "between 0 and 1"))
