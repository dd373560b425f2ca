import numpy as np
import pytest

from workbench.errors import SpecError
from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.coefficients.tie_calibration import TieCurve, calibrate_ties, tie_curve
from workbench.stats.levels.grouped import grouped_correlation


def study(seed, groups=9, n=6):
    rng = np.random.default_rng(seed)
    z = rng.integers(4, size=(groups, n)) / 1.0
    x = z + rng.normal(size=z.shape)
    x[rng.random(x.shape) < 0.1] = np.nan
    return x, z


def test_the_curve_is_the_accuracy_at_every_threshold():
    x, z = study(1)
    curve = tie_curve(x, z)
    assert curve.thresholds[0] == 0
    assert (np.diff(curve.thresholds) > 0).all()
    for threshold, accuracy in zip(*curve, strict=True):
        values = get_coefficient(f"acc-eq(epsilon={float(threshold)!r})")(x, z)
        assert accuracy == pytest.approx(np.nanmean(values), abs=1e-12)


def test_between_thresholds_nothing_changes():
    x, z = study(2)
    curve = tie_curve(x, z)
    middles = (curve.thresholds[:-1] + curve.thresholds[1:]) / 2
    for threshold, accuracy in zip(middles, curve.accuracies, strict=False):
        values = get_coefficient(f"acc-eq(epsilon={float(threshold)!r})")(x, z)
        assert accuracy == pytest.approx(np.nanmean(values), abs=1e-12)


def test_the_smallest_of_the_best_thresholds_is_taken():
    """Thirds and sixths that add up to the same must not be told apart by rounding."""
    x = np.array([[0.0, 1.0, 3.0, np.nan], [0.0, 2.0, 9.0, 20.0]])
    z = np.array([[1.0, 1.0, 2.0, 2.0], [1.0, 2.0, 2.0, 1.0]])
    curve = tie_curve(x, z)
    best = curve.accuracies.max()
    assert curve.best == np.flatnonzero(np.abs(curve.accuracies - best) < 1e-9)[0]
    assert TieCurve(np.arange(3.0), np.array([0.2, 0.3, 0.1 + 0.2])).best == 1


def test_the_cross_validated_accuracy_is_never_above_the_one_in_sample():
    below = 0
    for seed in range(150):
        rng = np.random.default_rng(seed)
        x, z = study(seed, groups=2 + seed % 9, n=2 + seed % 6)
        found = calibrate_ties(x, z, rng, folds=2 + seed % 4)
        if found.n_groups > 1:
            assert found.cross_validated <= found.accuracy + 1e-12
            below += found.cross_validated < found.accuracy - 1e-9
        if found.n_groups:
            assert found.accuracy == pytest.approx(tie_curve(x, z).accuracies.max(), abs=1e-12)
    assert below > 50


def test_each_fold_is_judged_with_the_threshold_of_the_others():
    x, z = study(4, groups=5)
    found = calibrate_ties(x, z, np.random.default_rng(0), folds=5)
    values = []
    for at in range(5):
        others = tie_curve(np.delete(x, at, axis=0), np.delete(z, at, axis=0))
        epsilon = float(others.thresholds[others.best])
        values.append(get_coefficient(f"acc-eq(epsilon={epsilon!r})")(x[at], z[at]))
    assert found.cross_validated == pytest.approx(np.mean(values), abs=1e-12)


def test_a_constant_metric_scores_the_share_of_human_ties():
    _, z = study(5)
    x = np.full(z.shape, 0.3)
    shares = [np.mean([row[i] == row[j] for i in range(6) for j in range(i)]) for row in z]
    found = calibrate_ties(x, z, np.random.default_rng(0))
    assert found.accuracy == pytest.approx(np.mean(shares), abs=1e-12)
    assert found.cross_validated == pytest.approx(np.mean(shares), abs=1e-12)
    assert found.chance == pytest.approx(np.mean(shares), abs=1e-12)
    assert found.epsilon == 0
    assert grouped_correlation(x.T, z.T, "acc-eq", "segment").value == pytest.approx(np.mean(shares))


def test_groups_without_a_pair_are_counted():
    x, z = study(6, groups=3)
    x = np.concatenate([x, np.full((2, 6), np.nan)])
    z = np.concatenate([z, np.ones((2, 6))])
    found = calibrate_ties(x, z, np.random.default_rng(0))
    assert (found.n_groups, found.n_undefined, found.reason) == (3, 2, "")
    single = calibrate_ties(x[2:], z[2:], np.random.default_rng(0))
    assert np.isnan(single.cross_validated)
    assert single.reason == "one group cannot be split into folds"
    nothing = calibrate_ties(x[3:], z[3:], np.random.default_rng(0))
    assert np.isnan(nothing.accuracy)
    assert nothing[4:] == (0, 2, "no pair of complete cells")
    assert tie_curve(x[3:], z[3:]).thresholds.size == 0


@pytest.mark.parametrize("folds", [1, 0, 2.5, True])
def test_folds_are_two_or_more(folds):
    with pytest.raises(SpecError, match="folds is out of range"):
        calibrate_ties(*study(1), np.random.default_rng(0), folds)
