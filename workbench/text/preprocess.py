"""Preprocessing: what is done to a text before anything is counted."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from workbench.errors import Problem, SpecError, suggest
from workbench.registry import read_name, write_name
from workbench.text.limits import Limit
from workbench.text.stem import stem, stem_regular
from workbench.text.tokenize import ROUGE_155, TOKENIZERS, Tokenizer, one_token
from workbench.text.wordlists import stop_words

MOST_KNOWN = 1 << 17
"""Chunks whose words are kept from one set of texts to the next."""


@dataclass(frozen=True, eq=False)
class Preprocess:
    """A tokenizer and what follows it.

    Parameters
    ----------
    name : str
        As it is written in experiment files and tables.
    tokenizer : Tokenizer
    stop : bool
        Drop the stop words of ROUGE-1.5.5. They are looked up unstemmed.
    stem : function, optional
        What stems a word.
    limit : Limit, optional
        Where reading stops, before anything else is done.

    Examples
    --------
    >>> PREPROCESSES["STEM+STOP"].words_of(["agreements", "the"])
    [('agreem',), ()]
    >>> PREPROCESSES["STEM"].words_of(["children"]), PREPROCESSES["PORTER"].words_of(["children"])
    ([('child',)], [('children',)])
    """

    name: str
    tokenizer: Tokenizer
    stop: bool = False
    stem: Callable[[str], str] | None = None
    limit: Limit | None = None

    def words_of(self, chunks: Sequence[str]) -> list[tuple[str, ...]]:
        """Return the words that each chunk of the tokenizer becomes; none for a stop word."""
        known = _known_words(self)
        if len(known) > MOST_KNOWN:
            known.clear()
        return list(map(known.__getitem__, chunks))

    @property
    def keeps_chunks(self) -> bool:
        """Whether every chunk is a word of its own, so that there is nothing to look up."""
        return self.tokenizer.tokens is one_token and not (self.stop or self.stem)


class _KnownWords(dict[str, tuple[str, ...]]):
    """The words of chunks, which are looked up once: other texts have them too."""

    def __init__(self, preprocess: Preprocess) -> None:
        self.preprocess = preprocess

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        preprocess = self.preprocess
        words = preprocess.tokenizer.tokens(chunk)
        if preprocess.stop:
            words = [word for word in words if word not in stop_words()]
        if preprocess.stem:
            words = list(map(preprocess.stem, words))
        self[chunk] = tuple(words)
        return self[chunk]


_known_words = lru_cache(maxsize=16)(_KnownWords)


PREPROCESSES = {
    each.name: each
    for each in (
        Preprocess("CASE", ROUGE_155),
        Preprocess("STEM", ROUGE_155, stem=stem),
        Preprocess("PORTER", ROUGE_155, stem=stem_regular),
        Preprocess("STOP", ROUGE_155, stop=True),
        Preprocess("STEM+STOP", ROUGE_155, stop=True, stem=stem),
        *(Preprocess(tokenizer.name, tokenizer) for tokenizer in TOKENIZERS),
    )
}
"""CASE is the paper's name for "neither stemmed nor stopped": ROUGE-1.5.5 always lower-cases.

PORTER is what STEM becomes where the program's table of irregular forms was installed empty, which happened
often enough to be in published tables: there "children" is stemmed as any regular word.
"""


_ELSEWHERE = {
    **dict.fromkeys(("lower", "lowercase", "lowercased", "lc", "uncased", "caseinsensitive"), "CASE"),
    **dict.fromkeys(("stemmed", "stemmer", "stemming", "usestemmer"), "STEM"),
    **dict.fromkeys(("stopwords", "removestopwords", "nostopwords"), "STOP"),
    **dict.fromkeys(("raw", "notokenization", "nopreprocessing"), "none"),
}
"""What preprocessings are called in other programs, without signs and capitals."""


def get_preprocess(name: str, where: str = "") -> Preprocess:
    """Return the preprocessing of that name; ``STEM(words=100)`` and ``CASE(bytes=665)`` limit the length.

    Raises
    ------
    SpecError
        Unknown name, with a suggestion, or a limit that is none.

    Examples
    --------
    >>> get_preprocess("CASE(words=100)").limit
    Limit(unit='words', most=100)
    """
    base, bracket, rest = str(name).partition("(")
    if base.strip() not in PREPROCESSES:
        hint = suggest(_ELSEWHERE.get(re.sub("[^a-z]", "", base.lower()), base.strip()), PREPROCESSES)
        raise SpecError(Problem(where, f"unknown preprocessing {name!r}", hint=hint))
    plain = PREPROCESSES[base.strip()]
    if not bracket:
        return plain
    # names of preprocessings are in capitals, which other names are not
    parameters = read_name(f"limit({rest}", where).parameters
    for unit in ("words", "bytes"):
        most = parameters.get(unit)
        if set(parameters) == {unit} and type(most) is int and most > 0:
            written = f"{plain.name}{write_name('limit', parameters).removeprefix('limit')}"
            return replace(plain, name=written, limit=Limit(unit, most))
    raise SpecError(Problem(where, "no limit of length", name, f"{plain.name}(words=100) or (bytes=665)"))
