"""METEOR with its exact and stem stages (Banerjee & Lavie 2005)."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from workbench.kernels.alignment import align_words
from workbench.metrics.base import METRICS, Counts, OfCandidates, OfScorable, ratio
from workbench.metrics.batch import Batch
from workbench.text.corpus import Texts
from workbench.text.stem import porter
from workbench.types import Array, Integers, WordIds


def align(ours: ArrayLike, theirs: ArrayLike, fixed: Integers) -> Integers:
    """Pair as many equal words as there are, with the fewest crossings, then in the fewest chunks.

    Two pairs cross if their words stand in another order in the one text than in the other. The words are
    gone through from the left, and `BEAM` partial alignments at most go on (see `align_words`). Of equally
    good alignments the first one in reading order is taken.

    Parameters
    ----------
    ours, theirs : array of words
    fixed : int64, as long as `ours`
        Places in `theirs` of the pairs of an earlier stage, which stay, else -1.

    Returns
    -------
    int64, as long as `ours`
        Places in `theirs`, or -1.

    Examples
    --------
    Neither "the" makes a crossing, but with the second one there is a chunk less.

    >>> align(["the", "the", "cat"], ["the", "cat"], np.full(3, -1)).tolist()
    [-1, 0, 1]
    """
    distinct, numbers = np.unique(np.concatenate((ours, theirs)), return_inverse=True)
    return align_words(numbers[: len(fixed)], numbers[len(fixed) :], fixed, len(distinct))


def count_chunks(places: Integers) -> int:
    """Return the number of runs of pairs that are neighbours in both texts.

    Examples
    --------
    >>> count_chunks(np.array([0, 1, -1, 2]))
    2
    """
    before = np.concatenate(([-1], places[:-1]))
    return int(np.count_nonzero((places >= 0) & ((before < 0) | (places != before + 1))))


def _words(texts: Texts) -> Sequence[WordIds]:
    """Return the words of each text."""
    return np.split(texts.words, texts.sentences[texts.texts[1:-1]])


class Alignments(OfCandidates):
    """Words that are paired with the best reference, words of both, and chunks of pairs."""

    columns = ("match", "candidate", "reference", "chunks", "scorable")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 5]."""
        theirs = _words(batch.references)
        _, stems = np.unique([porter(word) for word in batch.candidates.vocabulary], return_inverse=True)
        rows = np.zeros((batch.layout.n_candidates, len(self.columns)))
        sides = zip(_words(batch.candidates), batch.layout.chosen_references, strict=False)
        for candidate, (our, references) in enumerate(sides):
            found = []
            for their in (theirs[number] for number in references):
                exact = align(our, their, np.full(len(our), -1))
                both = align(stems[our], stems[their], exact)
                found.append((np.count_nonzero(both >= 0), len(our), len(their), count_chunks(both), 1))
            if found:
                scores = meteor(np.array(found, np.float64)).tolist()
                # of equal scores the counts decide, so that the order of the references does not
                rows[candidate] = max(zip(scores, found, strict=True))[1]
        return rows


def meteor(counts: Counts) -> Counts:
    """Return Fmean · (1 - penalty) for counts of shape [..., 5]."""
    match = counts[..., 0]
    precision, recall = ratio(match, counts[..., 1]), ratio(match, counts[..., 2])
    mean = ratio(10 * precision * recall, recall + 9 * precision)
    return mean * (1 - 0.5 * ratio(counts[..., 3], match) ** 3)


@METRICS("meteor")
class Meteor(OfScorable):
    """METEOR of 2005, without synonyms: aligned words, recall above all, few chunks (Banerjee & Lavie 2005).

    Words are paired in two stages: equal words first, then of the rest those with equal Porter stems. Each
    stage pairs as many as it can with the fewest crossings, counted with the pairs that are there; of equally
    good alignments the one with fewer chunks is taken, which the paper leaves open. (nltk pairs repeated
    words from the end, whatever crosses, and so finds more chunks.) Where these are equal, too, it is the
    first in reading order: each word of the candidate, from the left, gets the leftmost place that it can
    have. The paper leaves that open as well, and it may change the score, since it decides which words are
    left for the stems. METEOR 1.5 has no such ties between stages: its program (github cmu-mtlab/meteor,
    Aligner.java) lets all stages propose pairs and chooses once, most pairs, fewest chunks, least distance
    of places; its formula is another one, too.

    Score = 10PR / (R + 9P) · (1 - 0.5 (chunks / matches)³). With several references the best score counts. A
    system's score comes from summed counts.

    Banerjee, Lavie: METEOR: An automatic metric for MT evaluation with improved correlation with human
    judgments. ACL workshop on intrinsic and extrinsic evaluation measures, 2005.

    Undefined
    ---------
    Without a match 0, without a reference NaN. A text of n words against itself is one chunk and scores
    1 - 0.5/n³.

    Examples
    --------
    "the" and "cats" (by its stem) make one chunk: P = 2/3, R = 1, 10PR/(R + 9P) = 20/21, penalty 0.5 / 2³.

    >>> from workbench import score
    >>> value = score(["the cats sat"], ["the cat"], metrics=["meteor"])["value"][0]
    >>> bool(abs(value - 20 / 21 * (1 - 0.5 / 8)) < 1e-12)
    True
    """

    cites = ("Banerjee & Lavie 2005",)
    system = "pooled"
    breaks: ClassVar[dict[str, str]] = {
        "identity is perfect": "a text against itself is one chunk, which costs a little",
        "renaming words": "it stems them",
    }
    counter = Alignments()

    def value(self, counts: Counts) -> Array:
        """Return the score of the best reference, or of summed counts."""
        return meteor(counts)
