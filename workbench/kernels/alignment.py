"""Alignments of two texts, word by word, as METEOR wants them."""

from typing import NamedTuple

import numpy as np

from workbench.kernels.bits import BITS, count_ones
from workbench.kernels.compile import Whole, word_kernel, word_step
from workbench.types import Integers

BEAM = 64
"""Partial alignments that are kept. Where there are never more of them, the best is found."""
_WAITS = -2
"""The place of a word without a pair, which no place is behind."""


class FreeWords(NamedTuple):
    """The words of the reference that may be paired, equal ones side by side.

    Attributes
    ----------
    places : int64[n_free]
        Where each stands in the reference.
    starts : int64[n_words + 1]
        Where those equal to each word start in `places`.
    wanted : int64[n_words]
        How many of each word will be paired.
    """

    places: Integers
    starts: Integers
    wanted: Integers


class PartialAlignments(NamedTuple):
    """Alignments of the words up to a position, one a row: what they use, and what they cost.

    Attributes
    ----------
    used : int64[BEAM, n_blocks]
        Places in the reference that are paired, as bits.
    taken : int64[BEAM, n_blocks]
        Free words that are paired, as bits by their number in `FreeWords.places`.
    behind : int64[BEAM, n_blocks]
        How many places are used in later blocks.
    last, crossings, chunks : int64[BEAM]
        The place of the last word, `_WAITS` where it has no pair; crossings and chunks of all pairs.
    pair : int64[BEAM]
        The row of the last pair among all that were made.
    cubes : int64[BEAM]
        Sum of the cubes of the places used, which hardly ever agrees where these do not.
    """

    used: Integers
    taken: Integers
    behind: Integers
    last: Integers
    crossings: Integers
    chunks: Integers
    pair: Integers
    cubes: Integers


class Grown(NamedTuple):
    """Partial alignments with one word more, in reading order.

    Attributes
    ----------
    parent : int64[n_grown]
        Of which it is made; -1 if another one uses the same words at less cost.
    place, number : int64[n_grown]
        Where its word is paired, and with which free word; -1 for none of them.
    crossings, chunks, cost : int64[n_grown]
        Of all pairs, and what both cost together.
    found : int64[BEAM, n]
        Which of them it is that uses what a parent does, and the n-th of the free words equal to this one,
        or, in the last column, none of them; -1 where there is none yet.
    """

    parent: Integers
    place: Integers
    number: Integers
    crossings: Integers
    chunks: Integers
    cost: Integers
    found: Integers


@word_kernel
def _start(n_places: int) -> PartialAlignments:
    """Return the alignment of no words in the first row, and room for others."""
    shape = (BEAM, n_places // BITS + 1)
    start = PartialAlignments(
        np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64),
        np.zeros(BEAM, np.int64), np.zeros(BEAM, np.int64), np.zeros(BEAM, np.int64),
        np.zeros(BEAM, np.int64), np.zeros(BEAM, np.int64),
    )  # fmt: skip
    start.last[0] = _WAITS
    return start


@word_step
def _find_alike(partial: PartialAlignments, row: Whole) -> int:
    """Return the first of the partial alignments that use the same words of the reference as this one."""
    for other in range(row):
        if partial.cubes[other] == partial.cubes[row]:
            block = 0
            while block < partial.used.shape[1] and partial.used[other, block] == partial.used[row, block]:
                block += 1
            if block == partial.used.shape[1]:
                return other
    return int(row)


@word_step
def _count_taken(taken: Integers, row: Whole, start: Whole, stop: Whole) -> tuple[int, int]:
    """Return how many of the bits from `start` to `stop` are set, and which is the first behind the last."""
    begin, end, n = int(start), int(stop), 0
    first = begin
    for block in range(begin // BITS, (end - 1) // BITS + 1):
        bits = int(taken[row, block])
        if block == begin // BITS:
            bits = bits >> (begin % BITS) << (begin % BITS)
        if block == end // BITS:
            bits &= (1 << (end % BITS)) - 1
        if bits:
            n += count_ones(bits)
            # all bits up to the highest
            for shift in (1, 2, 4, 8, 16, 32):
                bits |= bits >> shift
            first = block * BITS + count_ones(bits)
    return n, first


@word_step
def _grow(
    partial: PartialAlignments, size: Whole, free: FreeWords, word: Whole, fixed: Whole, to_come: Whole,
    of_crossing: Whole, grown: Grown,
) -> int:  # fmt: skip
    """Let partial alignments pair a word in all ways that leave pairs for the words to come.

    It is paired at the place `fixed`, or, where that is -1, with a free word, or it waits for one of those
    `to_come` that are equal to it. A crossing costs as much as `of_crossing` chunks; of two alignments that
    then use the same words the cheaper goes on, of equals the first. Returns how many have grown.
    """
    n_grown, wait = 0, grown.found.shape[1] - 1
    grown.found[:size] = -1
    for row in range(size):
        first, choices, may_wait = 0, 1, False
        if fixed < 0:
            n_taken, first = _count_taken(partial.taken, row, free.starts[word], free.starts[word + 1])
            missing = free.wanted[word] - n_taken
            choices = free.starts[word + 1] - first - missing + 1 if missing else 0
            may_wait = missing <= to_come
        alike = _find_alike(partial, row)
        for choice in range(choices + may_wait):
            place, number, which = _WAITS, -1, wait
            crossings, chunks = partial.crossings[row], partial.chunks[row]
            if choice < choices:
                if fixed >= 0:
                    place = int(fixed)
                else:
                    number = first + choice
                    place, which = int(free.places[number]), number - free.starts[word]
                block = place // BITS
                crossings += partial.behind[row, block]
                crossings += count_ones(partial.used[row, block] >> (place % BITS))
                chunks += place != partial.last[row] + 1
            cost = crossings * of_crossing + chunks
            other = int(grown.found[alike, which])
            if other >= 0:
                if cost >= grown.cost[other]:
                    continue
                # this one stands where it was found: the place of the other is earlier in reading order
                grown.parent[other] = -1
            grown.found[alike, which] = n_grown
            grown.parent[n_grown], grown.place[n_grown], grown.number[n_grown] = row, place, number
            grown.crossings[n_grown], grown.chunks[n_grown] = crossings, chunks
            grown.cost[n_grown] = cost
            n_grown += 1
    return n_grown


@word_step
def _keep(
    partial: PartialAlignments, grown: Grown, kept: Integers, following: PartialAlignments,
    position: Whole, pairs: Integers, n_pairs: Whole,
) -> int:  # fmt: skip
    """Write those that go on to `following`, and behind all pairs theirs; return how many pairs there are.

    A pair is the position of its word, its place in the reference, and the row of the pair before.
    """
    n_pairs = int(n_pairs)
    for new in range(kept.size):
        row, place, number = grown.parent[kept[new]], grown.place[kept[new]], grown.number[kept[new]]
        following.crossings[new], following.chunks[new] = grown.crossings[kept[new]], grown.chunks[kept[new]]
        following.last[new], following.pair[new] = place, partial.pair[row]
        following.cubes[new] = partial.cubes[row]
        for block in range(partial.used.shape[1]):
            following.used[new, block] = partial.used[row, block]
            following.taken[new, block] = partial.taken[row, block]
            following.behind[new, block] = partial.behind[row, block] + (block < place // BITS)
        if number >= 0:
            following.taken[new, number // BITS] |= np.int64(1) << (number % BITS)
        if place >= 0:
            following.used[new, place // BITS] |= np.int64(1) << (place % BITS)
            following.cubes[new] += (place + 1) ** 3
            pairs[n_pairs, 0], pairs[n_pairs, 1], pairs[n_pairs, 2] = position, place, partial.pair[row]
            following.pair[new] = n_pairs
            n_pairs += 1
    return n_pairs


@word_kernel
def align_words(ours: Integers, theirs: Integers, fixed: Integers, n_words: int) -> Integers:
    """Pair as many equal words as there are, with the fewest crossings, then in the fewest chunks.

    The candidate is gone through from the left. The words of the reference that are used and the place of the
    last word decide all that follows: of partial alignments that agree in both the best goes on, and `BEAM`
    of them at most, those with the fewest crossings. Equal words are paired in their order: two such pairs
    never need to cross. Of equally good alignments the first one in reading order is taken: each word of the
    candidate, from the left, gets the leftmost place that it can have, and a place rather than none.

    Parameters
    ----------
    ours, theirs : int64
        Words, from 0 to `n_words` - 1.
    fixed : int64, as long as `ours`
        Places in `theirs` of pairs that are there already, else -1.

    Returns
    -------
    int64, as long as `ours`
        Places in `theirs`, or -1.
    """
    is_free = np.ones(theirs.size, np.bool_)
    is_free[fixed[fixed >= 0]] = False
    places = np.flatnonzero(is_free)
    number_of = np.bincount(theirs[places], minlength=n_words)
    to_come = np.bincount(ours[fixed < 0], minlength=n_words)
    starts = np.zeros(n_words + 1, np.int64)
    starts[1:] = np.cumsum(number_of)
    places = places[np.argsort(theirs[places], kind="mergesort")]
    free = FreeWords(places, starts, np.minimum(to_come, number_of))

    partial, following, size = _start(theirs.size), _start(theirs.size), 1
    most = 0
    for number in number_of:
        most = max(most, number)
    columns, found = np.zeros((6, BEAM * (most + 1)), np.int64), np.zeros((BEAM, most + 1), np.int64)
    grown = Grown(columns[0], columns[1], columns[2], columns[3], columns[4], columns[5], found)
    # the first is no pair: the one before each first one
    pairs, n_pairs = np.zeros((ours.size * BEAM + 1, 3), np.int64), 1
    # more than all chunks together
    of_crossing = ours.size + 1
    for position in range(ours.size):
        word = ours[position]
        to_come[word] -= fixed[position] < 0
        n_grown = _grow(partial, size, free, word, fixed[position], to_come[word], of_crossing, grown)
        kept = np.flatnonzero(grown.parent[:n_grown] >= 0)
        if kept.size > BEAM:
            cheapest = np.argsort(grown.cost[kept], kind="mergesort")[:BEAM]
            kept = np.sort(kept[cheapest])
        n_pairs = _keep(partial, grown, kept, following, position, pairs, n_pairs)
        partial, following, size = following, partial, kept.size

    best = np.argmin(partial.crossings[:size] * of_crossing + partial.chunks[:size])
    aligned, pair = np.full(ours.size, -1), partial.pair[best]
    while pair > 0:
        aligned[pairs[pair, 0]] = pairs[pair, 1]
        pair = pairs[pair, 2]
    return aligned
