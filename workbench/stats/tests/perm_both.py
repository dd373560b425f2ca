"""PERM-BOTH as the WMT metrics tasks use it: differences of two metrics whose scores are swapped at random.

Each score that a coefficient sees is swapped by a coin of its own: a system's at system level, an output's at
segment level (Deutsch, Dror and Roth 2021; github google-research/mt-metrics-eval, ``PermutationSigDiff``).
With s = 1 where nothing is swapped and -1 elsewhere, the first metric becomes (a + b)/2 + s (a - b)/2 and the
second (a + b)/2 - s (a - b)/2. What a coefficient needs of these are sums, and those of s a are made once for
each metric, not once for each pair. Coins are the same for all pairs of metrics.

All functions take pairs of metrics, int64[n_pairs, 2], and return the first one's coefficient minus the
second one's under each swap, float64[n_draws, n_pairs]. Scores are standardised before they are swapped.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.special import ndtr

from workbench.stats.coefficients.noise import NOISE
from workbench.stats.resampling.tally import reaches
from workbench.stats.tests.scales import tie_noise
from workbench.types import Array, Integers, Masks

_CELLS = 2_000_000
"""Coins that are held at a time."""


def _coins(rng: np.random.Generator, draws: int, n: int) -> Iterator[Array]:
    """Yield 1 or -1 for each cell, float64[draws, n] some draws at a time, the same whatever the step."""
    step = max(1, _CELLS // max(n, 1))
    for start in range(0, draws, step):
        words = rng.integers(2**64, size=(min(step, draws - start), -(-n // 64)), dtype=np.uint64).astype(
            "<u8"
        )
        yield 1.0 - 2.0 * np.unpackbits(words.view(np.uint8), axis=1, count=n).astype(np.float64)


def _standardised(x: Array) -> Array:
    """Return each row less its mean, over its deviation; a constant row becomes 0."""
    centred = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True))
    varies = spread > NOISE * np.abs(x).max(axis=-1, keepdims=True, initial=0.0)
    return np.asarray(np.divide(centred, spread, out=np.zeros_like(centred), where=varies))


def swapped_pearson(x: Array, z: Array, pairs: Integers, draws: int, rng: np.random.Generator) -> Array:
    """Return differences of Pearson's coefficients.

    Parameters
    ----------
    x, z
        float64[n_metrics, n], float64[n]: finite scores of what is correlated, and judgments.

    Undefined
    ---------
    Constant scores count as a coefficient of 0.

    Examples
    --------
    Two metrics that are equally good on two systems stay so whatever is swapped, or both are constant.

    >>> x, z = np.array([[1.0, 2.0], [5.0, 9.0]]), np.array([0.0, 1.0])
    >>> swapped_pearson(x, z, np.array([[0, 1]]), 4, np.random.default_rng(0)).tolist()
    [[0.0], [0.0], [0.0], [0.0]]
    """
    x, judged = _standardised(x), _standardised(z)
    of_each = np.concatenate([x, x**2, x * judged]).T
    one, other = pairs.T
    n = x.shape[1]
    means = np.stack([(x[one] ** 2 + x[other] ** 2).sum(axis=1), (x[one] + x[other]) @ judged]) / 2
    found = []
    for coins in _coins(rng, draws, n):
        sums, squares, products = np.split(coins @ of_each, 3, axis=1)
        half = [(each[:, one] - each[:, other]) / 2 for each in (sums, squares, products)]
        found.append(_pearson(half, means, 1, n) - _pearson(half, means, -1, n))
    return np.concatenate(found)


def _pearson(half: list[Array], means: Array, sign: int, n: int) -> Array:
    sums, squares, products = (sign * each for each in half)
    variance = (means[0] + squares - sums**2 / n) / n
    flat = variance <= NOISE
    return np.asarray(np.where(flat, 0.0, (means[1] + products) / n / np.sqrt(np.where(flat, 1.0, variance))))


def swapped_pairwise(
    x: Sequence[Array], z: Sequence[Array], pairs: Integers, draws: int, rng: np.random.Generator
) -> Array:
    """Return differences of pairwise accuracies pooled over tasks.

    Parameters
    ----------
    x, z
        Of each task float64[n_metrics, n_systems] and float64[n_systems]. As in mt-metrics-eval they are
        standardised over the systems of all tasks.

    Examples
    --------
    One pair of systems, which the first metric orders as people do and the second does not.

    >>> x, z = [np.array([[1.0, 2.0], [2.0, 1.0]])], [np.array([0.0, 1.0])]
    >>> sorted(set(swapped_pairwise(x, z, np.array([[0, 1]]), 20, np.random.default_rng(0)).ravel().tolist()))
    [-1.0, 0.0, 1.0]
    """
    raw = np.concatenate(x, axis=1)
    # on one scale equal scores of two metrics differ in their last digits, and are tied all the same
    [scores] = np.moveaxis(tie_noise(_standardised(raw)[..., np.newaxis], raw[..., np.newaxis], False), 2, 0)
    first, second, signs = _every_pair(z)
    found = []
    for coins in _coins(rng, draws, scores.shape[1]):
        stays = coins > 0
        differences = np.empty((len(stays), len(pairs)))
        for at, (one, other) in enumerate(pairs):
            mine, theirs = (
                (np.sign(made[:, first] - made[:, second]) == signs).mean(axis=1)
                for made in (
                    np.where(stays, scores[one], scores[other]),
                    np.where(stays, scores[other], scores[one]),
                )
            )
            differences[:, at] = mine - theirs
        found.append(differences)
    return np.concatenate(found)


def _every_pair(z: Sequence[Array]) -> tuple[Integers, Integers, Array]:
    """Return pairs of systems of one task each, and the signs of people's differences."""
    firsts, seconds, start = [], [], 0
    for each in z:
        i, j = np.triu_indices(len(each), 1)
        firsts.append(i + start)
        seconds.append(j + start)
        start += len(each)
    first, second, judged = np.concatenate(firsts), np.concatenate(seconds), np.concatenate(z)
    return first, second, np.sign(judged[first] - judged[second])


def swapped_right(
    right: Masks, weights: Array, pairs: Integers, draws: int, rng: np.random.Generator
) -> Array:
    """Return differences of accuracies when two metrics swap what they say of pairs of outputs.

    So does mt-metrics-eval where ties are calibrated (``PairwisePermutationSigDiff``): each metric keeps its
    threshold. Pairs of which both say the right or the wrong thing add nothing whoever says it, and of n
    others of one weight as many are swapped as n coins show: a binomial number.

    Parameters
    ----------
    right
        bool[n_metrics, n]: whether a metric is right about a pair of outputs.
    weights
        float64[n]: what a pair counts; they add up to 1.

    Examples
    --------
    >>> right = np.array([[True, True, False], [False, True, False]])
    >>> drawn = swapped_right(right, np.full(3, 1 / 3), np.array([[0, 1]]), 50, np.random.default_rng(0))
    >>> sorted(set(drawn.round(3).ravel().tolist()))
    [-0.333, 0.333]
    """
    found = np.zeros((draws, len(pairs)))
    kinds, kind = np.unique(weights, return_inverse=True)
    for at, (one, other) in enumerate(pairs):
        apart = np.bincount(kind[right[one] != right[other]], minlength=len(kinds))
        for weight, n in zip(kinds, apart, strict=True):
            found[:, at] += weight * (2 * rng.binomial(n, 0.5, draws) - n)
    return found


def swapped_soft_pairwise(
    x: Array, z: Array, pairs: Integers, draws: int, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Return differences of soft pairwise accuracies, and those without a swap, float64[n_pairs].

    The p-value of two systems is that of the normal law, which the sign-flip test over hundreds of segments
    has: it takes two sums in place of a thousand patterns.

    Parameters
    ----------
    x, z
        float64[n_metrics, n_systems, n_segments], float64[n_systems, n_segments]: NaN for a missing cell.

    Undefined
    ---------
    NaN where no two systems share a segment that all metrics have a score of.

    Examples
    --------
    >>> z = np.array([[0.0, 1.0, 5.0], [2.0, 4.0, 6.0]])
    >>> rng = np.random.default_rng(0)
    >>> null, seen = swapped_soft_pairwise(np.stack([z, -z]), z, np.array([[0, 1]]), 8, rng)
    >>> null.shape, seen.round(3)
    ((8, 1), array([0.891]))
    """
    n_systems, n_segments = z.shape
    there = (~np.isnan(x)).all(axis=0) & ~np.isnan(z)
    cells, upper = there.astype(np.float64), np.triu_indices(n_systems, 1)
    known = ((cells @ cells.T) > 0)[upper]
    if not known.any():
        return np.full((draws, len(pairs)), np.nan), np.full(len(pairs), np.nan)
    scores, judged = np.zeros((len(x), n_systems, n_segments)), np.zeros(z.shape)
    scores[:, there], judged[there] = _standardised(x[:, there]), _standardised(z[there])
    human = _normal_p(judged[np.newaxis], cells)[0][upper]

    def accuracy(made: Array) -> Array:
        gaps = np.abs(_normal_p(made, cells)[:, upper[0], upper[1]] - human)
        return np.asarray(1.0 - gaps[:, known].mean(axis=1))

    own = accuracy(scores)
    found = []
    for coins in _coins(rng, draws, n_systems * n_segments):
        signs = coins.reshape(-1, n_systems, n_segments)
        differences = np.empty((len(signs), len(pairs)))
        for at, (one, other) in enumerate(pairs):
            middle, half = (scores[one] + scores[other]) / 2, (scores[one] - scores[other]) / 2
            moved = signs * half
            differences[:, at] = accuracy(middle + moved) - accuracy(middle - moved)
        found.append(differences)
    return np.concatenate(found), own[pairs[:, 0]] - own[pairs[:, 1]]


def _normal_p(scores: Array, cells: Array) -> Array:
    """Return the p-value of "row i is better than row j", float64[n, n_systems, n_systems]; 1/2 for a tie."""
    sums = scores @ cells.T
    lead = sums - np.swapaxes(sums, -1, -2)
    squares = scores**2 @ cells.T
    spread = squares + np.swapaxes(squares, -1, -2) - 2 * scores @ np.swapaxes(scores, -1, -2)
    steady = spread <= NOISE
    return np.asarray(ndtr(-np.where(steady, 0.0, lead) / np.sqrt(np.where(steady, 1.0, spread))))


def one_sided(null: Array, seen: Array) -> Array:
    """Return the p-values of "the first metric is better", float64[n_pairs]: never 0.

    Parameters
    ----------
    null, seen
        float64[n_draws, n_pairs], float64[n_pairs]: differences under swaps, and without.

    Undefined
    ---------
    NaN for a pair of which some difference is.

    Examples
    --------
    >>> one_sided(np.array([[0.1], [0.3], [-0.2]]), np.array([0.1 + 1e-15]))
    array([0.75])
    """
    reached = reaches(null, seen)
    known = ~np.isnan(null).any(axis=0) & ~np.isnan(seen)
    return np.where(known, (reached.sum(axis=0) + 1) / (len(null) + 1), np.nan)
