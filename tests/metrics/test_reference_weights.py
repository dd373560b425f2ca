"""Ablations of weights."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.metrics.batch import BatchLayout
from workbench.metrics.references import reweigh

SIZES = st.lists(st.tuples(st.integers(1, 3), st.integers(1, 5)), min_size=1, max_size=6)


def laid_out(sizes, seed):
    rng = np.random.default_rng(seed)
    layout = BatchLayout.of_sizes([size[0] for size in sizes], [size[1] for size in sizes])
    weights = rng.choice([-1.0, -0.4, 0.0, 0.3, 0.7, 1.0], len(layout.weights))
    return replace(layout, weights=weights).choose(rng.random(layout.n_pairs) < 0.7)


@given(SIZES, st.integers(0, 99))
def test_shuffling_deals_the_weights_of_the_used_references_of_a_group(sizes, seed):
    layout = laid_out(sizes, seed)
    shuffled = reweigh("shuffled", layout, np.random.default_rng(seed))
    used = np.zeros(len(layout.weights), bool)
    used[layout.pair_reference[layout.chosen]] = True
    np.testing.assert_array_equal(shuffled.weights[~used], layout.weights[~used])
    np.testing.assert_array_equal(shuffled.chosen, layout.chosen)
    for start, stop in zip(layout.reference_groups[:-1], layout.reference_groups[1:], strict=True):
        mine = np.arange(start, stop)[used[start:stop]]
        assert sorted(shuffled.weights[mine]) == sorted(layout.weights[mine])


def test_shuffling_moves_weights():
    layout = replace(BatchLayout.of_sizes([1], [20]), weights=np.linspace(-1, 1, 20))
    assert not np.array_equal(reweigh("shuffled", layout, np.random.default_rng(1)).weights, layout.weights)


@given(SIZES, st.integers(0, 99))
def test_the_others_change_weights_or_references_but_not_both(sizes, seed):
    layout = laid_out(sizes, seed)
    rng = np.random.default_rng(0)
    assert reweigh("rated", layout, rng) is layout
    np.testing.assert_array_equal(reweigh("one", layout, rng).weights, 1.0)
    np.testing.assert_array_equal(reweigh("signs", layout, rng).weights, np.sign(layout.weights))
    positive = reweigh("positive", layout, rng)
    np.testing.assert_array_equal(positive.weights, layout.weights)
    weights = layout.weights[layout.pair_reference]
    np.testing.assert_array_equal(positive.chosen, layout.chosen & (weights > 0))


@pytest.mark.parametrize("how", ["one", "signs"])
def test_chosen_pairs_stay(how):
    layout = laid_out([(2, 3), (1, 4)], 5)
    np.testing.assert_array_equal(reweigh(how, layout, np.random.default_rng(0)).chosen, layout.chosen)
