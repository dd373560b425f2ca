"""Preprocessing: what is done to a text before anything is counted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from workbench.errors import Problem, SpecError, suggest
from workbench.registry import read_name, write_name
from workbench.text.google import GOOGLE, GOOGLE_STEM
from workbench.text.limits import Limit
from workbench.text.pltrdy import PLTRDY
from workbench.text.sacrebleu_tokenizers import SACREBLEU
from workbench.text.stem import stem, stem_regular
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
    irregular : bool
        Stem with its table of irregular forms; else every word is stemmed as a regular one.
    limit : Limit, optional
        Where reading stops, before anything else is done.

    Examples
    --------
    >>> PREPROCESSES["STEM+STOP"].words("agreements")
    ['agreem']
    >>> PREPROCESSES["STOP"].words("the")
    []
    >>> PREPROCESSES["STEM"].words("children"), PREPROCESSES["PORTER"].words("children")
    (['child'], ['children'])
    """

    name: str
    tokenizer: Tokenizer
    stop: bool = False
    stem: bool = False
    irregular: bool = True
    limit: Limit | None = None

    def words(self, chunk: str) -> list[str]:
        """Return the words that a chunk of the tokenizer becomes; none for a stop word."""
        return self.words_of([chunk])[0]

    def words_of(self, chunks: Sequence[str]) -> list[list[str]]:
        """Return the words of each of many chunks."""
        found: Iterable[list[str]] = map(self.tokenizer.tokens, chunks)
        if self.stop:
            dropped = stop_words()
            found = ([word for word in words if word not in dropped] for words in found)
        if self.stem:
            stemmed = stem if self.irregular else stem_regular
            found = (list(map(stemmed, words)) for words in found)
        return list(found)

    @property
    def keeps_chunks(self) -> bool:
        """Whether every chunk is a word of its own, so that there is nothing to look up."""
        return self.tokenizer is ROUGE_155 and not (self.stop or self.stem)


PREPROCESSES = {
    each.name: each
    for each in (
        Preprocess("CASE", ROUGE_155),
        Preprocess("STEM", ROUGE_155, stem=True),
        Preprocess("PORTER", ROUGE_155, stem=True, irregular=False),
        Preprocess("STOP", ROUGE_155, stop=True),
        Preprocess("STEM+STOP", ROUGE_155, stop=True, stem=True),
        Preprocess("13a", NIST_13A),
        Preprocess("none", WHITE_SPACE),
        Preprocess("text", LINES),
        Preprocess("google", GOOGLE),
        Preprocess("google+stem", GOOGLE_STEM),
        Preprocess("pltrdy", PLTRDY),
        *(Preprocess(tokenizer.name, tokenizer) for tokenizer in SACREBLEU),
    )
}
"""CASE is the paper's name for "neither stemmed nor stopped": ROUGE-1.5.5 always lower-cases.

PORTER is what STEM becomes where the program's table of irregular forms was installed empty, which happened
often enough to be in published tables: there "children" is stemmed as any regular word.
"""


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
    base, bracket, rest = name.partition("(")
    if base.strip() not in PREPROCESSES:
        hint = suggest(base.strip(), PREPROCESSES)
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
