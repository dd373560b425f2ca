"""Which of two systems is better: paired bootstrap and approximate randomisation over segments."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np

from workbench.errors import plural
from workbench.registry import cite
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.resampling.resample import draw
from workbench.stats.resampling.tally import reaches
from workbench.stats.tests.reach import Correction, smallest_p
from workbench.types import Array, Masks

PairedMethod = Literal["bootstrap", "randomisation"]
cite("test of two systems", {"bootstrap": "Koehn 2004", "randomisation": "Riezler & Maxwell 2005"})
_AT_ONCE = 500
"""Draws whose sums are made at a time."""


class Summed(NamedTuple):
    """What is summed over segments for the score of a system: counts, or the scores of its segments.

    Attributes
    ----------
    summands : float64[n_systems, n_segments, n]
        Without missing ones.
    score : callable
        From sums, float64[..., n], to scores, float64[...]; as many segments are summed as there are.
    """

    summands: Array
    score: Callable[[Array], Array]

    @property
    def whole(self) -> Array:
        """The score of each system, float64[n_systems]."""
        return round_noise(self.score(self.summands.sum(axis=1)))


def summed_means(values: Array) -> Summed:
    """Return what is summed where a system's score is the mean of its segments' scores.

    Parameters
    ----------
    values
        float64[n_systems, n_segments], none of them missing.

    Examples
    --------
    >>> summed_means(np.array([[0.0, 1.0], [1.0, 1.0]])).whole
    array([0.5, 1. ])
    """
    number = values.shape[1]
    return Summed(values[..., np.newaxis], lambda sums: sums[..., 0] / number)


class DrawnInterval(NamedTuple):
    """An interval of a score from draws of segments: their mean, its ends, half of the way between these.

    `undefined` draws have no score and are left out.
    """

    mean: float
    low: float
    high: float
    half: float
    undefined: int = 0


class PairedTest(NamedTuple):
    """A test of two systems.

    Attributes
    ----------
    difference : float
        Score of the one minus that of the other.
    p : float
        Two-sided, never 0.
    error : float
        Monte-Carlo standard error of p.
    wins : float
        Share of the bootstrap draws in which the one is better (Koehn 2004); NaN without.
    undefined : int
        Draws in which one of the two has no score: they count nowhere.
    """

    difference: float
    p: float
    error: float
    wins: float
    undefined: int = 0


def draw_segments(rng: np.random.Generator, n_segments: int, draws: int) -> Array:
    """Return how often each segment is drawn, float64[draws, n_segments].

    With ``np.random.default_rng(12345)`` they are the draws of sacrebleu.

    Examples
    --------
    >>> draw_segments(np.random.default_rng(1), 4, 2).sum(axis=1)
    array([4., 4.])
    """
    return draw(rng, 1, n_segments, draws, "inputs").segments


def drawn_scores(summed: Summed, weights: Array) -> Array:
    """Return the score of each system under each draw of segments.

    Parameters
    ----------
    weights
        float64[n_draws, n_segments], from `draw_segments`.

    Returns
    -------
    Array
        float64[n_draws, n_systems].
    """
    scores = [summed.score(weights @ one) for one in summed.summands]
    return round_noise(np.stack(scores, axis=1))


def interval_of_draws(scores: Array, confidence: float) -> DrawnInterval:
    """Return the interval of a score: as sacrebleu cuts the same number of draws off at either end.

    Parameters
    ----------
    scores
        float64[n_draws] of one system.
    confidence
        In (0, 1): with 1,000 draws and .95 the 25 lowest and highest are cut off.

    Examples
    --------
    >>> interval_of_draws(np.arange(40.0), 0.95)
    DrawnInterval(mean=19.5, low=1.0, high=38.0, half=18.5, undefined=0)

    Undefined
    ---------
    Draws without a score are left out; NaN where all are.
    """
    every, scores = scores.size, scores[~np.isnan(scores)]
    undefined = every - scores.size
    if not scores.size:
        return DrawnInterval(np.nan, np.nan, np.nan, np.nan, undefined)
    ordered = np.sort(scores)
    cut = int(len(ordered) * (1 - confidence) / 2 + 1e-9)
    low, high = float(ordered[cut]), float(ordered[len(ordered) - cut - 1])
    return DrawnInterval(float(scores.mean()), low, high, (high - low) / 2, undefined)


def paired_bootstrap(scores: Array, difference: float) -> PairedTest:
    """Test two systems by the bootstrap (Koehn 2004), with the p-value of sacrebleu and Moses.

    The share of draws whose absolute difference, less the mean of these, is at least the observed one. A draw
    that equals it counts, which sacrebleu's do not: with them two equal systems would differ significantly.

    Parameters
    ----------
    scores
        float64[n_draws, 2], of the same draws of segments.
    difference
        Observed: score of the first less that of the second.

    Examples
    --------
    >>> paired_bootstrap(np.zeros((99, 2)), 0.0).p
    1.0
    """
    every = scores[:, 0] - scores[:, 1]
    drawn = every[~np.isnan(every)]
    if not drawn.size:
        return PairedTest(difference, np.nan, np.nan, np.nan, len(every))
    size = np.abs(drawn)
    p, error = _p(size - size.mean(), difference, scores)
    return PairedTest(difference, p, error, float((drawn > 0).mean()), len(every) - len(drawn))


def draw_swaps(rng: np.random.Generator, n_segments: int, draws: int) -> Masks:
    """Return which segments keep their system, bool[draws, n_segments]; sacrebleu's with its generator."""
    return rng.integers(2, size=(draws, n_segments), dtype=np.bool_)


def randomisation(summed: Summed, one: int, other: int, keeps: Masks) -> PairedTest:
    """Test two systems by approximate randomisation: their outputs change places in half of the segments.

    The share of draws whose absolute difference is at least the observed one, as in sacrebleu but for draws
    that equal it, which count.

    Parameters
    ----------
    one, other
        Places of the systems.
    keeps
        bool[n_draws, n_segments], from `draw_swaps`.

    Examples
    --------
    Two segments in which one system is better by 1: only half of the patterns are as extreme.

    >>> scores = Summed(np.array([[[1.0], [1.0]], [[0.0], [0.0]]]), lambda sums: sums[..., 0] / 2)
    >>> every = np.array([[True, True], [True, False], [False, True], [False, False]])
    >>> randomisation(scores, 0, 1, every).p == 3 / 5
    True
    """
    first, second = summed.summands[one], summed.summands[other]
    both, apart = first.sum(axis=0) + second.sum(axis=0), first - second
    drawn = []
    for start in range(0, len(keeps), _AT_ONCE):
        sums = keeps[start : start + _AT_ONCE].astype(np.float64) @ apart + second.sum(axis=0)
        drawn.append(np.abs(summed.score(sums) - summed.score(both - sums)))
    whole = summed.whole
    difference = float(whole[one] - whole[other])
    sizes = np.concatenate(drawn)
    p, error = _p(sizes[~np.isnan(sizes)], difference, whole)
    return PairedTest(difference, p, error, np.nan, int(np.isnan(sizes).sum()))


def compare_two(summed: Summed, one: int, other: int, scores: Array, keeps: Masks) -> PairedTest:
    """Test two systems by randomisation where there are swaps, else by the bootstrap.

    Parameters
    ----------
    one, other
        Places of the systems.
    scores
        float64[n_draws, n_systems], from `drawn_scores`.
    keeps
        bool[n_swaps, n_segments], from `draw_swaps`; no row for the bootstrap.

    Examples
    --------
    >>> summed, swaps = summed_means(np.zeros((2, 3))), np.ones((9, 3), bool)
    >>> [compare_two(summed, 0, 1, np.zeros((9, 2)), keeps).wins for keeps in (swaps, swaps[:0])]
    [nan, 0.0]
    """
    if len(keeps):
        return randomisation(summed, one, other, keeps)
    whole = summed.whole
    return paired_bootstrap(scores[:, [one, other]], float(whole[one] - whole[other]))


def caution_of_test(
    method: PairedMethod,
    number: int,
    *,
    level: float = 0.05,
    n_tests: int = 1,
    correction: Correction = "none",
    units: str = "segments",
) -> str:
    """Return why a test of two systems may not hold its level, or not reach it; "" where nothing is known.

    The bootstrap's p-value is sacrebleu's: how often the difference in a draw, less the mean of all, is as
    far from 0 as the one observed. The shares are those of 3,000 samples of normal differences around 0, with
    1,000 draws; of randomisation they were .050 with 12 segments and .053 with 100.

    Parameters
    ----------
    number
        Of the segments that both systems have.
    level
        Of the test.
    n_tests, correction
        How many p-values are adjusted together, and how.
    units
        What segments are called.

    Examples
    --------
    Swaps of 5 segments have 32 patterns, of which those that swap all and nothing are as extreme.

    >>> caution_of_test("randomisation", 5), caution_of_test("randomisation", 6)
    ('no p of randomisation over 5 segments is below 0.062, whatever the scores are', '')
    """
    found = []
    if method == "bootstrap":
        found.append(
            "at the level .05 the paired bootstrap called equal systems different in .21 of simulated cases "
            f"with 5 {units}, in .16 with 11, in .12 with 100, in .11 with 1,000; randomisation in .05"
        )
    smallest = smallest_p(2**number, True, n_tests, correction)
    if smallest > level:
        found.append(
            f"no p of randomisation over {plural(units.removesuffix('s'), number)} is below {smallest:.2g}"
            + (f", adjusted for {n_tests} tests" if correction != "none" else "")
            + ", whatever the scores are"
        )
    return "; ".join(found)


def _p(sizes: Array, difference: float, scores: Array) -> tuple[float, float]:
    """Return (count + 1) / (n + 1) of the draws as large as a difference, and its Monte-Carlo error.

    What is as large but for rounding counts: to 10 digits of the largest of the scores that are subtracted,
    which have 12; their unit is anybody's. NaN without draws, and of a difference that is undefined.
    """
    if np.isnan(difference) or not sizes.size:
        return np.nan, np.nan
    numbers = np.concatenate([sizes, scores.ravel()])
    unit = (np.abs(numbers[np.isfinite(numbers)]).max(initial=0.0) or 1.0) / 10
    reached = reaches(sizes / unit, np.asarray(abs(difference) / unit))
    p = float((reached.sum() + 1) / (len(sizes) + 1))
    return p, float(np.sqrt(p * (1 - p) / len(sizes)))
