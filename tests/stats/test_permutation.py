"""Paired permutation tests: vectors, a plain enumeration, and what their p-values promise."""

import re
from functools import lru_cache
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from vectors import statistics_vectors

from workbench.errors import SpecError
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.tau_family import FORMULAS
from workbench.stats.levels.level_values import level_estimate, level_values
from workbench.stats.tests.permutation import HAS_UNIT, permutation_test, permutation_tests
from workbench.stats.tests.scales import ranks_of_judged, standard_scores, tie_noise
from workbench.stats.tests.swapped import plan_swaps, swapped_statistics
from workbench.stats.tests.swaps import Patterns, swap_masks
from workbench.stats.tests.under_swaps import Swapping

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


def value_of(x, z, level, name):
    return value_of_bytes(x.tobytes(), z.tobytes(), z.shape, level, name)


@lru_cache(maxsize=2000)
def value_of_bytes(x, z, shape, level, name):
    """The first metric has under a pattern what the second has where all else is swapped: each once."""
    x, z = (np.frombuffer(each).reshape(shape).copy() for each in (x, z))
    return level_estimate(x, z, level, name).value


def means(cells):
    return np.array([row[~np.isnan(row)].mean() if (~np.isnan(row)).any() else np.nan for row in cells])


def slope(x, z, unit):
    """What Pearson's r of means is without an input, by its slope there."""
    rest = np.arange(z.shape[1]) != unit
    now, then = [means(x), means(z)], [means(x[:, rest]), means(z[:, rest])]
    moved = [b - a for a, b in zip(now, then, strict=True)]
    if (np.isnan(moved) & ~np.isnan(now[0]) & ~np.isnan(now[1])).any():
        return np.nan

    def value(step):
        moved_on = [mean + step * by for mean, by in zip(now, moved, strict=True)]
        return value_of(*(each[:, np.newaxis] for each in moved_on), "system", "pearson")

    near, far = value(1e-3) - value(-1e-3), value(2e-3) - value(-2e-3)
    return value(0) + (8 * near - far) / 12e-3


def obvious_statistic(x, y, z, level, name, swap, statistic):
    """The difference of two coefficients by the error of a plain jackknife."""
    both = np.array([value_of(metric, z, level, name) for metric in (x, y)])
    inputs = swap != "systems"
    if statistic == "difference" or (level == "system" and name != "pearson"):
        return both[0] - both[1]

    def fisher(values):
        return np.arctanh(np.clip(values, 1e-9 - 1, 1 - 1e-9)) if (name, level) in Z else values

    apart = []
    for unit in range(z.shape[1 if inputs else 0]):
        here = (slice(None), unit) if inputs else unit
        if (np.isnan(z[here]) | (np.isnan(x[here]) & np.isnan(y[here]))).all():
            continue
        rest = z.copy()
        rest[here] = np.nan
        if inputs and level == "system":
            moved = np.array([slope(metric, z, unit) for metric in (x, y)])
            beyond = fisher(both) + (moved - both) / (1 - np.minimum(both**2, 1 - 1e-9))
            found = np.where(np.abs(moved) < 1 - 1e-9, fisher(moved), beyond)
        else:
            found = fisher(np.array([value_of(metric, rest, level, name) for metric in (x, y)]))
        apart.append(np.subtract(*found))
    apart = np.array(apart)[~np.isnan(apart)]
    difference = np.subtract(*fisher(both))
    if len(apart) < 2 or np.isnan(difference):
        return np.nan
    error = np.sqrt((len(apart) - 1) / len(apart) * ((apart - apart.mean()) ** 2).sum())
    if abs(difference) < 1e-9:
        return 0.0
    return difference / error if error > 1e-9 else np.sign(difference) * np.inf


Z = {("pearson", "system"), ("pearson", "global")}
KINDS = ["studentised", "difference"]


def enumerated(x, y, z, level, name, swap, statistic):
    """Statistics of all patterns, each from swapped copies; the first one is what was observed."""
    for marks in all_swaps(swap, *z.shape):
        first, second = x.copy(), y.copy()
        first[marks == 1], second[marks == 1] = y[marks == 1], x[marks == 1]
        yield obvious_statistic(first, second, z, level, name, swap, statistic)


def test_a_coefficient_that_would_leave_its_range_moves_along_the_slope_of_z():
    """Of 6 systems and 8 inputs; held at 1, z of one input alone made the error 20 times as large, p .48."""
    rng = np.random.default_rng(7)
    quality, own = rng.standard_normal((2, 6, 1))
    noise = rng.standard_normal(8) + 0.05 * rng.standard_normal((3, 6, 8))
    z, x, y = quality + noise[0], quality + noise[1], quality + 0.6 * own + noise[2]
    test = permutation_test(x, y, z, rng, how=Swapping("inputs"))
    assert max(slope(x, z, unit) for unit in range(8)) > 1
    assert test.p_two == permutation_test(x, y, z, rng, how=Swapping("inputs", "difference")).p_two == 2 / 256
    plan, masks = plan_swaps("system", "pearson", "inputs", "studentised", 8), np.zeros((2, 6, 8), bool)
    masks[1, :, :3] = True
    found = swapped_statistics(np.array([x, y]), z, masks, np.array([[0, 1]]), plan)[:, 0]
    swapped = np.where(masks[1], y, x), np.where(masks[1], x, y)
    for one, both in zip(found, ((x, y), swapped), strict=True):
        assert one == pytest.approx(obvious_statistic(*both, z, "system", "pearson", "inputs", "studentised"))


def test_vectors_of_permutation():
    vectors = statistics_vectors("permutation")
    for vector in vectors:
        given_, expected, close = vector["input"], vector["expected"], vector["tol"]
        enumerable = "enumerate" in given_ or "patterns" in expected
        test = permutation_test(
            *matrices_of(given_),
            np.random.default_rng(0),
            level={"input": "segment"}.get(given_["level"], given_["level"]),
            coefficient=given_["coef"],
            how=Swapping(
                swap=given_["method"].replace("_", "-"),
                statistic="difference",
                draws=40_000,
                standardize=given_["standardize"],
            ),
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


def reach(values, observed):
    return values >= observed - 1e-7 * max(1, abs(observed)) if np.isfinite(observed) else values >= observed


def check_against_a_plain_enumeration(x, y, z, level, name, swap, statistic):
    test = permutation_test(
        x,
        y,
        z,
        np.random.default_rng(0),
        level,
        name,
        how=Swapping(swap=swap, statistic=statistic, standardize=False),
    )
    values = np.array(list(enumerated(x, y, z, level, name, swap, statistic)))
    assert bool(test.reason) == bool(np.isnan(values[0]))
    if test.reason:
        return
    defined = values[~np.isnan(values)]
    assert (test.draws, test.undefined, test.exact) == (values.size, values.size - defined.size, True)
    seen = values[0]
    expected = [
        value_of(x, z, level, name) - value_of(y, z, level, name),
        *(np.mean(reach(*side)) for side in ((abs(defined), abs(seen)), (defined, seen), (-defined, -seen))),
    ]
    np.testing.assert_allclose(test[:4], expected, rtol=0, atol=1e-9)
    assert min(test[1:4]) > 0


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(
    cells=st.lists(CELLS, min_size=24, max_size=24),
    swap=st.sampled_from(SWAPS),
    level=st.sampled_from(LEVELS),
)
def test_differences_are_shares_of_a_plain_enumeration(name, cells, swap, level):
    check_against_a_plain_enumeration(*np.array(cells).reshape(3, 4, 2), level, name, swap, "difference")


def gappy(gaps, shape=(3, 5, 3), tied=True):
    rng = np.random.default_rng(8)
    scores = rng.normal(size=shape)
    scores = scores.round(1) if tied else scores
    if gaps is True:
        scores[rng.random(scores.shape) < 0.15] = np.nan
    if gaps == "unjudged":
        # a system and a segment that nobody judged are not among those left out, whatever scores they have
        scores[0, 2, 1] = scores[2, 1] = scores[2, :, -1] = np.nan
        # nor is the only input of a system
        scores[:2, 4, 1:] = np.nan
    if gaps == "of one metric":
        # a system and a segment count as left out although one of the two metrics never scored them
        scores[0, 3] = scores[0, :, 0] = scores[1, 1] = np.nan
    return scores


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", [*NAMES, "tau-13"])
@pytest.mark.parametrize("swap", SWAPS[:2])
def test_studentised_ones_are_shares_of_a_plain_enumeration(swap, name, level, gaps):
    check_against_a_plain_enumeration(*gappy(gaps), level, name, swap, "studentised")


@pytest.mark.parametrize("gaps", [False, True, "unjudged", "of one metric"])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("swap", SWAPS)
def test_every_statistic_is_that_of_a_plain_jackknife(swap, level, name, gaps):
    x, y, z = gappy(gaps, (3, 6, 4), tied=name != "pearson")
    masks = np.concatenate(list(swap_masks(swap, z.shape, Patterns(12, False), np.random.default_rng(2))))
    plan = plan_swaps(level, name, swap, "studentised")
    found = swapped_statistics(np.array([x, y]), z, masks, np.array([[0, 1]]), plan)[:, 0]
    expected = [
        obvious_statistic(np.where(mask, y, x), np.where(mask, x, y), z, level, name, swap, "studentised")
        for mask in masks
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("gaps", [False, True, "unjudged", "of one metric"])
@pytest.mark.parametrize("level", ["segment", "global"])
@pytest.mark.parametrize("swap", SWAPS[:2])
def test_so_it_is_of_all_coefficients_of_an_order(swap, level, gaps):
    x, y, z = gappy(gaps, (3, 6, 4), tied=True)
    masks = np.concatenate(list(swap_masks(swap, z.shape, Patterns(5, False), np.random.default_rng(2))))
    some = ["spearman", "kendall-c", "acc-eq(epsilon=0.5)", "wmt(threshold=1)"]
    for name, statistic in product([*FORMULAS, *some], KINDS):
        plan = plan_swaps(level, name, swap, statistic)
        found = swapped_statistics(np.array([x, y]), z, masks, np.array([[1, 0]]), plan)[:, 0]
        expected = [
            obvious_statistic(np.where(mask, x, y), np.where(mask, y, x), z, level, name, swap, statistic)
            for mask in masks
        ]
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6, err_msg=f"{name}, {statistic}")


@pytest.mark.parametrize("name", ["spearman", *FORMULAS])
def test_two_cells_have_no_coefficient(name):
    """Without one of three blocks of a cell there are two left."""
    x, z = np.array([[[1.0], [2.0], [3.0]], [[1.0], [3.0], [2.0]]]), np.array([[1.0], [2.0], [3.0]])
    plan = plan_swaps("global", name, "systems", "studentised")
    assert np.isnan(swapped_statistics(x, z, np.zeros((1, 3, 1), np.bool_), np.array([[0, 1]]), plan))


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("name", ["pearson", "kendall"])
@pytest.mark.parametrize("level", ["system", "segment"])
def test_so_it_is_with_more_systems_than_a_word_has_bits(level, name, gaps):
    x, y, z = gappy(gaps, (3, 70, 2), tied=name != "pearson")
    masks = np.concatenate(list(swap_masks("systems", z.shape, Patterns(4, False), np.random.default_rng(2))))
    plan = plan_swaps(level, name, "systems", "studentised")
    found = swapped_statistics(np.array([x, y]), z, masks, np.array([[0, 1]]), plan)[:, 0]
    expected = [
        obvious_statistic(
            np.where(mask, y, x), np.where(mask, x, y), z, level, name, "systems", "studentised"
        )
        for mask in masks
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall"])
def test_means_that_are_equal_but_for_noise_have_no_coefficient(name):
    """The mean of .1 and .2 is another number than that of .15 and .15."""
    noisy, other = [[0.1, 0.2], [0.15, 0.15], [0.2, 0.1]], [[1.0, 2.0], [3.0, 3.0], [1.0, 4.0]]
    plan, nothing = plan_swaps("system", name, "systems", "difference"), np.zeros((1, 3, 2), np.bool_)
    assert np.isnan(
        swapped_statistics(np.array([noisy, other]), np.array(other), nothing, np.array([[0, 1]]), plan)
    )


@pytest.mark.parametrize("statistic", ["difference", "studentised"])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_segment_that_is_equal_but_for_noise_has_no_coefficient(name, statistic, sign):
    """.1 + .2 is another number than .3, and below 0 as above."""
    rng = np.random.default_rng(6)
    flat, other, z = sign * np.abs(rng.normal(size=(3, 5, 4)))
    flat[:, 0] = sign * 0.3
    noisy = flat.copy()
    noisy[0, 0] = sign * (0.1 + 0.2)
    plan, nothing = plan_swaps("segment", name, "systems", statistic), np.zeros((1, 5, 4), np.bool_)
    found, expected = (
        swapped_statistics(np.array([mine, other]), z, nothing, np.array([[0, 1]]), plan)
        for mine in (noisy, flat)
    )
    assert np.isfinite(expected).all()
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("side", range(3))
def test_adjusted_p_values_are_those_of_the_largest_statistic_step_by_step(side):
    """By hand: each pair against the largest one among itself and those that are less extreme."""
    x, z = gappy(False, (4, 7, 1), tied=False), gappy(False, (7, 1), tied=False)
    found = permutation_tests(
        x, z, np.random.default_rng(0), "system", "kendall", pairs=[(1, 0), (0, 2), (3, 1)]
    )
    assert found.pairs.tolist() == [[1, 0], [0, 2], [3, 1]]
    scores = [ranks_of_judged(metric[:, 0], z[:, 0])[:, np.newaxis] for metric in x]
    every = np.array(
        [
            list(enumerated(scores[a], scores[b], z, "system", "kendall", "systems", "studentised"))
            for a, b in found.pairs
        ]
    )
    every = (abs(every), every, -every)[side]
    order, least = np.argsort(-every[:, 0]), 0.0
    for place, pair in enumerate(order):
        rest = np.nanmax(every[order[place:]], axis=0)
        least = max(least, np.mean(reach(rest, every[pair, 0])))
        assert found.adjusted[side, pair] == pytest.approx(least)
    assert (found.adjusted >= found.p).all()


@pytest.mark.parametrize("swap", SWAPS)
def test_drawn_swaps_are_counted_pair_by_pair_and_step_by_step(swap):
    """Of three metrics that tie much, so that some draws are undefined; the observed pattern is added."""
    rng = np.random.default_rng(213)
    z = rng.integers(0, 3, size=(4, 2)) * 1.0
    x = np.array([z > 0, rng.integers(0, 2, size=z.shape), z < 2]) * 1.0
    how = Swapping(swap, "difference", draws=39, standardize=False, exact_up_to=1)
    found = permutation_tests(x, z, np.random.default_rng(1), "segment", "kendall", how)
    patterns = np.concatenate(list(swap_masks(swap, z.shape, Patterns(39, False), np.random.default_rng(1))))
    drawn = np.empty((40, 3))
    for at, mask in enumerate([np.zeros(z.shape, bool), *patterns]):
        for pair, (a, b) in enumerate(found.pairs):
            swapped = np.where(mask, x[b], x[a]), np.where(mask, x[a], x[b])
            drawn[at, pair] = np.subtract(*(value_of(each, z, "segment", "kendall") for each in swapped))
    assert found.undefined.tolist() == np.isnan(drawn).sum(axis=0).tolist()
    assert found.undefined.any()
    for side, every in enumerate((abs(drawn), drawn, -drawn)):
        order, least = np.argsort(-every[0], kind="stable"), 0.0
        for place, pair in enumerate(order):
            own = every[~np.isnan(every[:, pair]), pair]
            assert found.p[side, pair] == pytest.approx(np.mean(reach(own, own[0])))
            rest = np.nan_to_num(every[:, order[place:]], nan=-np.inf).max(axis=1)
            rest = rest[~np.isnan(every).all(axis=1)]
            least = max(least, np.mean(reach(rest, own[0])))
            assert found.adjusted[side, pair] == pytest.approx(max(least, found.p[side, pair]))


@pytest.mark.parametrize("name", ["spearman", "kendall", "gamma"])
def test_the_order_of_systems_is_all_that_a_test_of_ranks_sees(name):
    """Another scale of one metric, bent as far as one likes, and the same order."""
    x, y, z = np.random.default_rng(3).normal(size=(3, 9, 1))
    plain, bent = (
        permutation_test(x, other, z, np.random.default_rng(0), "system", name)
        for other in (y, np.exp(2 * y))
    )
    assert bent == plain
    assert permutation_test(x, y, z, np.random.default_rng(0)) != permutation_test(
        x, np.exp(2 * y), z, np.random.default_rng(0)
    )


@pytest.mark.parametrize(
    ("name", "other", "times"),
    [
        ("tau-14", "somers-d", 1),
        ("kendall-a", "wmt(threshold=0)", 1),
        ("pairwise-accuracy", "acc-eq", 1),
        ("pairwise-accuracy", "tau-eq", 2),
    ],
)
def test_one_coefficient_has_one_test_whatever_it_is_called(name, other, times):
    """Without ties of people these are one number, but for a factor."""
    rng = np.random.default_rng(3)
    x, z = rng.normal(size=(3, 7, 4)), rng.normal(size=(7, 4))
    one, two = (permutation_tests(x, z, np.random.default_rng(0), "system", each) for each in (name, other))
    assert two.difference == pytest.approx(times * one.difference)
    assert two.p.tolist() == one.p.tolist()
    assert two.adjusted.tolist() == one.adjusted.tolist()


def test_one_test_is_one_of_all_pairs():
    x, z = gappy(True, (4, 8, 3)), gappy(False, (8, 3))
    every = permutation_tests(x, z, np.random.default_rng(1), how=Swapping(draws=60, exact_up_to=2))
    for at, (one, other) in enumerate(combinations(range(4), 2)):
        alone = permutation_test(
            x[one], x[other], z, np.random.default_rng(1), how=Swapping(draws=60, exact_up_to=2)
        )
        assert every.p[:, at].tolist() == list(alone[1:4])
        assert (every.error[at], every.reasons[at]) == (alone.error, alone.reason)


@pytest.mark.parametrize("level", LEVELS)
def test_a_threshold_in_the_unit_of_a_metric_is_none_of_scores_on_one_scale(level):
    """Ten points of a metric from 0 to 100 are no ten standard deviations."""
    rng = np.random.default_rng(4)
    z = rng.normal(size=(6, 4))
    x = np.array([50 + 20 * (z + rng.normal(size=z.shape)), z])
    for name, refused in (("tau-eq(epsilon=10)", True), ("tau-eq(epsilon=0)", False), ("tau-eq", False)):
        found = permutation_tests(x, z, rng, level, name, Swapping("inputs"))
        assert (found.reasons[0] == HAS_UNIT, bool(np.isnan(found.p[0, 0]))) == (refused, refused), name
    as_they_are = Swapping("inputs", standardize=False)
    assert permutation_tests(x, z, rng, level, "tau-eq(epsilon=10)", as_they_are).reasons == ("",)


def test_a_threshold_that_ties_nothing_here_has_no_test_by_swaps_either():
    """No two systems are so near, in points or standard deviations; after a swap some are."""
    z = np.arange(6.0)[:, np.newaxis]
    x = np.array([z, z + 0.25 * (-1) ** z])
    for epsilon in (0.1, 0.2):
        name = f"acc-eq(epsilon={epsilon})"
        found = permutation_tests(x, z, np.random.default_rng(0), "system", name)
        assert found.difference.tolist() == [0.0]
        assert found.reasons == (HAS_UNIT,)
        assert np.isnan(found.p).all()


def test_what_is_swapped_is_what_is_put_on_one_scale():
    """The noise of cells is another one for each metric; their system means decide, and only these."""
    rng = np.random.default_rng(4)
    x, y, z = rng.normal(size=(3, 9, 1))
    noise = rng.normal(size=(2, 9, 20))
    noise -= noise.mean(axis=2, keepdims=True)
    cells = permutation_test(x + noise[0], y + 3 * noise[1], z + 0 * noise[0], rng)
    whole = permutation_test(x, y, z, rng)
    assert cells[:4] == pytest.approx(whole[:4])
    swapped = permutation_test(x, 7 + 100 * y, z, rng)
    assert swapped[:4] == pytest.approx(whole[:4])


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
    test = permutation_test(z, -z, z, np.random.default_rng(1), how=Swapping(draws=99))
    assert (test.p_two, test.p_greater, test.exact, test.draws) == (0.01, 0.01, False, 99)
    assert test.error == pytest.approx(np.sqrt(0.01 * 0.99 / 99))
    six = np.array([[-5.0], [-3.0], [-1.0], [1.0], [3.0], [5.0]])
    exact = permutation_test(six, -six, six, np.random.default_rng(1), how=Swapping(draws=99))
    assert (exact.p_two * exact.draws, exact.draws, exact.exact, exact.error) == (2, 64, True, 0)


def test_random_p_values_come_near_the_exact_ones():
    x, y, z = np.random.default_rng(7).normal(size=(3, 8, 3))
    exact = permutation_test(x, y, z, np.random.default_rng(0))
    drawn = permutation_test(x, y, z, np.random.default_rng(0), how=Swapping(draws=4000, exact_up_to=1))
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
        swap: permutation_test(x, y, z, np.random.default_rng(0), how=Swapping(swap=swap)).population
        for swap in SWAPS
    }
    assert found["systems"] == "all systems, these inputs"
    assert {found[swap] for swap in SWAPS[1:]} == {"these systems, all inputs"}


def test_wrong_arguments_are_named():
    x = np.ones((3, 2))
    with pytest.raises(SpecError, match=r"unknown swap 'system'\. Did you mean 'systems'"):
        permutation_test(x, x, x, np.random.default_rng(0), how=Swapping(swap="system"))
    with pytest.raises(SpecError, match="unknown level 'input'"):
        permutation_test(x, x, x, np.random.default_rng(0), level="input")
    with pytest.raises(SpecError, match=r"got \(3, 3\)"):
        permutation_test(x, np.ones((3, 3)), x, np.random.default_rng(0))
    with pytest.raises(SpecError, match="too few draws"):
        permutation_tests(x[None], x, np.random.default_rng(0), how=Swapping(draws=0))


@pytest.mark.parametrize("coefficient", ["kendall", "spearman", "kendall-c"])
@pytest.mark.parametrize("swap", ["systems", "inputs", "both-cell"])
def test_a_linear_function_of_a_metric_is_that_metric_in_a_family(coefficient, swap):
    """Means of twelve digits lose some where they are far from 0; a tie across the two metrics is one."""
    rng = np.random.default_rng(4)
    z = rng.integers(0, 4, (8, 4)).astype(float)
    x = np.stack([rng.integers(0, 5, (8, 4)) / 30, rng.integers(0, 4, (8, 4)) / 30 + z / 90])
    x = round_noise(x.swapaxes(1, 2)).swapaxes(1, 2)
    double = round_noise((x[1] / 7 - 1).T).T
    how = Swapping(swap, draws=60, exact_up_to=1)
    exact, found = (
        permutation_tests(np.stack([*x, copy]), z, np.random.default_rng(0), "segment", coefficient, how)
        for copy in (x[1], double)
    )
    assert found.p == pytest.approx(exact.p)
    assert found.adjusted == pytest.approx(exact.adjusted)
    assert found.studentised == pytest.approx(exact.studentised, abs=1e-6)


@pytest.mark.parametrize("coefficient", ["kendall", "spearman", "gamma"])
@pytest.mark.parametrize("swap", ["systems", "inputs", "both-xor"])
@pytest.mark.parametrize("digits", [16, 12])
def test_a_linear_function_of_a_metric_changes_nothing_between_it_and_a_third(coefficient, swap, digits):
    """Means of 0 and 2 and of 1 and 1 are tied, and no longer where scores are moved by a trillionth."""
    for seed in range(4):
        rng = np.random.default_rng(seed)
        z = rng.integers(0, 4, (6, 3)).astype(float)
        x = (z + rng.integers(-1, 3, (2, 6, 3))) / 10
        other = x[0] / 7 + 100 / 3
        other = other if digits == 16 else round_noise(other.T).T
        how = Swapping(swap, "studentised" if seed % 2 else "difference", draws=100, exact_up_to=1)
        exact, found = (
            permutation_tests(np.stack([*x, copy]), z, np.random.default_rng(0), "system", coefficient, how)
            for copy in (x[0], other)
        )
        assert found.p == pytest.approx(exact.p, nan_ok=True)
        assert found.adjusted == pytest.approx(exact.adjusted, nan_ok=True)


def test_a_metric_that_is_next_to_constant_ties_no_scores_of_others():
    rng = np.random.default_rng(8)
    z = rng.normal(size=(8, 4))
    x = z + rng.normal(size=(2, 8, 4))
    flat = 0.5 + 1e-11 * rng.integers(0, 5, (8, 4))
    how = Swapping("systems", "difference", draws=100, exact_up_to=1)
    two, three = (
        permutation_tests(each, z, np.random.default_rng(0), "global", "pearson", how)
        for each in (x, np.stack([*x, flat]))
    )
    assert three.p[:, 0] == pytest.approx(two.p[:, 0])


def test_a_metric_that_is_next_to_constant_does_not_stand_for_the_one_that_it_ties():
    """Of x + 100,000 six digits are lost; it is equal to no others, and no other takes its scores."""
    rng = np.random.default_rng(3)
    z = rng.integers(0, 4, (6, 3)).astype(float)
    x = (z + rng.integers(-1, 3, (2, 6, 3))) / 10
    how = Swapping("systems", "difference", draws=100, exact_up_to=1)
    two, three = (
        permutation_tests(each, z, np.random.default_rng(0), "system", "spearman", how)
        for each in (x, np.stack([*x, x[0] + 100_000]))
    )
    assert three.p[:, 0] == pytest.approx(two.p[:, 0])


def test_what_is_no_number_has_no_equals_on_one_scale():
    scores = np.array([[[1.0, np.inf, 2.0]], [[1.0, np.inf, np.nan]], [[3.0, 3.0, 3.0]]])
    for by_input in (True, False):
        np.testing.assert_array_equal(tie_noise(scores, scores, by_input), scores)
    near = scores[:1] + np.array([0, 0, 1e-12])
    both = tie_noise(np.concatenate((scores[:1], near)), np.concatenate((scores[:1], near)), False)
    assert both[0, 0, 2] == both[1, 0, 2] == 2


@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
def test_noise_is_tied_in_any_unit(unit):
    """Tenths of one metric and those of another that is three larger, one output of which has no score."""
    tenths = np.array([[0.1, 0.2, np.nan, 0.3]])
    scores = unit * np.stack((tenths, tenths + 3))
    scaled = scores - scores[..., :1]
    assert (scaled[0] != scaled[1]).any()
    tied = tie_noise(scaled, scores, by_input=False)
    np.testing.assert_array_equal(tied[0], tied[1])
    np.testing.assert_allclose(tied[0], scaled[0], rtol=1e-9)
    apart = tie_noise(scaled + unit * np.array([0, 1e-6])[:, np.newaxis, np.newaxis], scores, by_input=False)
    assert (apart[0] < apart[1])[~np.isnan(apart[0])].all()


@pytest.mark.parametrize("statistic", ["studentised", "difference"])
@pytest.mark.parametrize("coefficient", ["kendall", "spearman"])
def test_means_that_are_equal_stay_so_where_what_tells_systems_apart_is_small(coefficient, statistic):
    """33.303 + 33.302 + 33.3 and 33.301 + 33.301 + 33.303 are equal sums, and so they are on one scale.

    Sums of their cells on one scale are 5e-12 apart, so that systems with equal means had different ranks
    under swaps, and one rank in what was observed.
    """
    how = Swapping(statistic=statistic, exact_up_to=32)
    for seed in (13, 15, 24, 61, 64):
        rng = np.random.default_rng(seed)
        whole = rng.integers(0, 4, size=(2, 5, 3)).astype(np.float64)
        z = rng.integers(1, 5, size=(5, 3)).astype(np.float64)
        small = np.array([whole[0], 0.001 * whole[1] + 33.3])
        ours, theirs = (
            permutation_tests(each, z, np.random.default_rng(0), "system", coefficient, how)
            for each in (whole, small)
        )
        assert ours.p[0].tolist() == theirs.p[0].tolist(), seed
