"""How many systems, inputs and references an interval of a given width, or a test of a given power, takes.

More systems make the interval of a correlation narrower. More inputs and references make the correlation
itself higher, because noise attenuates it less, and an interval of a higher correlation is narrower; past a
point that no longer helps. All at system level, for Pearson's coefficient and normal effects.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from workbench.errors import Problem, SpecError
from workbench.stats.distributions import norm
from workbench.stats.intervals import fisher_jackknife
from workbench.stats.simulation.designs import reachable, with_correlations
from workbench.stats.simulation.variance_components import Components, mean_correlations
from workbench.types import Array

Planned = Literal["fisher-jackknife", "fisher"]
What = Literal["systems", "inputs", "references"]
MOST = 100_000
"""A need beyond this is no plan."""
_HAIR = 1e-9


class Size(NamedTuple):
    """Systems, inputs, and references of an input."""

    n_systems: int
    n_inputs: int
    n_references: int = 1


class PlannedReferences(NamedTuple):
    """What a reference does to a metric: `variance` is system × reference of single-reference scores.

    `number` is how many the residual of the components was fitted with, as a mean of that many.
    """

    variance: float
    number: float


class SharedReferences(NamedTuple):
    """What a reference does to two metrics alike: `covariance` of their system × reference effects.

    In the residual of the components the covariance stands times `overlap`, the mean of |A ∩ B| / (|A| |B|)
    over outputs, A and B the references of the two: 1 / number where they have the same ones.
    """

    covariance: float
    overlap: float


def with_references(
    components: Components,
    references: Sequence[PlannedReferences | None],
    n_references: int,
    shared: SharedReferences | None = None,
) -> Components:
    """Return the components of metrics that average another number of references.

    The residual of a metric keeps what references do not change and gets `variance` / `n_references` in place
    of `variance` / `number`; it does not go below what its covariance with the judgments' needs. None, and
    metrics that `references` is too short for, change nothing. Where references of both of two metrics are
    known, what `shared` says changes alike, for they average the same ones. The covariance of the two does
    not go beyond what their variances allow.

    Examples
    --------
    >>> one = np.diag([1.0, 3.0])
    >>> pair = Components(("judgments", "x"), np.ones((2, 2)), np.ones((2, 2)), one)
    >>> with_references(pair, [PlannedReferences(variance=2.0, number=1.0)], 4).residual.diagonal()
    array([1. , 1.5])
    """
    residual = components.residual.copy()
    for metric, each in enumerate(references, start=1):
        if each is not None:
            change = each.variance * (1 / n_references - 1 / each.number)
            residual[metric, metric] = max(residual[metric, metric] + change, _least(residual, metric))
    known = [metric for metric, each in enumerate(references, start=1) if each is not None]
    if shared is not None and len(known) == 2:
        change = shared.covariance * (1 / n_references - shared.overlap)
        residual[1, 2] = residual[2, 1] = residual[1, 2] + change
    if known and len(residual) == 3:
        residual[1, 2] = residual[2, 1] = _possible(residual)
    return components._replace(residual=residual)


def _possible(residual: Array) -> float:
    """Return the covariance of two metrics, no larger than their variances given the judgments' allow."""
    judged = float(residual[0, 0])
    explained = np.outer(residual[0], residual[0]) / judged if judged > 0 else np.zeros((3, 3))
    x, y = (max(float(residual[at, at] - explained[at, at]), 0.0) for at in (1, 2))
    most, through = float(np.sqrt(x * y)), float(explained[1, 2])
    return through + min(max(float(residual[1, 2]) - through, -most), most)


def _least(residual: Array, metric: int) -> float:
    """Return the least residual variance that the covariance with the judgments' allows."""
    judged = float(residual[0, 0])
    return float(residual[0, metric]) ** 2 / judged if judged > 0 else 0.0


def expected_width(
    components: Components,
    size: Size,
    references: Sequence[PlannedReferences | None] = (),
    confidence: float = 0.95,
    interval: Planned = "fisher-jackknife",
) -> float:
    """Return the width that the interval of the first metric's correlation will have.

    `fisher_jackknife.expected_width` of the correlation of means over so many inputs and references.

    Undefined
    ---------
    NaN for fewer than 4 systems, and where there is no correlation.

    Examples
    --------
    >>> from workbench.stats.simulation.designs import design_r
    >>> round(expected_width(design_r(), Size(12, 50)), 2)
    0.61
    >>> round(expected_width(design_r(), Size(12, 50), interval="fisher"), 2)
    0.47
    """
    changed = with_references(components, references, size.n_references)
    r = float(mean_correlations(changed, size.n_inputs)[0, 1])
    return fisher_jackknife.expected_width(r, size.n_systems, confidence, interval == "fisher-jackknife")


def expected_power(
    components: Components,
    size: Size,
    difference: float,
    references: Sequence[PlannedReferences | None] = (),
    level: float = 0.05,
    shared: SharedReferences | None = None,
) -> float:
    """Return the power of a two-sided test of two metrics whose correlations differ by so much.

    The test is of atanh(r_xz) - atanh(r_yz), whose variance is 2 (1 - c) / (systems - 3), c the correlation
    of the two (Dunn and Clark 1969, JASA 64; without the mean that tests put in the place of the two, because
    here they differ). The power of Williams' test is about the same: within .03 for correlations .1 apart and
    12 to 100 systems, a little more for larger differences of very similar metrics.

    Parameters
    ----------
    components
        Of judgments and two metrics; what is planned for are correlations around the mean of theirs
        (`apart`).
    difference
        Of the correlations of means over `size.n_inputs`.

    Undefined
    ---------
    NaN for fewer than 4 systems, and for a difference that noise does not allow.

    Examples
    --------
    Without a difference a test rejects at its level.

    >>> from workbench.stats.simulation.designs import design_t
    >>> round(expected_power(design_t(), Size(12, 50), 0.0), 3)
    0.05
    """
    if size.n_systems < 4:
        return np.nan
    try:
        changed = with_references(components, references, size.n_references, shared)
        changed = apart(changed, size.n_inputs, difference)
    except SpecError:
        return np.nan
    r = mean_correlations(changed, size.n_inputs)
    x, y, both = float(r[0, 1]), float(r[0, 2]), float(r[1, 2])
    covariance = (both - x * y / 2) * (1 - x**2 - y**2 - both**2) + both**3
    together = covariance / ((1 - x**2) * (1 - y**2))
    error = np.sqrt(max(2 * (1 - together), 0.0) / (size.n_systems - 3))
    if error == 0:
        return 1.0
    effect, bound = (np.arctanh(x) - np.arctanh(y)) / error, norm.ppf(1 - level / 2)
    return float(norm.cdf(effect - bound) + norm.cdf(-effect - bound))


def apart(components: Components, n_inputs: int, difference: float) -> Components:
    """Return the components with the first two metrics' correlations so far apart, around their mean.

    The metric that noise allows more is the higher one; where noise does not allow that much, both move down
    together.

    Raises
    ------
    SpecError
        For a difference that is not possible.

    Examples
    --------
    >>> from workbench.stats.simulation.designs import design_t
    >>> mean_correlations(apart(design_t(), 50, 0.1), 50)[0, 1:].round(3)
    array([0.856, 0.756])
    """
    low, high = reachable(components, n_inputs)
    better, other = (0, 1) if high[0] >= high[1] else (1, 0)
    correlations = mean_correlations(components, n_inputs)[0, 1:].copy()
    mean, gap = float(correlations[:2].mean()), abs(difference)
    # a hair inside the limits, so that a correlation of 1 between effects is not missed by rounding
    lower = min(mean - gap / 2, float(high[better]) - gap - _HAIR, float(high[other]) - _HAIR)
    if lower < low[other]:
        allowed = f"0 to {high[better] - low[other] - _HAIR:.3f}"
        raise SpecError(Problem("", "no two correlations differ so much", difference, allowed))
    correlations[better], correlations[other] = lower + gap, lower
    return with_correlations(components, n_inputs, tuple(float(r) for r in correlations))


def least(good: Callable[[int], bool], start: int) -> int | None:
    """Return the least number from `start` on that is good, None where none up to `MOST` is.

    What is good stays good for larger numbers, unless the first one is: inputs whose noise people and metric
    share make a correlation higher the fewer there are.

    Examples
    --------
    >>> least(lambda n: n * n >= 50, 1), least(lambda n: False, 1), least(lambda n: n < 5, 1)
    (8, None, 1)
    """
    if good(start):
        return start
    if not good(MOST):
        return None
    low, high = start - 1, start
    while not good(high):
        low, high = high, min(2 * high, MOST)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if good(middle) else (middle, high)
    return high


class Need(NamedTuple):
    """How many of one thing are needed while the others stay; None where no number is enough.

    `limit` is what is reached with as many as one likes.
    """

    what: What
    number: int | None
    limit: float


def needs(
    value: Callable[[Size], float], good: Callable[[float], bool], size: Size, references: bool
) -> list[Need]:
    """Return the need of systems, of inputs and, if asked for, of references, one at a time.

    Parameters
    ----------
    value
        Width or power at a size.
    good
        Whether a value will do.
    size
        What stays where it is while one number changes.
    references
        Whether references are known to matter.

    Examples
    --------
    >>> from workbench.stats.simulation.designs import design_r
    >>> width = lambda size: expected_width(design_r(), size)
    >>> [systems, inputs] = needs(width, lambda width: width <= 0.3, Size(12, 50), references=False)
    >>> systems.number, inputs.number, round(inputs.limit, 2)
    (28, None, 0.53)
    """

    def need(what: What, start: int) -> Need:
        def at(number: int) -> float:
            return value(size._replace(**{f"n_{what}": number}))

        return Need(what, least(lambda number: good(at(number)), start), at(MOST))

    found = [need("systems", 4), need("inputs", 1)]
    return [*found, need("references", 1)] if references else found
