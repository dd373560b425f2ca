"""Pairs of systems on blocks of segments, at the size of Galley et al. 2015 and on small sets."""

import numpy as np
import pytest

from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.levels.blocks import (
    BlockEstimate,
    assign,
    assign_drawn,
    average_assignments,
    block_coefficients,
    block_fisher,
    clean,
    draw_orientation,
    orient,
    repeat_pairs,
    sort_blocks,
    sum_blocks,
)
from workbench.stats.resampling.resample import expand
from workbench.stats.resampling.streams import stream

N_SEGMENTS, N_PAIRS, SIZE = 2114, 12, 100


def test_units_of_the_paper():
    """12 x 2114 / 100 gives 252 full units, each of 100 sentences of one pair."""
    rngs = [stream(1, "pair", str(pair)) for pair in range(N_PAIRS)]
    orders = [assign(rng, np.arange(N_SEGMENTS), 3) for rng in rngs]
    # who is in a block is told by one column for each segment
    sums = sum_blocks([np.eye(N_SEGMENTS)] * N_PAIRS, orders, SIZE)
    assert sums.shape == (3, N_PAIRS, 21, N_SEGMENTS)
    assert sums.shape[1] * sums.shape[2] == 252
    assert set(np.unique(sums)) == {0.0, 1.0}
    assert (sums.sum(axis=-1) == SIZE).all()
    assert (sums.sum(axis=2).max(axis=-1) == 1).all()
    assert (sums.sum(axis=(2, 3)) == 2100).all()
    # dealt anew for each pair and each assignment
    blocks = sums[:, :, 0].reshape(-1, N_SEGMENTS)
    assert len(np.unique(blocks, axis=0)) == 3 * N_PAIRS


def test_assignments_are_those_of_the_stream_in_one_piece_or_several():
    segments = np.array([4, 7, 8, 9])
    whole = assign(stream(0, "a"), segments, 10)
    rng = stream(0, "a")
    parts = [assign(rng, segments, n) for n in (3, 1, 6)]
    assert np.array_equal(np.concatenate(parts), whole)
    assert (np.sort(whole, axis=1) == segments).all()


def test_drawn_segments_keep_how_often_they_were_drawn():
    rng = np.random.default_rng(2)
    counts = np.stack([np.bincount(rng.integers(6, size=6), minlength=6) for _ in range(20)]).astype(float)
    usable = np.array([True, False, True, True, True, True])
    orders = assign_drawn(np.random.default_rng(0), usable, expand(counts).astype(np.int32))
    for order, count in zip(orders, counts, strict=True):
        n_left = int(count[usable].sum())
        assert (order[n_left:] == -1).all()
        assert np.array_equal(np.bincount(order[:n_left], minlength=6), np.where(usable, count, 0))
    all_usable = assign_drawn(np.random.default_rng(0), np.ones(6, bool), expand(counts).astype(np.int32))
    assert (np.sort(all_usable, axis=1) == expand(counts)).all()
    assert not (all_usable == expand(counts)).all()


def test_pairs_with_fewer_segments_have_fewer_blocks():
    values = [np.ones((5, 1)), np.ones((5, 1))]
    orders = [np.array([[0, 1, 2, 3, 4]], np.int32), np.array([[1, 3]], np.int32)]
    sums = sum_blocks(values, orders, 2)
    assert np.array_equal(sums[0, :, :, 0], [[2.0, 2.0], [2.0, np.nan]], equal_nan=True)


def test_sums_use_full_blocks_in_their_order():
    values = np.array([[1.0, 0.5], [2.0, 0.25], [4.0, 0.125], [8.0, 0.0]])
    orders = np.array([[3, 1, 0, 2, 2], [0, 0, 1, -1, -1]], np.int32)
    expected = [[[[10.0, 0.25], [5.0, 0.625]]], [[[2.0, 1.0], [np.nan, np.nan]]]]
    assert np.array_equal(sum_blocks([values], [orders], 2), expected, equal_nan=True)
    assert sum_blocks([values], [orders], 6).shape == (2, 1, 0, 2)


def test_orientation_is_drawn_once_for_a_pair():
    signs = [draw_orientation(stream(3, "o", str(n)), "random") for n in range(200)]
    assert set(signs) == {1, -1}
    assert 70 < signs.count(1) < 130
    assert signs == [draw_orientation(stream(3, "o", str(n)), "random") for n in range(200)]
    assert draw_orientation(stream(3, "o", "0"), "fixed") == 1


def test_orientations_change_the_coefficient_as_they_should():
    rng = np.random.default_rng(5)
    x, z = rng.normal(size=(2, 4, 3, 5)) + 1.0
    signs = np.array([1, -1, -1])
    for name in ("pearson", "spearman", "kendall"):
        turned = [orient(values, signs, "random") for values in (x, z)]
        by_hand = [
            [s * v for s, row in zip(signs, values, strict=True) for v in row]
            for values in (x[2], z[2])
        ]  # fmt: skip
        expected = get_coefficient(name)(*np.array(by_hand))
        assert block_coefficients(*turned, name)[2] == pytest.approx(expected, abs=1e-12)
        both = [orient(values, signs, "both") for values in (x, z)]
        assert both[0].shape == (4, 3, 10)
        # both ways it does not matter which way came first
        again = [orient(orient(values, signs, "random"), signs, "both") for values in (x, z)]
        np.testing.assert_allclose(
            block_coefficients(*both, name), block_coefficients(*again, name), atol=1e-12
        )


def test_repeated_pairs():
    observations = np.arange(6.0).reshape(1, 3, 2)
    assert repeat_pairs(observations, np.array([[0.0, 1.0, 2.0]])).tolist() == [[[2, 3], [4, 5], [4, 5]]]
    assert repeat_pairs(observations, np.ones((1, 3))) is observations


def test_any_coefficient_takes_blocks_that_are_not_there():
    x = np.array([[[1.0, 2.0], [4.0, np.nan]]])
    z = np.array([[[1.0, 3.0], [2.0, np.nan]]])
    for name in ("pearson", "spearman", "kendall", "gamma"):
        expected = get_coefficient(name)(x[0].ravel()[:3], z[0].ravel()[:3])
        assert block_coefficients(x, z, name)[0] == pytest.approx(expected, abs=1e-12)
        assert np.isnan(block_coefficients(x[:, :1], z[:, :1], name)).all()  # two blocks


@pytest.mark.parametrize("name", ["spearman", "kendall"])
def test_orders_at_hand_change_nothing_where_metric_and_judges_lack_different_blocks(name):
    x, z = np.random.default_rng(6).normal(size=(2, 3, 2, 4))
    x[0, 1, 2] = z[1, 0, 0] = z[2, 1, 3] = np.nan
    orders = tuple(sort_blocks(each.reshape(len(each), -1)) for each in (x, z))
    found = block_coefficients(x, z, name, orders)
    for ours, theirs, value in zip(x, z, found, strict=True):
        both = ~(np.isnan(ours) | np.isnan(theirs))
        assert value == pytest.approx(float(get_coefficient(name)(ours[both], theirs[both])), abs=1e-12)


def test_two_blocks_of_several_pairs_are_too_few():
    nothing, two = np.array([np.nan, np.nan]), np.arange(4.0).reshape(2, 2)
    found = average_assignments(nothing, two, two, 2)
    assert (found.reason, found.n_undefined) == ("fewer than 3 blocks", 2)


def test_orders_at_hand_change_nothing():
    x, z = np.random.default_rng(3).integers(4, size=(2, 5, 3, 4)).astype(float)
    x[:, 2, 3] = z[:, 2, 3] = np.nan
    other = z.copy()
    other[0, 0, 0] = np.nan
    for name in ("spearman", "kendall", "pearson"):
        for judges in (z, other):
            orders = sort_blocks(x), sort_blocks(judges)
            found = block_coefficients(x, judges, name, orders)
            assert np.array_equal(found, block_coefficients(x, judges, name))
            there = ~np.isnan(x[0] + judges[0])
            expected = get_coefficient(name)(x[0][there], judges[0][there])
            assert found[0] == pytest.approx(expected, abs=1e-12)


def test_equal_differences_tie():
    """Sums of the same numbers in another order are the same observation."""
    values = np.array([[0.1], [0.2], [0.3], [0.0], [0.0], [0.6]])
    order = np.array([[0, 1, 2, 3, 4, 5]], np.int32)
    sums = sum_blocks([values], [order], 3)[..., 0]
    assert sums[0, 0, 0] != sums[0, 0, 1]
    assert len(np.unique(clean(sums, [sums]))) == 1


def test_undefined_assignments_are_counted():
    x, z = np.array([[1.0, 1.0, 1.0]]), np.array([[1.0, 2.0, 3.0]])
    assert average_assignments(np.full(4, np.nan), x, z, 3)[1:] == (3, 4, "constant metric scores")
    short = np.array([[1.0, 2.0]])
    assert average_assignments(np.full(1, np.nan), short, short, 2).reason == "fewer than 3 blocks"
    assert average_assignments(np.array([0.1, np.nan, 0.3]), x, z, 3) == BlockEstimate(0.2, 3, 1)
    assert average_assignments(np.full(1000, 0.1), x, z, 3).value == 0.1


def test_fisher_takes_the_number_of_blocks():
    """The half width that the paper's 252 full units would have, .124 on the scale of atanh, Pearson's c."""
    interval, said = block_fisher(BlockEstimate(0.3, 252), "pearson", 0.95)
    half = (np.arctanh(interval.high) - np.arctanh(interval.low)) / 2
    assert half == pytest.approx(0.1242, abs=1e-4)
    assert said == "n = 252 blocks, taken as independent"
