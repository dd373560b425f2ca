"""What all pictures say in the same way: plain words, and what is not drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plain(text: str) -> str:
    r"""Keep a dollar sign from starting a formula.

    Examples
    --------
    >>> plain("5 $")
    '5 \\$'
    """
    return text.replace("$", r"\$")


def say_hidden(figure: Figure, hidden: int, total: int, what: str) -> None:
    """Count under the axes what has no value and is not drawn, if there is any."""
    if hidden:
        figure.supxlabel(f"Not drawn, for want of a value: {hidden} of {total} {what}", fontsize=8)
