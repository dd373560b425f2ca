"""The wider of Fisher's interval and the jackknife's, against a slow version from scores."""

import numpy as np
import pytest
from scipy import stats

from workbench.stats.intervals.fisher import fisher_z
from workbench.stats.intervals.fisher_jackknife import expected_width, fisher_jackknife, fisher_jackknife_of
from workbench.stats.levels.level_values import level_draws
from workbench.stats.resampling.batched import batch_coefficients
from workbench.stats.resampling.leave_out import without_each

SCIPY = {
    "pearson": lambda x, z: stats.pearsonr(x, z)[0],
    "spearman": lambda x, z: stats.spearmanr(x, z)[0],
    "kendall": lambda x, z: stats.kendalltau(x, z)[0],
}


def interval_of(x, z, coefficient="pearson", present=None):
    def statistic(draws):
        return level_draws(x[:, np.newaxis], z[:, np.newaxis], draws, "system", coefficient)

    there = np.ones(x.size, bool) if present is None else present
    r = float(SCIPY[coefficient](x[there], z[there]))
    return fisher_jackknife_of(statistic, there, 1, r, coefficient, 0.95), r


def slow(x, z, coefficient, confidence=0.95):
    """Return both ends by the formulas, one system left out after the other, with scipy's coefficients."""
    n, r = len(x), SCIPY[coefficient](x, z)
    tail = (1 + confidence) / 2
    variance = {"pearson": 1 / (n - 3), "spearman": (1 + r**2 / 2) / (n - 3), "kendall": 0.437 / (n - 4)}
    fisher = stats.norm.ppf(tail) * variance[coefficient] ** 0.5
    rest = []
    for out in range(n):
        kept = [system for system in range(n) if system != out]
        rest.append(SCIPY[coefficient](x[kept], z[kept]))
    if coefficient == "pearson":
        rest = [np.log((1 + each) / (1 - each)) / 2 for each in rest]
    mean = sum(rest) / n
    error = ((n - 1) / n * sum((each - mean) ** 2 for each in rest)) ** 0.5
    if coefficient == "pearson":
        jackknife = stats.t.ppf(tail, n - 1) * error
    else:
        jackknife = stats.norm.ppf(tail) * error / (1 - r**2)
    centre = np.log((1 + r) / (1 - r)) / 2
    half = max(fisher, jackknife)
    return np.tanh(centre - half), np.tanh(centre + half), jackknife > fisher


@pytest.mark.parametrize("coefficient", SCIPY)
def test_it_is_the_slow_one(coefficient):
    rng, wider = np.random.default_rng(0), []
    for number in range(30):
        z = rng.exponential(size=9 + number % 8)
        x = np.round(z + rng.normal(size=z.size), 1)
        found, _ = interval_of(x, z, coefficient)
        *expected, is_wider = slow(x, z, coefficient)
        assert found[:2] == pytest.approx(expected)
        wider.append(is_wider)
    assert 0 < sum(wider) < 30


@pytest.mark.parametrize("coefficient", SCIPY)
def test_it_is_never_narrower_than_fishers(coefficient):
    rng = np.random.default_rng(0)
    for _ in range(20):
        z = rng.exponential(size=14)
        found, r = interval_of(z + rng.normal(size=14), z, coefficient)
        plain = fisher_z(r, 14, coefficient)
        assert found.low <= plain.low + 1e-12
        assert found.high >= plain.high - 1e-12


@pytest.mark.parametrize("coefficient", SCIPY)
@pytest.mark.parametrize("grades", [False, True])
def test_coefficients_without_each_system(coefficient, grades):
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(2, 20, 7))
    if grades:
        x, z = np.rint(x), np.rint(z)
    expected = batch_coefficients(x[np.newaxis], z[np.newaxis], 1.0 - np.eye(7), coefficient).T
    found = without_each(x, z, coefficient)
    assert np.array_equal(np.isnan(found), np.isnan(expected))
    assert found == pytest.approx(expected, nan_ok=True, abs=1e-9)


def test_a_system_without_judgments_is_not_one_of_the_n():
    rng = np.random.default_rng(2)
    z = np.append(rng.exponential(size=9), np.nan)
    x = np.append(z[:9] + rng.normal(size=9), 1.0)
    found, _ = interval_of(x, z, present=~np.isnan(z))
    alone, _ = interval_of(x[:9], z[:9])
    assert found[:2] == pytest.approx(alone[:2])


def test_undefined_where_one_system_makes_the_coefficient():
    z = np.array([1.0, 2.0, 3.0, 4.0, 0.0])
    found, _ = interval_of(np.array([1.0, 2.0, 3.0, 4.0, 9.0]), z)
    assert np.isnan(found.low)
    flat, _ = interval_of(np.array([1.0, 1.0, 1.0, 1.0, 2.0]), z)
    assert np.isnan(flat.low)


@pytest.mark.parametrize("coefficient", ["spearman", "kendall"])
def test_a_rank_coefficient_that_is_1_without_a_system_has_an_interval(coefficient):
    x = np.array([1.0, 2.0, 3.0, 5.0, 4.0, 6.0])
    found, r = interval_of(x, np.arange(6.0), coefficient)
    assert -1 < found.low < r < found.high < 1
    assert np.isnan(fisher_jackknife(np.ones(6), 1.0, 6, coefficient).low)


def test_the_expected_width_falls_to_that_of_fishers_interval():
    assert expected_width(0.6, 4 * 10**6) == pytest.approx(2 * 1.96 * (1 - 0.36) / 2000, rel=1e-3)
    assert expected_width(0.6, 12) > expected_width(0.6, 12, jackknife=False)
    assert np.isnan(expected_width(0.6, 3))
    assert np.isnan([expected_width(r, 30) for r in (1.0, -1.0, np.nan)]).all()
    # turning the sign of a metric turns its interval, which stays as wide
    assert expected_width(-0.6, 12) == pytest.approx(expected_width(0.6, 12))


def test_a_coefficient_that_is_1_but_for_noise_is_1():
    """Pearson's r of x and 3 x + .7 is 1 or a last bit less, and its interval was from 1 to 1."""
    rng = np.random.default_rng(5)
    for n in [*range(5, 9)] * 40:
        x = rng.integers(0, 20, n) / 7
        z = 3 * x + 0.7
        z[0] -= 1.3
        if np.ptp(x[1:]) > 0:
            assert np.isnan(interval_of(x, z)[0].low), (x, z)
            assert np.isnan(interval_of(x[1:], z[1:])[0].low), (x, z)
            r = float(SCIPY["pearson"](x[1:], z[1:]))
            assert np.isnan(fisher_z(r, n, "pearson").low), (x, z)
