"""Many replications at once give what one at a time gives."""

import numpy as np
import pytest

from workbench.stats.levels.level_values import level_draws
from workbench.stats.resampling.batched import batch_draws, batch_means
from workbench.stats.resampling.resample import Draws, draw
from workbench.stats.simulation.designs import design_t, from_components

COEFFICIENTS = ["pearson", "spearman", "kendall"]
Z, X, _ = from_components(design_t(), 7, 9, 4, np.random.default_rng(0))


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@pytest.mark.parametrize("resample", ["systems", "inputs", "both"])
def test_draws_are_those_of_one_replication(resample, coefficient):
    draws = draw(np.random.default_rng(1), 7, 9, 40, resample)
    found = batch_draws(1e3 + X, Z, draws, coefficient)
    for at in range(4):
        expected = level_draws(1e3 + X[at], Z[at], draws, "system", coefficient)
        assert np.allclose(found[:, at], expected, atol=1e-9, equal_nan=True)


@pytest.mark.parametrize(
    "weights", [[[1.0, 1.0, 1.0]], [[2.0, 2.0, 2.0]], [[1.0, 1.0, 1.0], [1.0, 0.0, 1.0]]]
)
def test_means_of_inputs_that_count_alike_are_their_plain_means(weights):
    scores = np.arange(12.0).reshape(2, 2, 3)
    found = batch_means(scores, np.array(weights))
    assert found.shape == (len(weights), 2, 2)
    assert found[0].tolist() == [[1.0, 4.0], [7.0, 10.0]]


def test_equal_sums_tie_whatever_their_weights():
    """(-1.5 + 3 + 0) / 3 and (0 + 1.5 + 0) / 3: a third and two thirds as weights would tell them apart."""
    z = np.array([[[-1.5, 1.5, 0.0], [0.0, 0.75, 9.0], [1.5, 1.5, 0.0], [1.5, 0.0, 0.0]]])
    x = np.array([[[1.0] * 3, [2.0] * 3, [4.0] * 3, [3.0] * 3]])
    found = batch_draws(x, z, Draws(np.ones((1, 4)), np.array([[1.0, 2.0, 0.0]])), "kendall")
    # of six pairs three are concordant and three tied: 3 / sqrt(6 * 3)
    assert found[0, 0] == pytest.approx(3 / np.sqrt(18))
    rounded = np.round(Z / 1.5) * 1.5
    for resample in ("inputs", "both"):
        draws = draw(np.random.default_rng(1), 7, 9, 40, resample)
        found = batch_draws(X, rounded, draws, "kendall")
        for at in range(4):
            expected = level_draws(X[at], rounded[at], draws, "system", "kendall")
            assert np.allclose(found[:, at], expected, atol=1e-12, equal_nan=True)


def test_draws_that_are_too_many_to_be_held_at_once_are_each_what_they_are_alone():
    x, z = np.random.default_rng(2).normal(size=(2, 20, 2500))
    draws = draw(np.random.default_rng(1), *x.shape, 163, "both")
    found = level_draws(x, z, draws, "segment", "pearson")
    assert found.shape == (163,)
    for at in (0, 79, 80, 159, 160, 162):
        alone = Draws(*(counts[at : at + 1] for counts in draws))
        assert found[at] == pytest.approx(level_draws(x, z, alone, "segment", "pearson")[0], rel=1e-9)


def test_a_draw_of_one_system_is_undefined():
    draws = draw(np.random.default_rng(1), 7, 9, 3, "both")
    draws.systems[1] = [7, 0, 0, 0, 0, 0, 0]
    found = batch_draws(X, Z, draws, "pearson")
    assert np.isnan(found[1]).all()
    assert not np.isnan(found[[0, 2]]).any()
