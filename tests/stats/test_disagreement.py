"""Errors of metrics in single segments, and what is picked to be looked at."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from workbench.stats.coefficients.plain import kendall
from workbench.stats.robustness.disagreement import (
    OUTCOMES,
    Errors,
    choose_example,
    choose_segments,
    pair_errors,
    segment_errors,
    strength,
)

scores = arrays(float, (3, 5, 3), elements=st.sampled_from([np.nan, 0.1, 0.2, 0.3, 0.1 + 0.2]))


def naive_errors(metrics, human):
    """Errors of two metrics in one segment, pair by pair."""
    rows = [row for row in zip(*metrics, human, strict=True) if not any(np.isnan(row))]
    found = [
        [0.5 if abs(a[m] - b[m]) < 1e-9 else float(a[m] < b[m]) for m in range(2)]
        for a, b in permutations(rows, 2)
        if a[2] - b[2] > 1e-9
    ]
    return (np.mean(found, axis=0), len(found)) if found else (np.full(2, np.nan), 0)


@given(scores)
def test_errors_are_those_of_the_pairs(values):
    errors = segment_errors(values[:2], values[2])
    for segment in range(values.shape[2]):
        mean, pairs = naive_errors(values[:2, :, segment], values[2, :, segment])
        assert np.allclose(errors.values[:, segment], mean, equal_nan=True)
        assert errors.pairs[segment] == pairs


@given(st.permutations(range(6)), st.permutations(range(6)))
def test_without_ties_an_error_is_that_of_kendalls_tau(metric, human):
    x, z = np.array(metric, float), np.array(human, float)
    errors = segment_errors(np.stack((x, z))[:, :, None], z[:, None])
    assert errors.values[:, 0] == pytest.approx([(1 - kendall(x, z)) / 2, 0])


@given(scores, st.sampled_from(OUTCOMES), st.integers(1, 4))
def test_what_is_picked_shows_most(values, kind, most):
    errors = segment_errors(values[:2], values[2])
    chosen = choose_segments(errors, kind, most)
    shown = strength(errors.values, kind)
    assert len(chosen) == min(most, int((np.nan_to_num(shown) > 1e-9).sum()))
    rest = [value for at, value in enumerate(shown) if at not in chosen and not np.isnan(value)]
    assert all(shown[each] >= other - 1e-9 for each in chosen for other in rest)


@given(scores, st.sampled_from(OUTCOMES))
def test_the_example_is_a_pair_that_the_judges_decide(values, kind):
    errors = segment_errors(values[:2], values[2])
    for segment in choose_segments(errors, kind, 3):
        metrics, human = values[:2, :, segment], values[2, :, segment]
        example = choose_example(metrics, human, kind)
        every, gaps = pair_errors(metrics, human)
        assert gaps[example.better, example.worse] > 0
        assert tuple(every[:, example.better, example.worse]) == example.errors
        shown = strength(np.array(example.errors), kind)
        assert shown == np.nanmax(strength(every, kind))
        assert shown > 0


def test_of_equals_more_pairs_come_first():
    human = np.array([[1.0, 1.0], [2.0, 2.0], [np.nan, 3.0]])
    errors = segment_errors(np.stack((-human, -human)), human)
    assert choose_segments(errors, "both wrong", 2) == [1, 0]


def test_the_same_whatever_the_order_of_the_systems():
    rng = np.random.default_rng(3)
    values, order = rng.integers(0, 4, (3, 7, 20)).astype(float), rng.permutation(7)
    ours, theirs = (segment_errors(each[:2], each[2]) for each in (values, values[:, order]))
    for kind in OUTCOMES:
        assert choose_segments(ours, kind, 5) == choose_segments(theirs, kind, 5)


def test_a_larger_error_comes_before_more_pairs():
    human = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, np.nan]])
    metric = np.array([[2.0, 2.0], [1.0, 1.0], [3.0, 3.0]])
    errors = segment_errors(np.stack((metric, metric)), human)
    assert errors.values[0].tolist() == [pytest.approx(1 / 3), 1.0]
    assert choose_segments(errors, "both wrong", 2) == [1, 0]


def test_where_one_metric_has_no_error_not_both_are_wrong():
    errors = Errors(np.array([[0.0, 0.4, 0.4], [1.0, 0.4, 0.5]]), np.array([3, 3, 3]))
    assert choose_segments(errors, "both wrong", 3) == [2, 1]
    assert choose_segments(errors, "first right", 3) == [0, 2]


def test_of_two_systems_that_one_metric_ties_the_other_one_has_the_wrong_way_round():
    # the first metric ties all of them; the judges are surest of A before C, which the second one ties, too
    first, second, human = [1.0, 1.0, 1.0], [1.0, 2.0, 1.0], [3.0, 2.0, 1.0]
    example = choose_example(np.array([first, second]), np.array(human), "both wrong")
    assert (example.better, example.worse, example.errors) == (0, 1, (0.5, 1.0))
