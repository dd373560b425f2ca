"""What all pictures say in the same way: plain words that fit, and what is not drawn."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

_CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]+")
_MINUS = r"(?<![^\s\[(=])-(?=[.\d])"
_PIECES = re.compile(rf"\(*(?:[^\s(=,·/_-]|{_MINUS})*(?:[\s=,·/_]|(?!{_MINUS})-)*")
"""What may be torn apart: before brackets, and behind spaces, commas, hyphens and the like; no number."""


def plain(text: str) -> str:
    r"""Keep a dollar sign from starting a formula.

    Examples
    --------
    >>> plain("5 $")
    '5 \\$'
    """
    return text.replace("$", r"\$")


@lru_cache(4096)
def text_width(text: str, size: float) -> float:
    """Return the width of a line of text in inches, in the letters that are set in matplotlib.

    Examples
    --------
    >>> text_width("WWW", 8) > text_width("iii", 8)
    True
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    # the width of letters is measured in 1/72 inch
    width, _, _ = text_to_path.get_text_width_height_descent(text, FontProperties(size=size), False)
    return float(width) / 72


def wrap(text: str, inches: float, size: float, most: int = 0) -> list[str]:
    """Break a text into lines of a width, behind spaces, commas and hyphens, and before brackets.

    Parameters
    ----------
    text : str
        Line ends and other control characters are read as a space.
    inches : float
    size : float
        Of the letters, in points.
    most : int
        Lines; of a longer text the middle is left out, since names differ at both ends. 0: as many as it
        takes.

    Examples
    --------
    >>> wrap("rouge-1 of all systems", 0.7, 8), wrap("errors (simulated)", 0.7, 8)
    (['rouge-1 of', 'all systems'], ['errors', '(simulated)'])
    >>> wrap("x" * 200, 1.0, 8, most=2)[0][:3], len(wrap("x" * 200, 1.0, 8, most=2))
    ('xxx', 2)
    >>> wrap("Kendall's τ-b -1.00", 1.0, 8)
    ["Kendall's τ-b", '-1.00']
    """
    text = _CONTROL.sub(" ", text).strip()
    lines = _lines(text, inches, size)
    kept = len(text)
    while most and len(lines) > most:
        kept -= max(1, kept // 16)
        head = -(-kept // 2)
        lines = _lines(f"{text[:head]}…{text[len(text) - (kept - head) :]}", inches, size)
    return lines


def _lines(text: str, inches: float, size: float) -> list[str]:
    lines, line = [], ""
    for piece in (found for found in _PIECES.findall(text) if found):
        if line and text_width((line + piece).rstrip(), size) > inches:
            lines.append(line.rstrip())
            line = ""
        line += piece
        while text_width(line.rstrip(), size) > inches and len(line) > 1:
            starts = range(1, len(line))  # more letters are wider, and measuring them takes long
            fits = max(1, bisect_right(starts, inches, key=lambda end: text_width(line[:end], size)))
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def missing(hidden: int, total: int, what: str, panels: int = 1) -> str:
    """Count what has no value and is not drawn; the same thing stands in each of several panels.

    Examples
    --------
    >>> missing(1, 6, "systems"), missing(9, 24, "systems", 4)[32:]
    ('Not drawn, for want of a value: 1 of 6 systems.', '9 of 24 points (systems, in 4 panels).')
    """
    counted = what if panels == 1 else f"points ({what}, in {panels} panels)"
    return f"Not drawn, for want of a value: {hidden} of {total} {counted}."
