"""Sums over blocks and rank coefficients against slow versions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from workbench.kernels.blocks import block_sums, rank_coefficients
from workbench.stats.coefficients import kendall, spearman


def coefficients(x, z, kendall):
    return rank_coefficients(x, z, np.argsort(x, axis=1), np.argsort(z, axis=1), kendall)


def test_block_sums_use_full_blocks_in_their_order():
    values = np.array([[1.0, 0.5], [2.0, 0.25], [4.0, 0.125], [8.0, 0.0]])
    orders = np.array([[3, 1, 0, 2, 2], [0, 0, 1, -1, -1]], np.int32)
    expected = [[[10.0, 0.25], [5.0, 0.625]], [[2.0, 1.0], [np.nan, np.nan]]]
    assert np.array_equal(block_sums(values, orders, 2), expected, equal_nan=True)
    assert block_sums(values, orders, 6).shape == (2, 0, 2)


@pytest.mark.parametrize(
    ("with_kendall", "slow", "other"),
    [(False, spearman, stats.spearmanr), (True, kendall, stats.kendalltau)],
)
@given(data=st.data())
def test_rank_coefficients_equal_those_of_all_pairs(with_kendall, slow, other, data):
    n = data.draw(st.integers(0, 40))
    values = st.lists(st.integers(-3, 3) | st.just(np.nan), min_size=n, max_size=n)
    x, z = np.array([data.draw(values), data.draw(values)], np.float64)
    complete = ~np.isnan(x) & ~np.isnan(z)
    found = coefficients(*np.where(complete, (x, z), np.nan)[:, np.newaxis], with_kendall)
    assert np.array_equal(found, slow(x[np.newaxis], z[np.newaxis]), equal_nan=True)
    if complete.sum() > 1 and not np.isnan(found[0]):
        assert found[0] == pytest.approx(other(x[complete], z[complete]).statistic, abs=1e-12)


def test_rank_coefficients_of_many_observations():
    rng = np.random.default_rng(0)
    x, z = rng.normal(size=(2, 3, 1000)).round(2)
    for with_kendall, slow in ((False, spearman), (True, kendall)):
        assert np.array_equal(coefficients(x, z, with_kendall), slow(x, z))
