"""ROUGE by the printed equations of Lin 2004 (W04-1013): profile ``lin2004``.

What the paper prints is not what ROUGE-1.5.5 computes. Here L and W are not clipped, W is the value of the
paper's table with f applied once, SU has all unigrams, and F has a parameter beta. N and S are those of
ROUGE-1.5.5: n-grams and skip-bigrams of the whole text, across its sentences (C(m, 2) in eq. 16 has all m
words). The profile ``lin2004-tables`` is in `rouge_lin2004_tables`.

Several references are combined as everywhere: ``best`` is eq. (2) of §2.1, the reference with the highest
recall; ``pooled`` is eq. (1); ``jackknife(over=best)`` is §2.1 as a whole.

Undefined
---------
A text without tokens, or shorter than the n-gram, has a count of 0, and a ratio with a 0 below is 0. A
candidate that equals its reference therefore scores 0 if it is too short for the measure (ROUGE-S: one word).
"""

import numpy as np

from workbench.metrics.base import variant
from workbench.metrics.rouge_counts import Lcs, WlcsValue
from workbench.metrics.rouge_family import OfNGrams, WithBeta, WithGap, WithUnigrams, WithWeight

PROFILE = "lin2004"


@variant(PROFILE, "rouge-l")
class Lin2004L(WithBeta):
    """ROUGE-L: words on the union LCS of each reference sentence, not clipped (Lin 2004, eq. 2-7).

    A word of the candidate may serve several sentences of the reference, so that precision can exceed 1.
    Where several subsequences are longest, the one of ROUGE-1.5.5 is taken.

    Examples
    --------
    The paper's "w1 w2 w3 w4 w5", of which two candidate sentences have w1 w2 and w1 w3 w5: 4/5. Below it one
    word that both sentences of the reference find: the program's clip (profile rouge-1.5.5) counts it once.

    >>> from workbench import score
    >>> candidates = [["w1 w2 w6 w7 w8", "w1 w3 w8 w9 w5"], "w1"]
    >>> references = [["w1 w2 w3 w4 w5"], [["w1", "w1"]]]
    >>> frame = score(candidates, references, metrics=["rouge-l(profile=lin2004)", "rouge-l"])
    >>> frame[frame["component"] == "recall"]["value"].round(3).tolist()
    [0.8, 0.8, 1.0, 0.5]
    """

    bounds = (0.0, np.inf)
    counter = Lcs(clipped=False)


@variant(PROFILE, "rouge-w")
class Lin2004W(WithWeight, WithBeta):
    """ROUGE-W: the WLCS with f(k) = k^weight, normalised by f⁻¹ (Lin 2004, eq. 13-15).

    R = f⁻¹(WLCS / f(m)) and P = f⁻¹(WLCS / f(n)) for one sentence of m and one of n words. The paper does not
    say what a text of several sentences scores. Here, where either text has several (with words): WLCS is
    the sum of f over the runs of adjacent words of each reference sentence that are on its WLCS with any
    candidate sentence, as in ROUGE-1.5.5 but not clipped; Σ f(m_i) stands for f(m), Σ f(n_j) for f(n). So
    equal texts score 1 and weight 1 is ROUGE-L, whose precision can exceed 1, too.

    Examples
    --------
    The paper's Y1 and Y2 against X (f = k²): 4/7 and 2/7. ROUGE-1.5.5 gives both the same.

    >>> from workbench import score
    >>> metrics = ["rouge-w(weight=2, profile=lin2004)", "rouge-w(weight=2)"]
    >>> frame = score(["A B C D H I K", "A H B K C I D"], ["A B C D E F G"] * 2, metrics=metrics)
    >>> frame[frame["component"] == "recall"]["value"].round(3).tolist()
    [0.571, 0.082, 0.286, 0.082]
    """

    bounds = (0.0, np.inf)
    runs = WlcsValue


@variant(PROFILE, "rouge-s")
class Lin2004S(WithGap, WithBeta):
    """ROUGE-S: skip-bigrams with at most `gap` words between the two (Lin 2004, eq. 16-18).

    A gap of 0 is bigrams, as the paper says; its "at most 4 words apart" is therefore read as 4 in between.

    Examples
    --------
    Of the six skip-bigrams of "police killed the gunman" three are in "police kill the gunman".

    >>> from workbench import score
    >>> metrics = ["rouge-s(beta=1, profile=lin2004)"]
    >>> frame = score(["police kill the gunman"], ["police killed the gunman"], metrics=metrics)
    >>> frame["value"].round(3).tolist()
    [0.5, 0.5, 0.5]
    """

    all_words = True


@variant(PROFILE, "rouge-su")
class Lin2004SU(WithUnigrams, Lin2004S):
    """ROUGE-SU: skip-bigrams and all unigrams (Lin 2004, §5.1); ROUGE-1.5.5 leaves out each text's last word.

    Without a limit of the gap this is also the paper's marker at the beginning of the sentence.

    Examples
    --------
    S5 is S1 backwards: none of six skip-bigrams, but four of four unigrams. ROUGE-1.5.5 counts two of three.

    >>> from workbench import score
    >>> metrics = ["rouge-su(profile=lin2004)", "rouge-su"]
    >>> frame = score(["gunman the killed police"], ["police killed the gunman"], metrics=metrics)
    >>> frame[frame["component"] == "recall"]["value"].round(4).tolist()
    [0.4, 0.2222]
    """


@variant(PROFILE, "rouge-n")
class Lin2004N(OfNGrams, WithBeta):
    """ROUGE-N: n-grams of the whole text in common, clipped by each reference (Lin 2004, eq. 1).

    Examples
    --------
    Two references of ten words each; one word of the second and four of the first are in the candidate.

    >>> from workbench import score
    >>> references = ["magnetic pulse series sent through brain may ease schizophrenic voices",
    ...     "yale finds magnetic stimulation some relief to schizophrenics imaginary voices"]
    >>> candidate = "pulses may ease schizophrenic voices"
    >>> for combine in ("pooled", "best"):
    ...     frame = score([candidate], [references], metrics=["rouge-1(profile=lin2004)"], combine=combine)
    ...     print(combine, frame["value"].round(3)[0])
    pooled 0.25
    best 0.4
    """
