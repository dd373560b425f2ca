"""Profile matlab: ROUGE as the documentation of MATLAB's rougeEvaluationScore (R2020a) describes it.

Its ROUGEMethod and the names here: n-grams is rouge-1 to rouge-9 (NgramLength), longest-common-subsequences
is rouge-l, weighted-subsequences rouge-w, skip-bigrams rouge-s and skip-bigrams-and-unigrams rouge-su
(SkipDistance is `gap`). ROUGE-N is recall alone; of the others the program returns `f`. Of several
references it takes the highest score, ``combine="best"``. Texts are given as tokens: the preprocessing is
``none``, a line is a sentence.

There is no program to compare with: the documentation prints three scores, all of ROUGE-N. What it leaves
open, and what is done here:

* Counts. As printed, each n-gram of a reference sentence adds its count in the whole candidate, not clipped.
  Over all n-grams the first printed score would be 10/9, so it is read over the distinct ones. This still
  exceeds 1 ("a a a" against "a b"), though the score is said to lie in [0, 1] and to be 1 for equal texts.
  So the counts are clipped, and `unclipped` takes the formula. The three scores come out either way.
* β is "a high value": `beta` is infinite, F is recall, where nothing else is said.
* The exponent of W: `weight` is 1.2. Both texts are read as one sentence.
* The skip distance: words between the two, as in ROUGE-1.5.5 (Lin 2004). The marker that makes a unigram a
  skip-bigram keeps to it too: only the first gap + 1 words of a sentence stand as unigrams.
* N-grams and skip-bigrams stay inside a sentence, also in the candidate.
* L sums over the reference's sentences the length of their LCS with the whole candidate. It is not clipped.

Undefined
---------
NaN where no reference has an n-gram (documented), a word (L, W) or a skip-bigram; also if the candidate is
empty as well. Among several references those are left out by ``best``. Otherwise a candidate that has none
scores 0.
"""

from typing import ClassVar

import numpy as np

from workbench.metrics.bag_counts import SentenceNGrams, SentenceSkipBigrams
from workbench.metrics.base import ComponentScores, Counts, Metric, ratio, variant
from workbench.metrics.parameters import whole
from workbench.metrics.rouge_counts import TextLcs, TextWlcs
from workbench.metrics.rouge_family import LARGEST_GAP, OfOrder, Ratios, WithBeta, WithWeight
from workbench.types import Array

PROFILE = "matlab"


class _Matlab(Metric):
    """Recall, NaN where the reference has nothing to be recalled; `unclipped` where there is a choice."""

    cites = ("Lin 2004",)
    preprocess = "none"
    cased = True
    undefined = "no reference is long enough"
    bounds = (0.0, np.inf)
    breaks: ClassVar[dict[str, str]] = {
        "finite": "NaN where the references have nothing to be recalled, as documented",
        "empty text": "NaN where the references are empty, as documented",
    }

    def ratios(self, counts: Counts) -> Ratios:
        """Return recall and precision."""
        match = counts[..., 3 if getattr(self, "unclipped", False) else 0]
        recall = np.where(counts[..., 1] > 0, ratio(match, counts[..., 1]), np.nan)
        return recall, ratio(match, counts[..., 2])

    def rank(self, counts: Counts) -> Array:
        """Return the score, -1 where it is NaN."""
        return np.nan_to_num(self.score(counts)[self.components[-1]], nan=-1.0)


@variant(PROFILE, "rouge-l")
class MatlabL(_Matlab, WithBeta):
    r"""ROUGE-L of MATLAB: the LCS of each reference sentence with the whole candidate, not clipped.

    Undefined
    ---------
    No reference has a word: NaN. The candidate has none: 0.

    Examples
    --------
    Each sentence of the reference finds "a b" somewhere in the candidate, over the end of its sentence too:
    2 + 2 of 4 words. ROUGE-1.5.5 takes the candidate sentence by sentence and gives each word of it out
    once.

    >>> from workbench import score
    >>> metrics = ["rouge-l(profile=matlab)", "rouge-l"]
    >>> frame = score(["x a\nb"], ["a b\na b"], metrics=metrics)
    >>> frame["value"].round(4).tolist()
    [1.0, 1.3333, 1.0, 0.5, 0.6667, 0.5714]
    """

    counter = TextLcs(by_sentence=True)


@variant(PROFILE, "rouge-w")
class MatlabW(WithWeight, _Matlab, WithBeta):
    """ROUGE-W of MATLAB: the WLCS of the whole texts, f(k) = k^weight (Lin 2004, eq. 13-15).

    Undefined
    ---------
    No reference has a word: NaN. The candidate has none: 0.

    Examples
    --------
    Equal texts of five words. ROUGE-1.5.5 applies the power twice.

    >>> from workbench import score
    >>> metrics = ["rouge-w(weight=1.2, profile=matlab)", "rouge-w(weight=1.2)"]
    >>> frame = score(["a b c d e"], ["a b c d e"], metrics=metrics)
    >>> frame[frame["component"] == "recall"]["value"].round(5).tolist()
    [1.0, 0.72478]
    """

    bounds = (0.0, 1.0)
    runs = TextWlcs


@variant(PROFILE, "rouge-s")
class MatlabS(_Matlab, WithBeta):
    r"""ROUGE-S of MATLAB: skip-bigrams inside sentences, with at most `gap` words between the two.

    Undefined
    ---------
    No reference has a skip-bigram: NaN. The candidate has none: 0.

    Examples
    --------
    One skip-bigram in each sentence. ROUGE-1.5.5 has all six of the four words.

    >>> from workbench import score
    >>> metrics = ["rouge-s(gap=4, profile=matlab)", "rouge-s(gap=4)"]
    >>> frame = score(["a b\nd c"], ["a b\nc d"], metrics=metrics)
    >>> frame[frame["component"] == "recall"]["value"].round(4).tolist()
    [0.5, 0.8333]
    """

    gap: int = whole(4, 1, LARGEST_GAP, shown=True)
    unclipped: bool = False

    marked = False

    @property
    def counter(self) -> SentenceSkipBigrams:
        """What the metric counts."""
        return SentenceSkipBigrams(self.gap, self.marked)


@variant(PROFILE, "rouge-su")
class MatlabSU(MatlabS):
    """ROUGE-SU of MATLAB: ROUGE-S of texts with a marker at the start of each sentence.

    Undefined
    ---------
    No reference has a word: NaN. The candidate has none: 0.

    Examples
    --------
    None of six skip-bigrams, four of four unigrams. ROUGE-1.5.5 leaves the last word of each text out of the
    unigrams: two of three.

    >>> from workbench import score
    >>> metrics = ["rouge-su(gap=4, profile=matlab)", "rouge-su(gap=4)"]
    >>> frame = score(["gunman the killed police"], ["police killed the gunman"], metrics=metrics)
    >>> frame[frame["component"] == "recall"]["value"].round(4).tolist()
    [0.4, 0.2222]
    """

    marked = True


@variant(PROFILE, "rouge-n")
class MatlabN(OfOrder, _Matlab):
    """ROUGE-N of MATLAB: recall of the n-grams inside sentences, the best of the references.

    Undefined
    ---------
    The longest reference is shorter than the n-gram: NaN. The candidate is: 0.

    Examples
    --------
    The second of the documentation's examples (1 and .5, both of the first reference), and ROUGE-1.5.5.

    >>> from workbench import score
    >>> references = ["a simple document", "another document with some words"]
    >>> metrics = ["rouge-1(profile=matlab)", "rouge-2(profile=matlab)", "rouge-2"]
    >>> candidate = "a simple summary document containing some words"
    >>> frame = score([candidate], [references], metrics=metrics, combine="best")
    >>> frame[frame["component"] == "recall"]["value"].round(3).tolist()
    [1.0, 0.5, 0.5]

    The formula as printed counts the three "a" of the candidate for the one of the reference.

    >>> metrics = ["rouge-1(profile=matlab)", "rouge-1(unclipped=true, profile=matlab)"]
    >>> score(["a a a"], ["a b"], metrics=metrics)["value"].round(3).tolist()
    [0.5, 1.5]
    """

    unclipped: bool = False

    components = ("recall",)

    @property
    def counter(self) -> SentenceNGrams:
        """What the metric counts."""
        return SentenceNGrams(self.order)

    def score(self, counts: Counts) -> ComponentScores:
        """Return the recall."""
        return {"recall": self.ratios(counts)[0]}
