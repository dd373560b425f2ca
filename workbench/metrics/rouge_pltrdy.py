"""Profile pltrdy: ROUGE as the package `rouge` 1.0.1 on PyPI computes it, which deviates from ROUGE-1.5.5.

* Tokens (preprocessing ``pltrdy``): sentences end at each full stop, words are what white space separates,
  with their punctuation and capitals. Line breaks are white space.
* By default it compares *sets*, `exclusive`: an n-gram counts once however often it occurs.
* ROUGE-L collects the words on the LCS of each reference sentence with each candidate sentence: the distinct
  ones of the whole text, or all of them, so that a word found twice counts twice and scores can exceed 1.
* F = 2 P R / (P + R + 1e-8): equal texts have an F just below 1.

It takes one reference; several are combined here as for any ROUGE.

Undefined
---------
A text without any sentence, nothing or only full stops: 0 (the package raises). A text shorter than the
n-gram: 0.
"""

import numpy as np

from workbench.kernels.lcs import mark_lcs, sum_lcs
from workbench.kernels.ragged import TextPairs
from workbench.metrics.bag_counts import NGramBags
from workbench.metrics.base import Counter, Counts, OfPairs, variant
from workbench.metrics.batch import Batch
from workbench.metrics.rouge_counts import NGrams, three_columns
from workbench.metrics.rouge_family import OfOrder, Ratios, RecallPrecisionF
from workbench.types import Array

PROFILE = "pltrdy"
ADDED = 1e-8


class LcsWords(OfPairs):
    """Words on the LCS of any two sentences of a pair: distinct ones, and all together."""

    columns = (*OfPairs.columns, *(f"total_{each}" for each in OfPairs.columns))

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_pairs, 6]."""
        candidates, references, _ = batch.shared
        pairs, n_words, place = batch.layout.pairs, batch.shared.n_words, batch.layout.place
        total = sum_lcs(candidates, references, pairs, n_words)[:, 0]
        # of several LCSs the package walks the one of ROUGE-1.5.5 for texts that have changed places
        swapped = TextPairs(pairs.reference, pairs.candidate)
        lengths = batch.candidate_lengths[pairs.candidate]
        marks = mark_lcs(references, candidates, swapped, n_words, None, np.zeros(lengths.sum(), bool))
        pair_of = np.repeat(np.arange(len(lengths)), lengths)
        starts = candidates.sentences[candidates.texts[pairs.candidate]] - np.cumsum(lengths) + lengths
        words = candidates.words[np.arange(len(marks)) + starts[pair_of]]
        seen = np.unique((pair_of * (n_words + 1) + words)[marks])
        distinct = np.bincount(seen // (n_words + 1), minlength=len(lengths))
        of_texts = NGramBags().count(batch)[:, 1:3]
        totals = three_columns(place(total), batch, batch.reference_lengths, batch.candidate_lengths)
        return np.column_stack((place(distinct), of_texts, totals))


class _Pltrdy(RecallPrecisionF):
    """Recall, precision and F of sets (exclusive) or of counts."""

    exclusive: bool = True

    preprocess = "pltrdy"
    cased = True

    def f(self, recall: Array, precision: Array) -> Array:
        """Return F, which has 1e-8 added below."""
        f: Array = 2.0 * (precision * recall / (precision + recall + ADDED))
        return f


@variant(PROFILE, "rouge-l")
class PltrdyL(_Pltrdy):
    """ROUGE-L of the package rouge: distinct words on the LCS of any two sentences.

    Undefined
    ---------
    A text without words: 0.

    Examples
    --------
    Both sentences of the reference find "a b" in the candidate. As sets they are two of the three words "a b
    c"; together (`exclusive` off) four of five. ROUGE-1.5.5 gives out each word of the candidate once.

    >>> from workbench import score
    >>> metrics = ["rouge-l(profile=pltrdy)", "rouge-l(exclusive=false, profile=pltrdy)", "rouge-l"]
    >>> frame = score(["a b"], ["a b. a c b"], metrics=metrics)
    >>> frame[frame["component"] == "recall"]["value"].round(4).tolist()
    [0.6667, 0.8, 0.4]
    """

    bounds = (0.0, np.inf)
    counter = LcsWords()

    def ratios(self, counts: Counts) -> Ratios:
        """Return recall and precision, of distinct words or of all."""
        return super().ratios(counts if self.exclusive else counts[..., 3:])


@variant(PROFILE, "rouge-n")
class PltrdyN(OfOrder, _Pltrdy):
    """ROUGE-N of the package rouge: distinct n-grams, of words with their punctuation.

    Undefined
    ---------
    A text shorter than the n-gram: 0.

    Examples
    --------
    Three of the reference's five distinct words; ROUGE-1.5.5 counts its six words, "the" twice.

    >>> from workbench import score
    >>> metrics = ["rouge-1(profile=pltrdy)", "rouge-1"]
    >>> score(["the cat sat"], ["the cat sat on the mat."], metrics=metrics)["value"].round(4).tolist()
    [0.6, 1.0, 0.75, 0.5, 1.0, 0.6667]
    """

    highest_order = 5

    @property
    def counter(self) -> Counter:
        """What the metric counts."""
        return NGramBags(self.order) if self.exclusive else NGrams(self.order)

    def ratios(self, counts: Counts) -> Ratios:
        """Return recall and precision of the metric's own order, of distinct n-grams or of all."""
        return super().ratios(counts if self.exclusive else counts[..., 3 * (self.order - 1) :])
