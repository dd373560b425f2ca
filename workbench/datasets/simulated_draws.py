"""Random choices that are the same on every machine and under every version of NumPy."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")
_BLOCK = 256
_UNUSED_BITS = np.uint64(11)
_SCALE = 2.0**-53


class RandomChoices:
    """Random choices from a stream that belongs to a seed and a place.

    Only the raw 64-bit words of Philox are used, whose order NumPy guarantees, and only sums and products of
    them: no logarithm of the platform's mathematical library can differ.

    Examples
    --------
    >>> RandomChoices(1, (0, 7)).uniform() == RandomChoices(1, (0, 7)).uniform()
    True
    """

    def __init__(self, seed: int, place: tuple[int, ...]) -> None:
        self._next = _numbers(np.random.Philox(np.random.SeedSequence(seed, spawn_key=place))).__next__

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return a number in [low, high)."""
        return low + (high - low) * self._next()

    def chance(self, probability: float) -> bool:
        """Return whether something of this probability happens."""
        return self._next() < probability

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to limit - 1."""
        return int(self._next() * limit)

    def noise(self, deviation: float) -> float:
        """Return a bell-shaped number of mean 0 and this standard deviation, at most 3 of them away."""
        # the sum of three uniform numbers has variance 1/4
        return (self._next() + self._next() + self._next() - 1.5) * 2.0 * deviation

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def several(self, items: Sequence[T], number: int) -> list[T]:
        """Return `number` different items, in random order."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(number)]


def _numbers(philox: np.random.Philox) -> Iterator[float]:
    """Give numbers in [0, 1) without end: few of them first, since many a place needs three."""
    size = 4
    while True:
        yield from ((philox.random_raw(size) >> _UNUSED_BITS) * _SCALE).tolist()
        size = _BLOCK
