"""NLTK's variant of the Porter stemmer, which rouge-score uses: the default mode of its `PorterStemmer`.

Porter, "An algorithm for suffix stripping", Program 14(3), 1980, with the extensions that NLTK calls its own.
They are marked below; step 4 is the published one, which that of ROUGE-1.5.5 is not.
"""

from typing import ClassVar

from workbench.text.stem import STEP_2, STEP_4, Porter, letter_kinds, longest_suffix, measure, strip_s

_OWN_STEMS = {
    "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie",
    "innings": "inning", "outings": "outing", "cannings": "canning",
}  # fmt: skip
_STAY = frozenset((*_OWN_STEMS.values(), "news", "howe", "proceed", "exceed", "succeed"))
_STEP_4 = (*STEP_4, "ment", "ent", "sion", "tion")


class NltkPorter(Porter):
    """The stemmer with NLTK's steps."""

    stays_double = "lsz"
    double_suffixes: ClassVar[dict[str, str]] = {**STEP_2, "fulli": "ful"}

    def is_short(self, stem: str) -> bool:
        """Tell whether the stem ends consonant - vowel - consonant other than w, x, y, or (NLTK) is "ab"."""
        return letter_kinds(stem) == "vc" or super().is_short(stem)

    def step_1(self, word: str) -> str:
        """Strip plurals, -ed and -ing; -ied becomes -i as -ies does, and four letters keep their e (NLTK).

        A final y becomes i after a consonant that is not the first letter (NLTK).
        """
        word = word if word.endswith("ies") else strip_s(word)
        if word.endswith(("ies", "ied")):
            return word[:-1] if len(word) == 4 else word[:-2]
        word = self.strip_ed_or_ing(word)
        after_consonant = word.endswith("y") and len(word) > 2 and letter_kinds(word)[-2] == "c"
        return word[:-1] + "i" if after_consonant else word

    def step_2(self, word: str) -> str:
        """Make double suffixes single ones; -alli first and again, -logi keeps its l for the stem (NLTK)."""
        if word.endswith("alli") and measure(word[:-4]) > 0:
            return self.step_2(word[:-2])
        if word.endswith("logi"):
            return word[:-1] if measure(word[:-3]) > 0 else word
        return super().step_2(word)

    def step_4(self, word: str) -> str:
        """Strip one suffix where m > 1; of -sion and -tion only the -ion."""
        suffix = longest_suffix(word, _STEP_4).removeprefix("s").removeprefix("t")
        stem = word[: len(word) - len(suffix)]
        return stem if suffix and measure(stem) > 1 else word

    def stem(self, word: str) -> str:
        """Return the stem of a lower-case word; some have one of their own, or stay as they are (NLTK)."""
        return word if word in _STAY else _OWN_STEMS.get(word) or super().stem(word)


_NLTKPORTER = NltkPorter()


def stem_nltk(word: str) -> str:
    """Return the stem of a lower-case word of ASCII letters and digits.

    Words of fewer than three letters are returned as they are.

    Examples
    --------
    ROUGE-1.5.5 makes them fundam, fli and geologi.

    >>> stem_nltk("fundamental"), stem_nltk("flies"), stem_nltk("geology")
    ('fundament', 'fli', 'geolog')
    """
    return _NLTKPORTER.stem(word)
