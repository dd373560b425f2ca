"""The random numbers of Perl, and the bootstrap that ROUGE-1.5.5 makes of them."""

import math
import random

import numpy as np
import pytest

from workbench.stats.resampling.perl_random import perl_interval, perl_positions, perl_sums

# perl 5.36: srand($seed); print int(rand($n)) for 1..12
PRINTED = {
    (1, 7): [0] * 12,
    (2, 1): [0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1],
    (12, 0): [2, 8, 1, 10, 6, 9, 8, 4, 10, 8, 5, 4],
    (12, 999): [1, 7, 9, 11, 9, 6, 7, 4, 7, 3, 8, 9],
    (37, 65536): [2, 29, 31, 8, 12, 16, 34, 36, 10, 11, 8, 6],
    (1000, 7): [266, 682, 265, 129, 494, 297, 159, 720, 10, 93, 782, 891],
    (1000, 123456): [940, 670, 631, 206, 55, 288, 222, 989, 546, 962, 272, 377],
}


@pytest.mark.parametrize(("n", "seed"), PRINTED)
def test_positions_are_those_of_perl(n, seed):
    got = [int(positions[seed]) for positions in perl_positions(n, seed + 1)]
    assert len(got) == n
    wanted = PRINTED[n, seed]
    assert got[:12] == wanted[:n]


def naive_draw(values, seed):
    """The sum of one draw, in whole numbers and one step at a time."""
    state, total = (seed << 16) + 0x330E, 0.0
    for _ in values:
        state = (state * 0x5DEECE66D + 0xB) % 2**48
        total += values[int(len(values) * (state / 2**48))]
    return total


@pytest.mark.parametrize("n", [1, 2, 13, 250])
def test_sums_are_exactly_those_of_a_loop(n):
    values = np.random.default_rng(n).random((n, 2)).round(5)
    got = perl_sums(values, 40)
    want = [[naive_draw(column.tolist(), seed) for column in values.T] for seed in range(40)]
    assert got.tolist() == want


def test_columns_share_the_draws():
    values = np.arange(9.0)
    both = perl_sums(np.column_stack((values, 2 * values)), 50)
    assert (both[:, 1] == 2 * both[:, 0]).all()
    assert len(np.unique(both[:, 0])) > 10


def naive_interval(values, confidence):
    """The same with Perl's lists: what lies behind the end counts as 0."""
    ordered, r = [*sorted(values), 0.0], len(values)
    below = r * (100 - confidence) / 200
    q, upper = math.modf(r - below - 1)
    low, high = math.floor(below), int(upper)
    return [ordered[at] + (ordered[at + 1] - ordered[at]) * q for at in (low, high)]


@pytest.mark.parametrize(
    ("draws", "confidence"),
    [(1000, 95), (500, 99), (777, 90), (1000, 100), (10, 0), (1, 95), (2, 95), (7, 99.9)],
)
def test_interval_of_shuffled_draws(draws, confidence):
    values = random.Random(draws).choices([k / 7 for k in range(900)], k=draws)
    got = perl_interval(np.array(values)[:, None], confidence)
    assert [got.low[0], got.high[0]] == naive_interval(values, confidence)
    assert got.mean[0] == sum(values) / draws


def test_bounds_of_the_usual_run_are_two_draws():
    """r = 1000, c = 95: the sorted draws 25 and 974."""
    got = perl_interval(np.random.default_rng(0).permutation(np.arange(1000.0))[:, None], 95)
    assert (got.low[0], got.high[0]) == (25.0, 974.0)
    # r = 777, c = 90: 38.85, 737 and the same .15 for both
    got = perl_interval(np.arange(777.0)[:, None] ** 2, 90)
    q = 777 - 38.85 - 1 - 737
    assert got.low[0] == pytest.approx(38**2 + (39**2 - 38**2) * q, rel=1e-12)
    assert got.high[0] == pytest.approx(737**2 + (738**2 - 737**2) * q, rel=1e-12)
