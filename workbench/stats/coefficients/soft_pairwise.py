"""Soft pairwise accuracy: whether a metric doubts the difference of two systems where humans doubt it.

Accuracy of pairs asks for the sign of a difference alone. This one compares how sure metric and humans are of
it: the p-values of a sign-flip test over the segments (Thompson et al. 2024, Improving statistical
significance in human evaluation of automatic metrics via soft pairwise accuracy).

Under a pattern the two systems swap their outputs of the flipped segments. A difference of means changes by
minus twice the flipped segments' sum of differences, which is a difference of two systems' sums: these are
made once for each system. A metric whose score of a system pools counts pools them anew under each pattern.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

import numpy as np

from workbench.errors import Problem, SpecError
from workbench.kernels.resampling import resampled_sums
from workbench.stats.coefficients.noise import NOISE
from workbench.types import Array, Integers, Masks

EXACT_UP_TO = 65_536
"""Sign patterns that are enumerated; of more a sample is drawn."""
SIGN_PATTERNS = 1000
"""How many are drawn where nothing is said."""
_CELLS = 8_000_000
"""Sums that are held at a time."""


class SoftPairwise(NamedTuple):
    """Soft pairwise accuracy, in [0, 1], and what it rests on."""

    value: float
    n_pairs: int
    """Pairs of systems."""
    n_undefined: int
    """Pairs of judged systems without a segment that has all four scores, left out."""
    patterns: int
    """Sign patterns that were compared."""
    exact: bool
    """Whether these are all there are."""
    reason: str = ""
    error: float = np.nan
    """Monte-Carlo standard error of the value, from the patterns that were drawn; 0 where they are all."""
    chance: float = np.nan
    """What constant scores get with the same judgments: never below one half with mid-p."""


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


class Flipped(Protocol):
    """Scores of systems under patterns of flipped segments."""

    def differences(self, i: Integers, j: Integers) -> tuple[Array, Array]:
        """Return by how much flipping lessens the lead of systems i over j, float64[n_patterns, n_pairs].

        The second array, float64[n_pairs], says how large a difference may be that is 0 but for rounding.
        """
        ...


class FlippedMeans:
    """A system's score is the mean of its segments: half of what a flip takes from it counts.

    Parameters
    ----------
    scores : float64[n_systems, n_segments]
        0 for a segment that is left out.
    patterns : float64[n_patterns, n_segments]
    """

    def __init__(self, scores: Array, patterns: Array) -> None:
        self._sums = resampled_sums(np.ascontiguousarray(scores.T), patterns)
        self._magnitudes = np.abs(scores).sum(axis=1)

    def differences(self, i: Integers, j: Integers) -> tuple[Array, Array]:
        """Return the flipped segments' sums of system i less those of j."""
        return self._sums[:, i] - self._sums[:, j], NOISE * (self._magnitudes[i] + self._magnitudes[j])


class FlippedCounts:
    """A system's score is that of its summed counts, which are summed anew under each pattern.

    Parameters
    ----------
    counts : float64[n_systems, n_segments, n_columns]
        0 for a segment that is left out.
    score : callable
        From summed counts, float64[..., n_columns], to scores, float64[...]; higher is better.
    patterns : float64[n_patterns, n_segments]
    """

    def __init__(self, counts: Array, score: Callable[[Array], Array], patterns: Array) -> None:
        self._score, self._whole = score, counts.sum(axis=1)
        each = [resampled_sums(np.ascontiguousarray(system), patterns) for system in counts]
        self._flipped = np.stack(each, axis=1)

    def differences(self, i: Integers, j: Integers) -> tuple[Array, Array]:
        """Return the lead of system i over j less the lead under each pattern."""
        moved = self._flipped[:, j] - self._flipped[:, i]
        swapped = self._score(self._whole[i] + moved) - self._score(self._whole[j] - moved)
        own, other = self._score(self._whole[i]), self._score(self._whole[j])
        found: Array = np.nan_to_num(own - other - swapped)
        return found, NOISE * np.nan_to_num(np.abs(own) + np.abs(other))


def doubts(flipped: Flipped, i: Integers, j: Integers, mid_p: bool = True) -> Array:
    """Return what each pattern says against "system i is better than system j".

    1 where the lead of i is larger with outputs swapped as the pattern says, 0 where it is smaller, one half
    where it is the same. The mean over the patterns is the p-value of a sign-flip test; with mid-p those of
    "i is better" and "j is better" add up to 1, whatever the ties.

    Parameters
    ----------
    i, j
        int64[n_pairs]: systems.
    mid_p
        False counts ties whole, as mt-metrics-eval does: then the order of the two systems matters.

    Returns
    -------
    Array
        float64[n_patterns, n_pairs].

    Examples
    --------
    Of the subsets {}, {3}, {-1}, {3, -1} one sums to less than 0 and one to 0.

    >>> flipped = FlippedMeans(np.array([[3.0, 0.0], [0.0, 1.0]]), flip_patterns(2, None, 0)[0])
    >>> doubts(flipped, np.array([0]), np.array([1])).mean(axis=0)
    array([0.375])
    """
    differences, noise = flipped.differences(i, j)
    tied = 0.5 if mid_p else 1.0
    return np.where(differences < -noise, 1.0, np.where(differences > noise, 0.0, tied))


def soft_pairwise_accuracy(
    x: Array,
    z: Array,
    rng: np.random.Generator | None = None,
    draws: int = SIGN_PATTERNS,
    mid_p: bool = True,
    pooled: tuple[Array, Callable[[Array], Array]] | None = None,
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
        As in `doubts`; with it the order of the systems does not matter.
    pooled
        For a metric whose score of a system is that of its summed counts: the counts, float64[n_systems,
        n_segments, n_columns], and the function from sums to scores of which higher is better.

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
    found = pair_gaps(x, z, patterns, mid_p, pooled)
    judged = np.flatnonzero(~np.isnan(z).all(axis=1))
    every = found.gaps[np.ix_(judged, judged)][np.triu_indices(judged.size, 1)]
    # Sorted, so that the order of the systems does not reach the last bit of the mean.
    gap = np.sort(every[~np.isnan(every)])
    n_undefined = every.size - gap.size
    if gap.size == 0:
        reason = "no two systems with a segment in common"
        return SoftPairwise(np.nan, 0, n_undefined, len(patterns), exact, reason)
    error = 0.0 if exact else float(found.influences.std(ddof=1) / gap.size / np.sqrt(len(patterns)))
    chance = 1.0 - float(np.sort(found.of_constant[~np.isnan(found.of_constant)]).mean())
    value = 1.0 - float(gap.mean())
    return SoftPairwise(value, gap.size, n_undefined, len(patterns), exact, error=error, chance=chance)


class Gaps(NamedTuple):
    """How far the p-values of metric and humans are apart.

    Attributes
    ----------
    gaps : float64[n_systems, n_systems]
        The distance for each two systems, the same both ways; NaN without a segment in common, and for a
        system with itself.
    influences : float64[n_patterns]
        What each pattern adds to the sum of the gaps.
    of_constant : float64[n_systems, n_systems]
        The distance for each two systems of a metric whose scores are all equal.
    """

    gaps: Array
    influences: Array
    of_constant: Array


def pair_gaps(
    x: Array,
    z: Array,
    patterns: Array,
    mid_p: bool = True,
    pooled: tuple[Array, Callable[[Array], Array]] | None = None,
) -> Gaps:
    """Return the distance of the p-values of metric and humans for each two systems.

    Parameters are those of `soft_pairwise_accuracy`, `patterns` those of `flip_patterns`.

    Examples
    --------
    >>> x, z = np.ones((2, 2)), np.array([[3.0, 4.0], [1.0, 1.0]])
    >>> pair_gaps(x, z, flip_patterns(2, None, 0)[0]).gaps
    array([[  nan, 0.375],
           [0.375,   nan]])
    """
    present = ~np.isnan(x) & ~np.isnan(z)
    gaps, influences = np.full((len(x), len(x)), np.nan), np.zeros(len(patterns))
    of_constant = gaps.copy()
    for i, j, shared in _groups_of_pairs(present):
        if not shared.any():
            continue
        systems, at = np.unique(np.concatenate([i, j]), return_inverse=True)
        used = np.ascontiguousarray(patterns[:, shared])
        human = FlippedMeans(z[np.ix_(systems, shared)], used)
        metric: Flipped = FlippedMeans(x[np.ix_(systems, shared)], used)
        if pooled is not None:
            metric = FlippedCounts(pooled[0][np.ix_(systems, shared)], pooled[1], used)
        step = max(1, _CELLS // len(patterns))
        for start in range(0, len(i), step):
            own, other = at[: len(i)][start : start + step], at[len(i) :][start : start + step]
            of_people = doubts(human, own, other, mid_p)
            apart = of_people - doubts(metric, own, other, mid_p)
            mean = apart.mean(axis=0)
            one, two = systems[own], systems[other]
            gaps[one, two] = gaps[two, one] = np.abs(mean)
            of_constant[one, two] = np.abs(of_people.mean(axis=0) - (0.5 if mid_p else 1.0))
            influences += apart @ np.sign(mean)
    return Gaps(gaps, influences, of_constant)


def gaps_by_system(sums: Array, numbers: Array) -> tuple[Array, Array]:
    """Return the mean gap of all pairs, float64[...], and that without each system, float64[..., n_systems].

    Parameters
    ----------
    sums, numbers
        float64[..., n_systems]: of each system the sum of its gaps, and how many they are.

    Undefined
    ---------
    NaN where no pair is left.

    Examples
    --------
    Three gaps: 0.1 of systems 0 and 1, 0.2 of 0 and 2, 0.6 of 1 and 2.

    >>> mean, without = gaps_by_system(np.array([0.3, 0.7, 0.8]), np.array([2.0, 2.0, 2.0]))
    >>> round(float(mean), 3), without.round(3)
    (0.3, array([0.6, 0.2, 0.1]))
    """
    total, number = sums.sum(axis=-1, keepdims=True) / 2, numbers.sum(axis=-1, keepdims=True) / 2
    rest, left = total - sums, number - numbers
    mean = np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0)[..., 0]
    return mean, np.divide(rest, left, out=np.full(rest.shape, np.nan), where=left > 0)


def _groups_of_pairs(present: Masks) -> Iterator[tuple[Integers, Integers, Masks]]:
    """Yield pairs of systems i < j together whose scores are there on the same segments, and these segments.

    Of complete scores there is one group of all pairs.
    """
    kinds, kind = np.unique(present, axis=0, return_inverse=True)
    i, j = np.triu_indices(len(present), 1)
    first, second = np.minimum(kind[i], kind[j]), np.maximum(kind[i], kind[j])
    for code in np.unique(first * len(kinds) + second):
        mine = first * len(kinds) + second == code
        yield i[mine], j[mine], kinds[code // len(kinds)] & kinds[code % len(kinds)]
