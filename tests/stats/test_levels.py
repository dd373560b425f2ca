import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from workbench.stats.levels.estimates import (
    global_level,
    pooled_level,
    row_means,
    segment_level,
    system_level,
)
from workbench.stats.levels.level_values import level_values

NAMES = ["pearson", "spearman", "kendall"]
CELLS = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.7, np.nan])
MATRICES = st.tuples(st.integers(1, 6), st.integers(1, 5)).flatmap(
    lambda shape: arrays(np.float64, (2, *shape), elements=CELLS)
)


def exact_means(scores):
    """Average in whole tenths, where addition is exact."""
    rows = [[round(10 * cell) for cell in row if not np.isnan(cell)] for row in scores]
    return np.array([sum(row) / len(row) if row else np.nan for row in rows])


@pytest.mark.parametrize("name", NAMES)
@given(data=MATRICES)
def test_system_level_is_the_coefficient_of_row_means(name, oracle, data):
    x, z = data
    means = exact_means(x), exact_means(z)
    present = ~np.isnan(means).any(axis=0)
    estimate = system_level(x, z, name)
    expected = oracle(*means, name) if present.sum() >= 3 else np.nan
    np.testing.assert_allclose(estimate.value, expected, atol=1e-9)
    assert estimate.n_systems == present.sum()
    assert bool(estimate.reason) == np.isnan(expected)


@pytest.mark.parametrize("name", NAMES)
@given(data=MATRICES)
def test_segment_level_is_the_mean_of_defined_columns(name, oracle, data):
    x, z = data
    values = np.array([oracle(*column, name) for column in zip(x.T, z.T, strict=True)])
    defined = values[~np.isnan(values)]
    estimate = segment_level(x, z, name)
    np.testing.assert_allclose(estimate.value, defined.mean() if defined.size else np.nan, atol=1e-9)
    assert (estimate.n_segments, estimate.n_undefined) == (defined.size, values.size - defined.size)
    assert bool(estimate.reason) == (defined.size == 0)


def test_equal_means_tie_whatever_the_order_of_addition():
    x = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.2, 0.3, 0.1], [0.3, 0.1, 0.2]])
    z = np.arange(12.0).reshape(4, 3)
    for name in NAMES:
        assert system_level(x, z, name).reason == "constant metric scores"
        assert segment_level((0.1 + 0.2) * np.ones((3, 1)), z[:3, :1], name).n_undefined == 1
        noisy = np.array([[0.1 + 0.2 + 0.3], [0.1 + (0.2 + 0.3)], [0.6]])
        assert segment_level(noisy, z[:3, :1], name).n_undefined == 1


def test_two_systems_have_no_coefficient_but_two_cells_of_a_segment_have():
    x, z = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([[1.0, 1.0], [2.0, 2.0]])
    assert system_level(x, z + x, "kendall").reason == "fewer than 3 systems"
    assert segment_level(x, z, "kendall").value == 0
    assert global_level(x[:1], z[:1], "kendall").reason == "fewer than 3 cells"


@pytest.mark.parametrize("level", ["system", "global"])
def test_nor_have_two_systems_among_many_matrices(level):
    x, z = np.array([[1.0], [2.0], [4.0]]), np.array([[1.0], [3.0], [np.nan]])
    three = np.array([[1.0], [3.0], [2.0]])
    found = level_values(np.stack((x, x)), np.stack((z, three)), level, "pearson")
    assert np.isnan(found).tolist() == [True, False]


@pytest.mark.parametrize(
    ("level", "alone"), [("system", system_level), ("segment", segment_level), ("global", global_level)]
)
def test_many_matrices_have_the_values_that_each_has_alone(level, alone):
    """Of the last one two cells of different systems and segments are there, which make no coefficient."""
    x, z = np.random.default_rng(2).normal(size=(2, 3, 5, 4))
    z, few = z[0], np.full((5, 4), np.nan)
    x[1, 0], x[1, 2, 3], z[4, 1] = np.nan, np.nan, np.nan
    few[0, 0], few[3, 1] = 1.0, 2.0
    every = np.stack([*x, few])
    found = level_values(every, z, level, "pearson")
    assert found == pytest.approx([alone(each, z, "pearson").value for each in every], nan_ok=True)
    assert np.isnan(found).tolist() == [False, False, False, True]


def test_counts_say_what_the_value_rests_on():
    nan = np.nan
    x = np.array([[1, 1, nan, 5], [2, 1, 3, nan], [3, 1, 4, nan], [nan, nan, nan, nan]])
    z = np.array([[1, 1, 1, nan], [3, 2, 5, nan], [2, 3, 9, nan], [1, 2, 3, 4]])
    assert system_level(x, z, "pearson")[1:] == (3, 4, 0, "")
    assert segment_level(x, z, "pearson") == (0.75, 3, 2, 2, "")
    assert global_level(x, z, "pearson")[1:] == (3, 3, 0, "")


def test_systems_of_undefined_segments_alone_are_not_counted():
    nan = np.nan
    x = np.array([[1, 1], [2, 1], [3, 1], [nan, 1]])
    z = np.array([[1, 1], [3, 2], [2, 3], [4, 4]], float)
    assert segment_level(x, z, "pearson") == (0.5, 3, 1, 1, "")


def test_reasons_of_the_segments_are_named_together():
    x = np.array([[1.0, np.nan], [1.0, np.nan], [1.0, 2.0]])
    z = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    estimate = segment_level(x, z, "spearman")
    assert np.isnan(estimate.value)
    assert estimate[1:] == (3, 0, 2, "in every segment constant metric scores or fewer than 2 systems")
    assert segment_level(np.empty((3, 0)), np.empty((3, 0)), "spearman").reason == "no segments"


def test_pooled_scores_are_taken_as_they_are():
    x, z = np.array([0.1, 0.4, np.nan, 0.2]), np.array([1.0, 3.0, 9.0, 2.0])
    assert pooled_level(x, z, "kendall", 7) == (1.0, 3, 7, 0, "")
    assert (
        pooled_level(np.array([0.1 + 0.2, 0.3, 0.3]), z[:3], "kendall", 7).reason == "constant metric scores"
    )


def test_row_means_leave_out_missing_cells():
    np.testing.assert_allclose(
        row_means(np.array([[1.0, np.nan, 2.0], [np.nan] * 3, [0.0, 0.5, 0.1]])), [1.5, np.nan, 0.2]
    )
