"""Sums over blocks, written out."""

import numpy as np

from workbench.kernels.blocks import block_sums


def test_block_sums_use_full_blocks_in_their_order():
    values = np.array([[1.0, 0.5], [2.0, 0.25], [4.0, 0.125], [8.0, 0.0]])
    orders = np.array([[3, 1, 0, 2, 2], [0, 0, 1, -1, -1]], np.int32)
    expected = [[[10.0, 0.25], [5.0, 0.625]], [[2.0, 1.0], [np.nan, np.nan]]]
    assert np.array_equal(block_sums(values, orders, 2), expected, equal_nan=True)
    assert block_sums(values, orders, 6).shape == (2, 0, 2)
