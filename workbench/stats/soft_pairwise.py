"""Soft pairwise accuracy: whether a metric doubts the difference of two systems where humans doubt it.

Accuracy of pairs asks for the sign of a difference alone. This one compares how sure metric and humans are of
it: the p-values of a sign-flip test over the segments (Thompson et al. 2024, Improving statistical
significance in human evaluation of automatic metrics via soft pairwise accuracy).
"""

from typing import NamedTuple

import numpy as np

from workbench.errors import Problem, SpecError
from workbench.kernels.resampling import resampled_sums
from workbench.types import Array

EXACT_UP_TO = 65_536
"""Sign patterns that are enumerated; of more a sample is drawn."""
_CELLS = 8_000_000
"""Sums that are held at a time."""
_SLACK = 1e-12
"""A sum below this share of the sum of magnitudes is 0 but for rounding."""


class SoftPairwise(NamedTuple):
    """Soft pairwise accuracy, in [0, 1], and what it rests on."""

    value: float
    n_pairs: int
    """Pairs of systems."""
    n_undefined: int
    """Pairs without a segment that has all four scores, left out."""
    patterns: int
    """Sign patterns that were compared."""
    exact: bool
    """Whether these are all there are."""
    reason: str = ""


def flip_patterns(n_segments: int, rng: np.random.Generator | None, draws: int) -> tuple[Array, bool]:
    """Return which segments have their sign flipped in each pattern, and whether these are all patterns.

    Parameters
    ----------
    n_segments
        Up to 16 all patterns are enumerated, the one that flips nothing among them.
    rng
        Draws the patterns when there are more; None then raises a `SpecError`.
    draws
        Patterns to draw, besides the one that flips nothing.

    Examples
    --------
    >>> flip_patterns(2, None, 0)[0].tolist()
    [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    """
    if 2**n_segments <= EXACT_UP_TO:
        every = np.arange(2**n_segments)[:, np.newaxis] >> np.arange(n_segments) & 1
        return every.astype(np.float64), True
    if rng is None or draws < 1:
        what = f"{n_segments} segments have too many sign patterns to enumerate"
        raise SpecError(Problem("", what, allowed="a generator rng and 1 draw or more"))
    drawn = rng.integers(2, size=(draws, n_segments)).astype(np.float64)
    return np.concatenate([np.zeros((1, n_segments)), drawn]), False


def sign_flip_p(differences: Array, patterns: Array, mid_p: bool = True) -> Array:
    """Return the p-value of "system i is better than system j" from the segments' differences i - j.

    Flipping the signs of some segments changes the sum of differences by minus twice the sum of theirs. So
    the p-value is the share of patterns whose flipped differences sum to less than 0, plus half of those that
    sum to 0. With mid-p the p-values of "i is better" and "j is better" add up to 1, whatever the ties.

    Parameters
    ----------
    differences
        float64[n_pairs, n_segments]; 0 for a segment that is left out.
    patterns
        float64[n_patterns, n_segments] of 0 and 1, from `flip_patterns`.
    mid_p
        False counts ties whole, as mt-metrics-eval does: then the order of the two systems matters.

    Returns
    -------
    Array
        float64[n_pairs], in (0, 1).

    Examples
    --------
    Of the subsets {}, {3}, {-1}, {3, -1} one sums to less than 0 and one to 0.

    >>> sign_flip_p(np.array([[3.0, -1.0]]), flip_patterns(2, None, 0)[0])
    array([0.375])
    """
    found = np.empty(len(differences))
    step = max(1, _CELLS // len(patterns))
    for start in range(0, len(differences), step):
        part = differences[start : start + step]
        sums = resampled_sums(np.ascontiguousarray(part.T), patterns)
        noise = _SLACK * np.abs(part).sum(axis=1)
        below, above = (sums < -noise).sum(axis=0), (sums > noise).sum(axis=0)
        tied = len(patterns) - below - above
        found[start : start + step] = (below + (tied / 2 if mid_p else tied)) / len(patterns)
    return found


def soft_pairwise_accuracy(
    x: Array,
    z: Array,
    rng: np.random.Generator | None = None,
    draws: int = 1000,
    mid_p: bool = True,
) -> SoftPairwise:
    """Return 1 minus the mean difference of the p-values of metric and humans, over the pairs of systems.

    Parameters
    ----------
    x, z
        float64[n_systems, n_segments]: metric and human scores, NaN for a missing cell. A segment counts for
        a pair of systems when all four scores are there.
    rng, draws
        Sign patterns to draw where there are more than 65,536, the same for all pairs, metric and humans.
        With 16 segments or fewer they are enumerated and both are not used.
    mid_p
        As in `sign_flip_p`; with it the order of the systems does not matter.

    Raises
    ------
    SpecError
        For more than 16 segments without a generator or draws.

    Undefined
    ---------
    NaN when no pair of systems has a segment with all four scores.

    Examples
    --------
    Humans are sure of the difference (p = 1/8, with mid-p) and the metric sees none (p = 1/2).

    >>> x, z = np.ones((2, 2)), np.array([[3.0, 4.0], [1.0, 1.0]])
    >>> soft_pairwise_accuracy(x, z).value
    0.625
    """
    patterns, exact = flip_patterns(x.shape[1], rng, draws)
    i, j = np.triu_indices(len(x), 1)
    metric, human = x[i] - x[j], z[i] - z[j]
    present = ~np.isnan(metric) & ~np.isnan(human)
    defined = present.any(axis=1)
    n_pairs, n_undefined = int(defined.sum()), int((~defined).sum())
    if n_pairs == 0:
        reason = "no two systems with a segment in common"
        return SoftPairwise(np.nan, 0, n_undefined, len(patterns), exact, reason)
    p_metric, p_human = (
        sign_flip_p(np.where(present, each, 0.0)[defined], patterns, mid_p) for each in (metric, human)
    )
    # Sorted, so that the order of the systems does not reach the last bit of the mean.
    value = 1.0 - float(np.sort(np.abs(p_human - p_metric)).mean())
    return SoftPairwise(value, n_pairs, n_undefined, len(patterns), exact)
