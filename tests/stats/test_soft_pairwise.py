from itertools import permutations, product
from statistics import stdev

import numpy as np
import pytest
from vectors import statistics_vectors

from workbench.errors import SpecError
from workbench.stats.coefficients.soft_pairwise import (
    FlippedMeans,
    doubts,
    flip_patterns,
    soft_pairwise_accuracy,
)
from workbench.stats.intervals.soft_pairwise_interval import soft_pairwise_interval


def sign_flip_p(differences, patterns):
    """The p-values of systems with these scores against one that has 0 everywhere."""
    flipped = FlippedMeans(np.vstack([differences, np.zeros(differences.shape[1])]), patterns)
    first = np.arange(len(differences))
    return doubts(flipped, first, np.full(len(first), len(first))).mean(axis=0)


def naive_p(differences):
    """Every sign pattern, in whole numbers."""
    observed = sum(differences)
    sums = [
        sum(s * d for s, d in zip(signs, differences, strict=True))
        for signs in product((1, -1), repeat=len(differences))
    ]
    return sum(1 if each > observed else 0.5 if each == observed else 0 for each in sums) / len(sums)


def naive_spa(x, z):
    gaps = []
    for i in range(len(x)):
        for j in range(i):
            ps = [naive_p([int(a - b) for a, b in zip(m[i], m[j], strict=True)]) for m in (x, z)]
            gaps.append(abs(ps[0] - ps[1]))
    return 1 - sum(gaps) / len(gaps)


def small(seed, shape=(5, 7)):
    rng = np.random.default_rng(seed)
    return rng.integers(4, size=(2, *shape)).astype(float)


def test_it_equals_the_definition():
    for seed in range(4):
        x, z = small(seed)
        assert soft_pairwise_accuracy(x, z).value == pytest.approx(naive_spa(x, z), abs=1e-12)


def test_ties_do_not_depend_on_rounding():
    """In tenths the sums of equal differences differ in their last bit."""
    x, z = small(3)
    assert soft_pairwise_accuracy(x / 10, z / 3).value == pytest.approx(naive_spa(x, z), abs=1e-12)


def test_every_order_of_the_systems_gives_the_same_bits():
    [vector] = [each for each in statistics_vectors("spa") if each["id"] == "own/spa_exact_midp"]
    x, z = (np.array(vector["input"][key], float) for key in ("metric", "human"))
    values = {soft_pairwise_accuracy(x[list(p)], z[list(p)]).value for p in permutations(range(4))}
    assert values == {0.90625}
    rng = np.random.default_rng(0)
    x, z = rng.normal(size=(2, 6, 40))
    drawn = {
        soft_pairwise_accuracy(x[order], z[order], np.random.default_rng(1), 500).value
        for order in (rng.permutation(6) for _ in range(5))
    }
    assert len(drawn) == 1


def test_drawn_patterns_come_close_to_all_of_them():
    x, _ = small(8, (4, 12))
    exact = sign_flip_p(x[:1] - x[1:], flip_patterns(12, None, 0)[0])
    rng = np.random.default_rng(2)
    drawn = np.concatenate([np.zeros((1, 12)), rng.integers(2, size=(20_000, 12)).astype(float)])
    np.testing.assert_allclose(sign_flip_p(x[:1] - x[1:], drawn), exact, atol=0.015)


def test_up_to_65536_patterns_are_enumerated():
    x, z = small(9, (3, 16))
    assert soft_pairwise_accuracy(x, z)[3:5] == (65_536, True)
    more = small(9, (3, 17))
    assert soft_pairwise_accuracy(*more, np.random.default_rng(0), 99)[3:5] == (100, False)
    with pytest.raises(SpecError, match="17 segments have too many sign patterns"):
        soft_pairwise_accuracy(*more)
    with pytest.raises(SpecError, match="1 draw or more"):
        soft_pairwise_accuracy(*more, np.random.default_rng(0), 0)


def test_a_p_value_is_never_0_or_1_and_two_directions_add_up_to_1():
    differences = np.random.default_rng(3).normal(2, 1, size=(6, 30))
    patterns, _ = flip_patterns(30, np.random.default_rng(0), 300)
    forth, back = sign_flip_p(differences, patterns), sign_flip_p(-differences, patterns)
    assert (forth > 0).all()
    assert (back < 1).all()
    np.testing.assert_allclose(forth + back, 1, rtol=0, atol=1e-15)


def test_missing_cells_leave_out_their_segment():
    x, z = small(5, (2, 6))
    x[0, 2] = z[1, 4] = np.nan
    kept = [0, 1, 3, 5]
    expected = naive_spa(x[:, kept], z[:, kept])
    assert soft_pairwise_accuracy(x, z).value == pytest.approx(expected, abs=1e-12)
    x[1] = np.nan
    found = soft_pairwise_accuracy(x, z)
    assert np.isnan(found.value)
    assert (found.n_pairs, found.n_undefined) == (0, 1)
    assert found.reason == "no two systems with a segment in common"


def test_a_metric_that_is_the_humans_is_perfect_and_its_negative_is_not():
    z = np.random.default_rng(6).normal(size=(4, 10)) + np.arange(4)[:, np.newaxis]
    assert soft_pairwise_accuracy(3 * z, z).value == 1
    assert soft_pairwise_accuracy(-z, z).value < 0.3


def test_pairs_that_share_other_segments_all_count_in_value_and_error():
    """Gaps of both sides in other places for each system; three pairs have nothing in common."""
    x, z = small(4, (6, 20)) / 10
    x[0, :4] = x[3, 2:9] = z[1, 5:] = z[2, :7] = x[2, 17:] = z[4, 10:] = x[5, :11] = np.nan
    found = soft_pairwise_accuracy(x, z, np.random.default_rng(2), 30)
    patterns, _ = flip_patterns(20, np.random.default_rng(2), 30)
    gaps, influences = [], np.zeros(len(patterns))
    for i in range(6):
        for j in range(i + 1, 6):
            both = ~np.isnan(x[[i, j]] + z[[i, j]]).any(axis=0)
            if not both.any():
                continue
            says = []
            for scores in (z, x):
                leads = (scores[i] - scores[j])[both]
                # half of what a flip takes away, in whole numbers
                taken = np.array([np.rint(10 * (leads @ pattern[both])) for pattern in patterns])
                says.append(np.where(taken < 0, 1.0, np.where(taken > 0, 0.0, 0.5)))
            apart = says[0] - says[1]
            gaps.append(abs(apart.mean()))
            influences += apart * np.sign(apart.mean())
    assert (found.n_pairs, found.n_undefined) == (len(gaps), 15 - len(gaps)) == (12, 3)
    assert found.value == pytest.approx(1 - np.mean(gaps))
    assert found.error == pytest.approx(stdev(influences) / 12 / len(patterns) ** 0.5)


def test_the_error_over_drawn_patterns_is_that_of_a_mean():
    """Of one pair: the spread, with n - 1, of what each pattern says, over the root of their number."""
    x, z = np.random.default_rng(2).normal(size=(2, 2, 17))
    patterns, exact = flip_patterns(17, np.random.default_rng(0), 4)
    assert not exact
    assert len(patterns) == 5
    first, second = np.array([0]), np.array([1])
    human, metric = (doubts(FlippedMeans(side, patterns), first, second)[:, 0] for side in (z, x))
    found = soft_pairwise_accuracy(x, z, np.random.default_rng(0), draws=4)
    assert found.error == pytest.approx(stdev(human - metric) / 5**0.5)
    assert found.error > 0


@pytest.mark.parametrize(
    "pairs",
    [
        {},
        {(0, 1): 0.3},
        {(0, 1): 0.0, (0, 2): 0.5, (1, 2): 0.25},
        {(0, 1): 0.5, (0, 2): 0.25, (1, 2): 1.0},
        {(0, 1): 0.5, (0, 2): 0.4, (1, 2): 1.0},
    ],
    ids=["no pair", "two systems", "1 without a system", "0 without a system", "0 but for rounding"],
)
def test_an_interval_needs_three_systems_and_a_doubt_without_each(pairs):
    gaps = np.full((3, 3), np.nan)
    for (i, j), gap in pairs.items():
        gaps[i, j] = gaps[j, i] = gap
    assert np.isnan(soft_pairwise_interval(gaps)[:2]).all()


@pytest.mark.parametrize("mid_p", [True, False])
def test_chance_is_what_constant_scores_get(mid_p):
    rng = np.random.default_rng(4)
    x, z = rng.normal(size=(5, 6)), rng.integers(1, 4, (5, 6)).astype(float)
    x[1, 2] = z[3, 0] = z[0, 4] = np.nan
    found = soft_pairwise_accuracy(x, z, mid_p=mid_p)
    constant = soft_pairwise_accuracy(np.where(np.isnan(x), np.nan, 0.0), z, mid_p=mid_p)
    assert found.chance == pytest.approx(constant.value, abs=1e-12)
    assert constant.chance == pytest.approx(constant.value, abs=1e-12)
