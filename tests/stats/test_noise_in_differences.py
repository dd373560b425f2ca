"""Differences of tenths are held against bounds as those of whole numbers are: .3 - .2 is .2 - .1."""

import numpy as np
import pytest

from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.coefficients.tie_calibration import calibrate_ties, tie_curve
from workbench.stats.robustness.close_pairs import close_pairs


def whole_and_tenths(seed: int, *shape: int):
    """Return whole numbers from 1 to 9, the same as tenths, and judgments of which many are tied."""
    rng = np.random.default_rng(seed)
    whole = rng.integers(1, 10, shape).astype(float)
    return whole, whole / 10, rng.integers(1, 4, shape).astype(float)


@pytest.mark.parametrize("seed", range(4))
def test_close_pairs(seed):
    whole, tenths, z = whole_and_tenths(seed, 9)
    bounds = np.arange(1, 9)
    of_whole, of_tenths = close_pairs(whole, z, 1, bounds), close_pairs(tenths, z, 0.1, bounds / 10)
    assert of_whole.pairs.tolist() == of_tenths.pairs.tolist()
    assert of_whole.human_ties.tolist() == of_tenths.human_ties.tolist()
    assert np.array_equal(of_whole.values, of_tenths.values, equal_nan=True)


@pytest.mark.parametrize("seed", range(4))
def test_calibrated_ties(seed):
    whole, tenths, z = whole_and_tenths(seed, 12, 6)
    of_whole, of_tenths = tie_curve(whole, z), tie_curve(tenths, z)
    assert of_tenths.accuracies.tolist() == of_whole.accuracies.tolist()
    assert of_tenths.thresholds == pytest.approx(of_whole.thresholds / 10)
    found = [calibrate_ties(x, z, np.random.default_rng(5), folds=4) for x in (whole, tenths)]
    assert found[0].accuracy == found[1].accuracy
    assert found[0].cross_validated == found[1].cross_validated
    assert found[1].epsilon == pytest.approx(found[0].epsilon / 10)
    # what is printed makes ties of the same pairs, compared as floating point gives it
    again = get_coefficient(f"acc-eq(epsilon={found[1].epsilon!r})")(tenths, z)
    assert found[1].accuracy == pytest.approx(np.nanmean(again), abs=1e-12)


def test_ties_that_are_held_out():
    """What is best for .3 - .2, which is less than .1 by noise, makes a tie of .2 - .1, too."""
    x, z = np.array([[0.2, 0.3], [0.1, 0.2]]), np.ones((2, 2))
    assert calibrate_ties(x, z, np.random.default_rng(0), folds=2).cross_validated == 1


def test_calibrated_ties_as_floating_point_gives_them():
    """Three differences of .1 are two numbers, and only one of them is tied by the other."""
    x, z = np.array([0.1, 0.2, 0.3]), np.array([1.0, 2.0, 3.0])
    assert len(tie_curve(x, z).thresholds) == 3
    assert len(tie_curve(x, z, exact=True).thresholds) == 4


def test_thresholds_of_people():
    """Means of three raters that are 1 apart are not less than 1 apart."""
    z = np.array([5 / 3, 8 / 3, 4 / 3, 7 / 3])
    x = np.array([1.0, 2.0, 4.0, 3.0])
    every = [(1, 0, 1), (3, 2, -1), (1, 2, -1)]
    assert {(i, j) for i, j, _ in every} == {
        (i, j) for i in range(4) for j in range(4) if z[i] - z[j] > 1 - 1e-9
    }
    found = get_coefficient("wmt(threshold=1)")(x, z)
    assert float(found) == pytest.approx(sum(sign for _, _, sign in every) / 3)
    assert float(get_coefficient("wmt(threshold=1.000001)")(x, z)) == -1
    large = get_coefficient("wmt(threshold=25)")(x, 100_000 + 25 * z)
    assert float(large) == pytest.approx(float(found))


@pytest.mark.parametrize("parts", [3, 7, 9])
def test_differences_of_means_of_few_parts_are_equal_where_those_of_sums_are(parts):
    """Means have 12 digits: of 1 / 3, 2 / 3 and 1 the differences would be two numbers."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        sums, z = rng.integers(0, 30, 8).astype(float), rng.integers(0, 9, 8).astype(float)
        means = round_noise(sums / parts)
        assert tie_curve(means, z).thresholds.size == tie_curve(sums, z).thresholds.size, seed
