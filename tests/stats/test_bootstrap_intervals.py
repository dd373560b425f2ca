"""Bootstrap intervals against scipy and hand calculation, and the difference of two correlations."""

import numpy as np
import pytest
from scipy import stats
from vectors import statistics_vectors

from workbench.errors import SpecError
from workbench.stats.intervals.bootstrap_ends import (
    acceleration,
    basic,
    bias_corrected,
    shift,
    studentised,
)
from workbench.stats.intervals.bootstrap_intervals import bootstrap_interval, interval_of
from workbench.stats.levels.level_values import level_draws, level_estimate
from workbench.stats.resampling.jackknife import jackknife, leave_one_out, system_errors
from workbench.stats.resampling.resample import Draws, draw, expand
from workbench.stats.resampling.tally import p_values, tally

METHODS = ["percentile", "basic", "bias-corrected", "bca", "studentised"]
LEVELS = ["system", "segment", "global"]


def study(n_systems=12, n_segments=6, seed=4):
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(n_systems, 1))
    return [quality + 0.8 * rng.normal(size=(n_systems, n_segments)) for _ in "xyz"]


class GivenDraws(np.random.Generator):
    """Hands scipy the systems that we drew, so that both see the same resamples."""

    def __init__(self, indices):
        super().__init__(np.random.PCG64(0))
        self.indices = indices

    def integers(self, *arguments, **options):
        return self.indices


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_intervals_of_systems_are_those_of_scipy(method):
    x, _, z = study(n_segments=1)
    draws = draw(np.random.default_rng(1), 12, 1, 400, "systems")
    found = bootstrap_interval(x, z, draws, "systems", method=method)
    expected = stats.bootstrap(
        (x[:, 0], z[:, 0]),
        lambda x, z, axis: stats.pearsonr(x, z, axis=axis).statistic,
        paired=True,
        n_resamples=400,
        method=method,
        rng=GivenDraws(expand(draws.systems)),
    ).confidence_interval
    np.testing.assert_allclose([found.low, found.high], expected, rtol=0, atol=1e-9)


def test_bias_corrected_takes_the_percentiles_of_the_formula():
    values = np.linspace(0, 1, 1001)
    interval = bias_corrected(values, 0.3, 0.9)
    z0 = stats.norm.ppf((300 + 0.5) / 1001)
    np.testing.assert_allclose(
        interval[:2], stats.norm.cdf(2 * z0 + np.array([-1, 1]) * stats.norm.ppf(0.95))
    )
    assert np.isnan(bias_corrected(values, 2.0, 0.9)[:2]).all()


def test_studentised_scales_by_the_error_of_each_draw():
    rng = np.random.default_rng(0)
    values, errors = rng.normal(size=500), rng.random(500) + 0.5
    low, high = np.quantile((values - 0.1) / errors, [0.05, 0.95])
    found = studentised(values, errors, 0.1, 2.0, 0.9)
    np.testing.assert_allclose(found[:2], [0.1 - 2 * high, 0.1 - 2 * low])
    errors[:7], values[7] = 0.0, np.nan
    assert studentised(values, errors, 0.1, 2.0, 0.9).undefined == 8
    for estimate, error in ((0.1, np.inf), (np.inf, 2.0), (0.1, np.nan), (0.1, 0.0)):
        assert np.isnan(studentised(values, errors, estimate, error, 0.9)[:2]).all()


def test_what_few_draws_lack_is_left_out_in_turn_all_the_same():
    """BCa by one draw, which has not every system, has the acceleration of all of them."""
    x, z = np.random.default_rng(2).normal(size=(2, 7, 1))

    def statistic(draws):
        return level_draws(x, z, draws, "system", "pearson")

    draws = Draws(np.array([[3.0, 1, 1, 2, 0, 0, 0]]), np.ones((1, 1)))
    values, [value] = statistic(draws), statistic(Draws(np.ones((1, 7)), np.ones((1, 1))))
    found = interval_of(statistic, values, value, draws, "systems", "studentised", 0.9, bounded=False)
    [error] = system_errors(statistic, Draws(np.ones((1, 7)), np.ones((1, 1))))
    expected = studentised(values, system_errors(statistic, draws), value, error, 0.9)
    assert found == expected


@pytest.mark.parametrize("share", [0.0, 1.0, 95])
def test_a_confidence_is_a_share(share):
    x, z, _ = study()
    draws = draw(np.random.default_rng(0), 12, 6, 9, "both")
    with pytest.raises(SpecError, match=r"confidence is not a share: got .* between 0 and 1"):
        bootstrap_interval(x, z, draws, "both", confidence=share)


def test_a_studentised_interval_of_a_coefficient_stays_inside():
    x, _, z = study()
    draws = draw(np.random.default_rng(1), 12, 6, 300, "systems")
    found = bootstrap_interval(x, z, draws, "systems", method="studentised")
    assert -1 < found.low < found.value < found.high < 1
    with pytest.raises(SpecError, match="bca takes every kind"):
        bootstrap_interval(x, z, draws, "both", method="studentised")


def test_shift_counts_what_lies_below():
    assert shift(np.array([0.1, 0.2, 0.3, np.nan, 0.4]), 0.35) == 0.75
    assert shift(np.full(3, 0.5), 0.5 + 1e-12) == 0.5
    assert np.isnan(shift(np.full(3, np.nan), 0.5))


def test_basic_mirrors_the_percentiles():
    values = np.linspace(0, 1, 101)
    np.testing.assert_allclose(basic(values, 0.9, 0.9)[:2], [1.8 - 0.95, 1.8 - 0.05])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["kendall", "tau-13"])
@pytest.mark.parametrize("over", ["systems", "inputs"])
def test_leaving_one_out_equals_deleting_it(level, name, over):
    x, _, z = study(5, 4)
    x[1, 2] = np.nan
    found = leave_one_out(lambda draws: level_draws(x, z, draws, level, name), x.shape, over)
    axis = 0 if over == "systems" else 1
    expected = [
        level_estimate(np.delete(x, unit, axis), np.delete(z, unit, axis), level, name).value
        for unit in range(x.shape[axis])
    ]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_jackknife_of_a_mean_is_its_standard_error():
    scores = np.random.default_rng(0).normal(size=9)
    values = np.array([np.delete(scores, unit).mean() for unit in range(9)])
    found = jackknife(values, scores.mean())
    assert found.error == pytest.approx(stats.sem(scores))
    assert found.bias == pytest.approx(0, abs=1e-12)
    np.testing.assert_allclose(found.influences, scores - scores.mean())
    assert np.isnan(jackknife(np.array([0.1, np.nan]), 0.2).error)


@pytest.mark.parametrize("name", ["pearson", "tau-13"])
@pytest.mark.parametrize("resample", ["systems", "both"])
def test_errors_of_draws_are_the_jackknife_of_the_repeated_systems(name, resample):
    x, _, z = study(6, 3)
    draws = draw(np.random.default_rng(2), 6, 3, 8, resample)
    found = system_errors(lambda draws: level_draws(x, z, draws, "system", name), draws)
    for error, drawn, segments in zip(found, expand(draws.systems), expand(draws.segments), strict=True):
        cells = [np.ix_(np.delete(drawn, unit), segments) for unit in range(6)]
        values = np.array([level_estimate(x[rest], z[rest], "system", name).value for rest in cells])
        np.testing.assert_allclose(error, jackknife(values, 0.0).error, rtol=0, atol=1e-9)


@pytest.mark.parametrize("resample", ["systems", "inputs", "both"])
@pytest.mark.parametrize("level", LEVELS)
def test_every_method_at_every_level_holds_the_value(resample, level):
    x, _, z = study(8, 7)
    draws = draw(np.random.default_rng(1), 8, 7, 200, resample)
    for method in METHODS[: 5 if resample == "systems" else 4]:
        if method == "bca" and level == "system" and resample != "systems":
            continue  # there is none of ranks over inputs
        found = bootstrap_interval(x, z, draws, resample, level, "spearman", method, 0.999)
        assert found.low < found.value < found.high, method
        assert (found.draws, found.reason, found.method) == (200, "", method)


def test_vector_of_random_scores_through_the_door():
    [vector] = [v for v in statistics_vectors("ci_bootstrap") if v["id"] == "nlpstats/bootstrap_random"]
    legacy = np.random.RandomState(4)
    x, z = legacy.rand(25, 50), legacy.rand(25, 50)
    draws = draw(np.random.default_rng(12), 25, 50, 9_999, "both")
    found = bootstrap_interval(x, z, draws, "both", confidence=vector["input"]["conf"])
    expected = vector["expected"]["system_pearson_both"]
    np.testing.assert_allclose([found.low, found.high], expected, rtol=0, atol=vector["tol"])
    assert found.population == "all systems, all inputs"


def difference_of(x, y, z, level="system", coefficient="pearson"):
    """The difference of two coefficients under given draws, and with all that there is."""

    def statistic(draws):
        return level_draws(x, z, draws, level, coefficient) - level_draws(y, z, draws, level, coefficient)

    return statistic, float(statistic(Draws(*(np.ones((1, size)) for size in z.shape)))[0])


def test_the_p_values_of_a_difference_are_centred():
    x, y, z = study()
    draws = draw(np.random.default_rng(3), 12, 6, 500, "both")
    statistic, value = difference_of(x, y, z, "segment", "kendall")
    values = statistic(draws)
    found = p_values(tally(values - value, value), exact=False)
    centred = values - value
    hits = [np.abs(centred) >= abs(value) - 1e-9, centred >= value - 1e-9, centred <= value + 1e-9]
    np.testing.assert_allclose(found, [(1 + hit.sum()) / 501 for hit in hits], rtol=0, atol=1e-12)
    swapped = p_values(tally(value - values, -value), exact=False)
    assert [float(p) for p in swapped] == [float(p) for p in (found[0], found[2], found[1])]


@pytest.mark.parametrize("method", METHODS)
def test_a_clear_difference_is_found_and_none_is_not(method):
    x, y, z = study(15, 4)
    draws = draw(np.random.default_rng(3), 15, 4, 300, "systems")
    statistic, value = difference_of(z + 0.01 * x, -z + y, z)
    values = statistic(draws)
    clear = interval_of(statistic, values, value, draws, "systems", method, 0.95, bounded=False)
    assert clear.low > 0
    assert p_values(tally(values - value, value), exact=False)[0] < 0.02
    none = difference_of(x, x, z)[0](draws)
    assert p_values(tally(none - 0.0, 0.0), exact=False)[0] == 1
    assert shift(none, 0.0) == 0.5


def test_equal_metrics_are_rejected_as_often_as_said():
    """With the draws moved by the absolute difference instead, about twice as often."""
    rng = np.random.default_rng(11)
    rejected = 0
    for _ in range(300):
        z = rng.normal(size=(30, 1))
        x, y = z + rng.normal(size=(2, 30, 1))
        statistic, value = difference_of(x, y, z)
        counts = tally(statistic(draw(rng, 30, 1, 199, "systems")) - value, value)
        rejected += p_values(counts, exact=False)[0] <= 0.05
    assert 0.015 <= rejected / 300 <= 0.085


def test_undefined_draws_are_counted():
    x = np.array([[0.0], [0.0], [0.0], [1.0]])
    z = np.arange(4.0)[:, np.newaxis]
    draws = Draws(np.array([[1.0, 1, 1, 1], [2, 1, 1, 0], [1, 1, 2, 0], [1, 2, 0, 1]]), np.ones((4, 1)))
    found = bootstrap_interval(x, z, draws, "systems")
    assert (found.draws, found.undefined) == (4, 2)
    statistic, value = difference_of(x, z, z)
    assert tally(statistic(draws) - value, value).defined == 2


@pytest.mark.parametrize("resample", ["inputs", "both"])
def test_no_acceleration_comes_from_a_jackknife_of_ranks_over_inputs(resample):
    x, z = np.random.default_rng(2).normal(size=(2, 9, 12))
    draws = draw(np.random.default_rng(0), 9, 12, 199, resample)
    for coefficient in ("spearman", "kendall"):
        found = bootstrap_interval(x, z, draws, resample, coefficient=coefficient, method="bca")
        assert np.isnan([found.low, found.high]).all()
        assert found.reason.endswith("take bias-corrected")
        assert np.isfinite(found.value)
    smooth = bootstrap_interval(x, z, draws, resample, method="bca")
    inside = bootstrap_interval(x, z, draws, resample, "segment", "kendall", "bca")
    assert np.isfinite([smooth.low, smooth.high, inside.low, inside.high]).all()


def test_no_acceleration_comes_from_rounding():
    """Without each of the three systems tau is (1 + 1 + 1 - 1 - 1) / 5, in an order of its own."""
    x = np.array([[1, 2, 1, 1, 2], [3, 3, 2, 3, 1], [2, 1, 3, 2, 3]], np.float64)
    z = np.array([[2, 2, 3, 1, 1], [3, 1, 1, 2, 3], [1, 3, 2, 3, 2]], np.float64)
    draws = draw(np.random.default_rng(1), 3, 5, 200, "systems")
    without = leave_one_out(lambda each: level_draws(x, z, each, "segment", "kendall"), x.shape, "systems")
    assert without == pytest.approx(np.full(3, -0.2), abs=1e-12)
    found = bootstrap_interval(x, z, draws, "systems", "segment", "kendall", "bca")
    assert np.isnan([found.low, found.high]).all()
    assert found.reason.endswith("or none that moves it")
    plain = bootstrap_interval(x, z, draws, "systems", "segment", "kendall", "bias-corrected")
    assert np.isfinite([plain.low, plain.high]).all()
    assert np.isnan(acceleration([np.array([1e-17, 1e-17, -2e-17])]))
