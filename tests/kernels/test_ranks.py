"""Rank coefficients that sort against those of all pairs, written out, and scipy's."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from workbench.stats.coefficients.weighted import rank_coefficients
from workbench.stats.levels.estimates import global_level
from workbench.stats.resampling.bootstrap import global_draws
from workbench.stats.resampling.resample import Draws, draw

OTHER = {False: stats.spearmanr, True: stats.kendalltau}


def coefficients(x, z, weights, kendall):
    return rank_coefficients(x, z, np.asarray(weights, np.float64), "kendall" if kendall else "spearman")


def of_all_pairs(x, z, weights, kendall):
    """Look at each pair of observations."""
    weights = np.asarray(weights, np.float64)
    signs = [np.sign(np.nan_to_num(each[:, :, None] - each[:, None])) for each in (x, z)]
    if kendall:
        both = weights[:, :, None] * weights[:, None]
        sums = [(both * a * b).sum(axis=(1, 2)) for a, b in combinations_with_replacement(signs, 2)]
    else:
        ranks = [(each * weights[:, None]).sum(axis=2) for each in signs]
        sums = [(weights * a * b).sum(axis=1) for a, b in combinations_with_replacement(ranks, 2)]
    x_square, product, z_square = sums
    spread = np.sqrt(x_square * z_square)
    return np.divide(product, spread, out=np.full(len(x), np.nan), where=spread > 0)


@pytest.mark.parametrize("with_kendall", [False, True])
@given(data=st.data())
def test_they_equal_those_of_all_pairs_and_of_copies(with_kendall, data):
    n = data.draw(st.integers(0, 30))
    values = st.lists(st.integers(-3, 3) | st.just(np.nan), min_size=n, max_size=n)
    x, z = np.array([data.draw(values), data.draw(values)], np.float64).reshape(2, n)
    counts = np.array(data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)), np.int64)
    complete = ~np.isnan(x) & ~np.isnan(z)
    weights = np.where(complete, counts, 0)
    found = coefficients(x[np.newaxis], z[np.newaxis], weights[np.newaxis], with_kendall)
    slow = of_all_pairs(x[np.newaxis], z[np.newaxis], weights[np.newaxis], with_kendall)
    assert found == pytest.approx(slow, abs=1e-12, nan_ok=True)
    if not np.isnan(found[0]):
        copied = np.repeat(x, weights), np.repeat(z, weights)
        assert found[0] == pytest.approx(OTHER[with_kendall](*copied).statistic, abs=1e-12)


@pytest.mark.parametrize("with_kendall", [False, True])
def test_rows_may_share_their_values(with_kendall):
    rng = np.random.default_rng(0)
    x, z = rng.normal(size=(2, 1, 300)).round(1)
    weights = rng.integers(0, 4, size=(5, 300))
    shared = coefficients(x, z, weights, with_kendall)
    own = coefficients(np.repeat(x, 5, axis=0), np.repeat(z, 5, axis=0), weights, with_kendall)
    assert np.array_equal(shared, own)
    assert shared == pytest.approx(of_all_pairs(*np.repeat([x, z], 5, axis=1), weights, with_kendall))


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
def test_the_global_level_of_many_cells_is_that_of_scipy_and_draws_are_those_of_copies(coefficient):
    rng = np.random.default_rng(1)
    x = rng.normal(size=(12, 40)).round(1)
    z = np.where(rng.random((12, 40)) < 0.1, np.nan, (x + rng.normal(size=(12, 40))).round(1))
    there = ~np.isnan(z)
    other = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}[coefficient]
    assert global_level(x, z, coefficient).value == pytest.approx(other(x[there], z[there])[0], abs=1e-12)
    draws = draw(rng, 12, 40, 6, "both")
    for value, *counts in zip(global_draws(x, z, draws, coefficient), *draws, strict=True):
        drawn = np.ix_(*(np.repeat(np.arange(len(each)), each.astype(int)) for each in counts))
        a, b = x[drawn].ravel(), z[drawn].ravel()
        assert value == pytest.approx(other(a[~np.isnan(b)], b[~np.isnan(b)])[0], abs=1e-12)
    assert global_draws(x, z, Draws(*(each[:0] for each in draws)), coefficient).shape == (0,)
