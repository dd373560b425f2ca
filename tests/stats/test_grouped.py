import numpy as np
import pytest

from workbench.stats.coefficients.plain import COEFFICIENTS, POOLED, get_coefficient, one_by_one
from workbench.stats.levels.estimates import (
    global_level,
    pooled_level,
    row_means,
    segment_level,
    system_level,
)
from workbench.stats.levels.grouped import average_groups, grouped_correlation, pairwise_difference_pearson
from workbench.stats.resampling.bootstrap import prepare, segment_draws
from workbench.stats.resampling.resample import Draws, draw

NAMES = ["pearson", "kendall-c", "acc-eq(epsilon=0.1)", "tau-10", "wmt(threshold=20)"]


def study(seed, shape=(6, 8)):
    rng = np.random.default_rng(seed)
    x, z = rng.integers(8, size=shape) / 10, rng.integers(6, size=shape) * 10.0
    x[rng.random(shape) < 0.1] = np.nan
    return x, z


def pairs_of(x, z, threshold):
    """Right minus wrong pairs, and pairs, of the groups together."""
    net = pairs = 0
    for row_x, row_z in zip(x, z, strict=True):
        for i in range(len(row_x)):
            for j in range(i):
                if not np.isnan(row_x[[i, j]]).any() and abs(row_z[i] - row_z[j]) >= threshold:
                    net += 1 if (row_x[i] - row_x[j]) * (row_z[i] - row_z[j]) > 0 else -1
                    pairs += 1
    return net, pairs


def test_most_coefficients_are_averaged_and_wmt_is_pooled():
    x, z = study(3)
    x, z = x.T, z.T
    for name in NAMES[:-1]:
        values = get_coefficient(name)(x, z)
        assert average_groups(x, z, name)[0] == pytest.approx(np.nanmean(values), abs=1e-12)
    net, pairs = pairs_of(x, z, 20)
    assert average_groups(x, z, "wmt(threshold=20)")[0] == pytest.approx(net / pairs, abs=1e-12)
    mean = np.nanmean(get_coefficient("wmt(threshold=20)")(x, z))
    assert mean != pytest.approx(net / pairs, abs=1e-3)


def test_what_is_pooled_is_also_a_coefficient():
    assert set(POOLED) <= set(COEFFICIENTS)


@pytest.mark.parametrize("name", NAMES)
def test_levels_take_names_with_parameters(name):
    x, z = study(5)
    segment = grouped_correlation(x, z, name, "segment")
    estimate = segment_level(x, z, name)
    assert estimate.value == pytest.approx(segment.value, abs=1e-12)
    assert (estimate.n_segments, estimate.n_undefined) == segment[1:3]
    assert global_level(x, z, name).value == pytest.approx(get_coefficient(name)(x.ravel(), z.ravel()))
    expected = get_coefficient(name)(row_means(x), row_means(z))
    assert system_level(x, z, name).value == pytest.approx(expected, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("name", NAMES)
def test_a_draw_averages_what_was_drawn(name):
    x, z = study(7)
    draws = draw(np.random.default_rng(1), *x.shape, 6, "both")
    found = segment_draws(prepare(x, draws), prepare(z, draws), name)
    for at, (systems, segments) in enumerate(zip(*draws, strict=True)):
        rows, columns = (np.repeat(np.arange(len(c)), c.astype(int)) for c in (systems, segments))
        expected = segment_level(x[rows][:, columns], z[rows][:, columns], name).value
        assert found[at] == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_a_users_function_is_a_coefficient_everywhere():
    @COEFFICIENTS("sign-of-sum")
    @one_by_one
    def sign_of_sum(x, z):
        return float(np.sign((x - z).sum()))

    try:
        x, z = study(9)
        by_hand = [np.sign(np.nansum(a - b)) for a, b in zip(x, z, strict=True)]
        assert grouped_correlation(x, z, "sign-of-sum", "system").value == pytest.approx(np.mean(by_hand))
        plain = grouped_correlation(x, z, lambda x, z: np.sign((x - z).sum()), "system")
        assert plain.value == pytest.approx(np.mean(by_hand))
        once = Draws(np.ones((1, len(x))), np.ones((1, x.shape[1])))
        value = segment_level(x, z, "sign-of-sum").value
        assert segment_draws(prepare(x, once), prepare(z, once), "sign-of-sum")[0] == pytest.approx(value)
    finally:
        COEFFICIENTS.remove("sign-of-sum")


def test_undefined_groups_are_counted_and_dropped_or_called_0():
    x = np.array([[2.0, 2.0, 2.0], [4.0, 5.0, 6.0], [np.nan, 1.0, np.nan]])
    z = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [1.0, 2.0, 3.0]])
    assert grouped_correlation(x, z, "pearson", "system") == (1.0, 1, 2, "")
    assert grouped_correlation(x, z, "pearson", "system", "zero") == (pytest.approx(1 / 3), 1, 2, "")
    nothing = grouped_correlation(x[[0, 2]], z[[0, 2]], "pearson", "system")
    assert np.isnan(nothing.value)
    assert nothing[1:] == (0, 2, "in every group constant metric scores or fewer than 2 cells")


def test_a_threshold_that_no_pair_reaches_is_a_reason():
    x, z = np.array([0.1, 0.2, 0.3]), np.array([1.0, 2.0, 3.0])
    estimate = pooled_level(x, z, "wmt", 1)
    assert np.isnan(estimate.value)
    assert estimate.reason == "no pair that counts"
    grid = np.stack([x, z, x + z], axis=1)
    assert segment_level(grid, grid, "wmt").reason == "in every segment no pair that counts"


def test_a_constant_metric_has_the_accuracy_of_human_ties():
    x, z = np.full((4, 3), 0.1), np.array([[1, 1, 2], [1, 2, 2], [2, 3, 2], [3, 4, 2]], float)
    assert segment_level(x, z, "acc-eq").value == pytest.approx((1 / 6 + 0 + 1) / 3)
    assert system_level(x, z, "acc-eq").value == pytest.approx(0)
    assert system_level(x, z, "pearson").reason == "constant metric scores"


def test_differences_are_those_of_all_ordered_pairs():
    x, z = study(11)
    for groups in ([x.reshape(1, -1), z.reshape(1, -1)], [x.T, z.T]):
        differences = [[], []]
        for row_x, row_z in zip(*groups, strict=True):
            complete = ~np.isnan(row_x) & ~np.isnan(row_z)
            for kept, row in zip(differences, (row_x[complete], row_z[complete]), strict=True):
                kept.extend(np.subtract.outer(row, row).ravel())
        expected = np.corrcoef(*differences)[0, 1]
        assert pairwise_difference_pearson(*groups) == pytest.approx(expected, abs=1e-12)
    assert np.isnan(pairwise_difference_pearson(np.full((2, 3), 0.1), z[:2, :3]))
    assert np.isnan(pairwise_difference_pearson(np.full((2, 3), np.nan), z[:2, :3]))
