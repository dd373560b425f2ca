"""Subsequences of sentences of any length, in memory that grows with a sentence and not with both.

The walk back needs all rows of the table. Only every `STRIP`-th is kept on the way forth; on the way back the
rows between two of them are computed once more.
"""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import word_kernel
from workbench.kernels.matched import LONGEST_IN_BITS, count_ones

STRIP = 128


@word_kernel
def _raise_rows(
    words: NDArray[np.int32],
    latest: NDArray[np.int64],
    before: NDArray[np.int64],
    matches: NDArray[np.int64],
    rising: NDArray[np.int64],
) -> None:
    """Compute a row of `rising` for each word, from row 0, which is given.

    Bit j of a row is 1 where the LCS up to this word is longer with the first j + 1 candidate words than with
    the first j (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004, with the complement of its
    vector; the carry goes from one integer to the next). The candidate has a word at ``latest[word]``, at
    ``before`` of that, and so on. `matches` is a buffer of zeros.
    """
    full = (np.int64(1) << LONGEST_IN_BITS) - 1
    for i in range(words.size):
        at = latest[words[i]]
        while at >= 0:
            matches[at // LONGEST_IN_BITS] |= np.int64(1) << (at % LONGEST_IN_BITS)
            at = before[at]
        carry = np.int64(0)
        for block in range(matches.size):
            flat = full & ~rising[i, block]
            total = flat + (flat & matches[block]) + carry
            carry = total >> LONGEST_IN_BITS
            rising[i + 1, block] = full & ~((total & full) | (flat & ~matches[block]))
        at = latest[words[i]]
        while at >= 0:
            matches[at // LONGEST_IN_BITS] = 0
            at = before[at]


@word_kernel
def _length_before(row: NDArray[np.int64], j: int) -> int:
    """Return the length of the LCS with the first j candidate words: the ones of a row of `rising`."""
    last = j // LONGEST_IN_BITS
    length = 0
    for block in range(last):
        length += count_ones(int(row[block]))
    if last < row.size:
        length += count_ones(int(row[last] & ((np.int64(1) << (j % LONGEST_IN_BITS)) - 1)))
    return length


@word_kernel
def mark_lcs(reference: NDArray[np.int32], candidate: NDArray[np.int32], marked: NDArray[np.bool_]) -> None:
    """Mark the positions of the reference sentence on its LCS with a candidate sentence.

    Where several subsequences are longest, the walk back from the end skips a word of the reference if that
    loses nothing, else one of the candidate. A word that the candidate lacks changes nothing: it has no row.
    """
    n_words = 0
    for word in candidate:
        n_words = max(n_words, word + 1)
    latest, before = np.full(n_words, -1, np.int64), np.full(candidate.size, -1, np.int64)
    for at in range(candidate.size):
        if candidate[at] >= 0:
            before[at] = latest[candidate[at]]
            latest[candidate[at]] = at
    places, words = np.empty(reference.size, np.int64), np.empty(reference.size, np.int32)
    m = 0
    for at in range(reference.size):
        word = reference[at]
        if 0 <= word < n_words and latest[word] >= 0:
            places[m], words[m] = at, word
            m += 1
    matches = np.zeros((candidate.size + LONGEST_IN_BITS - 1) // LONGEST_IN_BITS, np.int64)
    n_strips = (m + STRIP - 1) // STRIP
    kept = np.zeros((n_strips + 1, matches.size), np.int64)
    rising = np.zeros((min(m, STRIP) + 1, matches.size), np.int64)
    for strip in range(n_strips):
        first, last = strip * STRIP, min(m, (strip + 1) * STRIP)
        rising[0] = kept[strip]
        _raise_rows(words[first:last], latest, before, matches, rising)
        kept[strip + 1] = rising[last - first]
    j = candidate.size
    for strip in range(n_strips - 1, -1, -1):
        first, last = strip * STRIP, min(m, (strip + 1) * STRIP)
        if strip < n_strips - 1:
            rising[0] = kept[strip]
            _raise_rows(words[first:last], latest, before, matches, rising)
        for i in range(last - 1, first - 1, -1):
            at = latest[words[i]]
            while at >= j:
                at = before[at]
            # with and without this reference word: equally long means that it can be skipped
            if at >= 0 and (
                at == j - 1
                or _length_before(rising[i + 1 - first], j) != _length_before(rising[i - first], j)
            ):
                marked[places[i]] = True
                j = at


@word_kernel
def _fill_rows(
    reference: NDArray[np.int32],
    candidate: NDArray[np.int32],
    power: NDArray[np.float64],
    value: NDArray[np.float64],
    run: NDArray[np.int32],
) -> None:
    """Compute a row of the values of the WLCS, and of its runs, for each word, from row 0, which is given."""
    for i in range(reference.size):
        word = reference[i]
        above, here, above_run, here_run = value[i], value[i + 1], run[i], run[i + 1]
        for j in range(candidate.size):
            if word >= 0 and candidate[j] == word:
                length = above_run[j]
                here[j + 1] = above[j] + power[length + 1] - power[length]
                here_run[j + 1] = length + 1
            else:
                here[j + 1] = max(above[j + 1], here[j])
                here_run[j + 1] = 0


@word_kernel
def mark_wlcs(
    reference: NDArray[np.int32],
    candidate: NDArray[np.int32],
    places: NDArray[np.int64],
    power: NDArray[np.float64],
    marked: NDArray[np.bool_],
) -> None:
    """Mark the positions of the reference sentence on its WLCS with a candidate sentence.

    `places` are the positions of the reference's words, of which some may have been left out. ``power[k]`` is
    f(k): a match adds f(k + 1) - f(k) to a run of k. A match is taken even where it loses (its value is not
    compared with those above and to the left), so values may fall along a row.
    """
    m, width = reference.size, candidate.size + 1
    n_strips = (m + STRIP - 1) // STRIP
    kept, kept_run = np.zeros((n_strips + 1, width), np.float64), np.zeros((n_strips + 1, width), np.int32)
    value = np.zeros((min(m, STRIP) + 1, width), np.float64)
    run = np.zeros(value.shape, np.int32)
    for strip in range(n_strips):
        first, last = strip * STRIP, min(m, (strip + 1) * STRIP)
        value[0], run[0] = kept[strip], kept_run[strip]
        _fill_rows(reference[first:last], candidate, power, value, run)
        kept[strip + 1], kept_run[strip + 1] = value[last - first], run[last - first]
    i, j = m, candidate.size
    for strip in range(n_strips - 1, -1, -1):
        first, last = strip * STRIP, min(m, (strip + 1) * STRIP)
        if strip < n_strips - 1:
            value[0], run[0] = kept[strip], kept_run[strip]
            _fill_rows(reference[first:last], candidate, power, value, run)
        while i > first and j > 0:
            if reference[i - 1] == candidate[j - 1] and reference[i - 1] >= 0:
                marked[places[i - 1]] = True
                i -= 1
                j -= 1
            elif value[i - 1 - first, j] >= value[i - first, j - 1]:
                i -= 1
            else:
                j -= 1
