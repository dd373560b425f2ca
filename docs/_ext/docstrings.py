"""Docstrings as they are written here, made into what numpydoc knows."""

import re

from numpydoc.docscrape import NumpyDocString
from sphinx.application import Sphinx

NumpyDocString.sections["Undefined"] = []  # else it warns of one that it does not know
_NEVER_MARKUP = re.compile(r"(?<![\\`])\|")


def before_numpydoc(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Hand the section *Undefined* over as the one of warnings; a bar is a bar, as in ``|r|``."""
    for place in range(len(lines) - 1):
        if lines[place].strip() == "Undefined" and set(lines[place + 1].strip()) == {"-"}:
            lines[place : place + 2] = ["Warnings", "--------"]
    for place, line in enumerate(lines):
        if not line.lstrip().startswith((">>>", "...")):
            lines[place] = _bars(line)


def _bars(line: str) -> str:
    """Escape bars outside of what is set as code."""
    parts = line.split("``")
    return "``".join(
        part if place % 2 else _NEVER_MARKUP.sub(r"\\|", part) for place, part in enumerate(parts)
    )


def after_numpydoc(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Call the section by its name again."""
    lines[:] = [line.replace(".. warning::", ".. admonition:: Undefined") for line in lines]


def setup(app: Sphinx) -> dict[str, bool]:
    """Enter the extension: once before numpydoc, whose priority is 500, and once after."""
    app.connect("autodoc-process-docstring", before_numpydoc, priority=400)
    app.connect("autodoc-process-docstring", after_numpydoc, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
