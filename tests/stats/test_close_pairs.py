import numpy as np
import pytest

from workbench.errors import SpecError
from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.robustness.close_pairs import close_pairs


def naive_close(x, z, low, high):
    net = pairs = ties = 0
    for i in range(len(x)):
        for j in range(i):
            metric, human = x[i] - x[j], z[i] - z[j]
            if low <= abs(metric) <= high:
                ties += human == 0
                pairs += human != 0
                net += np.sign(metric) * np.sign(human)
    return net / pairs if pairs else np.nan, pairs, ties


def test_each_range_counts_its_pairs():
    rng = np.random.default_rng(0)
    x, z = rng.integers(12, size=20) / 8, rng.integers(5, size=20) / 1.0
    lows, highs = np.array([0, 0, 0.125, 0.5, 1.3, 0.2]), np.array([0, 0.25, 0.375, np.inf, 1.3, 0.2])
    found = close_pairs(x, z, lows, highs)
    for at, bounds in enumerate(zip(lows, highs, strict=True)):
        value, pairs, ties = naive_close(x, z, *bounds)
        assert found.values[at] == pytest.approx(value, abs=1e-12, nan_ok=True)
        assert (found.pairs[at], found.human_ties[at]) == (pairs, ties)
    assert np.isnan(found.values[-1])


def test_without_bounds_it_is_the_value_over_all_pairs_without_a_human_tie():
    for seed in range(30):
        x, z = np.random.default_rng(seed).integers(6, size=(2, 3 + seed % 9)) / 1.0
        found = close_pairs(x, z, 0, np.inf)
        assert found.values == pytest.approx(get_coefficient("tau-14")(x, z), abs=1e-12, nan_ok=True)


def test_systems_without_a_score_are_left_out():
    x, z = np.array([1.0, np.nan, 2.0, 4.0]), np.array([1.0, 5.0, 3.0, np.nan])
    assert close_pairs(x, z, 0, np.inf) == (1.0, 1, 0)


@pytest.mark.parametrize(("low", "high"), [(-1, 2), (3, 2), (np.nan, 2), ([0, 3], [1, 2])])
def test_bounds_are_checked(low, high):
    with pytest.raises(SpecError, match="0 <= low <= high"):
        close_pairs(np.arange(3.0), np.arange(3.0), low, high)
