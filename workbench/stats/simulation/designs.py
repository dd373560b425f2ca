"""Scores simulated from variance components: two designs that are written down, and those of fitted data."""

from typing import Literal

import numpy as np

from workbench.errors import Problem, SpecError
from workbench.stats.coefficients.noise import NOISE
from workbench.stats.simulation.variance_components import Components, mean_covariances
from workbench.types import Array

Shape = Literal["normal", "exponential", "outliers"]
"""How the system effects of the judgments are distributed."""

_RARE, _FAR = 1 / 12, 5.0
"""Outliers: one system of twelve is so many standard deviations worse than it would be."""


def design_t(n_metrics: int = 2, own: float = 0.7) -> Components:
    """Return design T: metrics that correlate equally with the judgments, for the errors of tests.

    Z = q + d + e, and each metric X = q + `own` u + d + e' with a u of its own: q and u by system, d by input
    and shared by all, e by output; each standard normal and independent.

    Examples
    --------
    >>> from workbench.stats.simulation.variance_components import mean_correlations
    >>> float(mean_correlations(design_t(), 50)[0, 1].round(4))
    0.8058
    """
    n = n_metrics + 1
    systems = np.ones((n, n)) + np.diag([0.0] + [own**2] * n_metrics)
    names = ("judgments", *(f"metric {number}" for number in range(1, n)))
    return Components(names, systems, np.ones((n, n)), np.eye(n))


def design_r(own: float = 0.6) -> Components:
    """Return design R: one metric, for coverage and width of intervals.

    Z = q + d + 1.5 e and X = q + `own` u + d + 1.5 e', as in `design_t`.

    Examples
    --------
    >>> from workbench.stats.simulation.variance_components import mean_correlations
    >>> [round(float(mean_correlations(design_r(), n)[0, 1]), 4) for n in (50, 100)]
    [0.8253, 0.8411]
    """
    systems = np.array([[1.0, 1.0], [1.0, 1.0 + own**2]])
    return Components(("judgments", "metric"), systems, np.ones((2, 2)), 2.25 * np.eye(2))


def with_correlations(components: Components, n_inputs: int, correlations: tuple[float, ...]) -> Components:
    """Return the same components but for how metrics correlate with the judgments.

    Variances stay, and so does what metrics share beside the judgments (the correlation of their own system
    effects). What changes is the covariance of each metric's system effects with those of the judgments.

    Parameters
    ----------
    components
    n_inputs
        The correlations are those of means over so many inputs.
    correlations
        One for each metric.

    Raises
    ------
    SpecError
        For a correlation that noise of this size does not allow (`reachable`).

    Examples
    --------
    >>> from workbench.stats.simulation.variance_components import mean_correlations
    >>> changed = with_correlations(design_t(), 50, (0.5, 0.7))
    >>> mean_correlations(changed, 50)[0].round(3)
    array([1. , 0.5, 0.7])
    """
    systems, residual = components.systems, components.residual / n_inputs
    spread = np.sqrt(np.diag(mean_covariances(components, n_inputs)))
    effects = np.sqrt(np.diag(systems))
    low, high = reachable(components, n_inputs)
    wanted = np.asarray(correlations)
    for name, value, least, most in zip(components.names[1:], wanted, low, high, strict=True):
        if not least <= value <= most:
            what = f"{name} cannot correlate so with {components.names[0]} over {n_inputs} inputs"
            raise SpecError(Problem("", what, round(float(value), 3), f"{least:.3f} to {most:.3f}"))
    shared = wanted * spread[0] * spread[1:] - residual[0, 1:]
    fitted = _own_correlations(systems)
    slopes = shared / systems[0, 0]
    own = np.sqrt(np.maximum(effects[1:] ** 2 - slopes * shared, 0.0))
    changed = systems.copy()
    changed[0, 1:] = changed[1:, 0] = shared
    changed[1:, 1:] = np.outer(slopes, shared) + fitted * np.outer(own, own)
    np.fill_diagonal(changed, np.diag(systems))
    return components._replace(systems=changed)


def reachable(components: Components, n_inputs: int) -> tuple[Array, Array]:
    """Return the least and the largest correlation of each metric with the judgments that noise allows.

    Of means over `n_inputs`, float64[n - 1] each: those where the system effects correlate at -1 and at 1.

    Examples
    --------
    >>> low, high = reachable(design_r(), 50)
    >>> float(high[0].round(4)), float(low[0].round(4))
    (0.9624, -0.9624)
    """
    spread = np.sqrt(np.diag(mean_covariances(components, n_inputs)))
    effects = np.sqrt(np.diag(components.systems))
    if effects[0] == 0:
        raise SpecError(Problem("", f"systems do not differ in {components.names[0]}"))
    scale = spread[0] * spread[1:]
    noise = components.residual[0, 1:] / n_inputs / scale
    most = effects[0] * effects[1:] / scale
    return noise - most, noise + most


def _own_correlations(systems: Array) -> Array:
    """Return the correlations of the metrics' system effects given those of the judgments."""
    own = systems[1:, 1:] - np.outer(systems[0, 1:], systems[0, 1:]) / systems[0, 0]
    spread = np.sqrt(np.maximum(np.diag(own), 0.0))
    seen = np.diag(own) > NOISE * np.diag(systems)[1:]
    safe = np.where(seen, spread, 1.0)
    correlations: Array = np.where(np.outer(seen, seen), own / np.outer(safe, safe), 0.0)
    np.fill_diagonal(correlations, 1.0)
    return np.clip(correlations, -1.0, 1.0)


def _factor(covariance: Array) -> Array:
    """Return the lower triangle whose product with its transpose is the covariance, which may be singular."""
    size = len(covariance)
    factor = np.zeros((size, size))
    for k in range(size):
        column = covariance[k:, k] - factor[k:, :k] @ factor[k, :k]
        if column[0] > NOISE * covariance[k, k]:
            factor[k:, k] = column / np.sqrt(column[0])
    return factor


def from_components(
    components: Components,
    n_systems: int,
    n_inputs: int,
    replications: int,
    rng: np.random.Generator,
    shape: Shape = "normal",
    step: float = 0.0,
) -> Array:
    """Simulate scores.

    Parameters
    ----------
    components
        Fitted, `design_t` or `design_r`.
    n_systems, n_inputs
        Of each replication.
    replications
        How many.
    rng
        Draws everything.
    shape
        Of the system effects of the judgments: normal; exponential, skewed to the better systems: a few
        stand out; outliers: normal, but one system of twelve falls behind by five standard deviations. All
        have mean 0 and the variance of the components. What a metric adds of its own, input effects and the
        rest are normal.
    step
        Judgments are rounded to multiples of it, so that many tie; 0 for none.

    Returns
    -------
    Array
        float64[n, replications, n_systems, n_inputs], judgments first.

    Examples
    --------
    >>> scores = from_components(design_r(), 4, 3, 2, np.random.default_rng(0), step=1.0)
    >>> scores.shape, bool((scores[0] == np.round(scores[0])).all())
    ((2, 2, 4, 3), True)
    """
    n = len(components.names)
    effects = rng.standard_normal((n, replications, n_systems))
    if shape == "exponential":
        effects[0] = rng.exponential(size=(replications, n_systems)) - 1.0
    elif shape == "outliers":
        behind = _FAR * (rng.random((replications, n_systems)) < _RARE)
        effects[0] += _FAR * _RARE - behind
        effects[0] /= np.sqrt(1 + _FAR**2 * _RARE * (1 - _RARE))
    systems = np.einsum("kl,lri->kri", _factor(components.systems), effects)
    inputs = np.einsum(
        "kl,lrj->krj", _factor(components.inputs), rng.standard_normal((n, replications, n_inputs))
    )
    rest = rng.standard_normal((n, replications, n_systems, n_inputs))
    scores: Array = np.einsum("kl,lrij->krij", _factor(components.residual), rest)
    scores += systems[..., np.newaxis] + inputs[:, :, np.newaxis, :]
    if step > 0:
        scores[0] = rounded(scores[0], step)
    return scores


def rounded(scores: Array, step: float) -> Array:
    """Return the scores rounded to multiples of a step.

    Examples
    --------
    >>> rounded(np.array([0.4, 0.9, -1.3]), 0.5)
    array([ 0.5,  1. , -1.5])
    """
    multiples: Array = np.rint(scores / step) * step
    return multiples
