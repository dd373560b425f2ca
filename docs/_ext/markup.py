"""Writing reStructuredText: headings, facts, tables, and plain text that stays plain."""

import re
from collections.abc import Iterable, Sequence

_MARKS = "=-~^"
_SPECIAL = re.compile(r"([\\*`|_])")


def plain(text: str) -> str:
    r"""Return text that is shown as it is, but for words set off by single or double grave accents.

    Examples
    --------
    >>> plain("a* of `b*`")
    'a\\* of ``b*``'
    """
    parts = re.split(r"`+([^`]+)`+", " ".join(text.split()))
    return (
        "".join(
            f"\\ ``{part.strip()}``\\ " if place % 2 else _SPECIAL.sub(r"\\\1", part)
            for place, part in enumerate(parts)
        )
        .removeprefix("\\ ")
        .strip()
        .removesuffix("\\")
        .rstrip()
    )


def code(text: str) -> str:
    """Return text set as code."""
    return f"``{text}``"


def heading(text: str, depth: int = 0) -> list[str]:
    """Return a heading, with an empty line below."""
    return [text, _MARKS[depth] * max(len(text), 4), ""]


def facts(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """Return a list of what something is, as fields; texts are markup."""
    return [*(f":{name}: {text}" for name, text in pairs), ""]


def table(head: Sequence[str], rows: Iterable[Sequence[str]], widths: str = "auto") -> list[str]:
    """Return a table whose cells are markup."""
    lines = [".. list-table::", "   :header-rows: 1", f"   :widths: {widths}", ""]
    for row in (head, *rows):
        for place, cell in enumerate(row):
            lines.append(f"   {'* ' if place == 0 else '  '}- {cell}")
    return [*lines, ""]


def verbatim(text: str, language: str = "text") -> list[str]:
    """Return a block that is shown as it is."""
    return [f".. code-block:: {language}", "", *(f"   {line}".rstrip() for line in text.splitlines()), ""]


def described(kind: str, path: str, *options: str) -> list[str]:
    """Return the directive that shows the docstring of a class or function."""
    return [f".. auto{kind}:: {path}", *(f"   :{option}:" for option in options), ""]


def page(*parts: Iterable[str]) -> str:
    """Return a page of lines."""
    return "\n".join(line for part in parts for line in part) + "\n"
