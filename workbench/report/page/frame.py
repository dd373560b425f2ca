"""What all pages share: one file of HTML with its own style and script, which asks nobody for anything."""

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files

from markupsafe import Markup

from workbench.report.render import one_line
from workbench.report.segment_page import html_templates, shown
from workbench.report.table import Cell


def clean_line(text: object) -> str:
    """Return a text as one line, without characters that would change the page around it."""
    return one_line(shown(str(text)))


def _signed(text: str) -> str:
    return text.replace("-", "−")


def _in_text(text: str) -> str:
    """Return a sentence with the minus of its numbers; hyphens of names stay."""
    return re.sub(r"(?<![^ \[])-(?=\d+\.\d)", "−", text)


def _number(value: float, digits: int = 2) -> str:
    """Return a number with a minus, not a hyphen; a dash for none.

    Examples
    --------
    >>> _number(-0.25), _number(0.5, 1), _number(float("nan"))
    ('−0.25', '0.5', '–')
    """
    return _signed(Cell(value).printed(digits)) if value == value else "–"


def _plus(value: float, digits: int = 3) -> str:
    """Return a difference, which has a sign in any case.

    Examples
    --------
    >>> _plus(0.5), _plus(-0.25, 1), _plus(float("nan"))
    ('+0.500', '−0.2', '–')
    """
    return ("+" if value > 0 else "") + _number(value, digits)


def _read(name: str) -> str:
    return files("workbench.report").joinpath("templates", name).read_text("utf-8")


def _allowed(text: str) -> str:
    """Return what a content policy calls this very style or script."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def fill_frame(template: str, scripts: Sequence[str], content: Mapping[str, object]) -> str:
    """Return a page as HTML.

    Every text is escaped; the content policy allows the page's own style and script, and no request to
    anywhere.

    Parameters
    ----------
    template : str
        One that extends ``frame.jinja``.
    scripts : sequence of str
        Files that make up its script, in one function.
    content : mapping
        What the template asks for; ``page`` has a `title` and an `about`.
    """
    style = _read("page.css")
    script = f'"use strict";\n(() => {{\n{"".join(map(_read, scripts))}}})();\n'
    policy = (
        f"default-src 'none'; style-src {_allowed(style)}; script-src {_allowed(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    templates = html_templates(line=clean_line, number=_number, plus=_plus, signed=_signed, prose=_in_text)
    return templates.get_template(template).render(
        {**content, "policy": policy, "style": Markup(style), "script": Markup(script)}
    )
