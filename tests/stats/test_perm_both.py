"""Swaps of two metrics against all patterns written out, one at a time."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from scipy.stats import norm

from workbench.stats.tests.perm_both import (
    one_sided,
    swapped_pairwise,
    swapped_pearson,
    swapped_right,
    swapped_soft_pairwise,
)

PAIRS = np.array([[0, 1], [1, 2]])
DRAWS = 3000


def standard(values: np.ndarray) -> np.ndarray:
    return (values - values.mean()) / values.std()


def every_difference(a: np.ndarray, b: np.ndarray, coefficient: Callable[[np.ndarray], float]) -> list[float]:
    """Return the difference of two metrics' coefficients under each pattern of swaps."""
    a, b = standard(a), standard(b)
    found = []
    for pattern in product([False, True], repeat=a.size):
        swap = np.array(pattern).reshape(a.shape)
        found.append(coefficient(np.where(swap, b, a)) - coefficient(np.where(swap, a, b)))
    return found


def is_a_sample(drawn: np.ndarray, every: list[float]) -> None:
    """Hold drawn values to all there are: each of them is one, and as frequent, give or take four errors."""
    values, counts = np.unique(np.round(every, 9), return_counts=True)
    nearest = np.abs(drawn[:, np.newaxis] - values).argmin(axis=1)
    assert drawn == pytest.approx(values[nearest], abs=1e-8)
    share = counts / len(every)
    error = 4 * np.sqrt(share * (1 - share) / drawn.size) + 1e-9
    assert (np.abs(np.bincount(nearest, minlength=values.size) / drawn.size - share) < error).all()


def test_pearson() -> None:
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(3, 5)), rng.normal(size=5)
    drawn = swapped_pearson(x, z, PAIRS, DRAWS, np.random.default_rng(2))
    for at, (one, other) in enumerate(PAIRS):
        every = every_difference(x[one], x[other], lambda mixed: float(np.corrcoef(mixed, z)[0, 1]))
        is_a_sample(drawn[:, at], every)


def test_a_constant_metric_has_a_coefficient_of_0_beside_a_perfect_one() -> None:
    """Swapped in one of two places, both order the two as people do; in both places, they change sides."""
    x, rng = np.array([[1.0, 2.0], [7.0, 7.0]]), np.random.default_rng(0)
    drawn = swapped_pearson(x, np.array([3.0, 5.0]), np.array([[0, 1]]), 40, rng)
    assert sorted(set(drawn.round(9).ravel().tolist())) == [-1.0, 0.0, 1.0]


@pytest.mark.parametrize("cells", [1, 150, 10**6])
def test_so_many_draws_are_made_however_many_at_a_time(cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw of 70 coins takes two words: the same draws come of one at a time, of two, and of all."""
    x, z = np.random.default_rng(1).normal(size=(2, 70)), np.arange(70.0)
    whole = swapped_pearson(x, z, np.array([[0, 1]]), 7, np.random.default_rng(2))
    monkeypatch.setattr("workbench.stats.tests.perm_both._CELLS", cells)
    parts = swapped_pearson(x, z, np.array([[0, 1]]), 7, np.random.default_rng(2))
    assert parts.shape == (7, 1)
    assert parts == pytest.approx(whole, abs=1e-12)


def test_pooled_pairwise_accuracy() -> None:
    """Systems of two tasks: only pairs within a task count, all of them together."""
    rng = np.random.default_rng(3)
    x, z = [rng.normal(size=(3, n)) for n in (3, 2)], [rng.normal(size=n) for n in (3, 2)]

    def accuracy(mixed: np.ndarray) -> float:
        right = [
            np.sign(mixed[i] - mixed[j]) == np.sign(human[i - start] - human[j - start])
            for start, human in ((0, z[0]), (3, z[1]))
            for i in range(start, start + len(human))
            for j in range(i + 1, start + len(human))
        ]
        return float(np.mean(right))

    drawn = swapped_pairwise(x, z, PAIRS, DRAWS, np.random.default_rng(4))
    both = np.concatenate(x, axis=1)
    for at, (one, other) in enumerate(PAIRS):
        is_a_sample(drawn[:, at], every_difference(both[one], both[other], accuracy))


def test_equal_scores_of_two_metrics_tie() -> None:
    """On one scale the lower scores of one metric are those of the other, but for digits that order none."""
    x, z = np.array([[-1.0, 0.0, -1.0], [1.0, 0.0, 0.0]]), np.array([-2.0, 1.0, -3.0])

    def accuracy(mixed: np.ndarray) -> float:
        signs = [np.sign(np.round(mixed[i] - mixed[j], 9)) for i, j in ((0, 1), (0, 2), (1, 2))]
        return float(np.mean(np.array(signs) == [-1, 1, 1]))

    drawn = swapped_pairwise([x], [z], PAIRS[:1], DRAWS, np.random.default_rng(11))[:, 0]
    is_a_sample(drawn, every_difference(*x, accuracy))


def test_what_metrics_say_of_pairs() -> None:
    """Pairs of two weights: what both say right or wrong adds nothing."""
    right = np.array([[1, 1, 0, 0, 1], [0, 1, 0, 1, 0], [1, 0, 0, 1, 1]], bool)
    weights = np.array([0.1, 0.2, 0.2, 0.25, 0.25])
    drawn = swapped_right(right, weights, PAIRS, DRAWS, np.random.default_rng(5))
    for at, (one, other) in enumerate(PAIRS):
        every = [
            sum(
                weight * sign * (float(mine) - float(theirs))
                for weight, sign, mine, theirs in zip(weights, signs, right[one], right[other], strict=True)
            )
            for signs in product([1, -1], repeat=5)
        ]
        is_a_sample(drawn[:, at], every)


def soft(mixed: np.ndarray, z: np.ndarray) -> float:
    """Return soft pairwise accuracy with the normal law in place of sign patterns."""
    gaps = []
    for i in range(len(z)):
        for j in range(i + 1, len(z)):
            there = ~np.isnan(z[i]) & ~np.isnan(z[j])
            p = []
            for scores in (mixed, z):
                apart = (scores[i] - scores[j])[there]
                size = float(np.sqrt((apart**2).sum()))
                p.append(0.5 if size < 1e-9 else float(norm.sf(apart.sum() / size)))
            gaps.append(abs(p[0] - p[1]))
    return 1 - float(np.mean(gaps))


def test_soft_pairwise_accuracy() -> None:
    rng = np.random.default_rng(6)
    x, z = rng.normal(size=(3, 3, 2)), rng.normal(size=(3, 2))
    drawn, seen = swapped_soft_pairwise(x, z, PAIRS, DRAWS, np.random.default_rng(7))
    for at, (one, other) in enumerate(PAIRS):
        assert seen[at] == pytest.approx(soft(standard(x[one]), z) - soft(standard(x[other]), z))
        is_a_sample(drawn[:, at], every_difference(x[one], x[other], lambda mixed: soft(mixed, z)))


def test_a_segment_counts_for_the_systems_that_have_it() -> None:
    rng = np.random.default_rng(8)
    x, z = rng.normal(size=(2, 3, 6)), rng.normal(size=(3, 6))
    z[0, 1] = z[2, 4] = np.nan
    _, seen = swapped_soft_pairwise(x, z, PAIRS[:1], 1, rng)
    there = ~np.isnan(z)
    one, other = (np.where(there, (each - each[there].mean()) / each[there].std(), np.nan) for each in x)
    assert seen == pytest.approx(soft(one, z) - soft(other, z))


def test_a_cell_that_one_metric_lacks_is_one_of_neither() -> None:
    rng = np.random.default_rng(5)
    x, z, pair = rng.normal(size=(2, 4, 6)), rng.normal(size=(4, 6)), np.array([[0, 1]])
    x[0, 2, 3] = np.nan
    one = swapped_soft_pairwise(x, z, pair, 9, np.random.default_rng(3))
    x[1, 2, 3] = np.nan
    both = swapped_soft_pairwise(x, z, pair, 9, np.random.default_rng(3))
    for found, expected in zip(one, both, strict=True):
        assert np.isfinite(expected).all()
        assert found == pytest.approx(expected, abs=1e-12)


def test_a_pair_with_an_undefined_swap_has_no_p_value_and_the_others_have() -> None:
    null = np.array([[0.1, np.nan, np.nan], [0.3, 0.2, np.nan], [-0.2, 0.1, np.nan]])
    found = one_sided(null, np.array([0.1, 0.1, 0.1]))
    assert found == pytest.approx([3 / 4, np.nan, np.nan], nan_ok=True)
    assert np.isnan(one_sided(null[:, :1], np.array([np.nan]))).all()


def test_p_values_are_never_0() -> None:
    null = np.array([[0.0, 0.2], [0.5, 0.2], [-0.5, 0.2]])
    assert one_sided(null, np.array([0.5, 0.3])).tolist() == [0.5, 0.25]


def test_what_no_swap_tells_has_no_p_value() -> None:
    """The least that there is stood there, as no swap came near the difference."""
    x, z = np.full((2, 3, 4), np.nan), np.ones((3, 4))
    null, seen = swapped_soft_pairwise(x, z, PAIRS[:1], 5, np.random.default_rng(0))
    assert null.shape == (5, 1)
    assert np.isnan(
        [*null.ravel(), *seen, *one_sided(null, np.array([0.2])), *one_sided(-seen[None], seen)]
    ).all()


def test_systems_without_a_segment_in_common_are_no_pair() -> None:
    """The third system has a segment that the two others lack: the soft accuracy is that of one pair."""
    rng = np.random.default_rng(4)
    x, z = rng.normal(size=(2, 3, 5)), rng.normal(size=(3, 5))
    z[:2, 4] = z[2, :4] = np.nan
    two = swapped_soft_pairwise(x[:, :2, :4], z[:2, :4], PAIRS[:1], 5, np.random.default_rng(0))[1]
    three = swapped_soft_pairwise(x, z, PAIRS[:1], 5, np.random.default_rng(0))[1]
    assert three == pytest.approx(two)
    assert abs(two[0]) > 0


@pytest.mark.parametrize("unit", [1e-14, 1e7 + 0.7])
def test_differences_do_not_depend_on_the_unit_of_scores(unit: float) -> None:
    """Likelihoods are tiny, and of constant scores the deviation is noise as large as the scores are."""
    rng = np.random.default_rng(3)
    x, z = rng.normal(size=(3, 4, 5)), rng.normal(size=(4, 5))
    x[2] = 0.1
    pairs = np.array([[0, 1], [0, 2]])
    for found in (
        lambda x, z: swapped_soft_pairwise(x, z, pairs, 20, np.random.default_rng(0))[0],
        lambda x, z: swapped_pearson(x.reshape(3, -1), z.ravel(), pairs, 20, np.random.default_rng(0)),
    ):
        assert found(unit * x, unit * z) == pytest.approx(found(x, z), abs=1e-9)
