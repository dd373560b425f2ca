"""What every registered coefficient keeps to; one that is added later is tested without a further line."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from workbench.stats.coefficients.plain import COEFFICIENTS, POOLED, get_coefficient, get_parts

NAMES = sorted(COEFFICIENTS)
SCORES = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.5, 40.0, np.nan])
BATCHES = st.integers(0, 7).flatmap(lambda n: arrays(np.float64, (2, 3, n), elements=SCORES))
# of six in two groups far from each other all may lie apart, and Shepherd's pi has none left
DISTINCT = arrays(np.float64, 12, elements=st.integers(-9, 9).map(lambda each: 30.0 * each), unique=True)


def same(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=30)
@given(scores=BATCHES, seed=st.integers(0, 99))
def test_a_batch_is_a_loop_over_complete_pairs_in_any_order(name, scores, seed):
    x, y = scores
    coefficient = get_coefficient(name)
    values = coefficient(x, y)
    assert values.shape == (3,)
    assert ((np.abs(values) <= 1) | np.isnan(values)).all()
    for row in range(3):
        complete = np.flatnonzero(~np.isnan(x[row]) & ~np.isnan(y[row]))
        order = np.random.default_rng(seed).permutation(complete)
        same(values[row], coefficient(x[row][order], y[row][order]))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(x=DISTINCT)
def test_agreement_is_1_and_its_opposite_the_least(name, x):
    coefficient = get_coefficient(name)
    same(coefficient(x, x), 1)
    same(coefficient(-x, x), 0 if name in ("acc-eq", "pairwise-accuracy") else -1)


@pytest.mark.parametrize("name", sorted(POOLED))
@given(scores=BATCHES)
def test_a_pooled_coefficient_is_the_ratio_of_its_parts(name, scores):
    numerator, denominator = get_parts(name)(*scores)
    values = get_coefficient(name)(*scores)
    np.testing.assert_array_equal(np.isnan(values), denominator == 0)
    same(values[denominator > 0], (numerator / np.maximum(denominator, 1))[denominator > 0])
