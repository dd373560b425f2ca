import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from workbench.errors import SpecError
from workbench.stats.coefficients.plain import COEFFICIENTS, pearson, why_undefined

NAMES = ["pearson", "spearman", "kendall"]
TIED = st.sampled_from([-2.0, 0.0, 0.1, 0.25, 1 / 3, 7.0, np.nan])
PAIRS = st.integers(1, 9).flatmap(lambda n: arrays(np.float64, (2, 3, n), elements=TIED))


@pytest.mark.parametrize("name", NAMES)
@given(data=PAIRS)
def test_equals_scipy_with_ties_and_missing_cells(name, oracle, data):
    x, y = data
    expected = [oracle(*row, name) for row in zip(x, y, strict=True)]
    np.testing.assert_allclose(COEFFICIENTS.get(name)(x, y), expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_equals_scipy_on_long_vectors(name, oracle):
    rng = np.random.default_rng(7)
    x, y = rng.normal(size=(2, 400)), rng.integers(5, size=(2, 400)).astype(float)
    expected = [oracle(*row, name) for row in zip(x, y, strict=True)]
    np.testing.assert_allclose(COEFFICIENTS.get(name)(x, y), expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_leading_axes_are_broadcast(name):
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(4, 1, 6)), rng.normal(size=(5, 6))
    values = COEFFICIENTS.get(name)(x, y)
    assert values.shape == (4, 5)
    assert values[2, 3] == COEFFICIENTS.get(name)(x[2, 0], y[3])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("x", [[0.1, 0.1, 0.1], [0.7, 0.7, np.nan], [1.0, np.nan, np.nan], [np.nan] * 3])
def test_undefined_is_nan_and_not_zero(name, x):
    """The mean of 0.1, 0.1, 0.1 is not 0.1 in floating point: constancy must not depend on it."""
    assert np.isnan(COEFFICIENTS.get(name)(np.array(x), np.array([1.0, 2.0, 4.0])))
    assert np.isnan(COEFFICIENTS.get(name)(np.array([1.0, 2.0, 4.0]), np.array(x)))


@pytest.mark.parametrize("name", NAMES)
def test_without_any_observation_it_is_undefined(name):
    assert np.isnan(COEFFICIENTS.get(name)(np.empty((2, 0)), np.empty((2, 0)))).all()


@pytest.mark.parametrize("name", NAMES)
@given(x=arrays(np.float64, 7, elements=st.floats(-5, 5, width=16), unique=True))
def test_a_vector_correlates_perfectly_with_itself(name, x):
    coefficient = COEFFICIENTS.get(name)
    assert coefficient(x, x) == 1
    assert coefficient(x, -x) == -1


def test_tiny_differences_keep_their_correlation():
    x = 0.5 + np.array([0.0, 1e-12, 2e-12])
    assert pearson(x, np.array([1.0, 2.0, 3.0])) == pytest.approx(1, abs=1e-3)
    assert pearson(np.array([1.0, 2.0, 4.0]) * 1e-200, np.array([1.0, 2.0, 4.0])) == pytest.approx(1)


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        ([1, 2, 3], [1, 2, 3], ""),
        ([1, 2, np.nan], [1, 2, 3], "fewer than 3 systems"),
        ([2, 2, 2], [1, 2, 3], "constant metric scores"),
        ([2, 2, 2, 5], [1, 2, 3, np.nan], "constant metric scores"),
        ([1, 2, 3], [4, 4, 4], "constant judgments"),
        ([1, 1, 1], [4, 4, 4], "constant metric scores and judgments"),
    ],
)
def test_the_reason_is_named(x, y, reason):
    assert why_undefined(np.array(x, float), np.array(y, float)) == reason


def test_the_minimum_and_its_unit_are_parameters():
    pair = np.array([1.0, 2.0])
    assert why_undefined(pair, pair, 2) == ""
    assert why_undefined(pair, pair, 4, "cells") == "fewer than 4 cells"


def test_an_unknown_name_suggests_a_known_one():
    with pytest.raises(SpecError, match="Did you mean 'kendall'"):
        COEFFICIENTS.get("kendal")
