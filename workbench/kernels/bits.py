"""Integers as sets of small numbers: how many hold a set, and how many numbers are in one."""

from workbench.kernels.compile import Whole, word_step

BITS = 62
"""Numbers in one signed integer, with room for a carry."""

FULL = (1 << BITS) - 1


@word_step
def count_blocks(number: Whole) -> int:
    """Return how many integers hold that many bits."""
    return int(number + BITS - 1) // BITS


@word_step
def count_ones(bits: Whole) -> int:
    """Return the number of ones in a non-negative integer; the compiler knows the formula."""
    bits = int(bits) - ((int(bits) >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bits * 0x0101010101010101) >> 56 & 0x7F


@word_step
def turn(bits: Whole) -> int:
    """Return a set with number j in place of number ``BITS - 1 - j``; the compiler knows this, too."""
    bits = ((int(bits) >> 1) & 0x5555555555555555) | ((int(bits) & 0x5555555555555555) << 1)
    bits = ((bits >> 2) & 0x3333333333333333) | ((bits & 0x3333333333333333) << 2)
    bits = ((bits >> 4) & 0x0F0F0F0F0F0F0F0F) | ((bits & 0x0F0F0F0F0F0F0F0F) << 4)
    bits = ((bits >> 8) & 0x00FF00FF00FF00FF) | ((bits & 0x00FF00FF00FF00FF) << 8)
    bits = ((bits >> 16) & 0x0000FFFF0000FFFF) | ((bits & 0x0000FFFF0000FFFF) << 16)
    return (((bits >> 32) & 0x00000000FFFFFFFF) | (bits << 32)) >> 2 & FULL
