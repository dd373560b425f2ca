"""NLTK's variant of the Porter stemmer, which rouge-score uses: the default mode of its `PorterStemmer`.

Porter, "An algorithm for suffix stripping", Program 14(3), 1980, with the extensions that NLTK calls its own.
They are marked below; step 4 is the published one, which that of ROUGE-1.5.5 is not.
"""

from workbench.text.stem import (
    STEP_2,
    STEP_3,
    letter_kinds,
    longest_suffix,
    measure,
    replace_suffix,
    strip_e_and_l,
    strip_ed_or_ing,
    strip_s,
)

_OWN_STEMS = {
    "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie",
    "innings": "inning", "outings": "outing", "cannings": "canning",
}  # fmt: skip
_STAY = frozenset((*_OWN_STEMS.values(), "news", "howe", "proceed", "exceed", "succeed"))
_STEP_2 = {**STEP_2, "fulli": "ful"}
_STEP_4 = ("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "sion", "tion",
           "ou", "ism", "ate", "iti", "ous", "ive", "ize")  # fmt: skip


def _is_short(stem: str) -> bool:
    """Tell whether the stem ends consonant - vowel - consonant other than w, x, y, or (NLTK) is "ab"."""
    kinds = letter_kinds(stem)
    return kinds == "vc" or (kinds.endswith("cvc") and stem[-1] not in "wxy")


def _step_1(word: str) -> str:
    """Strip plurals, -ed and -ing; -ied becomes -i as -ies does, and four letters keep their e (NLTK)."""
    word = word if word.endswith("ies") else strip_s(word)
    if word.endswith(("ies", "ied")):
        return word[:-1] if len(word) == 4 else word[:-2]
    return strip_ed_or_ing(word, "lsz", _is_short)


def _step_1c(word: str) -> str:
    """Turn a final y into i after a consonant that is not the first letter (NLTK)."""
    after_consonant = word.endswith("y") and len(word) > 2 and letter_kinds(word)[-2] == "c"
    return word[:-1] + "i" if after_consonant else word


def _step_2(word: str) -> str:
    """Make double suffixes single ones; -alli first and again, -logi keeps its l for the stem (NLTK)."""
    if word.endswith("alli") and measure(word[:-4]) > 0:
        return _step_2(word[:-2])
    if word.endswith("logi"):
        return word[:-1] if measure(word[:-3]) > 0 else word
    return replace_suffix(word, _STEP_2)


def _step_4(word: str) -> str:
    """Strip one suffix where m > 1; of -sion and -tion only the -ion."""
    suffix = longest_suffix(word, _STEP_4).removeprefix("s").removeprefix("t")
    stem = word[: len(word) - len(suffix)]
    return stem if suffix and measure(stem) > 1 else word


def stem_nltk(word: str) -> str:
    """Return the stem of a lower-case word of ASCII letters and digits.

    Words of fewer than three letters are returned as they are.

    Examples
    --------
    ROUGE-1.5.5 makes them fundam, fli and geologi.

    >>> stem_nltk("fundamental"), stem_nltk("flies"), stem_nltk("geology")
    ('fundament', 'fli', 'geolog')
    """
    if word in _STAY or len(word) < 3:
        return word
    if word in _OWN_STEMS:
        return _OWN_STEMS[word]
    word = _step_4(replace_suffix(_step_2(_step_1c(_step_1(word))), STEP_3))
    return strip_e_and_l(word, _is_short)
