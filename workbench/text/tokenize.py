"""Tokenizers, named by the program they come from.

A tokenizer works in two steps. A text is cut into *chunks* of bytes by a kernel; each distinct chunk is then
turned into tokens once, in plain Python. So a rule that looks at single words costs nothing on long texts.
"""

import re
import string
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_BYTES = np.arange(256, dtype=np.int16)
_IS_UPPER = np.isin(_BYTES, np.frombuffer(string.ascii_uppercase.encode(), np.uint8))
_IS_ALPHANUMERIC = np.isin(_BYTES, np.frombuffer((string.ascii_letters + string.digits).encode(), np.uint8))
_IS_SPACE = np.isin(_BYTES, np.frombuffer(b" \t\n\r\v\f", np.uint8))


class Tokenizer(NamedTuple):
    """How a text becomes tokens.

    Attributes
    ----------
    name : str
    read : int16[256]
        What a byte is compared as, -1 where it separates chunks.
    clean : function, optional
        What is done to the whole text first.
    tokens : function
        The tokens of one chunk.
    """

    name: str
    read: NDArray[np.int16]
    clean: Callable[[str], str] | None
    tokens: Callable[[str], list[str]]


def one_token(chunk: str) -> list[str]:
    """Return the chunk, which is a token."""
    return [chunk]


def _join_13a(text: str) -> str:
    """Undo the hyphenation at line ends, as mteval-v13a does before anything else."""
    return text.replace("<skipped>", "").replace("-\n", "") if "-" in text else text


_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
_SIGN_13A = re.compile(r"([{-~\[-` -&(-+:-@/])")
_POINT_AFTER_OTHER = re.compile(r"([^0-9])([.,])")
_POINT_BEFORE_OTHER = re.compile(r"([.,])([^0-9])")
_DASH_AFTER_DIGIT = re.compile(r"([0-9])(-)")


def tokens_13a(chunk: str) -> list[str]:
    """Return the tokens of a text without line breaks as mteval-v13a makes them (NIST; Papineni et al. 2002).

    No rule looks further than the neighbouring character and white space separates anyway, so that the
    tokens of a text are those of its chunks. Case is kept.

    Examples
    --------
    >>> tokens_13a("(3.5%),")
    ['(', '3.5', '%', ')', ',']
    """
    if chunk.isalnum():
        return [chunk]
    if chunk[-1] in ".,!?;:)" and chunk[:-1].isalnum():
        return [chunk[:-1], chunk[-1]]  # what most chunks are; the rules below say the same
    text = chunk.replace("<skipped>", "")
    if "&" in text:
        for entity, sign in _ENTITIES:
            text = text.replace(entity, sign)
    text = _SIGN_13A.sub(r" \1 ", f" {text} ")
    text = _POINT_AFTER_OTHER.sub(r"\1 \2 ", text)
    text = _POINT_BEFORE_OTHER.sub(r" \1 \2", text)
    return _DASH_AFTER_DIGIT.sub(r"\1 \2 ", text).split()


_LOWER = _BYTES + 32 * _IS_UPPER.astype(np.int16)
ROUGE_155 = Tokenizer("rouge-1.5.5", np.where(_IS_ALPHANUMERIC, _LOWER, -1), None, one_token)
"""Runs of ASCII letters and digits, lower-cased; every other byte separates (semantics of ROUGE-1.5.5)."""

NIST_13A = Tokenizer("13a", np.where(_IS_SPACE, -1, _BYTES), _join_13a, tokens_13a)
"""mteval-v13a's tokens, case kept, as sacrebleu makes them."""

LINES = Tokenizer("text", np.where(np.isin(_BYTES, [ord("\n")]), -1, _BYTES), None, one_token)
"""Every line is one token: the text as it is, for metrics that are functions of strings."""

WHITE_SPACE = NIST_13A._replace(name="none", clean=None, tokens=str.split)
"""Tokens are what white space separates."""
