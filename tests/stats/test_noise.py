from itertools import permutations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from workbench.stats.coefficients.noise import round_noise, tie_coefficients
from workbench.stats.levels.estimates import system_level
from workbench.stats.ranking.average_ranks import average_ranks
from workbench.stats.ranking.rank_intervals import rank_intervals
from workbench.stats.resampling.bootstrap import resampled_means


def test_means_in_every_order_of_addition_tie():
    scores = [0.1, 0.2, 0.3, 0.7, 1 / 3]
    means = np.array([sum(order) / 5 for order in permutations(scores)])
    assert len(set(means)) > 1
    assert len(set(round_noise(means))) == 1


@example(1.3e-290, False)
@given(st.floats(1e-290, 1e290), st.booleans())
def test_differences_of_a_billionth_survive(magnitude, negative):
    sign = -1 if negative else 1
    values = sign * magnitude * np.array([1.0, 1 - 1e-9, 0.5])
    rounded = round_noise(values)
    assert rounded[0] != rounded[1]
    np.testing.assert_allclose(rounded, values, rtol=2e-11)


def test_the_scale_is_that_of_each_row_alone():
    values = np.array([[1e5, 1 / 3], [1.0, 1 / 3]])
    rounded = round_noise(values)
    assert rounded[0, 1] == 0.333333
    assert rounded[1, 1] == 0.33333333333
    np.testing.assert_array_equal(rounded, [round_noise(row) for row in values])


def test_short_decimals_missing_cells_and_zeros_stay_as_they_are():
    values = np.array([[0.1, 0.57, np.nan], [0.0, 0.0, np.nan], [np.nan] * 3])
    np.testing.assert_array_equal(round_noise(values), values)
    assert round_noise(np.empty((2, 0))).shape == (2, 0)


def test_coefficients_that_differ_by_noise_are_the_largest_of_them():
    near, far = 1e-10, 1e-8
    values = np.array([0.5, np.nan, 0.5 + near, 0.9, 0.5 + far, 0.5 - near, -0.5])
    top = 0.5 + near
    np.testing.assert_array_equal(tie_coefficients(values), [top, np.nan, top, 0.9, 0.5 + far, top, -0.5])
    assert tie_coefficients(np.empty(0)).size == 0


def test_metrics_that_differ_by_noise_share_a_rank():
    """Standard scores of one metric on two scales: 12 digits of x / 3 - 7 say less than those of x."""
    values = np.array([0.7, 0.7 + 5e-12, 0.3])
    assert rank_intervals(values, np.empty((0, 3))).ranks.tolist() == [1, 1, 3]
    assert average_ranks(np.array([values, values]), 0.05).ranks.tolist() == [1.5, 1.5, 3.0]


def test_scores_that_add_up_to_nothing_in_every_system_are_constant():
    """Standard scores of each system: what is left of their sums has an order, and had a coefficient."""
    rng = np.random.default_rng(0)
    x, z = rng.normal(size=(2, 6, 5)) * 1000
    x -= x.mean(axis=1, keepdims=True)
    assert len(set(x.mean(axis=1))) > 1
    for coefficient in ("pearson", "kendall"):
        assert system_level(x, z, coefficient).reason == "constant metric scores"
    x[2, 3] = np.nan
    weights = np.array([[1.0, 1, 1, 1, 1], [2.0, 0, 1, 1, 1]])
    every, drawn = resampled_means(x, weights)
    # without one of its cells a system is another one than the others
    assert (np.delete(every, 2) == 0).all()
    assert every[2] == np.nanmean(x[2]).round(9)
    np.testing.assert_allclose(drawn, np.nansum(x * weights[1], axis=1) / [5, 5, 4, 5, 5, 5], rtol=1e-10)
    infinite = resampled_means(np.array([[1.0, -1.0], [np.inf, 1.0]]), np.ones((1, 2)))
    assert infinite.tolist() == [[0.0, np.inf]]
