"""Paired bootstrap of the difference of two metrics' correlations with the same judgments."""

from typing import NamedTuple

import numpy as np

from workbench.stats.bootstrap_intervals import (
    POPULATIONS,
    Method,
    check_confidence,
    interval_of,
    shift,
    why_no_interval,
)
from workbench.stats.level_values import (
    MatrixLevel,
    check_choice,
    check_matrices,
    level_draws,
    level_estimate,
)
from workbench.stats.resample import Draws, Resample
from workbench.stats.tally import monte_carlo_error, p_values, tally
from workbench.types import Array


class BootstrapDifference(NamedTuple):
    """A difference of two coefficients with its interval and p-values.

    Attributes
    ----------
    statistic : float
        Coefficient of the first metric minus that of the second, in [-2, 2].
    low, high : float
        Ends of the interval of the difference.
    p_two, p_greater, p_less : float
        For a difference, a larger and a smaller one; never 0.
    draws, undefined : int
        Draws made, and those without a difference or, studentised, without its error.
    error : float
        Monte-Carlo standard error of `p_two`.
    shift : float
        Share of the defined draws below the statistic, equal ones by half; .5 is no bias.
    population : str
        Which systems and inputs interval and p-values speak of.
    reason : str
        Why an end or a p-value is NaN; "" where none is.
    """

    statistic: float
    low: float
    high: float
    p_two: float
    p_greater: float
    p_less: float
    draws: int
    undefined: int
    error: float
    shift: float
    population: str
    reason: str = ""


def bootstrap_difference(
    x: Array,
    y: Array,
    z: Array,
    draws: Draws,
    resample: Resample,
    level: MatrixLevel = "system",
    coefficient: str = "pearson",
    method: Method = "percentile",
    confidence: float = 0.95,
) -> BootstrapDifference:
    """Bootstrap the difference of the correlations of metrics X and Y with judgments Z.

    Every draw takes the same systems and inputs of all three. Under the hypothesis of no difference the
    drawn differences would scatter around 0 as they do around the observed one, so p counts the draws whose
    distance from the observed difference is at least that of the observed one from 0: (1 + count) / (1 +
    draws). (Some programs move the draws by the absolute value of the difference; they reject too often.)

    Parameters
    ----------
    x, y, z
        float64[n_systems, n_segments]: scores of the metrics and judgments, higher is better, NaN for a
        missing cell.
    draws, resample
        From `draw`, and what it was told to resample.
    level, coefficient, method, confidence
        As in `bootstrap_interval`.

    Raises
    ------
    SpecError
        As `bootstrap_interval`.

    Undefined
    ---------
    NaN and a `reason` where a metric has no coefficient or no draw has a difference; undefined draws are
    counted and left out.

    Examples
    --------
    >>> from workbench.stats.resample import draw
    >>> z = np.arange(6.0)[:, np.newaxis]
    >>> draws = draw(np.random.default_rng(0), 6, 1, 99, "systems")
    >>> found = bootstrap_difference(z, -z, z, draws, "systems")
    >>> [round(float(value), 3) for value in (found.statistic, found.low, found.high, found.p_two)]
    [2.0, 2.0, 2.0, 0.01]
    """
    check_choice("level", level, MatrixLevel)
    check_choice("resample", resample, Resample)
    check_choice("method", method, Method)
    check_matrices(z, x, y)
    check_confidence(confidence)
    number, population = len(draws.systems), POPULATIONS[resample]
    estimates = [level_estimate(metric, z, level, coefficient) for metric in (x, y)]
    reasons = dict.fromkeys(estimate.reason for estimate in estimates if estimate.reason)
    if reasons:
        nan, reason = np.nan, " or ".join(reasons)
        return BootstrapDifference(nan, nan, nan, nan, nan, nan, number, number, nan, nan, population, reason)

    def statistic(draws: Draws) -> Array:
        return level_draws(x, z, draws, level, coefficient) - level_draws(y, z, draws, level, coefficient)

    difference = estimates[0].value - estimates[1].value
    values = statistic(draws)
    ends = interval_of(statistic, values, difference, draws, resample, method, confidence, bounded=False)
    counts = tally(values - difference, difference)
    two, greater, less = p_values(counts, exact=False)
    return BootstrapDifference(
        difference,
        ends.low,
        ends.high,
        float(two),
        float(greater),
        float(less),
        number,
        ends.undefined,
        float(monte_carlo_error(two, counts.defined, exact=False)),
        shift(values, difference),
        population,
        why_no_interval(values, ends, method),
    )
