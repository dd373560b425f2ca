"""Alignments of two texts, word by word, as METEOR wants them."""

import numpy as np

from workbench.kernels.bits import BITS, count_ones
from workbench.kernels.compile import word_kernel
from workbench.types import Integers

BEAM = 64
"""Partial alignments that are kept. Where there are never more of them, the best is found."""


@word_kernel
def _find_alike(used: Integers, sums: Integers, state: int) -> int:
    """Return the first of the partial alignments that use the same words of the reference as this one.

    `sums` are those of the cubes of their places, which hardly ever agree otherwise.
    """
    for other in range(state):
        if sums[other] == sums[state]:
            block = 0
            while block < used.shape[1] and used[other, block] == used[state, block]:
                block += 1
            if block == used.shape[1]:
                return other
    return state


@word_kernel
def align_words(ours: Integers, theirs: Integers, fixed: Integers, n_words: int) -> Integers:
    """Pair as many equal words as there are, with the fewest crossings, then in the fewest chunks.

    The candidate is gone through from the left. The words of the reference that are used and the place of the
    last pair decide all that follows: of partial alignments that agree in both the best goes on, and `BEAM`
    of them at most, those with the fewest crossings. Equal words are paired in their order: two such pairs
    never need to cross.

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
    is_left = np.ones(theirs.size, np.bool_)
    is_left[fixed[fixed >= 0]] = False
    to_come = np.bincount(ours[fixed < 0], minlength=n_words)
    number_of = np.bincount(theirs[is_left], minlength=n_words)
    wanted = np.minimum(to_come, number_of)
    # the words of the reference that are free, equal ones side by side, and where those of each word start
    free = np.flatnonzero(is_left)
    places = free[np.argsort(theirs[free], kind="mergesort")]
    starts = np.zeros(n_words + 1, np.int64)
    starts[1:] = np.cumsum(number_of)
    most = 1
    for number in number_of:
        most = max(most, number)

    # partial alignments: the words used, as bits of blocks, and how many are used in later blocks;
    # place of the last pair, crossings, chunks, last pair, sum of the cubes of the places used
    shape = (BEAM, theirs.size // BITS + 1)
    used, next_used = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    later, next_later = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    beam, next_beam = np.zeros((BEAM, 5), np.int64), np.zeros((BEAM, 5), np.int64)
    size = 1
    beam[0, 0] = -2
    # those that have grown: from which, place, crossings, chunks; and where each stands, by what it uses
    grown, cost = np.zeros((BEAM * (most + 1), 4), np.int64), np.zeros(BEAM * (most + 1), np.int64)
    found = np.zeros((BEAM, most + 1), np.int64)
    # all pairs that were made: position, place, and the pair before
    pairs = np.zeros((ours.size * BEAM + 1, 3), np.int64)
    n_pairs = 1
    for position in range(ours.size):
        word, n_grown = ours[position], 0
        is_free = fixed[position] < 0
        to_come[word] -= is_free
        found[:size] = -1
        for state in range(size):
            first, number, may_wait = starts[word], 1, False
            if is_free:
                done = 0
                for at in range(starts[word], starts[word + 1]):
                    if (used[state, places[at] // BITS] >> (places[at] % BITS)) & 1:
                        done += 1
                        first = at + 1
                missing = wanted[word] - done
                number = starts[word + 1] - first - missing + 1 if missing else 0
                may_wait = missing <= to_come[word]
            alike = _find_alike(used, beam[:, 4], state)
            for choice in range(number + may_wait):
                waits = choice == number
                place, crossings, chunks, where = -2, beam[state, 1], beam[state, 2], most
                if not waits:
                    place = int(places[first + choice] if is_free else fixed[position])
                    block = place // BITS
                    crossings += later[state, block] + count_ones(used[state, block] >> (place % BITS))
                    chunks += place != beam[state, 0] + 1
                    where = first + choice - starts[word] if is_free else 0
                slot = int(found[alike, where])
                if slot < 0:
                    slot = n_grown
                    found[alike, where] = slot
                    n_grown += 1
                elif crossings > grown[slot, 2] or (crossings == grown[slot, 2] and chunks >= grown[slot, 3]):
                    continue
                grown[slot, 0], grown[slot, 1] = state, place
                grown[slot, 2], grown[slot, 3] = crossings, chunks
                cost[slot] = crossings * (ours.size + 1) + chunks
        # the cheapest, the first of equals first; in their own order where all go on
        order = np.arange(n_grown)
        if n_grown > BEAM:
            order = np.argsort(cost[:n_grown], kind="mergesort")[:BEAM]
        size = order.size
        for new in range(size):
            state, place = grown[order[new], 0], grown[order[new], 1]
            for column in range(1, 4):
                next_beam[new, column - 1] = grown[order[new], column]
            next_beam[new, 3], next_beam[new, 4] = beam[state, 3], beam[state, 4]
            for block in range(used.shape[1]):
                next_used[new, block] = used[state, block]
                next_later[new, block] = later[state, block] + (block < place // BITS)
            if place >= 0:
                next_used[new, place // BITS] |= np.int64(1) << (place % BITS)
                pairs[n_pairs, 0], pairs[n_pairs, 1], pairs[n_pairs, 2] = position, place, beam[state, 3]
                next_beam[new, 3], next_beam[new, 4] = n_pairs, beam[state, 4] + (place + 1) ** 3
                n_pairs += 1
        used, next_used, later, next_later = next_used, used, next_later, later
        beam, next_beam = next_beam, beam

    best = np.argmin(beam[:size, 1] * (ours.size + 1) + beam[:size, 2])
    aligned = np.full(ours.size, -1)
    pair = beam[best, 3]
    while pair > 0:
        aligned[pairs[pair, 0]] = pairs[pair, 1]
        pair = pairs[pair, 2]
    return aligned
