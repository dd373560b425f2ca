"""Fisher's interval with the jackknife."""

import numpy as np
import pytest

from workbench.stats.fisher_jackknife import expected_width, fisher_jackknife, fisher_jackknife_of
from workbench.stats.intervals import fisher_z
from workbench.stats.level_values import level_draws

RNG = np.random.default_rng(0)


def interval_of(x, z, coefficient="pearson"):
    def statistic(draws):
        return level_draws(x[:, np.newaxis], z[:, np.newaxis], draws, "system", coefficient)

    from workbench.stats.coefficients import get_coefficient

    r = float(get_coefficient(coefficient)(x, z))
    return fisher_jackknife_of(statistic, (x.size, 1), r, x.size, coefficient, 0.95), r


@pytest.mark.parametrize(
    ("coefficient", "own", "counts"),
    [
        ("pearson", 1 / 2, 1.6),
        ("spearman", (1 + np.tanh(0.8) ** 2 / 2) / 2, 0.25),
        ("kendall", 0.437, 0.25),
    ],
)
def test_the_formula_by_hand(coefficient, own, counts):
    without = np.tanh(np.array([0.0, 0.6, 0.9, 1.5, 0.5]))
    error = 4 / 5 * ((np.arctanh(without) - 0.7) ** 2).sum()
    assert error > own
    half = 1.959963984540054 * np.sqrt(own + counts * (error - own))
    found = fisher_jackknife(without, np.tanh(0.8), 5, coefficient)
    assert found.low == pytest.approx(np.tanh(0.8 - half))
    assert found.high == pytest.approx(np.tanh(0.8 + half))


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
def test_it_is_never_narrower_than_fishers(coefficient):
    wider = 0
    for _ in range(40):
        z = RNG.exponential(size=14)
        x = z + RNG.normal(size=14)
        found, r = interval_of(x, z, coefficient)
        plain = fisher_z(r, 14, coefficient)
        if not np.isnan(found.low):
            assert found.low <= plain.low
            assert found.high >= plain.high
            wider += found.low < plain.low
    assert 0 < wider < 40


def test_undefined_where_one_system_makes_the_coefficient():
    z = np.array([1.0, 2.0, 3.0, 4.0, 0.0])
    found, _ = interval_of(np.array([1.0, 2.0, 3.0, 4.0, 9.0]), z)
    assert np.isnan(found.low)
    flat, _ = interval_of(np.array([1.0, 1.0, 1.0, 1.0, 2.0]), z)
    assert np.isnan(flat.low)


def test_the_expected_width_falls_to_that_of_fishers_interval():
    assert expected_width(0.6, 4 * 10**6) == pytest.approx(2 * 1.96 * (1 - 0.36) / 2000, rel=1e-3)
    assert expected_width(0.6, 12) > expected_width(0.6, 12, surplus=0.0)
    assert np.isnan(expected_width(0.6, 3))
    assert np.isnan(expected_width(1.0, 30))
