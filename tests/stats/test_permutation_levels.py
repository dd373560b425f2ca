"""How often permutation tests reject metrics that are equally good, and ones that are not."""

import numpy as np
import pytest

from workbench.stats.tests.permutation import permutation_test, permutation_tests
from workbench.stats.tests.reach import draws_needed, smallest_p
from workbench.stats.tests.under_swaps import Swapping

LEVEL = 0.05


def normal(rng, size):
    return rng.normal(size=size)


def heavy(rng, size):
    return rng.standard_t(3, size=size) / np.sqrt(3)


def two_metrics(kind, rng, n):
    """Judgments and two metrics that are equally good: each sees quality and something of its own."""
    quality = rng.normal(size=n)
    own = heavy(rng, (2, n)) if kind == "heavy tails" else rng.normal(size=(2, n))
    if kind == "growing":
        own *= np.exp(quality / 2)
    return quality, quality + 0.7 * own


def unequal_family(rng, n, draw=normal, apart=0.2):
    """17 near-duplicates and one metric of its own, all equally good."""
    quality = rng.normal(size=n)
    alike = (draw(rng, n) + apart * draw(rng, (17, n))) / np.sqrt(1 + apart**2)
    return quality, quality + 0.7 * np.concatenate([alike, draw(rng, (1, n))])


def equal_family(rng, n):
    quality = rng.normal(size=n)
    return quality, quality + 0.7 * rng.normal(size=(20, n))


def rejected(world, n, replications, draws=199, seed=7):
    """Return the share of tables in which some difference is called real."""
    rng, found = np.random.default_rng(seed), 0
    for _ in range(replications):
        z, x = world(rng, n)
        tests = permutation_tests(
            x[:, :, np.newaxis], z[:, np.newaxis], rng, how=Swapping(draws=draws, exact_up_to=0)
        )
        found += tests.adjusted[0].min() <= LEVEL
    return found / replications


def with_noise(z, x, rng):
    """Scores of 20 inputs with these means, the second metric three times as noisy as the first one."""
    noise = rng.normal(size=(2, len(z), 20)) * np.array([1.0, 3.0])[:, np.newaxis, np.newaxis]
    noise -= noise.mean(axis=2, keepdims=True)
    return np.repeat(z[:, np.newaxis], 20, axis=1), x[:, :, np.newaxis] + noise


def rejected_with_noise(world, n, replications, draws=199):
    rng, found = np.random.default_rng(3), 0
    for _ in range(replications):
        z, x = with_noise(*world(rng, n), rng)
        found += permutation_test(*x, z, rng, how=Swapping(draws=draws, exact_up_to=0)).p_two <= LEVEL
    return found / replications


def equal(rng, n):
    return two_metrics("normal", rng, n)


def unequal(rng, n):
    quality = rng.normal(size=n)
    return quality, quality + np.array([[0.4], [1.0]]) * rng.normal(size=(2, n))


@pytest.mark.parametrize("kind", ["normal", "heavy tails", "growing"])
@pytest.mark.parametrize("n", [12, 25])
def test_type_one_error_of_one_pair(kind, n):
    assert 0.02 <= rejected(lambda rng, n: two_metrics(kind, rng, n), n, 500) <= 0.09


@pytest.mark.parametrize("n", [12, 25])
def test_type_one_error_of_an_unequal_family(n):
    assert rejected(unequal_family, n, 150, draws=99) <= 0.12


def test_noise_of_cells_costs_neither_level_nor_power():
    """Swapping systems, cells that are standardised reject in .013 and .18 instead of .05 and .4."""
    assert 0.03 <= rejected_with_noise(equal, 12, 500) <= 0.08
    assert rejected_with_noise(unequal, 12, 300) >= 0.28


@pytest.mark.slow
@pytest.mark.parametrize("n", [12, 25])
@pytest.mark.parametrize(
    ("world", "most"),
    [
        (unequal_family, 0.065),
        (lambda rng, n: unequal_family(rng, n, apart=0.02), 0.07),
        (lambda rng, n: unequal_family(rng, n, draw=heavy), 0.08),
        (equal_family, 0.07),
        *((lambda rng, n, kind=kind: two_metrics(kind, rng, n), 0.07) for kind in ("normal", "heavy tails")),
        (lambda rng, n: two_metrics("growing", rng, n), 0.075),
    ],
)
def test_family_wise_errors(world, most, n):
    """2,000 tables each, so that .065 is three standard errors above .05."""
    assert rejected(world, n, 2000) <= most


def test_draws_follow_from_what_has_to_be_found():
    for n_tests in (1, 136, 5151):
        for correction in ("none", "max-t", "holm", "bonferroni", "bh", "by"):
            draws = draws_needed(n_tests, correction, LEVEL)
            least = smallest_p(draws, False, n_tests, correction)
            assert least <= LEVEL / 4 or (n_tests, correction) in ((5151, "holm"), (5151, "bonferroni"))
            assert 1000 <= draws <= 100_000
    assert smallest_p(draws_needed(5151, "holm", LEVEL), False, 5151, "holm") > LEVEL


@pytest.mark.parametrize("swap", ["systems", "inputs", "both-cell", "both-xor"])
@pytest.mark.parametrize("side", range(2))
def test_no_exact_p_is_below_the_smallest_one(swap, side):
    z = np.arange(8.0).reshape(4, 2) ** 2
    x = np.random.default_rng(0).normal(size=z.shape)
    tests = permutation_test(
        z,
        x,
        z,
        np.random.default_rng(0),
        "system",
        "pearson",
        how=Swapping(swap=swap, statistic="difference"),
    )
    least = smallest_p(tests.draws, True, 1, "none", two_sided=side == 0, swap=swap)
    assert tests[1 + side] >= least - 1e-12


def test_the_smallest_p_counts_patterns_that_are_the_same():
    """Of 16 patterns each has its opposite; marks of rows and columns make each of them twice besides."""
    both_sides = {swap: smallest_p(16, True, 1, "none", swap=swap) for swap in ("systems", "both-xor")}
    assert both_sides == {"systems": 2 / 16, "both-xor": 4 / 16}
    assert smallest_p(16, True, 1, "none", two_sided=False, swap="both-xor") == 2 / 16
    assert smallest_p(99, False, 3, "by") == pytest.approx((1 + 1 / 2 + 1 / 3) / 100)
