"""The normalised pairwise LCS of MEAD, with which Lin 2004 (§3.3) compares ROUGE-L."""

import numpy as np

from workbench.kernels.lcs import sum_lcs
from workbench.metrics.base import METRICS, ComponentScores, Counts, Metric, OfPairs, ratio
from workbench.metrics.batch import Batch


class BestLcs(OfPairs):
    """The longest LCS of each sentence with any sentence of the other text, summed (Lin 2004, eq. 8)."""

    columns = ("reference_match", "candidate_match", "reference", "candidate")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 4]."""
        layout = batch.layout
        candidates, references, _ = batch.shared
        matches = layout.place(sum_lcs(candidates, references, layout.pairs, batch.shared.n_words)[:, 1:])
        lengths = (
            batch.reference_lengths[layout.pair_reference],
            batch.candidate_lengths[layout.pair_candidate],
        )
        return np.column_stack((matches, *lengths)).astype(np.float64)


@METRICS("normalized-pairwise-lcs")
class NormalizedPairwiseLcs(Metric):
    """MEAD's LCS of each sentence with the best sentence of the other text (Radev et al. 2002, p. 51).

    Radev et al., "Evaluation of Text Summarization in a Cross-Lingual Information Retrieval Framework", Johns
    Hopkins University 2002; printed in Lin 2004, eq. 8-12, with S1 the reference of m words and S2 the
    candidate of n words.

    * score: eq. 8, (Σ_r max_c LCS + Σ_c max_r LCS) / (m + n).
    * recall and precision: eq. 10 and 11, Σ_r max_c LCS / m and / n. f: their F with beta 1, eq. 9 and 12.

    Lin derives eq. 9 from eq. 8 "due to symmetry", but the two sums of eq. 8 are equal only if the sentences
    pair off, for one sentence always. Otherwise f is not the score, and precision can exceed 1.

    Undefined
    ---------
    A text without tokens has nothing in common with any: 0, also where both are empty.

    Examples
    --------
    Lin's example of a union: the better candidate sentence has three words (w1 w3 w5) of the reference's
    five, where ROUGE-L finds four; the other one has two. Eq. 8: (3 + 2 + 3) / (5 + 10). Eq. 9: 2 · 3 / 15.

    >>> from workbench import score
    >>> candidate, reference = ["w1 w2 w6 w7 w8", "w1 w3 w8 w9 w5"], "w1 w2 w3 w4 w5"
    >>> frame = score([candidate], [reference], metrics=["normalized-pairwise-lcs"])
    >>> dict(zip(frame["component"], frame["value"].round(4)))
    {'score': 0.5333, 'recall': 0.6, 'precision': 0.3, 'f': 0.4}
    """

    components = ("score", "recall", "precision", "f")
    profile = "mead"
    bounds = (0.0, np.inf)
    counter = BestLcs()

    def score(self, counts: Counts) -> ComponentScores:
        """Return eq. 8, 10, 11 and 9 of Lin 2004."""
        by_reference, by_candidate, m, n = np.moveaxis(counts, -1, 0)
        return {
            "score": ratio(by_reference + by_candidate, m + n),
            "recall": ratio(by_reference, m),
            "precision": ratio(by_reference, n),
            "f": ratio(2 * by_reference, m + n),
        }
