"""Intervals of a family that cover together, against the same written out value by value."""

import numpy as np
import pytest

from workbench.stats.intervals.simultaneous import sup_t_half_widths


def slow_half_widths(values, drawn, confidence):
    spread = [np.std([d for d in column if d == d], ddof=1) for column in drawn.T]
    largest = sorted(
        max(abs(d - value) / s for d, value, s in zip(row, values, spread, strict=True) if d == d and s > 0)
        for row in drawn
    )
    rank = int(np.ceil(confidence * (len(largest) + 1)))
    return largest[min(rank, len(largest)) - 1] * np.array(spread)


@pytest.mark.parametrize("confidence", [0.5, 0.87, 0.9, 0.999])
def test_it_is_the_quantile_of_the_largest_distance(confidence):
    rng = np.random.default_rng(0)
    values, drawn = rng.normal(size=3), rng.normal(size=(19, 3))
    drawn[4, 1] = drawn[7, 0] = np.nan
    found = sup_t_half_widths(values, drawn, confidence)
    assert found == pytest.approx(slow_half_widths(values, drawn, confidence))


def test_none_of_a_family_misses_as_often_as_is_said():
    """300 samples of 8 correlated values: .95 together, where .95 of each alone misses one more often."""
    rng = np.random.default_rng(3)
    mix = np.linalg.cholesky(0.6 + 0.4 * np.eye(8))
    together = alone = 0
    for _ in range(300):
        values = mix @ rng.normal(size=8)
        drawn = values + rng.normal(size=(299, 8)) @ mix.T
        together += bool((np.abs(values) <= sup_t_half_widths(values, drawn)).all())
        alone += bool((np.abs(values) <= 1.96).all())
    assert 0.92 < together / 300 < 0.98
    assert alone / 300 < 0.85


def test_copies_of_a_value_cost_nothing():
    rng = np.random.default_rng(1)
    values, drawn = rng.normal(size=1), rng.normal(size=(99, 1))
    [one] = sup_t_half_widths(values, drawn)
    assert sup_t_half_widths(values.repeat(5), drawn.repeat(5, axis=1)) == pytest.approx([one] * 5)


def test_what_is_undefined_or_never_changes_leaves_the_others_alone():
    rng = np.random.default_rng(2)
    values, drawn = np.array([0.3, np.nan, 0.2, 0.1]), rng.normal(size=(50, 4))
    drawn[:, 2], drawn[1:, 3] = 0.2, np.nan
    found = sup_t_half_widths(values, drawn)
    assert np.isnan(found).tolist() == [False, True, False, True]
    assert found[2] == 0
    assert found[0] == pytest.approx(sup_t_half_widths(values[:1], drawn[:, :1])[0])
    assert np.isnan(sup_t_half_widths(values[:2], np.full((9, 2), np.nan))).all()


def test_differences_that_are_noise_in_all_draws_leave_the_others_alone():
    """As of a metric and x / 3 - 7 of it: one draw's noise is many deviations of noise away."""
    rng = np.random.default_rng(3)
    values, drawn = np.array([0.3, 0.1]), rng.normal(size=(50, 2))
    noise = 1e-15 * rng.normal(size=(50, 1))
    noise[7] = 2e-10
    found = sup_t_half_widths(np.append(values, 1e-16), np.hstack([drawn, noise]))
    assert found.tolist() == [*sup_t_half_widths(values, drawn), 0]


def test_the_quantile_is_the_draw_that_counting_says():
    """.56 of 50 draws, the sample among them, is the 28th; the product is 28.000000000000004."""
    drawn = np.append(np.arange(1.0, 26.0), -np.arange(1.0, 25.0))[:, np.newaxis]
    half = sup_t_half_widths(np.zeros(1), drawn, 0.56)
    assert half == pytest.approx(14 * drawn.std(ddof=1) / drawn.std(ddof=1))
