from itertools import permutations

import numpy as np
import pytest

from workbench.errors import SpecError
from workbench.stats.coefficients.plain import kendall, pearson
from workbench.stats.tests.zero_test import zero_p


def test_kendalls_p_is_the_share_of_orders_at_least_as_far_from_0():
    x, y = np.arange(6.0), np.array([1.0, 0.0, 2.0, 5.0, 3.0, 4.0])
    taus = [abs(kendall(x, np.array(order, float))) for order in permutations(range(6))]
    expected = np.mean(np.array(taus) >= abs(kendall(x, y)) - 1e-9)
    assert zero_p(x, y, "kendall") == pytest.approx(expected, abs=1e-12)
    assert zero_p(x, y, "kendall", "asymptotic") != pytest.approx(expected, abs=1e-3)


def test_ties_take_the_asymptotic_law():
    x, y = np.array([1.0, 1.0, 2.0, 3.0, 4.0]), np.array([1.0, 2.0, 2.5, 3.0, 5.0])
    assert zero_p(x, y, "kendall") == zero_p(x, y, "kendall", "asymptotic")


def test_under_no_correlation_p_is_uniform():
    rng = np.random.default_rng(0)
    for name in ("pearson", "spearman", "kendall"):
        values = np.array([zero_p(*rng.normal(size=(2, 14)), name) for _ in range(600)])
        assert np.mean(values <= 0.05) == pytest.approx(0.05, abs=0.03)
        assert np.mean(values <= 0.5) == pytest.approx(0.5, abs=0.07)


def test_missing_pairs_are_left_out_and_nothing_left_is_undefined():
    x, y = np.array([1.0, 2.0, 4.0, np.nan, 3.0]), np.array([1.0, 3.0, 2.0, 9.0, 5.0])
    kept = [0, 1, 2, 4]
    assert zero_p(x, y, "pearson") == zero_p(x[kept], y[kept], "pearson")
    r = pearson(x, y)
    assert 0 < r < 1
    assert np.isnan(zero_p(x[:2], y[:2], "pearson"))
    assert np.isnan(zero_p(np.ones(5), y, "spearman"))


def test_other_coefficients_have_no_test():
    with pytest.raises(SpecError, match="no test of 'gamma' against 0"):
        zero_p(np.arange(4.0), np.arange(4.0), "gamma")
