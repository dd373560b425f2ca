"""Longest common subsequences as Lin 2004 prints them: unions without a clip, and the value of the WLCS."""

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.compile import kernel
from workbench.kernels.lcs import longest_sentence
from workbench.kernels.long_lcs import mark_lcs, mark_wlcs
from workbench.kernels.ragged import RaggedTexts


@kernel
def _only_sentence(side: RaggedTexts, text: int) -> int:
    """Return the sentence of a text that has words, or -1 if there are none or several."""
    found = -1
    for sentence in range(side.texts[text], side.texts[text + 1]):
        if side.sentences[sentence + 1] > side.sentences[sentence]:
            if found >= 0:
                return -1
            found = sentence
    return found


@kernel
def wlcs_value(
    reference: NDArray[np.int32],
    candidate: NDArray[np.int32],
    power: NDArray[np.float64],
    value: NDArray[np.float64],
    before: NDArray[np.float64],
    run: NDArray[np.int32],
) -> float:
    """Return WLCS(X, Y) of two sentences, the last value of the paper's table (Lin 2004, §4).

    ``power[k]`` is f(k). `value`, `before` and `run` are buffers longer than the candidate: one row of the
    paper's c and w, and c where the present run began. The paper adds f(k + 1) - f(k) to each match of a
    run; f of the whole run is added here instead, which is the same and loses no digits. A match is taken
    even where it loses, as printed.
    """
    n = candidate.size
    value[: n + 1] = 0.0
    before[: n + 1] = 0.0
    run[: n + 1] = 0
    for word in reference:
        corner_value, corner_before, corner_run = 0.0, 0.0, np.int32(0)
        for j in range(1, n + 1):
            above_value, above_before, above_run = value[j], before[j], run[j]
            if word >= 0 and candidate[j - 1] == word:
                before[j] = corner_before if corner_run > 0 else corner_value
                run[j] = corner_run + 1
                value[j] = before[j] + power[run[j]]
            else:
                value[j] = max(above_value, value[j - 1])
                run[j] = 0
            corner_value, corner_before, corner_run = above_value, above_before, above_run
    return float(value[n])


@kernel
def _sum_runs(marked: NDArray[np.bool_], power: NDArray[np.float64]) -> float:
    """Return the sum of f(length) over the runs of marked positions."""
    total = 0.0
    length = 0
    for mark in marked:
        if mark:
            length += 1
        else:
            total += power[length]
            length = 0
    return float(total + power[length])


@kernel
def union_lcs(
    candidates: RaggedTexts, references: RaggedTexts, chosen: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Count the words of each chosen pair's union LCS (Lin 2004, §3.2), without a clip.

    For each reference sentence: its words on its LCS with any candidate sentence. A candidate word may serve
    several reference sentences. Words that cannot match are -1. Returns int64[n_pairs].
    """
    hits = np.zeros(chosen.size, np.int64)
    longest = longest_sentence(references)
    marked = np.zeros(longest, np.bool_)
    pair = 0
    for group in range(candidates.groups.size - 1):
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            for reference in range(references.groups[group], references.groups[group + 1]):
                pair += 1
                if not chosen[pair - 1]:
                    continue
                for sentence in range(references.texts[reference], references.texts[reference + 1]):
                    first, last = references.sentences[sentence], references.sentences[sentence + 1]
                    words = references.words[first:last]
                    marked[: words.size] = False
                    for other in range(candidates.texts[candidate], candidates.texts[candidate + 1]):
                        begin, end = candidates.sentences[other], candidates.sentences[other + 1]
                        mark_lcs(words, candidates.words[begin:end], marked)
                    hits[pair - 1] += marked[: words.size].sum()
    return hits


@kernel
def union_wlcs(
    candidates: RaggedTexts, references: RaggedTexts, chosen: NDArray[np.bool_], power: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the WLCS of each chosen pair (Lin 2004, §4), float64[n_pairs].

    Of two texts of one sentence: `wlcs_value`. Where a text has several: f summed over the runs of adjacent
    positions of each reference sentence that are on its WLCS with any candidate sentence, without a clip.
    Sentences without words do not count. ``power[k]`` is f(k), longer than the longest sentence by one.
    """
    hits = np.zeros(chosen.size, np.float64)
    longest, longest_candidate = longest_sentence(references), longest_sentence(candidates)
    row = np.zeros(longest_candidate + 1, np.float64)
    row_before = np.zeros(longest_candidate + 1, np.float64)
    row_run = np.zeros(longest_candidate + 1, np.int32)
    places = np.arange(longest)
    marked = np.zeros(longest, np.bool_)
    pair = 0
    for group in range(candidates.groups.size - 1):
        for candidate in range(candidates.groups[group], candidates.groups[group + 1]):
            ours = _only_sentence(candidates, candidate)
            for reference in range(references.groups[group], references.groups[group + 1]):
                pair += 1
                if not chosen[pair - 1]:
                    continue
                theirs = _only_sentence(references, reference)
                if ours >= 0 and theirs >= 0:
                    hits[pair - 1] = wlcs_value(
                        references.words[references.sentences[theirs] : references.sentences[theirs + 1]],
                        candidates.words[candidates.sentences[ours] : candidates.sentences[ours + 1]],
                        power, row, row_before, row_run,
                    )  # fmt: skip
                    continue
                for sentence in range(references.texts[reference], references.texts[reference + 1]):
                    first, last = references.sentences[sentence], references.sentences[sentence + 1]
                    words = references.words[first:last]
                    m = words.size
                    marked[:m] = False
                    for other in range(candidates.texts[candidate], candidates.texts[candidate + 1]):
                        begin, end = candidates.sentences[other], candidates.sentences[other + 1]
                        mark_wlcs(words, candidates.words[begin:end], places, power, marked)
                    hits[pair - 1] += _sum_runs(marked[:m], power)
    return hits
