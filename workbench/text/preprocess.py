"""Preprocessing: what is done to a text before anything is counted."""

from dataclasses import dataclass

from workbench.errors import Problem, SpecError, suggest
from workbench.text.stem import stem
from workbench.text.tokenize import LINES, NIST_13A, ROUGE_155, WHITE_SPACE, Tokenizer
from workbench.text.wordlists import stop_words


@dataclass(frozen=True)
class Preprocess:
    """A tokenizer and what follows it.

    Parameters
    ----------
    name : str
        As it is written in experiment files and tables.
    tokenizer : Tokenizer
    stop : bool
        Drop the stop words of ROUGE-1.5.5. They are looked up unstemmed.
    stem : bool
        Stem as ROUGE-1.5.5 does.

    Examples
    --------
    >>> PREPROCESSES["STEM+STOP"].words("agreements")
    ['agreem']
    >>> PREPROCESSES["STOP"].words("the")
    []
    """

    name: str
    tokenizer: Tokenizer
    stop: bool = False
    stem: bool = False

    def words(self, chunk: str) -> list[str]:
        """Return the words that a chunk of the tokenizer becomes; none for a stop word."""
        words = self.tokenizer.tokens(chunk)
        if self.stop:
            words = [word for word in words if word not in stop_words()]
        return [stem(word) for word in words] if self.stem else words

    @property
    def keeps_chunks(self) -> bool:
        """Whether every chunk is a word of its own, so that there is nothing to look up."""
        return self.tokenizer is ROUGE_155 and not (self.stop or self.stem)


PREPROCESSES = {
    each.name: each
    for each in (
        Preprocess("CASE", ROUGE_155),
        Preprocess("STEM", ROUGE_155, stem=True),
        Preprocess("STOP", ROUGE_155, stop=True),
        Preprocess("STEM+STOP", ROUGE_155, stop=True, stem=True),
        Preprocess("13a", NIST_13A),
        Preprocess("none", WHITE_SPACE),
        Preprocess("text", LINES),
    )
}
"""CASE is the paper's name for "neither stemmed nor stopped": ROUGE-1.5.5 always lower-cases."""


def get_preprocess(name: str, where: str = "") -> Preprocess:
    """Return the preprocessing of that name, or raise a `SpecError` with a suggestion."""
    if name not in PREPROCESSES:
        hint = suggest(name, PREPROCESSES)
        raise SpecError(Problem(where, f"unknown preprocessing {name!r}", hint=hint))
    return PREPROCESSES[name]
