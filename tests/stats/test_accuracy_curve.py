"""What a difference is worth: the fit, its inverse, and what a threshold decides."""

from decimal import Decimal, localcontext

import numpy as np
import pytest
from scipy.optimize import minimize

from workbench.stats.coefficients.noise import round_noise
from workbench.stats.decisions.accuracy_curve import (
    AccuracyCurve,
    SystemPairs,
    fit_curve,
    join_pairs,
    pair_systems,
)
from workbench.stats.decisions.decided import decided


@pytest.fixture(scope="module")
def drawn():
    rng = np.random.default_rng(3)
    differences = rng.exponential(2.0, (4, 120))
    agrees = rng.random((4, 120)) < 0.9 / (1 + np.exp(-0.8 * differences))
    return differences, agrees, rng.integers(0, 3, (4, 120)).astype(float)


def test_the_fit_is_that_of_another_program(drawn):
    curve = fit_curve(*drawn)
    for row in range(4):
        x, y, w = (each[row] for each in drawn)

        def loss(log_slope, x=x, y=y, w=w):
            s = 1 / (1 + np.exp(-np.exp(log_slope[0]) * x))
            return (w * (y - min(1.0, (w * y * s).sum() / (w * s * s).sum()) * s) ** 2).sum()

        best = min(
            (minimize(loss, [start], method="Nelder-Mead") for start in (-2, 0, 1)), key=lambda r: r.fun
        )
        assert curve.slope[row] == pytest.approx(np.exp(best.x[0]), rel=1e-3)
        ours = loss([np.log(curve.slope[row])])
        assert ours <= best.fun + 1e-9


def test_shares_that_follow_a_curve_give_it_back():
    x = np.repeat(np.array([0.2, 0.5, 1.0, 2.0, 4.0, 8.0]), 2)
    share = 0.8 / (1 + np.exp(-1.5 * x))
    is_right = np.tile([True, False], 6)
    curve = fit_curve(x[None], is_right[None], np.where(is_right, share, 1 - share)[None])
    assert (curve.ceiling[0], curve.slope[0]) == pytest.approx((0.8, 1.5), rel=1e-6)


def slow_slope(x, y, w):
    """Return the slope by numbers of sixty digits, which steep curves need; the last of equal ones."""
    with localcontext() as numbers:
        numbers.prec = 60
        x, w = ([Decimal(float(each)) for each in values] for values in (x, w))
        median = Decimal(float(np.median([float(d) for d, weight in zip(x, w, strict=True) if weight and d])))

        def loss(log):
            s = [1 / (1 + (-(Decimal(log).exp() / median) * d).exp()) for d in x]
            cross = sum(weight * share for weight, share, right in zip(w, s, y, strict=True) if right)
            ceiling = min(
                Decimal(1), cross / sum(weight * share**2 for weight, share in zip(w, s, strict=True))
            )
            return sum(
                weight * (int(right) - ceiling * share) ** 2
                for weight, share, right in zip(w, s, y, strict=True)
            )

        grid = [Decimal(float(at)) for at in np.linspace(np.log(0.02), np.log(50), 24)]
        losses = [loss(at) for at in grid]
        best = max(range(24), key=lambda at: (-losses[at], at))
        low, high = grid[max(best - 1, 0)], grid[min(best + 1, 23)]
        for _ in range(40):
            left, right = (2 * low + high) / 3, (low + 2 * high) / 3
            low, high = (low, right) if loss(left) < loss(right) else (left, high)
        return float(((low + high) / 2).exp() / median)


def test_steep_curves_are_those_of_numbers_with_many_digits():
    """Losses of slopes differ by less than their last bit where pairs near 0 are ranked as people do."""
    rng = np.random.default_rng(0)
    steep = 0
    for right in (1.0, 0.9, 0.9, 0.8, 0.8, 0.7):
        x = rng.integers(1, 9, 6) / 10
        y, w = rng.random(6) < right + x / 10, rng.integers(0, 3, 6).astype(float) + (x == x.min())
        curve, slope = fit_curve(x[None], y[None], w[None]), slow_slope(x, y, w)
        assert curve.slope[0] == pytest.approx(slope, rel=1e-6)
        steep += slope * np.median(x[w > 0]) > 20
    assert steep == 4


def test_no_curve_ends_above_1():
    """Shares of 1.2 / (1 + e^-x), for small x: with a ceiling of 1 the slope is another one."""
    x = np.repeat(np.array([0.2, 0.5, 1.0]), 2)
    share = 1.2 / (1 + np.exp(-x))
    right = np.tile([True, False], 3)
    weights = np.where(right, share, 1 - share)
    curve = fit_curve(x[None], right[None], weights[None])
    assert curve.ceiling[0] == 1
    assert curve.slope[0] == pytest.approx(slow_slope(x, right, weights), rel=1e-6)


@pytest.mark.parametrize(("times", "more"), [(10, 3), (1 / 7, -1), (-1 / 3, 3)])
def test_another_unit_of_scores_changes_the_slope_and_nothing_else(times, more):
    """Nine systems, many of them as far apart as others, which people rank nearly as the metric does."""
    rng = np.random.default_rng(1)
    x = rng.permutation(9).astype(float)
    z = (x + rng.normal(size=9)).round()[np.newaxis]
    weights = rng.multinomial(9, np.full(9, 1 / 9), 300).astype(float)
    one, other = (
        fit_curve(*pair_systems(round_noise(scores)[np.newaxis], z, weights))
        for scores in (x, np.sign(times) * (times * x + more))
    )
    assert other.ceiling == pytest.approx(one.ceiling, rel=1e-9)
    assert other.slope * abs(times) == pytest.approx(one.slope, rel=1e-6)


def test_differences_are_the_inverse_of_shares():
    curve = AccuracyCurve(np.array([0.9, 0.6]), np.array([2.0, 0.3]))
    at = np.array([0.5, 1.0, 3.0])
    for row in range(2):
        one = AccuracyCurve(curve.ceiling[[row]], curve.slope[[row]])
        assert one.difference(one.accuracy(at)[0])[0] == pytest.approx(at)
    assert curve.difference(np.array([0.3, 0.6, 0.95])).tolist()[1] == [0.0, np.inf, np.inf]


def test_a_curve_of_no_height_is_never_reached_and_warns_of_nothing():
    flat = AccuracyCurve(ceiling=np.array([0.0]), slope=np.array([0.5]))
    assert flat.difference(np.array([0.6, 0.8])).tolist() == [[np.inf, np.inf]]


def test_without_a_pair_or_a_difference_there_is_no_curve():
    nothing = fit_curve(np.array([[1.0, 2.0]]), np.array([[True, True]]), np.array([[0.0, 0.0]]))
    flat = fit_curve(np.zeros((1, 2)), np.array([[False, False]]), np.ones((1, 2)))
    assert np.isnan([*nothing.ceiling, *nothing.slope, *flat.ceiling, *flat.slope]).all()
    assert np.isnan(nothing.accuracy(np.array([1.0]))).all()
    assert np.isnan(nothing.difference(np.array([0.5]))).all()


def test_pairs_stay_within_their_test_set_and_ties_of_people_do_not_count():
    metric, human = np.array([[1.0, 2.0, 2.0, np.nan]]), np.array([[1.0, 3.0, 1.0, 5.0]])
    first = pair_systems(metric, human, np.array([[1.0, 2.0, 3.0, 1.0]]))
    assert first.weights.tolist() == [[2.0, 0.0, 0.0, 6.0, 0.0, 0.0]]
    assert first.agrees.tolist() == [[True, False, False, False, False, False]]
    both = join_pairs([first, pair_systems(-metric, human, np.ones((1, 4)))])
    assert both.weights.shape == (1, 12)
    assert both.agrees[0, 6:].any() == np.False_


def test_what_a_threshold_decides_is_counted_pair_by_pair():
    rng = np.random.default_rng(5)
    differences, agrees = rng.random(30), rng.random(30) < 0.7
    weights = (rng.random(30) < 0.8).astype(float)
    found = decided(SystemPairs(differences[None], agrees[None], weights[None]), np.array([0.0, 0.4, 2.0]))
    for at, threshold in enumerate((0.0, 0.4, 2.0)):
        called = [r for d, r, w in zip(differences, agrees, weights, strict=True) if w and d >= threshold]
        assert found.pairs[at] == len(called)
        assert found.recall[at] == pytest.approx(sum(called) / weights.sum())
        if called:
            p, r = sum(called) / len(called), sum(called) / weights.sum()
            assert (found.precision[at], found.f[at]) == pytest.approx((p, 2 * p * r / (p + r)))
    assert np.isnan(found.precision[2])
    assert found.f[2] == 0


def test_pairs_as_far_apart_as_a_threshold_are_decided():
    """In floats 32.4 - 31.3 is less than 1.1, and 31.3 - 30.2 is more."""
    metric, human = np.array([[30.2, 31.3, 32.4]]), np.array([[1.0, 2.0, 0.5]])
    assert metric[0, 2] - metric[0, 1] < 1.1
    pairs = pair_systems(metric, human, np.ones((1, 3)))
    assert pairs.differences.tolist() == [[1.1, 2.2, 1.1]]
    assert next(iter(decided(pairs, np.array([1.1, 2.2])))).tolist() == [3.0, 1.0]


def test_equal_differences_of_scores_of_twelve_digits_are_decided_alike():
    """1/3, 2/3 and 1 are equally far apart, and so are 7/3, 8/3 and 3 in another test set."""
    human = np.array([[1.0, 2.0, 3.0]])
    sets = [
        pair_systems(round_noise(np.array([scores])), human, np.ones((1, 3)), largest=3.0)
        for scores in ([1 / 3, 2 / 3, 1.0], [7 / 3, 8 / 3, 3.0])
    ]
    pairs = join_pairs(sets)
    assert len(np.unique(pairs.differences)) == 2
    assert decided(pairs, np.unique(pairs.differences)).pairs.tolist() == [6.0, 2.0]
    alone = pair_systems(round_noise(np.array([[1 / 3, 2 / 3, 1.0]])), human, np.ones((1, 3)))
    assert len(np.unique(alone.differences)) == 2
