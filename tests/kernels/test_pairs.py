import naive
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from workbench.kernels.ranks import count_pairs, row_pairs

SCORES = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.1 + 0.2, 0.6, 0.62, -7.0, np.nan])
ROWS = st.integers(0, 9).flatmap(lambda n: arrays(np.float64, (2, 2, n), elements=SCORES))
EPSILONS = st.sampled_from([0.0, 0.02, 0.1, 0.2, 5.0, np.inf])


def sorted_pairs(x, z, epsilon):
    complete = (~np.isnan(x) & ~np.isnan(z)).astype(np.float64)
    return row_pairs(x, z, complete, np.argsort(x, axis=1), np.argsort(z, axis=1), epsilon)


def with_gaps(row):
    return [None if np.isnan(score) else float(score) for score in row]


@given(scores=ROWS, epsilon=EPSILONS, threshold=st.sampled_from([0.0, 0.1, 0.2, 7.0]))
def test_each_pair_is_counted_once(scores, epsilon, threshold):
    x, z = scores
    expected = [
        naive.pair_counts(with_gaps(a), with_gaps(b), epsilon, threshold) for a, b in zip(x, z, strict=True)
    ]
    np.testing.assert_array_equal(count_pairs(x, z, epsilon, threshold), expected)


@given(scores=ROWS, epsilon=EPSILONS)
def test_sorting_counts_the_same_pairs(scores, epsilon):
    """0.62 - 0.6 is above 0.02 and 0.3 - 0.2 below 0.1: the sorted count must fall for the same ones."""
    x, z = scores
    np.testing.assert_array_equal(sorted_pairs(x, z, epsilon), count_pairs(x, z, epsilon, 0.0))


def test_sorting_counts_the_same_pairs_of_long_rows():
    rng = np.random.default_rng(5)
    for values in (3, 40, 10_000):
        x, z = rng.integers(values, size=(2, 4, 700)) / 8
        x[rng.random(x.shape) < 0.05] = np.nan
        for epsilon in (0.0, 0.125, 20.0):
            expected = count_pairs(x, z, epsilon, 0.0)
            np.testing.assert_array_equal(sorted_pairs(x, z, epsilon), expected)
