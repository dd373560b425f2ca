"""Missing cells, exact borders and few systems: where a slip changes a number without breaking anything.

Expected values are computed slowly, by scipy or by hand, from small scores.
"""

from itertools import combinations, product

import numpy as np
import pytest
from scipy import stats

from workbench.stats.coefficients.significant_segments import significant_kendall
from workbench.stats.intervals.bootstrap_ends import shift
from workbench.stats.intervals.bootstrap_intervals import bootstrap_interval
from workbench.stats.intervals.fisher import fisher_z
from workbench.stats.levels.estimates import global_level, segment_level, system_level
from workbench.stats.levels.level_values import level_draws
from workbench.stats.ranking.best_cells import mark_column
from workbench.stats.ranking.rank_intervals import rank_intervals
from workbench.stats.ranking.system_ranks import assign_ranks
from workbench.stats.resampling.jackknife import jackknife
from workbench.stats.resampling.resample import draw
from workbench.stats.robustness.few_systems import all_without_outliers, influence, mad_outliers, top_curve
from workbench.stats.tests.multiplicity import partial_conjunction
from workbench.stats.tests.permutation import permutation_tests
from workbench.stats.tests.under_swaps import Swapping

NAN = np.nan
COEFFICIENTS = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


def correlate(x, z, name):
    present = ~np.isnan(x) & ~np.isnan(z)
    x, z = x[present].round(10), z[present].round(10)
    if len(x) < 3 or len(set(x)) == 1 or len(set(z)) == 1:
        return NAN
    return np.corrcoef(x, z)[0, 1] if name == "pearson" else COEFFICIENTS[name](x, z)[0]


def share_below(values, value):
    """Equal ones count half."""
    return (values < value - 1e-9).mean() + (abs(values - value) <= 1e-9).mean() / 2


def means(cells):
    """The mean of what each system has."""
    return np.array([row[~np.isnan(row)].mean() if (~np.isnan(row)).any() else NAN for row in cells])


def standard(cells):
    present = cells[~np.isnan(cells)]
    return (cells - present.mean()) / present.std()


def with_gaps(where):
    rng = np.random.default_rng(11)
    x, z = rng.integers(0, 9, (3, 5, 4)) / 4, rng.integers(0, 6, (5, 4)) / 2
    if "metric" in where:
        x[0, 1, 2] = x[1, 4, 0] = NAN
    if "judgments" in where:
        z[0, 3] = z[2, 1] = NAN
    if "system" in where:
        z[3] = NAN
    return x, z


@pytest.mark.parametrize("where", ["judgments", "judgments, metric", "metric, system"])
@pytest.mark.parametrize("name", COEFFICIENTS)
def test_exchanges_with_missing_cells_divide_by_what_is_there(name, where):
    x, z = with_gaps(where)
    found = permutation_tests(
        x, z, np.random.default_rng(0), "system", name, how=Swapping(statistic="difference")
    )
    for at, (one, other) in enumerate(combinations(range(3), 2)):
        a, b = standard(x[one]), standard(x[other])

        def difference(mask, a=a, b=b):
            mask = np.array(mask)[:, np.newaxis]
            values = [correlate(means(np.where(mask, *pair)), means(z), name) for pair in ((b, a), (a, b))]
            return values[0] - values[1]

        seen = difference([False] * 5)
        every = np.array([difference(mask) for mask in product([False, True], repeat=5)])
        every = every[~np.isnan(every)]
        assert found.difference[at] == pytest.approx(seen)
        assert found.p[0, at] == pytest.approx((abs(every) >= abs(seen) - 1e-8).mean())
        assert found.p[1, at] == pytest.approx((every >= seen - 1e-8).mean())
        assert found.p[2, at] == pytest.approx((every <= seen + 1e-8).mean())
        assert found.undefined[at] == 32 - len(every)


def drawn(resample="systems", n=200):
    rng = np.random.default_rng(5)
    z = np.arange(6.0)[:, np.newaxis] + rng.normal(0, 1, (6, 4))
    x, y = z + rng.normal(0, 2, z.shape), -z + rng.normal(0, 4, z.shape)
    return x, y, z, draw(np.random.default_rng(1), 6, 4, n, resample)


def test_the_shift_of_a_difference_is_the_share_below_it():
    x, y, z, draws = drawn()
    values = level_draws(x, z, draws, "system", "pearson") - level_draws(y, z, draws, "system", "pearson")
    value = correlate(means(x), means(z), "pearson") - correlate(means(y), means(z), "pearson")
    share = share_below(values[~np.isnan(values)], value)
    assert shift(values, value) == pytest.approx(share)
    assert abs(share - 0.5) > 0.05


def leave_out(x, z, axis):
    return np.array(
        [
            correlate(means(np.delete(x, at, axis)), means(np.delete(z, at, axis)), "pearson")
            for at in range(x.shape[axis])
        ]
    )


@pytest.mark.parametrize(("resample", "axes"), [("systems", [0]), ("inputs", [1]), ("both", [0, 1])])
def test_bca_leaves_out_what_is_resampled(resample, axes):
    """Efron and Tibshirani 1993, eq. 14.9 to 14.15; of two kinds of units each counts by its share."""
    x, _, z, draws = drawn(resample)
    values = level_draws(x, z, draws, "system", "pearson")
    value = correlate(means(x), means(z), "pearson")
    without = [leave_out(x, z, axis) for axis in axes]
    parts = np.concatenate([(len(each) - 1) * (each.mean() - each) / len(each) for each in without])
    a = (parts**3).sum() / (6 * (parts**2).sum() ** 1.5)
    z0 = stats.norm.ppf(share_below(values, value))
    q = z0 + stats.norm.ppf([0.025, 0.975])
    expected = np.quantile(values, stats.norm.cdf(z0 + q / (1 - a * q)))
    found = bootstrap_interval(x, z, draws, resample, method="bca")
    assert (found.low, found.high) == pytest.approx(tuple(expected))


def test_studentised_draws_are_scaled_on_fishers_scale():
    x, _, z, draws = drawn(n=60)
    value = correlate(means(x), means(z), "pearson")

    def error(chosen):
        of = [correlate(means(x[rest]), means(z[rest]), "pearson") for rest in rests(chosen)]
        return np.sqrt((len(chosen) - 1) / len(chosen) * ((np.array(of) - np.mean(of)) ** 2).sum())

    def rests(chosen):
        return [np.delete(chosen, at) for at in range(len(chosen))]

    scores = []
    for counts in draws.systems.astype(int):
        chosen = np.repeat(np.arange(6), counts)
        r = correlate(means(x[chosen]), means(z[chosen]), "pearson")
        scores.append((np.arctanh(r) - np.arctanh(value)) / (error(chosen) / (1 - r**2)))
    high, low = np.quantile(scores, [0.025, 0.975])
    own = error(np.arange(6)) / (1 - value**2)
    found = bootstrap_interval(x, z, draws, "systems", method="studentised")
    ends = np.tanh(np.arctanh(value) - np.array([low, high]) * own)
    assert (found.low, found.high) == pytest.approx(tuple(ends))


@pytest.mark.parametrize(
    ("name", "lost", "variance"), [("pearson", 3, 1), ("spearman", 3, 1 + 0.36 / 2), ("kendall", 4, 0.437)]
)
def test_fishers_interval_of_a_negative_coefficient(name, lost, variance):
    half = stats.norm.ppf(0.95) * np.sqrt(variance / (10 - lost))
    expected = tuple(np.tanh(np.arctanh(-0.6) + np.array([-half, half])))
    assert fisher_z(-0.6, 10, name, 0.9)[:2] == pytest.approx(expected)
    assert not np.isnan(fisher_z(-0.6, lost + 1, name).low)
    assert np.isnan(fisher_z(-0.6, lost, name).low)


def test_levels_count_what_they_used():
    x = np.array([[1.0, 2, 3, 4], [2, 3, NAN, 3], [3, 4, 5, 2], [4, 5, 1, 1]])
    z = np.array([[1.0, NAN, 1, 5], [2, NAN, 2, 5], [3, NAN, NAN, 5], [5, NAN, NAN, 5]])
    whole = system_level(x, z, "pearson")
    assert (whole.n_systems, whole.n_segments) == (4, 3)
    each = segment_level(x, z, "pearson")
    assert (each.n_systems, each.n_segments, each.n_undefined) == (4, 1, 3)
    assert each.value == pytest.approx(stats.pearsonr(x[:, 0], z[:, 0])[0])
    cells = global_level(x, z, "kendall")
    assert (cells.n_systems, cells.n_segments) == (4, 3)
    assert cells.value == pytest.approx(correlate(x.ravel(), z.ravel(), "kendall"))


def test_two_systems_are_too_few_and_three_are_enough():
    x = np.array([[0.1, 0.2], [0.3, 0.5], [0.2, 0.9]])
    assert system_level(x, x, "pearson").value == pytest.approx(1)
    assert np.isnan(system_level(x[:2], x[:2], "pearson").value)
    some = np.array([[0.1, 0.2], [0.3, 0.5], [NAN, NAN]])
    assert system_level(some, x, "pearson").reason == "fewer than 3 systems"


def test_noise_is_judged_by_the_scores_it_is_among():
    """In the second segment 1e-7 is a difference, whatever the systems have in the first one."""
    x = np.array([[1e6, 1e-3], [1e6, 1e-3 + 1e-9], [1e6, 1e-3 + 2e-9]])
    found = segment_level(x, np.array([[1.0, 1], [2, 2], [3, 3]]), "kendall")
    assert (found.value, found.n_undefined) == (pytest.approx(1), 1)
    tied = np.array([[0.1 + 0.2, 1], [0.3, 2], [0.4, 3]])
    assert segment_level(tied, np.array([[1.0, 1], [2, 2], [2, 3]]), "kendall").value == pytest.approx(0.75)


def test_p_equal_to_the_level_is_significant():
    p = np.full((3, 3), 0.2)
    p[0, 2] = 0.05
    assert assign_ranks(p, 0.05).tolist() == [1, 1, 2]
    assert assign_ranks(p, 0.049).tolist() == [1, 1, 1]
    assert partial_conjunction(np.array([0.025, 0.05]), 0.05) == (2, (0, 1))
    rising = np.arange(4.0)[:, np.newaxis]
    p = float(stats.kendalltau(rising, rising).pvalue)
    assert significant_kendall(rising, rising, p).n_kept == 1
    assert significant_kendall(rising, rising, p - 1e-9).n_kept == 0


def test_segments_that_are_not_significant_do_not_count_as_0():
    x = np.column_stack([np.arange(6.0), [2.0, 1, 3, 6, 5, 4], [1.0, 0, 2, 3, 4, 5]])
    z = np.column_stack([np.arange(6.0), [1.0, 2, 4, 3, 6, 5], np.arange(6.0)])
    each = [stats.kendalltau(x[:, at], z[:, at]) for at in range(3)]
    kept = [one.statistic for one in each if one.pvalue <= 0.05]
    assert 1 < len(kept) < 3
    assert significant_kendall(x, z) == (pytest.approx(np.mean(kept)), len(kept), 3)


def test_segments_are_significant_by_the_systems_that_they_have():
    """A gap on either side, a constant side, one complete system, none."""
    rising = np.arange(7.0)
    x, z = np.column_stack([rising] * 6), np.column_stack([rising] * 5 + [-rising])
    x[0, 0] = z[6, 1] = NAN
    z[[1, 2], [5, 5]] = z[[2, 1], [5, 5]]
    x[:, 2] = 4.0
    x[1:, 3] = NAN
    z[:, 4] = NAN
    tau = stats.kendalltau(x[:, 5], z[:, 5])
    assert tau.pvalue <= 0.05
    assert significant_kendall(x, z) == (pytest.approx((1 + 1 + tau.statistic) / 3), 3, 6)


def test_marks_at_the_bound_and_of_several_best():
    values, lows = np.array([0.8, 0.5, 0.6, 0.499]), np.array([0.5, 0.1, 0.2, 0.1])
    assert mark_column(values, lows, 3) == ["best", "equivalent", "equivalent", ""]
    # 0.801 and 0.799 are printed alike: both are best, and the lower of their bounds decides
    values, lows = np.array([0.801, 0.799, 0.45]), np.array([0.5, 0.4, 0.1])
    assert mark_column(values, lows, 2) == ["best", "best", "equivalent"]


def test_a_system_that_raises_a_coefficient_has_a_positive_shift():
    raised = influence(np.array([1.0, 2.0, 1.0, 2.0, 9.0]), np.array([1.0, 1.0, 2.0, 2.0, 9.0]), "pearson")
    assert raised.without[4] == pytest.approx(0, abs=1e-12)
    assert raised.shift[4] == pytest.approx(raised.value)
    # products of distances from the means add up to -1, squares to 5 and 5
    lowered = influence(np.array([1.0, 2.0, 3.0, 0.0]), np.array([1.0, 2.0, 3.0, 4.0]), "pearson")
    assert (lowered.value, lowered.without[3], lowered.shift[3]) == pytest.approx((-0.2, 1, -1.2))


def test_outliers_are_sought_among_the_systems_that_a_metric_has_scores_of():
    z = np.array([1.0, 2.0, 3.0, 4.0, 9.0, 100.0, 100.0, 100.0])
    whole = np.array([2.0, 1.0, 4.0, 3.0, 9.0, 7.0, 6.0, 8.0])
    some = np.where(z == 100, np.nan, whole)
    of_some, of_whole = all_without_outliers(np.array([some, whole]), z, "pearson", 100)
    # the median is 3 and MAD 1: 9 is 6 / 1.4826 away
    assert of_some.outliers.outlier.tolist() == [False] * 4 + [True] + [False] * 3
    # the median is 6.5 and MAD 5
    assert of_whole.outliers.outlier.tolist() == [False] * 5 + [True] * 3
    assert (of_some.without.n_systems, of_whole.without.n_systems) == (4, 5)
    assert of_some.without.value == pytest.approx(0.6)


def test_a_system_at_exactly_the_cut_is_no_outlier():
    scores = np.array([0.0, 1, 2, 3, 4, 2 + 1.4826 * 2.5])
    distance = abs(scores - np.median(scores)) / (1.4826 * np.median(abs(scores - np.median(scores))))
    assert mad_outliers(scores, cut=float(mad_outliers(scores).distance[5])).outlier.any() is np.False_
    np.testing.assert_allclose(mad_outliers(scores).distance, distance, rtol=1e-9)


def test_the_curve_of_the_best_begins_with_three():
    x, z = np.array([1.0, 3, 2, 5, 4]), np.array([1.0, 2, 3, 4, 5])
    found = top_curve(x, z, "pearson")
    assert found.n_systems.tolist() == [3, 4, 5]
    assert found.value[0] == pytest.approx(stats.pearsonr(x[2:], z[2:])[0])


def test_ranks_of_metrics_that_draws_tell_apart_and_of_equal_ones():
    values = np.array([0.9, 0.5, 0.5, 0.1])
    noise = np.array([[0.01], [-0.01]]) * np.array([1, -1, 1, -1])
    found = rank_intervals(values, np.repeat(values + noise, 50, axis=0))
    assert found.ranks.tolist() == [1, 2, 2, 4]
    assert (found.low.tolist(), found.high.tolist()) == ([1, 2, 2, 4], [1, 3, 3, 4])
    some = np.vstack([values + noise, [NAN, 0.5, 0.5, 0.1]])
    assert rank_intervals(values, some).undefined == 1


def test_the_jackknife_finds_the_bias_of_a_variance_that_divides_by_n():
    scores = np.array([1.0, 4, 2, 7, 6])
    without = np.array([np.delete(scores, at).var() for at in range(5)])
    assert jackknife(without, float(scores.var())).bias == pytest.approx(scores.var() - scores.var(ddof=1))
