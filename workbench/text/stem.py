"""The stemmer of ROUGE-1.5.5: irregular forms first, then a Porter stemmer with another step 4.

Porter, "An algorithm for suffix stripping", Program 14(3), 1980. Differences of ROUGE-1.5.5: step 2 has
bli -> ble and logi -> log, step 4 is a sequence of three removals instead of one.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar

from workbench.text.wordlists import irregular_forms

_SHAPES = str.maketrans(
    {sign: "v" if sign in "aeiou" else "c" for sign in "abcdefghijklmnopqrstuvwxz0123456789"}
)
STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble",
    "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate",
    "ator": "ate", "alism": "al", "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al",
    "iviti": "ive", "biliti": "ble", "logi": "log",
}  # fmt: skip
"""Of step 2: what double suffixes become."""
STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
"""Of step 3: what longer suffixes become."""
STEP_4 = ("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ou", "ism", "ate", "iti", "ous",
          "ive", "ize")  # fmt: skip
"""Of step 4: suffixes that are removed."""


def letter_kinds(word: str) -> str:
    """Return c or v for each letter; y is a consonant at the start and after a vowel."""
    shape = word.translate(_SHAPES)
    while (at := shape.find("y")) >= 0:
        shape = f"{shape[:at]}{'c' if at == 0 or shape[at - 1] == 'v' else 'v'}{shape[at + 1 :]}"
    return shape


def measure(stem: str) -> int:
    """Return m of [C](VC)^m[V]."""
    return letter_kinds(stem).count("vc")


def has_vowel(stem: str) -> bool:
    """Tell whether a stem has a vowel."""
    return "v" in letter_kinds(stem)


def longest_suffix(word: str, suffixes: Iterable[str]) -> str:
    """Return the longest of the suffixes that a word has with something before it, or nothing."""
    found = [suffix for suffix in suffixes if word.endswith(suffix) and len(word) > len(suffix)]
    return max(found, key=len, default="")


def strip_s(word: str) -> str:
    """Strip a plural, but not the s of -ss."""
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def replace_suffix(word: str, endings: dict[str, str]) -> str:
    """Return a word with the longest of some endings replaced, where the stem before it has m > 0."""
    suffix = longest_suffix(word, endings)
    stem = word[: len(word) - len(suffix)]
    return stem + endings[suffix] if suffix and measure(stem) > 0 else word


class Porter:
    """The stemmer of ROUGE-1.5.5, which removes one suffix after another; another one has other steps."""

    stays_double = "lsyz"
    """Consonants that stay double where -ed or -ing is gone."""
    double_suffixes: ClassVar[dict[str, str]] = STEP_2
    """What they become in step 2."""

    def is_short(self, stem: str) -> bool:
        """Tell whether the stem ends consonant - vowel - consonant other than w, x, y."""
        return letter_kinds(stem).endswith("cvc") and stem[-1] not in "wxy"

    def strip_ed_or_ing(self, word: str) -> str:
        """Strip -ed and -ing and mend what they leave."""
        if word.endswith("eed"):
            return word[:-1] if measure(word[:-3]) > 0 else word
        suffix = longest_suffix(word, ("ed", "ing"))
        stem = word[: len(word) - len(suffix)]
        if not suffix or not has_vowel(stem):
            return word
        if stem.endswith(("at", "bl", "iz")):
            return stem + "e"
        is_double = len(stem) > 1 and stem[-1] == stem[-2] and letter_kinds(stem)[-1] != "v"
        if is_double and stem[-1] not in self.stays_double:
            return stem[:-1]
        return stem + "e" if measure(stem) == 1 and self.is_short(stem) else stem

    def step_1(self, word: str) -> str:
        """Strip plurals, -ed and -ing; turn a final y into i."""
        word = word[:-2] if word.endswith("ies") and len(word) > 3 else strip_s(word)
        word = self.strip_ed_or_ing(word)
        return word[:-1] + "i" if word.endswith("y") and has_vowel(word[:-1]) else word

    def step_2(self, word: str) -> str:
        """Make double suffixes single ones."""
        return replace_suffix(word, self.double_suffixes)

    def step_4(self, word: str) -> str:
        """Strip a first suffix, then -ment, then -ent or the -ion of -sion and -tion, each where m > 1."""
        suffix = longest_suffix(word, STEP_4)
        if suffix and measure(word[: -len(suffix)]) > 1:
            word = word[: -len(suffix)]
        if word.endswith("ment") and measure(word[:-4]) > 1:
            word = word[:-4]
        if word.endswith(("ent", "sion", "tion")) and measure(word[:-3]) > 1:
            word = word[:-3]
        return word

    def step_5(self, word: str) -> str:
        """Strip a final e, unless the stem of m = 1 is short, and one of two final l."""
        if word.endswith("e"):
            stem = word[:-1]
            m = measure(stem)
            if m > 1 or (m == 1 and not self.is_short(stem)):
                word = stem
        if word.endswith("ll") and measure(word) > 1:
            word = word[:-1]
        return word

    def stem(self, word: str) -> str:
        """Return the stem of a lower-case word; one of fewer than three letters is returned as it is."""
        if len(word) < 3:
            return word
        return self.step_5(self.step_4(replace_suffix(self.step_2(self.step_1(word)), STEP_3)))


_PORTER = Porter()


@lru_cache(maxsize=1 << 17)
def porter(word: str) -> str:
    """Return the Porter stem of a lower-case word as ROUGE-1.5.5 computes it.

    Words of fewer than three letters are returned as they are.

    Examples
    --------
    >>> porter("parliaments"), porter("agreement"), porter("is")
    ('parliam', 'agreem', 'is')
    """
    return _PORTER.stem(word)


def stem(word: str) -> str:
    """Return what the option -m of ROUGE-1.5.5 makes of a lower-case token.

    Tokens of three letters or fewer are left alone; an irregular form becomes its lemma, which is not
    stemmed further (so "geese" and "goose" do not match); any other token is stemmed.

    Examples
    --------
    >>> stem("geese"), stem("goose"), stem("was")
    ('goose', 'goos', 'was')
    """
    if len(word) <= 3:
        return word
    return irregular_forms().get(word) or porter(word)


def stem_regular(word: str) -> str:
    """Return what the option -m makes of a token where the table of irregular forms is empty.

    Examples
    --------
    >>> stem_regular("geese"), stem_regular("goose"), stem_regular("was")
    ('gees', 'goos', 'was')
    """
    return word if len(word) <= 3 else porter(word)
