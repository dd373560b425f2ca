"""Longest common subsequence ratio (Melamed 1995)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from workbench.metrics.base import METRICS, ComponentScores, Counts, Metric, OfPairs, ratio
from workbench.metrics.batch import Batch
from workbench.metrics.word_bags import chosen_pairs, word_lists


def lcs_length(ours: list[int], theirs: list[int]) -> int:
    """Return the length of the longest common subsequence, a row of the table at a time.

    The bits of an integer say where the values of a row grow (Hyyrö 2004: bit-parallel LCS-length computation
    revisited).

    Examples
    --------
    >>> lcs_length([1, 2, 3, 4], [2, 4, 1, 4])
    2
    """
    where: dict[int, int] = {}
    for position, word in enumerate(ours):
        where[word] = where.get(word, 0) | 1 << position
    everything = (1 << len(ours)) - 1
    row = everything
    for word in theirs:
        held = row & where.get(word, 0)
        row = (row + held | row - held) & everything
    return len(ours) - row.bit_count()


@dataclass(frozen=True)
class WholeLcs(OfPairs):
    """Words on the LCS of a pair of whole texts, and the words of the longer one."""

    name: ClassVar[str] = "whole-lcs"
    columns: ClassVar[tuple[str, ...]] = ("match", "longer")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 2]."""
        ours, theirs = word_lists(batch.candidates), word_lists(batch.references)
        rows = np.zeros((batch.layout.n_pairs, 2))
        for pair, i, j in chosen_pairs(batch.layout):
            rows[pair] = lcs_length(ours[i], theirs[j]), max(len(ours[i]), len(theirs[j]))
        return rows


@METRICS("lcsr")
@dataclass(frozen=True, repr=False)
class Lcsr(Metric):
    """Words on the longest common subsequence, of the words of the longer text (Melamed 1995).

    LCSR(X, Y) = |LCS(X, Y)| / max(|X|, |Y|). Texts are read as one sentence. Melamed compared the letters of
    two words; the preprocessing ``sacrebleu-char`` compares letters here.

    Melamed: Automatic evaluation and uniform filter cascades for inducing N-best translation lexicons. Third
    Workshop on Very Large Corpora, 1995.

    Undefined
    ---------
    Two texts without words score 0.

    Examples
    --------
    "police the gunman" is common, and the longer text has five words.

    >>> from workbench import score
    >>> frame = score(["police kill the gunman"], ["police shot the gunman dead"], metrics=["lcsr"])
    >>> frame["value"].round(3).tolist()
    [0.6]
    """

    called: ClassVar[str] = "lcsr"
    counter: ClassVar[WholeLcs] = WholeLcs()

    def score(self, counts: Counts) -> ComponentScores:
        """Return the ratio."""
        return {"score": ratio(counts[..., 0], counts[..., 1])}
