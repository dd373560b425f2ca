"""METEOR with its exact and stem stages (Banerjee & Lavie 2005)."""

from collections.abc import Hashable, Sequence
from typing import ClassVar

import numpy as np

from workbench.kernels.alignment import align_words
from workbench.metrics.base import METRICS, Counts, OfCandidates, OfScorable, ratio
from workbench.metrics.batch import Batch
from workbench.metrics.word_bags import chosen_references, word_lists
from workbench.text.stem import porter
from workbench.types import Array

Alignment = dict[int, int]


def align(ours: Sequence[Hashable], theirs: Sequence[Hashable], before: Alignment | None = None) -> Alignment:
    """Pair as many equal words as there are, with the fewest crossings, then in the fewest chunks.

    Two pairs cross if their words stand in another order in the one text than in the other. The words are
    gone through from the left, and `BEAM` partial alignments at most go on (see `align_words`).

    Parameters
    ----------
    ours, theirs : sequence of words
    before : dict of int to int, optional
        Pairs of an earlier stage, which stay.

    Returns
    -------
    dict of int to int
        Position in `theirs` for positions in `ours`.

    Examples
    --------
    Neither "the" makes a crossing, but with the second one there is a chunk less.

    >>> align(["the", "the", "cat"], ["the", "cat"])
    {1: 0, 2: 1}
    """
    numbers: dict[Hashable, int] = {}
    one, other = (
        np.array([numbers.setdefault(word, len(numbers)) for word in side], np.int64)
        for side in (ours, theirs)
    )
    fixed = np.full(len(ours), -1)
    fixed[list(before or {})] = list((before or {}).values())
    places = align_words(one, other, fixed, len(numbers)).tolist()
    return {position: place for position, place in enumerate(places) if place >= 0}


def count_chunks(alignment: Alignment) -> int:
    """Return the number of runs of pairs that are neighbours in both texts.

    Examples
    --------
    >>> count_chunks({0: 0, 1: 1, 3: 2})
    2
    """
    return sum(alignment.get(position - 1) != place - 1 for position, place in alignment.items())


class Alignments(OfCandidates):
    """Words that are paired with the best reference, words of both, and chunks of pairs."""

    columns = ("match", "candidate", "reference", "chunks", "scorable")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 5]."""
        ours, theirs = word_lists(batch.candidates), word_lists(batch.references)
        stems = [porter(word) for word in batch.candidates.vocabulary]
        rows = np.zeros((len(ours), len(self.columns)))
        for candidate, references in enumerate(chosen_references(batch.layout)):
            our = ours[candidate]
            if not references:
                continue
            found = []
            for their in (theirs[number] for number in references):
                exact = align(our, their)
                both = align([stems[word] for word in our], [stems[word] for word in their], exact)
                found.append((len(both), len(our), len(their), count_chunks(both), 1))
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
    words from the end, whatever crosses, and so finds more chunks.)

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
