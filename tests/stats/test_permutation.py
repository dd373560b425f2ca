"""Paired permutation tests: vectors, a plain enumeration, and what their p-values promise."""

import re
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from vectors import statistics_vectors

from workbench.errors import SpecError
from workbench.stats import swaps
from workbench.stats.level_values import level_estimate, level_values
from workbench.stats.permutation import (
    permutation_test,
    standard_scores,
    swapped_differences,
    unscaled_permutation_test,
)
from workbench.stats.permutation_pairs import pair_differences, permutation_pairs
from workbench.stats.swaps import Patterns, swap_masks

NAMES = ["pearson", "spearman", "kendall"]
SWAPS = ["systems", "inputs", "both-cell", "both-xor"]
LEVELS = ["system", "segment", "global"]


def matrices_of(given_):
    """X, Y, Z of a vector, written out or three draws of NumPy's legacy generator."""
    if "X" in given_:
        return [np.array(given_[key], float) for key in "XYZ"]
    found = re.search(r"np\.random\.seed\((\d+)\).*np\.random\.random\(\((\d+),(\d+)\)\)", given_["setup"])
    seed, n_systems, n_segments = (int(group) for group in found.groups())
    legacy = np.random.RandomState(seed)
    return [legacy.random_sample((n_systems, n_segments)) for _ in "XYZ"]


def all_swaps(swap, n_systems, n_segments):
    """Every pattern as a matrix of 0 and 1, the obvious way."""
    bits = [0, 1]
    if swap == "both-cell":
        for marks in product(bits, repeat=n_systems * n_segments):
            yield np.array(marks).reshape(n_systems, n_segments)
        return
    rows = product(bits, repeat=n_systems) if swap != "inputs" else [(0,) * n_systems]
    for row in rows:
        for column in product(bits, repeat=n_segments) if swap != "systems" else [(0,) * n_segments]:
            yield (np.array(row)[:, None] + np.array(column)) % 2


def enumerated(x, y, z, swap, level, name):
    """Differences of all patterns, each from swapped copies."""
    for marks in all_swaps(swap, *z.shape):
        first, second = x.copy(), y.copy()
        first[marks == 1], second[marks == 1] = y[marks == 1], x[marks == 1]
        yield level_estimate(first, z, level, name).value - level_estimate(second, z, level, name).value


def test_vectors_of_permutation():
    vectors = statistics_vectors("permutation")
    for vector in vectors:
        given_, expected, close = vector["input"], vector["expected"], vector["tol"]
        enumerable = "enumerate" in given_ or "patterns" in expected
        run = permutation_test if given_["standardize"] else unscaled_permutation_test
        test = run(
            *matrices_of(given_),
            np.random.default_rng(0),
            level={"input": "segment"}.get(given_["level"], given_["level"]),
            coefficient=given_["coef"],
            swap=given_["method"].replace("_", "-"),
            draws=40_000,
        )
        assert test.exact == enumerable
        found = {
            "difference": test.statistic,
            "p_two": test.p_two,
            "p_greater": test.p_greater,
            "p_less": test.p_less,
            "patterns": test.draws,
            "undefined": test.undefined,
            "count_two": test.p_two * test.draws,
        }
        assert set(expected) <= set(found)
        for key, value in expected.items():
            assert found[key] == pytest.approx(value, abs=close, rel=0), (vector["id"], key)
        assert test.draws == given_.get("enumerate", test.draws)
    assert len(vectors) >= 8


@pytest.mark.parametrize("swap", SWAPS)
def test_enumerated_patterns_are_each_there_once(swap):
    expected = sorted(marks.ravel().tolist() for marks in all_swaps(swap, 3, 2))
    masks = swap_masks(swap, (3, 2), Patterns(len(expected), True), np.random.default_rng(0))
    found = sorted(mask.astype(int).ravel().tolist() for block in masks for mask in block)
    assert found == expected


@pytest.mark.parametrize("swap", SWAPS)
def test_random_patterns_are_fair_and_follow_their_kind(swap):
    [masks] = swap_masks(swap, (70, 3), Patterns(4000, False), np.random.default_rng(3))
    assert np.abs(masks.mean(axis=0) - 0.5).max() < 0.05
    rows_alike = (masks == masks[:, :, :1]).all(axis=2)
    columns_alike = (masks == masks[:, :1]).all(axis=1)
    assert rows_alike.all() == (swap == "systems")
    assert columns_alike.all() == (swap == "inputs")
    corners = masks[:, 0, 0] ^ masks[:, 1, 0] ^ masks[:, 0, 1] ^ masks[:, 1, 1]
    assert corners.any() == (swap == "both-cell")


CELLS = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.7, np.nan])


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25)
@given(
    cells=st.lists(CELLS, min_size=24, max_size=24),
    swap=st.sampled_from(SWAPS),
    level=st.sampled_from(LEVELS),
)
def test_exact_p_values_are_shares_of_a_plain_enumeration(name, cells, swap, level):
    x, y, z = np.array(cells).reshape(3, 4, 2)
    test = unscaled_permutation_test(x, y, z, np.random.default_rng(0), level, name, swap)
    observed = np.subtract(*(level_estimate(metric, z, level, name).value for metric in (x, y)))
    assert bool(test.reason) == bool(np.isnan(observed))
    if test.reason:
        return
    values = np.array(list(enumerated(x, y, z, swap, level, name)))
    defined = values[~np.isnan(values)]
    assert (test.draws, test.undefined, test.exact) == (values.size, values.size - defined.size, True)
    expected = [
        observed,
        np.mean(np.abs(defined) >= abs(observed) - 1e-9),
        np.mean(defined >= observed - 1e-9),
        np.mean(defined <= observed + 1e-9),
    ]
    np.testing.assert_allclose(test[:4], expected, rtol=0, atol=1e-9)
    assert min(test[1:4]) > 0


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", [*NAMES, "tau-13"])
def test_values_of_many_matrices_are_those_of_each(level, name):
    rng = np.random.default_rng(6)
    x, z = rng.integers(1, 5, (30, 5, 4)) / 10, rng.integers(1, 5, (5, 4)) / 10
    x[rng.random(x.shape) < 0.2] = np.nan
    expected = [level_estimate(scores, z, level, name).value for scores in x]
    np.testing.assert_allclose(level_values(x, z, level, name), expected, rtol=0, atol=1e-12)


def test_a_p_value_is_never_zero():
    """40 systems with their human scores as X and the opposite as Y: no random swap comes near."""
    z = np.arange(40.0)[:, np.newaxis]
    test = permutation_test(z, -z, z, np.random.default_rng(1), draws=99)
    assert (test.p_two, test.p_greater, test.exact, test.draws) == (0.01, 0.01, False, 99)
    assert test.error == pytest.approx(np.sqrt(0.01 * 0.99 / 99))
    six = np.array([[-5.0], [-3.0], [-1.0], [1.0], [3.0], [5.0]])
    exact = permutation_test(six, -six, six, np.random.default_rng(1), draws=99)
    assert (exact.p_two * exact.draws, exact.draws, exact.exact, exact.error) == (2, 64, True, 0)


def test_random_p_values_come_near_the_exact_ones(monkeypatch):
    x, y, z = np.random.default_rng(7).normal(size=(3, 8, 3))
    exact = permutation_test(x, y, z, np.random.default_rng(0))
    monkeypatch.setattr(swaps, "EXACT_UP_TO", 1)
    drawn = permutation_test(x, y, z, np.random.default_rng(0), draws=4000)
    assert exact.exact
    assert not drawn.exact
    assert abs(drawn.p_two - exact.p_two) < 4 * drawn.error


def test_standard_scores_have_mean_0_and_spread_1():
    scores = np.array([[0.1, 0.4], [np.nan, 0.9], [0.3, 0.2]])
    found = standard_scores(scores)
    assert np.nanmean(found) == pytest.approx(0, abs=1e-15)
    assert np.nanstd(found) == pytest.approx(1)
    assert (standard_scores(np.full((3, 2), 0.1)) == 0).all()
    assert np.isnan(standard_scores(np.full((3, 2), np.nan))).all()


def test_each_kind_of_swap_says_what_it_speaks_of():
    x, y, z = np.random.default_rng(7).normal(size=(3, 5, 3))
    found = {
        swap: permutation_test(x, y, z, np.random.default_rng(0), swap=swap).population for swap in SWAPS
    }
    assert found["systems"] == "all systems, these inputs"
    assert {found[swap] for swap in SWAPS[1:]} == {"these systems, all inputs"}


def test_wrong_arguments_are_named():
    x = np.ones((3, 2))
    with pytest.raises(SpecError, match=r"unknown swap 'system'\. Did you mean 'systems'"):
        permutation_test(x, x, x, np.random.default_rng(0), swap="system")
    with pytest.raises(SpecError, match="unknown level 'input'"):
        permutation_test(x, x, x, np.random.default_rng(0), level="input")
    with pytest.raises(SpecError, match=r"got \(3, 3\)"):
        permutation_test(x, np.ones((3, 3)), x, np.random.default_rng(0))
    with pytest.raises(SpecError, match="too few draws"):
        permutation_pairs(x[None], x, np.random.default_rng(0), draws=0)


def pair_case(gaps, tied):
    rng = np.random.default_rng(5)
    x, z = rng.normal(size=(5, 8, 12)), rng.normal(size=(8, 12))
    if tied:
        x, z = x.round(), z.round()
        x[4] = 1.0
    if gaps:
        x[rng.random(x.shape) < 0.3] = np.nan
        x[1, 3], z[2] = np.nan, np.nan
    return x, z


@pytest.mark.parametrize("name", [*NAMES, "tau-13"])
@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("tied", [False, True])
def test_all_pairs_at_once_equal_one_pair_at_a_time(name, gaps, tied, monkeypatch):
    x, z = pair_case(gaps, tied)
    monkeypatch.setattr(swaps, "EXACT_UP_TO", 2)
    for swap in SWAPS:
        options = {"swap": swap, "draws": 40}
        found = permutation_pairs(x, z, np.random.default_rng(1), name, **options)
        for at, (one, other) in enumerate(combinations(range(len(x)), 2)):
            pair = x[one], x[other], z
            expected = permutation_test(*pair, np.random.default_rng(1), coefficient=name, **options)
            assert (found.first[at], found.second[at]) == (one, other)
            numbers = (
                found.statistic[at], found.p_two[at], found.p_greater[at], found.p_less[at],
                found.error[at], found.undefined[at],
            )  # fmt: skip
            wanted = (*expected[:4], expected.error, expected.undefined)
            np.testing.assert_allclose(numbers, wanted, rtol=0, atol=1e-9, err_msg=f"{swap} {at}")
            assert (found.reasons[at], found.population) == (expected.reason, expected.population)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("tied", [False, True])
def test_every_difference_equals_a_plain_loop(name, gaps, tied):
    x, z = pair_case(gaps, tied)
    masks = np.random.default_rng(3).random((40, *z.shape)) < 0.5
    expected = [swapped_differences(*pair, z, masks, "system", name) for pair in combinations(x, 2)]
    found = pair_differences(x, z, name)(masks)
    np.testing.assert_allclose(found, np.transpose(expected), rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_metrics_that_nearly_cancel_keep_their_correlation(name):
    """Mirror images, up to a little or exactly: where half is swapped, a little or nothing is left."""
    rng = np.random.default_rng(2)
    base, z = np.repeat(rng.normal(size=(6, 1)), 4, axis=1), rng.normal(size=(6, 4))
    x = np.array([base, -base + 1e-4 * rng.normal(size=base.shape), -base, np.ones((6, 4)), -base + 0.1])
    [masks] = swap_masks("inputs", (6, 4), Patterns(16, True), rng)
    expected = [swapped_differences(*pair, z, masks, "system", name) for pair in combinations(x, 2)]
    found = pair_differences(x, z, name)(masks)
    assert np.isnan(expected[1]).sum() == 6
    np.testing.assert_allclose(found, np.transpose(expected), rtol=0, atol=1e-10)
