"""Tokens of rouge-score 0.1.2 (google)."""

from workbench.text.stem_nltk import stem_nltk
from workbench.text.tokenize import ROUGE_155

LONGEST_UNSTEMMED = 3


def tokens_google_stem(chunk: str) -> list[str]:
    """Return the stem of a token of more than three letters, as `use_stemmer` of rouge-score makes it.

    Examples
    --------
    >>> tokens_google_stem("geese"), tokens_google_stem("was")
    (['gees'], ['was'])
    """
    return [stem_nltk(chunk) if len(chunk) > LONGEST_UNSTEMMED else chunk]


GOOGLE = ROUGE_155._replace(name="google", clean=str.lower)
"""Runs of ASCII letters and digits of the text in lower case by the rules of Unicode, which make the sign of
kelvin a k; every other character separates."""

GOOGLE_STEM = GOOGLE._replace(name="google+stem", tokens=tokens_google_stem)
"""The same, stemmed with NLTK's variant of the Porter stemmer."""
