"""Profile google: ROUGE as rouge-score 0.1.2 computes it.

N-grams and rougeLsum have the counts of ROUGE-1.5.5, unrounded; its rougeL has not: it takes a text as one
sentence. Tokens are those of the preprocessing ``google``: the text in lower case by the rules of Unicode,
then runs of ASCII letters and digits. ``google+stem`` is its `use_stemmer`: NLTK's variant of the Porter
stemmer for words of more than three letters, without the irregular forms of ROUGE-1.5.5.

Of several references its `score_multi` takes, for each measure, the one with the best F, the first of equals:
``combine="best"`` under this profile. It does not pool.

Undefined
---------
A text without tokens, or shorter than the n-gram, scores 0.
"""

from workbench.metrics.base import Counts, variant
from workbench.metrics.rouge import Rouge, RougeL, RougeN
from workbench.metrics.rouge_counts import TextLcs
from workbench.types import Array

PROFILE = "google"


class _Google(Rouge):
    """Recall, precision and F of rouge-score's tokens; the best reference is the one with the best F."""

    preprocess = "google"

    def rank(self, counts: Counts) -> Array:
        """Return F, by which score_multi compares references."""
        return self.score(counts)["f"]


@variant(PROFILE, "rouge-l")
class GoogleRougeL(_Google):
    r"""ROUGE-L of rouge-score: the length of the LCS of two texts, each of them taken as one sentence.

    Undefined
    ---------
    A text without tokens: 0.

    Examples
    --------
    Two sentences in another order. One sequence has three words in common; the union over sentences
    (rougeLsum and ROUGE-1.5.5) has all six.

    >>> from workbench import score
    >>> metrics = ["rouge-l(profile=google)", "rouge-lsum(profile=google)", "rouge-l"]
    >>> frame = score(["a b c\nd e f"], ["d e f\na b c"], metrics=metrics)
    >>> frame[frame["component"] == "f"]["value"].round(3).tolist()
    [0.5, 1.0, 1.0]
    """

    counter = TextLcs(by_sentence=False)


@variant(PROFILE, "rouge-lsum")
class GoogleRougeLsum(_Google, RougeL):
    r"""ROUGE-Lsum of rouge-score: ROUGE-L of ROUGE-1.5.5, sentences being lines; the best reference by F.

    Undefined
    ---------
    A text without tokens: 0.

    Examples
    --------
    The sign of kelvin is a k in Unicode's lower case; for ROUGE-1.5.5 it is no letter at all.

    >>> from workbench import score
    >>> metrics = ["rouge-lsum(profile=google)", "rouge-l"]
    >>> frame = score(["5\nof 300 \u212a"], ["of 300 k"], metrics=metrics)
    >>> frame[frame["component"] == "recall"]["value"].round(4).tolist()
    [1.0, 0.6667]
    """


@variant(PROFILE, "rouge-n")
class GoogleRougeN(_Google, RougeN):
    """ROUGE-N of rouge-score: the same n-grams, other tokens, the best reference by F.

    Undefined
    ---------
    A text shorter than the n-gram: 0.

    Examples
    --------
    The first reference has the better F (1/2 · 1 against 1 · 1/4), the second one the better recall, by which
    ROUGE-1.5.5 chooses.

    >>> from workbench import score
    >>> metrics, references = ["rouge-1(profile=google)", "rouge-1"], ["a b c d e f g h", "a"]
    >>> frame = score(["a b c d"], [references], metrics=metrics, combine="best")
    >>> frame["value"].round(4).tolist()
    [0.5, 1.0, 0.6667, 1.0, 0.25, 0.4]
    """
