"""The paired permutation test of every pair of many metrics at once, at system level."""

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.permutation import pairs_with_gaps, pearson_pairs, sign_pairs, split_sums
from workbench.stats.level_values import check_choice, check_matrices, level_estimate
from workbench.stats.levels import row_means
from workbench.stats.permutation import (
    NO_DRAW,
    Tally,
    check_draws,
    monte_carlo_error,
    p_values,
    standard_scores,
    swapped_differences,
    tally,
)
from workbench.stats.swaps import POPULATIONS, Swap, count_patterns, swap_masks
from workbench.stats.weighted import WEIGHTED
from workbench.types import Array, Masks

_SLACK = 1e-12
"""Means that differ by less, as a share of the largest score, are equal, as they are after `round_noise`."""
_BLOCK = 1_000_000
"""Differences that are held at a time."""
_KINDS = {"spearman": 1, "kendall": 2, "pearson": 0}


class PairTests(NamedTuple):
    """The tests of all pairs of metrics, in the order (0, 1), (0, 2) ... (1, 2) ...

    Every array is [n_pairs]; what each holds is said in `PermutationTest`. `first` and `second` are the two
    metrics, `reasons` says for each pair why it has no result, "" where it has.
    """

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    statistic: Array
    p_two: Array
    p_greater: Array
    p_less: Array
    draws: int
    exact: bool
    error: Array
    undefined: NDArray[np.int64]
    population: str
    reasons: tuple[str, ...]


def permutation_pairs(
    x: Array,
    z: Array,
    rng: np.random.Generator,
    coefficient: str = "pearson",
    swap: Swap = "systems",
    draws: int = 1000,
) -> PairTests:
    """Test all pairs of metrics at system level, all with the same swaps.

    Each pair has the result that `permutation_test` gives with the same generator. Many pairs are many tests:
    see `multiplicity` before marking the small p-values.

    Parameters
    ----------
    x
        float64[n_metrics, n_systems, n_segments]: scores, higher is better; NaN for a missing cell.
    z
        float64[n_systems, n_segments]: judgments.
    rng, coefficient, swap, draws
        As in `permutation_test`. Other coefficients than Pearson's, Spearman's and Kendall's are computed
        pair by pair, which is slow; so are those, by a few times, when cells are missing.

    Raises
    ------
    SpecError
        For unknown names, different shapes, and fewer than 1 draw.

    Undefined
    ---------
    As in `permutation_test`, for each pair.

    Examples
    --------
    >>> x = np.array([[[-3.0], [-1.0], [1.0], [3.0]], [[3.0], [1.0], [-1.0], [-3.0]], [[1.0]] * 4])
    >>> tests = permutation_pairs(x, x[0], np.random.default_rng(0))
    >>> tests.p_two
    array([0.125,   nan,   nan])
    >>> tests.reasons
    ('', 'constant metric scores', 'constant metric scores')
    """
    check_choice("swap", swap, Swap)
    check_matrices(z, *x)
    check_draws(draws)
    n_metrics = len(x)
    first, second = np.triu_indices(n_metrics, 1)
    x = np.array([standard_scores(metric) for metric in x]).reshape(x.shape)
    estimates = [level_estimate(metric, z, "system", coefficient) for metric in x]
    reasons = tuple(
        " or ".join(dict.fromkeys(each.reason for each in pair if each.reason))
        for pair in combinations(estimates, 2)
    )
    defined = np.array([not estimate.reason for estimate in estimates], np.bool_)
    patterns = count_patterns(swap, z.shape, draws)
    tested = defined[first] & defined[second]
    values = np.array([estimate.value for estimate in estimates])
    statistic = (values[first] - values[second])[tested]
    counts = Tally(*np.zeros((4, tested.sum()), np.int64))
    if tested.any():
        differences = pair_differences(x[defined], z, coefficient)
        for masks in swap_masks(swap, z.shape, patterns, rng):
            step = max(1, _BLOCK // tested.sum())
            for start in range(0, len(masks), step):
                counts = counts.plus(tally(differences(masks[start : start + step]), statistic))
    two, greater, less = p_values(counts, patterns.exact)
    error = monte_carlo_error(two, counts.defined, patterns.exact)

    def of_all(values: Array) -> Array:
        every = np.full(len(tested), np.nan)
        every[tested] = values
        return every

    undefined = np.zeros(len(tested), np.int64)
    undefined[tested] = patterns.number - counts.defined
    number, exact = patterns if tested.any() else (0, False)
    return PairTests(
        first,
        second,
        of_all(statistic),
        of_all(two),
        of_all(greater),
        of_all(less),
        number,
        exact,
        of_all(error),
        undefined,
        POPULATIONS[swap],
        tuple(
            why or (NO_DRAW if left == number else "") for why, left in zip(reasons, undefined, strict=True)
        ),
    )


def pair_differences(x: Array, z: Array, coefficient: str) -> Callable[[Masks], Array]:
    """Return what gives the differences of all pairs, [n_masks, n_pairs], under masks of all systems."""
    if coefficient not in WEIGHTED:

        def one_by_one(masks: Masks) -> Array:
            pairs = combinations(x, 2)
            return np.stack(
                [swapped_differences(*pair, z, masks, "system", coefficient) for pair in pairs], axis=1
            )

        return one_by_one
    judged = ~np.isnan(z).all(axis=1)
    means = row_means(z[judged])
    present = ~np.isnan(x[:, judged])
    scores = np.where(present, x[:, judged], 0.0)
    slack = _SLACK * np.abs(scores).max(axis=(1, 2))
    cells = np.ascontiguousarray(np.moveaxis(scores, 0, -1))
    if not present.all():
        with_gaps = np.ascontiguousarray(np.moveaxis(present, 0, -1).astype(np.float64))

        def of_present(masks: Masks) -> Array:
            kept, given = split_sums(cells, masks[:, judged])
            kept_cells, given_cells = split_sums(with_gaps, masks[:, judged])
            kind = _KINDS[coefficient]
            return pairs_with_gaps(kept, given, kept_cells, given_cells, means, slack, kind)

        return of_present
    cells = cells / z.shape[1]
    if coefficient == "pearson":
        centred = means - means.mean()
        centred /= np.sqrt((centred**2).sum())

        def of_values(masks: Masks) -> Array:
            kept, given = split_sums(cells, masks[:, judged])
            kept -= kept.mean(axis=2, keepdims=True)
            given -= given.mean(axis=2, keepdims=True)
            return pearson_pairs(kept, given, centred, slack)

        return of_values
    ahead, behind, weights, square = _system_pairs(means, coefficient)

    def of_signs(masks: Masks) -> Array:
        kept, given = split_sums(cells, masks[:, judged])
        return sign_pairs(kept, given, slack, _KINDS[coefficient], ahead, behind, weights, square)

    return of_signs


def _system_pairs(
    z: Array, coefficient: str
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], float]:
    """Return pairs of systems, the first one ahead in z or tied, the weight of each, and z with itself."""
    first, second = np.triu_indices(len(z), 1)
    behind = z[first] < z[second]
    first, second = np.where(behind, second, first), np.where(behind, first, second)
    if coefficient == "kendall":
        weights = (z[first] > z[second]).astype(np.int64)
        return first, second, weights, float(weights.sum())
    ranks = np.sign(z[:, np.newaxis] - z).sum(axis=1)
    return first, second, (ranks[first] - ranks[second]).astype(np.int64), float((ranks**2).sum())
