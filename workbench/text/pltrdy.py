"""Tokens of the package rouge 1.0.1 (pltrdy)."""

from workbench.text.tokenize import WHITE_SPACE

EMPTY = "."
"""Stands for an empty word: no other word can hold a full stop."""


def split_pltrdy(text: str) -> str:
    r"""Return the text with one sentence a line, cut at each full stop as get_scores of pltrdy does.

    Line breaks are white space like any other. Between two full stops in a row there is no sentence, but
    white space alone between them is a sentence of one empty word.

    Examples
    --------
    >>> split_pltrdy("One day,\nat 3.5 . It  rained.. . End")
    'One day, at 3\n5\nIt rained\n.\nEnd'
    """
    return "\n".join(" ".join(piece.split()) or EMPTY for piece in text.split(".") if piece)


def tokens_pltrdy(chunk: str) -> list[str]:
    """Return a word as it is; its sign becomes the empty word.

    Examples
    --------
    >>> tokens_pltrdy("day,"), tokens_pltrdy(".")
    (['day,'], [''])
    """
    return ["" if chunk == EMPTY else chunk]


PLTRDY = WHITE_SPACE._replace(name="pltrdy", clean=split_pltrdy, tokens=tokens_pltrdy)
"""What spaces separate, with punctuation and capitals; each full stop ends a sentence."""
