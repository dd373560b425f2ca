"""System-level coefficients of many replications at once, under draws that they share.

Scores are complete, as simulated ones are. Results are those of `level_draws`, which looks at one replication
at a time, to rounding.
"""

import numpy as np

from workbench.stats.coefficients.noise import NOISE, round_noise
from workbench.stats.coefficients.weighted import WEIGHTED
from workbench.stats.resampling.resample import Draws
from workbench.types import Array


def batch_coefficients(x: Array, z: Array, weights: Array, coefficient: str) -> Array:
    """Return the coefficient of each replication under each draw of systems.

    Parameters
    ----------
    x, z
        float64[n_draws or 1, n_replications, n_systems]: system scores without missing ones.
    weights
        float64[n_draws, n_systems]: how often each system was drawn.
    coefficient
        pearson, spearman or kendall.

    Returns
    -------
    Array
        float64[n_draws, n_replications].

    Undefined
    ---------
    NaN for a draw whose scores are constant, or without a system.

    Examples
    --------
    >>> x, z = np.array([[[1.0, 2.0, 3.0]]]), np.array([[[1.0, 3.0, 2.0]]])
    >>> batch_coefficients(x, z, np.array([[1.0, 1.0, 1.0], [3.0, 0.0, 0.0]]), "pearson")[:, 0]
    array([0.5, nan])
    """
    if coefficient != "pearson":
        shape = (len(weights), *x.shape[1:])
        rows = [np.broadcast_to(scores, shape).reshape(-1, shape[2]) for scores in (x, z, weights[:, None])]
        found = WEIGHTED[coefficient](*(np.ascontiguousarray(row) for row in rows))
        return found.reshape(shape[:2])
    # products of distances from each replication's own mean: sums of squares of raw scores would cancel
    x, z = (scores - scores.mean(axis=2, keepdims=True) for scores in (x, z))
    total = weights.sum(axis=1)[:, np.newaxis]
    total = np.where(total > 0, total, np.nan)
    sum_x, sum_z, xx, zz, xz = (_weigh(each, weights) for each in (x, z, x * x, z * z, x * z))
    x_spread, z_spread = xx - sum_x**2 / total, zz - sum_z**2 / total
    defined = (x_spread > NOISE * xx) & (z_spread > NOISE * zz)
    spread = np.sqrt(np.where(defined, x_spread * z_spread, np.nan))
    values: Array = np.clip((xz - sum_x * sum_z / total) / spread, -1.0, 1.0)
    return values


def _weigh(values: Array, weights: Array) -> Array:
    """Return the weighted sums over systems, float64[n_draws, n_replications]."""
    if len(values) == 1:
        shared: Array = weights @ values[0].T
        return shared
    own: Array = np.matmul(values, weights[:, :, np.newaxis])[:, :, 0]
    return own


def batch_means(scores: Array, segments: Array) -> Array:
    """Return the mean of each system of each replication under each draw of inputs.

    Without the noise of summation, as everywhere else: systems with equal sums are tied.

    Parameters
    ----------
    scores
        float64[n_replications, n_systems, n_inputs].
    segments
        float64[n_draws, n_inputs]: how often each input was drawn.

    Returns
    -------
    Array
        float64[n_draws, n_replications, n_systems]; [1, ...] where every input counts once in every draw.

    Undefined
    ---------
    NaN for a draw without an input, as where the only one is left out.

    Examples
    --------
    >>> batch_means(np.array([[[1.0, 3.0]]]), np.array([[1.0, 1.0], [2.0, 0.0]])).ravel()
    array([2., 1.])
    """
    if (segments == 1).all():
        return round_noise(scores.mean(axis=2))[np.newaxis]
    replications, systems, inputs = scores.shape
    total = segments.sum(axis=1, keepdims=True)
    share = segments / np.where(total > 0, total, np.nan)
    return round_noise((share @ scores.reshape(-1, inputs).T).reshape(len(share), replications, systems))


def batch_draws(x: Array, z: Array, draws: Draws, coefficient: str) -> Array:
    """Return the system-level coefficient of each replication under each bootstrap draw.

    `x` and `z` are float64[n_replications, n_systems, n_inputs]; the result is
    float64[n_draws, n_replications].

    Examples
    --------
    >>> x, z = np.array([[[1.0], [2.0], [3.0]]]), np.array([[[1.0], [3.0], [2.0]]])
    >>> batch_draws(x, z, Draws(np.ones((2, 3)), np.ones((2, 1))), "pearson").ravel()
    array([0.5, 0.5])
    """
    x, z = (batch_means(scores, draws.segments) for scores in (x, z))
    return batch_coefficients(x, z, draws.systems, coefficient)
