"""Input that has no answer gets a reason from every test and interval, and no warning."""

import numpy as np
import pytest

from workbench.stats.intervals.bootstrap_intervals import bootstrap_interval
from workbench.stats.resampling.resample import Draws, draw
from workbench.stats.resampling.tally import p_values, tally
from workbench.stats.tests.permutation import permutation_test, permutation_tests
from workbench.stats.tests.under_swaps import Swapping

LEVELS = ["system", "segment", "global"]


def fine(n_systems=5, n_segments=4):
    return np.random.default_rng(1).normal(size=(n_systems, n_segments))


def changed(cell, value):
    scores = fine()
    scores[cell] = value
    return scores


# x, z, and the levels at which they have no coefficient; y is always fine.
CASES = {
    "two systems": (fine(2), fine(2)[::-1], ["system"], "fewer than 3 systems"),
    "one system": (fine(1), fine(1) + 1, ["system", "segment"], "fewer than"),
    "no system": (fine(0), fine(0), LEVELS, ""),
    "no input": (fine(5, 0), fine(5, 0), LEVELS, ""),
    "constant metric": (np.full((5, 4), 0.1), fine(), LEVELS, "constant metric scores"),
    "constant judgments": (fine() ** 2, np.full((5, 4), 0.3), LEVELS, "constant judgments"),
    "all ties": (np.ones((5, 4)), np.ones((5, 4)), LEVELS, "constant metric scores and judgments"),
    "nothing but missing": (np.full((5, 4), np.nan), fine(), LEVELS, "fewer than"),
    "judgments missing": (fine(), np.full((5, 4), np.nan), LEVELS, "fewer than"),
    "infinite score": (changed((2, 1), np.inf), fine(), LEVELS, "infinite scores"),
    "infinite judgment": (fine() ** 2, changed((0, 0), -np.inf), LEVELS, "infinite scores"),
}
RUNS = [(name, level) for name, (_, _, levels, _) in CASES.items() for level in levels]


def reasons_of(x, y, z, level, coefficient):
    rng = np.random.default_rng(0)
    draws = (
        draw(rng, *z.shape, 20, "both") if z.size else Draws(np.ones((20, len(z))), np.ones((20, z.shape[1])))
    )
    test = permutation_test(x, y, z, rng, level, coefficient)
    assert np.isnan([test.statistic, test.p_two, test.p_greater, test.p_less, test.error]).all()
    yield test.reason
    for method in ("percentile", "basic", "bias-corrected", "bca"):
        interval = bootstrap_interval(x, z, draws, "both", level, coefficient, method)
        assert np.isnan([interval.low, interval.high, interval.value, interval.shift]).all()
        assert interval.undefined == interval.draws == 20
        yield interval.reason
    yield bootstrap_interval(x, z, draws, "systems", level, coefficient, "studentised").reason
    pairs = permutation_tests(np.array([x, y, y]), z, rng, level, coefficient)
    assert np.isnan(pairs.p[:, :2]).all()
    assert np.isnan(pairs.adjusted[:, :2]).all()
    yield pairs.reasons[0]


@pytest.mark.parametrize("coefficient", ["pearson", "kendall", "tau-13"])
@pytest.mark.parametrize(("name", "level"), RUNS)
def test_no_answer_has_a_reason(name, level, coefficient):
    x, z, _, words = CASES[name]
    y = fine(*z.shape)[::-1]
    for reason in reasons_of(x, y, z, level, coefficient):
        assert reason
        assert words in reason


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
@pytest.mark.parametrize("level", ["system", "global"])
def test_one_input_is_enough_systems_being_many(level, coefficient):
    x, y, z = (scores[:, :1] for scores in (fine(), fine()[::-1], fine() ** 2))
    rng = np.random.default_rng(0)
    draws = draw(rng, 5, 1, 200, "both")
    assert permutation_test(x, y, z, rng, level, coefficient).reason == ""
    assert bootstrap_interval(x, z, draws, "both", level, coefficient).reason == ""


def test_ten_thousand_draws_none_of_them_defined():
    x, z = fine(), fine() ** 2
    only = np.zeros((10_000, 5))
    only[:, 2] = 5
    draws = Draws(only, np.ones((10_000, 4)))
    for method in ("percentile", "basic", "bias-corrected", "bca", "studentised"):
        interval = bootstrap_interval(x, z, draws, "systems", method=method)
        assert interval.value == interval.value
        assert np.isnan([interval.low, interval.high, interval.shift]).all()
        assert (interval.draws, interval.undefined) == (10_000, 10_000)
        assert interval.reason == "no draw has a coefficient"
    none = tally(np.full(10_000, np.nan), 0.5)
    assert none.defined == 0
    assert np.isnan(p_values(none, exact=False)).all()


def test_swaps_that_leave_nothing_are_counted_and_left_out(monkeypatch):
    """X scored the first input only and Y the second: swapping one of them leaves X or Y without scores."""
    x, y, z = fine(5, 2), fine(5, 2)[::-1].copy(), fine(5, 2) ** 2
    x[:, 1], y[:, 0] = np.nan, np.nan
    test = permutation_test(
        x, y, z, np.random.default_rng(0), how=Swapping(swap="inputs", statistic="difference")
    )
    assert (test.draws, test.undefined, test.p_two) == (4, 2, 1)
    drawn = permutation_test(
        x,
        y,
        z,
        np.random.default_rng(0),
        how=Swapping(swap="inputs", statistic="difference", draws=999, exact_up_to=0),
    )
    assert 400 < drawn.undefined < 600
    assert drawn.p_two == 1


def test_of_one_input_swaps_of_it_compare_the_difference_itself():
    x, y, z = (scores[:, :1] for scores in (fine(), fine()[::-1], fine() ** 2))
    for swap in ("inputs", "both-cell", "both-xor"):
        found = permutation_test(x, y, z, np.random.default_rng(0), how=Swapping(swap=swap))
        assert found.reason == ""
        assert found.p_two > 0


def test_what_cannot_be_left_out_has_no_error():
    """One input left out leaves one of the metrics without scores; one of three systems leaves two."""
    x, y, z = fine(5, 2), fine(5, 2)[::-1].copy(), fine(5, 2) ** 2
    x[:, 1], y[:, 0] = np.nan, np.nan
    for test in (
        permutation_test(x, y, z, np.random.default_rng(0), how=Swapping(swap="inputs")),
        permutation_test(
            *(scores[:3] for scores in (fine(), fine()[::-1], fine() ** 2)), np.random.default_rng(0)
        ),
    ):
        assert test.reason == "no standard error: fewer than two of what is swapped can be left out"
        assert np.isnan(test[1:4]).all()
        assert test.statistic == test.statistic
