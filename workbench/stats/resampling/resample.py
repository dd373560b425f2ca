"""Bootstrap draws: how often each system and each segment was drawn."""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.registry import cite
from workbench.types import Array, Masks

Resample = Literal["systems", "inputs", "both"]
_AT_ONCE = 1_000_000
"""Of what is drawn."""
cite("resampling", dict.fromkeys(("inputs", "both"), "Deutsch et al. 2021"))


class Draws(NamedTuple):
    """What was drawn, the same for every metric and criterion, so that their differences are paired.

    `systems` is float64[n_draws, n_systems], its rows sum to n_systems; `segments` is
    float64[n_draws, n_segments], its rows sum to n_segments. What is not resampled counts 1 in every draw;
    what there is no judgment of, and is never drawn, 0.
    A slice of the rows of both is again `Draws`, and gives the same results for those draws.
    """

    systems: Array
    segments: Array


def _draw_counts(rng: np.random.Generator, size: int, draws: int) -> Array:
    counts, step = np.empty((draws, size)), max(1, _AT_ONCE // max(1, size))
    # some draws at a time: what was drawn is as large as the counts, and there are copies of it
    for start in range(0, draws, step):
        some = counts[start : start + step]
        drawn = rng.integers(size, size=some.shape) + size * np.arange(len(some))[:, np.newaxis]
        some[:] = np.bincount(drawn.ravel(), minlength=some.size).reshape(some.shape)
    return counts


def draw(rng: np.random.Generator, n_systems: int, n_segments: int, draws: int, resample: Resample) -> Draws:
    """Draw systems, inputs (segments) or both, independently, with replacement.

    What is resampled is the population that an interval speaks of: all systems, all inputs or both
    (Deutsch, Dror and Roth 2021, TACL 9).

    Examples
    --------
    >>> drawn = draw(np.random.default_rng(1), 4, 2, draws=3, resample="systems")
    >>> drawn.systems.sum(axis=1)
    array([4., 4., 4.])
    >>> bool((drawn.segments == 1).all())
    True
    """
    systems = np.ones((draws, n_systems))
    segments = np.ones((draws, n_segments))
    if resample != "inputs":
        systems = _draw_counts(rng, n_systems, draws)
    if resample != "systems":
        segments = _draw_counts(rng, n_segments, draws)
    return Draws(systems, segments)


def draw_among(
    rng: np.random.Generator, systems: Masks, segments: Masks, draws: int, resample: Resample
) -> Draws:
    """Draw some of the systems and segments: those that there are; what is none of them counts 0.

    Parameters
    ----------
    rng : numpy Generator
    systems, segments : bool[n_systems], bool[n_segments]
        Which are drawn from.
    draws : int
    resample : "systems", "inputs" or "both"

    Examples
    --------
    >>> there = np.array([True, False, True])
    >>> draw_among(np.random.default_rng(1), there, np.array([True]), 3, "systems").systems
    array([[1., 0., 1.],
           [0., 0., 2.],
           [2., 0., 0.]])
    """
    drawn = draw(rng, int(systems.sum()), int(segments.sum()), draws, resample)
    every = [np.zeros((draws, there.size)) for there in (systems, segments)]
    for counts, there, own in zip(every, (systems, segments), drawn, strict=True):
        counts[:, there] = own
    return Draws(*every)


def drawn_from(counts: Array) -> Masks:
    """Return which units draws are made from, bool[n]: all, or of `draw_among` those that some draw has.

    Of fewer than some twenty draws a unit may be in none.

    Examples
    --------
    >>> drawn_from(np.array([[2.0, 0.0, 1.0]])), drawn_from(np.array([[1.0, 0.0, 1.0]]))
    (array([ True,  True,  True]), array([ True, False,  True]))
    """
    there: Masks = counts.max(axis=0, initial=0.0) > 0
    return there | bool(counts[:1].sum() == counts.shape[1])


def expand(weights: Array) -> NDArray[np.int64]:
    """Write draw counts out as indices.

    Parameters
    ----------
    weights
        float64[n_draws, n]; every row has the same sum, n where nothing is left out.

    Returns
    -------
    NDArray
        int64[n_draws, sum]: each index as often as it was drawn, in order.

    Examples
    --------
    >>> expand(np.array([[1.0, 1.0, 1.0], [2.0, 0.0, 1.0]]))
    array([[0, 1, 2],
           [0, 0, 2]])
    """
    total = int(weights[:1].sum())
    indices = np.broadcast_to(np.arange(weights.shape[1]), weights.shape)
    return np.repeat(indices.ravel(), weights.astype(np.int64).ravel()).reshape(len(weights), total)
