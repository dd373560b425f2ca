"""Intervals and tests over families of systems, against slow ones, and in a made-up world."""

from itertools import product

import numpy as np
import pytest
from scipy import optimize, stats

from workbench.stats.intervals.mixed_slope import mixed_slope
from workbench.stats.resampling.batched import batch_coefficients
from workbench.stats.resampling.system_families import (
    FamilyScores,
    draw_families,
    each_left_out,
    family_coefficients,
    family_interval,
    family_swaps,
)
from workbench.stats.tests.permutation import permutation_tests
from workbench.stats.tests.scales import ranks_of_judged
from workbench.stats.tests.under_swaps import Swapping, compare_under_swaps

SLOW = {
    "pearson": lambda x, z: stats.pearsonr(x, z)[0],
    "spearman": lambda x, z: stats.spearmanr(x, z)[0],
    "kendall": lambda x, z: stats.kendalltau(x, z)[0],
}


@pytest.fixture(scope="module")
def tasks():
    """Two tasks with families of unequal sizes, one of them in both, and two metrics."""
    rng = np.random.default_rng(3)
    family = [np.array([0, 0, 0, 1, 1, 2, 3, 3]), np.array([3, 3, 4, 4, 4, 0, 1])]
    z = [rng.normal(size=len(each)) for each in family]
    x = [np.stack([each + rng.normal(size=each.size) for _ in range(2)]) for each in z]
    return [FamilyScores(*each) for each in zip(x, z, family, strict=True)]


def written_out(tasks, counts, coefficient, row=0):
    """The mean coefficient of systems that stand as often as their family was drawn."""
    found = []
    for x, z, family in tasks:
        mine = [at for at, each in enumerate(family) for _ in range(int(counts[each]))]
        if len(mine) >= 3 and len({z[at] for at in mine}) > 1:
            found.append(SLOW[coefficient](x[row][mine], z[mine]))
    return np.mean(found)


@pytest.mark.parametrize("coefficient", SLOW)
def test_a_drawn_family_brings_all_its_systems(tasks, coefficient):
    drawn = draw_families(np.random.default_rng(1), 5, 40)
    assert (drawn.sum(axis=1) == 5).all()
    found = family_coefficients(tasks, drawn, coefficient)
    slow = [[written_out(tasks, each, coefficient, row) for row in (0, 1)] for each in drawn]
    assert found == pytest.approx(np.array(slow), abs=1e-9)


def test_a_task_of_whose_families_none_is_drawn_has_no_coefficient_and_warns_of_nothing(tasks):
    counts = np.array([[0.0, 0.0, 0.0, 0.0, 5.0]])
    assert np.isnan(family_coefficients(tasks[:1], counts, "pearson")).all()


@pytest.mark.parametrize("coefficient", SLOW)
def test_the_interval_leaves_each_family_out(tasks, coefficient):
    tasks = tasks[:1]
    everything = written_out(tasks, np.ones(4), coefficient)
    without = [written_out(tasks, np.arange(4) != each, coefficient) for each in range(4)]
    assert family_coefficients(tasks, each_left_out(4), coefficient)[:, 0] == pytest.approx(without)
    interval = family_interval(np.array(without), everything, [8], coefficient)
    on_scale = np.arctanh(without) if coefficient == "pearson" else without / (1 - everything**2)
    error = np.sqrt(3 / 4 * sum((each - np.mean(on_scale)) ** 2 for each in on_scale))
    lost, constant = {"pearson": (3, 1), "spearman": (3, 1 + everything**2 / 2), "kendall": (4, 0.437)}[
        coefficient
    ]
    half = max(stats.norm.ppf(0.975) * np.sqrt(constant / (8 - lost)), stats.t.ppf(0.975, 3) * error)
    assert np.arctanh(interval[:2]) == pytest.approx(np.arctanh(everything) + half * np.array([-1, 1]))


def test_one_family_and_a_coefficient_of_one_have_no_interval():
    assert np.isnan(family_interval(np.array([np.nan]), 0.5, [5], "pearson").low)
    assert np.isnan(family_interval(np.array([0.2, 1.0]), 0.5, [5], "pearson").low)
    assert not np.isnan(family_interval(np.array([0.2, 1.0]), 0.5, [5], "kendall").low)


def test_small_tasks_widen_the_interval_of_a_mean():
    """Without a jackknife error it is Fisher's: that of a mean over tasks, not of all their systems."""
    same = np.full(9, 0.5)
    three = (1 / 3 + 1 / 7 + 1 / 57) / 9
    for sizes, variance in (([20, 20], 1 / 34), ([5, 40], (1 / 2 + 1 / 37) / 4), ([6, 10, 60], three)):
        half = stats.norm.ppf(0.975) * np.sqrt(variance)
        found = np.arctanh(family_interval(same, 0.5, sizes, "pearson")[:2]) - np.arctanh(0.5)
        assert found == pytest.approx([-half, half])
    for coefficient, few in (("pearson", 3), ("kendall", 4)):
        assert np.isnan(family_interval(same, 0.5, [few, 40], coefficient).low)
        assert not np.isnan(family_interval(same, 0.5, [few + 1, 40], coefficient).low)


def swapped(x, z, family, coefficient):
    """The tests of all pairs of rows under all swaps of families."""
    scaled = [stats.zscore(each) if coefficient == "pearson" else ranks_of_judged(each, z) for each in x]
    task, size = FamilyScores(np.stack(scaled), z, family), int(family.max()) + 1
    values = family_coefficients([task], np.ones((1, size)), coefficient)[0]
    pairs = np.transpose(np.triu_indices(len(x), 1))
    rng = np.random.default_rng(0)
    return compare_under_swaps(
        family_swaps([task], coefficient, size), values, pairs, rng, (size, 1), Swapping()
    )


@pytest.mark.parametrize("coefficient", SLOW)
@pytest.mark.parametrize("turned", [lambda x: x, lambda x: 3 * x + 1, lambda x: x / 1000 + 50])
def test_the_same_scores_on_another_scale_do_not_differ(coefficient, turned):
    rng = np.random.default_rng(0)
    z, family = rng.normal(size=9), np.array([0, 0, 1, 1, 2, 3, 4, 4, 5])
    x = z + rng.normal(size=9)
    found = swapped(np.stack([x, turned(x)]), z, family, coefficient)
    assert found.p.ravel().tolist() == [1, 1, 1]
    assert found.reasons == ("",)


@pytest.mark.parametrize("coefficient", SLOW)
def test_families_of_one_are_systems(coefficient):
    """Also where a metric is the judgments themselves but for one system."""
    rng = np.random.default_rng(1)
    z = rng.normal(size=7)
    x = np.stack([np.append(z[:6], 5.0), *(z + rng.normal(size=(2, 7)))])
    found = swapped(x, z, np.arange(7), coefficient)
    systems = permutation_tests(x[..., np.newaxis], z[:, np.newaxis], rng, "system", coefficient)
    assert found.p == pytest.approx(systems.p)
    assert found.adjusted == pytest.approx(systems.adjusted)


def test_a_task_that_is_one_family_counts_as_often_as_it_is_drawn():
    rng = np.random.default_rng(5)
    tasks = [
        FamilyScores(rng.normal(size=(1, 6)), rng.normal(size=6), np.full(6, number)) for number in range(3)
    ]
    each = [SLOW["pearson"](x[0], z) for x, z, _ in tasks]
    found = family_coefficients(tasks, np.array([[1.0, 1.0, 1.0], [2.0, 0.0, 1.0]]), "pearson")[:, 0]
    assert found == pytest.approx([np.mean(each), (2 * each[0] + each[2]) / 3])


@pytest.mark.parametrize("coefficient", ["pearson", "kendall"])
def test_families_are_swapped_whole_under_every_pattern(tasks, coefficient):
    task = tasks[0]
    task = task._replace(
        x=stats.zscore(task.x, axis=1) if coefficient == "pearson" else stats.rankdata(task.x, axis=1)
    )

    def statistic(marks, counts):
        swapped = np.array(marks)[task.family] == 1
        ends = []
        for one, other in ((0, 1), (1, 0)):
            made = task._replace(x=np.where(swapped, task.x[other], task.x[one])[np.newaxis])
            ends.append(written_out([made], counts, coefficient))
        return np.subtract(*np.arctanh(ends)) if coefficient == "pearson" else np.subtract(*ends)

    def studentised(marks):
        if coefficient != "pearson":
            return statistic(marks, np.ones(4))
        without = [statistic(marks, np.arange(4) != each) for each in range(4)]
        return statistic(marks, np.ones(4)) / np.sqrt(3 * np.var(without))

    slow = [abs(studentised(marks)) for marks in product((0, 1), repeat=4)]
    p = np.mean([each >= slow[0] - 1e-9 for each in slow])
    values = family_coefficients([task], np.ones((1, 4)), coefficient)[0]
    found = compare_under_swaps(
        family_swaps([task], coefficient, 4), values, np.array([[0, 1]]), np.random.default_rng(0), (4, 1),
        Swapping(draws=99),
    )  # fmt: skip
    assert found.exact
    assert found.draws == 16
    assert found.p[0, 0] == pytest.approx(p)


@pytest.mark.parametrize("coefficient", SLOW)
def test_pairs_that_are_swapped_together_are_each_as_alone(tasks, coefficient):
    three = [each._replace(x=np.concatenate([each.x, each.x[:1] ** 2])) for each in tasks]
    masks = np.random.default_rng(2).random((7, 5, 1)) < 0.5
    pairs = np.array([[0, 1], [2, 0], [1, 2]])
    swapped = family_swaps(three, coefficient, 5)
    alone = np.column_stack([swapped(masks, pair[np.newaxis]) for pair in pairs])
    assert np.isfinite(alone).all()
    np.testing.assert_array_equal(swapped(masks, pairs), alone)
    np.testing.assert_array_equal(swapped(masks, pairs[:, ::-1]), -alone)
    np.testing.assert_array_equal(swapped(~masks, pairs), -alone)


def slow_mixed_slope(x, z, family):
    """Slope, its error and the share of families, where the restricted likelihood is largest."""
    design = np.column_stack([np.ones_like(x), x])
    same = (family[:, np.newaxis] == family).astype(float)

    def solve(ratio):
        inverse = np.linalg.inv(np.eye(x.size) + ratio * same)
        inner = design.T @ inverse @ design
        beta = np.linalg.solve(inner, design.T @ inverse @ z)
        rest = z - design @ beta
        variance = rest @ inverse @ rest / (x.size - 2)
        loss = (x.size - 2) * np.log(variance) - np.linalg.slogdet(inverse)[1] + np.linalg.slogdet(inner)[1]
        return loss, beta[1], np.sqrt(variance * np.linalg.inv(inner)[1, 1])

    logs = np.linspace(-10, 12, 45)
    near = logs[np.argmin([solve(np.exp(log))[0] for log in logs])]
    best = optimize.minimize_scalar(
        lambda log: solve(np.exp(log))[0], bounds=(near - 1, near + 1), method="bounded"
    )
    ratio = np.exp(best.x) if best.fun < solve(0.0)[0] else 0.0
    return *solve(ratio)[1:], ratio / (1 + ratio)


@pytest.mark.parametrize(("common", "seed"), [(0.8, 7), (0.0, 0), (0.1, 1), (30.0, 2), (0.3, 3), (0.0, 4)])
def test_the_mixed_slope_has_the_largest_restricted_likelihood(common, seed):
    """Also where families have no variance of their own, which a search that follows a slope misses."""
    rng = np.random.default_rng(seed)
    family = np.repeat([4, 9, 2, 3, 7, 1, 5], [2, 1, 4, 3, 2, 5, 3])
    x = rng.normal(size=family.size) + rng.normal(size=10)[family]
    z = 0.6 * x + common * rng.normal(size=10)[family] + 0.5 * rng.normal(size=family.size)
    slope, error, share = slow_mixed_slope(x, z, family)
    found = mixed_slope(x, z, family)
    half = stats.t.ppf(0.975, 5) * error
    np.testing.assert_allclose(found, (slope, slope - half, slope + half, share), atol=1e-5)


def test_a_mixed_slope_without_variance_of_families_is_that_of_a_line():
    """The families' means are nearer to the line than systems: their variance is 0, with an interval."""
    x, z = np.tile([0.0, 1.0, 2.0], 4), np.tile([0.0, 3.0, 1.0], 4) + np.repeat([0.1, -0.1, 0.0, 0.0], 3)
    found, line = mixed_slope(x, z, np.repeat(np.arange(4), 3)), stats.linregress(x, z)
    half = stats.t.ppf(0.975, 2) * line.stderr
    np.testing.assert_allclose(found, (line.slope, line.slope - half, line.slope + half, 0.0), atol=1e-12)


def test_no_mixed_slope_where_families_and_scores_leave_nothing():
    x, family = np.array([0.0, 1.0, 2.0, 0.0, 1.0, 2.0, 5.0]), np.array([0, 0, 0, 1, 1, 1, 2])
    assert np.isnan(mixed_slope(x, x + 3.0 * family, family).slope)
    assert np.isfinite(mixed_slope(x, x + 3.0 * family + np.eye(7)[1], family).slope)


def test_no_mixed_slope_of_too_little():
    x, z = np.arange(6.0), np.array([1.0, 0.5, 3.0, 2.0, 5.0, 4.0])
    assert np.isnan(mixed_slope(x, z, np.arange(6)).slope)
    assert np.isnan(mixed_slope(x, z, np.repeat([0, 1], 3)).slope)
    assert np.isnan(mixed_slope(x, 2 * x, np.repeat([0, 1, 2], 2)).slope)
    assert np.isfinite(mixed_slope(x, z, np.repeat([0, 1, 2], 2)).slope)  # three families are enough


def made_tables(rng, tables, n_families, size, rho, share):
    """Metric and people correlate by rho, in what members of a family have in common and in the rest."""
    root = np.linalg.cholesky([[1, rho], [rho, 1]])
    common = rng.normal(size=(tables, n_families, 1, 2)) @ root.T
    own = rng.normal(size=(tables, n_families, size, 2)) @ root.T
    both = np.sqrt(share) * common + np.sqrt(1 - share) * own
    return np.moveaxis(both.reshape(tables, -1, 2), 2, 0)


@pytest.mark.parametrize(
    ("coefficient", "truth"), [("pearson", 0.6), ("kendall", 2 / np.pi * np.arcsin(0.6))]
)
def test_intervals_over_families_cover_where_those_over_systems_do_not(coefficient, truth):
    """Of 500 tables of 12 families of 4; 2.5 standard errors are .024."""
    x, z = made_tables(np.random.default_rng(11), 500, 12, 4, 0.6, 0.7)
    r = batch_coefficients(x[np.newaxis], z[np.newaxis], np.ones((1, 48)), coefficient)[0]
    covered = {}
    for kind, family in (("families", np.repeat(np.arange(12), 4)), ("systems", np.arange(48))):
        counts = each_left_out(family.max() + 1)[:, family]
        without = batch_coefficients(x[np.newaxis], z[np.newaxis], counts, coefficient)
        ends = [family_interval(without[:, number], r[number], [48], coefficient) for number in range(len(r))]
        covered[kind] = np.mean([low <= truth <= high for low, high, *_ in ends])
    assert 0.926 <= covered["families"] <= 0.975
    assert covered["systems"] < 0.86


def test_swapping_families_keeps_its_level_where_swapping_systems_does_not():
    """Of 200 tables with two metrics that are equally good and off for whole families; .05 + 2.5 errors."""
    rng = np.random.default_rng(13)
    rejected = {"families": 0, "systems": 0}
    family = np.repeat(np.arange(9), 4)
    for _ in range(200):
        z = rng.normal(size=9)[family] + 0.5 * rng.normal(size=36)
        off = rng.normal(size=(2, 9))[:, family] + 0.3 * rng.normal(size=(2, 36))
        x = stats.zscore(z + off, axis=1)
        values = np.array([np.corrcoef(each, z)[0, 1] for each in x])
        for kind, mine, size in (("families", family, 9), ("systems", np.arange(36), 36)):
            found = compare_under_swaps(
                family_swaps([FamilyScores(x, z, mine)], "pearson", size), values, np.array([[0, 1]]), rng,
                (size, 1), Swapping(draws=199, exact_up_to=0),
            )  # fmt: skip
            rejected[kind] += found.p[0, 0] <= 0.05
    assert rejected["families"] <= 200 * 0.0885
    assert rejected["systems"] > 200 * 0.2
