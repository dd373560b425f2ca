"""Intervals of a difference, ties with the best, equivalence."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from vectors import statistics_vectors

from workbench.errors import SpecError
from workbench.stats.coefficients.plain import pearson
from workbench.stats.intervals.fisher import fisher_z
from workbench.stats.intervals.zou import zou2007
from workbench.stats.tests.equivalence import equivalence, tied_with_best
from workbench.stats.tests.overlapping import determinant

INSIDE = st.floats(-0.95, 0.95)


def test_without_correlation_of_the_estimates_the_sides_add_as_squares():
    # Uncorrelated metrics: the sides are put together as those of a right angle.
    interval = zou2007(0.6, 0.0, 0.0, 30)
    own, other = fisher_z(0.6, 30, "pearson"), fisher_z(0.0, 30, "pearson")
    assert interval.low == pytest.approx(0.6 - np.hypot(0.6 - own.low, other.high))
    assert interval.high == pytest.approx(0.6 + np.hypot(own.high - 0.6, other.low))


@given(INSIDE, INSIDE, INSIDE, st.integers(4, 300), st.floats(0.01, 0.99))
def test_the_interval_turns_with_the_metrics_and_grows_with_confidence(r_xz, r_yz, r_xy, n, confidence):
    assume(determinant(r_xz, r_yz, r_xy) > 1e-3)
    there, back = zou2007(r_xz, r_yz, r_xy, n, confidence), zou2007(r_yz, r_xz, r_xy, n, confidence)
    np.testing.assert_allclose([there.low, there.high], [-back.high, -back.low], atol=1e-12)
    assert -2 <= there.low <= there.difference <= there.high <= 2
    wider = zou2007(r_xz, r_yz, r_xy, n, (1 + confidence) / 2)
    assert wider.low <= there.low + 1e-12
    assert wider.high >= there.high - 1e-12


def test_arrays_equal_a_loop():
    rng = np.random.default_rng(2)
    r = rng.uniform(-0.5, 0.5, size=(3, 20))
    whole = zou2007(*r, 25, 0.9)
    alone = [zou2007(*triple, 25, 0.9) for triple in r.T]
    np.testing.assert_allclose(whole.low, [interval.low for interval in alone], rtol=1e-12)
    np.testing.assert_allclose(whole.high, [interval.high for interval in alone], rtol=1e-12)
    assert list(whole.reason) == [interval.reason for interval in alone]


def test_the_interval_covers_as_often_as_it_says():
    rng = np.random.default_rng(11)
    quality, *noise = rng.normal(size=(4, 3_000, 25))
    x, y, z = quality + 0.5 * noise[0], quality + noise[1], quality + 0.5 * noise[2]
    truth = 1 / 1.25 - 1 / np.sqrt(2 * 1.25)
    for confidence in (0.8, 0.95):
        interval = zou2007(pearson(x, z), pearson(y, z), pearson(x, y), 25, confidence)
        covered = np.mean((interval.low <= truth) & (truth <= interval.high))
        assert covered == pytest.approx(confidence, abs=0.025)


def test_vectors_of_ties_with_the_best():
    tied = {"mix25": False, "abs14": False, "ext11": True}
    for vector in statistics_vectors("dependent_correlation_real"):
        expected = vector["expected"]
        values = np.array([expected["r_jh"], expected["r_jk"]])
        between = np.array([[1.0, expected["r_kh"]], [expected["r_kh"], 1.0]])
        ties = tied_with_best(values, between, vector["input"]["n"])
        systems = vector["input"]["systems"]
        assert ties.marks == ["equivalent" if tied.pop(systems) else "", "best"]
        np.testing.assert_allclose([ties.low[0], ties.high[0]], expected["zou_ci95"], rtol=0, atol=1e-6)
        assert np.isnan(ties.low[1])
    assert not tied


def test_the_order_of_metrics_does_not_matter_for_ties():
    rng = np.random.default_rng(4)
    scores = rng.normal(size=(6, 20)) + 2 * rng.normal(size=20)
    z = scores.mean(axis=0)
    scores[3] = 2 * z - scores[1]
    values = pearson(scores, z)
    between = pearson(scores[:, np.newaxis], scores[np.newaxis])
    # Two different metrics share the best value.
    values[[1, 3]] = values.max() + 0.001
    first = tied_with_best(values, between, 20)
    assert first.marks.count("best") == 2
    assert "equivalent" in first.marks
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(6)
        again = tied_with_best(values[order], between[np.ix_(order, order)], 20)
        assert again.marks == [first.marks[i] for i in order]
        np.testing.assert_allclose(again.low, first.low[order])


def test_of_two_best_ones_the_looser_bound_decides():
    # The third is close to the first and far from the second.
    between = np.array([[1.0, 0.5, 0.99], [0.5, 1.0, 0.5], [0.99, 0.5, 1.0]])
    assert tied_with_best(np.array([0.8, 0.6, 0.7]), between, 30).marks == ["best", "equivalent", ""]
    assert tied_with_best(np.array([0.6, 0.8, 0.7]), between, 30).marks[2] == "equivalent"
    # Values that differ by rounding noise are equal.
    sums = np.array([(0.1 + 0.2) + 0.5, 0.1 + (0.2 + 0.5), 0.7])
    assert sums[0] != sums[1]
    for order in ([0, 1, 2], [1, 0, 2]):
        ties = tied_with_best(sums[order], between, 30)
        assert ties.marks == ["best", "best", "equivalent"]


def test_ties_without_values_or_intervals():
    between = np.array([[1.0, 1.0, 0.2], [1.0, 1.0, 0.2], [0.2, 0.2, 1.0]])
    ties = tied_with_best(np.array([0.7, 0.6, np.nan]), between, 20)
    assert ties.marks == ["best", "", ""]
    assert list(ties.reason) == ["", "a correlation is 1 or -1, or beyond", "a correlation is undefined"]
    assert tied_with_best(np.array([0.7, 0.7, 0.1]), between, 20).marks[:2] == ["best", "best"]
    # a metric and a third of it less 7, of 12 digits
    assert tied_with_best(np.array([0.7, 0.7 - 3e-10, 0.1]), between, 20).marks[:2] == ["best", "best"]
    nothing = tied_with_best(np.full(3, np.nan), between, 20)
    assert nothing.marks == ["", "", ""]
    assert set(nothing.reason) == {"a correlation is undefined"}
    with pytest.raises(SpecError, match="3 by 3"):
        tied_with_best(np.zeros(3), np.eye(2), 20)


@given(INSIDE, INSIDE, INSIDE, st.integers(4, 3_000), st.floats(0.02, 0.6), st.floats(0.01, 0.3))
def test_the_p_value_of_equivalence_is_below_the_level_inside_the_margin(x, y, both, n, margin, level):
    assume(determinant(x, y, both) > 1e-2)
    result = equivalence(x, y, both, n, margin, level)
    assert bool(result.equivalent) == (-margin < result.low and result.high < margin)
    if abs(result.p_value - level) > 1e-6:
        assert bool(result.equivalent) == bool(result.p_value < level)
    assert 0 < result.p_value <= 1
    assert (result.p_value > 0.5) == (abs(x - y) > margin) or abs(abs(x - y) - margin) < 1e-9


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.98])
def test_the_p_value_turns_the_bounds_of_the_interval_round(confidence):
    interval = zou2007(0.7, 0.2, 0.3, 60, confidence)
    assert interval.low > 0
    beyond = (1 - confidence) / 2
    assert equivalence(0.7, 0.2, 0.3, 60, margin=interval.high).p_value == pytest.approx(beyond)
    assert equivalence(0.7, 0.2, 0.3, 60, margin=0.5).p_value == pytest.approx(0.5)
    assert equivalence(0.7, 0.2, 0.3, 60, margin=interval.low).p_value == pytest.approx(1 - beyond)
    assert equivalence(0.2, 0.7, 0.3, 60, margin=interval.low).p_value == pytest.approx(1 - beyond)


def test_equivalence_at_the_margin_rejects_as_often_as_its_level():
    rng = np.random.default_rng(21)
    quality, *noise = rng.normal(size=(4, 2_000, 250))
    x, y, z = quality + 0.4 * noise[0], quality + 0.6 * noise[1], quality + 0.4 * noise[2]
    margin = 1 / 1.16 - 1 / np.sqrt(1.36 * 1.16)
    result = equivalence(pearson(x, z), pearson(y, z), pearson(x, y), 250, margin)
    assert 0.03 < np.mean(result.p_value <= 0.05) < 0.065
    wide = equivalence(pearson(x, z), pearson(y, z), pearson(x, y), 250, 3 * margin)
    assert wide.equivalent.mean() > 0.9


def test_equivalence_without_an_interval_is_not_claimed():
    result = equivalence([0.5, 0.5], [0.5, 0.5], [1.0, 0.5], 30, margin=0.5)
    assert list(result.equivalent) == [False, True]
    assert np.isnan(result.p_value[0])
    assert result.reason[0] == "a correlation is 1 or -1, or beyond"


@pytest.mark.parametrize(("margin", "level"), [(0, 0.05), (-1, 0.05), (np.nan, 0.05), (0.1, 0.5), (0.1, 0)])
def test_margin_and_level_have_a_range(margin, level):
    with pytest.raises(SpecError, match=r"margin|level"):
        equivalence(0.5, 0.4, 0.3, 20, margin, level)


def test_an_equivalence_has_the_interval_of_two_one_sided_tests():
    """At a level of .05 it is the interval of 90 %."""
    found, interval = equivalence(0.8, 0.7, 0.9, 40, margin=0.2, level=0.05), zou2007(0.8, 0.7, 0.9, 40, 0.9)
    assert (float(found.low), float(found.high)) == (float(interval.low), float(interval.high))
