"""Many replications at once give what one at a time gives."""

import numpy as np
import pytest

from workbench.stats.batched import batch_draws, batch_standard_scores, batch_swaps
from workbench.stats.designs import design_t, from_components
from workbench.stats.level_values import level_draws
from workbench.stats.permutation import standard_scores, swapped_differences
from workbench.stats.resample import draw
from workbench.stats.swaps import Patterns, swap_masks

COEFFICIENTS = ["pearson", "spearman", "kendall"]
Z, X, Y = from_components(design_t(), 7, 9, 4, np.random.default_rng(0))


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@pytest.mark.parametrize("resample", ["systems", "inputs", "both"])
def test_draws_are_those_of_one_replication(resample, coefficient):
    draws = draw(np.random.default_rng(1), 7, 9, 40, resample)
    found = batch_draws(1e3 + X, Z, draws, coefficient)
    for at in range(4):
        expected = level_draws(1e3 + X[at], Z[at], draws, "system", coefficient)
        assert np.allclose(found[:, at], expected, atol=1e-9, equal_nan=True)


def test_a_draw_of_one_system_is_undefined():
    draws = draw(np.random.default_rng(1), 7, 9, 3, "both")
    draws.systems[1] = [7, 0, 0, 0, 0, 0, 0]
    found = batch_draws(X, Z, draws, "pearson")
    assert np.isnan(found[1]).all()
    assert not np.isnan(found[[0, 2]]).any()


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@pytest.mark.parametrize("swap", ["systems", "inputs", "both-cell", "both-xor"])
def test_swaps_are_those_of_one_replication(swap, coefficient):
    first, second = batch_standard_scores(X), batch_standard_scores(Y)
    found = batch_swaps(first, second, Z, swap, 30, np.random.default_rng(2), coefficient)
    masks = np.concatenate(list(swap_masks(swap, (7, 9), Patterns(30, False), np.random.default_rng(2))))
    for at in range(4):
        one = standard_scores(X[at]), standard_scores(Y[at])
        expected = swapped_differences(*one, Z[at], masks, "system", coefficient)
        assert np.allclose(found[:, at], expected, atol=1e-9)
