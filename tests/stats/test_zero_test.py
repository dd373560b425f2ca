from itertools import permutations, product

import numpy as np
import pytest
from scipy import stats

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


def test_the_law_is_that_of_the_pairs_that_are_complete_and_tied_on_either_side():
    """Ties and gaps of one side, of the other, of both and of none; a tie whose partner is lost is none."""
    x, y = np.array([3.0, 1.0, 2.0, 5.0, 4.0, 7.0]), np.array([2.0, 3.0, 1.0, 4.0, 6.0, 5.0])
    for tied_x, tied_y, gap_x, gap_y in product((False, True), (False, True), (0, 1, 5), (0, 1, 4)):
        one, other = x.copy(), y.copy()
        one[5], other[5] = (x[0] if tied_x else x[5]), (y[1] if tied_y else y[5])
        one[gap_x] = other[gap_y] = np.nan
        kept = [at for at in range(6) if at not in (gap_x, gap_y)]
        is_tied = len({*one[kept]}) < len(kept) or len({*other[kept]}) < len(kept)
        law = "asymptotic" if is_tied else "exact"
        expected = stats.kendalltau(one[kept], other[kept], method=law).pvalue
        assert zero_p(one, other, "kendall") == pytest.approx(expected)
        assert zero_p(other, one, "kendall") == pytest.approx(expected)
        for name, theirs in (("pearson", stats.pearsonr), ("spearman", stats.spearmanr)):
            expected = theirs(one[kept], other[kept]).pvalue
            assert zero_p(one, other, name) == pytest.approx(expected)


def test_three_pairs_have_a_p_and_two_have_none():
    x, y = np.array([1.0, 2.0, 4.0]), np.array([1.0, 3.0, 2.0])
    for name in ("pearson", "spearman", "kendall"):
        assert 0 < zero_p(x, y, name) <= 1
        assert np.isnan(zero_p(np.append(x[:2], np.nan), y, name))


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
