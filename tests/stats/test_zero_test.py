from itertools import permutations, product
from math import factorial

import numpy as np
import pytest
from scipy import stats

from workbench.errors import SpecError
from workbench.stats.coefficients.plain import kendall, pearson, spearman
from workbench.stats.tests.critical import critical_value
from workbench.stats.tests.spearman_law import spearman_p
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
        assert zero_p(one, other, "pearson") == pytest.approx(stats.pearsonr(one[kept], other[kept]).pvalue)
        expected = by_t = stats.spearmanr(one[kept], other[kept]).pvalue
        if not is_tied:
            rho = abs(spearman(one[kept], other[kept]))
            every = [abs(spearman(one[kept], np.array(order))) for order in permutations(other[kept])]
            expected = np.mean(np.array(every) >= rho - 1e-9)
        assert zero_p(one, other, "spearman") == pytest.approx(expected)
        assert zero_p(one, other, "spearman", "asymptotic") == pytest.approx(by_t)


@pytest.mark.parametrize("n", [5, 8, 14, 15, 20])
def test_spearmans_p_is_at_most_the_level_from_the_critical_value_on(n):
    step, critical = 12 / (n**3 - n), critical_value("spearman", n)
    assert spearman_p(n, critical) <= 0.05 < spearman_p(n, critical - step)
    assert spearman_p(n, -1.0) == pytest.approx(2 / factorial(n)) or n > 14
    assert spearman_p(n, 0.0) == 1


def test_p_of_the_same_order_is_not_0():
    x = np.arange(5.0)
    assert zero_p(x, x**3, "spearman") == pytest.approx(2 / 120)
    assert zero_p(np.arange(30.0), np.arange(30.0) ** 2, "spearman") > 0


def test_spearmans_p_falls_with_the_coefficient_and_goes_on_where_orders_are_not_counted():
    for n in (15, 17, 20, 25, 26, 60, 100):
        every = np.array([spearman_p(n, value) for value in np.linspace(0.02, 1, 200)])
        assert (np.diff(every) <= 0).all()
        assert every[-1] > 0
    # a coefficient of as many standard deviations has nearly the same p with 14 and with 15 things
    for size in (1.5, 2.0, 2.5, 2.9):
        counted, series = (spearman_p(n, size / np.sqrt(n - 1)) for n in (14, 15))
        assert series == pytest.approx(counted, rel=0.2)


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
