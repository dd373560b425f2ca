import csv
from functools import cache
from itertools import permutations
from math import factorial

import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr

from workbench.stats.tests.critical import critical_value
from workbench.stats.tests.spearman_law import count_orders, series_tail


def test_values_printed_by_lin(shared):
    """For Spearman's coefficient the paper has those of Pearson's, which too many orders reach."""
    rows = [
        row
        for number in (1, 2, 3)
        for row in csv.DictReader(
            (shared / "published" / f"lin2004_table{number}.csv").read_text().splitlines()
        )
    ]
    assert len(rows) == 918
    for row in rows:
        law = row["coefficient"].replace("spearman", "pearson")
        found = critical_value(law, int(row["n_systems"]), 0.95)
        assert f"{found:.3f}" == row["critical_r_95"]


@cache
def taus_of_every_order(n):
    return np.array([kendalltau(range(n), order).statistic for order in permutations(range(n))])


@pytest.mark.parametrize("n", [5, 6, 7])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.98])
def test_kendall_equals_counting_every_order(n, confidence):
    taus = taus_of_every_order(n)
    attained = np.unique(np.abs(np.round(taus, 9)))
    significant = [tau for tau in attained if np.mean(np.abs(taus) >= tau - 1e-6) <= 1 - confidence + 1e-9]
    expected = min(significant, default=np.nan)
    np.testing.assert_allclose(critical_value("kendall", n, confidence), expected, atol=1e-8)


@pytest.mark.parametrize(
    ("n", "printed"), [(8, ".643"), (10, ".511"), (12, ".455"), (20, ".326"), (30, ".255")]
)
def test_kendall_values_of_printed_tables(n, printed):
    """Two-sided .05 points of the usual tables of tau."""
    assert f"{critical_value('kendall', n):.3f}".lstrip("0") == printed


@pytest.mark.parametrize(("n", "orders", "tau"), [(3, 2 / 6, 1), (4, 2 / 24, 1), (4, 8 / 24, 2 / 3)])
def test_orders_that_are_as_rare_as_the_level_are_significant(n, orders, tau):
    """Of the orders of 4 things 2 have tau 1 or -1, and 6 more 2/3 or -2/3: one pair is turned."""
    assert critical_value("kendall", n, 1 - orders) == pytest.approx(tau, abs=1e-12)


def test_the_exact_and_the_normal_law_of_kendall_meet():
    exact, normal = critical_value("kendall", 60), critical_value("kendall", 61)
    assert 0 < exact - normal < 0.01
    assert normal == pytest.approx(1.959964 * np.sqrt(2 * 127 / (9 * 61 * 60)), abs=1e-6)


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_pearson_is_where_the_p_value_of_scipy_crosses(confidence):
    rng = np.random.default_rng(1)
    for n in (3, 5, 17):
        for _ in range(40):
            result = pearsonr(rng.normal(size=n), rng.normal(size=n))
            is_above = abs(result.statistic) >= critical_value("pearson", n, confidence)
            assert is_above == (result.pvalue <= 1 - confidence)


@pytest.mark.parametrize("n", [4, 5, 6, 7])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.98])
def test_spearman_equals_counting_every_order(n, confidence):
    orders = np.array(list(permutations(range(n))))
    rhos = 1 - 6 * ((orders - np.arange(n)) ** 2).sum(axis=1) / (n * (n * n - 1))
    shares = {rho: np.mean(np.abs(rhos) >= rho - 1e-9) for rho in np.unique(np.abs(rhos))}
    rare = [rho for rho, share in shares.items() if share <= 1 - confidence + 1e-9]
    np.testing.assert_allclose(critical_value("spearman", n, confidence), min(rare, default=np.nan))


@pytest.mark.parametrize(
    ("n", "printed"), [(8, ".738"), (10, ".648"), (12, ".587"), (13, ".560"), (16, ".503"), (20, ".447")]
)
def test_spearman_values_of_printed_tables(n, printed):
    """Two-sided .05 points of the usual tables (Ramsey 1989; Zar 1972)."""
    assert f"{critical_value('spearman', n) - 1e-9:.3f}".lstrip("0") == printed


@pytest.mark.parametrize("n", [10, 13, 16, 24])
def test_spearman_of_unrelated_things_is_rarely_above_its_critical_value(n):
    """With Student's t .054, .052 and .052 of all orders of 10, 13 and 16 things are."""
    rng = np.random.default_rng(n)
    orders = rng.permuted(np.tile(np.arange(n), (60_000, 1)), axis=1)
    rhos = 1 - 6 * ((orders - np.arange(n)) ** 2).sum(axis=1) / (n * (n * n - 1))
    rate = np.mean(np.abs(rhos) >= critical_value("spearman", n) - 1e-9)
    assert 0.044 < rate < 0.0515


def test_orders_counted_by_halves_and_the_series_meet():
    for n in (13, 14):
        counts = count_orders(n)
        assert counts.sum() == factorial(n)
        tails = np.cumsum(counts[::-1]) / counts.sum()
        step = 12 / (n * (n * n - 1))
        for at in np.flatnonzero((tails > 0.002) & (tails < 0.1)):
            assert series_tail(n, 1 - step * (at + 0.5)) == pytest.approx(tails[at], abs=2e-4)


@pytest.mark.parametrize(
    ("name", "n"), [("pearson", 2), ("spearman", 0), ("kendall", 2), ("kendall", 4), ("gamma", 20)]
)
def test_undefined_is_nan(name, n):
    assert np.isnan(critical_value(name, n))
