"""Which cells two metrics swap in a paired permutation test: every pattern, or random ones."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np

from workbench.types import Masks

Swap = Literal["systems", "inputs", "both-cell", "both-xor"]

EXACT_UP_TO = 16_384
"""Most patterns that are enumerated: 14 systems; 14 inputs; 14 cells; 14 systems and inputs together."""
CELLS = 2_000_000
"""Cells of patterns that are held at a time."""

POPULATIONS: dict[str, str] = {
    "systems": "all systems, these inputs",
    "inputs": "these systems, all inputs",
    "both-cell": "these systems, all inputs",
    "both-xor": "these systems, all inputs",
}
"""What each kind of swap speaks of.

Swapping single cells is often said to speak of all systems too. It does not: where metrics differ in how they
see a system, and not only in how they see an output, it rejects a true hypothesis about all systems more
often than not (.64 instead of .05 with 12 systems and 50 inputs).
"""


class Patterns(NamedTuple):
    """How many swap patterns a test looks at, and whether these are all of them."""

    number: int
    exact: bool


def count_patterns(swap: Swap, shape: tuple[int, ...], draws: int, limit: int) -> Patterns:
    """Say whether all patterns are enumerated: 2 to the number of marks of them, when at most `limit`.

    `shape` is that of the scores, (n_systems, n_segments).

    Examples
    --------
    >>> count_patterns("both-xor", (9, 5), 999, EXACT_UP_TO)
    Patterns(number=16384, exact=True)
    >>> count_patterns("both-cell", (9, 5), 999, EXACT_UP_TO)
    Patterns(number=999, exact=False)
    """
    patterns = 2 ** _marks(swap, *shape)
    return Patterns(patterns, True) if patterns <= limit else Patterns(draws, False)


def _marks(swap: Swap, n_systems: int, n_segments: int) -> int:
    sizes = {"systems": n_systems, "inputs": n_segments, "both-cell": n_systems * n_segments}
    return sizes.get(swap, n_systems + n_segments)


def _random_marks(rng: np.random.Generator, draws: int, size: int) -> Masks:
    # A whole number of words a draw, so that a draw does not depend on how many are made at a time.
    words = rng.integers(2**64, size=(draws, -(-size // 64)), dtype=np.uint64).astype("<u8")
    return np.unpackbits(words.view(np.uint8), axis=1, count=size).astype(np.bool_)


def swap_masks(
    swap: Swap, shape: tuple[int, ...], patterns: Patterns, rng: np.random.Generator, cells: int = CELLS
) -> Iterator[Masks]:
    """Yield patterns of `cells` at a time, bool[n, n_systems, n_segments]: True where the metrics swap.

    Each mark is on or off with equal chance: a mark a system (`systems`), an input (`inputs`), a cell
    (`both-cell`), or both of the first two, the cells being those where they differ (`both-xor`). All
    patterns together include the one that swaps nothing.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> [masks] = swap_masks("systems", (2, 1), Patterns(4, True), rng)
    >>> masks[:, :, 0].astype(int).tolist()
    [[0, 0], [1, 0], [0, 1], [1, 1]]
    """
    n_systems, n_segments = shape
    size = _marks(swap, n_systems, n_segments)
    step = max(1, cells // max(1, n_systems * n_segments))
    for start in range(0, patterns.number, step):
        number = min(step, patterns.number - start)
        if patterns.exact:
            marks = (np.arange(start, start + number)[:, np.newaxis] >> np.arange(size)) & 1 == 1
        else:
            marks = _random_marks(rng, number, size)
        yield _cells(swap, marks, n_systems, n_segments)


def _cells(swap: Swap, marks: Masks, n_systems: int, n_segments: int) -> Masks:
    shape = (len(marks), n_systems, n_segments)
    if swap == "both-cell":
        return marks.reshape(shape)
    rows, columns = marks[:, :n_systems, np.newaxis], marks[:, np.newaxis, -n_segments:]
    if swap == "systems":
        return np.broadcast_to(rows, shape)
    return np.broadcast_to(columns if swap == "inputs" else rows ^ columns, shape)
