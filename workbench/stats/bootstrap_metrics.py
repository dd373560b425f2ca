"""Bootstrap of the system-level correlations of many metrics at once."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from workbench.kernels.resampling import resampled_sums
from workbench.kernels.system_draws import pearson_draws, rank_draws, round_systems
from workbench.stats.bootstrap import resampled_means, system_draws
from workbench.stats.coefficients import MIN_SYSTEMS
from workbench.stats.noise import DIGITS, LEAST, POWERS_OF_TEN
from workbench.stats.resample import Draws
from workbench.stats.weighted import WEIGHTED
from workbench.types import Array

_BLOCK = 2_000_000
"""System scores of drawn metrics that are held at a time."""


def all_system_draws(
    metrics: Iterable[Array], z: Array, draws: Draws, coefficients: Sequence[str]
) -> dict[str, Array]:
    """Return the system-level coefficients of every draw for many metrics.

    The same numbers as one metric at a time from `resampled_means` and `system_draws`, to 1e-9.

    Parameters
    ----------
    metrics
        Each float64[n_systems, n_segments]: finite scores, NaN for a missing cell. A generator will do: only
        some of them are held at a time.
    z
        float64[n_systems, n_segments]: judgments.
    draws
        Of systems, segments or both.
    coefficients
        Names that `get_coefficient` knows.

    Returns
    -------
    dict
        For each coefficient float64[n_metrics, n_draws].

    Undefined
    ---------
    NaN as in `system_draws`.

    Examples
    --------
    >>> x, z = np.array([[1.0], [2.0], [3.0]]), np.array([[1.0], [3.0], [2.0]])
    >>> all_system_draws([x, -x], z, Draws(np.ones((1, 3)), np.ones((1, 1))), ["pearson"])
    {'pearson': array([[ 0.5],
           [-0.5]])}
    """
    judged = resampled_means(z, draws.segments)
    found: dict[str, list[Array]] = {name: [np.empty((0, len(judged)))] for name in coefficients}
    at_a_time = max(1, _BLOCK // max(1, judged.size))
    fast = not np.isnan(judged).any() and all(name in WEIGHTED for name in coefficients)
    for chunk in _chunks(metrics, at_a_time):
        together = ~np.isnan(chunk).any(axis=(1, 2)) & fast
        values = {name: np.empty((len(chunk), len(judged))) for name in coefficients}
        if together.any():
            for name, drawn in _complete(chunk[together], judged, draws, coefficients).items():
                values[name][together] = drawn
        for at in np.flatnonzero(~together):
            means = resampled_means(chunk[at], draws.segments)
            for name in coefficients:
                values[name][at] = system_draws(means, judged, draws.systems, name)
        for name in coefficients:
            found[name].append(values[name])
    return {name: np.concatenate(parts) for name, parts in found.items()}


def _chunks(metrics: Iterable[Array], size: int) -> Iterator[Array]:
    chunk: list[Array] = []
    for metric in metrics:
        chunk.append(metric)
        if len(chunk) == size:
            yield np.array(chunk)
            chunk = []
    if chunk:
        yield np.array(chunk)


def _complete(x: Array, judged: Array, draws: Draws, coefficients: Sequence[str]) -> dict[str, Array]:
    """Return the coefficients of metrics without missing cells, [n_metrics, n_systems, n_segments]."""
    n_metrics, n_systems, n_segments = x.shape
    cells = np.ascontiguousarray(x.transpose(2, 1, 0)).reshape(n_segments, -1)
    scores = resampled_sums(cells, draws.segments).reshape(-1, n_systems, n_metrics)
    round_systems(scores, draws.segments.sum(axis=1), POWERS_OF_TEN, LEAST, DIGITS)
    values = {}
    if "pearson" in coefficients:
        values["pearson"] = pearson_draws(scores, judged, draws.systems)
    if {"spearman", "kendall"} & set(coefficients):
        values["spearman"], values["kendall"] = rank_draws(scores, judged, draws.systems)
    few = draws.systems.sum(axis=1) < MIN_SYSTEMS
    for drawn in values.values():
        drawn[few] = np.nan
    return {name: values[name].T for name in coefficients}
