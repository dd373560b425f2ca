"""sacrebleu's own tokenizers (Post 2018) that need no downloads, beside 13a and none.

Their rules look at neighbouring characters, blanks among them, so that a whole line is what they cut.
sacrebleu is imported when a text is first cut. Its tokenizers for Japanese and Korean and its sentence
pieces are not here: they need other packages or downloads.
"""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module

from workbench.text.tokenize import LINES

_HOMES = {"intl": "TokenizerV14International", "char": "TokenizerChar", "zh": "TokenizerZh"}


@cache
def _load(name: str) -> Callable[[str], str]:
    module = import_module(f"sacrebleu.tokenizers.tokenizer_{name}")
    tokenizer: Callable[[str], str] = getattr(module, _HOMES[name])()
    return tokenizer


def sacrebleu_tokens(name: str, line: str) -> list[str]:
    """Return the tokens of a line: intl (mteval-v14), char (characters) or zh (Chinese characters apart).

    Examples
    --------
    >>> sacrebleu_tokens("intl", "a «b» 3,5€")
    ['a', '«', 'b', '»', '3,5', '€']
    >>> sacrebleu_tokens("char", "a bc")
    ['a', 'b', 'c']
    >>> sacrebleu_tokens("zh", "见a.")
    ['见', 'a', '.']
    """
    return _load(name)(line.rstrip()).split()


SACREBLEU = tuple(
    LINES._replace(name=f"sacrebleu-{name}", tokens=partial(sacrebleu_tokens, name)) for name in _HOMES
)
"""The tokenizers; each line is a chunk, and case is kept."""
